#include "run/phrases.h"

void phrase_one_key(struct buffer *out, uint64_t writes)
{
    buffer_format(out, "all %llu writes have the same key: one row, which no split can divide",
                  (unsigned long long)writes);
}

void phrase_repeated_key(struct buffer *out, double share, bool slices)
{
    buffer_format(out,
                  "one key takes %.3g %% of the writes; a key cannot be divided, so its %s takes "
                  "at least that, however the keys are spread",
                  100 * share, slices ? "slice" : "region");
}

void phrase_behind_rising_key(struct buffer *out, bool rises)
{
    buffer_format(out, "the key %s, and no split point made in advance can divide it",
                  rises ? "rises" : "falls");
}

void phrase_unreached(struct buffer *out, uint64_t idle, uint64_t regions, const char *algorithm)
{
    buffer_format(out,
                  "%llu of %llu regions got no write: their split points (%s) lie outside what "
                  "this key can be",
                  (unsigned long long)idle, (unsigned long long)regions, algorithm);
}

void phrase_early_dots(struct buffer *out, uint64_t early, bool at_least)
{
    buffer_format(out,
                  "%s%llu names hold a dot from a field before the intended one: the sharding key "
                  "ends at the leftmost dot, so it is shorter than meant",
                  at_least ? "at least " : "", (unsigned long long)early);
}

void phrase_plain_suffix(struct buffer *out)
{
    buffer_text(out, "[xxHash(x) % n] is plain XXH64 over UTF-8, which the platform's own readers "
                     "do not compute; write {xxHash(x) % n} for its even-distribution suffix");
}

void phrase_inferred_suffix(struct buffer *out)
{
    buffer_text(out,
                "{xxHash(x) % n} is read as igz_bucket(x, n), the platform's even-distribution "
                "suffix: XXH64 over UTF-16LE, absolute remainder, inferred from the vendor's "
                "published item 16_36.20180602");
}
