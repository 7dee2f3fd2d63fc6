// hotset: a share of the records goes to a fraction of the values, all alike within each.
//
// Whether a record is hot and which value it takes come from two streams, since choices that hang
// together (`i % 100 < chance` beside `i % hot`) leave out some of the hot values.
#include "workload/generators.h"

#include "base/mem.h"

struct hotset_config {
    uint64_t cardinality;
    double hot_fraction, hot_share;
};

struct hotset {
    struct rng heat, values;
    uint64_t cardinality, hot_count;
    double hot_share;
};

static const struct param params[] = {
    {.name = "cardinality",
     .kind = PARAM_COUNT,
     .offset = offsetof(struct hotset_config, cardinality),
     .min = 1,
     .max = 0x1p53,
     .help = "how many values: 0 to cardinality - 1, the hot ones first"},
    {.name = "hot_fraction",
     .kind = PARAM_SHARE,
     .offset = offsetof(struct hotset_config, hot_fraction),
     .min = 0,
     .max = 1,
     .fallback = "0.2",
     .help = "part of the values that is hot, cut to whole values, at least one"},
    {.name = "hot_share",
     .kind = PARAM_SHARE,
     .offset = offsetof(struct hotset_config, hot_share),
     .min = 0,
     .max = 1,
     .fallback = "0.8",
     .help = "part of the records that they take"},
    {0},
};

static uint64_t hot_count_of(const struct hotset_config *config)
{
    const uint64_t count = (uint64_t)((double)config->cardinality * config->hot_fraction);
    return count > 0 ? count : 1;
}

// Where all values are hot, all records go to them.
static double hot_share_of(const struct hotset_config *config)
{
    return hot_count_of(config) < config->cardinality ? config->hot_share : 1;
}

static void *hotset_open(const void *config, const struct generator_context *context,
                         struct err *err)
{
    const struct hotset_config *given = config;
    (void)err;
    struct hotset *hotset = mem_new(1, sizeof *hotset);
    *hotset = (struct hotset){
        .heat = rng_at(context->stream, UINT64_MAX),
        .values = context->stream,
        .cardinality = given->cardinality,
        .hot_count = hot_count_of(given),
        .hot_share = hot_share_of(given),
    };
    return hotset;
}

static bool hotset_fill(void *state, struct batch *batch, const uint64_t *ranks, struct column *out,
                        struct err *err)
{
    const struct hotset *hotset = state;
    (void)err;
    for (size_t i = 0; i < batch->count; i++) {
        struct rng heat = rng_at(hotset->heat, batch->record[i]);
        struct rng values = rng_at(hotset->values, batch->record[i]);
        const bool is_hot = rng_unit(&heat) < hotset->hot_share;
        const uint64_t first = is_hot ? 0 : hotset->hot_count;
        const uint64_t last = (is_hot ? hotset->hot_count : hotset->cardinality) - 1;
        const uint64_t value = ranks ? ranks[i] : first + rng_upto(&values, last - first);
        out->numbers[i] = (int64_t)value;
    }
    return true;
}

static void hotset_describe(const void *config, struct field *field)
{
    field->bounded = true;
    field->min = 0;
    field->max = (int64_t)(((const struct hotset_config *)config)->cardinality - 1);
}

static void hotset_popularity(const void *config, double *out_distinct, double *out_top_share)
{
    const struct hotset_config *given = config;
    const uint64_t hot_count = hot_count_of(given);
    const double hot = hot_share_of(given) / (double)hot_count;
    const double cold = hot_count < given->cardinality
                            ? (1 - given->hot_share) / (double)(given->cardinality - hot_count)
                            : 0;
    *out_distinct = (double)given->cardinality;
    *out_top_share = hot > cold ? hot : cold;
}

const struct generator generator_hotset = {
    .name = "hotset",
    .summary = "a few hot values take a given share, all alike among themselves",
    .params = params,
    .shorthand = "cardinality",
    .config_size = sizeof(struct hotset_config),
    .type = TYPE_LONG,
    .open = hotset_open,
    .close = mem_free,
    .fill = hotset_fill,
    .describe = hotset_describe,
    .popularity = hotset_popularity,
};
