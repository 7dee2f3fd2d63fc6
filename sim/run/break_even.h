// break_even.h -- at which share of a query the best design changes.
//
// What a design can take is 1 / the work of its busiest station for a mean operation (DESIGN of
// `saturation_per_s`). With a query's share x, each station's work is (1 - x) times that of the
// other operations plus x times that of the query, both as measured; the others keep their
// proportions. The designs' envelope over x is searched on a logarithmic grid of shares and each
// change of the best one narrowed down by halving.
//
// A query that was drawn fewer than BREAK_EVEN_OCCURRENCES times is left out: which servers it
// loads would be chance.
#ifndef HOTSIM_RUN_BREAK_EVEN_H
#define HOTSIM_RUN_BREAK_EVEN_H

#include "metrics/result.h"
#include "run/lane.h"

enum { BREAK_EVEN_OCCURRENCES = 30 };

void break_even_find(struct lane *const *lanes, size_t lane_count, struct result *result);

#endif
