// split_policy.h -- whether a region is to be split, and where it may be.
//
// Pure functions of what is seen of a region when it is looked at. A policy is a row of a catalog:
// what size is too much, and whether something else is.
//
// Sources, by way of HBase's files: ConstantSizeRegionSplitPolicy, IncreasingToUpperBoundRegion-
// SplitPolicy (@0269c10), SteppingSplitPolicy, KeyPrefixRegionSplitPolicy (@0502127), Delimited-
// KeyPrefixRegionSplitPolicy, BusyRegionSplitPolicy (@20cb390), CompactSplit.requestSplit.
#ifndef HOTSIM_TOPOLOGY_SPLIT_POLICY_H
#define HOTSIM_TOPOLOGY_SPLIT_POLICY_H

#include "base/buffer.h"
#include "cluster/moves.h"

// A region when it is looked at.
struct split_view {
    double bytes;                // stored, and in files
    uint64_t max_bytes;          // its own, with its jitter
    uint32_t table_regions_here; // regions of its table on its server
    uint32_t table_regions;      // ... in all
    uint32_t server_regions;     // of all tables
    sim_ns now_ns, opened_ns;
    bool has_references; // it is a half whose own files are not written yet
    uint32_t files;
    double blocked_share; // busy: of its writes, turned away of late
    bool is_hot;          // asked too often for long enough, at a key that would divide it
};

bool split_policy_wants(const struct split_config *config, const struct split_view *view);

// What is too much for this region, its own size apart from what else a policy knows.
double split_policy_threshold(const struct split_config *config, const struct split_view *view);

// The size of the `number`-th region that was opened: max_bytes with its jitter.
uint64_t split_policy_max_bytes(const struct split_config *config, uint64_t seed, uint64_t number);

// Below so many bytes no region is split but for its heat, whatever its jitter.
double split_policy_least_bytes(const struct split_config *config);
// Whether requests count, and not bytes alone.
bool split_policy_feels_heat(const struct split_config *config);

// The key at which a region that starts at `start` is really split where `middle` would halve it;
// false where that is not behind its start.
bool split_point_restrict(const struct split_config *config, struct bytes middle,
                          struct bytes start, struct buffer *out_key);

#endif
