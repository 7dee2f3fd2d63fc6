// tasks.h -- how many requests of a client process are under way at once: in all, to one server,
// and to one partition.
//
// A request that may not go waits in its process, first come first served for its partition; one
// for another server or partition may pass it (as HBase's AsyncProcess lets it). When a request of
// the process was answered, that of the earliest operation goes among those that head a
// partition's queue and may.
//
// Units:     counts. Ownership: owns its tables; the branches and their links are the pool's.
// Errors:    none.
#ifndef HOTSIM_CLUSTER_TASKS_H
#define HOTSIM_CLUSTER_TASKS_H

#include "cluster/branch_pool.h"
#include "cluster/moves.h"

struct task { // a request, and where it goes
    uint32_t process, server, partition;
};

struct tasks;

// NULL where nothing is limited. The pool and `server_of` outlive it.
struct tasks *tasks_new(const struct client_config *client, const struct branch_pool *pool,
                        const uint32_t *server_of, uint32_t servers);
void tasks_free(struct tasks *tasks); // NULL is fine

// Whether it goes now; else it is to wait.
bool tasks_go(struct tasks *tasks, const struct task *task);
void tasks_wait(struct tasks *tasks, const struct task *task, uint32_t branch);
void tasks_answered(struct tasks *tasks, const struct task *task);

// A request that waited and goes now, of a process of which some were answered; BRANCH_NONE: no
// other.
uint32_t tasks_next(struct tasks *tasks, uint32_t *out_process);
bool tasks_are_due(const struct tasks *tasks); // whether that is to be asked

uint64_t tasks_waiting(const struct tasks *tasks);
uint64_t tasks_under_way(const struct tasks *tasks); // added up anew, for checks

#endif
