// hot_windows.h -- the share of the most frequent value within each thousand rows: a hotspot that
// moves is large there and invisible in the whole.
#ifndef HOTSIM_WORKLOAD_HOT_WINDOWS_H
#define HOTSIM_WORKLOAD_HOT_WINDOWS_H

#include "base/types.h"

enum { HOT_WINDOW_ROWS = 1000, HOT_SLOTS = 2048 };

struct hot_windows {
    uint64_t windows; // whole ones
    double share_sum;
    uint32_t rows, top; // of the one begun
    struct {
        uint64_t hash, window;
        uint32_t count;
    } slots[HOT_SLOTS];
};

void hot_windows_add(struct hot_windows *hot, uint64_t hash);
double hot_windows_mean(const struct hot_windows *hot); // NaN without a whole window

#endif
