// What the store makes of the key: its partitions and split points, its limits, its own rules.

#include "base/text.h"
#include "run/dots.h"
#include "run/finding.h"
#include "run/phrases.h"

#include <ctype.h>
#include <string.h>

static bool is_store(const struct finding_view *view, const char *name)
{
    const struct store_profile *profile = view->table ? view->table->plan->store.profile : NULL;
    return profile && strcmp(profile->name, name) == 0;
}

// ---- split points ----

static bool has_fixed_splits(const struct finding_view *view)
{
    return view->table && !view->slices && view->table->algorithm != PRESPLIT_LEARNED &&
           partition_map_count(view->table->map) > 1;
}

// What the split points are made of, by the bytes that they begin with.
struct alphabet {
    bool raw, upper, lower;
};

static void add_byte(struct alphabet *alphabet, uint8_t byte)
{
    alphabet->raw = alphabet->raw || byte < 0x20 || byte > 0x7e;
    alphabet->upper = alphabet->upper || isupper(byte);
    alphabet->lower = alphabet->lower || islower(byte);
}

static struct alphabet split_alphabet(const struct partition_map *map)
{
    struct alphabet alphabet = {0};
    for (uint32_t i = 1; i < partition_map_count(map); i++) {
        struct bytes start, end;
        partition_map_range(map, i, &start, &end);
        add_byte(&alphabet, start.data[0]);
    }
    return alphabet;
}

static struct alphabet key_alphabet(const bool *first_bytes)
{
    struct alphabet alphabet = {0};
    for (int byte = 0; byte < 256; byte++) {
        if (first_bytes[byte])
            add_byte(&alphabet, (uint8_t)byte);
    }
    return alphabet;
}

static void say_why_unreached(const struct finding_view *view, const bool *first_bytes,
                              struct buffer *out)
{
    const struct alphabet splits = split_alphabet(view->table->map);
    const struct alphabet keys = key_alphabet(first_bytes);
    struct value_summary moving;
    if (splits.raw && !keys.raw)
        buffer_text(out, "; the split points are raw bytes and the keys begin with text");
    else if (keys.raw && !splits.raw)
        buffer_text(out, "; the split points are text and the keys begin with raw bytes");
    else if (splits.lower && !splits.upper && keys.upper && !keys.lower)
        buffer_text(out, "; the split points have lower-case letters and the keys upper-case ones, "
                         "which sort before them");
    else if (splits.upper && !splits.lower && keys.lower && !keys.upper)
        buffer_text(out, "; the split points have upper-case letters and the keys lower-case ones, "
                         "which sort behind them");
    else if (finding_moving(view, &moving))
        buffer_text(out, "; in this run, for the key moves and is in few of them at a time");
}

static enum finding_level regions_unreached(const struct finding_view *view, struct buffer *out)
{
    enum { WRITES_A_REGION = 20 };
    if (!view->keys || !has_fixed_splits(view))
        return FINDING_NONE;
    const struct key_summary keys = key_census_summary(view->keys);
    const struct partition_map *map = view->table->map;
    const uint32_t regions = partition_map_count(map);
    uint64_t idle = 0;
    uint32_t first = 0;
    for (uint32_t i = regions; i-- > 0;) {
        if (keys.partition_writes[i] > 0)
            continue;
        idle++;
        first = i;
    }
    if (idle == 0 || keys.keys.count < (uint64_t)WRITES_A_REGION * regions)
        return FINDING_NONE;
    phrase_unreached(out, idle, regions, presplit_names[view->table->algorithm]);
    struct bytes start, end;
    partition_map_range(map, first, &start, &end);
    buffer_text(out, " (the first is ");
    if (start.size > 0) {
        buffer_text(out, "from ");
        finding_value(out, NULL, start);
    }
    if (end.size > 0) {
        buffer_text(out, start.size > 0 ? " to " : "before ");
        finding_value(out, NULL, end);
    }
    buffer_byte(out, ')');
    say_why_unreached(view, keys.first_bytes, out);
    return FINDING_WARNING;
}

// Whether keys that begin with `value` can fall in the region. Zeros at the end of a split point
// are padding: what stands in front of them begins there.
static bool can_hold(struct bytes start, struct bytes end, struct bytes value)
{
    const bool is_last = end.size == 0;
    while (end.size > 0 && end.data[end.size - 1] == 0)
        end.size--;
    const bool start_is_within =
        start.size >= value.size && memcmp(start.data, value.data, value.size) == 0;
    return (is_last || key_compare(value, end) < 0) &&
           (key_compare(start, value) <= 0 || start_is_within);
}

struct match {
    uint64_t unreachable; // regions that no bucket can reach
    uint64_t most;        // buckets in one region
};

// Both are sorted, so the buckets of a region begin where those of the one before end, or one
// earlier: a bucket may reach over a split point.
static struct match match_buckets(const struct partition_map *map, const struct key_values *values)
{
    struct match match = {0};
    size_t next = 0;
    for (uint32_t i = 0; i < partition_map_count(map); i++) {
        struct bytes start, end;
        partition_map_range(map, i, &start, &end);
        uint64_t held = next > 0 && can_hold(start, end, values->items[next - 1]);
        for (; next < values->count && can_hold(start, end, values->items[next]); next++)
            held++;
        match.unreachable += held == 0;
        match.most = held > match.most ? held : match.most;
    }
    return match;
}

static enum finding_level buckets_per_region(const struct finding_view *view, struct buffer *out)
{
    enum { VALUES_MAX = 65536 };
    if (!has_fixed_splits(view) || !finding_has_buckets(view) ||
        view->table->algorithm == PRESPLIT_BUCKETS)
        return FINDING_NONE;
    struct key_values values = {0};
    struct err ignored = {0};
    if (!key_program_leading_values(view->program, VALUES_MAX, &values, &ignored))
        return FINDING_NONE;
    const struct match match = match_buckets(view->table->map, &values);
    const uint64_t buckets = values.count;
    const uint64_t regions = partition_map_count(view->table->map);
    key_values_done(&values);
    if (match.unreachable == 0 && match.most <= (buckets + regions - 1) / regions)
        return FINDING_NONE;
    buffer_format(out,
                  "%llu buckets and %llu regions do not match: one region holds %llu of the "
                  "buckets",
                  (unsigned long long)buckets, (unsigned long long)regions,
                  (unsigned long long)match.most);
    if (match.unreachable > 0)
        buffer_format(out, ", and %llu regions hold none", (unsigned long long)match.unreachable);
    return FINDING_WARNING;
}

// ---- keys that move, and split points ----

static enum finding_level learned_behind(const struct finding_view *view, struct buffer *out)
{
    struct value_summary values;
    if (!view->table || view->slices || view->table->algorithm != PRESPLIT_LEARNED)
        return FINDING_NONE;
    const struct key_trait *trait = finding_moving(view, &values);
    if (!trait)
        return FINDING_NONE;
    buffer_format(out,
                  "the split points are learned from the first %llu keys, and later ones lie "
                  "outside them: ",
                  (unsigned long long)view->table->learned_count);
    phrase_behind_rising_key(out, values.rising_share >= values.falling_share);
    return FINDING_WARNING;
}

static enum finding_level cold_halves(const struct finding_view *view, struct buffer *out)
{
    struct value_summary values;
    if (!view->table || view->slices || !finding_moving(view, &values))
        return FINDING_NONE;
    const bool splits = view->table->plan->store.split.policy != SPLIT_NONE;
    if (!splits && !has_fixed_splits(view))
        return FINDING_NONE;
    buffer_text(out, "writes pass through one region after the other and leave each behind cold: "
                     "a split halves it once, no write comes to the old half again, and the number "
                     "of regions does not change how many are written");
    return FINDING_WARNING;
}

// ---- limits of stores ----

static enum finding_level many_columns(const struct finding_view *view, struct buffer *out)
{
    enum { ADVISED = 3, ALLOWED = 5 };
    if (!is_store(view, "lindorm") || view->facts.component_count <= ADVISED)
        return FINDING_NONE;
    buffer_format(out, "the key has %zu columns; Lindorm advises 1 to %d and allows %d",
                  view->facts.component_count, ADVISED, ALLOWED);
    return view->facts.component_count > ALLOWED ? FINDING_ERROR : FINDING_WARNING;
}

static enum finding_level varying_column(const struct finding_view *view, struct buffer *out)
{
    if (!view->keys || !is_store(view, "lindorm"))
        return FINDING_NONE;
    for (size_t i = view->first; i < view->trait_count; i++) {
        if (!view->traits[i].ends_itself)
            continue;
        const struct value_summary values = key_census_component(view->keys, i);
        if (values.width_min == values.width_max)
            continue;
        finding_name(out, &view->traits[i]);
        buffer_format(out,
                      " varies in length (%llu to %llu bytes): Lindorm advises columns of fixed "
                      "length, under 2 KB each; scans stay exact, for it ends texts itself, but "
                      "every key grows with its text",
                      (unsigned long long)values.width_min, (unsigned long long)values.width_max);
        return FINDING_NOTE;
    }
    return FINDING_NONE;
}

static enum finding_level long_key(const struct finding_view *view, struct buffer *out)
{
    enum { KEY_BYTES_LARGE = 2048, NAME_BYTES_MAX = 255 };
    const uint64_t longest =
        view->keys ? key_census_summary(view->keys).keys.width_max : view->facts.fixed_width;
    const bool is_name = view->slices;
    const uint64_t limit = is_name ? NAME_BYTES_MAX : KEY_BYTES_LARGE;
    if (longest <= limit)
        return FINDING_NONE;
    buffer_format(out, "the longest key has %llu bytes; ", (unsigned long long)longest);
    if (is_store(view, "lindorm"))
        buffer_text(out, "Lindorm refuses primary keys over 2 KB");
    else if (is_name)
        buffer_format(out, "names of items end at %d bytes", NAME_BYTES_MAX);
    else
        buffer_text(out, "over 2 KB, which every column of a row repeats, keys outweigh the data");
    return is_name || is_store(view, "lindorm") ? FINDING_ERROR : FINDING_WARNING;
}

// ---- names on slices ----

static enum finding_level number_sorting_key(const struct finding_view *view, struct buffer *out)
{
    const size_t index = view->slices ? finding_sorting(view) : view->trait_count;
    if (index >= view->trait_count || view->traits[index].is_literal ||
        type_is_text(view->traits[index].value->type))
        return FINDING_NONE;
    buffer_text(out, "the sorting key begins with ");
    finding_name(out, &view->traits[index]);
    buffer_text(out, ", a number: the platform then ignores a range of it and scans all items of "
                     "the slice");
    return FINDING_WARNING;
}

static enum finding_level early_dot(const struct finding_view *view, struct buffer *out)
{
    if (!view->keys || !view->slices)
        return FINDING_NONE;
    const struct key_summary keys = key_census_summary(view->keys);
    if (keys.early_dots == 0)
        return FINDING_NONE;
    phrase_early_dots(out, keys.early_dots, keys.dot_suspects >= DOTS_SUSPECTS_MAX);
    return FINDING_WARNING;
}

static enum finding_level plain_suffix(const struct finding_view *view, struct buffer *out)
{
    if (!view->facts.plain_xxhash_suffix)
        return FINDING_NONE;
    phrase_plain_suffix(out);
    return FINDING_WARNING;
}

static enum finding_level inferred_suffix(const struct finding_view *view, struct buffer *out)
{
    if (!view->facts.igz_rewritten)
        return FINDING_NONE;
    phrase_inferred_suffix(out);
    buffer_text(out, "; its values are 0..n-1, although a vendor's page reads _1.._n and so misses "
                     "one item in n");
    return FINDING_NOTE;
}

const struct finding_rule finding_store_rules[] = {
    {"many-columns", "the key has more columns than the store advises or allows",
     "keep what readers ask by; other fields are columns of the row", many_columns},
    {"varying-column", "a column varies in length, where the store advises a fixed one",
     "use a number, or a digest, in the text's place where one will do", varying_column},
    {"long-key", "keys are longer than the store allows, or than is sensible",
     "hash long texts, shorten names with map(x, 'from', 'to'), and leave out what nobody asks by",
     long_key},
    {"early-dot", "a field before the intended dot holds one: the sharding key ends there",
     "replace the dot in that field (map, before, after), or hash the field", early_dot},
    {"plain-xxhash-suffix", "the even-distribution suffix is not computed as the platform does",
     "write {xxHash(x) % n} or igz_bucket(x, n)", plain_suffix},
    {"learned-behind-rising-key", "split points learned from the past lie behind a moving key",
     "lead with a bucket or a hash, whose values are known beforehand", learned_behind},
    {"cold-halves", "a moving key leaves each region behind, half full",
     "lead with a bucket or a hash; splits and more regions do not help", cold_halves},
    {"regions-unreached", "regions lie where no key can be",
     "make split points from the key's own first bytes: presplit buckets, hex or learned",
     regions_unreached},
    {"buckets-per-region", "the split points do not stand between the buckets",
     "pre-split at the buckets themselves: \"presplit\": \"buckets\"", buckets_per_region},
    {"number-sorting-key", "a sorting key that is a number is not searched by range",
     "write it as text with zeros in front: dec(x, width)", number_sorting_key},
    {"inferred-suffix", "{xxHash(x) % n} is read as the platform's own suffix",
     "nothing to do; to be certain compare one of your items with `hotsim explain --key`",
     inferred_suffix},
    {0},
};
