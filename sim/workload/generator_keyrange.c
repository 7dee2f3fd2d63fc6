// keyrange: hot and cold ranges of keys, as RocksDB's `db_bench --benchmarks=mixgraph` makes them.
//
// The values 0 to cardinality - 1 are cut into ranges of equal size. Range p, counted from 1, has
// the weight a exp(b p) + c exp(d p) (Cao, Dong, Vemuri and Du, "Characterizing, Modeling, and
// Benchmarking RocksDB Key-Value Workloads at Facebook", FAST 2020), in whole multiples of the last
// range's, as db_bench has it; with its published parameters, which are the defaults, the hottest
// of 30 ranges takes 80.66 %. Which range is how hot is scattered by the seed. Within a range the
// popularity is a power law: the k hottest values take key_a k^key_b, scattered by a hash, so that
// some values are taken by several and some by none, again as in db_bench. db_bench's own shuffle
// and hash are those of its random generator; here they are others.
#include "workload/generators.h"

#include "base/mem.h"
#include "stats/real.h"
#include "stats/sampler.h"

#include <inttypes.h>
#include <math.h>

enum { RANGES_MAX = 1000000 };

struct keyrange_config {
    uint64_t cardinality, ranges;
    double a, b, c, d, key_a, key_b;
};

struct keyrange {
    struct rng range_stream, key_stream;
    struct alias *alias; // of the ranges, hottest first
    uint64_t cardinality, ranges, scatter_key;
    double key_a, key_exponent; // 0: all values of a range alike
};

static const struct param params[] = {
    {.name = "cardinality",
     .kind = PARAM_COUNT,
     .offset = offsetof(struct keyrange_config, cardinality),
     .min = 1,
     .max = 0x1p53,
     .help = "how many values: 0 to cardinality - 1"},
    {.name = "ranges",
     .kind = PARAM_COUNT,
     .offset = offsetof(struct keyrange_config, ranges),
     .min = 1,
     .max = RANGES_MAX,
     .fallback = "30",
     .help = "into how many ranges of equal size they are cut"},
    {.name = "a",
     .kind = PARAM_NUMBER,
     .offset = offsetof(struct keyrange_config, a),
     .min = 0,
     .max = 1e6,
     .fallback = "14.18",
     .help = "range p has the weight a exp(b p) + c exp(d p)"},
    {.name = "b",
     .kind = PARAM_NUMBER,
     .offset = offsetof(struct keyrange_config, b),
     .min = -100,
     .max = 0,
     .fallback = "-2.917",
     .help = "see a"},
    {.name = "c",
     .kind = PARAM_NUMBER,
     .offset = offsetof(struct keyrange_config, c),
     .min = 0,
     .max = 1e6,
     .fallback = "0.0164",
     .help = "see a"},
    {.name = "d",
     .kind = PARAM_NUMBER,
     .offset = offsetof(struct keyrange_config, d),
     .min = -100,
     .max = 0,
     .fallback = "-0.08082",
     .help = "see a"},
    {.name = "key_a",
     .kind = PARAM_NUMBER,
     .offset = offsetof(struct keyrange_config, key_a),
     .min = 0,
     .max = 1,
     .fallback = "0.002312",
     .help = "the k hottest values of a range take key_a k^key_b of it; 0: all alike"},
    {.name = "key_b",
     .kind = PARAM_NUMBER,
     .offset = offsetof(struct keyrange_config, key_b),
     .min = 0.01,
     .max = 1,
     .fallback = "0.3467",
     .help = "see key_a"},
    {0},
};

// The weights as db_bench has them, hottest first (they fall, as b and d are not above 0); false
// where all are 0. Weights below 10^-16 are 0; the smallest of the others becomes 1 or 2.
static bool weigh(const struct keyrange_config *config, double *out_weights)
{
    double scale = 0;
    for (uint64_t p = config->ranges; p >= 1; p--) {
        const double weight = config->a * real_exp(config->b * (double)p) +
                              config->c * real_exp(config->d * (double)p);
        if (scale == 0 && weight >= 1e-16)
            scale = floor(1 / weight) + 1;
        out_weights[p - 1] = weight >= 1e-16 ? floor(scale * weight) : 0;
    }
    return out_weights[0] > 0;
}

static void *keyrange_open(const void *config, const struct generator_context *context,
                           struct err *err)
{
    const struct keyrange_config *given = config;
    if (given->cardinality < given->ranges) {
        err_fail(err, ERR_INPUT, "keyrange: %" PRIu64 " values cannot fill %" PRIu64 " ranges",
                 given->cardinality, given->ranges);
        return NULL;
    }
    double *weights = mem_new(given->ranges, sizeof *weights);
    if (!weigh(given, weights)) {
        mem_free(weights);
        err_fail(err, ERR_INPUT, "keyrange: with these parameters no range has a weight");
        return NULL;
    }
    struct keyrange *keyrange = mem_new(1, sizeof *keyrange);
    *keyrange = (struct keyrange){
        .range_stream = rng_at(context->stream, UINT64_MAX),
        .key_stream = context->stream,
        .alias = alias_new(weights, given->ranges),
        .cardinality = given->cardinality,
        .ranges = given->ranges,
        .scatter_key = rng_at(context->stream, UINT64_MAX - 1).state,
        .key_a = given->key_a,
        .key_exponent = 1 / given->key_b,
    };
    mem_free(weights);
    return keyrange;
}

static void keyrange_close(void *state)
{
    if (state)
        alias_free(((struct keyrange *)state)->alias);
    mem_free(state);
}

// The place of a value within its range of `size`.
static uint64_t draw_key(const struct keyrange *keyrange, uint64_t range, uint64_t size,
                         struct rng *rng)
{
    if (keyrange->key_a == 0)
        return rng_upto(rng, size - 1);
    const double ratio = rng_unit(rng) / keyrange->key_a;
    const double rank = ratio > 0 ? ceil(real_pow(ratio, keyrange->key_exponent)) : 0;
    const uint64_t whole = rank < 0x1p63 ? (uint64_t)rank : UINT64_C(1) << 63;
    return rng_mix(keyrange->scatter_key + rng_mix(whole) + range) % size;
}

static bool keyrange_fill(void *state, struct batch *batch, const uint64_t *ranks,
                          struct column *out, struct err *err)
{
    const struct keyrange *keyrange = state;
    const uint64_t ranges = keyrange->ranges;
    (void)err;
    for (size_t i = 0; i < batch->count; i++) {
        struct rng range_rng = rng_at(keyrange->range_stream, batch->record[i]);
        struct rng key_rng = rng_at(keyrange->key_stream, batch->record[i]);
        const uint64_t heat = alias_sample(keyrange->alias, &range_rng);
        const uint64_t range = permute(heat, ranges, keyrange->scatter_key);
        const wide_uint all = keyrange->cardinality;
        const uint64_t first = (uint64_t)(all * range / ranges);
        const uint64_t size = (uint64_t)(all * (range + 1) / ranges) - first;
        out->numbers[i] =
            (int64_t)(ranks ? ranks[i] : first + draw_key(keyrange, range, size, &key_rng));
    }
    return true;
}

static void keyrange_describe(const void *config, struct field *field)
{
    field->bounded = true;
    field->min = 0;
    field->max = (int64_t)(((const struct keyrange_config *)config)->cardinality - 1);
}

// Where a range's values are not alike, its hottest has key_a of it and what the hash throws on it.
static void keyrange_popularity(const void *config, double *out_distinct, double *out_top_share)
{
    const struct keyrange_config *given = config;
    double *weights = mem_new(given->ranges, sizeof *weights);
    double sum = 0;
    *out_distinct = (double)given->cardinality;
    *out_top_share = 0;
    if (given->cardinality >= given->ranges && weigh(given, weights)) {
        for (uint64_t i = 0; i < given->ranges; i++)
            sum += weights[i];
        const double size = (double)(given->cardinality / given->ranges);
        *out_top_share = weights[0] / sum * (given->key_a + (1 - given->key_a) / size);
    }
    mem_free(weights);
}

const struct generator generator_keyrange = {
    .name = "keyrange",
    .summary = "hot and cold ranges of keys, as RocksDB's mixgraph makes them",
    .params = params,
    .shorthand = "cardinality",
    .config_size = sizeof(struct keyrange_config),
    .type = TYPE_LONG,
    .open = keyrange_open,
    .close = keyrange_close,
    .fill = keyrange_fill,
    .describe = keyrange_describe,
    .popularity = keyrange_popularity,
};
