// latest: values that grow in number, the newest the hottest.
//
// Record k sees start + k / grows_every values; it takes the newest, or one by so many older as
// Zipf's law says. (YCSB's SkewedLatestGenerator, but with Zipf's law in place of Gray's
// approximation.)
#include "workload/generators.h"

#include "base/mem.h"
#include "stats/sampler.h"
#include "workload/growth.h"

struct latest_config {
    double theta;
    uint64_t start, grows_every;
};

struct latest {
    struct rng stream;
    struct growth growth;
    struct zipf zipf; // of the record before
};

static const struct param params[] = {
    {.name = "theta",
     .kind = PARAM_NUMBER,
     .offset = offsetof(struct latest_config, theta),
     .min = 0,
     .max = 10,
     .fallback = "0.99",
     .help = "skew: the value by k older than the newest has weight 1 / (k + 1)^theta"},
    {.name = "start",
     .kind = PARAM_COUNT,
     .offset = offsetof(struct latest_config, start),
     .min = 1,
     .max = 0x1p53,
     .fallback = "1",
     .help = "how many values there are at first: 0 to start - 1"},
    {.name = "grows_every",
     .kind = PARAM_COUNT,
     .offset = offsetof(struct latest_config, grows_every),
     .min = 1,
     .max = 0x1p53,
     .fallback = "1",
     .help = "a new value each so many records"},
    {0},
};

static void *latest_open(const void *config, const struct generator_context *context,
                         struct err *err)
{
    const struct latest_config *given = config;
    (void)err;
    struct latest *latest = mem_new(1, sizeof *latest);
    *latest = (struct latest){
        .stream = context->stream,
        .growth = {.start = given->start, .every = given->grows_every},
        .zipf = zipf_of(given->start, given->theta),
    };
    return latest;
}

static bool latest_fill(void *state, struct batch *batch, const uint64_t *ranks, struct column *out,
                        struct err *err)
{
    struct latest *latest = state;
    (void)ranks;
    (void)err;
    for (size_t i = 0; i < batch->count; i++) {
        struct rng rng = rng_at(latest->stream, batch->record[i]);
        const uint64_t cardinality = growth_at(&latest->growth, batch->record[i]);
        if (cardinality != latest->zipf.cardinality)
            latest->zipf = zipf_of(cardinality, latest->zipf.theta);
        out->numbers[i] = (int64_t)(cardinality - 1 - zipf_sample(&latest->zipf, &rng));
    }
    return true;
}

const struct generator generator_latest = {
    .name = "latest",
    .summary = "a growing number of values, of which the newest are the hottest",
    .params = params,
    .shorthand = "theta",
    .config_size = sizeof(struct latest_config),
    .type = TYPE_LONG,
    .open = latest_open,
    .close = mem_free,
    .fill = latest_fill,
    .describe = generator_describe_from_zero,
    .popularity = generator_popularity_unknown,
};
