// table_rows.h -- the rows of one table at a moment, as reads count them: in key order, exact up to
// a limit.
//
// Two layers at most: rows that the table already held, of which only every so many was loaded, and
// those put since. Each layer is an index of all its rows (thinned beyond ROWS_EXACT_MAX) and a
// sample of it, for ranges that are too many rows to be looked at one by one.
//
// On slices the index is sorted by slice first, so that all of a slice lie together.
//
// Ownership: owns its indexes. Errors: none. Threads: belongs to one lane.
#ifndef HOTSIM_RUN_TABLE_ROWS_H
#define HOTSIM_RUN_TABLE_ROWS_H

#include "base/buffer.h"
#include "query/planner.h"
#include "table/row_index.h"

// Rows are counted exactly up to here, in each table; beyond it from a sample of this size.
enum { ROWS_EXACT_MAX = 1 << 20 };
// What is walked in place of too many rows.
enum { ROWS_SAMPLE_MAX = 1 << 13 };

struct row_layer {
    struct row_index *all, *sample;
    double weight; // rows that each loaded one stands for
};

struct table_rows {
    struct row_layer layers[2]; // the newest first
    size_t count;
    struct key_batch *sliced; // on slices: keys behind the numbers of their slices; else NULL
    struct buffer start, stop;
};

void table_rows_init(struct table_rows *rows, bool slices);
void table_rows_done(struct table_rows *rows);

// As row_index_add, to the newest layer; `slice` is where each key lies, on slices.
struct stored_rows {
    const struct key_batch *keys;
    const uint64_t *hash;
    const uint32_t *record, *slice, *size;
};
void table_rows_add(struct table_rows *rows, const struct stored_rows *put, size_t first,
                    size_t beyond);

// Removes the rows of these keys, where they are.
void table_rows_remove(struct table_rows *rows, const struct stored_rows *removed, size_t first,
                       size_t beyond);

// What was added so far is a sample, of which each row stands for `weight`; what comes now is not.
void table_rows_set_aside(struct table_rows *rows, double weight);

// The range as it stands in the indexes; good until the next call.
struct key_range table_rows_range(struct table_rows *rows, const struct key_range *range);

double table_rows_all(const struct table_rows *rows); // estimated where not exact
// Rows of a range as table_rows_range gives it.
double table_rows_between(const struct table_rows *rows, const struct key_range *range);
// Bytes of the rows between two keys (size 0: no end), not of slices; estimated where not exact.
double table_rows_bytes(const struct table_rows *rows, struct bytes start, struct bytes stop);
// The key at which a range is halved: of all keys of rows that leave bytes on both sides, the one
// that leaves the most equal; of two as good, the lower. n rows of one size are cut behind the
// first floor(n / 2). False where no key does. Good until the next put.
bool table_rows_middle(const struct table_rows *rows, struct bytes start, struct bytes stop,
                       struct bytes *out_key);
// The most rows that one counted row stands for: 1 while exact.
double table_rows_scale(const struct table_rows *rows);

#endif
