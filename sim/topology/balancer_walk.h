// balancer_walk.h -- regions on servers as HBase's StochasticLoadBalancer weighs them, and a walk
// from one arrangement to the next.
//
// An arrangement costs the sum of weight x cost over its terms. A term is an array over the alive
// servers; its cost is how far the array is from even, 0, on the way to all of it on one server, 1
// (DoubleArrayCost: the root of the summed squared deviations, between that of the evenest division
// into whole numbers and that of the most uneven one). Sizes count in whole MiB, as there.
//
// Sums are kept, not made anew: a step costs the same whatever the number of servers.
//
// Source: StochasticLoadBalancer, DoubleArrayCost, MoveCostFunction, TableSkewCostFunction,
//         CandidateGenerator of HBase @c8ec640.
#ifndef HOTSIM_TOPOLOGY_BALANCER_WALK_H
#define HOTSIM_TOPOLOGY_BALANCER_WALK_H

#include "base/rng.h"
#include "topology/balancer.h"

// Terms of all tables together; behind them a term a table, of its regions.
enum walk_term { WALK_REGIONS, WALK_READS, WALK_WRITES, WALK_MEMORY, WALK_FILES, WALK_TABLES };

struct walk_sum {
    double *of_server; // [servers]
    double total, squares;
    double least, most; // of the root of the squared deviations
    double weight, cost;
};

struct walk_server {
    uint32_t name;     // of the view
    uint32_t *regions; // [capacity], in no order
    uint32_t count, capacity;
};

struct walk {
    const struct balancer_config *config;
    const struct balancer_view *view;
    struct walk_server *servers; // those alive
    uint32_t server_count;
    uint32_t *home, *at, *place; // [regions]: server at first, now, and place on it
    struct walk_sum *sums;       // [WALK_TABLES + tables]
    uint32_t sum_count;
    uint32_t moved; // regions that are not at home
};

struct walk *walk_new(const struct balancer_config *config, const struct balancer_view *view);
void walk_free(struct walk *walk);

void walk_move(struct walk *walk, uint32_t region, uint32_t to);
double walk_cost(const struct walk *walk); // weighted
double walk_weights(const struct walk *walk);

#endif
