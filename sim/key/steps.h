// steps.h -- the values that an expression takes while its field goes through an interval: days of
// a time, multiples of a step.
//
// Inside sim/key/ only.
#ifndef HOTSIM_KEY_STEPS_H
#define HOTSIM_KEY_STEPS_H

#include "key/pieces.h"

// False where there are more than `limit`, or where order is kept in places only.
bool key_steps_count(struct key_pieces *pieces, const struct key_chain *chain,
                     const struct key_interval *interval, uint64_t limit, uint64_t *out_count);
bool key_steps_list(struct key_pieces *pieces, const struct key_chain *chain,
                    const struct key_interval *interval, uint64_t limit,
                    struct key_values_list *out_list);

#endif
