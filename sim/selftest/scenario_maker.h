// scenario_maker.h -- a small random scenario from a seed, as the text that a user would write.
//
// Every feature that the reference knows is drawn now and then; all that is drawn is valid.
#ifndef HOTSIM_SELFTEST_SCENARIO_MAKER_H
#define HOTSIM_SELFTEST_SCENARIO_MAKER_H

#include "base/buffer.h"
#include "base/types.h"

// Appends to `out`.
void scenario_make(uint64_t seed, struct buffer *out);

#endif
