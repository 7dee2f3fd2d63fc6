// dots.h -- on slices the sharding key ends at the leftmost dot of a name; a dot inside a field
// cuts it short.
#ifndef HOTSIM_RUN_DOTS_H
#define HOTSIM_RUN_DOTS_H

#include "key/program.h"

// How many of the names hold a dot before the intended one, looked for in names with more dots than
// the program writes. Stops looking after DOTS_SUSPECTS_MAX suspicious names; `suspects` counts
// them over calls.
enum { DOTS_SUSPECTS_MAX = 1000 };
uint64_t dots_early(const struct key_program *program, const struct key_batch *keys,
                    uint64_t *suspects);

#endif
