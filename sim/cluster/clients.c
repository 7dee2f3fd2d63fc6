#include "cluster/clients.h"

#include "base/mem.h"
#include "stats/sampler.h"

static void think(struct clients *clients, uint32_t client, sim_ns at)
{
    if (clients->think_ns > 0) {
        const double share = sample_exponential_one(&clients->thoughts[client]);
        at += (sim_ns)(share * (double)clients->think_ns + 0.5);
    }
    event_queue_push(clients->ready, (struct event){.at = at, .order = client, .subject = client});
}

struct clients *clients_new(uint32_t count, uint64_t think_ns, uint64_t seed)
{
    if (count == 0)
        return NULL;
    struct clients *clients = mem_new(1, sizeof *clients);
    *clients = (struct clients){.ready = event_queue_new(),
                                .tags = mem_new(count, sizeof *clients->tags),
                                .thoughts = mem_new(count, sizeof *clients->thoughts),
                                .think_ns = think_ns,
                                .count = count};
    for (uint32_t i = 0; i < count; i++) {
        clients->thoughts[i] = rng_stream(seed, "think", i);
        think(clients, i, 0);
    }
    return clients;
}

void clients_free(struct clients *clients)
{
    if (!clients)
        return;
    event_queue_free(clients->ready);
    mem_free(clients->tags);
    mem_free(clients->thoughts);
    mem_free(clients);
}

sim_ns clients_next(const struct clients *clients)
{
    const struct event *first = event_queue_first(clients->ready);
    return first ? first->at : UINT64_MAX;
}

uint32_t clients_take(struct clients *clients, uint32_t tag)
{
    const uint32_t client = event_queue_first(clients->ready)->subject;
    event_queue_pop(clients->ready);
    clients->tags[client] = tag;
    return client;
}

uint32_t clients_first(const struct clients *clients, sim_ns *out_at)
{
    const struct event *first = event_queue_first(clients->ready);
    *out_at = first->at;
    return first->subject;
}

void clients_turned(struct clients *clients, uint32_t client, sim_ns at)
{
    event_queue_pop(clients->ready);
    think(clients, client, at);
}

uint32_t clients_ended(struct clients *clients, uint32_t client, sim_ns at)
{
    think(clients, client, at);
    return clients->tags[client];
}
