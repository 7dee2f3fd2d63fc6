#include "run/table_rows.h"

#include "base/mem.h"

#include <math.h>

enum { SLICE_BYTES = 4 };

static struct row_layer layer_new(void)
{
    return (struct row_layer){
        .all = row_index_new(ROWS_EXACT_MAX),
        .sample = row_index_new(ROWS_SAMPLE_MAX),
        .weight = 1,
    };
}

void table_rows_init(struct table_rows *rows, bool slices)
{
    *rows = (struct table_rows){.layers = {layer_new()}, .count = 1};
    if (slices)
        rows->sliced = mem_new(1, sizeof *rows->sliced);
}

void table_rows_done(struct table_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        row_index_free(rows->layers[i].all);
        row_index_free(rows->layers[i].sample);
    }
    if (rows->sliced)
        buffer_done(&rows->sliced->bytes);
    mem_free(rows->sliced);
    buffer_done(&rows->start);
    buffer_done(&rows->stop);
    *rows = (struct table_rows){0};
}

static void put_slice(struct buffer *out, uint32_t slice)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        buffer_byte(out, (uint8_t)(slice >> shift));
}

// Of the keys first .. beyond - 1.
static const struct key_batch *keys_by_slice(struct table_rows *rows, const struct stored_rows *put,
                                             size_t first, size_t beyond)
{
    struct key_batch *sliced = rows->sliced;
    static const uint8_t behind[8];
    if (!sliced)
        return put->keys;
    buffer_clear(&sliced->bytes);
    sliced->count = beyond;
    for (size_t i = first; i < beyond; i++) {
        const struct bytes key = key_at(put->keys, i);
        sliced->start[i] = (uint32_t)sliced->bytes.size;
        put_slice(&sliced->bytes, put->slice[i]);
        buffer_append(&sliced->bytes, key.data, key.size);
    }
    sliced->start[beyond] = (uint32_t)sliced->bytes.size;
    buffer_append(&sliced->bytes, behind, sizeof behind);
    return sliced;
}

void table_rows_add(struct table_rows *rows, const struct stored_rows *put, size_t first,
                    size_t beyond)
{
    if (first == beyond)
        return;
    const struct index_rows add = {.keys = keys_by_slice(rows, put, first, beyond),
                                   .hash = put->hash,
                                   .record = put->record,
                                   .size = put->size};
    row_index_add(rows->layers[0].all, &add, first, beyond);
    row_index_add(rows->layers[0].sample, &add, first, beyond);
}

void table_rows_remove(struct table_rows *rows, const struct stored_rows *removed, size_t first,
                       size_t beyond)
{
    const struct key_batch *keys = keys_by_slice(rows, removed, first, beyond);
    for (size_t i = 0; i < rows->count; i++) {
        row_index_remove(rows->layers[i].all, keys, removed->hash, first, beyond);
        row_index_remove(rows->layers[i].sample, keys, removed->hash, first, beyond);
    }
}

struct key_range table_rows_range(struct table_rows *rows, const struct key_range *range)
{
    if (!rows->sliced)
        return *range;
    buffer_clear(&rows->start);
    buffer_clear(&rows->stop);
    put_slice(&rows->start, range->slice);
    buffer_append(&rows->start, range->start.data, range->start.size);
    put_slice(&rows->stop, range->stop.size > 0 ? range->slice : range->slice + 1);
    buffer_append(&rows->stop, range->stop.data, range->stop.size);
    return (struct key_range){.start = bytes_of(rows->start.data, rows->start.size),
                              .stop = bytes_of(rows->stop.data, rows->stop.size)};
}

void table_rows_set_aside(struct table_rows *rows, double weight)
{
    rows->layers[1] = rows->layers[0];
    rows->layers[1].weight = weight;
    rows->layers[0] = layer_new();
    rows->count = 2;
}

double table_rows_between(const struct table_rows *rows, const struct key_range *range)
{
    double sum = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct row_layer *layer = &rows->layers[i];
        sum += layer->weight * row_index_scale(layer->all) *
               (double)row_index_count(layer->all, range->start, range->stop);
    }
    return sum;
}

double table_rows_all(const struct table_rows *rows)
{
    const struct key_range all = {0};
    return table_rows_between(rows, &all);
}

double table_rows_scale(const struct table_rows *rows)
{
    double scale = 1;
    for (size_t i = 0; i < rows->count; i++)
        scale = fmax(scale, rows->layers[i].weight * row_index_scale(rows->layers[i].all));
    return scale;
}

double table_rows_bytes(const struct table_rows *rows, struct bytes start, struct bytes stop)
{
    double sum = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct row_layer *layer = &rows->layers[i];
        sum += layer->weight * row_index_scale(layer->all) *
               (double)row_index_bytes(layer->all, start, stop);
    }
    return sum;
}

struct halving {
    const struct table_rows *rows;
    struct bytes start, stop;
    double all;        // bytes of the range
    double best;       // how far the halves are apart
    double best_low;   // and what is below the key
    struct bytes *key; // of the best
    bool found;
};

static double below(const struct halving *halving, struct bytes key)
{
    return table_rows_bytes(halving->rows, halving->start, key);
}

static void try_key(struct halving *halving, struct bytes key)
{
    const double low = key.size > 0 ? below(halving, key) : 0;
    const double apart = fabs(2 * low - halving->all);
    if (!(low > 0 && low < halving->all))
        return;
    if (halving->found &&
        (apart > halving->best || (apart == halving->best && low >= halving->best_low)))
        return;
    halving->found = true;
    halving->best = apart;
    halving->best_low = low;
    *halving->key = key;
}

// The first of a layer's rows with at least half of the bytes below it, and the one before.
static void halve_by(struct halving *halving, const struct row_index *index)
{
    const uint64_t first = row_index_before(index, halving->start);
    uint64_t low = first;
    uint64_t high = first + row_index_count(index, halving->start, halving->stop);
    const uint64_t end = high;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (2 * below(halving, row_index_key_at(index, middle)) >= halving->all)
            high = middle;
        else
            low = middle + 1;
    }
    if (low < end)
        try_key(halving, row_index_key_at(index, low));
    if (low > first)
        try_key(halving, row_index_key_at(index, low - 1));
}

bool table_rows_middle(const struct table_rows *rows, struct bytes start, struct bytes stop,
                       struct bytes *out_key)
{
    struct halving halving = {.rows = rows,
                              .start = start,
                              .stop = stop,
                              .all = table_rows_bytes(rows, start, stop),
                              .key = out_key};
    for (size_t i = 0; i < rows->count; i++)
        halve_by(&halving, rows->layers[i].all);
    return halving.found;
}
