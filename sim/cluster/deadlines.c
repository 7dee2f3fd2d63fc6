#include "cluster/deadlines.h"

#include "base/mem.h"
#include "cluster/branch_pool.h"

#include <assert.h>

enum { CAPACITY_FIRST = 256 };

void deadlines_done(struct deadlines *deadlines)
{
    mem_free(deadlines->items);
    *deadlines = (struct deadlines){0};
}

static struct deadline *item(const struct deadlines *deadlines, uint64_t number)
{
    return &deadlines->items[number & (deadlines->capacity - 1)];
}

// Each stays at its number, which now has one more bit.
static void grow(struct deadlines *deadlines)
{
    const struct deadlines old = *deadlines;
    deadlines->capacity = old.capacity > 0 ? 2 * old.capacity : CAPACITY_FIRST;
    deadlines->items = mem_new(deadlines->capacity, sizeof *deadlines->items);
    for (uint64_t i = old.first; i < old.end; i++)
        *item(deadlines, i) = *item(&old, i);
    mem_free(old.items);
}

uint64_t deadlines_set(struct deadlines *deadlines, sim_ns at, uint32_t operation)
{
    if (deadlines->end - deadlines->first == deadlines->capacity)
        grow(deadlines);
    assert(deadlines->end == deadlines->first || item(deadlines, deadlines->end - 1)->at <= at);
    *item(deadlines, deadlines->end) = (struct deadline){.at = at, .operation = operation};
    return deadlines->end++;
}

static void skip_lifted(struct deadlines *deadlines)
{
    while (deadlines->first < deadlines->end &&
           item(deadlines, deadlines->first)->operation == (uint32_t)BRANCH_NONE)
        deadlines->first++;
}

void deadlines_lift(struct deadlines *deadlines, uint64_t number)
{
    if (number < deadlines->first) // it has passed
        return;
    item(deadlines, number)->operation = (uint32_t)BRANCH_NONE;
    skip_lifted(deadlines);
}

uint32_t deadlines_take(struct deadlines *deadlines)
{
    const uint32_t operation = item(deadlines, deadlines->first)->operation;
    deadlines->first++;
    skip_lifted(deadlines);
    return operation;
}
