// normal: whole numbers of a bell curve around a mean, cut off at min and max.
//
// Each is the nearest whole number of a normal value; one outside min to max is drawn again.
#include "workload/generators.h"

#include "base/mem.h"
#include "stats/sampler.h"

#include <math.h>

struct normal_config {
    double mean, deviation;
    int64_t min, max;
};

struct normal {
    struct rng stream;
    double mean, deviation, min, max;
};

static const struct param params[] = {
    {.name = "mean",
     .kind = PARAM_NUMBER,
     .offset = offsetof(struct normal_config, mean),
     .min = -0x1p50,
     .max = 0x1p50,
     .help = "the middle of the curve"},
    {.name = "deviation",
     .kind = PARAM_NUMBER,
     .offset = offsetof(struct normal_config, deviation),
     .min = 1e-9,
     .max = 0x1p48,
     .help = "standard deviation: 68 % lie no further from the mean"},
    {.name = "min",
     .kind = PARAM_INTEGER,
     .offset = offsetof(struct normal_config, min),
     .min = -0x1p53,
     .max = 0x1p53,
     .fallback = "-9007199254740992",
     .help = "lowest value; one below is drawn again"},
    {.name = "max",
     .kind = PARAM_INTEGER,
     .offset = offsetof(struct normal_config, max),
     .min = -0x1p53,
     .max = 0x1p53,
     .fallback = "9007199254740992",
     .help = "highest value; one above is drawn again"},
    {0},
};

// The mean must lie between the bounds, and they a deviation apart, so that at least 1 of 6 draws
// is taken.
static void *normal_open(const void *config, const struct generator_context *context,
                         struct err *err)
{
    const struct normal_config *given = config;
    const double min = (double)given->min, max = (double)given->max;
    if (!(min <= given->mean && given->mean <= max)) {
        err_fail(err, ERR_INPUT, "normal: the mean %g must lie between min and max", given->mean);
        return NULL;
    }
    if (!(max - min >= given->deviation)) {
        err_fail(err, ERR_INPUT, "normal: min and max must be a deviation (%g) apart at least",
                 given->deviation);
        return NULL;
    }
    struct normal *normal = mem_new(1, sizeof *normal);
    *normal = (struct normal){
        .stream = context->stream,
        .mean = given->mean,
        .deviation = given->deviation,
        .min = min,
        .max = max,
    };
    return normal;
}

static bool normal_fill(void *state, struct batch *batch, const uint64_t *ranks, struct column *out,
                        struct err *err)
{
    const struct normal *normal = state;
    (void)ranks;
    (void)err;
    for (size_t i = 0; i < batch->count; i++) {
        struct rng rng = rng_at(normal->stream, batch->record[i]);
        double value;
        do {
            value = floor(normal->mean + normal->deviation * sample_normal(&rng) + 0.5);
        } while (!(value >= normal->min && value <= normal->max));
        out->numbers[i] = (int64_t)value;
    }
    return true;
}

static void normal_describe(const void *config, struct field *field)
{
    const struct normal_config *given = config;
    field->bounded = true;
    field->min = given->min;
    field->max = given->max;
}

const struct generator generator_normal = {
    .name = "normal",
    .summary = "whole numbers of a bell curve around a mean",
    .params = params,
    .config_size = sizeof(struct normal_config),
    .type = TYPE_LONG,
    .open = normal_open,
    .close = mem_free,
    .fill = normal_fill,
    .describe = normal_describe,
    .popularity = generator_popularity_unknown,
};
