// region_memory.h -- what of a region's writes is in memory, and which are turned away.
//
// What was written goes to a file once it is more than a flush; that takes time, while more comes
// in. As long as both together are more than so many flushes, writes are turned away. What is
// turned away is only counted here, for the policy `busy`: the client tries again, and it is
// stored.
//
// Units:     ns, bytes.
// Source:    HRegion.checkResources; BusyRegionSplitPolicy.updateRate, by way of @20cb390. That
//            writes that are turned away are not among the writes follows the order in
//            HRegion.batchMutate.
#ifndef HOTSIM_TOPOLOGY_REGION_MEMORY_H
#define HOTSIM_TOPOLOGY_REGION_MEMORY_H

#include "cluster/moves.h"

struct region_memory {
    double active, flushing;
    sim_ns flushed_at; // where flushing > 0
    uint64_t accepted, refused;
    sim_ns opened_at, looked_at; // of the policy: when its last full window ended
    uint64_t accepted_then, refused_then;
    double share_then; // of that window
};

void region_memory_open(struct region_memory *memory, sim_ns now);
// A write; false: turned away.
bool region_memory_put(struct region_memory *memory, const struct split_config *config,
                       uint64_t bytes, sim_ns now);
// Writes turned away for each accepted, over the window: 0 in the first; then the last full window
// and the one under way, weighted by how far that is.
double region_memory_refused_share(struct region_memory *memory, const struct split_config *config,
                                   sim_ns now);

#endif
