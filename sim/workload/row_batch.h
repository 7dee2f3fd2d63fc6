// row_batch.h -- rows into the columns of a batch, one after the other.
//
// While rows are written the arena may move, so texts are offsets into it until row_batch_settle
// makes them views.
#ifndef HOTSIM_WORKLOAD_ROW_BATCH_H
#define HOTSIM_WORKLOAD_ROW_BATCH_H

#include "base/batch.h"
#include "workload/value.h"

// Writes the values into the first `count` columns of row `row`.
void row_batch_write(struct batch *batch, size_t row, const struct value *values, size_t count);
// Writes row `from` once more, as row `row`.
void row_batch_repeat(struct batch *batch, size_t row, size_t from, size_t count);
// Makes views of the first `count` columns of all rows.
void row_batch_settle(struct batch *batch, size_t count);

// A row kept beyond its batch.
struct kept_row {
    struct value *values; // [count]
    struct buffer texts;
    bool is_kept;
};
// Keeps row `row` of a settled batch; `values` holds `count`.
void kept_row_take(struct kept_row *kept, const struct batch *batch, size_t row, size_t count);
void kept_row_done(struct kept_row *kept);

#endif
