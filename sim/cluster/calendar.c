#include "base/mem.h"
#include "cluster/calendar_state.h"

#include <assert.h>

struct calendar *calendar_new(const struct way *way)
{
    const struct cluster_config *config = way->config;
    struct calendar *calendar = mem_new(1, sizeof *calendar);
    calendar->way = *way;
    calendar->completions = event_queue_new();
    calendar->ended = event_queue_new();
    calendar->attempts = event_queue_new();
    calendar->servers = mem_new(config->servers, sizeof *calendar->servers);
    for (uint32_t i = 0; i < config->servers; i++)
        calendar->servers[i].idle = config->handlers;
    if (config->partition_limit > 0)
        calendar->partitions = mem_new(config->partitions, sizeof *calendar->partitions);
    calendar->branches = &way->chains->branches;
    return calendar;
}

void calendar_free(struct calendar *calendar)
{
    if (!calendar)
        return;
    event_queue_free(calendar->completions);
    event_queue_free(calendar->ended);
    event_queue_free(calendar->attempts);
    mem_free(calendar->servers);
    mem_free(calendar->partitions);
    mem_free(calendar);
}

static void pass_time(struct calendar *calendar, sim_ns now)
{
    assert(now >= calendar->now);
    calendar->area += (wide_uint)calendar->present * (now - calendar->now);
    calendar->now = now;
}

void calendar_start(struct calendar *calendar, uint32_t index)
{
    const sim_ns end = calendar->now + branch_at(calendar->branches, index)->service_ns;
    calendar->time_is_over = calendar->time_is_over || end >= SIM_NS_END;
    event_queue_push(calendar->completions,
                     (struct event){.at = end, .order = calendar->started++, .subject = index});
}

static bool is_alone(const struct calendar *calendar, uint32_t index)
{
    return branch_at(calendar->branches, index)->operation == (uint32_t)BRANCH_NONE;
}

static void tell_done(struct calendar *calendar, uint32_t tag, sim_ns at)
{
    outcomes_done(calendar->way.outcomes, tag, at, calendar->now);
    calendar->operations--;
}

static void tell_rejected(struct calendar *calendar, uint32_t tag)
{
    outcomes_reject(calendar->way.outcomes, tag, calendar->now);
    calendar->operations--;
}

// A branch of several has gone; its operation with it, if it was the last.
static void leave(struct calendar *calendar, uint32_t index)
{
    struct operation operation;
    if (chains_leave(calendar->way.chains, index, &operation) && !operation.rejected)
        tell_done(calendar, operation.tag, operation.at);
}

static void leave_served(struct calendar *calendar, uint32_t index)
{
    const struct branch *branch = branch_at(calendar->branches, index);
    if (is_alone(calendar, index)) {
        tell_done(calendar, branch->tag, branch->at);
        branch_release(calendar->branches, index);
    } else if (chains_may_go_on(calendar->way.chains, index)) {
        event_queue_push(
            calendar->ended,
            (struct event){.at = calendar->now, .order = branch->number, .subject = index});
    } else {
        leave(calendar, index);
    }
}

void calendar_refuse(struct calendar *calendar, uint32_t index)
{
    if (is_alone(calendar, index)) {
        tell_rejected(calendar, branch_at(calendar->branches, index)->tag);
        branch_release(calendar->branches, index);
        return;
    }
    if (chains_reject(calendar->way.chains, index))
        tell_rejected(calendar, chains_operation(calendar->way.chains, index)->tag);
    leave(calendar, index);
}

// A branch that waited at its partition may go to its server.
void calendar_admit(struct calendar *calendar, uint32_t index)
{
    struct calendar_server *server =
        &calendar->servers[branch_at(calendar->branches, index)->server];
    if (server->idle == 0) {
        branch_queue_push(&server->waiting, calendar->branches, index);
        return;
    }
    server->idle--;
    calendar_start(calendar, index);
}

// A handler falls free. The server's queue comes first; the next branch of a partition that was at
// its limit then joins that queue.
static void pass_on(struct calendar *calendar, uint32_t server, uint32_t partition)
{
    struct calendar_server *its = &calendar->servers[server];
    if (its->waiting.count > 0)
        calendar_start(calendar, branch_queue_pop(&its->waiting, calendar->branches));
    else
        its->idle++;
    if (!calendar->partitions)
        return;
    struct calendar_partition *limited = &calendar->partitions[partition];
    if (limited->waiting.count == 0)
        limited->admitted--;
    else
        calendar_admit(calendar, branch_queue_pop(&limited->waiting, calendar->branches));
}

static void complete_first(struct calendar *calendar)
{
    const struct event event = *event_queue_first(calendar->completions);
    pass_time(calendar, event.at);
    const struct branch *branch = branch_at(calendar->branches, event.subject);
    const uint32_t server = branch->server;
    event_queue_pop(calendar->completions);
    pass_on(calendar, server, branch->partition);
    calendar->servers[server].done++;
    calendar->completions_at += event.at;
    calendar->present--;
    leave_served(calendar, event.subject);
}

static bool is_offline(const struct calendar *calendar, uint32_t partition)
{
    const sim_ns *until = calendar->way.config->offline_until;
    return until && calendar->now < until[partition];
}

void calendar_arrive(struct calendar *calendar, uint32_t index)
{
    struct branch *branch = branch_at(calendar->branches, index);
    const uint32_t id = calendar->way.config->server_of[branch->partition];
    struct calendar_server *server = &calendar->servers[id];
    struct cluster_server *totals = &calendar->way.servers[id];
    struct calendar_partition *limited =
        calendar->partitions ? &calendar->partitions[branch->partition] : NULL;
    const bool is_held = limited && limited->admitted >= calendar->way.config->partition_limit;
    const bool is_full =
        !is_held && server->idle == 0 && server->waiting.count >= calendar->way.config->queue;
    branch->server = id;
    if (is_full || is_offline(calendar, branch->partition)) {
        calendar_turn_away(calendar, index);
        return;
    }
    totals->accepted++;
    totals->service_ns += branch->service_ns;
    calendar->arrivals += calendar->now;
    calendar->present++;
    if (is_held) {
        branch_queue_push(&limited->waiting, calendar->branches, index);
        return;
    }
    if (limited)
        limited->admitted++;
    calendar_admit(calendar, index);
}

// A list linked by `next`, which a branch gives up as soon as it waits.
static void arrive_all(struct calendar *calendar, uint32_t next)
{
    while (next != (uint32_t)BRANCH_NONE) {
        const uint32_t branch = next;
        next = branch_at(calendar->branches, branch)->next;
        calendar_arrive(calendar, branch);
    }
}

// All that ended at this instant have made room; now come those that waited for their ends.
static void begin_followers(struct calendar *calendar)
{
    const struct event *first;
    while ((first = event_queue_first(calendar->ended))) {
        const uint32_t ended = first->subject;
        event_queue_pop(calendar->ended);
        arrive_all(calendar, chains_go_on(calendar->way.chains, ended));
        leave(calendar, ended);
    }
}

static sim_ns at_of(const struct event *event)
{
    return event ? event->at : UINT64_MAX;
}

static void try_again(struct calendar *calendar)
{
    const struct event event = *event_queue_first(calendar->attempts);
    event_queue_pop(calendar->attempts);
    pass_time(calendar, event.at);
    calendar_arrive(calendar, event.subject);
}

// What happens up to and including `until`: completions at an instant come before what they let
// begin, that before what comes again, and that before the operations that arrive.
static void run_until(struct calendar *calendar, sim_ns until)
{
    for (;;) {
        const sim_ns ends = at_of(event_queue_first(calendar->completions));
        const sim_ns again = at_of(event_queue_first(calendar->attempts));
        if (ends > calendar->now && event_queue_count(calendar->ended) > 0)
            begin_followers(calendar);
        else if (ends <= until && ends <= again)
            complete_first(calendar);
        else if (again <= until)
            try_again(calendar);
        else
            return;
    }
}

sim_ns calendar_next(const struct calendar *calendar)
{
    const sim_ns ends = at_of(event_queue_first(calendar->completions));
    const sim_ns again = at_of(event_queue_first(calendar->attempts));
    if (event_queue_count(calendar->ended) > 0)
        return calendar->now;
    return ends < again ? ends : again;
}

static void offer_alone(struct calendar *calendar, const struct cluster_batch *batch, size_t i)
{
    const uint32_t b = batch->first_branch[i];
    const uint32_t index = branch_take(calendar->branches);
    struct branch *branch = branch_at(calendar->branches, index);
    branch->at = batch->at[i];
    branch->service_ns = batch->service_ns[b];
    branch->partition = batch->partition[b];
    branch->tag = batch->tag[i];
    branch->operation = (uint32_t)BRANCH_NONE;
    branch->attempts = 0;
    calendar_arrive(calendar, index);
}

bool calendar_offer(struct calendar *calendar, const struct cluster_batch *batch, struct err *err)
{
    for (size_t i = 0; i < batch->count; i++) {
        run_until(calendar, batch->at[i]);
        pass_time(calendar, batch->at[i]);
        const uint32_t branches = batch->first_branch[i + 1] - batch->first_branch[i];
        calendar->operations++;
        if (branches == 1)
            offer_alone(calendar, batch, i);
        else if (branches > 1)
            arrive_all(calendar, chains_plan(calendar->way.chains, batch, i));
        else
            tell_done(calendar, batch->tag[i], batch->at[i]);
        if (calendar->time_is_over)
            return fail_at_end_of_time(err);
        if (calendar->branches->taken > CLUSTER_BACKLOG_MAX)
            return fail_of_backlog(err);
    }
    return true;
}

bool calendar_run_until(struct calendar *calendar, sim_ns until, struct err *err)
{
    run_until(calendar, until);
    if (until < SIM_NS_END)
        pass_time(calendar, until);
    return !calendar->time_is_over || fail_at_end_of_time(err);
}

uint64_t calendar_backing_off(const struct calendar *calendar)
{
    return event_queue_count(calendar->attempts);
}

uint64_t calendar_retried(const struct calendar *calendar)
{
    return calendar->retried;
}

uint64_t calendar_in_flight(const struct calendar *calendar)
{
    return calendar->operations;
}

// Branches that wait at their partitions, by server.
static uint64_t *count_held_back(const struct calendar *calendar, bool *out_linked)
{
    const struct cluster_config *config = calendar->way.config;
    uint64_t *held = mem_new(config->servers, sizeof *held);
    for (uint32_t i = 0; calendar->partitions && i < config->partitions; i++) {
        const struct branch_queue *queue = &calendar->partitions[i].waiting;
        *out_linked = *out_linked && branch_queue_walk(queue, calendar->branches) == queue->count;
        uint32_t index = queue->first;
        for (uint32_t left = queue->count; left > 0; left--) {
            const struct branch *branch = branch_at(calendar->branches, index);
            held[branch->server]++;
            index = branch->next;
        }
    }
    return held;
}

bool calendar_verify(const struct calendar *calendar, struct err *err)
{
    const struct cluster_config *config = calendar->way.config;
    bool linked = true;
    bool balanced = true;
    uint64_t in_service = 0;
    uint64_t *held = count_held_back(calendar, &linked);
    for (uint32_t i = 0; i < config->servers; i++) {
        const struct calendar_server *server = &calendar->servers[i];
        const uint64_t busy = config->handlers - server->idle;
        linked = linked &&
                 branch_queue_walk(&server->waiting, calendar->branches) == server->waiting.count;
        balanced = balanced && calendar->way.servers[i].accepted ==
                                   server->done + busy + server->waiting.count + held[i] +
                                       calendar->way.servers[i].lost;
        in_service += busy;
    }
    mem_free(held);
    if (!linked)
        return err_fail(err, ERR_BUG, "a waiting queue has lost branches");
    if (!balanced || in_service != event_queue_count(calendar->completions))
        return err_fail(err, ERR_BUG, "accepted branches are not done, waiting or in service");

    const wide_uint still_here = (wide_uint)calendar->present * calendar->now;
    if (calendar->area + calendar->arrivals != calendar->completions_at + still_here)
        return err_fail(err, ERR_BUG,
                        "Little's law: the integral of the branches in the system is not the "
                        "sum of the times they spent there");
    return true;
}
