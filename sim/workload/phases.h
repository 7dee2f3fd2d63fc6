// phases.h -- from a given time on another mix or another rate.
//
// A phase begins exactly at its time: what comes at that time is of it already. Times are those of
// operations, from 0 at the end of a preload, which belongs to what is before all phases.
#ifndef HOTSIM_WORKLOAD_PHASES_H
#define HOTSIM_WORKLOAD_PHASES_H

#include "workload/mix.h"
#include "workload/rate_curve.h"

// ---- rate ----

// Whether the rate changes: by the process of arrivals, or by a phase.
bool phases_have_curve(const struct workload_plan *plan);
// That rate; poisson and constant arrivals go in steps. NULL: error.
struct rate_curve *phases_curve(const struct workload_plan *plan, struct err *err);

// ---- mix ----

struct phased_mix {
    struct mix *mixes; // [count], the first of the workload itself
    sim_ns *begins;    // [count], 0 first
    size_t count, now;
    struct mix all; // what any of them draws
};

struct phased_mix phased_mix_of(const struct workload_plan *plan);
void phased_mix_done(struct phased_mix *mix);
// The mix at a time that is no earlier than the last one asked for.
const struct mix *phased_mix_at(struct phased_mix *mix, sim_ns at);

// The mean rate over the whole run; the plan has an end.
double phases_mean_rate(const struct workload_plan *plan);

// The part of a whole run's operations that are of this query, as expected. The plan has a rate and
// an end.
double phases_share_of_query(const struct workload_plan *plan, uint16_t query);

#endif
