// distinct.h -- how many different values went by, in 16 KiB whatever their number: HyperLogLog.
//
// 2^14 registers over 64-bit hashes (Flajolet et al. 2007), read with the estimator of Ertl (2017),
// which has no bias at any size. Relative standard error 1.04 / sqrt(2^14). Merges exactly.
#ifndef HOTSIM_STATS_DISTINCT_H
#define HOTSIM_STATS_DISTINCT_H

#include "base/types.h"

enum { DISTINCT_REGISTERS = 1 << 14 };
#define DISTINCT_ERROR 0.008125 // 1.04 / 128

struct distinct {
    uint8_t registers[DISTINCT_REGISTERS];
};

void distinct_add(struct distinct *distinct, uint64_t hash);
double distinct_estimate(const struct distinct *distinct);

#endif
