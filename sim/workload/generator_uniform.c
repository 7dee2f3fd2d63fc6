// uniform: every whole number of a range alike; the range may grow.
#include "workload/generators.h"

#include "base/mem.h"
#include "workload/growth.h"

#include <inttypes.h>

struct uniform_config {
    uint64_t cardinality;
    int64_t min, max;
    uint64_t grows_every; // 0: not given
};

struct uniform {
    struct rng stream;
    int64_t min;
    uint64_t last_rank;
    struct growth growth;
};

static const struct param params[] = {
    {.name = "cardinality",
     .kind = PARAM_COUNT,
     .offset = offsetof(struct uniform_config, cardinality),
     .min = 1,
     .max = 0x1p53,
     .fallback = "",
     .help = "how many values: 0 to cardinality - 1; or min and max"},
    {.name = "min",
     .kind = PARAM_INTEGER,
     .offset = offsetof(struct uniform_config, min),
     .fallback = "",
     .help = "lowest value, where cardinality is not given"},
    {.name = "max",
     .kind = PARAM_INTEGER,
     .offset = offsetof(struct uniform_config, max),
     .fallback = "",
     .help = "highest value, itself included"},
    {.name = "grows_every",
     .kind = PARAM_COUNT,
     .offset = offsetof(struct uniform_config, grows_every),
     .min = 1,
     .max = 0x1p53,
     .fallback = "",
     .help = "a value more each so many records; by default none"},
    {0},
};

static void bounds_of(const struct uniform_config *config, int64_t *out_min, int64_t *out_max)
{
    *out_min = config->cardinality > 0 ? 0 : config->min;
    *out_max = config->cardinality > 0 ? (int64_t)(config->cardinality - 1) : config->max;
}

static void *uniform_open(const void *config, const struct generator_context *context,
                          struct err *err)
{
    const struct uniform_config *given = config;
    int64_t min, max;
    bounds_of(given, &min, &max);
    if (given->cardinality == 0 && min == 0 && max == 0) {
        err_fail(err, ERR_INPUT, "uniform: needs cardinality, or min and max");
        return NULL;
    }
    if (given->cardinality > 0 && (given->min != 0 || given->max != 0)) {
        err_fail(err, ERR_INPUT, "uniform: takes cardinality, or min and max, not both");
        return NULL;
    }
    if (given->cardinality == 0 && given->grows_every > 0) {
        err_fail(err, ERR_INPUT,
                 "uniform: grows_every needs cardinality, how many there are first");
        return NULL;
    }
    if (min > max) {
        err_fail(err, ERR_INPUT, "uniform: min %" PRId64 " is above max %" PRId64, min, max);
        return NULL;
    }
    struct uniform *uniform = mem_new(1, sizeof *uniform);
    uniform->stream = context->stream;
    uniform->min = min;
    uniform->last_rank = (uint64_t)max - (uint64_t)min;
    uniform->growth = (struct growth){.start = given->cardinality, .every = given->grows_every};
    return uniform;
}

static bool uniform_fill(void *state, struct batch *batch, const uint64_t *ranks,
                         struct column *out, struct err *err)
{
    const struct uniform *uniform = state;
    (void)err;
    for (size_t i = 0; i < batch->count; i++) {
        struct rng rng = rng_at(uniform->stream, batch->record[i]);
        const uint64_t last = uniform->growth.every > 0
                                  ? growth_at(&uniform->growth, batch->record[i]) - 1
                                  : uniform->last_rank;
        const uint64_t rank = ranks ? ranks[i] : rng_upto(&rng, last);
        out->numbers[i] = (int64_t)((uint64_t)uniform->min + rank);
    }
    return true;
}

static void uniform_describe(const void *config, struct field *field)
{
    generator_describe_from_zero(config, field);
    if (((const struct uniform_config *)config)->grows_every == 0)
        bounds_of(config, &field->min, &field->max);
}

static void uniform_popularity(const void *config, double *out_distinct, double *out_top_share)
{
    int64_t min, max;
    if (((const struct uniform_config *)config)->grows_every > 0) {
        generator_popularity_unknown(config, out_distinct, out_top_share);
        return;
    }
    bounds_of(config, &min, &max);
    *out_distinct = (double)((uint64_t)max - (uint64_t)min) + 1;
    *out_top_share = 1 / *out_distinct;
}

const struct generator generator_uniform = {
    .name = "uniform",
    .summary = "every whole number of a range alike",
    .params = params,
    .shorthand = "cardinality",
    .config_size = sizeof(struct uniform_config),
    .type = TYPE_LONG,
    .open = uniform_open,
    .close = mem_free,
    .fill = uniform_fill,
    .describe = uniform_describe,
    .popularity = uniform_popularity,
};
