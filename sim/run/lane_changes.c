// What updates and deletes do to the rows of a table.
//
// A delete writes a mark under the row's key; an update whose key stays overwrites the row, and one
// that changes the key deletes the old row and puts the new one.

#include "run/lane_state.h"

#include <string.h>

static enum row_fate fate_of(const struct lane_table *table, const struct batch *writes, size_t i)
{
    if (op_stores(writes->kind[i]))
        return ROW_STORED;
    if (writes->kind[i] == OP_DELETE)
        return ROW_REMOVED;
    return key_compare(key_at(&table->keys, i), key_at(&table->keys, i + 1)) == 0 ? ROW_KEPT
                                                                                  : ROW_REMOVED;
}

void lane_tell_fates(struct lane_table *table, const struct batch *writes)
{
    for (size_t i = 0; i < writes->count; i++)
        table->fate[i] = (uint8_t)fate_of(table, writes, i);
}

// Of the measured part: a mark is written under a key, too.
static void count_measured(struct lane_table *table, const struct batch *writes,
                           const uint32_t *local, size_t i)
{
    row_set_add(table->measured_rows, table->hash + i, local + i, table->size + i, 1);
    table->measured_writes++;
    table->measured_stored += table->fate[i] == ROW_STORED;
    table->key_changes += writes->kind[i] == OP_REPLACED;
}

void lane_count_changes(struct lane_table *table, const struct batch *writes, const uint32_t *local,
                        size_t first)
{
    for (size_t i = 0; i < writes->count; i++) {
        if (i == first && first > 0)
            table->rows_before = row_set_rows(table->rows);
        if (table->fate[i] == ROW_KEPT)
            continue;
        double removed = 0;
        if (table->fate[i] == ROW_STORED)
            row_set_add(table->rows, table->hash + i, local + i, table->size + i, 1);
        else
            removed = row_set_remove(table->rows, table->hash[i]);
        table->writes++;
        if (i < first)
            continue;
        table->measured_removed += removed;
        count_measured(table, writes, local, i);
    }
    if (first == writes->count && first > 0)
        table->rows_before = row_set_rows(table->rows);
}

size_t lane_pack_writes(const struct lane_table *table, const uint32_t *values, size_t begin,
                        size_t end, uint32_t *out)
{
    size_t count = 0;
    for (size_t i = begin; i < end; i++) {
        if (table->fate[i] != ROW_KEPT)
            out[count++] = values[i];
    }
    return count;
}
