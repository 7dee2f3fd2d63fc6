// number_keys.h -- keys that are numbers of 4 bytes, high byte first, so that ranges of them can be
// counted by hand.
#ifndef HOTSIM_TESTS_NUMBER_KEYS_H
#define HOTSIM_TESTS_NUMBER_KEYS_H

#include "base/key_batch.h"
#include "query/planner.h"

// A batch of first, first + step, ... below beyond, at most BATCH_ROWS of them.
struct number_keys {
    struct key_batch keys;
    uint64_t hash[BATCH_ROWS];
    uint32_t number[BATCH_ROWS];
};
void number_keys_fill(struct number_keys *out, uint32_t first, uint32_t beyond, uint32_t step);
void number_keys_done(struct number_keys *keys);

// Of first .. beyond - 1 (0: to the end). A view into `ends`.
struct key_range number_range(uint32_t first, uint32_t beyond, uint32_t slice, uint8_t ends[8]);

#endif
