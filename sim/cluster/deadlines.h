// deadlines.h -- when clients give up on operations: all after the same time, so that they fall due
// in the order in which they were set.
//
// Ownership: owns its ring, which grows. Errors: none.
#ifndef HOTSIM_CLUSTER_DEADLINES_H
#define HOTSIM_CLUSTER_DEADLINES_H

#include "base/types.h"

struct deadline {
    sim_ns at;
    uint32_t operation; // of the chains; BRANCH_NONE: it ended in time
};

struct deadlines {
    struct deadline *items;
    uint64_t first, end; // ever taken out, ever set
    size_t capacity;     // 0 or a power of two
};

void deadlines_done(struct deadlines *deadlines);

// Gives back its number, by which it can be lifted; `at` never decreases.
uint64_t deadlines_set(struct deadlines *deadlines, sim_ns at, uint32_t operation);
void deadlines_lift(struct deadlines *deadlines, uint64_t number);

// The next that was not lifted; UINT64_MAX: none.
static inline sim_ns deadlines_next(const struct deadlines *deadlines)
{
    return deadlines->first < deadlines->end
               ? deadlines->items[deadlines->first & (deadlines->capacity - 1)].at
               : UINT64_MAX;
}
uint32_t deadlines_take(struct deadlines *deadlines); // its operation

#endif
