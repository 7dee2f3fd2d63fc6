// balancer_parts.h -- the policies, for the catalog in balancer.c.
#ifndef HOTSIM_TOPOLOGY_BALANCER_PARTS_H
#define HOTSIM_TOPOLOGY_BALANCER_PARTS_H

#include "topology/balancer.h"

// HBase's SimpleLoadBalancer: counts within one of each other, once they are off by `slop`.
size_t balancer_count(const struct balancer_config *config, const struct balancer_view *view,
                      struct balancer_move *out_moves);

// HBase's StochasticLoadBalancer: steps at random, kept where they lower a weighted cost.
size_t balancer_stochastic(const struct balancer_config *config, const struct balancer_view *view,
                           struct balancer_move *out_moves);

// Regions go from the server that is asked the most to the one that is asked the least.
size_t balancer_load(const struct balancer_config *config, const struct balancer_view *view,
                     struct balancer_move *out_moves);

// Counts of regions by server; the caller frees them.
uint32_t *balancer_counts(const struct balancer_view *view, uint32_t *out_alive);

#endif
