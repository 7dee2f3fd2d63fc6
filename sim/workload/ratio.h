// ratio.h -- a double as the exact fraction that it is, for dividing times without rounding errors
// that add up.
#ifndef HOTSIM_WORKLOAD_RATIO_H
#define HOTSIM_WORKLOAD_RATIO_H

#include "base/types.h"

// The value is odd * 2^shift.
struct ratio {
    uint64_t odd;
    int shift;
};

struct ratio ratio_of(double value); // finite and above 0

// dividend / value, as quotient and remainder of numerator / denominator; the value lies within
// 1e-6 .. 1e18, and the dividend below 2^54; or the value within 1e-3 .. 1e18, and the dividend
// below 2^63.
struct quotient {
    wide_uint whole;
    uint64_t remainder, denominator;
};
struct quotient ratio_divide(uint64_t dividend, struct ratio value);

#endif
