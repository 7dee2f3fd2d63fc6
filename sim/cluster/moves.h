// moves.h -- what of a store changes in mid-run, as a scenario says it: splits, balancing, clients
// that try again, servers that come and go. Plain data.
#ifndef HOTSIM_CLUSTER_MOVES_H
#define HOTSIM_CLUSTER_MOVES_H

#include "base/types.h"

enum split_policy_kind {
    SPLIT_NONE,
    SPLIT_CONSTANT,   // above max_bytes
    SPLIT_INCREASING, // above initial_bytes x R^3, R regions of the table on the server
    SPLIT_STEPPING,   // above initial_bytes while it is the table's only one on its server
    SPLIT_KEY_PREFIX, // as increasing, between keys of different prefixes only
    SPLIT_DELIMITED_PREFIX,
    SPLIT_BUSY,         // as increasing, or where writes are turned away
    SPLIT_SIZE_OR_HEAT, // above max_bytes, or asked too often
    SPLIT_LOAD,         // as size-or-heat, at the key that halves the requests
    SPLIT_POLICIES
};
extern const char *const split_policy_names[]; // NULL-ended, in the order of the enum
extern const char *const split_policy_help[];  // one line each

enum split_daughters {
    DAUGHTERS_PARENT, // both halves stay with the server
    DAUGHTERS_OTHER,  // the high half goes to the server with the fewest regions
    DAUGHTERS_LOAD    // ... that was asked the least of late
};
extern const char *const split_daughters_names[];

enum split_restriction { RESTRICT_NONE, RESTRICT_KEY_PREFIX, RESTRICT_DELIMITED_PREFIX };
extern const char *const split_restriction_names[];

struct split_config {
    int policy;             // enum split_policy_kind
    uint64_t max_bytes;     // a region's desired size
    double jitter;          // 0.25: a region's own is drawn within +-12.5 % of it
    uint64_t initial_bytes; // 0: 2 x flush_bytes
    uint64_t flush_bytes;   // a region is looked at when more was written to it; 0: at each write
    uint64_t early_regions; // while a table has fewer regions,
    uint64_t early_bytes;   // this is the size
    int restriction;        // enum split_restriction, whatever the policy
    uint64_t prefix_length; // bytes
    char *delimiter;
    double heat_per_s; // requests a second; 0: heat_share of what a server can put
    double heat_share;
    uint64_t heat_ns; // for so long
    uint64_t offline_ns;
    int daughters;              // enum split_daughters
    uint64_t server_regions;    // no split on a server with as many; 0: no limit
    double compact_bytes_per_s; // a half may be split once it is rewritten at this rate; 0: at once
    uint64_t compact_min_files; // files that are rewritten together
    uint64_t blocking_files;    // no split of a region with as many; 0: no limit
    uint64_t blocking_factor;   // busy: writes are turned away above so many flush_bytes in memory
    double flush_bytes_per_s;   // busy: at which memory becomes a file
    uint64_t busy_age_ns;       // busy: a younger region is left alone
    double busy_share;          // busy: of the writes, turned away
    uint64_t busy_window_ns;    // busy: over such a window
};

enum balancer_policy_kind {
    BALANCER_NONE,
    BALANCER_COUNT,
    BALANCER_STOCHASTIC,
    BALANCER_LOAD,
    BALANCER_POLICIES
};
extern const char *const balancer_policy_names[];
extern const char *const balancer_policy_help[];

struct balancer_config {
    int policy; // enum balancer_policy_kind
    uint64_t period_ns;
    uint64_t offline_ns; // of a region that moves
    double slop;         // counts may be off their mean by this share
    double min_cost;     // stochastic: below it nothing moves
    double region_count_cost, move_cost, locality_cost, rack_cost, table_skew_cost; // weights
    double read_cost, coprocessor_cost, write_cost, memory_cost, file_cost;
    uint64_t max_steps, steps_per_region;
};

struct client_config {
    uint64_t retries;    // of a request that was turned away; 0: it is rejected
    uint64_t pause_ns;   // the unit of the back-off
    uint64_t timeout_ns; // the client gives up; 0: never
    uint64_t count;      // client processes; operations are dealt to them in turn
    uint64_t total_tasks, server_tasks,
        region_tasks;      // requests of a process under way; 0: no limit
    uint64_t buffer_bytes; // puts are sent together when they are more; 0: each alone
};

struct incident {
    uint64_t at_ns;
    bool is_lost; // else added
    uint32_t server;
};

#endif
