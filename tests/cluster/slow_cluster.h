// slow_cluster.h -- for tests: the cluster as a simulation that is too slow to be wrong. It walks
// through every nanosecond and searches lists.
#ifndef HOTSIM_TESTS_CLUSTER_SLOW_CLUSTER_H
#define HOTSIM_TESTS_CLUSTER_SLOW_CLUSTER_H

#include "recorder.h"

enum {
    SLOW_BRANCHES_MAX = 400,
    SLOW_SERVERS_MAX = 4,
    SLOW_PARTITIONS_MAX = 8,
    SLOW_OPERATIONS_MAX = 100,
    SLOW_CLIENTS_MAX = 8,
    SLOW_CHANGES_MAX = 16,
};

// What happens to the store: a partition moves to a server, is off line for some time, or a server
// is lost, whose partitions have moved before at the same instant.
struct slow_change {
    sim_ns at;
    enum { CHANGE_MOVE, CHANGE_OFFLINE, CHANGE_LOSS } kind;
    uint32_t partition, server;
    sim_ns until;
};

enum slow_outcome { SLOW_OPEN, SLOW_DONE, SLOW_REJECTED, SLOW_TIMED_OUT };

struct slow_result { // of an operation
    enum slow_outcome outcome;
    sim_ns at, done_at;
};

struct slow;

// In a closed loop the work's times are not looked at. `config` points to where everything is at
// the start.
struct slow *slow_run(const struct cluster_config *config, const struct recorder *work,
                      const struct slow_change *changes, size_t change_count);
void slow_free(struct slow *slow);
struct slow_result slow_result_of(const struct slow *slow, size_t operation);
struct cluster_server slow_server_of(const struct slow *slow, uint32_t server);

#endif
