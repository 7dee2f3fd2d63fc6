// zipf: few values take most. Rank 0, the hottest, is value 0; `scramble` scatters the ranks over
// the values. With `grows_every` record k sees cardinality + k / grows_every values, the newest the
// coldest.
#include "workload/generators.h"

#include "base/mem.h"
#include "stats/real.h"
#include "stats/sampler.h"
#include "workload/growth.h"

#include <inttypes.h>

struct zipf_config {
    uint64_t cardinality;
    double theta;
    double top; // 0: not given
    bool scramble;
    uint64_t grows_every; // 0: not given
};

struct zipf_state {
    struct zipf zipf; // as it grows, of the record before
    struct growth growth;
    struct rng stream;
    bool scramble;
    uint64_t scramble_key;
};

static const struct param params[] = {
    {.name = "cardinality",
     .kind = PARAM_COUNT,
     .offset = offsetof(struct zipf_config, cardinality),
     .min = 1,
     .max = 0x1p53,
     .help = "how many values: 0, the hottest, to cardinality - 1"},
    {.name = "theta",
     .kind = PARAM_NUMBER,
     .offset = offsetof(struct zipf_config, theta),
     .min = 0,
     .max = 10,
     .fallback = "0.99",
     .help = "skew: value k has weight 1 / (k + 1)^theta; 0 is uniform"},
    {.name = "top",
     .kind = PARAM_SHARE,
     .offset = offsetof(struct zipf_config, top),
     .min = 0,
     .max = 1,
     .fallback = "",
     .help = "share of the hottest value, in place of theta"},
    {.name = "scramble",
     .kind = PARAM_BOOL,
     .offset = offsetof(struct zipf_config, scramble),
     .fallback = "false",
     .help = "scatter the hot values over the range, by the seed"},
    {.name = "grows_every",
     .kind = PARAM_COUNT,
     .offset = offsetof(struct zipf_config, grows_every),
     .min = 1,
     .max = 0x1p53,
     .fallback = "",
     .help = "a value more, the coldest, each so many records; by default none"},
    {0},
};

// NaN where no theta gives the share.
static double theta_of(const struct zipf_config *config)
{
    return config->top > 0 ? zipf_theta_for_top(config->cardinality, config->top) : config->theta;
}

static void *zipf_open(const void *config, const struct generator_context *context, struct err *err)
{
    const struct zipf_config *given = config;
    const double theta = theta_of(given);
    if (!(theta >= 0)) {
        err_fail(err, ERR_INPUT,
                 "zipf: no skew gives the hottest of %" PRIu64 " values a share of %g",
                 given->cardinality, given->top);
        return NULL;
    }
    if (given->scramble && given->grows_every > 0) {
        err_fail(err, ERR_INPUT,
                 "zipf: scramble and grows_every exclude each other: another number of values "
                 "would scatter them anew");
        return NULL;
    }
    struct zipf_state *state = mem_new(1, sizeof *state);
    state->zipf = zipf_of(given->cardinality, theta);
    state->growth = (struct growth){.start = given->cardinality, .every = given->grows_every};
    state->stream = context->stream;
    state->scramble = given->scramble;
    state->scramble_key = rng_at(context->stream, UINT64_MAX).state;
    return state;
}

static bool zipf_fill(void *context, struct batch *batch, const uint64_t *ranks, struct column *out,
                      struct err *err)
{
    struct zipf_state *state = context;
    (void)err;
    for (size_t i = 0; i < batch->count; i++) {
        struct rng rng = rng_at(state->stream, batch->record[i]);
        const uint64_t cardinality = growth_at(&state->growth, batch->record[i]);
        if (cardinality != state->zipf.cardinality)
            state->zipf = zipf_of(cardinality, state->zipf.theta);
        uint64_t value = ranks ? ranks[i] : zipf_sample(&state->zipf, &rng);
        if (state->scramble)
            value = permute(value, state->zipf.cardinality, state->scramble_key);
        out->numbers[i] = (int64_t)value;
    }
    return true;
}

static void zipf_describe(const void *config, struct field *field)
{
    generator_describe_from_zero(config, field);
    if (((const struct zipf_config *)config)->grows_every == 0)
        field->max = (int64_t)(((const struct zipf_config *)config)->cardinality - 1);
}

static void zipf_popularity(const void *config, double *out_distinct, double *out_top_share)
{
    const struct zipf_config *given = config;
    if (given->grows_every > 0) {
        generator_popularity_unknown(config, out_distinct, out_top_share);
        return;
    }
    *out_distinct = (double)given->cardinality;
    *out_top_share = given->top > 0 ? given->top : 1 / zipf_zeta(given->cardinality, given->theta);
}

const struct generator generator_zipf = {
    .name = "zipf",
    .summary = "few values take most: Zipf's law over 0 to cardinality - 1",
    .params = params,
    .shorthand = "cardinality",
    .config_size = sizeof(struct zipf_config),
    .type = TYPE_LONG,
    .open = zipf_open,
    .close = mem_free,
    .fill = zipf_fill,
    .describe = zipf_describe,
    .popularity = zipf_popularity,
};
