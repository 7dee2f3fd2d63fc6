// Bucket numbers as the stores' own tools compute them.
#include "hash/hash.h"
#include "key/functions.h"

#include <string.h>

enum { IGZ_BUCKETS = 64, SALT_BUCKETS_MAX = 256 };

static int64_t igz_buckets(const struct key_node *node)
{
    return node->argument_count > 1 ? node_constant(node->arguments[1]) : IGZ_BUCKETS;
}

static bool check_igz(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    const int64_t n = igz_buckets(node);
    if (n <= 0)
        return key_node_fail(node->arguments[1], err,
                             "`igz_bucket` needs a positive number of buckets, got %lld",
                             (long long)n);
    node->bounded = true;
    node->max = n - 1;
    return true;
}

static void run_igz(struct key_node *node, const struct key_run *run)
{
    const struct bytes *in = node->arguments[0]->column.texts;
    const uint64_t n = (uint64_t)igz_buckets(node);
    for (size_t i = 0; i < run->count; i++)
        node->column.numbers[i] = (int64_t)hash_igz_bucket(in[i], n);
}

const struct key_function key_igz_bucket = {
    .name = "igz_bucket",
    .family = "salt",
    .signature = "igz_bucket(sorting, n = 64)",
    .help = "Iguazio's even-distribution suffix: |XXH64 of the UTF-16 text % n|, 0..n-1 (inferred)",
    .words = "Iguazio's bucket (of $2) of $1",
    .takes = "tc",
    .required = 1,
    .result = TYPE_LONG,
    .properties = KEY_ENUMERABLE,
    .check = check_igz,
    .run = run_igz,
};

// --- one raw byte in front of a key ---

enum { SALT_PHOENIX, SALT_OPENTSDB };

static bool check_salt(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    const struct key_node *buckets = node->arguments[node->argument_count - 1];
    const int64_t n = node_constant(buckets);
    if (n < 1 || n > SALT_BUCKETS_MAX)
        return key_node_fail(buckets, err, "`%s` takes 1..%d buckets, got %lld",
                             node->function->name, SALT_BUCKETS_MAX, (long long)n);
    node->bounded = true;
    node->max = n - 1;
    node->width = 1;
    return true;
}

// What is salted, end to end, as it stands in the key.
static struct bytes salted(const struct key_node *node, size_t row, struct buffer *work)
{
    const size_t parts = node->argument_count - 1;
    if (parts == 1)
        return node->arguments[0]->column.texts[row];
    buffer_clear(work);
    for (size_t i = 0; i < parts; i++) {
        const struct bytes part = node->arguments[i]->column.texts[row];
        buffer_append(work, part.data, part.size);
    }
    return bytes_of(work->data, work->size);
}

static void run_salt(struct key_node *node, const struct key_run *run)
{
    const uint32_t n = (uint32_t)node_constant(node->arguments[node->argument_count - 1]);
    const bool phoenix = node->function->variant == SALT_PHOENIX;
    uint8_t *out = arena_take(run->arena, run->count);
    for (size_t i = 0; i < run->count; i++) {
        const struct bytes key = salted(node, i, &run->graph->work);
        out[i] = phoenix ? hash_phoenix_salt(key, n) : (uint8_t)hash_opentsdb_salt(key, n);
        node->column.texts[i] = bytes_of(out + i, 1);
    }
}

const struct key_function key_salt_functions[] = {
    {.name = "phoenix_salt",
     .family = "salt",
     .signature = "phoenix_salt(x, ..., n)",
     .help = "Phoenix's salt byte: |Arrays.hashCode of the encoded bytes % n|",
     .words = "Phoenix's salt byte",
     .takes = "e*c",
     .required = 2,
     .result = TYPE_BYTES,
     .properties = KEY_ENUMERABLE,
     .variant = SALT_PHOENIX,
     .check = check_salt,
     .run = run_salt},
    {.name = "opentsdb_salt",
     .family = "salt",
     .signature = "opentsdb_salt(x, ..., n)",
     .help = "OpenTSDB's salt byte: |Arrays.hashCode of the encoded bytes % n|, time left out",
     .words = "OpenTSDB's salt byte",
     .takes = "e*c",
     .required = 2,
     .result = TYPE_BYTES,
     .properties = KEY_ENUMERABLE,
     .variant = SALT_OPENTSDB,
     .check = check_salt,
     .run = run_salt},
    {0},
};
