// row_index.h -- a table's rows in key order, for counting what a scan reads: exact up to a limit,
// a fair sample beyond.
//
// A B+ tree with counts in its inner nodes: rows between two keys are counted without walking them.
// Beyond `limit` rows only those whose key hash falls in a thinning 1/2^level of the hash space are
// kept (as metrics/row_set.h), so that what is kept depends on the set of keys alone; counts are
// then scaled by 2^level and estimates. The level never falls: rows that were left out cannot come
// back when others are removed.
#ifndef HOTSIM_TABLE_ROW_INDEX_H
#define HOTSIM_TABLE_ROW_INDEX_H

#include "base/key_batch.h"
#include "base/types.h"

// 4 billion rows, far beyond any memory: counts within the tree are of 32 bits.
#define ROW_INDEX_LIMIT_MAX (UINT32_MAX - 2 * BATCH_ROWS)

struct row_index;

// `limit` of at least 2 rows; a batch may pass it by its own rows for a moment.
struct row_index *row_index_new(size_t limit);
void row_index_free(struct row_index *index); // NULL is fine

// Rows of a batch of keys: arrays by its places. A later row of the same key replaces the earlier.
struct index_rows {
    const struct key_batch *keys;
    const uint64_t *hash;   // of the key
    const uint32_t *record; // the caller's handle
    const uint32_t *size;   // bytes that the row takes
};
// Puts rows first .. beyond - 1.
void row_index_add(struct row_index *index, const struct index_rows *rows, size_t first,
                   size_t beyond);

// Removes the rows of the keys first .. beyond - 1, where they are; `hash` of each.
void row_index_remove(struct row_index *index, const struct key_batch *keys, const uint64_t *hash,
                      size_t first, size_t beyond);

bool row_index_is_exact(const struct row_index *index);
double
row_index_scale(const struct row_index *index); // rows that one kept row stands for: 1 while exact
uint64_t row_index_kept(const struct row_index *index);

// Kept rows with start <= key < stop (size 0: no end).
uint64_t row_index_count(const struct row_index *index, struct bytes start, struct bytes stop);

// Bytes of those.
uint64_t row_index_bytes(const struct row_index *index, struct bytes start, struct bytes stop);

// The key of the `at`-th kept row of all, in key order.
struct bytes row_index_key_at(const struct row_index *index, uint64_t at);
// Kept rows before a key.
uint64_t row_index_before(const struct row_index *index, struct bytes key);

// Walks the records of the kept rows of a range, in key order or backwards, until `visit` says
// false.
void row_index_walk(const struct row_index *index, struct bytes start, struct bytes stop,
                    bool reverse, bool (*visit)(void *context, uint32_t record), void *context);

#endif
