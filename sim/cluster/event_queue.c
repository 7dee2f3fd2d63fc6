#include "cluster/event_queue.h"
#include "base/mem.h"

#include <assert.h>

enum {
    WAYS = 4
}; // children of a node: half the levels of a binary heap, and a family shares cache lines

struct event_queue {
    size_t capacity, count;
    uint64_t pushes;
    struct event *heap;
};

struct event_queue *event_queue_new(size_t capacity)
{
    struct event_queue *queue = mem_new(1, sizeof *queue);
    queue->capacity = capacity;
    queue->heap = mem_new(capacity, sizeof *queue->heap);
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
    return queue->count;
}

// Time, then the order of coming, as one number.
static inline wide_uint rank_of(const struct event *event)
{
    return (wide_uint)event->at << 64 | event->order;
}

static inline bool before(const struct event *a, const struct event *b)
{
    return rank_of(a) < rank_of(b);
}

void event_queue_push(struct event_queue *queue, sim_ns at, uint32_t subject)
{
    assert(queue->count < queue->capacity);
    const struct event rising = {.at = at, .order = queue->pushes++, .subject = subject};
    size_t hole = queue->count++;
    while (hole > 0 && before(&rising, &queue->heap[(hole - 1) / WAYS])) {
        queue->heap[hole] = queue->heap[(hole - 1) / WAYS];
        hole = (hole - 1) / WAYS;
    }
    queue->heap[hole] = rising;
}

const struct event *event_queue_first(const struct event_queue *queue)
{
    return queue->count > 0 ? queue->heap : NULL;
}

// Of the children from `first` on, the one that is due first. A whole family plays a small
// tournament without branches.
static inline size_t first_due(const struct event_queue *queue, size_t first)
{
    const struct event *heap = queue->heap;
    if (first + WAYS <= queue->count) {
        const size_t left = first + before(&heap[first + 1], &heap[first]);
        const size_t right = first + 2 + before(&heap[first + 3], &heap[first + 2]);
        return before(&heap[right], &heap[left]) ? right : left;
    }
    size_t least = first;
    for (size_t child = first + 1; child < queue->count; child++)
        least = before(&heap[child], &heap[least]) ? child : least;
    return least;
}

static void sink_from_top(struct event_queue *queue, struct event sinking)
{
    size_t hole = 0;
    for (size_t first = 1; first < queue->count; first = WAYS * hole + 1) {
        const size_t least = first_due(queue, first);
        if (before(&sinking, &queue->heap[least]))
            break;
        queue->heap[hole] = queue->heap[least];
        hole = least;
    }
    queue->heap[hole] = sinking;
}

void event_queue_pop(struct event_queue *queue)
{
    assert(queue->count > 0);
    const struct event last = queue->heap[--queue->count];
    if (queue->count > 0)
        sink_from_top(queue, last);
}

void event_queue_replace_first(struct event_queue *queue, sim_ns at, uint32_t subject)
{
    assert(queue->count > 0);
    sink_from_top(queue, (struct event){.at = at, .order = queue->pushes++, .subject = subject});
}
