#include "base/mem.h"
#include "cluster/way.h"

#include <assert.h>
#include <string.h>

// Start times of the branches that wait at a server, first come first: the bounded queue's length.
// A ring that grows by doubling.
struct starts {
    sim_ns *items;
    size_t first, count, capacity; // capacity: 0 or a power of two
};

struct stations {
    struct way way;
    uint32_t handlers;
    sim_ns *free_at;       // [servers][handlers]: a heap each, the earliest first
    struct starts *starts; // [servers], where queues are bounded; else NULL
    uint64_t waiting;      // in all starts
    sim_ns latest;         // every finishing time or-ed: its top bit tells the end of time
};

struct stations *stations_new(const struct way *way)
{
    struct stations *stations = mem_new(1, sizeof *stations);
    stations->way = *way;
    stations->handlers = way->config->handlers;
    stations->free_at =
        mem_new((size_t)way->config->servers * stations->handlers, sizeof *stations->free_at);
    if (way->config->queue != UINT64_MAX)
        stations->starts = mem_new(way->config->servers, sizeof *stations->starts);
    return stations;
}

void stations_free(struct stations *stations)
{
    if (!stations)
        return;
    for (uint32_t i = 0; stations->starts && i < stations->way.config->servers; i++)
        mem_free(stations->starts[i].items);
    mem_free(stations->starts);
    mem_free(stations->free_at);
    mem_free(stations);
}

static void starts_push(struct starts *starts, sim_ns start)
{
    if (starts->count == starts->capacity) {
        const size_t capacity = starts->capacity > 0 ? 2 * starts->capacity : 16;
        starts->items = mem_resize(starts->items, capacity, sizeof *starts->items);
        // What had wrapped around moves behind what had not.
        if (starts->first > 0)
            memcpy(starts->items + starts->capacity, starts->items,
                   starts->first * sizeof *starts->items);
        starts->capacity = capacity;
    }
    starts->items[(starts->first + starts->count++) & (starts->capacity - 1)] = start;
}

// Whether the branch may stay; if it must wait, its place in the queue is taken.
static bool admit(struct stations *stations, struct starts *starts, sim_ns at, sim_ns start)
{
    while (starts->count > 0 && starts->items[starts->first] <= at) {
        starts->first = (starts->first + 1) & (starts->capacity - 1);
        starts->count--;
        stations->waiting--;
    }
    if (start <= at)
        return true;
    if (starts->count >= stations->way.config->queue)
        return false;
    starts_push(starts, start);
    stations->waiting++;
    return true;
}

// The earliest free time gives way to `value`: on the way down along the lesser children each place
// keeps the lesser of what it may hold, and the greater goes on. No branch depends on the data.
static inline void replace_earliest(sim_ns *heap, size_t count, sim_ns value)
{
    size_t place = 0;
    size_t child = 1;
    for (; child + 1 < count; child = 2 * place + 1) {
        child += heap[child + 1] < heap[child];
        const sim_ns below = heap[child];
        heap[place] = below < value ? below : value;
        value = below < value ? value : below;
        place = child;
    }
    if (child < count) {
        const sim_ns below = heap[child];
        heap[place] = below < value ? below : value;
        value = below < value ? value : below;
        place = child;
    }
    heap[place] = value;
}

// When the branch is done.
static inline sim_ns serve(struct stations *stations, uint32_t server, sim_ns at,
                           uint64_t service_ns)
{
    const size_t handlers = stations->handlers;
    struct cluster_server *totals = &stations->way.servers[server];
    sim_ns *heap = stations->free_at + server * handlers;
    const sim_ns done = (heap[0] > at ? heap[0] : at) + service_ns;
    if (handlers == 1)
        heap[0] = done;
    else
        replace_earliest(heap, handlers, done);
    totals->accepted++;
    totals->service_ns += service_ns;
    stations->latest |= done;
    return done;
}

// The same where queues are bounded; 0: refused.
static sim_ns serve_if_admitted(struct stations *stations, uint32_t server, sim_ns at,
                                uint64_t service_ns)
{
    const sim_ns free_at = stations->free_at[server * (size_t)stations->handlers];
    if (stations->starts &&
        !admit(stations, &stations->starts[server], at, free_at > at ? free_at : at)) {
        stations->way.servers[server].rejected++;
        return 0;
    }
    return serve(stations, server, at, service_ns);
}

// The plain case: an endless queue and one branch an operation, so nothing is refused or joined.
static bool offer_plain(struct stations *stations, const struct cluster_batch *batch,
                        struct err *err)
{
    const uint32_t *server_of = stations->way.config->server_of;
    const uint32_t *partition = batch->partition + batch->first_branch[0];
    const uint64_t *service_ns = batch->service_ns + batch->first_branch[0];
    sim_ns served_at[BATCH_ROWS];
    for (size_t first = 0; first < batch->count; first += BATCH_ROWS) {
        const size_t left = batch->count - first;
        const size_t count = left < BATCH_ROWS ? left : BATCH_ROWS;
        for (size_t i = 0; i < count; i++)
            served_at[i] = serve(stations, server_of[partition[first + i]], batch->at[first + i],
                                 service_ns[first + i]);
        if (stations->latest >= SIM_NS_END)
            return fail_at_end_of_time(err);
        outcomes_done_run(stations->way.outcomes, count, batch->tag + first, batch->at + first,
                          served_at);
    }
    return true;
}

static bool offer_joined(struct stations *stations, const struct cluster_batch *batch,
                         struct err *err)
{
    const uint32_t *server_of = stations->way.config->server_of;
    struct outcomes *outcomes = stations->way.outcomes;
    for (size_t i = 0; i < batch->count; i++) {
        sim_ns served_at = 0;
        bool refused = false;
        for (uint32_t b = batch->first_branch[i]; b < batch->first_branch[i + 1]; b++) {
            const uint32_t server = server_of[batch->partition[b]];
            const sim_ns done =
                serve_if_admitted(stations, server, batch->at[i], batch->service_ns[b]);
            refused = refused || done == 0;
            served_at = done > served_at ? done : served_at;
        }
        if (stations->latest >= SIM_NS_END)
            return fail_at_end_of_time(err);
        if (refused)
            outcomes_reject(outcomes, batch->tag[i]);
        else
            outcomes_done(outcomes, batch->tag[i], batch->at[i], served_at);
    }
    return stations->waiting <= CLUSTER_BACKLOG_MAX || fail_of_backlog(err);
}

bool stations_offer(struct stations *stations, const struct cluster_batch *batch, struct err *err)
{
    const bool one_each =
        batch->first_branch[batch->count] - batch->first_branch[0] == batch->count;
    if (one_each && !stations->starts)
        return offer_plain(stations, batch, err);
    return offer_joined(stations, batch, err);
}
