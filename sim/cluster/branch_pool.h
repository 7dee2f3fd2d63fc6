// branch_pool.h -- the branches that a way of serving remembers, and the queues in which they wait.
//
// Branches are numbers into one array that grows by doubling; freed ones are used again first.
//
// Ownership: the pool owns the array; a pointer from branch_at is good until the next branch_take.
#ifndef HOTSIM_CLUSTER_BRANCH_POOL_H
#define HOTSIM_CLUSTER_BRANCH_POOL_H

#include "base/types.h"

enum {
    BRANCH_NONE = -1,  // as uint32_t: the end of a list, or no operation
    BRANCH_GROUP = -2, // in place of an operation: it stands for several, which go as one request
};

struct branch {
    union {
        sim_ns at;       // alone: arrival of its operation
        uint64_t number; // with others: theirs rise in the order of operations and their branches
    };
    uint64_t service_ns;
    uint32_t next; // in its queue, or in the list of the free
    uint32_t partition;
    union {
        uint32_t tag;      // alone: its operation's
        uint32_t follower; // with others: who starts when it is done, or BRANCH_NONE; of a
                           // group: the first in it, linked by `next`
    };
    uint32_t operation; // what it shares with others; BRANCH_NONE: it is alone; BRANCH_GROUP
    uint32_t server;    // that accepted it; of a group: where it goes
    uint32_t attempts;  // at which it was turned away
};

struct branch_pool {
    struct branch *items;
    uint32_t used, capacity; // used: ever taken
    uint32_t taken;          // now
    uint32_t first_free;
};

struct branch_pool branch_pool_of(void);
void branch_pool_done(struct branch_pool *pool);
void branch_pool_grow(struct branch_pool *pool);

static inline struct branch *branch_at(const struct branch_pool *pool, uint32_t index)
{
    return &pool->items[index];
}

// Its contents are the caller's to fill.
static inline uint32_t branch_take(struct branch_pool *pool)
{
    pool->taken++;
    const uint32_t index = pool->first_free;
    if (index != (uint32_t)BRANCH_NONE) {
        pool->first_free = pool->items[index].next;
        return index;
    }
    if (pool->used == pool->capacity)
        branch_pool_grow(pool);
    return pool->used++;
}

static inline void branch_release(struct branch_pool *pool, uint32_t index)
{
    pool->items[index].next = pool->first_free;
    pool->first_free = index;
    pool->taken--;
}

struct branch_queue { // first come, first served
    uint32_t first, last;
    uint32_t count;
};

static inline void branch_queue_push(struct branch_queue *queue, const struct branch_pool *pool,
                                     uint32_t index)
{
    pool->items[index].next = (uint32_t)BRANCH_NONE;
    if (queue->count == 0)
        queue->first = index;
    else
        pool->items[queue->last].next = index;
    queue->last = index;
    queue->count++;
}

static inline uint32_t branch_queue_pop(struct branch_queue *queue,
                                        const struct branch_pool *pool) // not empty
{
    const uint32_t index = queue->first;
    queue->first = pool->items[index].next;
    queue->count--;
    return index;
}

// Branches that are really linked, for checks: the count must agree.
uint64_t branch_queue_walk(const struct branch_queue *queue, const struct branch_pool *pool);

#endif
