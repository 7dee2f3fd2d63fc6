// histogram.h -- latencies in a fixed log-linear layout, which merges exactly in any order.
//
// Values 0..2^63: exact below 128, then 128 equal steps in each power of two, so a percentile is at
// most 0.8 % (half a step: 0.4 %) from the true value. Mean and max are exact: the sum is 128 bits
// wide.
#ifndef HOTSIM_STATS_HISTOGRAM_H
#define HOTSIM_STATS_HISTOGRAM_H

#include "base/types.h"

struct histogram;

struct histogram *histogram_new(void);
void histogram_free(struct histogram *histogram); // NULL is fine
void histogram_add(struct histogram *histogram, const uint64_t *values, size_t count);
void histogram_merge(struct histogram *into, const struct histogram *from);
uint64_t histogram_count(const struct histogram *histogram);
double histogram_mean(const struct histogram *histogram); // NaN: empty
double histogram_percentile(const struct histogram *histogram,
                            double share); // 0..1; nearest rank; NaN: empty
uint64_t histogram_max(const struct histogram *histogram);

#endif
