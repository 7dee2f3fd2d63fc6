// branch_pool.h -- the branches that a calendar remembers, and the queues in which they wait.
//
// Branches are numbers into one array that grows by doubling; freed ones are used again first.
//
// Ownership: the pool owns the array; a pointer from branch_at is good until the next branch_take.
#ifndef HOTSIM_CLUSTER_BRANCH_POOL_H
#define HOTSIM_CLUSTER_BRANCH_POOL_H

#include "base/types.h"

enum { BRANCH_NONE = -1 }; // as uint32_t: the end of a list, or no join

struct branch {
    sim_ns at; // arrival
    uint64_t service_ns;
    uint32_t next; // in its queue, or in the list of the free
    uint32_t partition;
    uint32_t tag;
    uint32_t
        join; // what it shares with the other branches of its operation; BRANCH_NONE: it is alone
};

struct branch_pool {
    struct branch *items;
    uint32_t used, capacity; // used: ever taken
    uint32_t taken;          // now
    uint32_t first_free;
};

struct branch_pool branch_pool_of(void);
void branch_pool_done(struct branch_pool *pool);
uint32_t branch_take(struct branch_pool *pool, struct branch branch);
void branch_release(struct branch_pool *pool, uint32_t index);

static inline struct branch *branch_at(const struct branch_pool *pool, uint32_t index)
{
    return &pool->items[index];
}

struct branch_queue { // first come, first served
    uint32_t first, last;
    uint32_t count;
};

void branch_queue_push(struct branch_queue *queue, struct branch_pool *pool, uint32_t index);
uint32_t branch_queue_pop(struct branch_queue *queue, const struct branch_pool *pool); // not empty

// Branches that are really linked, for checks: the count must agree.
uint64_t branch_queue_walk(const struct branch_queue *queue, const struct branch_pool *pool);

#endif
