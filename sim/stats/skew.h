// skew.h -- how unevenly counts lie on partitions or servers.
//
//   peak_to_mean   max / mean over all, idle ones included
//   cv             population standard deviation / mean
//   gini           2 sum(i x_i) / (n sum x) - (n + 1) / n, over ascending x, i from 1
//   jain           (sum x)^2 / (n sum x^2)
//   entropy_ratio  entropy / log2 n (null for n = 1)
//   top_share      max / sum
//   effective      sum / max: "8 servers act as 2.3"
// NaN where undefined (no counts at all).
#ifndef HOTSIM_STATS_SKEW_H
#define HOTSIM_STATS_SKEW_H

#include "base/types.h"

struct skew {
    uint64_t count, active; // how many there are; how many got anything
    double mean, max, peak_to_mean, cv, gini, jain, entropy_ratio, top_share, effective;
};

struct skew skew_of(const uint64_t *counts, size_t count);

#endif
