// row_store.h -- the rows of a recording held in memory, to be sorted by time.
//
// Sorting is stable: rows of the same time stay in the order in which they were added.
#ifndef HOTSIM_WORKLOAD_ROW_STORE_H
#define HOTSIM_WORKLOAD_ROW_STORE_H

#include "base/types.h"

// What a recording may take when it is sorted.
#define ROW_STORE_ROWS_MAX UINT64_C(20000000)
#define ROW_STORE_BYTES_MAX (UINT64_C(2) * 1024 * 1024 * 1024)

struct stored_row {
    int64_t time_ns;
    uint64_t line;
    uint64_t file; // index of its file
};

struct row_store;

// Rows of `cell_count` cells each, at most `rows_max` of them and `bytes_max` bytes of memory.
struct row_store *row_store_new(size_t cell_count, uint64_t rows_max, uint64_t bytes_max);
void row_store_free(struct row_store *store); // NULL is fine

bool row_store_add(struct row_store *store, const struct stored_row *row,
                   const struct bytes *cells); // false: full
void row_store_sort(struct row_store *store);
uint64_t row_store_count(const struct row_store *store);
// Cells are views into the store.
void row_store_get(const struct row_store *store, uint64_t index, struct stored_row *out_row,
                   struct bytes *out_cells);

#endif
