// Hashes, salts and buckets: where they stand, what they hash, and how their numbers come out.

#include "base/text.h"
#include "run/finding.h"

#include <math.h>

// ---- random numbers ----

// On regions a component counts where it stands first; on slices where it is in the sharding key.
static bool is_leading(const struct finding_view *view, size_t index)
{
    return view->slices ? index < finding_sorting(view) : index == view->first;
}

static const struct key_trait *random_trait(const struct finding_view *view, bool leading)
{
    for (size_t i = view->first; i < view->trait_count; i++) {
        if (view->traits[i].is_random && is_leading(view, i) == leading)
            return &view->traits[i];
    }
    return NULL;
}

static void say_rows(const struct key_trait *trait, struct buffer *out)
{
    if (trait->values > 1 && trait->values < UINT32_MAX)
        buffer_format(out, "up to %llu rows", (unsigned long long)trait->values);
    else
        buffer_text(out, "several rows");
}

static enum finding_level random_suffix(const struct finding_view *view, struct buffer *out)
{
    const struct key_trait *trait = random_trait(view, false);
    if (!trait)
        return FINDING_NONE;
    finding_name(out, trait);
    if (view->slices)
        buffer_text(out,
                    " stands in the sorting key, and only the sharding key picks the slice: it "
                    "spreads nothing; ");
    else
        buffer_text(out, " is not first: it never changes the region that a key falls in, so on "
                         "sorted regions it spreads nothing, although two vendors' pages advise "
                         "it; ");
    buffer_text(out, "reading one record is a scan of ");
    say_rows(trait, out);
    return FINDING_WARNING;
}

static enum finding_level random_prefix(const struct finding_view *view, struct buffer *out)
{
    const struct key_trait *trait = random_trait(view, true);
    if (!trait)
        return FINDING_NONE;
    finding_name(out, trait);
    buffer_text(out, " is drawn when the record is written, and no reader knows it: each get and "
                     "each scan must ask ");
    if (trait->values > 1 && trait->values < UINT32_MAX)
        buffer_format(out, "for all %llu values", (unsigned long long)trait->values);
    else
        buffer_text(out, "for every value");
    return FINDING_WARNING;
}

// ---- what is hashed ----

struct hashed {
    bool any;      // some field is read
    bool all_move; // each of them rises or falls
    bool varies;   // one of them differs in nearly every record
};

static struct hashed hashed_fields(const struct finding_view *view, const struct key_node *node)
{
    static const double NEARLY_ALL = 0.9;
    struct hashed hashed = {.all_move = true};
    for (size_t i = 0; i < view->schema->count; i++) {
        if (!key_node_reads(node, i))
            continue;
        const struct field_summary field = record_census_field(view->records, i);
        hashed.any = true;
        hashed.all_move = hashed.all_move && finding_is_moving(&field.values);
        hashed.varies =
            hashed.varies || field.values.distinct >= NEARLY_ALL * (double)field.values.count;
    }
    hashed.all_move = hashed.all_move && hashed.any;
    return hashed;
}

// The first component where it begins with a hash; else NULL.
static const struct key_trait *hash_first(const struct finding_view *view)
{
    const struct key_trait *trait = &view->traits[view->first];
    if (!view->keys || view->slices || trait->is_random)
        return NULL;
    const bool hashes =
        key_node_family_of(trait->value, "digest") || key_node_family_of(trait->value, "salt");
    return hashes ? trait : NULL;
}

static enum finding_level hash_of_rising(const struct finding_view *view, struct buffer *out)
{
    const struct key_trait *trait = hash_first(view);
    if (!trait || !hashed_fields(view, trait->value).all_move)
        return FINDING_NONE;
    finding_name(out, trait);
    buffer_text(out, " hashes only ");
    finding_fields(view, trait->value, out);
    buffer_text(out, ", which moves: the writes spread, but neighbours are torn apart, and a range "
                     "of it is as many scans as there are hash values, or one of the whole table");
    return FINDING_NOTE;
}

static enum finding_level hash_of_entity(const struct finding_view *view, struct buffer *out)
{
    const struct key_trait *trait = hash_first(view);
    const struct hashed hashed = trait ? hashed_fields(view, trait->value) : (struct hashed){0};
    if (!hashed.any || hashed.all_move || hashed.varies)
        return FINDING_NONE;
    const struct value_summary values = finding_leading(view);
    finding_name(out, trait);
    buffer_text(out, " follows from ");
    finding_fields(view, trait->value, out);
    buffer_text(out, " alone: all rows of one value stay together (a vendor's page says that they "
                     "spread over regions), so a hot one stays hot: ");
    finding_percent(out, values.top_share);
    buffer_text(out, " of the writes have the most frequent prefix, where an even share of ");
    buffer_format(out, "%.0f servers is ", finding_servers(view));
    finding_percent(out, 1 / finding_servers(view));
    return values.top_share * finding_servers(view) >= 1 ? FINDING_WARNING : FINDING_NOTE;
}

// ---- buckets ----

static enum finding_level buckets_per_server(const struct finding_view *view, struct buffer *out)
{
    static const double WORTH_SAYING = 1.05, BAD = 1.25;
    if (!view->table || !finding_has_buckets(view))
        return FINDING_NONE;
    const double buckets = (double)view->facts.leading_values;
    const double servers = finding_servers(view);
    const double share = ceil(buckets / servers) / buckets;
    if (share * servers <= WORTH_SAYING)
        return FINDING_NONE;
    if (buckets < servers) {
        buffer_format(out, "%.0f buckets keep at most %.0f of %.0f servers busy", buckets, buckets,
                      servers);
        return FINDING_WARNING;
    }
    buffer_format(out, "%.0f buckets do not divide by %.0f servers: one that carries %.0f takes ",
                  buckets, servers, ceil(buckets / servers));
    finding_percent(out, share);
    buffer_format(out, " of the writes, %.2f times the mean", share * servers);
    return share * servers >= BAD ? FINDING_WARNING : FINDING_NOTE;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b > 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// The field whose plain remainder the bucket is, and by what; NULL: it is something else.
static const struct key_node *bucket_field(const struct finding_view *view, int64_t *out_buckets)
{
    const struct key_node *value = view->traits[view->first].value;
    const struct key_node *call = key_node_call_of(value, "%");
    if (!call)
        call = key_node_call_of(value, "floormod");
    if (!call || !key_node_argument(call, 1, out_buckets) || *out_buckets < 2 ||
        !call->arguments[0]->is_field)
        return NULL;
    return call->arguments[0];
}

static enum finding_level unused_buckets(const struct finding_view *view, struct buffer *out)
{
    int64_t buckets;
    if (!view->keys || !finding_has_buckets(view))
        return FINDING_NONE;
    const struct key_node *field = bucket_field(view, &buckets);
    if (!field)
        return FINDING_NONE;
    const uint64_t step = record_census_field(view->records, field->field).step;
    const uint64_t shared = common_divisor((uint64_t)buckets, step);
    if (shared < 2 || step == 0)
        return FINDING_NONE;
    uint64_t better = (uint64_t)buckets;
    while (common_divisor(better, step) > 1)
        better++;
    finding_fields(view, field, out);
    buffer_format(out,
                  " moves in steps of %llu, so only %llu of %lld buckets are ever used (n / "
                  "gcd(n, step)); with %llu buckets all would be",
                  (unsigned long long)step, (unsigned long long)((uint64_t)buckets / shared),
                  (long long)buckets, (unsigned long long)better);
    return FINDING_WARNING;
}

static enum finding_level few_behind_buckets(const struct finding_view *view, struct buffer *out)
{
    enum { ROWS_A_BUCKET = 20 };
    const struct key_trait *trait = hash_first(view);
    if (!trait || !finding_has_buckets(view))
        return FINDING_NONE;
    const struct value_summary values = finding_leading(view);
    const double buckets = (double)view->facts.leading_values;
    if (values.distinct >= buckets || (double)values.count < ROWS_A_BUCKET * buckets)
        return FINDING_NONE;
    buffer_format(out, "only %.0f of %.0f buckets are used: ", values.distinct, buckets);
    finding_fields(view, trait->value, out);
    buffer_text(out, " has too few values to reach them all by chance");
    return FINDING_WARNING;
}

static enum finding_level bucket_of_clock(const struct finding_view *view, struct buffer *out)
{
    static const double LONG_RUN = 0.9; // ten writes in one bucket before the next is hit
    if (!view->keys || !finding_has_buckets(view) || view->traits[view->first].is_random)
        return FINDING_NONE;
    const struct value_summary values = finding_leading(view);
    if (values.repeat_share < LONG_RUN ||
        !finding_reads_moving_field(view, view->traits[view->first].value))
        return FINDING_NONE;
    finding_name(out, &view->traits[view->first]);
    buffer_text(out, " changes only when the clock ticks: about ");
    text_si(out, 1 / (1 - values.repeat_share));
    buffer_text(out, " writes in a row go to one bucket before the next gets any, so the spread is "
                     "even over the run and not at any moment");
    return FINDING_WARNING;
}

// ---- signs ----

static enum finding_level negative_modulo(const struct finding_view *view, struct buffer *out)
{
    for (size_t i = view->first; i < view->trait_count; i++) {
        const struct key_trait *trait = &view->traits[i];
        const struct key_node *call =
            trait->is_literal ? NULL : key_node_call_of(trait->value, "%");
        int64_t n;
        if (!call || call->type == TYPE_ULONG || node_is_natural(call->arguments[0]) ||
            !key_node_argument(call, 1, &n) || n < 2)
            continue;
        const struct key_node *value = call->arguments[0];
        const bool is_seen = !value->is_field || !view->records ||
                             record_census_field(view->records, value->field).negative > 0;
        if (!is_seen)
            continue;
        finding_name(out, trait);
        buffer_format(out,
                      " takes the remainder of a number that may be negative, and keeps its sign: "
                      "%lld..%lld, %lld buckets and not %lld",
                      (long long)(1 - n), (long long)(n - 1), (long long)(2 * n - 1), (long long)n);
        return FINDING_WARNING;
    }
    return FINDING_NONE;
}

static enum finding_level abs_of_smallest(const struct finding_view *view, struct buffer *out)
{
    for (size_t i = view->first; i < view->trait_count; i++) {
        const struct key_trait *trait = &view->traits[i];
        const struct key_node *call =
            trait->is_literal ? NULL : key_node_call_of(trait->value, "abs");
        if (!call)
            continue;
        const struct key_node *value = call->arguments[0];
        const bool is_int = value->type == TYPE_INT;
        if (value->bounded && value->min > (is_int ? INT32_MIN : INT64_MIN))
            continue;
        finding_name(out, trait);
        buffer_format(out,
                      " takes Math.abs, which leaves the smallest %s negative: one value in 2^%d "
                      "falls outside the buckets",
                      is_int ? "int" : "long", is_int ? 32 : 64);
        return FINDING_NOTE;
    }
    return FINDING_NONE;
}

const struct finding_rule finding_hash_rules[] = {
    {"random-suffix", "a random number stands where it spreads nothing",
     "put it first (and pay for it in every read), or better a hash of a field that readers know",
     random_suffix},
    {"random-prefix", "a random number stands first: readers must ask for all of its values",
     "take a hash of a field that readers know: a get is then one request", random_prefix},
    {"hash-of-rising", "only what rises is hashed: writes spread, ranges are lost",
     "for reads by range take a bucket, [ts % n][ts]: n scans instead of all", hash_of_rising},
    {"hash-of-entity", "only the entity is hashed: its rows stay together, and a hot one hot",
     "good for reads of one entity; to divide a hot one hash a field that varies within it",
     hash_of_entity},
    {"buckets-per-server", "the number of buckets does not divide by the number of servers",
     "take a multiple of the servers", buckets_per_server},
    {"unused-buckets", "what the bucket is taken of moves in steps that leave buckets unused",
     "take a number of buckets without a common divisor with the step, or hash the value first",
     unused_buckets},
    {"few-behind-buckets", "fewer values are hashed than would reach all buckets",
     "hash a field with more values as well, or take fewer buckets", few_behind_buckets},
    {"bucket-of-clock", "all writes of a clock's tick go to one bucket",
     "take the bucket of a finer clock, or of a hash of another field", bucket_of_clock},
    {"negative-modulo", "the remainder of a negative number is negative", "floormod(x, n)",
     negative_modulo},
    {"abs-of-smallest", "Math.abs leaves the smallest number negative",
     "floormod(x, n), or abs(x % n)", abs_of_smallest},
    {0},
};
