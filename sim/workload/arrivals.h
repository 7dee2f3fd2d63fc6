// arrivals.h -- when operations come: Poisson or at constant pace, at one rate or along a curve.
//
// Poisson: gaps are exponential, kept to 2^-32 ns, so that nothing drifts. Constant: operation k
// comes at k / rate,
//          rounded to the nanosecond, from k = 0.
// Along a curve the same is done on the scale of its integral: operation k comes when the integral
// is k, or where a Poisson process of rate 1 would have it. A struct arrivals is a plain value:
// copy it to replay.
#ifndef HOTSIM_WORKLOAD_ARRIVALS_H
#define HOTSIM_WORKLOAD_ARRIVALS_H

#include "base/err.h"
#include "base/rng.h"
#include "workload/rate_curve.h"
#include "workload/ratio.h"

// Rates that simulated time (292 years of nanoseconds) and its fractions can tell apart.
#define ARRIVAL_RATE_MIN 1e-6
#define ARRIVAL_RATE_MAX 1e12

struct arrivals {
    bool is_constant;
    struct rng rng;
    double mean_ns;
    struct quotient step;
    uint64_t fraction; // Poisson: of 2^32; constant: of step.denominator
    sim_ns at;
    const struct rate_curve *curve; // NULL: one rate
    struct rate_point point;
};

bool arrivals_init(struct arrivals *arrivals, bool is_constant, double rate_per_s,
                   struct rng stream, struct err *err);

// Along a curve, which must outlive it.
void arrivals_init_curve(struct arrivals *arrivals, bool is_constant,
                         const struct rate_curve *curve, struct rng stream);

// The next `count` arrivals, at most BATCH_ROWS.
bool arrivals_next(struct arrivals *arrivals, size_t count, sim_ns *out_at, struct err *err);

// The error of a run that is longer than simulated time.
bool arrivals_too_late(struct err *err);

#endif
