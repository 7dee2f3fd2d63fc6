#include "slow_cluster.h"

#include "base/mem.h"
#include "base/rng.h"
#include "stats/sampler.h"

#include <criterion/criterion.h>
#include <string.h>

// COMING: its operation has not come. PLANNED: not before another one of its operation is done.
enum state { COMING, PLANNED, BUFFERED, SENT, BACKING_OFF, ENDING, DONE, REFUSED, DROPPED };

struct slow_branch {
    enum state state;
    uint32_t operation, partition;
    uint8_t follows; // enum branch_follows
    uint64_t service_ns;
    uint64_t turn; // when it began to back off
    sim_ns again_at;
    uint64_t attempts;
    sim_ns end;
};

// What is sent at once: one branch or several.
struct slow_request {
    enum { WAITS, HELD, QUEUED, SERVED, GONE } state;
    uint16_t branches[SLOW_BRANCHES_MAX];
    size_t count;
    uint32_t process, server, partition;
    bool is_bound; // goes to `server` wherever its partitions are
    uint64_t turn; // when it came into its state: orders queues, and completions of one instant
    sim_ns end;
};

struct slow_operation {
    struct slow_result result;
    uint32_t client; // of a closed loop
    uint32_t process;
    bool is_let_go;
};

struct slow {
    struct cluster_config config;
    struct client_config client;
    const struct recorder *work;
    uint32_t server_of[SLOW_PARTITIONS_MAX];
    sim_ns offline_until[SLOW_PARTITIONS_MAX];
    struct cluster_server servers[SLOW_SERVERS_MAX];
    struct slow_branch branches[SLOW_BRANCHES_MAX];
    size_t count;
    struct slow_operation operations[SLOW_OPERATIONS_MAX];
    struct slow_request *requests;
    size_t request_count, request_capacity;
    uint64_t turns;
    uint64_t buffer_bytes[SLOW_CLIENTS_MAX]; // of processes
    uint32_t due[SLOW_BRANCHES_MAX];         // processes of which something was answered
    size_t due_count;
    sim_ns ready_at[SLOW_CLIENTS_MAX];
    struct rng thoughts[SLOW_CLIENTS_MAX];
    sim_ns now;
};

static bool is_limited(const struct slow *slow)
{
    return slow->client.total_tasks > 0 || slow->client.server_tasks > 0 ||
           slow->client.region_tasks > 0;
}

// ---- requests ----

enum { ANY = UINT32_MAX };

// Requests in `state`, of a server, partition or process, or of any.
static size_t count_in(const struct slow *slow, int state, uint32_t process, uint32_t server,
                       uint32_t partition)
{
    size_t count = 0;
    for (size_t i = 0; i < slow->request_count; i++) {
        const struct slow_request *request = &slow->requests[i];
        count += (int)request->state == state &&
                 (process == (uint32_t)ANY || request->process == process) &&
                 (server == (uint32_t)ANY || request->server == server) &&
                 (partition == (uint32_t)ANY || request->partition == partition);
    }
    return count;
}

static struct slow_request *first_in(struct slow *slow, int state, uint32_t server,
                                     uint32_t partition)
{
    struct slow_request *first = NULL;
    for (size_t i = 0; i < slow->request_count; i++) {
        struct slow_request *request = &slow->requests[i];
        if ((int)request->state != state ||
            (server != (uint32_t)ANY && request->server != server) ||
            (partition != (uint32_t)ANY && request->partition != partition))
            continue;
        if (!first || request->turn < first->turn)
            first = request;
    }
    return first;
}

static size_t under_way(const struct slow *slow, uint32_t process, uint32_t server,
                        uint32_t partition)
{
    return count_in(slow, HELD, process, server, partition) +
           count_in(slow, QUEUED, process, server, partition) +
           count_in(slow, SERVED, process, server, partition);
}

static void enter(struct slow *slow, struct slow_request *request, int state)
{
    request->state = state;
    request->turn = slow->turns++;
}

// ---- how operations end ----

static void client_ends(struct slow *slow, struct slow_operation *operation, sim_ns at)
{
    if (slow->config.clients == 0 || operation->is_let_go)
        return;
    const uint32_t client = operation->client;
    if (slow->config.think_ns > 0)
        at += (sim_ns)(sample_exponential_one(&slow->thoughts[client]) *
                           (double)slow->config.think_ns +
                       0.5);
    slow->ready_at[client] = at;
}

static void end_operation(struct slow *slow, uint32_t id, enum slow_outcome outcome, sim_ns at)
{
    struct slow_operation *operation = &slow->operations[id];
    if (operation->result.outcome != SLOW_OPEN)
        return;
    operation->result.outcome = outcome;
    operation->result.done_at = at;
    client_ends(slow, operation, at);
    for (size_t i = 0; outcome != SLOW_DONE && i < slow->count; i++) {
        if (slow->branches[i].operation == id && slow->branches[i].state == PLANNED)
            slow->branches[i].state = DROPPED;
    }
}

static void end_if_done(struct slow *slow, uint32_t id)
{
    sim_ns end = slow->operations[id].result.at;
    for (uint32_t b = slow->work->first_branch[id]; b < slow->work->first_branch[id + 1]; b++) {
        if (slow->branches[b].state != DONE)
            return;
        end = slow->branches[b].end > end ? slow->branches[b].end : end;
    }
    const sim_ns at = slow->operations[id].result.at;
    const uint64_t timeout_ns = slow->client.timeout_ns;
    if (timeout_ns > 0 && end + slow->config.network_ns > at + timeout_ns)
        end_operation(slow, id, SLOW_TIMED_OUT, at + timeout_ns);
    else
        end_operation(slow, id, SLOW_DONE, end + slow->config.network_ns);
}

static bool drop_if_over(struct slow *slow, uint32_t branch)
{
    if (slow->operations[slow->branches[branch].operation].result.outcome == SLOW_OPEN)
        return false;
    slow->branches[branch].state = DROPPED;
    return true;
}

// ---- servers ----

static void start_what_can(struct slow *slow, uint32_t server)
{
    struct slow_request *next;
    while (count_in(slow, SERVED, ANY, server, ANY) < slow->config.handlers &&
           (next = first_in(slow, QUEUED, server, ANY))) {
        enter(slow, next, SERVED);
        next->end = slow->now;
        for (size_t i = 0; i < next->count; i++)
            next->end += slow->branches[next->branches[i]].service_ns;
    }
}

static void try_later(struct slow *slow, uint32_t branch, uint32_t server)
{
    static const uint64_t factors[] = {1, 2, 3, 5, 10, 20, 40, 100};
    struct slow_branch *its = &slow->branches[branch];
    if (its->attempts >= slow->client.retries) {
        its->state = REFUSED;
        slow->servers[server].rejected++;
        end_operation(slow, its->operation, SLOW_REJECTED, slow->now + slow->config.network_ns);
        return;
    }
    its->state = BACKING_OFF;
    its->again_at = slow->now + slow->client.pause_ns * factors[its->attempts++];
    its->turn = slow->turns++;
}

static void answer(struct slow *slow, uint32_t process)
{
    if (count_in(slow, WAITS, process, ANY, ANY) == 0)
        return;
    for (size_t i = 0; i < slow->due_count; i++) {
        if (slow->due[i] == process)
            return;
    }
    slow->due[slow->due_count++] = process;
}

static void turn_away(struct slow *slow, struct slow_request *request)
{
    request->state = GONE;
    answer(slow, request->process);
    for (size_t i = 0; i < request->count; i++)
        try_later(slow, request->branches[i], request->server);
}

static bool is_there(const struct slow *slow, uint32_t partition, uint32_t server)
{
    return slow->server_of[partition] == server && slow->offline_until[partition] <= slow->now;
}

static void open_request(struct slow *slow, struct slow_request *request)
{
    size_t kept = 0;
    for (size_t i = 0; i < request->count; i++) {
        const uint32_t branch = request->branches[i];
        if (drop_if_over(slow, branch))
            continue;
        if (is_there(slow, slow->branches[branch].partition, request->server))
            request->branches[kept++] = (uint16_t)branch;
        else
            try_later(slow, branch, request->server);
    }
    request->count = kept;
}

static void arrive(struct slow *slow, struct slow_request *request)
{
    if (request->is_bound) {
        open_request(slow, request);
    } else {
        request->server = slow->server_of[request->partition];
        if (!is_there(slow, request->partition, request->server)) {
            turn_away(slow, request);
            return;
        }
    }
    if (request->count == 0) {
        request->state = GONE;
        answer(slow, request->process);
        return;
    }
    const uint32_t server = request->server;
    const uint32_t limit = slow->config.partition_limit;
    const bool is_held =
        limit > 0 && count_in(slow, QUEUED, ANY, ANY, request->partition) +
                             count_in(slow, SERVED, ANY, ANY, request->partition) >=
                         limit;
    if (!is_held && count_in(slow, SERVED, ANY, server, ANY) >= slow->config.handlers &&
        count_in(slow, QUEUED, ANY, server, ANY) >= slow->config.queue) {
        turn_away(slow, request);
        return;
    }
    slow->servers[server].accepted++;
    for (size_t i = 0; i < request->count; i++)
        slow->servers[server].service_ns += slow->branches[request->branches[i]].service_ns;
    enter(slow, request, is_held ? HELD : QUEUED);
    start_what_can(slow, server);
}

static void let_held_in(struct slow *slow, uint32_t partition)
{
    struct slow_request *held = first_in(slow, HELD, ANY, partition);
    if (!held)
        return;
    enter(slow, held, QUEUED);
    start_what_can(slow, held->server);
}

static bool end_one(struct slow *slow)
{
    struct slow_request *ending = NULL;
    for (size_t i = 0; i < slow->request_count; i++) {
        struct slow_request *request = &slow->requests[i];
        if (request->state == SERVED && request->end == slow->now &&
            (!ending || request->turn < ending->turn))
            ending = request;
    }
    if (!ending)
        return false;
    ending->state = GONE;
    start_what_can(slow, ending->server);
    let_held_in(slow, ending->partition);
    answer(slow, ending->process);
    for (size_t i = 0; i < ending->count; i++) {
        slow->branches[ending->branches[i]].state = ENDING;
        slow->branches[ending->branches[i]].end = slow->now;
    }
    return true;
}

// ---- clients ----

static bool may_go(const struct slow *slow, const struct slow_request *request)
{
    const uint32_t process = request->process;
    const uint32_t server =
        request->is_bound ? request->server : slow->server_of[request->partition];
    const struct client_config *client = &slow->client;
    return (client->total_tasks == 0 || under_way(slow, process, ANY, ANY) < client->total_tasks) &&
           (client->server_tasks == 0 ||
            under_way(slow, process, server, ANY) < client->server_tasks) &&
           (client->region_tasks == 0 ||
            under_way(slow, process, ANY, request->partition) < client->region_tasks);
}

static struct slow_request *new_request(struct slow *slow, uint32_t branch)
{
    if (slow->request_count == slow->request_capacity)
        cr_assert(false, "too many requests");
    struct slow_request *request = &slow->requests[slow->request_count++];
    request->count = 1;
    request->branches[0] = (uint16_t)branch;
    request->partition = slow->branches[branch].partition;
    request->process = slow->operations[slow->branches[branch].operation].process;
    request->is_bound = false;
    request->state = GONE;
    return request;
}

static void send_request(struct slow *slow, struct slow_request *request)
{
    for (size_t i = 0; i < request->count; i++)
        slow->branches[request->branches[i]].state = SENT;
    bool others_wait = false;
    for (size_t i = 0; i < slow->request_count; i++)
        others_wait = others_wait || (slow->requests[i].state == WAITS &&
                                      slow->requests[i].process == request->process &&
                                      slow->requests[i].partition == request->partition);
    if (is_limited(slow) && (others_wait || !may_go(slow, request)))
        enter(slow, request, WAITS);
    else
        arrive(slow, request);
}

static void send_branch(struct slow *slow, uint32_t branch)
{
    send_request(slow, new_request(slow, branch));
}

// Of the first ones that wait for each partition, the one of the earliest operation.
static struct slow_request *next_to_go(struct slow *slow, uint32_t process)
{
    struct slow_request *next = NULL;
    for (size_t i = 0; i < slow->request_count; i++) {
        struct slow_request *request = &slow->requests[i];
        bool is_first = request->state == WAITS && request->process == process;
        for (size_t j = 0; is_first && j < slow->request_count; j++) {
            const struct slow_request *other = &slow->requests[j];
            is_first = other->state != WAITS || other->process != process ||
                       other->partition != request->partition || other->turn >= request->turn;
        }
        if (is_first && may_go(slow, request) &&
            (!next || request->branches[0] < next->branches[0]))
            next = request;
    }
    return next;
}

static void send_waiting(struct slow *slow)
{
    while (slow->due_count > 0) {
        struct slow_request *request = next_to_go(slow, slow->due[0]);
        if (!request) {
            slow->due_count--;
            memmove(slow->due, slow->due + 1, slow->due_count * sizeof *slow->due);
            continue;
        }
        if (request->is_bound || !drop_if_over(slow, request->branches[0]))
            arrive(slow, request);
        else
            request->state = GONE;
    }
}

static void give_up(struct slow *slow)
{
    for (uint32_t i = 0; slow->client.timeout_ns > 0 && i < slow->work->count; i++) {
        const sim_ns at = slow->operations[i].result.at;
        const uint64_t timeout_ns = slow->client.timeout_ns;
        if (at != UINT64_MAX && slow->now + slow->config.network_ns >= at + timeout_ns)
            end_operation(slow, i, SLOW_TIMED_OUT, at + timeout_ns);
    }
}

static void try_again(struct slow *slow)
{
    for (;;) {
        struct slow_branch *next = NULL;
        for (size_t i = 0; i < slow->count; i++) {
            struct slow_branch *branch = &slow->branches[i];
            if (branch->state == BACKING_OFF && branch->again_at == slow->now &&
                (!next || branch->turn < next->turn))
                next = branch;
        }
        if (!next)
            return;
        const uint32_t id = (uint32_t)(next - slow->branches);
        if (!drop_if_over(slow, id))
            send_branch(slow, id);
        send_waiting(slow);
    }
}

// Those to one place go as one request, in the order of the first ones; all are packed before any
// goes.
static void send_buffer(struct slow *slow, uint32_t process)
{
    const bool by_partition = slow->config.partition_limit > 0 || slow->client.region_tasks > 0;
    const size_t before = slow->request_count;
    slow->buffer_bytes[process] = 0;
    for (uint32_t i = 0; i < slow->count; i++) {
        struct slow_branch *branch = &slow->branches[i];
        if (branch->state != BUFFERED || slow->operations[branch->operation].process != process ||
            drop_if_over(slow, i))
            continue;
        struct slow_request *request = NULL;
        const uint32_t server = slow->server_of[branch->partition];
        for (size_t r = before; !request && r < slow->request_count; r++) {
            if (by_partition ? slow->requests[r].partition == branch->partition
                             : slow->requests[r].server == server)
                request = &slow->requests[r];
        }
        branch->state = SENT;
        if (request) {
            request->is_bound = true;
            request->branches[request->count++] = (uint16_t)i;
        } else {
            new_request(slow, i)->server = server;
        }
    }
    const size_t packed = slow->request_count;
    for (size_t r = before; r < packed; r++)
        send_request(slow, &slow->requests[r]);
}

// ---- operations of several branches ----

// Whether anything of the operation's first stage is still to be done.
static bool is_first_stage_open(const struct slow *slow, uint32_t operation)
{
    for (size_t i = 0; i < slow->count; i++) {
        const struct slow_branch *branch = &slow->branches[i];
        if (branch->operation != operation)
            continue;
        if (branch->follows == BRANCH_SECOND)
            return false;
        if (branch->state < DONE)
            return true;
    }
    return false;
}

static size_t chains_under_way(const struct slow *slow, uint32_t operation)
{
    size_t chains = 0;
    for (size_t i = 0; i < slow->count; i++) {
        const enum state state = slow->branches[i].state;
        chains += slow->branches[i].operation == operation && state > PLANNED && state < DONE;
    }
    return chains;
}

// The next range that is planned and may come.
static struct slow_branch *next_range(struct slow *slow, uint32_t operation)
{
    for (size_t i = 0; i < slow->count; i++) {
        struct slow_branch *branch = &slow->branches[i];
        if (branch->operation != operation || branch->state != PLANNED ||
            branch->follows == BRANCH_FOLLOWS)
            continue;
        const bool waits = branch->follows == BRANCH_SECOND && is_first_stage_open(slow, operation);
        return waits ? NULL : branch;
    }
    return NULL;
}

static uint32_t number_of(const struct slow *slow, const struct slow_branch *branch)
{
    return (uint32_t)(branch - slow->branches);
}

// What waited for the end of a branch: the next of its range, else the next range, or the second
// stage.
static void go_on(struct slow *slow, struct slow_branch *ended)
{
    const uint32_t parallel = slow->work->parallel[ended->operation];
    ended->state = DONE;
    struct slow_branch *next = ended + 1;
    if (next < slow->branches + slow->count && next->operation == ended->operation &&
        next->follows == BRANCH_FOLLOWS && next->state == PLANNED) {
        send_branch(slow, number_of(slow, next));
    } else if ((next = next_range(slow, ended->operation))) {
        const bool opens = next->follows == BRANCH_SECOND && (next - 1)->follows != BRANCH_SECOND &&
                           chains_under_way(slow, ended->operation) == 0;
        uint32_t opened[SLOW_BRANCHES_MAX];
        size_t chains = 0;
        do {
            next->state = SENT;
            opened[chains++] = number_of(slow, next);
            next = next_range(slow, ended->operation);
        } while (opens && next && (parallel == 0 || chains < parallel));
        for (size_t i = 0; i < chains; i++)
            send_branch(slow, opened[i]);
    }
    end_if_done(slow, ended->operation);
}

// Which branches come with their operation; the others are planned.
static void plan(struct slow *slow, uint32_t operation)
{
    const struct recorder *work = slow->work;
    const uint32_t parallel = work->parallel[operation];
    uint32_t ranges = 0;
    bool second = false;
    for (uint32_t b = work->first_branch[operation]; b < work->first_branch[operation + 1]; b++) {
        ranges += work->follows[b] != BRANCH_FOLLOWS;
        second = second || work->follows[b] == BRANCH_SECOND;
        if (second || work->follows[b] == BRANCH_FOLLOWS || (parallel > 0 && ranges > parallel))
            slow->branches[b].state = PLANNED;
    }
}

static void buffer_it(struct slow *slow, uint32_t id)
{
    struct slow_operation *operation = &slow->operations[id];
    for (uint32_t b = slow->work->first_branch[id]; b < slow->work->first_branch[id + 1]; b++) {
        if (slow->branches[b].state == COMING)
            slow->branches[b].state = BUFFERED;
    }
    slow->buffer_bytes[operation->process] += slow->work->bytes[id];
    if (slow->buffer_bytes[operation->process] > slow->client.buffer_bytes) {
        send_buffer(slow, operation->process);
        return;
    }
    client_ends(slow, operation, slow->now);
    operation->is_let_go = true;
}

static void come(struct slow *slow, uint32_t id)
{
    const struct recorder *work = slow->work;
    struct slow_operation *operation = &slow->operations[id];
    operation->result.at = slow->now;
    operation->process =
        (uint32_t)((slow->config.clients > 0 ? operation->client : id) % slow->client.count);
    plan(slow, id);
    if (slow->client.buffer_bytes > 0 && work->bytes[id] > 0 &&
        work->first_branch[id] < work->first_branch[id + 1]) {
        buffer_it(slow, id);
    } else {
        for (uint32_t b = work->first_branch[id]; b < work->first_branch[id + 1]; b++) {
            if (slow->branches[b].state == COMING)
                send_branch(slow, b);
        }
        end_if_done(slow, id);
    }
    send_waiting(slow);
    give_up(slow);
}

// ---- changes ----

static void lose(struct slow *slow, uint32_t server)
{
    struct slow_request *lost[SLOW_BRANCHES_MAX];
    size_t count = 0;
    size_t admitted = 0;
    static const int states[] = {SERVED, QUEUED, HELD};
    for (size_t s = 0; s < 3; s++) {
        struct slow_request *next;
        for (uint32_t p = 0; p < (states[s] == HELD ? slow->config.partitions : 1); p++) {
            while ((next = first_in(slow, states[s], server, states[s] == HELD ? p : ANY))) {
                // In the order in which the served would have ended.
                for (size_t i = 0; states[s] == SERVED && i < slow->request_count; i++) {
                    struct slow_request *other = &slow->requests[i];
                    if (other->state == SERVED && other->server == server &&
                        (other->end < next->end ||
                         (other->end == next->end && other->turn < next->turn)))
                        next = other;
                }
                uint64_t left_ns = 0;
                for (size_t i = 0; i < next->count; i++)
                    left_ns += slow->branches[next->branches[i]].service_ns;
                if (states[s] == SERVED)
                    left_ns = next->end - slow->now;
                slow->servers[server].service_ns -= left_ns;
                slow->servers[server].lost++;
                next->state = GONE;
                lost[count++] = next;
                admitted += states[s] != HELD;
            }
        }
    }
    for (size_t i = 0; i < admitted; i++)
        let_held_in(slow, lost[i]->partition);
    for (size_t i = 0; i < count; i++)
        turn_away(slow, lost[i]);
    send_waiting(slow);
}

static void change(struct slow *slow, const struct slow_change *change)
{
    if (change->kind == CHANGE_MOVE)
        slow->server_of[change->partition] = change->server;
    else if (change->kind == CHANGE_OFFLINE)
        slow->offline_until[change->partition] = change->until;
    else
        lose(slow, change->server);
}

// ---- time ----

// The client that takes the next operation now; ANY: none is ready.
static uint32_t ready_client(const struct slow *slow)
{
    uint32_t ready = ANY;
    for (uint32_t i = 0; i < slow->config.clients; i++) {
        if (slow->ready_at[i] <= slow->now &&
            (ready == (uint32_t)ANY || slow->ready_at[i] < slow->ready_at[ready]))
            ready = i;
    }
    return ready;
}

static bool comes_now(struct slow *slow, uint32_t id)
{
    if (id == slow->work->count)
        return false;
    if (slow->config.clients == 0)
        return slow->work->at[id] == slow->now;
    const uint32_t client = ready_client(slow);
    if (client == (uint32_t)ANY)
        return false;
    slow->operations[id].client = client;
    slow->ready_at[client] = UINT64_MAX;
    return true;
}

static bool is_over(const struct slow *slow)
{
    for (size_t i = 0; i < slow->work->count; i++) {
        if (slow->operations[i].result.outcome == SLOW_OPEN)
            return false;
    }
    for (size_t i = 0; i < slow->count; i++) {
        if (slow->branches[i].state < DONE)
            return false;
    }
    return true;
}

static void pass(struct slow *slow)
{
    while (end_one(slow))
        continue;
    for (size_t i = 0; i < slow->count; i++) {
        if (slow->branches[i].state == ENDING)
            go_on(slow, &slow->branches[i]);
    }
    send_waiting(slow);
    give_up(slow);
    try_again(slow);
}

static struct slow *make(const struct cluster_config *config, const struct recorder *work)
{
    struct slow *slow = mem_new(1, sizeof *slow);
    slow->config = *config;
    slow->client = config->client ? *config->client : (struct client_config){0};
    slow->client.count = slow->client.count > 0 ? slow->client.count : 1;
    slow->work = work;
    slow->request_capacity = 10 * SLOW_BRANCHES_MAX;
    slow->requests = mem_new(slow->request_capacity, sizeof *slow->requests);
    memcpy(slow->server_of, config->server_of, config->partitions * sizeof *slow->server_of);
    for (uint32_t i = 0; i < work->count; i++) {
        slow->operations[i].result.at = UINT64_MAX;
        for (uint32_t b = work->first_branch[i]; b < work->first_branch[i + 1]; b++)
            slow->branches[slow->count++] = (struct slow_branch){.operation = i,
                                                                 .partition = work->partition[b],
                                                                 .follows = work->follows[b],
                                                                 .service_ns = work->service_ns[b]};
    }
    for (uint32_t i = 0; i < config->clients; i++) {
        struct slow_operation nothing = {.client = i};
        slow->thoughts[i] = rng_stream(config->seed, "think", i);
        client_ends(slow, &nothing, 0);
    }
    return slow;
}

struct slow *slow_run(const struct cluster_config *config, const struct recorder *work,
                      const struct slow_change *changes, size_t change_count)
{
    struct slow *slow = make(config, work);
    uint32_t come_count = 0;
    size_t changed = 0;
    bool is_flushed = false;
    for (; !is_over(slow); slow->now++) {
        pass(slow);
        for (; changed < change_count && changes[changed].at == slow->now; changed++)
            change(slow, &changes[changed]);
        while (comes_now(slow, come_count))
            come(slow, come_count++);
        if (come_count < work->count || changed < change_count || is_flushed)
            continue;
        is_flushed = true;
        for (uint32_t i = 0; i < slow->client.count; i++)
            send_buffer(slow, i);
        send_waiting(slow);
    }
    return slow;
}

void slow_free(struct slow *slow)
{
    mem_free(slow->requests);
    mem_free(slow);
}

struct slow_result slow_result_of(const struct slow *slow, size_t operation)
{
    return slow->operations[operation].result;
}

struct cluster_server slow_server_of(const struct slow *slow, uint32_t server)
{
    return slow->servers[server];
}
