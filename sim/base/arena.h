// arena.h -- scratch memory for the texts of one batch: taken piece by piece, given back all at
// once.
//
// Ownership: the arena owns every piece; pieces stay where they are until the next reset.
#ifndef HOTSIM_BASE_ARENA_H
#define HOTSIM_BASE_ARENA_H

#include "base/types.h"

struct arena_block;

struct arena {
    struct arena_block *block; // the newest; older ones hang behind it
    size_t used;               // of the newest
    size_t total;              // bytes handed out since the last reset
};

uint8_t *arena_take(struct arena *arena, size_t size);           // 8-aligned, not zeroed
struct bytes arena_copy(struct arena *arena, struct bytes text); // a copy that lives in the arena
void arena_reset(struct arena *arena);                           // keeps one block that fits it all
void arena_done(struct arena *arena);

#endif
