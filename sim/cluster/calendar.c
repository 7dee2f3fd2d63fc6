#include "base/mem.h"
#include "cluster/calendar_state.h"

#include <assert.h>

// What clients keep, where they have limits, a buffer, or no patience.
static void make_clients(struct calendar *calendar)
{
    const struct cluster_config *config = calendar->way.config;
    const struct client_config *client = config->client;
    calendar->tasks = tasks_new(client, calendar->branches, config->server_of, config->servers);
    calendar->knows_operations =
        calendar->tasks || client->timeout_ns > 0 || client->buffer_bytes > 0;
    if (client->buffer_bytes == 0)
        return;
    const uint32_t groups =
        config->servers > config->partitions ? config->servers : config->partitions;
    calendar->buffers = mem_new(client->count, sizeof *calendar->buffers);
    calendar->groups = mem_new(groups, sizeof *calendar->groups);
    calendar->group_order = mem_new(groups, sizeof *calendar->group_order);
}

struct calendar *calendar_new(const struct way *way)
{
    const struct cluster_config *config = way->config;
    struct calendar *calendar = mem_new(1, sizeof *calendar);
    calendar->way = *way;
    calendar->branches = &way->chains->branches;
    calendar->completions = event_queue_new();
    calendar->ended = event_queue_new();
    calendar->attempts = event_queue_new();
    calendar->servers = mem_new(config->servers, sizeof *calendar->servers);
    for (uint32_t i = 0; i < config->servers; i++)
        calendar->servers[i].idle = config->handlers;
    make_clients(calendar);
    if (config->partition_limit > 0)
        calendar->partitions = mem_new(config->partitions, sizeof *calendar->partitions);
    return calendar;
}

void calendar_free(struct calendar *calendar)
{
    if (!calendar)
        return;
    event_queue_free(calendar->completions);
    event_queue_free(calendar->ended);
    event_queue_free(calendar->attempts);
    tasks_free(calendar->tasks);
    deadlines_done(&calendar->deadlines);
    mem_free(calendar->buffers);
    mem_free(calendar->groups);
    mem_free(calendar->group_order);
    mem_free(calendar->servers);
    mem_free(calendar->partitions);
    mem_free(calendar);
}

void calendar_pass_time(struct calendar *calendar, sim_ns now)
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

void calendar_tell_done(struct calendar *calendar, uint32_t tag, sim_ns at)
{
    outcomes_done(calendar->way.outcomes, tag, at, calendar->now);
    calendar->operations--;
}

static void tell_rejected(struct calendar *calendar, uint32_t tag)
{
    outcomes_reject(calendar->way.outcomes, tag, calendar->now);
    calendar->operations--;
}

static void tell_operation_done(struct calendar *calendar, const struct operation *operation)
{
    if (calendar_has_deadlines(calendar))
        deadlines_lift(&calendar->deadlines, operation->deadline);
    if (!operation->is_let_go) {
        calendar_tell_done(calendar, operation->tag, operation->at);
        return;
    }
    outcomes_add(calendar->way.outcomes, operation->tag, operation->at, calendar->now);
    calendar->operations--;
}

static void tell_operation_rejected(struct calendar *calendar, const struct operation *operation)
{
    if (calendar_has_deadlines(calendar))
        deadlines_lift(&calendar->deadlines, operation->deadline);
    if (!operation->is_let_go) {
        tell_rejected(calendar, operation->tag);
        return;
    }
    outcomes_add_rejected(calendar->way.outcomes, operation->tag);
    calendar->operations--;
}

void calendar_leave(struct calendar *calendar, uint32_t index)
{
    struct operation operation;
    if (chains_leave(calendar->way.chains, index, &operation) && !operation.rejected)
        tell_operation_done(calendar, &operation);
}

static void leave_served_one(struct calendar *calendar, uint32_t index)
{
    const struct branch *branch = branch_at(calendar->branches, index);
    if (is_alone(calendar, index)) {
        calendar_tell_done(calendar, branch->tag, branch->at);
        branch_release(calendar->branches, index);
    } else if (chains_may_go_on(calendar->way.chains, index)) {
        event_queue_push(
            calendar->ended,
            (struct event){.at = calendar->now, .order = branch->number, .subject = index});
    } else {
        calendar_leave(calendar, index);
    }
}

static void leave_served(struct calendar *calendar, uint32_t index)
{
    if (!calendar_is_group(calendar, index)) {
        leave_served_one(calendar, index);
        return;
    }
    uint32_t next = branch_at(calendar->branches, index)->follower;
    branch_release(calendar->branches, index);
    while (next != (uint32_t)BRANCH_NONE) {
        const uint32_t member = next;
        next = branch_at(calendar->branches, member)->next;
        leave_served_one(calendar, member);
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
        tell_operation_rejected(calendar, chains_operation(calendar->way.chains, index));
    calendar_leave(calendar, index);
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
    calendar_pass_time(calendar, event.at);
    const struct branch *branch = branch_at(calendar->branches, event.subject);
    const uint32_t server = branch->server;
    event_queue_pop(calendar->completions);
    pass_on(calendar, server, branch->partition);
    calendar->servers[server].done++;
    calendar->completions_at += event.at;
    calendar->present--;
    if (calendar->tasks)
        calendar_answered(calendar, event.subject);
    leave_served(calendar, event.subject);
}

void calendar_arrive(struct calendar *calendar, uint32_t index)
{
    struct branch *branch = branch_at(calendar->branches, index);
    const bool is_group = calendar_is_group(calendar, index);
    if (is_group && !calendar_open_group(calendar, index))
        return;
    if (!is_group)
        branch->server = calendar->way.config->server_of[branch->partition];
    struct calendar_server *server = &calendar->servers[branch->server];
    struct cluster_server *totals = &calendar->way.servers[branch->server];
    struct calendar_partition *limited =
        calendar->partitions ? &calendar->partitions[branch->partition] : NULL;
    const bool is_held = limited && limited->admitted >= calendar->way.config->partition_limit;
    const bool is_full =
        !is_held && server->idle == 0 && server->waiting.count >= calendar->way.config->queue;
    if (is_full || (!is_group && calendar_is_offline(calendar, branch->partition))) {
        calendar_turn_away(calendar, index);
        return;
    }
    totals->accepted++;
    totals->service_ns += branch->service_ns;
    calendar->arrivals += calendar->now;
    calendar->present++;
    if (is_held) {
        branch_queue_push(&limited->waiting, calendar->branches, index);
        if (limited->waiting.count > limited->longest)
            limited->longest = limited->waiting.count;
        return;
    }
    if (limited)
        limited->admitted++;
    calendar_admit(calendar, index);
}

// All that ended at this instant have made room; now come those that waited for their ends.
static void begin_followers(struct calendar *calendar)
{
    const struct event *first;
    while ((first = event_queue_first(calendar->ended))) {
        const uint32_t ended = first->subject;
        event_queue_pop(calendar->ended);
        calendar_send_all(calendar, chains_go_on(calendar->way.chains, ended));
        calendar_leave(calendar, ended);
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
    calendar_pass_time(calendar, event.at);
    if (calendar_dropped(calendar, event.subject))
        return;
    calendar->retried++;
    calendar_send(calendar, event.subject);
}

// No answer that is still to come would come in time.
static void give_up_first(struct calendar *calendar)
{
    calendar_pass_time(calendar, deadlines_next(&calendar->deadlines));
    const uint32_t index = deadlines_take(&calendar->deadlines);
    const struct operation *operation = &calendar->way.chains->operations[index];
    outcomes_time_out(calendar->way.outcomes, operation->tag,
                      operation->at + calendar->way.config->client->timeout_ns,
                      operation->is_let_go);
    calendar->operations--;
    chains_give_up(calendar->way.chains, index);
}

// What happens up to and including `until`: completions at an instant come before what they let
// begin, then clients send what had to wait, give up, and send again; then operations arrive.
void calendar_pass_until(struct calendar *calendar, sim_ns until)
{
    for (;;) {
        const sim_ns ends = at_of(event_queue_first(calendar->completions));
        const sim_ns again = at_of(event_queue_first(calendar->attempts));
        const sim_ns over = deadlines_next(&calendar->deadlines);
        if (ends > calendar->now && event_queue_count(calendar->ended) > 0)
            begin_followers(calendar);
        else if (ends > calendar->now && calendar_may_send(calendar))
            calendar_send_waiting(calendar);
        else if (ends <= until && ends <= again && ends <= over)
            complete_first(calendar);
        else if (over <= until && over <= again)
            give_up_first(calendar);
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
    const sim_ns over = deadlines_next(&calendar->deadlines);
    if (event_queue_count(calendar->ended) > 0)
        return calendar->now;
    const sim_ns next = ends < again ? ends : again;
    return next < over ? next : over;
}

bool calendar_run_until(struct calendar *calendar, sim_ns until, struct err *err)
{
    calendar_pass_until(calendar, until);
    if (until < SIM_NS_END)
        calendar_pass_time(calendar, until);
    return !calendar->time_is_over || fail_at_end_of_time(err);
}

uint64_t calendar_at_clients(const struct calendar *calendar)
{
    return event_queue_count(calendar->attempts) + tasks_waiting(calendar->tasks) +
           calendar->buffered + calendar->merged;
}

uint32_t calendar_longest_queue(const struct calendar *calendar, uint32_t partition)
{
    return calendar->partitions ? calendar->partitions[partition].longest : 0;
}

uint64_t calendar_retried(const struct calendar *calendar)
{
    return calendar->retried;
}

uint64_t calendar_in_flight(const struct calendar *calendar)
{
    return calendar->operations;
}
