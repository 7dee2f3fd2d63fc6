// balancer.h -- which regions should be moved, from what is known of all of them.
//
// Pure functions: the same view gives the same moves. A policy is a file and a row of a catalog.
#ifndef HOTSIM_TOPOLOGY_BALANCER_H
#define HOTSIM_TOPOLOGY_BALANCER_H

#include "cluster/moves.h"

struct balancer_region {
    uint32_t table, server;
    double reads, writes; // requests since the last time
    double memory, bytes; // not yet in files; in all
};

struct balancer_view {
    const struct balancer_region *regions;
    uint32_t region_count, table_count;
    const bool *is_alive; // [server_count]
    uint32_t server_count;
    uint64_t seed; // of what is tried by chance
};

struct balancer_move {
    uint32_t region, to;
};

// The moves, of different regions, in the order in which they are made; there is room for one a
// region.
size_t balancer_plan(const struct balancer_config *config, const struct balancer_view *view,
                     struct balancer_move *out_moves);

#endif
