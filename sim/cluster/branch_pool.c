#include "cluster/branch_pool.h"
#include "base/mem.h"

#include <assert.h>

_Static_assert(sizeof(struct branch) == 32, "a backlog of millions is what costs memory");

struct branch_pool branch_pool_of(void)
{
    return (struct branch_pool){.first_free = (uint32_t)BRANCH_NONE};
}

void branch_pool_done(struct branch_pool *pool)
{
    mem_free(pool->items);
    *pool = branch_pool_of();
}

uint32_t branch_take(struct branch_pool *pool, struct branch branch)
{
    uint32_t index = pool->first_free;
    if (index != (uint32_t)BRANCH_NONE) {
        pool->first_free = pool->items[index].next;
    } else {
        if (pool->used == pool->capacity) {
            pool->capacity = pool->capacity > 0 ? 2 * pool->capacity : 1024;
            pool->items = mem_resize(pool->items, pool->capacity, sizeof *pool->items);
        }
        index = pool->used++;
    }
    pool->items[index] = branch;
    pool->taken++;
    return index;
}

void branch_release(struct branch_pool *pool, uint32_t index)
{
    pool->items[index].next = pool->first_free;
    pool->first_free = index;
    pool->taken--;
}

void branch_queue_push(struct branch_queue *queue, struct branch_pool *pool, uint32_t index)
{
    pool->items[index].next = (uint32_t)BRANCH_NONE;
    if (queue->count == 0)
        queue->first = index;
    else
        pool->items[queue->last].next = index;
    queue->last = index;
    queue->count++;
}

uint32_t branch_queue_pop(struct branch_queue *queue, const struct branch_pool *pool)
{
    assert(queue->count > 0);
    const uint32_t index = queue->first;
    queue->first = pool->items[index].next;
    queue->count--;
    return index;
}

uint64_t branch_queue_walk(const struct branch_queue *queue, const struct branch_pool *pool)
{
    uint64_t linked = 0;
    if (queue->count == 0)
        return 0;
    for (uint32_t i = queue->first; i != (uint32_t)BRANCH_NONE; i = pool->items[i].next)
        linked++;
    return linked;
}
