// What decides the place of a write: values that move, that are few, that are hot, that repeat.

#include "base/text.h"
#include "run/finding.h"
#include "run/phrases.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

// A load that one server carries in a twentieth of its time is no hotspot.
static const double QUIET_SHARE = 0.05;
// A value is hot where its server would carry half as much again as an even share.
static const double HOT_RATIO = 1.5;

// ---- keys that move ----

static bool is_quiet(const struct finding_view *view)
{
    return view->puts_per_s < QUIET_SHARE * view->server_puts_per_s;
}

// ", so one of 8 servers works at a time: it can take 20 k of the 30 k puts/s that come"
static enum finding_level price_of_one_place(const struct finding_view *view, struct buffer *out)
{
    if (is_quiet(view)) {
        buffer_text(out, "; at ");
        text_si(out, view->puts_per_s);
        buffer_text(out, " puts/s that is no hotspot yet, since one server can take ");
        text_si(out, view->server_puts_per_s);
        return FINDING_NOTE;
    }
    buffer_format(out, ", so one of %.0f servers works at a time", finding_servers(view));
    if (view->puts_per_s > view->server_puts_per_s) {
        buffer_text(out, ", and it can take ");
        text_si(out, view->server_puts_per_s);
        buffer_text(out, " of the ");
        text_si(out, view->puts_per_s);
        buffer_text(out, " puts/s that come");
    }
    return FINDING_WARNING;
}

static enum finding_level rising_first(const struct finding_view *view, struct buffer *out)
{
    struct value_summary values;
    const struct key_trait *trait = view->slices ? NULL : finding_moving(view, &values);
    if (!trait)
        return FINDING_NONE;
    finding_name(out, trait);
    const bool rises = values.rising_share > values.falling_share;
    if (values.distinct <= 1 || values.rising_share == values.falling_share)
        buffer_text(out, " stays the same for long: the writes of a moment share one region");
    else
        buffer_format(out, " %s: the writes of a moment all go to the region at the %s of the rows",
                      rises ? "rises" : "falls", rises ? "end" : "start");
    return price_of_one_place(view, out);
}

static enum finding_level one_slice_at_a_time(const struct finding_view *view, struct buffer *out)
{
    static const double LONG_RUN = 0.9;
    if (!view->slices || !view->keys)
        return FINDING_NONE;
    const struct value_summary sharding = finding_leading(view);
    if (sharding.repeat_share < LONG_RUN || sharding.count < 2)
        return FINDING_NONE;
    finding_percent(out, sharding.repeat_share);
    buffer_text(out, " of the writes have the sharding key of the write before: they go to one "
                     "slice at a time");
    return price_of_one_place(view, out);
}

// ---- few values ----

static double power(double base, double exponent)
{
    double result = 1;
    for (uint64_t n = exponent < 1e9 ? (uint64_t)exponent : UINT64_C(1000000000); n > 0; n >>= 1) {
        if (n & 1)
            result *= base;
        base *= base;
    }
    return result;
}

static enum finding_level few_sharding_keys(const struct finding_view *view, struct buffer *out)
{
    const struct value_summary sharding = finding_leading(view);
    const double slices = (double)partition_map_count(view->table->map);
    if (sharding.distinct >= slices)
        return FINDING_NONE;
    const double live = slices * (1 - power(1 - 1 / slices, sharding.distinct));
    buffer_format(out,
                  "there are %.0f sharding keys: chance puts them on about %.0f of %.0f slices, "
                  "and the others stay idle",
                  sharding.distinct, live, slices);
    return live < 4 * finding_servers(view) ? FINDING_WARNING : FINDING_NOTE;
}

static enum finding_level few_first(const struct finding_view *view, struct buffer *out)
{
    if (!view->keys)
        return FINDING_NONE;
    if (view->slices)
        return few_sharding_keys(view, out);
    struct value_summary moving;
    const struct value_summary values = finding_leading(view);
    if (values.distinct >= finding_servers(view) || finding_has_buckets(view) ||
        finding_reads_moving_field(view, view->traits[view->first].value))
        return FINDING_NONE;
    finding_leading_name(view, out);
    buffer_format(out, " has %.0f value%s: the writes go to as many places of the key space",
                  values.distinct, values.distinct == 1 ? "" : "s");
    const struct key_trait *next;
    if (finding_divides_within(view, &next)) {
        buffer_text(out, ", which only split points inside them can divide, by ");
        finding_name(out, next);
        return FINDING_NOTE;
    }
    buffer_format(out, ", so at most %.0f of %.0f servers work at a time", values.distinct,
                  finding_servers(view));
    return finding_moving(view, &moving) ? FINDING_NOTE : FINDING_WARNING;
}

// ---- hot values ----

// Plain values whose hottest is more than a server's fair share. Hashes of them have a rule of
// their own.
static bool is_skewed(const struct finding_view *view, struct value_summary *out_values)
{
    if (!view->keys || finding_has_buckets(view))
        return false;
    *out_values = finding_leading(view);
    const double servers = finding_servers(view);
    return out_values->top_share * servers >= HOT_RATIO && out_values->distinct >= servers &&
           !finding_is_moving(out_values) &&
           (view->slices || !key_node_family_of(view->traits[view->first].value, "digest"));
}

static const struct key_trait *leading_trait(const struct finding_view *view)
{
    return view->slices ? NULL : &view->traits[view->first];
}

static enum finding_level skewed_first(const struct finding_view *view, struct buffer *out)
{
    struct value_summary values;
    if (!is_skewed(view, &values))
        return FINDING_NONE;
    finding_value(out, leading_trait(view), values.top);
    buffer_text(out, " is ");
    finding_percent(out, values.top_share);
    buffer_text(out, " of ");
    finding_leading_name(view, out);
    buffer_text(out, view->slices ? ": its slice" : ": its range");
    buffer_text(out, " takes at least that much of the writes, where an even share of ");
    buffer_format(out, "%.0f servers is ", finding_servers(view));
    finding_percent(out, 1 / finding_servers(view));
    const struct key_trait *next;
    if (!finding_divides_within(view, &next))
        return FINDING_WARNING;
    buffer_text(out, "; split points inside that range can divide it, by ");
    finding_name(out, next);
    return FINDING_NOTE;
}

static bool is_word(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (!isalnum((unsigned char)text[i]) && !strchr("_-. ", text[i]))
            return false;
    }
    return size > 0 && size <= VALUE_BYTES_SHOWN / 2;
}

// ", for example with salt = if(tenant == 'acme', random(3), 0)", where it can be spelled simply.
static void say_salt(const struct finding_view *view, struct bytes value, double parts,
                     struct buffer *out)
{
    const struct key_trait *trait = &view->traits[view->first];
    const char *name = trait->value->is_field ? view->schema->fields[trait->value->field].name : "";
    if (view->slices || trait->value->type != TYPE_STRING || !is_word(name, strlen(name)) ||
        !is_word((const char *)value.data, value.size))
        return;
    buffer_format(out, ", for example with salt = if(%s == '%.*s', random(%.0f), 0)", name,
                  (int)value.size, (const char *)value.data, parts);
}

static enum finding_level one_hot_value(const struct finding_view *view, struct buffer *out)
{
    struct value_summary values;
    const double servers = view->table ? finding_servers(view) : 0;
    if (!is_skewed(view, &values) || values.second_share * servers >= 1)
        return FINDING_NONE;
    buffer_text(out, "only ");
    finding_value(out, leading_trait(view), values.top);
    buffer_text(out, " is hot (the next value takes ");
    finding_percent(out, values.second_share);
    buffer_text(out, "): salted alone, the readers of all others pay nothing");
    say_salt(view, values.top, ceil(values.top_share * servers), out);
    return FINDING_NOTE;
}

// ---- whole keys ----

static enum finding_level one_key(const struct finding_view *view, struct buffer *out)
{
    if (!view->keys)
        return FINDING_NONE;
    const struct value_summary keys = key_census_summary(view->keys).keys;
    if (keys.distinct > 1 || keys.count < 2)
        return FINDING_NONE;
    phrase_one_key(out, keys.count);
    return FINDING_WARNING;
}

static enum finding_level repeated_key(const struct finding_view *view, struct buffer *out)
{
    static const double WORTH_SAYING = 0.01;
    if (!view->keys)
        return FINDING_NONE;
    const struct value_summary keys = key_census_summary(view->keys).keys;
    const double partitions = (double)partition_map_count(view->table->map);
    if (keys.distinct <= 1 || keys.top_share < WORTH_SAYING || keys.top_share * partitions < 1)
        return FINDING_NONE;
    phrase_repeated_key(out, keys.top_share, view->slices);
    return keys.top_share * finding_servers(view) >= 1 ? FINDING_WARNING : FINDING_NOTE;
}

static enum finding_level not_unique(const struct finding_view *view, struct buffer *out)
{
    if (!view->keys || view->table->plan->store.versions > 1)
        return FINDING_NONE;
    const struct value_summary keys = key_census_summary(view->keys).keys;
    const double again = (double)keys.count - keys.distinct;
    const double doubt = 3 * keys.error * (double)keys.count;
    if (again > doubt) {
        buffer_text(out, keys.error > 0 ? "about " : "");
        text_si(out, again);
        buffer_text(out, " of ");
        text_si(out, (double)keys.count);
    } else if (keys.top_share * (double)keys.count > 1.5) {
        buffer_text(out, "a few");
    } else {
        return FINDING_NONE;
    }
    buffer_text(out, " writes have the key of an earlier one");
    buffer_text(out, ": they overwrite that row, and the table holds fewer rows than were written");
    return FINDING_WARNING;
}

const struct finding_rule finding_first_rules[] = {
    {"one-key", "all writes have the same key", "put what tells the records apart into the key",
     one_key},
    {"rising-first", "the writes of a moment all go to one place of the sorted keys",
     "put a bucket or a hash of another field first, or the field that readers ask for most",
     rising_first},
    {"one-slice-at-a-time", "one sharding key after the other takes all writes of its time",
     "ingest by the sorting key, or give the sharding key a suffix: user_{xxHash(<sorting>) % 64}",
     one_slice_at_a_time},
    {"few-first-values", "what decides the place of a write has few values",
     "put a field with many values, or a hash of one, first", few_first},
    {"skewed-first", "one value of what decides the place of a write is hot",
     "let something that varies within that value come first: a bucket, or a hash with more fields",
     skewed_first},
    {"one-hot-value", "a single value is hot, and could be salted alone",
     "salt that value only: salt = if(field == 'value', random(n), 0); [salt] in front of the key",
     one_hot_value},
    {"repeated-key", "one key takes much of the writes, and no design can divide it",
     "write that record less often, or keep its changes as rows of their own", repeated_key},
    {"not-unique", "different records have the same key, and overwrite each other",
     "add a field that tells them apart, at the end; or set store.versions where versions are "
     "meant",
     not_unique},
    {0},
};
