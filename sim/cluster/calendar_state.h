// calendar_state.h -- the inside of a calendar, shared by serving (calendar.c), offers
// (calendar_offer.c), turning away (calendar_turned_away.c), sending (calendar_send.c) and checks
// (calendar_verify.c).
#ifndef HOTSIM_CLUSTER_CALENDAR_STATE_H
#define HOTSIM_CLUSTER_CALENDAR_STATE_H

#include "cluster/deadlines.h"
#include "cluster/event_queue.h"
#include "cluster/tasks.h"
#include "cluster/way.h"

struct calendar_server {
    uint32_t idle; // handlers
    struct branch_queue waiting;
    uint64_t done;
};

struct calendar_partition { // where partitions have a limit
    uint32_t admitted;      // its branches at a server, in service or waiting for a handler
    struct branch_queue waiting;
    uint32_t longest; // that its queue ever was
};

struct write_buffer { // of a client process
    uint64_t bytes;
    struct branch_queue branches;
};

struct calendar {
    struct way way;
    bool knows_operations; // also those of one branch
    struct tasks *tasks;   // NULL: nothing is limited at the clients
    struct deadlines deadlines;
    struct write_buffer *buffers;    // [processes]; NULL: none
    uint64_t buffered;               // branches in all of them
    struct branch_queue *groups;     // [servers, or partitions] empty but while a buffer is sent
    uint32_t *group_order;           // [as many] those that are not, the first first
    uint64_t merged;                 // branches that are counted under another one of their group
    uint64_t offered;                // operations, ever
    struct event_queue *completions; // the subject is the branch in service
    struct event_queue *ended;       // at this instant, of branches that may let others begin
    struct event_queue *attempts;    // of branches that were turned away and come again
    struct calendar_server *servers;
    struct calendar_partition *partitions;
    struct branch_pool *branches;
    uint64_t started;     // branches, ever
    uint64_t turned_away; // to come again: their order
    uint64_t retried;     // requests that were sent again, ever
    uint64_t operations;  // neither done nor told rejected
    sim_ns now;
    bool time_is_over;
    // Little's law, in integers: the time integral of the branches at the servers against their own
    // times there.
    uint64_t present;
    wide_uint area, arrivals, completions_at;
};

static inline bool calendar_is_group(const struct calendar *calendar, uint32_t branch)
{
    return branch_at(calendar->branches, branch)->operation == (uint32_t)BRANCH_GROUP;
}

static inline bool calendar_is_offline(const struct calendar *calendar, uint32_t partition)
{
    const sim_ns *until = calendar->way.config->offline_until;
    return until && calendar->now < until[partition];
}

static inline bool calendar_has_deadlines(const struct calendar *calendar)
{
    return calendar->way.config->client->timeout_ns > 0;
}

// All that happens up to `until` and at it; time itself goes no further than that.
void calendar_pass_until(struct calendar *calendar, sim_ns until);
void calendar_pass_time(struct calendar *calendar, sim_ns now);
// An operation ends now, which no other is told of.
void calendar_tell_done(struct calendar *calendar, uint32_t tag, sim_ns at);

// A branch has come to its server.
void calendar_arrive(struct calendar *calendar, uint32_t branch);

// A branch is to be sent, for the first time or again: now, or when its client may.
void calendar_send_limited(struct calendar *calendar, uint32_t branch);
static inline void calendar_send(struct calendar *calendar, uint32_t branch)
{
    if (calendar->tasks)
        calendar_send_limited(calendar, branch);
    else
        calendar_arrive(calendar, branch);
}
void calendar_send_all(struct calendar *calendar, uint32_t first); // a list linked by `next`
// What clients may send since something was answered, if there is any.
static inline bool calendar_may_send(const struct calendar *calendar)
{
    return calendar->tasks && tasks_are_due(calendar->tasks);
}
void calendar_send_waiting(struct calendar *calendar);
// What was sent is no longer under way; for clients with limits.
void calendar_answered(struct calendar *calendar, uint32_t branch);
// Whether it is not to be sent any more, since its operation was rejected or given up; it is gone.
bool calendar_dropped(struct calendar *calendar, uint32_t branch);

// Branches of an operation of so many bytes wait in its process's buffer, or fill it. True where
// they wait.
bool calendar_buffer(struct calendar *calendar, uint32_t first, uint64_t bytes);
void calendar_send_buffer(struct calendar *calendar, uint32_t process);
// Of a group that has come to its server: those that are not there, or off line, are turned away.
// False where none is left; it is gone.
bool calendar_open_group(struct calendar *calendar, uint32_t group);
// Its members are branches of their own again: a list linked by `next`; it is gone.
uint32_t calendar_part_group(struct calendar *calendar, uint32_t group);

// It was not accepted: it comes again, or its operation is rejected; each of a group by itself.
void calendar_turn_away(struct calendar *calendar, uint32_t branch);
void calendar_try_later(struct calendar *calendar, uint32_t branch); // one that was answered so
// Its operation is told rejected, if it was not before, and the branch has gone.
void calendar_refuse(struct calendar *calendar, uint32_t branch);
// A branch of several has gone; its operation with it, if it was the last.
void calendar_leave(struct calendar *calendar, uint32_t branch);
// A branch that its partition lets go to its server, which may have a handler for it.
void calendar_admit(struct calendar *calendar, uint32_t branch);
void calendar_start(struct calendar *calendar, uint32_t branch);

#endif
