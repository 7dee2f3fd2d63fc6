// topology_state.h -- the inside of a topology, shared by its clock (topology.c), what splits
// (topology_split.c) and what moves (topology_move.c).
#ifndef HOTSIM_TOPOLOGY_TOPOLOGY_STATE_H
#define HOTSIM_TOPOLOGY_TOPOLOGY_STATE_H

#include "base/buffer.h"
#include "cluster/event_queue.h"
#include "topology/heat.h"
#include "topology/region_memory.h"
#include "topology/topology.h"

struct region {
    uint32_t table;
    uint32_t files;
    uint64_t max_bytes; // its own: the table's with the jitter drawn when it was opened
    double stored;      // bytes, when it was last looked at
    double fresh;       // bytes written since then
    double look_above;  // looked at when more than these are fresh
    double loose;       // bytes of the files that are not rewritten yet
    sim_ns opened_at;
    sim_ns rewritten_at;    // before that it refers to its parent's files
    sim_ns rewriting_until; // its files are being rewritten together; 0: they are not
    bool is_due, is_stuck;
    uint64_t reads, writes;      // since the balancer looked
    struct heat heat;            // of a policy that goes by it
    struct region_memory memory; // ... by what is turned away
};

// What happens by itself, as the subject of an event: the kind, and of which partition or incident.
enum topology_due { DUE_REWRITTEN, DUE_HALF, DUE_BALANCE, DUE_INCIDENT, DUE_KINDS };

struct topology {
    struct topology_config config;
    struct topology_table *tables;
    uint32_t partitions; // that there may ever be
    uint32_t *server_of;
    sim_ns *offline_until;
    struct region *regions;
    bool *is_alive;           // [server_capacity]
    uint32_t *server_regions; // [server_capacity]
    uint32_t *regions_here;   // [tables][server_capacity]
    uint32_t *due;            // partitions to be looked at
    size_t due_count;
    bool is_settling; // before the run
    bool *is_full;    // [tables]
    uint64_t opened;  // regions, ever
    uint64_t version;
    struct event_queue *agenda;
    uint64_t planned; // events, ever
    sim_ns now;
    struct topology_event *events;
    size_t event_count, event_capacity;
    struct buffer keys; // of the events: their bytes hold offsets until they are asked for
};

static inline uint32_t *topology_here(const struct topology *topology, uint32_t table,
                                      uint32_t server)
{
    return &topology->regions_here[(size_t)table * topology->config.server_capacity + server];
}

void topology_plan(struct topology *topology, enum topology_due kind, uint32_t subject, sim_ns at);
void topology_log(struct topology *topology, const struct topology_event *event);

// A region is opened, where it is served already.
void topology_open_region(struct topology *topology, uint32_t partition, uint32_t table, sim_ns at);
bool topology_can_split(const struct topology *topology, uint32_t table);
// Whether a region is asked too often, and the key that halves its requests.
enum heat_verdict topology_heat(const struct topology *topology, uint32_t partition, sim_ns now,
                                struct bytes *out_key);

void topology_note_due(struct topology *topology, uint32_t partition);
// Looks at one region, whether it is due or not.
void topology_look_at(struct topology *topology, uint32_t partition, sim_ns now);
// A half's own files are written: it may be split again.
void topology_half_ready(struct topology *topology, uint32_t partition, sim_ns now);
void topology_rewritten(struct topology *topology, uint32_t partition, sim_ns now);

void topology_move(struct topology *topology, uint32_t partition, uint32_t to, sim_ns offline_ns);
void topology_balance(struct topology *topology, sim_ns now);
void topology_incident(struct topology *topology, const struct incident *incident, sim_ns now);
// The server that is alive with the fewest regions, or (by requests) the fewest asked of late, but
// for one.
uint32_t topology_emptiest(const struct topology *topology, bool by_requests, uint32_t but);

#endif
