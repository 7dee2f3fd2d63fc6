// Ranges of keys: collected, then sorted and made disjoint.
#include "base/key_batch.h"
#include "base/mem.h"
#include "hash/hash.h"
#include "query/plan.h"

#include <stdlib.h>
#include <string.h>

uint32_t plan_slice(struct bytes key, uint32_t slices)
{
    const uint8_t *dot = key.size > 0 ? memchr(key.data, '.', key.size) : NULL;
    return hash_slice(bytes_of(key.data, dot ? (size_t)(dot - key.data) : key.size), slices);
}

void range_list_done(struct range_list *ranges)
{
    mem_free(ranges->items);
    arena_done(&ranges->storage);
    *ranges = (struct range_list){0};
}

void range_list_clear(struct range_list *ranges)
{
    ranges->count = 0;
    arena_reset(&ranges->storage);
}

void range_list_add(struct range_list *ranges, uint32_t slice, struct bytes start,
                    struct bytes stop)
{
    if (ranges->count == ranges->capacity) {
        ranges->capacity = ranges->capacity > 0 ? 2 * ranges->capacity : 16;
        ranges->items = mem_resize(ranges->items, ranges->capacity, sizeof *ranges->items);
    }
    ranges->items[ranges->count++] = (struct key_range){
        .start = arena_copy(&ranges->storage, start),
        .stop = arena_copy(&ranges->storage, stop),
        .slice = slice,
    };
}

static int by_start(const void *a, const void *b)
{
    const struct key_range *left = a;
    const struct key_range *right = b;
    if (left->slice != right->slice)
        return left->slice < right->slice ? -1 : 1;
    return key_compare(left->start, right->start);
}

static bool is_later(struct bytes stop, struct bytes other)
{
    if (stop.size == 0 || other.size == 0)
        return stop.size == 0 && other.size > 0;
    return key_compare(stop, other) > 0;
}

static bool is_same(const struct key_range *range, const struct key_range *other)
{
    return key_compare(range->start, other->start) == 0 &&
           key_compare(range->stop, other->stop) == 0;
}

bool range_list_settle(struct range_list *ranges, bool join)
{
    // Values are mostly listed in the order of their keys.
    bool sorted = true;
    for (size_t i = 1; sorted && i < ranges->count; i++)
        sorted = by_start(&ranges->items[i - 1], &ranges->items[i]) <= 0;
    if (!sorted)
        qsort(ranges->items, ranges->count, sizeof *ranges->items, by_start);
    size_t kept = 0;
    bool mixed = false;
    for (size_t i = 0; i < ranges->count; i++) {
        const struct key_range *range = &ranges->items[i];
        if (range->stop.size > 0 && key_compare(range->start, range->stop) >= 0)
            continue;
        struct key_range *last = kept > 0 ? &ranges->items[kept - 1] : NULL;
        int gap = 1;
        if (last && last->slice == range->slice)
            gap = last->stop.size == 0 ? -1 : key_compare(range->start, last->stop);
        if (gap > 0 || (gap == 0 && !join)) {
            ranges->items[kept++] = *range;
            continue;
        }
        mixed = mixed || (gap < 0 && !is_same(range, last));
        if (is_later(range->stop, last->stop))
            last->stop = range->stop;
    }
    ranges->count = kept;
    return mixed;
}
