// calendar_state.h -- the inside of a calendar, shared by serving (calendar.c) and turning away
// (calendar_turned_away.c).
#ifndef HOTSIM_CLUSTER_CALENDAR_STATE_H
#define HOTSIM_CLUSTER_CALENDAR_STATE_H

#include "cluster/event_queue.h"
#include "cluster/way.h"

struct calendar_server {
    uint32_t idle; // handlers
    struct branch_queue waiting;
    uint64_t done;
};

struct calendar_partition { // where partitions have a limit
    uint32_t admitted;      // its branches at a server, in service or waiting for a handler
    struct branch_queue waiting;
};

struct calendar {
    struct way way;
    struct event_queue *completions; // the subject is the branch in service
    struct event_queue *ended;       // at this instant, of branches that may let others begin
    struct event_queue *attempts;    // of branches that were turned away and come again
    struct calendar_server *servers;
    struct calendar_partition *partitions;
    struct branch_pool *branches;
    uint64_t started;    // branches, ever
    uint64_t retried;    // attempts, ever
    uint64_t operations; // neither done nor told rejected
    sim_ns now;
    bool time_is_over;
    // Little's law, in integers: the time integral of the branches at the servers against their own
    // times there.
    uint64_t present;
    wide_uint area, arrivals, completions_at;
};

// A branch comes now, for the first time or again.
void calendar_arrive(struct calendar *calendar, uint32_t branch);
// It was not accepted: it comes again, or its operation is rejected.
void calendar_turn_away(struct calendar *calendar, uint32_t branch);
// Its operation is told rejected, if it was not before, and the branch has gone.
void calendar_refuse(struct calendar *calendar, uint32_t branch);
// A branch that its partition lets go to its server, which may have a handler for it.
void calendar_admit(struct calendar *calendar, uint32_t branch);
void calendar_start(struct calendar *calendar, uint32_t branch);

#endif
