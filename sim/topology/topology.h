// topology.h -- which server serves which partition, at a moment of the run: regions that split,
// regions that move, servers that are lost and added.
//
// The topology is a function of what is written and asked, in order, and of time; never of queues.
// Its user tells it of operations in time order, lets it go on whenever something is due
// (topology_next, topology_fire), and asks it to look at the regions that were written to
// (topology_look). What it decides is seen in two arrays that its user reads at any moment: who
// serves a partition, and until when it is off line.
//
// A split happens at the instant at which it is decided: keys are told apart from then on, and both
// halves are off line for a while. The low half keeps its parent's id and state of life begins anew
// for both. What was accepted before is finished where it was.
//
// Flushes and compactions are there only as gates of splits: a region is looked at when more than
// `flush_bytes` were written to it since the last time, and when its files were rewritten. Files
// are rewritten together, at `compact_bytes_per_s`, as soon as there are `compact_min_files`; those
// of a half, which refer to its parent's, at once.
//
// Units:     ns of simulated time; bytes as the store keeps them.
// Ownership: the map of each table is changed by splits; the arrays are the topology's and do not
//            move.
// Errors:    topology_verify: ERR_BUG with the identity that failed.
// Source:    HBase's CompactSplit, HRegion, AssignmentManager, by way of the policies' files.
#ifndef HOTSIM_TOPOLOGY_TOPOLOGY_H
#define HOTSIM_TOPOLOGY_TOPOLOGY_H

#include "base/err.h"
#include "base/key_batch.h"
#include "cluster/store.h"
#include "table/partition_map.h"

// A table grows by at most this many partitions; one that would pass it splits no further.
enum { TOPOLOGY_GROWTH_MAX = 1 << 14 };

// What a table stores, asked when a region is looked at.
struct topology_rows {
    void *context;
    double (*bytes)(void *context, struct bytes start, struct bytes stop);
    // The key that halves the bytes of a range; false where no key does. Good until the next put.
    bool (*middle)(void *context, struct bytes start, struct bytes stop, struct bytes *out_key);
};

struct topology_table {
    struct partition_map *map;
    const struct store_config *store; // its split policy
    uint32_t first, capacity;         // its ids: first .. first + capacity - 1, as many as exist
    struct topology_rows rows;        // functions NULL: nothing is held, and nothing can split
};

// Told of each change, in order, after it was made.
struct topology_listener {
    void *context;
    void (*added)(void *context, uint32_t table, uint32_t partition, uint32_t server);
    void (*moved)(void *context, uint32_t partition, uint32_t server);
    void (*lost)(void *context, uint32_t server);
    void (*restored)(void *context, uint32_t server);
};

struct topology_config {
    const struct topology_table *tables; // copied
    uint32_t table_count;
    const struct store_config *store; // servers and the balancer: the first table's
    const struct incident *incidents; // in order of time
    size_t incident_count;
    uint32_t servers;          // at the start
    uint32_t server_capacity;  // that there may ever be
    const uint32_t *server_of; // [partitions] at the start, copied
    uint64_t seed;
    struct topology_listener listener;
};

struct topology;

struct topology *topology_new(const struct topology_config *config);
void topology_free(struct topology *topology); // NULL is fine

const uint32_t *topology_server_of(const struct topology *topology);
const sim_ns *topology_offline_until(const struct topology *topology);
// How often keys had to be told apart anew: who routed before must route again when it has changed.
uint64_t topology_version(const struct topology *topology);

// When the topology goes on by itself; UINT64_MAX: never. Then all that is due at that instant.
sim_ns topology_next(const struct topology *topology);
void topology_fire(struct topology *topology);

// A put of so many bytes, and a read, of a partition; true where the partition is now due to be
// looked at, which is to be done once what came at this instant is stored.
bool topology_wrote(struct topology *topology, uint32_t partition, uint64_t bytes, sim_ns now);
void topology_read(struct topology *topology, uint32_t partition);
void topology_look(struct topology *topology, sim_ns now);

// Whether requests are told apart by their keys: each is then told, in order, with the key that it
// is for or begins at (data NULL: not known); true as above.
bool topology_feels_heat(const struct topology *topology);
bool topology_asked(struct topology *topology, uint32_t partition, struct bytes key, sim_ns now);

// The run begins. Until then rows are stored in no time, and what they make split is split without
// a gap and without being logged; what is still too large is split now.
void topology_begin(struct topology *topology);

// What happened, in order of time.
enum topology_kind { TOPOLOGY_SPLIT, TOPOLOGY_MOVE, TOPOLOGY_LOST, TOPOLOGY_ADDED };
struct topology_event {
    sim_ns at;
    enum topology_kind kind;
    uint32_t table, partition; // split, move
    uint32_t high;             // split: the high half
    uint32_t from, to;         // servers; of a split, of its parent and of the high half
    sim_ns offline_ns;
    struct bytes key; // split: where
};
const struct topology_event *topology_events(const struct topology *topology, size_t *out_count);

// Regions that should have been split and could not: their bytes lie in one row, or (by the
// policy's restriction) under one prefix.
uint32_t topology_stuck(const struct topology *topology, uint32_t table);
// A table that would have passed TOPOLOGY_GROWTH_MAX.
bool topology_is_full(const struct topology *topology, uint32_t table);

bool topology_verify(const struct topology *topology, struct err *err);

#endif
