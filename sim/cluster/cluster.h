// cluster.h -- servers that do the work: c handlers and one FIFO queue each, with queues, limits
// and refusals.
//
// Operations arrive in time order, each of any number of branches: a put has one a table, all at
// once; a scan has one a region of each of its ranges. The branches of a range follow each other,
// the next arrives when the one before it is done; ranges run side by side, at most so many of an
// operation at a time, and the next one, in order, begins when one has ended. What needs the rows
// of all ranges (gets of what an index points to) is a second stage. An operation's latency is that
// of its last branch to end; without branches it is done at once.
//
// A branch is turned away by a server whose waiting places are full, by a partition that is off
// line, and by a server that is lost, also where it waited there or was served. It comes again
// after a back-off, to where its partition is then; after so many times it is rejected, and with it
// its operation: what has begun of it is finished, what has not is never offered. The branches that
// arrive with their operation are all offered, whatever becomes of the first of them.
//
// Operations are sent by client processes: dealt to them in turn, or in a closed loop by the
// processes' threads, which are dealt to them in turn. A process may have only so many requests (a
// branch each) under way: in all, to one server, to one partition; others wait in it (tasks.h). A
// request is under way from when it is sent until it is answered, that it is turned away being an
// answer. A process may have a write buffer: puts wait in it until they are more bytes than it
// holds, or until the end; then all go, those to one server (where partitions have limits here or
// there: to one partition) as one request, which takes a handler for the sum of their service
// times. In a closed loop a client that finds room in the buffer goes on at once; the put that
// fills it is waited for. A request whose partitions are not where it was sent to, or off line, is
// served for the others.
//
// A client may give up on an operation that is not done a given time after it came: the servers
// still do what they have accepted, and what could no longer be answered in time is not sent. Nor
// is what is left of an operation that was rejected.
//
// In a closed loop operations come when clients are ready, and not when the stream says. A client
// is ready for its next one when it has thought after the end of the last: when that was done
// (network included), rejected or given up.
//
// A partition may have a limit: a branch whose partition has so many at the server (in service or
// in its queue) waits in the partition's own FIFO and holds neither a handler nor a waiting place.
// When a branch ends, the first of the server's queue takes the handler; then the first that waits
// at the partition joins the end of that queue (or of its own server's, where the partition moved).
//
// Where no limit is set, a FIFO server is the recursion over its handlers' free times; otherwise an
// event calendar is kept. Both give the same numbers, and a test says so. At an instant completions
// come first, in the order in which they were started; then what they let begin, in the order of
// operations and branches; then the operations that arrive.
//
// Units:     ns of simulated time; latency counts from the intended arrival.
// Ownership: the cluster owns its queues; a batch is read and not kept.
// Checks:    accepted = done + waiting + in service, per server; branches = accepted + rejected +
//            not begun + dropped + at the clients; Little's law as an identity of integers
//            (cluster_verify).
#ifndef HOTSIM_CLUSTER_CLUSTER_H
#define HOTSIM_CLUSTER_CLUSTER_H

#include "base/batch.h"
#include "base/err.h"
#include "base/types.h"
#include "cluster/moves.h"

// Limits, which a scenario's tables repeat: every handler has its place in memory from the start.
enum { CLUSTER_SERVERS_MAX = 10000, CLUSTER_HANDLERS_MAX = 10000 };

struct cluster_config {
    uint32_t servers, handlers;
    uint32_t partition_limit; // 0: none
    uint64_t queue;           // waiting places a server; UINT64_MAX: endless
    uint64_t network_ns;
    // [partitions], borrowed: where each partition lives, and until when it is off line (NULL:
    // never). Both may change between calls; what was accepted is finished where it was.
    const uint32_t *server_of;
    const sim_ns *offline_until;
    uint32_t partitions; // over all tables: ids of later tables follow those of earlier ones
    const struct client_config *client; // how requests come again; NULL: they do not
    uint32_t clients;                   // of a closed loop; 0: the loop is open
    uint64_t think_ns;                  // their mean, exponential
    uint64_t seed;                      // of the times that they think
    bool force_calendar;                // for the test that compares the two ways
};

// When a branch begins.
enum branch_follows {
    BRANCH_BEGINS,  // with its operation, where not too many of its chains are under way
    BRANCH_FOLLOWS, // when the branch before it is done
    BRANCH_SECOND,  // as BRANCH_BEGINS, once all before the first such branch are done; with no
                    // BRANCH_BEGINS behind it
};

// Branches of operation i: first_branch[i] .. first_branch[i + 1], range after range.
struct cluster_batch {
    size_t count;
    const sim_ns *at;             // [count], never decreases, within and across batches; not
                                  // looked at in a closed loop
    sim_ns *issued_at;            // [count], closed loop: filled with when each came; NULL: not
    const uint32_t *tag;          // [count], the caller's, given back on completion
    const uint32_t *first_branch; // [count + 1]
    const uint32_t *partition;    // [branches]
    const uint64_t *service_ns;   // [branches], at least 1
    const uint8_t *follows;       // [branches], enum branch_follows; NULL: none does
    const uint64_t *bytes;    // [count] of a put that a write buffer may hold, else 0; NULL: all
    const uint32_t *parallel; // [count]: chains (a branch and those that follow it) at a time, 0:
                              // all; NULL: all
};

// Told of finished operations, in batches, in no particular order. `latency_ns` counts to the
// slowest branch and includes the network; done_at = at + latency_ns. An operation is in flight at
// an instant where at <= instant < done_at: with the last arrival's time that gives the backlog at
// the end. The arrays stay good during the call only.
struct cluster_sink {
    void *context;
    void (*done)(void *context, size_t count, const uint32_t *tag, const sim_ns *done_at,
                 const uint64_t *latency_ns);
    // A branch was refused: its operation is told once here (and never as done).
    void (*rejected)(void *context, uint32_t tag);
    // It was not done in time: told once here, and neither as done nor as rejected. NULL: told as
    // rejected.
    void (*timed_out)(void *context, uint32_t tag);
};

struct cluster;

struct cluster *cluster_new(const struct cluster_config *config);
void cluster_free(struct cluster *cluster); // NULL is fine

// ERR_MACHINE where the backlog passes CLUSTER_BACKLOG_MAX branches, which a calendar must
// remember.
enum { CLUSTER_BACKLOG_MAX = 20000000 };
bool cluster_offer(struct cluster *cluster, const struct cluster_batch *batch,
                   const struct cluster_sink *sink, struct err *err);

// All that happens before `now` and at it, so that what is borrowed can change then.
bool cluster_run_until(struct cluster *cluster, const struct cluster_sink *sink, sim_ns now,
                       struct err *err);
// Closed loop: when the next operation comes, all that happens before having happened; `limit`
// where that is not before it.
bool cluster_next_issue(struct cluster *cluster, const struct cluster_sink *sink, sim_ns limit,
                        sim_ns *out_at, struct err *err);
// What waits at a server or is served there is turned away; where its partitions live now, and
// until when they are off line, was changed before. Only where `offline_until` was given.
void cluster_lose_server(struct cluster *cluster, const struct cluster_sink *sink, uint32_t server);

// Serves what is still there, after the last arrival.
bool cluster_drain(struct cluster *cluster, const struct cluster_sink *sink, struct err *err);

// What one server did. `accepted` branches are done, or wait, or are in service, or were lost with
// it; `service_ns` is the handler time that the accepted ones take, also after the last arrival.
struct cluster_server {
    uint64_t accepted, rejected, lost;
    wide_uint service_ns;
};
uint64_t cluster_timed_out(const struct cluster *cluster); // operations, ever
// The longest line that waited for a place of a partition with a limit.
uint32_t cluster_longest_queue(const struct cluster *cluster, uint32_t partition);
uint64_t cluster_retried(const struct cluster *cluster); // times that a branch was sent again
struct cluster_server cluster_server_of(const struct cluster *cluster, uint32_t server);

// Exit-4 checks at the end; false with ERR_BUG and the identity that failed.
bool cluster_verify(const struct cluster *cluster, struct err *err);

// Where partitions live at the start, in key order from server 0 (each table anew).
void placement_fill(int placement, uint32_t servers, uint32_t partitions, uint64_t seed,
                    uint64_t table_index, uint32_t *out_server);

#endif
