// time_windows.h -- how many rows came in each piece of time, whatever the length of the whole and
// the order of the rows: windows double when there would be more than WINDOWS_MAX.
#ifndef HOTSIM_WORKLOAD_TIME_WINDOWS_H
#define HOTSIM_WORKLOAD_TIME_WINDOWS_H

#include "base/types.h"

enum { WINDOWS_MAX = 1024 };

struct time_windows {
    uint64_t rows;
    int64_t first_ns, last_ns;
    uint64_t width_ns;
    int64_t first_window; // number of counts[0]: its begin divided by the width
    uint64_t counts[WINDOWS_MAX];
};

void time_windows_add(struct time_windows *windows, int64_t at_ns);

struct burstiness {
    size_t windows; // from that of the first row to that of the last
    double mean;    // rows a window
    double peak_to_mean;
    double dispersion; // variance / mean: 1 for a Poisson process, more where rows come in bursts
};
struct burstiness time_windows_burstiness(const struct time_windows *windows); // NaN: no rows

#endif
