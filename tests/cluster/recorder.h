// recorder.h -- for tests: operations built one by one, offered in batches, and what became of
// each.
#ifndef HOTSIM_TESTS_CLUSTER_RECORDER_H
#define HOTSIM_TESTS_CLUSTER_RECORDER_H

#include "cluster/cluster.h"

struct recorder {
    size_t count, branch_count, capacity, branch_capacity;
    sim_ns *at;    // closed loop: when it came
    uint32_t *tag; // the operation's own number
    uint32_t *first_branch;
    uint32_t *partition;
    uint64_t *service_ns;
    uint8_t *follows;
    uint32_t *parallel;
    uint64_t *bytes;
    bool has_chains; // else neither of these two is offered
    // Outcomes, an operation each: 0 and not rejected is untold.
    sim_ns *done_at;
    uint64_t *latency_ns;
    uint8_t *rejected;
    uint8_t *timed_out;
    uint8_t *told; // how often
};

void recorder_add(struct recorder *recorder, sim_ns at);
void recorder_branch(struct recorder *recorder, uint32_t partition, uint64_t service_ns);
void recorder_follow(struct recorder *recorder, uint32_t partition, uint64_t service_ns);
void recorder_second(struct recorder *recorder, uint32_t partition, uint64_t service_ns);
void recorder_parallel(struct recorder *recorder, uint32_t parallel); // of the last operation
void recorder_done(struct recorder *recorder);

// Offers all in batches of `batch`, drains, verifies; false where the cluster fails.
bool recorder_play(struct recorder *recorder, struct cluster *cluster, size_t batch,
                   struct err *err);

// The sink of a recorder, for tests that offer by themselves.
struct cluster_sink recorder_sink(struct recorder *recorder);
struct cluster_batch recorder_batch(const struct recorder *recorder, size_t first, size_t count);

#endif
