// store.h -- `store` of a scenario: a table's layout and the cluster that serves it. Plain data.
#ifndef HOTSIM_CLUSTER_STORE_H
#define HOTSIM_CLUSTER_STORE_H

#include "base/types.h"
#include "cluster/moves.h"
#include "table/presplit.h"

enum layout { LAYOUT_REGIONS, LAYOUT_SLICES };
enum placement { PLACEMENT_ROUND_ROBIN, PLACEMENT_RANDOM, PLACEMENT_CONTIGUOUS };
enum distribution { SERVICE_DETERMINISTIC, SERVICE_EXPONENTIAL, SERVICE_LOGNORMAL };

extern const char *const layout_names[]; // NULL-ended, in the order of the enums
extern const char *const placement_names[];
extern const char *const distribution_names[];

struct service_config { // means, ns
    int distribution;
    double cv; // lognormal: standard deviation / mean
    uint64_t put_ns, get_ns, seek_ns, row_ns;
    double reverse_factor; // a reverse scan costs this times a forward one
    uint64_t network_ns;   // added to every operation once
    double server_puts_per_s, server_gets_per_s,
        server_rows_per_s; // 0: not given; else time = handlers / rate
};

struct store_config {
    const struct store_profile *profile;
    wide_uint given; // bit i: the scenario itself says what profile->defaults[i] would
    int layout;
    uint64_t slices;
    int encoding; // enum encoding of key/program.h, by the same names
    uint64_t servers;
    int placement;
    uint64_t handlers;
    uint64_t partition_limit;              // 0: none
    uint64_t queue;                        // waiting places of a server; UINT64_MAX: endless
    uint64_t max_ranges, scan_parallelism; // 0: no limit
    uint64_t versions;
    uint64_t ttl_ns;             // 0: none
    uint64_t row_overhead_bytes; // a column: what the store adds to key and value
    struct presplit_config presplit;
    struct split_config split;
    struct balancer_config balancer;
    struct client_config client;
    uint64_t detect_ns; // until the regions of a lost server are served by others
    struct service_config service;
};

// A profile is data: rows of (path below `store`, value as in a scenario, where it comes from).
struct profile_default {
    const char *name;   // "service.put_us"
    const char *value;  // "1500"
    const char *source; // a document or file; for an assumption why it is made
    bool assumed;
};
struct store_profile {
    const char *name;
    const char *summary;
    const struct profile_default *defaults; // a row with name NULL ends it
};
const struct store_profile *store_profile_catalog(size_t *out_count);
const struct store_profile *store_profile_named(const char *name); // NULL: none
const struct profile_default *store_profile_default(const struct store_profile *profile,
                                                    const char *name); // NULL: none

#endif
