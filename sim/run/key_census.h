// key_census.h -- what one reading of the workload shows of its records, and of the keys that a
// table would get: counted over the puts.
//
// Ownership: the censuses own what they count; summaries are views of it.
#ifndef HOTSIM_RUN_KEY_CENSUS_H
#define HOTSIM_RUN_KEY_CENSUS_H

#include "base/batch.h"
#include "base/err.h"
#include "base/key_batch.h"
#include "key/program.h"
#include "run/value_census.h"
#include "table/partition_map.h"

// ---- records ----

struct record_census;

struct record_census *record_census_new(const struct schema *schema);
void record_census_free(struct record_census *census); // NULL is fine
void record_census_add(struct record_census *census, const struct batch *puts);

// Every record so far stands for so many. A field of which most values differed is taken to go on
// so.
void record_census_weigh(struct record_census *census, double weight);

struct field_summary {
    struct value_summary values; // numbers as 8 bytes that sort as they do
    uint64_t negative;           // numbers below zero
    uint64_t step;               // of numbers: what divides all differences; 0: one value
    double span;                 // of numbers: from the least to the greatest
};
struct field_summary record_census_field(const struct record_census *census, size_t field);

// ---- keys ----

struct key_census;

// `map`: where the keys go, where that is known before; else NULL. Both outlive the census.
// `tables`: how many are counted at once.
struct key_census *key_census_new(const struct key_program *program,
                                  const struct partition_map *map, size_t tables);
void key_census_free(struct key_census *census); // NULL is fine
// The keys that the program made of its last batch.
void key_census_add(struct key_census *census, const struct key_batch *keys);

struct key_summary {
    struct value_summary keys;     // whole keys
    struct value_summary sharding; // slices: the part that picks one; else nothing
    uint64_t early_dots, dot_suspects;
    const uint64_t *partition_writes; // [partitions of the map]; NULL without one
    const bool *first_bytes;          // [256] that a key began with
};
struct key_summary key_census_summary(const struct key_census *census);
struct value_summary key_census_component(const struct key_census *census, size_t index);
// Values of the component that hold the literal which follows it.
uint64_t key_census_delimited(const struct key_census *census, size_t index);

#endif
