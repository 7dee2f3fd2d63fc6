// event_queue.h -- an agenda: which branch is next, and when.
//
// Events leave in order of `at`; events due at the same instant leave in the order of `order`, and
// where that is the same too, in any.
//
// Units:     `at` is simulated time, in ns.
// Ownership: the queue owns its storage, which grows; events are copied.
// Errors:    none. Taking from an empty queue is a bug and asserts.
#ifndef HOTSIM_CLUSTER_EVENT_QUEUE_H
#define HOTSIM_CLUSTER_EVENT_QUEUE_H

#include "base/types.h"

struct event {
    sim_ns at;
    uint64_t order;
    uint32_t subject; // whose meaning is the caller's
};

struct event_queue;

struct event_queue *event_queue_new(void);
void event_queue_free(struct event_queue *queue); // NULL is fine
size_t event_queue_count(const struct event_queue *queue);

void event_queue_push(struct event_queue *queue, struct event event);

// The next event, or NULL; good until the queue changes.
const struct event *event_queue_first(const struct event_queue *queue);
void event_queue_pop(struct event_queue *queue); // cheapest where a push comes next

#endif
