#include "cluster/event_queue.h"
#include "base/mem.h"

#include <assert.h>

enum {
    WAYS = 4, // children of a node: half the levels of a binary heap, and a family shares lines
    CAPACITY_FIRST = 64,
};

// A heap whose top may be missing: what leaves is not replaced at once, since a push mostly follows
// and can take its place, so that the two cost one way down.
struct event_queue {
    size_t capacity, used; // places, the missing top included
    size_t first;          // the place of the next event: 0, or below the missing top
    struct event *heap;
};

struct event_queue *event_queue_new(void)
{
    struct event_queue *queue = mem_new(1, sizeof *queue);
    queue->capacity = CAPACITY_FIRST;
    queue->heap = mem_new(queue->capacity, sizeof *queue->heap);
    return queue;
}

void event_queue_free(struct event_queue *queue)
{
    if (!queue)
        return;
    mem_free(queue->heap);
    mem_free(queue);
}

size_t event_queue_count(const struct event_queue *queue)
{
    return queue->used - (queue->first > 0);
}

// The times decide nearly always; a jump that is nearly never taken costs less than comparing both
// at once.
static inline bool before(const struct event *a, const struct event *b)
{
    if (__builtin_expect(a->at == b->at, 0))
        return a->order < b->order;
    return a->at < b->at;
}

// Of the children from `first` on, the one that is due first. A whole family plays a small
// tournament without branches.
static inline size_t first_due(const struct event_queue *queue, size_t first)
{
    const struct event *heap = queue->heap;
    if (first + WAYS <= queue->used) {
        const size_t left = first + before(&heap[first + 1], &heap[first]);
        const size_t right = first + 2 + before(&heap[first + 3], &heap[first + 2]);
        return before(&heap[right], &heap[left]) ? right : left;
    }
    size_t least = first;
    for (size_t child = first + 1; child < queue->used; child++)
        least = before(&heap[child], &heap[least]) ? child : least;
    return least;
}

static void sink_from_top(struct event_queue *queue, struct event sinking)
{
    size_t hole = 0;
    for (size_t first = 1; first < queue->used; first = WAYS * hole + 1) {
        const size_t least = first_due(queue, first);
        if (before(&sinking, &queue->heap[least]))
            break;
        queue->heap[hole] = queue->heap[least];
        hole = least;
    }
    queue->heap[hole] = sinking;
}

void event_queue_push(struct event_queue *queue, struct event event)
{
    if (queue->first > 0) {
        queue->first = 0;
        sink_from_top(queue, event);
        return;
    }
    if (queue->used == queue->capacity) {
        queue->capacity *= 2;
        queue->heap = mem_resize(queue->heap, queue->capacity, sizeof *queue->heap);
    }
    size_t hole = queue->used++;
    while (hole > 0 && before(&event, &queue->heap[(hole - 1) / WAYS])) {
        queue->heap[hole] = queue->heap[(hole - 1) / WAYS];
        hole = (hole - 1) / WAYS;
    }
    queue->heap[hole] = event;
}

const struct event *event_queue_first(const struct event_queue *queue)
{
    return queue->first < queue->used ? &queue->heap[queue->first] : NULL;
}

void event_queue_pop(struct event_queue *queue)
{
    assert(event_queue_count(queue) > 0);
    if (queue->first > 0)
        sink_from_top(queue, queue->heap[--queue->used]);
    queue->first = first_due(queue, 1);
}
