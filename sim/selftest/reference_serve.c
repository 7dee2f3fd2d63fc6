// Who waits for whom: at each instant all branches there are are looked through for what happens
// next.

#include "base/mem.h"
#include "selftest/reference_state.h"

#include <assert.h>

enum branch_state { COMING, AT_PARTITION, IN_QUEUE, IN_SERVICE, BACKED_OFF, DONE, REFUSED };

struct branch {
    enum branch_state state;
    uint32_t put, partition, server;
    uint64_t service_ns;
    uint64_t order;    // of those that wait, or were started
    sim_ns ends_at;    // what it does: service, or waiting to be sent again
    uint64_t attempts; // that came to nothing
};

struct serving {
    const struct store_config *store;
    struct branch *branches; // put after put, [table_count] each
    size_t count;
    uint64_t order;
    uint64_t sent_again;
    uint64_t *lines; // [partitions] the longest that waited at each
};

static uint64_t at_server(const struct serving *serving, uint32_t server, enum branch_state state)
{
    uint64_t count = 0;
    for (size_t i = 0; i < serving->count; i++)
        count += serving->branches[i].server == server && serving->branches[i].state == state;
    return count;
}

static uint64_t of_partition(const struct serving *serving, uint32_t partition)
{
    uint64_t count = 0;
    for (size_t i = 0; i < serving->count; i++) {
        const struct branch *branch = &serving->branches[i];
        count += branch->partition == partition &&
                 (branch->state == IN_QUEUE || branch->state == IN_SERVICE);
    }
    return count;
}

static void start(struct serving *serving, struct branch *branch, sim_ns now)
{
    branch->state = IN_SERVICE;
    branch->order = serving->order++;
    branch->ends_at = now + branch->service_ns;
}

static void wait_at_partition(struct serving *serving, struct branch *branch)
{
    uint64_t waiting = 0;
    branch->state = AT_PARTITION;
    for (size_t i = 0; i < serving->count; i++)
        waiting += serving->branches[i].state == AT_PARTITION &&
                   serving->branches[i].partition == branch->partition;
    if (waiting > serving->lines[branch->partition])
        serving->lines[branch->partition] = waiting;
}

// HBase's table of factors of the pause (HConstants.RETRY_BACKOFF).
static void turn_away(struct serving *serving, struct branch *branch, sim_ns now)
{
    static const uint64_t factors[] = {1, 2, 3, 5, 10, 20};
    const struct client_config *client = &serving->store->client;
    branch->state = REFUSED;
    if (branch->attempts >= client->retries)
        return;
    assert(branch->attempts < sizeof factors / sizeof *factors);
    branch->state = BACKED_OFF;
    branch->ends_at = now + client->pause_ns * factors[branch->attempts++];
}

static void join(struct serving *serving, struct branch *branch, sim_ns now)
{
    const struct store_config *store = serving->store;
    if (store->partition_limit > 0 &&
        of_partition(serving, branch->partition) >= store->partition_limit)
        wait_at_partition(serving, branch);
    else if (at_server(serving, branch->server, IN_SERVICE) < store->handlers)
        start(serving, branch, now);
    else if (at_server(serving, branch->server, IN_QUEUE) < store->queue)
        branch->state = IN_QUEUE;
    else
        turn_away(serving, branch, now);
    if (branch->state != IN_SERVICE)
        branch->order = serving->order++;
}

// The first that waits in this state, at this server or partition; NULL: none.
static struct branch *first_waiting(const struct serving *serving, enum branch_state state,
                                    const struct branch *like)
{
    struct branch *first = NULL;
    for (size_t i = 0; i < serving->count; i++) {
        struct branch *branch = &serving->branches[i];
        const bool is_like = state == IN_QUEUE ? branch->server == like->server
                                               : branch->partition == like->partition;
        if (branch->state == state && is_like && (!first || branch->order < first->order))
            first = branch;
    }
    return first;
}

static void end(struct serving *serving, struct branch *branch)
{
    branch->state = DONE;
    struct branch *next = first_waiting(serving, IN_QUEUE, branch);
    if (next)
        start(serving, next, branch->ends_at);
    next = first_waiting(serving, AT_PARTITION, branch);
    if (next)
        join(serving, next, branch->ends_at);
}

// What is in service and ends first, or what is sent again first; of those at an instant the one
// that was started, or turned away, first.
static struct branch *next_of(const struct serving *serving, enum branch_state state)
{
    struct branch *next = NULL;
    for (size_t i = 0; i < serving->count; i++) {
        struct branch *branch = &serving->branches[i];
        if (branch->state == state &&
            (!next || branch->ends_at < next->ends_at ||
             (branch->ends_at == next->ends_at && branch->order < next->order)))
            next = branch;
    }
    return next;
}

// Of a put that was rejected nothing is sent again.
static void send_again(struct serving *serving, struct branch *branch)
{
    for (size_t i = 0; i < serving->count; i++) {
        if (serving->branches[i].put == branch->put && serving->branches[i].state == REFUSED) {
            branch->state = REFUSED;
            return;
        }
    }
    serving->sent_again++;
    join(serving, branch, branch->ends_at);
}

// At an instant ends come first, then what is sent again, then what arrives.
static void serve_all(struct reference *reference, struct serving *serving)
{
    const size_t tables = reference->table_count;
    size_t coming = 0;
    for (;;) {
        struct branch *done = next_of(serving, IN_SERVICE);
        struct branch *again = next_of(serving, BACKED_OFF);
        const sim_ns done_at = done ? done->ends_at : UINT64_MAX;
        const sim_ns again_at = again ? again->ends_at : UINT64_MAX;
        const bool all_came = coming == reference->put_count;
        const sim_ns comes_at = all_came ? UINT64_MAX : reference->puts[coming].at;
        if (all_came && !done && !again)
            return;
        if (done_at <= again_at && done_at <= comes_at) {
            end(serving, done);
        } else if (again_at <= comes_at) {
            send_again(serving, again);
        } else {
            for (size_t t = 0; t < tables; t++)
                join(serving, &serving->branches[coming * tables + t], comes_at);
            coming++;
        }
    }
}

void reference_serve(struct reference *reference)
{
    const struct store_config *store = &reference->design->tables[0].store;
    const size_t tables = reference->table_count;
    struct serving serving = {.store = store, .count = reference->put_count * tables};
    serving.branches = mem_new(serving.count, sizeof *serving.branches);
    serving.lines = reference->lines = mem_new(reference->partitions, sizeof *serving.lines);
    for (size_t i = 0; i < serving.count; i++) {
        const struct reference_write *write = &reference->tables[i % tables].writes[i / tables];
        serving.branches[i] = (struct branch){.put = (uint32_t)(i / tables),
                                              .partition = write->partition,
                                              .server = reference->server_of[write->partition],
                                              .service_ns = write->service_ns};
    }
    serve_all(reference, &serving);
    const uint64_t network_ns = service_resolved(store).network_ns;
    for (size_t i = 0; i < serving.count; i++) {
        const struct branch *branch = &serving.branches[i];
        struct reference_put *put = &reference->puts[branch->put];
        put->is_refused |= branch->state == REFUSED;
        if (branch->state == DONE && branch->ends_at + network_ns > put->done_at)
            put->done_at = branch->ends_at + network_ns;
    }
    reference->sent_again = serving.sent_again;
    mem_free(serving.branches);
}
