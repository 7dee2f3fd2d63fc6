// What the tables hold before the run: rows that were stored in no time.
//
// Of very many records only every so many is given. Where their keys differ, each of those rows
// stands for as many; where most keys come again and again, the table holds those keys and no more,
// and each stands for itself.

#include "run/lane_state.h"

static void store(struct lane *lane, struct lane_table *table, const struct batch *batch,
                  size_t first, size_t beyond)
{
    uint32_t local[BATCH_ROWS];
    lane_hash_keys(table, batch->count, local);
    row_set_add(table->rows, table->hash + first, local + first, table->size + first,
                beyond - first);
    if (table->all_sharding_keys)
        lane_add_sharding_keys(table->all_sharding_keys, &table->keys, first, beyond);
    if (!lane->reads && !table->may_split)
        return;
    uint32_t number[BATCH_ROWS];
    for (size_t i = first; i < beyond; i++)
        number[i] = (uint32_t)batch->sequence[i];
    const struct stored_rows put = {.keys = &table->keys,
                                    .hash = table->hash,
                                    .record = number,
                                    .slice = local,
                                    .size = table->size};
    table_rows_add(&table->stored, &put, first, beyond);
}

void lane_preload_rows(struct lane *lane, const struct batch *batch, size_t first, size_t beyond)
{
    for (size_t t = 0; t < lane->table_count; t++)
        store(lane, &lane->tables[t], batch, first, beyond);
}

bool lane_preload(struct lane *lane, const struct batch *batch, struct err *err)
{
    bool ok = true;
    for (size_t t = 0; ok && t < lane->table_count; t++)
        ok = lane_spell(&lane->tables[t], batch, err);
    for (size_t t = 0; ok && t < lane->table_count; t++)
        ok = lane_size_rows(lane, &lane->tables[t], batch, err);
    if (!ok)
        return err_context(err, "design \"%s\"", lane->design->name);
    if (lane->topology)
        lane_live_preload(lane, batch);
    else
        lane_preload_rows(lane, batch, 0, batch->count);
    return true;
}

// Rows that stand for others: most came under a key of their own.
static bool is_sample(const struct lane *lane, const struct lane_table *table, double weight)
{
    return weight > 1 && row_set_rows(table->rows) > (double)lane->first_number / 2;
}

void lane_preloaded(struct lane *lane)
{
    const double weight = (double)lane->first_record / (double)lane->first_number;
    for (size_t t = 0; t < lane->table_count; t++) {
        struct lane_table *table = &lane->tables[t];
        const struct store_config *store = &table->table.plan->store;
        if (is_sample(lane, table, weight)) {
            table->loaded = table->rows;
            table->loaded_weight = weight;
            table->rows = row_set_new(ROWS_EXACT_MAX, table->row_places, store->versions);
            if (lane->reads || table->may_split)
                table_rows_set_aside(&table->stored, weight);
        }
        table->rows_before = row_set_rows(table->rows);
    }
    if (lane->topology)
        topology_begin(lane->topology);
}
