// How each preset writes its key program.
#include "key/preset_make.h"

#include "base/mem.h"

#include <string.h>
#include <strings.h>

enum { CHARS_MAX = 32, BUCKETS_MAX = 1 << 20, WIDTH_MAX = 4096 };

static void put_whole_key(struct making *making)
{
    making_put_key(making, SIZE_MAX, "");
}

// `by` where it is one of the key's components; a preset that rewrites it needs it there.
static bool by_stands_in_key(struct making *making, const char *name)
{
    if (making->by_part != SIZE_MAX)
        return true;
    (void)err_fail(making->err, ERR_INPUT, "`%s` is no component of the key %s", making->by,
                   making->of);
    return err_hint(making->err, "the preset %s rewrites one of the key's components", name);
}

static bool make_plain(struct making *making, uint64_t number)
{
    (void)number;
    put_whole_key(making);
    return true;
}

static bool make_hash_prefix(struct making *making, uint64_t chars)
{
    buffer_format(&making->out, "[md5(%s).subStr(0,%llu)]", making->by, (unsigned long long)chars);
    put_whole_key(making);
    return true;
}

static bool make_hash_tail_prefix(struct making *making, uint64_t chars)
{
    buffer_format(&making->out, "[md5(%s).right(%llu)]", making->by, (unsigned long long)chars);
    put_whole_key(making);
    return true;
}

static bool rewrite(struct making *making, const char *name, const char *before, const char *after)
{
    if (!by_stands_in_key(making, name))
        return false;
    struct buffer with = {0};
    buffer_format(&with, "[%s%s%s]", before, making->by, after);
    making_put_key(making, making->by_part, (const char *)with.data);
    buffer_done(&with);
    return true;
}

static bool make_hashed(struct making *making, uint64_t number)
{
    (void)number;
    return rewrite(making, "hashed", "md5(", ")");
}

static bool make_reverse(struct making *making, uint64_t number)
{
    (void)number;
    return rewrite(making, "reverse", "reverse(", ")");
}

static bool make_byte_inverted(struct making *making, uint64_t number)
{
    (void)number;
    return rewrite(making, "byte-inverted", "reverse_bytes(", ")");
}

static bool make_reverse_timestamp(struct making *making, uint64_t number)
{
    (void)number;
    making_prefer_time(making);
    return making_is_whole(making, making->by)
               ? rewrite(making, "reverse-timestamp", "Long.MAX_VALUE - (", ")")
               : rewrite(making, "reverse-timestamp", "Long.MAX_VALUE - num(", ")");
}

static bool make_padded(struct making *making, uint64_t width)
{
    struct buffer after = {0};
    const bool whole = making_is_whole(making, making->by);
    buffer_format(&after, whole ? ", %llu)" : ", '\\x00', %llu)", (unsigned long long)width);
    const bool ok = rewrite(making, "padded", whole ? "dec(" : "rpad(", (const char *)after.data);
    buffer_done(&after);
    return ok;
}

// A name for the statement that no field has.
static const char *bucket_name(const struct making *making)
{
    static const char *const names[] = {"bucket", "key_bucket", "hotsim_bucket"};
    size_t taken = 0;
    for (size_t i = 0; i < making->schema->count; i++) {
        if (strcasecmp(making->schema->fields[i].name, names[taken]) == 0 && taken < 2) {
            taken++;
            i = SIZE_MAX; // look at all fields again
        }
    }
    return names[taken];
}

static bool make_bucket(struct making *making, uint64_t buckets)
{
    const char *name = bucket_name(making);
    buffer_format(&making->out, "%s = ", name);
    making_put_number(making, making->by);
    buffer_format(&making->out, " %% %llu; [%s]", (unsigned long long)buckets, name);
    put_whole_key(making);
    return true;
}

static bool make_random_prefix(struct making *making, uint64_t n)
{
    buffer_format(&making->out, "[random(%llu)]", (unsigned long long)n);
    put_whole_key(making);
    return true;
}

static bool make_random_suffix(struct making *making, uint64_t n)
{
    put_whole_key(making);
    buffer_format(&making->out, "[random(%llu)]", (unsigned long long)n);
    return true;
}

static bool make_delimited(struct making *making, uint64_t number)
{
    (void)number;
    const char *given = making->values->delimiter ? making->values->delimiter : "_";
    if (given[0] == '\0' || strpbrk(given, "'\\"))
        return err_fail(making->err, ERR_INPUT, "`char` is the text between components, got \"%s\"",
                        given);
    for (size_t i = 0; i < making->outline.part_count; i++) {
        if (i > 0 && making_is_component(making, i - 1) && making_is_component(making, i))
            buffer_format(&making->out, "['%s']", given);
        const struct bytes text = making_part(making, i);
        buffer_append(&making->out, text.data, text.size);
    }
    return true;
}

// <sharding>_{xxHash(<sorting>) % 64}.<sorting>
static bool make_even_distribution(struct making *making, uint64_t buckets)
{
    const struct outline *outline = &making->outline;
    size_t components = 0;
    size_t dot = SIZE_MAX;
    for (size_t i = 0; i < outline->part_count; i++) {
        components += making_is_component(making, i);
        const struct bytes text = making_part(making, i);
        if (!making_is_component(making, i) && text.size == 1 && text.data[0] == '.' &&
            dot == SIZE_MAX)
            dot = i;
    }
    if (components < 2) {
        (void)err_fail(making->err, ERR_INPUT,
                       "even-distribution needs a sharding key and a sorting key, got %s",
                       making->of);
        return err_hint(making->err, "for example \"of\": \"<user>.<date>\"");
    }
    // Without a dot, the first component is the sharding key.
    const size_t sharding_end = dot != SIZE_MAX ? dot : 1;
    const size_t sorting = dot != SIZE_MAX ? dot + 1 : 1;
    for (size_t i = 0; i < sharding_end; i++) {
        const struct bytes text = making_part(making, i);
        buffer_append(&making->out, text.data, text.size);
    }
    buffer_text(&making->out, "_{xxHash(");
    const bool several = outline->part_count - sorting > 1;
    buffer_text(&making->out, several ? "concat(" : "");
    making_put_arguments(making, sorting, false);
    buffer_format(&making->out, "%s) %% %llu}.", several ? ")" : "", (unsigned long long)buckets);
    for (size_t i = sorting; i < outline->part_count; i++) {
        const struct bytes text = making_part(making, i);
        buffer_append(&making->out, text.data, text.size);
    }
    return true;
}

static bool make_phoenix_salt(struct making *making, uint64_t n)
{
    buffer_text(&making->out, "[phoenix_salt(");
    making_put_arguments(making, 0, false);
    buffer_format(&making->out, ", %llu)]", (unsigned long long)n);
    put_whole_key(making);
    return true;
}

static bool make_opentsdb_salt(struct making *making, uint64_t n)
{
    buffer_text(&making->out, "[opentsdb_salt(");
    making_put_arguments(making, 0, true);
    buffer_format(&making->out, ", %llu)]", (unsigned long long)n);
    put_whole_key(making);
    return true;
}

static bool make_day_sharded(struct making *making, uint64_t number)
{
    (void)number;
    making_prefer_time(making);
    const bool numeric = making_is_number(making, making->by);
    buffer_format(&making->out,
                  numeric ? "[date(%s, '%%Y%%m%%d')]." : "[date(num(%s), '%%Y%%m%%d')].",
                  making->by);
    put_whole_key(making);
    return true;
}

static const struct recipe recipes[] = {
    {"plain", 0, 0, make_plain},
    {"hash-prefix", 4, CHARS_MAX, make_hash_prefix},
    {"hash-tail-prefix", 4, CHARS_MAX, make_hash_tail_prefix},
    {"hashed", 0, 0, make_hashed},
    {"reverse", 0, 0, make_reverse},
    {"byte-inverted", 0, 0, make_byte_inverted},
    {"bucket", 16, BUCKETS_MAX, make_bucket},
    {"random-prefix", 100, BUCKETS_MAX, make_random_prefix},
    {"random-suffix", 100, BUCKETS_MAX, make_random_suffix},
    {"reverse-timestamp", 0, 0, make_reverse_timestamp},
    {"padded", 20, WIDTH_MAX, make_padded},
    {"delimited", 0, 0, make_delimited},
    {"even-distribution", 64, BUCKETS_MAX, make_even_distribution},
    {"phoenix-salt", 16, 256, make_phoenix_salt},
    {"opentsdb-salt", 20, 256, make_opentsdb_salt},
    {"day-sharded", 0, 0, make_day_sharded},
};

const struct recipe *recipe_named(const char *name)
{
    for (size_t i = 0; i < sizeof recipes / sizeof recipes[0]; i++) {
        if (strcmp(recipes[i].name, name) == 0)
            return &recipes[i];
    }
    return NULL;
}
