// occupancy.h -- what chance alone does: balls thrown independently and uniformly into bins.
//
// E[max] is exact up to 128 balls (truncated-Poisson convolution), beyond by a local limit theorem
// that is right to 3e-4 for two bins and 1e-4 for more (see the .c); chi-square's upper tail by the
// regularised incomplete gamma function. Checked against tables of known values.
#ifndef HOTSIM_STATS_OCCUPANCY_H
#define HOTSIM_STATS_OCCUPANCY_H

#include "base/types.h"

// E[max] / mean of `balls` in `bins`; NaN for no balls or no bins. Takes up to a few ms.
double occupancy_peak_to_mean(uint64_t bins, uint64_t balls);

// sum (x - mean)^2 / mean; NaN for no counts.
double chi_square_of(const uint64_t *counts, size_t count);
// P(X >= chi_square) with `degrees` of freedom; NaN for none.
double chi_square_tail(double chi_square, uint64_t degrees);

// Distinct bins hit by `balls`: bins (1 - (1 - 1/bins)^balls).
double occupancy_distinct(uint64_t bins, uint64_t balls);

#endif
