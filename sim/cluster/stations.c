#include "base/mem.h"
#include "cluster/event_queue.h"
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
    sim_ns *free_at;            // [servers][handlers]: a heap each, the earliest first
    struct starts *starts;      // [servers], where queues are bounded; else NULL
    uint64_t waiting;           // in all starts
    sim_ns latest;              // every finishing time or-ed: its top bit tells the end of time
    struct event_queue *agenda; // ends of branches that let others begin
    uint64_t operations;        // neither done nor told rejected
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
    stations->agenda = event_queue_new();
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
    event_queue_free(stations->agenda);
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

// The plain case of a closed loop: when an operation ends is known as soon as it is issued, and so
// when its client is ready again.
bool stations_offer_closed(struct stations *stations, const struct cluster_batch *batch,
                           struct err *err)
{
    const uint32_t *server_of = stations->way.config->server_of;
    struct outcomes *outcomes = stations->way.outcomes;
    sim_ns at[BATCH_ROWS], served_at[BATCH_ROWS];
    for (size_t first = 0; first < batch->count; first += BATCH_ROWS) {
        const size_t left = batch->count - first;
        const size_t count = left < BATCH_ROWS ? left : BATCH_ROWS;
        for (size_t i = 0; i < count; i++) {
            const uint32_t branch = batch->first_branch[first + i];
            const uint32_t client = clients_first(outcomes->clients, &at[i]);
            served_at[i] = serve(stations, server_of[batch->partition[branch]], at[i],
                                 batch->service_ns[branch]);
            clients_turned(outcomes->clients, client, served_at[i] + outcomes->network_ns);
        }
        if (stations->latest >= SIM_NS_END)
            return fail_at_end_of_time(err);
        if (batch->issued_at)
            memcpy(batch->issued_at + first, at, count * sizeof *at);
        outcomes_done_run(outcomes, count, batch->tag + first, at, served_at);
    }
    return true;
}

// All branches of an operation, at once.
static void offer_joined(struct stations *stations, const struct cluster_batch *batch, size_t i)
{
    const uint32_t *server_of = stations->way.config->server_of;
    sim_ns served_at = batch->at[i];
    bool refused = false;
    for (uint32_t b = batch->first_branch[i]; b < batch->first_branch[i + 1]; b++) {
        const uint32_t server = server_of[batch->partition[b]];
        const sim_ns done = serve_if_admitted(stations, server, batch->at[i], batch->service_ns[b]);
        refused = refused || done == 0;
        served_at = done > served_at ? done : served_at;
    }
    if (refused)
        outcomes_reject(stations->way.outcomes, batch->tag[i], batch->at[i]);
    else
        outcomes_done(stations->way.outcomes, batch->tag[i], batch->at[i], served_at);
}

static void leave(struct stations *stations, uint32_t branch)
{
    struct operation operation;
    if (!chains_leave(stations->way.chains, branch, &operation) || operation.rejected)
        return;
    outcomes_done(stations->way.outcomes, operation.tag, operation.at, operation.served_at);
    stations->operations--;
}

// When it ends is known at once, so that only what waits for its end must.
static void begin(struct stations *stations, uint32_t index, sim_ns at)
{
    struct chains *chains = stations->way.chains;
    struct operation *operation = chains_operation(chains, index);
    const struct branch *branch = branch_at(&chains->branches, index);
    const sim_ns done = serve_if_admitted(
        stations, stations->way.config->server_of[branch->partition], at, branch->service_ns);
    if (done == 0) {
        if (chains_reject(chains, index)) {
            outcomes_reject(stations->way.outcomes, operation->tag, at);
            stations->operations--;
        }
        leave(stations, index);
        return;
    }
    operation->served_at = done > operation->served_at ? done : operation->served_at;
    if (chains_may_go_on(chains, index))
        event_queue_push(stations->agenda,
                         (struct event){.at = done, .order = branch->number, .subject = index});
    else
        leave(stations, index);
}

// A list linked by `next`, which a branch may give up as soon as it begins.
static void begin_all(struct stations *stations, uint32_t next, sim_ns at)
{
    while (next != (uint32_t)BRANCH_NONE) {
        const uint32_t branch = next;
        next = branch_at(&stations->way.chains->branches, branch)->next;
        begin(stations, branch, at);
    }
}

bool stations_run_until(struct stations *stations, sim_ns until, struct err *err)
{
    const struct event *first;
    while ((first = event_queue_first(stations->agenda)) && first->at <= until) {
        const struct event ended = *first;
        event_queue_pop(stations->agenda);
        begin_all(stations, chains_go_on(stations->way.chains, ended.subject), ended.at);
        leave(stations, ended.subject);
        if (stations->latest >= SIM_NS_END)
            return fail_at_end_of_time(err);
    }
    return true;
}

static bool has_follower(const uint8_t *follows, uint32_t count)
{
    for (uint32_t b = 1; b < count; b++) {
        if (follows[b] != 0)
            return true;
    }
    return false;
}

static bool is_chained(const struct cluster_batch *batch, size_t i)
{
    const uint32_t first = batch->first_branch[i];
    const uint32_t count = batch->first_branch[i + 1] - first;
    if (batch->parallel && batch->parallel[i] > 0 && batch->parallel[i] < count)
        return true;
    return batch->follows && has_follower(batch->follows + first, count);
}

static void offer_chained(struct stations *stations, const struct cluster_batch *batch, size_t i)
{
    stations->operations++;
    begin_all(stations, chains_plan(stations->way.chains, batch, i), batch->at[i]);
}

static bool offer_each(struct stations *stations, const struct cluster_batch *batch,
                       struct err *err)
{
    const struct branch_pool *branches = &stations->way.chains->branches;
    for (size_t i = 0; i < batch->count; i++) {
        if (!stations_run_until(stations, batch->at[i], err))
            return false;
        if (is_chained(batch, i))
            offer_chained(stations, batch, i);
        else
            offer_joined(stations, batch, i);
        if (stations->latest >= SIM_NS_END)
            return fail_at_end_of_time(err);
        if (stations->waiting + branches->taken > CLUSTER_BACKLOG_MAX)
            return fail_of_backlog(err);
    }
    return true;
}

static bool is_one_each(const struct cluster_batch *batch)
{
    uint32_t other = 0;
    for (size_t i = 0; i < batch->count; i++)
        other |= (batch->first_branch[i + 1] - batch->first_branch[i]) ^ 1;
    return other == 0;
}

bool stations_are_plain(const struct stations *stations, const struct cluster_batch *batch)
{
    return !stations->starts && event_queue_count(stations->agenda) == 0 && is_one_each(batch);
}

bool stations_offer(struct stations *stations, const struct cluster_batch *batch, struct err *err)
{
    if (!stations->way.outcomes->clients && stations_are_plain(stations, batch))
        return offer_plain(stations, batch, err);
    return offer_each(stations, batch, err);
}

sim_ns stations_next(const struct stations *stations)
{
    const struct event *first = event_queue_first(stations->agenda);
    return first ? first->at : UINT64_MAX;
}

uint64_t stations_in_flight(const struct stations *stations)
{
    return stations->operations;
}
