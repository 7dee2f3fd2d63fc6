#include "run/table_rows.h"

#include <math.h>

static struct row_layer layer_new(void)
{
    return (struct row_layer){
        .all = row_index_new(ROWS_EXACT_MAX),
        .sample = row_index_new(ROWS_SAMPLE_MAX),
        .weight = 1,
    };
}

void table_rows_init(struct table_rows *rows)
{
    *rows = (struct table_rows){.layers = {layer_new()}, .count = 1};
}

void table_rows_done(struct table_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        row_index_free(rows->layers[i].all);
        row_index_free(rows->layers[i].sample);
    }
    rows->count = 0;
}

void table_rows_add(struct table_rows *rows, const struct key_batch *keys, size_t first,
                    size_t beyond, const uint64_t *hash, const uint32_t *record)
{
    row_index_add(rows->layers[0].all, keys, first, beyond, hash, record);
    row_index_add(rows->layers[0].sample, keys, first, beyond, hash, record);
}

void table_rows_set_aside(struct table_rows *rows, double weight)
{
    rows->layers[1] = rows->layers[0];
    rows->layers[1].weight = weight;
    rows->layers[0] = layer_new();
    rows->count = 2;
}

double table_rows_between(const struct table_rows *rows, struct bytes start, struct bytes stop)
{
    double sum = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct row_layer *layer = &rows->layers[i];
        sum += layer->weight * row_index_scale(layer->all) *
               (double)row_index_count(layer->all, start, stop);
    }
    return sum;
}

double table_rows_all(const struct table_rows *rows)
{
    const struct bytes all = {0};
    return table_rows_between(rows, all, all);
}

double table_rows_scale(const struct table_rows *rows)
{
    double scale = 1;
    for (size_t i = 0; i < rows->count; i++)
        scale = fmax(scale, rows->layers[i].weight * row_index_scale(rows->layers[i].all));
    return scale;
}
