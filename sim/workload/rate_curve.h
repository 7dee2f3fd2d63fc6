// rate_curve.h -- a rate that changes over time, and its integral: how many operations are expected
// by when.
//
//   sine   mean + amplitude sin(2 pi t / period)
//   burst  rate x factor for `length` from each multiple of `every` on, rate x between after it
//   steps  each rate from its time on; the last one for ever
// Operations at a pace of 1 on the integral's scale, moved to the times at which the integral has
// these values, come at the curve's rate: as a Poisson process where their gaps were exponential.
//
// Units: times are ns; rates are operations a second. The integral is kept within one period, so
//        that nothing drifts; times are right to the ns within periods (or steps) of 100 days.
#ifndef HOTSIM_WORKLOAD_RATE_CURVE_H
#define HOTSIM_WORKLOAD_RATE_CURVE_H

#include "base/err.h"
#include "workload/plan.h"

enum { ARRIVAL_STEPS_MAX = 10000 };

struct rate_curve;

// Whether the process has a curve; the others have one rate, or a pace of their own.
bool rate_curve_is_for(int process);
struct rate_curve *rate_curve_new(const struct arrival_plan *plan, struct err *err); // NULL: error
void rate_curve_free(struct rate_curve *curve);                                      // NULL is fine

// Where the process is: whole periods, and operations expected since the last one began.
struct rate_point {
    uint64_t period;
    double spent;
};
// Goes on by so many operations.
void rate_curve_go_on(const struct rate_curve *curve, struct rate_point *point, double operations);
// When that is; 2^63 where it is later than simulated time goes.
sim_ns rate_curve_time(const struct rate_curve *curve, const struct rate_point *point);

// Operations expected in 0 to `at`.
double rate_curve_operations(const struct rate_curve *curve, sim_ns at);
// The rate before time 0: the mean of a period, or that of the first step.
double rate_curve_before(const struct rate_curve *curve);
// The mean rate over a run of so many operations, or of a duration (0: not given).
double rate_curve_mean(const struct rate_curve *curve, uint64_t operations, uint64_t duration_ns);

#endif
