// way.h -- the two ways to serve branches, and what both keep for the cluster around them.
//
// stations: the recursion over handlers' free times; a branch is done with when it arrives.
//           Only branches that let others begin stay on an agenda until they end.
// calendar: an agenda of all completions; needed where a partition's limit makes branches wait
//           elsewhere.
// Both take one operation at a time, in time order, and tell what becomes of it through the
// outcomes.
#ifndef HOTSIM_CLUSTER_WAY_H
#define HOTSIM_CLUSTER_WAY_H

#include "cluster/chains.h"
#include "cluster/clients.h"
#include "cluster/cluster.h"

// Simulated time ends here (292 years), so that no sum of an instant and a service time overflows.
#define SIM_NS_END (UINT64_C(1) << 63)

// Finished operations on their way to the sink.
struct outcomes {
    const struct cluster_sink *sink;
    struct clients *clients; // of a closed loop, whose numbers are the tags; else NULL
    uint64_t network_ns;
    uint64_t done, rejected, timed_out; // operations told so far
    size_t count;
    uint32_t tag[BATCH_ROWS];
    sim_ns done_at[BATCH_ROWS];
    uint64_t latency_ns[BATCH_ROWS];
};
void outcomes_flush(struct outcomes *outcomes);
void outcomes_reject(struct outcomes *outcomes, uint32_t tag, sim_ns now);
// Given up `at`; no client waits for it where it is let go.
void outcomes_time_out(struct outcomes *outcomes, uint32_t tag, sim_ns at, bool is_let_go);

// For an operation that no client waits for; its tag is the caller's.
void outcomes_add_rejected(struct outcomes *outcomes, uint32_t tag);
static inline void outcomes_add(struct outcomes *outcomes, uint32_t tag, sim_ns at,
                                sim_ns served_at)
{
    const size_t i = outcomes->count++;
    outcomes->done_at[i] = served_at + outcomes->network_ns;
    outcomes->tag[i] = tag;
    outcomes->latency_ns[i] = outcomes->done_at[i] - at;
    if (outcomes->count == BATCH_ROWS)
        outcomes_flush(outcomes);
}

// `served_at` is when the last branch ended.
static inline void outcomes_done(struct outcomes *outcomes, uint32_t tag, sim_ns at,
                                 sim_ns served_at)
{
    struct clients *clients = outcomes->clients;
    const uint32_t its =
        clients ? clients_ended(clients, tag, served_at + outcomes->network_ns) : tag;
    outcomes_add(outcomes, its, at, served_at);
}

// The same for a run of at most BATCH_ROWS operations.
void outcomes_done_run(struct outcomes *outcomes, size_t count, const uint32_t *tag,
                       const sim_ns *at, const sim_ns *served_at);

// Both fail with ERR_INPUT past SIM_NS_END and ERR_MACHINE past CLUSTER_BACKLOG_MAX.
bool fail_at_end_of_time(struct err *err);
bool fail_of_backlog(struct err *err);

// What both ways share: who they serve and what they count. Borrowed from the cluster.
struct way {
    const struct cluster_config *config;
    struct cluster_server *servers;
    struct outcomes *outcomes;
    struct chains *chains;
};

struct stations;
struct stations *stations_new(const struct way *way);
void stations_free(struct stations *stations); // NULL is fine
bool stations_offer(struct stations *stations, const struct cluster_batch *batch, struct err *err);
// The same in a closed loop, where no operation has to wait for what happens to another: each is
// issued when the first client is ready. False where that is not so.
bool stations_are_plain(const struct stations *stations, const struct cluster_batch *batch);
bool stations_offer_closed(struct stations *stations, const struct cluster_batch *batch,
                           struct err *err);
bool stations_run_until(struct stations *stations, sim_ns until, struct err *err);
sim_ns
stations_next(const struct stations *stations); // what happens by itself; UINT64_MAX: nothing
uint64_t
stations_in_flight(const struct stations *stations); // operations neither done nor told rejected

struct calendar;
struct calendar *calendar_new(const struct way *way);
void calendar_free(struct calendar *calendar); // NULL is fine
bool calendar_offer(struct calendar *calendar, const struct cluster_batch *batch, struct err *err);
bool calendar_run_until(struct calendar *calendar, sim_ns until, struct err *err);
sim_ns calendar_next(const struct calendar *calendar);
// All that waits at a server or is served there is turned away.
void calendar_lose_server(struct calendar *calendar, uint32_t server);
// What clients hold back goes, though their buffers are not full.
void calendar_send_buffers(struct calendar *calendar);
uint64_t calendar_at_clients(const struct calendar *calendar); // branches, neither sent nor planned
uint32_t calendar_longest_queue(const struct calendar *calendar, uint32_t partition);
uint64_t calendar_retried(const struct calendar *calendar); // times, ever
bool calendar_verify(const struct calendar *calendar, struct err *err);
uint64_t calendar_in_flight(const struct calendar *calendar); // as stations_in_flight

#endif
