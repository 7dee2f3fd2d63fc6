// hotspot.h -- when each hotspot appeared, where it was, how long it lasted, and whether a split
// could have divided it.
//
// In a window a partition is hot where it takes at least twice a server's fair share of its table's
// writes, and half as much again as chance explains: of m writes a partition, n partitions, chance
// puts m + sqrt(2 m ln n) into one of them (the leading term of Raab and Steger, "Balls into bins",
// 1998; rather too many). A hotspot is a run of windows in which the same partition
// is hot; windows without writes end none.
//
// Units: seconds of simulated time, as the windows' starts tell them.
#ifndef HOTSIM_METRICS_HOTSPOT_H
#define HOTSIM_METRICS_HOTSPOT_H

#include "metrics/result.h"

// One window of one table.
struct hot_window {
    double t_s, until_s;
    uint64_t writes, hottest; // of the table; of its hottest partition
    uint32_t partition;       // which: its id within the table
    uint32_t server;          // that served it at the window's end
    uint32_t partitions;      // that there were at the end
    uint32_t servers;         // that were alive
};

// Adds the hotspots of a table to the list, in order of time; `place_of` gives each partition's
// place in key order at the end.
void hotspots_find(const struct hot_window *windows, size_t count, uint32_t table,
                   const uint32_t *place_of, struct hotspot_list *list);

// What tells a cause. Shares are of the table's writes; NaN where they are not known.
struct hot_evidence {
    double top_key_share; // of the most written row
    double edge_share;    // whose key was beyond all before it in its partition, of those looked at
    double falling_share; // of these, at the low end
    double distinct_keys;
    double top_share;    // of the hottest partition over the whole run
    double server_share; // of the busiest server in a window, in the mean
    uint32_t stuck;      // partitions that should have been split and could not be
    bool may_split;      // the store splits
    uint32_t splits;     // that were made
};

// Sums a table's windows and hotspots up, and names the cause.
void hotspots_judge(const struct hot_window *windows, size_t count,
                    const struct hotspot_list *hotspots, uint32_t table,
                    const struct hot_evidence *evidence, struct hotspot_summary *out);

// What a design can take a second: saturation_per_s, which is of the run as a whole; where splits
// move a hotspot from server to server, no more than the servers of one moment can do.
double hotspot_can_take(const struct design_result *design);

#endif
