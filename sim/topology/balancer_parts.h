// balancer_parts.h -- the policies, for the catalog in balancer.c.
#ifndef HOTSIM_TOPOLOGY_BALANCER_PARTS_H
#define HOTSIM_TOPOLOGY_BALANCER_PARTS_H

#include "topology/balancer.h"

// HBase's SimpleLoadBalancer: counts within one of each other, once they are off by `slop`.
size_t balancer_count(const struct balancer_config *config, const struct balancer_view *view,
                      struct balancer_move *out_moves);

// Counts of regions by server; the caller frees them.
uint32_t *balancer_counts(const struct balancer_view *view, uint32_t *out_alive);

#endif
