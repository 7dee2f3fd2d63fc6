// row_set.h -- the rows of a table, by a 64-bit hash of their key: exact up to a limit, then a fair
// sample.
//
// Up to `limit` different keys all are held. Beyond it only keys whose hash falls in a thinning
// 1/2^level of the hash space are (adaptive sampling, Wegman / Flajolet 1990), so that what is left
// depends on the set of keys alone, not on their order, and merges exactly; what is known of a key
// that is left is exact. Counts are then estimates with relative standard error about 1.2 /
// sqrt(limit). Two keys of one hash count as one: 1 in 37 million at a million keys.
//
// Rows can be removed; the level never falls again.
//
// Bytes: a row takes its newest size once for each write that the store keeps, min(writes,
// versions); older versions of another size are taken to be of the newest one's.
//
// Memory: 32 bytes for each key held, and twice that for a moment when the set grows or thins.
#ifndef HOTSIM_METRICS_ROW_SET_H
#define HOTSIM_METRICS_ROW_SET_H

#include "base/types.h"

struct row_set;

// `limit` of at least 2 keys; partitions are 0..partitions-1; `versions`: how many of a row's
// writes the store keeps.
struct row_set *row_set_new(size_t limit, uint32_t partitions, uint64_t versions);
void row_set_free(struct row_set *set); // NULL is fine

// Writes of rows with these key hashes into these partitions, of these sizes, oldest first. A key
// that comes to another partition has moved there.
void row_set_add(struct row_set *set, const uint64_t *hash, const uint32_t *partition,
                 const uint32_t *row_bytes, size_t count);

// Removes the row of a key. What was there: 0 or 1 row, or how many the one that was held stood
// for.
double row_set_remove(struct row_set *set, uint64_t hash);

bool row_set_is_exact(const struct row_set *set);
double
row_set_error(const struct row_set *set);       // relative standard error of row_set_rows; 0: exact
double row_set_rows(const struct row_set *set); // different keys
// Writes of the most written key; of the sample, where not exact. These two walk the set.
uint64_t row_set_top_count(const struct row_set *set);
// Rows (different keys) and bytes (versions kept included) of each partition.
void row_set_partitions(const struct row_set *set, double *out_rows, double *out_bytes);

#endif
