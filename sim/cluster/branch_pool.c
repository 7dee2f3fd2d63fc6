#include "cluster/branch_pool.h"
#include "base/mem.h"

_Static_assert(sizeof(struct branch) == 40, "a backlog of millions is what costs memory");

enum { CAPACITY_FIRST = 1024 };

struct branch_pool branch_pool_of(void)
{
    return (struct branch_pool){.first_free = (uint32_t)BRANCH_NONE};
}

void branch_pool_done(struct branch_pool *pool)
{
    mem_free(pool->items);
    *pool = branch_pool_of();
}

void branch_pool_grow(struct branch_pool *pool)
{
    pool->capacity = pool->capacity > 0 ? 2 * pool->capacity : CAPACITY_FIRST;
    pool->items = mem_resize(pool->items, pool->capacity, sizeof *pool->items);
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
