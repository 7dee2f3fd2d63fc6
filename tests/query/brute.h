// brute.h -- keys of all kinds and records that are hard on them, for comparing plans with all
// rows.
#ifndef HOTSIM_TESTS_BRUTE_H
#define HOTSIM_TESTS_BRUTE_H

#include "../key/key_case.h"

#include "base/arena.h"
#include "base/rng.h"

enum { BRUTE_ROWS = 600, BRUTE_SLICES = 16 };
enum { FIELD_X, FIELD_TS, FIELD_A, FIELD_H, FIELD_U, FIELD_E, FIELD_D, FIELD_I, FIELDS };

extern const char brute_fields[];
extern const char *const brute_designs[];
extern const size_t brute_design_count;

// Fills a batch of the fields above. `alike`: one spelling of each decimal.
void brute_draw(struct rng *rng, struct batch *batch, struct arena *arena, bool alike);
// Of a key; 0 without slices.
uint32_t brute_slice(bool slices, struct bytes key);

// All keys of one design.
struct brute_table {
    struct key_case it;
    struct key_batch keys;
    struct key_program *program;
    struct arena arena;
    bool stored[BRUTE_ROWS]; // not overwritten by a later one of the same key
    bool slices;
    char encoding; // as of a key_case
    uint64_t seed;
    const char *design;
};
// `encoding`: as of a key_case.
void brute_table_init(struct brute_table *table, const char *design, char encoding, uint64_t seed);
void brute_table_done(struct brute_table *table);

// How many seeds to take: HOTSIM_FUZZ, or 1.
uint64_t brute_rounds(void);

#endif
