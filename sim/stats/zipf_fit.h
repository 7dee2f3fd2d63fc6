// zipf_fit.h -- which Zipf law counts follow, and how well.
//
// theta by maximum likelihood over the ranks given: it maximises -theta sum(c_r ln r) - n ln
// H(theta). Goodness is the Kolmogorov distance: the largest difference between the share of the
// first r ranks and that of the law.
#ifndef HOTSIM_STATS_ZIPF_FIT_H
#define HOTSIM_STATS_ZIPF_FIT_H

#include "base/types.h"

struct zipf_fit {
    double theta;
    double distance; // 0..1; NaN where there is nothing to fit
};

// `counts` falling, all above 0. Fewer than 10 of them, or all the same, tell nothing.
struct zipf_fit zipf_fit_of(const uint64_t *counts, size_t count);

#endif
