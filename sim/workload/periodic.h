// periodic.h -- devices that report once a period: aligned (all on the same second) or spread over
// it.
//
// Entity e reports for the n-th time at n * period + phase(e) + jitter(n, e). The phase is 0 where
// aligned, else fixed by a hash of e; the jitter is uniform in 0..jitter_ns. Reports of the same
// nanosecond come in order of e. Memory: 16 bytes an entity.
#ifndef HOTSIM_WORKLOAD_PERIODIC_H
#define HOTSIM_WORKLOAD_PERIODIC_H

#include "base/err.h"
#include "base/rng.h"
#include "workload/plan.h"

struct periodic;

// NULL on error: the jitter must be below the period.
struct periodic *periodic_new(const struct arrival_plan *plan, uint64_t entity_count, uint64_t seed,
                              struct err *err);
void periodic_free(struct periodic *periodic); // NULL is fine
void periodic_rewind(struct periodic *periodic);

// When the next report comes, and whose it is.
sim_ns periodic_at(const struct periodic *periodic);
uint64_t periodic_entity(const struct periodic *periodic);
void periodic_step(struct periodic *periodic);

#endif
