// verdict.h -- what all designs together say: the ranking, and whether the scenario's expectations
// were met.
#ifndef HOTSIM_RUN_VERDICT_H
#define HOTSIM_RUN_VERDICT_H

#include "config/scenario.h"
#include "metrics/result.h"

// Best first: by what a design can take; equal ones by the evener windows, then by their order.
void verdict_rank(struct result *result);
// An expectation whose metric is undefined, or whose design did not run, is "not evaluated": never
// met.
void verdict_expect(const struct scenario *scenario, struct result *result);

#endif
