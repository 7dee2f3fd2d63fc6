#include "run/key_edges.h"

#include "base/buffer.h"
#include "base/mem.h"

#include <math.h>

enum { LOOK_AT_EVERY = 16 };

struct edge {
    struct buffer low, high;
};

struct key_edges {
    struct edge *edges; // [partitions]
    uint32_t partitions;
    uint64_t seen, high, low;
};

struct key_edges *key_edges_new(uint32_t partitions)
{
    struct key_edges *edges = mem_new(1, sizeof *edges);
    edges->edges = mem_new(partitions, sizeof *edges->edges);
    edges->partitions = partitions;
    return edges;
}

void key_edges_free(struct key_edges *edges)
{
    if (!edges)
        return;
    for (uint32_t i = 0; i < edges->partitions; i++) {
        buffer_done(&edges->edges[i].low);
        buffer_done(&edges->edges[i].high);
    }
    mem_free(edges->edges);
    mem_free(edges);
}

static void keep(struct buffer *kept, struct bytes key)
{
    buffer_clear(kept);
    buffer_append(kept, key.data, key.size);
}

static struct bytes kept_key(const struct buffer *kept)
{
    return bytes_of(kept->data, kept->size);
}

static void look_at(struct key_edges *edges, struct edge *edge, struct bytes key)
{
    const bool is_first = !edge->high.data;
    const bool high = is_first || key_compare(key, kept_key(&edge->high)) > 0;
    const bool low = is_first || key_compare(key, kept_key(&edge->low)) < 0;
    if (high)
        keep(&edge->high, key);
    if (low)
        keep(&edge->low, key);
    edges->seen += !is_first;
    edges->high += high && !is_first;
    edges->low += low && !is_first;
}

void key_edges_add(struct key_edges *edges, const struct key_batch *keys, size_t first,
                   const uint32_t *partition, uint32_t base)
{
    for (size_t i = first; i < keys->count; i += LOOK_AT_EVERY)
        look_at(edges, &edges->edges[partition[i] - base], key_at(keys, i));
}

static double share(uint64_t part, uint64_t all)
{
    return all > 0 ? (double)part / (double)all : NAN;
}

double key_edges_high(const struct key_edges *edges)
{
    return share(edges->high, edges->seen);
}

double key_edges_low(const struct key_edges *edges)
{
    return share(edges->low, edges->seen);
}
