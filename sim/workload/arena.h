// arena.h -- room for texts in a batch.
#ifndef HOTSIM_WORKLOAD_ARENA_H
#define HOTSIM_WORKLOAD_ARENA_H

#include "base/batch.h"

// At least `size` bytes behind the arena's last, for the caller to write and then add to
// `arena.size`. Where the arena must move, the texts of the batch's columns move along; views held
// elsewhere do not, so ask before making them.
uint8_t *arena_room(struct batch *batch, size_t size);

#endif
