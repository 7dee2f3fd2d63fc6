// ycsb_zipfian: YCSB's `requestdistribution=zipfian`, quirks included.
//
// YCSB's ScrambledZipfianGenerator draws a rank over 10,000,000,001 items (0 to ITEM_COUNT, both
// included) by Gray's approximation with a fixed zeta, hashes it (FNV-1a, 64 bits, over its 8 bytes
// from the lowest on, then Math.abs), and takes the remainder by the number of records. So the
// hottest record has 1/zeta = 3.778 % of the requests however few or many records there are.
#include "workload/generators.h"

#include "base/mem.h"
#include "hash/hash.h"
#include "stats/gray.h"

static const uint64_t ITEMS = UINT64_C(10000000001);
static const double THETA = 0.99;
static const double ZETA = 26.46902820178302; // as YCSB has it

struct ycsb_config {
    uint64_t records;
};

struct ycsb {
    struct gray gray;
    struct rng stream;
    uint64_t records;
};

static const struct param params[] = {
    {.name = "records",
     .kind = PARAM_COUNT,
     .offset = offsetof(struct ycsb_config, records),
     .min = 1,
     .max = 0x1p53,
     .help = "how many records: numbers 0 to records - 1"},
    {0},
};

static void *ycsb_open(const void *config, const struct generator_context *context, struct err *err)
{
    (void)err;
    struct ycsb *ycsb = mem_new(1, sizeof *ycsb);
    *ycsb = (struct ycsb){
        .gray = gray_of(ITEMS, THETA, ZETA),
        .stream = context->stream,
        .records = ((const struct ycsb_config *)config)->records,
    };
    return ycsb;
}

// Utils.fnvhash64.
static uint64_t hash_rank(uint64_t rank)
{
    uint8_t bytes[8];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(rank >> (8 * i));
    const uint64_t hash = hash_fnv1a_64(bytes_of(bytes, sizeof bytes));
    return hash >> 63 ? -hash : hash;
}

static bool ycsb_fill(void *state, struct batch *batch, const uint64_t *ranks, struct column *out,
                      struct err *err)
{
    const struct ycsb *ycsb = state;
    (void)err;
    for (size_t i = 0; i < batch->count; i++) {
        struct rng rng = rng_at(ycsb->stream, batch->record[i]);
        const uint64_t value =
            ranks ? ranks[i] : hash_rank(gray_sample(&ycsb->gray, &rng)) % ycsb->records;
        out->numbers[i] = (int64_t)value;
    }
    return true;
}

static void ycsb_describe(const void *config, struct field *field)
{
    field->bounded = true;
    field->min = 0;
    field->max = (int64_t)(((const struct ycsb_config *)config)->records - 1);
}

// Beside its own rank the hottest record has what the hash throws on each.
static void ycsb_popularity(const void *config, double *out_distinct, double *out_top_share)
{
    *out_distinct = (double)((const struct ycsb_config *)config)->records;
    *out_top_share = 1 / ZETA + (1 - 1 / ZETA) / *out_distinct;
}

const struct generator generator_ycsb_zipfian = {
    .name = "ycsb_zipfian",
    .summary = "YCSB's scrambled zipfian: the hottest record takes 3.778 %, however many there are",
    .params = params,
    .shorthand = "records",
    .config_size = sizeof(struct ycsb_config),
    .type = TYPE_LONG,
    .open = ycsb_open,
    .close = mem_free,
    .fill = ycsb_fill,
    .describe = ycsb_describe,
    .popularity = ycsb_popularity,
};
