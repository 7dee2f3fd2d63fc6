// event_queue.h -- the agenda of a calendar: which branch ends next, and when.
//
// Events leave in order of `at`; events due at the same instant leave in the order they were put
// in.
//
// Units:     `at` is simulated time, in ns.
// Ownership: the queue owns its storage; events are copied.
// Errors:    none. More than `capacity` events, or taking from an empty queue, is a bug and
// asserts.
#ifndef HOTSIM_CLUSTER_EVENT_QUEUE_H
#define HOTSIM_CLUSTER_EVENT_QUEUE_H

#include "base/types.h"

struct event {
    sim_ns at;
    uint64_t order;   // set by the queue: breaks ties
    uint32_t subject; // whose meaning is the caller's
};

struct event_queue;

struct event_queue *event_queue_new(size_t capacity);
void event_queue_free(struct event_queue *queue); // NULL is fine
size_t event_queue_count(const struct event_queue *queue);

void event_queue_push(struct event_queue *queue, sim_ns at, uint32_t subject);

// The next event, or NULL; good until the queue changes.
const struct event *event_queue_first(const struct event_queue *queue);
void event_queue_pop(struct event_queue *queue);

// Pop and push in one: the usual case, as a handler that ends one branch starts another.
void event_queue_replace_first(struct event_queue *queue, sim_ns at, uint32_t subject);

#endif
