// value_pool.h -- one record for each different combination of values of some fields, so that each
// combination can be drawn as likely as another.
//
// It holds up to `limit` of them; beyond, those whose hash is drawn by a thinning 1/2^level, which
// depends on the values alone: each combination is still as likely to be among them, whatever the
// order and the number of its records. 36 to 44 bytes for each that may be held.
//
// Combinations are told apart by a hash of 64 bits.
#ifndef HOTSIM_WORKLOAD_VALUE_POOL_H
#define HOTSIM_WORKLOAD_VALUE_POOL_H

#include "base/batch.h"
#include "base/rng.h"
#include "workload/record_log.h"

struct value_pool;

// `fields` are of the batches' schema, and outlive the pool. `limit` is at least 1.
struct value_pool *value_pool_new(const size_t *fields, size_t field_count, size_t limit,
                                  uint64_t seed);
void value_pool_free(struct value_pool *pool); // NULL is fine

// The record that holds the values of `row`; the first that holds them is kept.
void value_pool_add(struct value_pool *pool, const struct batch *batch, size_t row,
                    const struct stored_record *record);

size_t value_pool_count(const struct value_pool *pool);                                 // held
const struct stored_record *value_pool_at(const struct value_pool *pool, size_t place); // of those
uint64_t value_pool_scale(const struct value_pool *pool); // that one held stands for: 1, 2, 4, ...
// False while none is held.
bool value_pool_draw(const struct value_pool *pool, struct rng *rng, struct stored_record *out);

#endif
