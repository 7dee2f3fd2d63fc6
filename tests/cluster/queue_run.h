// queue_run.h -- for tests: one textbook queue, run long, and what its customers met. Times in
// units of the mean service time.
#ifndef HOTSIM_TESTS_CLUSTER_QUEUE_RUN_H
#define HOTSIM_TESTS_CLUSTER_QUEUE_RUN_H

#include "cluster/moves.h"

struct queue_run {
    uint32_t servers, handlers, partitions; // partition p lives on server p % servers
    uint32_t partition_limit;
    uint64_t queue;
    uint32_t branches; // 1: each customer to a random partition; else to partitions 0..branches-1
                       // at once
    bool chained;      // they follow each other
    uint32_t parallel; // so many at a time; 0: all
    int distribution;  // enum distribution
    double cv;
    double rate; // customers a service time; Poisson
    uint64_t customers;
    uint64_t seed;
    bool calendar;
    struct client_config client;
};

struct queue_result {
    double mean, p99;  // of those served
    double loss;       // share refused
    double given_up;   // share
    double beyond_p99; // share of those served that took longer than 99 % of single services do
};

struct queue_result queue_run(const struct queue_run *run);

#endif
