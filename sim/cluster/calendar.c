#include "base/mem.h"
#include "cluster/branch_pool.h"
#include "cluster/event_queue.h"
#include "cluster/way.h"

#include <assert.h>

struct calendar_server {
    uint32_t idle; // handlers
    struct branch_queue waiting;
    uint64_t done;
};

struct calendar_partition { // where partitions have a limit
    uint32_t admitted;      // its branches at the server, in service or waiting for a handler
    struct branch_queue waiting;
};

struct join {      // an operation of several branches
    uint32_t left; // branches that have not ended; in the list of the free: the next
    bool rejected;
};

struct calendar {
    struct way way;
    struct event_queue *completions; // the subject is the branch in service
    struct calendar_server *servers;
    struct calendar_partition *partitions;
    struct branch_pool branches;
    struct join *joins;
    uint32_t join_used, join_capacity, join_free;
    uint64_t operations; // neither done nor told rejected
    sim_ns now;
    bool time_is_over;
    // Little's law, in integers: the time integral of the branches in the system against their own
    // times.
    wide_uint area, arrivals, completions_at;
};

struct calendar *calendar_new(const struct way *way)
{
    const struct cluster_config *config = way->config;
    struct calendar *calendar = mem_new(1, sizeof *calendar);
    calendar->way = *way;
    calendar->completions = event_queue_new((size_t)config->servers * config->handlers);
    calendar->servers = mem_new(config->servers, sizeof *calendar->servers);
    for (uint32_t i = 0; i < config->servers; i++)
        calendar->servers[i].idle = config->handlers;
    if (config->partition_limit > 0)
        calendar->partitions = mem_new(config->partitions, sizeof *calendar->partitions);
    calendar->branches = branch_pool_of();
    calendar->join_free = (uint32_t)BRANCH_NONE;
    return calendar;
}

void calendar_free(struct calendar *calendar)
{
    if (!calendar)
        return;
    event_queue_free(calendar->completions);
    mem_free(calendar->servers);
    mem_free(calendar->partitions);
    branch_pool_done(&calendar->branches);
    mem_free(calendar->joins);
    mem_free(calendar);
}

static uint32_t join_take(struct calendar *calendar, uint32_t branches)
{
    uint32_t index = calendar->join_free;
    if (index != (uint32_t)BRANCH_NONE) {
        calendar->join_free = calendar->joins[index].left;
    } else {
        if (calendar->join_used == calendar->join_capacity) {
            calendar->join_capacity =
                calendar->join_capacity > 0 ? 2 * calendar->join_capacity : 256;
            calendar->joins =
                mem_resize(calendar->joins, calendar->join_capacity, sizeof *calendar->joins);
        }
        index = calendar->join_used++;
    }
    calendar->joins[index] = (struct join){.left = branches};
    return index;
}

static void pass_time(struct calendar *calendar, sim_ns now)
{
    assert(now >= calendar->now);
    calendar->area += (wide_uint)calendar->branches.taken * (now - calendar->now);
    calendar->now = now;
}

static sim_ns end_of_service(struct calendar *calendar, uint32_t index)
{
    const sim_ns end = calendar->now + branch_at(&calendar->branches, index)->service_ns;
    calendar->time_is_over = calendar->time_is_over || end >= SIM_NS_END;
    return end;
}

// A branch that has left the system, served or refused, tells its operation.
static void leave(struct calendar *calendar, uint32_t index, bool refused)
{
    const struct branch branch = *branch_at(&calendar->branches, index);
    struct join *join = branch.join != (uint32_t)BRANCH_NONE ? &calendar->joins[branch.join] : NULL;
    branch_release(&calendar->branches, index);

    const bool is_last = !join || --join->left == 0;
    const bool was_rejected = join && join->rejected;
    if (refused && !was_rejected) {
        outcomes_reject(calendar->way.outcomes, branch.tag);
        calendar->operations--;
    } else if (!refused && !was_rejected && is_last) {
        outcomes_done(calendar->way.outcomes, branch.tag, branch.at, calendar->now);
        calendar->operations--;
    }
    if (!join)
        return;
    join->rejected = join->rejected || refused;
    if (is_last) {
        join->left = calendar->join_free;
        calendar->join_free = branch.join;
    }
}

// The branch that now gets the handler that `ended` had, or BRANCH_NONE. The server's queue comes
// first; the next branch of a partition that was at its limit then joins that queue.
static uint32_t successor_of(struct calendar *calendar, uint32_t server, uint32_t partition)
{
    struct branch_queue *queue = &calendar->servers[server].waiting;
    uint32_t next = (uint32_t)BRANCH_NONE;
    if (queue->count > 0)
        next = branch_queue_pop(queue, &calendar->branches);
    if (!calendar->partitions)
        return next;

    struct calendar_partition *limited = &calendar->partitions[partition];
    if (limited->waiting.count == 0) {
        limited->admitted--;
        return next;
    }
    const uint32_t freed = branch_queue_pop(&limited->waiting, &calendar->branches);
    if (next == (uint32_t)BRANCH_NONE)
        return freed;
    branch_queue_push(queue, &calendar->branches, freed);
    return next;
}

static void complete_first(struct calendar *calendar)
{
    const struct event event = *event_queue_first(calendar->completions);
    pass_time(calendar, event.at);
    const uint32_t partition = branch_at(&calendar->branches, event.subject)->partition;
    const uint32_t server = calendar->way.config->server_of[partition];

    const uint32_t next = successor_of(calendar, server, partition);
    if (next != (uint32_t)BRANCH_NONE) {
        event_queue_replace_first(calendar->completions, end_of_service(calendar, next), next);
    } else {
        event_queue_pop(calendar->completions);
        calendar->servers[server].idle++;
    }
    calendar->servers[server].done++;
    calendar->completions_at += event.at;
    leave(calendar, event.subject, false);
}

// Completions up to and including `until`: those at an instant come before its arrivals.
static void run_until(struct calendar *calendar, sim_ns until)
{
    const struct event *first;
    while ((first = event_queue_first(calendar->completions)) && first->at <= until)
        complete_first(calendar);
}

static void arrive(struct calendar *calendar, uint32_t index)
{
    const struct branch *branch = branch_at(&calendar->branches, index);
    const uint32_t id = calendar->way.config->server_of[branch->partition];
    struct calendar_server *server = &calendar->servers[id];
    struct cluster_server *totals = &calendar->way.servers[id];
    struct calendar_partition *limited =
        calendar->partitions ? &calendar->partitions[branch->partition] : NULL;

    if (limited && limited->admitted >= calendar->way.config->partition_limit) {
        branch_queue_push(&limited->waiting, &calendar->branches, index);
    } else if (server->idle > 0) {
        server->idle--;
        event_queue_push(calendar->completions, end_of_service(calendar, index), index);
        if (limited)
            limited->admitted++;
    } else if (server->waiting.count < calendar->way.config->queue) {
        branch_queue_push(&server->waiting, &calendar->branches, index);
        if (limited)
            limited->admitted++;
    } else {
        totals->rejected++;
        leave(calendar, index, true);
        return;
    }
    totals->accepted++;
    totals->service_ns += branch->service_ns;
    calendar->arrivals += branch->at;
}

bool calendar_offer(struct calendar *calendar, const struct cluster_batch *batch, struct err *err)
{
    for (size_t i = 0; i < batch->count; i++) {
        run_until(calendar, batch->at[i]);
        pass_time(calendar, batch->at[i]);
        const uint32_t branches = batch->first_branch[i + 1] - batch->first_branch[i];
        const uint32_t join = branches > 1 ? join_take(calendar, branches) : (uint32_t)BRANCH_NONE;
        calendar->operations++;
        for (uint32_t b = batch->first_branch[i]; b < batch->first_branch[i + 1]; b++) {
            const struct branch branch = {.at = batch->at[i],
                                          .service_ns = batch->service_ns[b],
                                          .partition = batch->partition[b],
                                          .tag = batch->tag[i],
                                          .join = join};
            arrive(calendar, branch_take(&calendar->branches, branch));
        }
        if (calendar->time_is_over)
            return fail_at_end_of_time(err);
        if (calendar->branches.taken > CLUSTER_BACKLOG_MAX)
            return fail_of_backlog(err);
    }
    return true;
}

bool calendar_drain(struct calendar *calendar, struct err *err)
{
    run_until(calendar, SIM_NS_END);
    return !calendar->time_is_over || fail_at_end_of_time(err);
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
        held[config->server_of[i]] += queue->count;
        *out_linked = *out_linked && branch_queue_walk(queue, &calendar->branches) == queue->count;
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
                 branch_queue_walk(&server->waiting, &calendar->branches) == server->waiting.count;
        balanced = balanced && calendar->way.servers[i].accepted ==
                                   server->done + busy + server->waiting.count + held[i];
        in_service += busy;
    }
    mem_free(held);
    if (!linked)
        return err_fail(err, ERR_BUG, "a waiting queue has lost branches");
    if (!balanced || in_service != event_queue_count(calendar->completions))
        return err_fail(err, ERR_BUG, "accepted branches are not done, waiting or in service");

    const wide_uint still_here = (wide_uint)calendar->branches.taken * calendar->now;
    if (calendar->area + calendar->arrivals != calendar->completions_at + still_here)
        return err_fail(err, ERR_BUG,
                        "Little's law: the integral of the branches in the system is not the "
                        "sum of the times they spent there");
    return true;
}
