// What the tables hold before the run: rows that were stored in no time.
//
// Of very many records only every so many is given. Where their keys differ, each of those rows
// stands for as many; where most keys come again and again, the table holds those keys and no more,
// and each stands for itself.

#include "run/lane_state.h"

static void store(struct lane *lane, struct lane_table *table, const struct batch *batch)
{
    uint32_t local[BATCH_ROWS];
    lane_hash_keys(table, batch->count, local);
    row_set_add(table->rows, table->hash, local, table->size, batch->count);
    if (table->all_sharding_keys)
        lane_add_sharding_keys(table->all_sharding_keys, &table->keys, 0, batch->count);
    if (!lane->reads)
        return;
    uint32_t number[BATCH_ROWS];
    for (size_t i = 0; i < batch->count; i++)
        number[i] = (uint32_t)batch->sequence[i];
    const struct stored_rows put = {
        .keys = &table->keys, .hash = table->hash, .record = number, .slice = local};
    table_rows_add(&table->stored, &put, 0, batch->count);
}

bool lane_preload(struct lane *lane, const struct batch *batch, struct err *err)
{
    bool ok = true;
    for (size_t t = 0; ok && t < lane->table_count; t++)
        ok = lane_spell(&lane->tables[t], batch, err);
    for (size_t t = 0; ok && t < lane->table_count; t++) {
        ok = lane_size_rows(lane, &lane->tables[t], batch, err);
        if (ok)
            store(lane, &lane->tables[t], batch);
    }
    return ok || err_context(err, "design \"%s\"", lane->design->name);
}

void lane_preloaded(struct lane *lane)
{
    const double weight = (double)lane->first_record / (double)lane->first_number;
    for (size_t t = 0; t < lane->table_count; t++) {
        struct lane_table *table = &lane->tables[t];
        const struct store_config *store = &table->table.plan->store;
        const double given = (double)lane->first_number;
        if (weight > 1 && row_set_rows(table->rows) > given / 2) {
            table->loaded = table->rows;
            table->loaded_weight = weight;
            table->rows =
                row_set_new(ROWS_EXACT_MAX, partition_map_count(table->table.map), store->versions);
            if (lane->reads)
                table_rows_set_aside(&table->stored, weight);
        }
        table->rows_before = row_set_rows(table->rows);
    }
}
