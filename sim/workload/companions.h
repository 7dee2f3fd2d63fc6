// companions.h -- the operations that come beside rows with a pace of their own: recorded times,
// periodic devices.
//
// Where the mix is in rates, they are one Poisson stream of the sum of the rates, merged by time; a
// row comes first where both fall on the same nanosecond. Where it is in weights, they follow the
// rows: each comes at the time of the row before it, as many for a row as the weights say in the
// mean.
#ifndef HOTSIM_WORKLOAD_COMPANIONS_H
#define HOTSIM_WORKLOAD_COMPANIONS_H

#include "workload/arrivals.h"
#include "workload/mix.h"

struct companions {
    struct mix mix;
    bool by_rate;
    struct arrivals arrivals; // by rate
    sim_ns next_at;
    struct rng stream; // one draw an operation, by its number
};

bool companions_init(struct companions *companions, const struct workload_plan *plan,
                     struct err *err);
// Whether they can come beside rows with a pace of their own.
bool companions_check(const struct companions *companions, struct err *err);
void companions_done(struct companions *companions);

struct companion {
    const struct mix_entry *entry; // NULL: the row comes next
    sim_ns at;
};
// What comes as operation `sequence`, between a row at `last_row_at` and one at `row_at`.
bool companions_next(struct companions *companions, uint64_t sequence, sim_ns last_row_at,
                     sim_ns row_at, struct companion *out_companion, struct err *err);

#endif
