// clients.h -- the clients of a closed loop: each has one operation under way, and thinks before
// the next.
//
// Operations are taken in the order of the stream, each by the client that is ready first; of those
// that are ready at once, the lowest number. At the start every client thinks.
//
// Units:     ns of simulated time. Ownership: owns its queue. Errors: none.
#ifndef HOTSIM_CLUSTER_CLIENTS_H
#define HOTSIM_CLUSTER_CLIENTS_H

#include "base/rng.h"
#include "cluster/event_queue.h"

struct clients {
    struct event_queue *ready;
    uint32_t *tags; // [count] the caller's, of the operation under way
    struct rng *thoughts;
    uint64_t think_ns; // mean, exponential; 0: none
    uint32_t count;
};

// NULL where `count` is 0: the loop is open.
struct clients *clients_new(uint32_t count, uint64_t think_ns, uint64_t seed);
void clients_free(struct clients *clients); // NULL is fine

// When the next operation comes; UINT64_MAX while all are under way.
sim_ns clients_next(const struct clients *clients);
// The client that takes it.
uint32_t clients_take(struct clients *clients, uint32_t tag);
// The same where it is known at once when the operation ends: the client that is ready first, told
// of it by clients_turned before another is asked for.
uint32_t clients_first(const struct clients *clients, sim_ns *out_at);
void clients_turned(struct clients *clients, uint32_t client, sim_ns at);
// Its operation has ended; gives back its tag.
uint32_t clients_ended(struct clients *clients, uint32_t client, sim_ns at);

#endif
