// The cluster against a simulation that is too slow to be wrong: it walks through every nanosecond
// and searches lists.

#include "base/rng.h"
#include "cluster/cluster.h"
#include "recorder.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

enum { BRANCHES_MAX = 400, SERVERS_MAX = 4, PARTITIONS_MAX = 8 };

// PLANNED: not before another one of its operation is done, which DROPPED never was.
enum state { COMING, PLANNED, HELD, QUEUED, SERVED, ENDING, DONE, REFUSED, DROPPED };

struct slow_branch {
    enum state state;
    uint32_t operation, partition, server;
    uint8_t follows; // enum branch_follows
    uint64_t service_ns;
    uint64_t turn; // when it came into its state: orders queues, and completions of one instant
    sim_ns end;
};

struct slow {
    struct cluster_config config;
    struct slow_branch branches[BRANCHES_MAX];
    size_t count;
    uint64_t turns;
};

static size_t count_at_server(const struct slow *slow, enum state state, uint32_t server)
{
    size_t count = 0;
    for (size_t i = 0; i < slow->count; i++)
        count += slow->branches[i].state == state && slow->branches[i].server == server;
    return count;
}

static size_t count_admitted(const struct slow *slow, uint32_t partition)
{
    size_t count = 0;
    for (size_t i = 0; i < slow->count; i++) {
        const struct slow_branch *branch = &slow->branches[i];
        count +=
            branch->partition == partition && (branch->state == QUEUED || branch->state == SERVED);
    }
    return count;
}

static void enter(struct slow *slow, struct slow_branch *branch, enum state state)
{
    branch->state = state;
    branch->turn = slow->turns++;
}

// The branch in `state` that came first, of a server or of a partition (any: UINT32_MAX).
static struct slow_branch *first_in(struct slow *slow, enum state state, uint32_t server,
                                    uint32_t partition)
{
    struct slow_branch *first = NULL;
    for (size_t i = 0; i < slow->count; i++) {
        struct slow_branch *branch = &slow->branches[i];
        if (branch->state != state || (server != UINT32_MAX && branch->server != server) ||
            (partition != UINT32_MAX && branch->partition != partition))
            continue;
        if (!first || branch->turn < first->turn)
            first = branch;
    }
    return first;
}

static void start_what_can(struct slow *slow, uint32_t server, sim_ns now)
{
    struct slow_branch *next;
    while (count_at_server(slow, SERVED, server) < slow->config.handlers &&
           (next = first_in(slow, QUEUED, server, UINT32_MAX))) {
        enter(slow, next, SERVED);
        next->end = now + next->service_ns;
    }
}

static bool end_one(struct slow *slow, sim_ns now)
{
    struct slow_branch *ending = NULL;
    for (size_t i = 0; i < slow->count; i++) {
        struct slow_branch *branch = &slow->branches[i];
        if (branch->state == SERVED && branch->end == now &&
            (!ending || branch->turn < ending->turn))
            ending = branch;
    }
    if (!ending)
        return false;
    ending->state = ENDING;
    start_what_can(slow, ending->server, now);
    struct slow_branch *held = first_in(slow, HELD, UINT32_MAX, ending->partition);
    if (held) {
        enter(slow, held, QUEUED);
        start_what_can(slow, ending->server, now);
    }
    return true;
}

static void come(struct slow *slow, struct slow_branch *branch, sim_ns now)
{
    const uint32_t limit = slow->config.partition_limit;
    const bool all_busy = count_at_server(slow, SERVED, branch->server) >= slow->config.handlers;
    if (limit > 0 && count_admitted(slow, branch->partition) >= limit) {
        enter(slow, branch, HELD);
    } else if (all_busy && count_at_server(slow, QUEUED, branch->server) >= slow->config.queue) {
        enter(slow, branch, REFUSED);
    } else {
        enter(slow, branch, QUEUED);
        start_what_can(slow, branch->server, now);
    }
}

// Once one branch of an operation was refused, none of it that is planned comes.
static bool drop_if_rejected(struct slow *slow, uint32_t operation)
{
    bool rejected = false;
    for (size_t i = 0; i < slow->count; i++)
        rejected = rejected ||
                   (slow->branches[i].operation == operation && slow->branches[i].state == REFUSED);
    for (size_t i = 0; rejected && i < slow->count; i++) {
        if (slow->branches[i].operation == operation && slow->branches[i].state == PLANNED)
            slow->branches[i].state = DROPPED;
    }
    return rejected;
}

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

// What waited for the end of a branch: the next of its range, else the next range, or the second
// stage.
static void go_on(struct slow *slow, struct slow_branch *ended, uint32_t parallel, sim_ns now)
{
    ended->state = DONE;
    if (drop_if_rejected(slow, ended->operation))
        return;
    struct slow_branch *next = ended + 1;
    if (next < slow->branches + slow->count && next->operation == ended->operation &&
        next->follows == BRANCH_FOLLOWS) {
        come(slow, next, now);
    } else if ((next = next_range(slow, ended->operation))) {
        const bool opens = next->follows == BRANCH_SECOND && (next - 1)->follows != BRANCH_SECOND &&
                           chains_under_way(slow, ended->operation) == 0;
        size_t chains = 0;
        do {
            come(slow, next, now);
            chains++;
            next = next_range(slow, ended->operation);
        } while (opens && next && (parallel == 0 || chains < parallel));
    }
    (void)drop_if_rejected(slow, ended->operation);
}

static void arrive(struct slow *slow, const struct recorder *work, uint32_t operation)
{
    const uint32_t parallel = work->parallel[operation];
    uint32_t ranges = 0;
    bool second = false;
    for (uint32_t b = work->first_branch[operation]; b < work->first_branch[operation + 1]; b++) {
        ranges += work->follows[b] != BRANCH_FOLLOWS;
        second = second || work->follows[b] == BRANCH_SECOND;
        if (second || work->follows[b] == BRANCH_FOLLOWS || (parallel > 0 && ranges > parallel))
            slow->branches[b].state = PLANNED;
    }
    for (uint32_t b = work->first_branch[operation]; b < work->first_branch[operation + 1]; b++) {
        if (slow->branches[b].state == COMING)
            come(slow, &slow->branches[b], work->at[operation]);
    }
    (void)drop_if_rejected(slow, operation);
}

static bool is_over(const struct slow *slow)
{
    for (size_t i = 0; i < slow->count; i++) {
        if (slow->branches[i].state < DONE)
            return false;
    }
    return true;
}

static void run_slowly(struct slow *slow, const struct recorder *work)
{
    for (size_t i = 0; i < work->count; i++) {
        for (uint32_t b = work->first_branch[i]; b < work->first_branch[i + 1]; b++)
            slow->branches[slow->count++] =
                (struct slow_branch){.operation = (uint32_t)i,
                                     .partition = work->partition[b],
                                     .server = slow->config.server_of[work->partition[b]],
                                     .follows = work->follows[b],
                                     .service_ns = work->service_ns[b]};
    }
    uint32_t arrived = 0;
    for (sim_ns now = 0; !is_over(slow); now++) {
        while (end_one(slow, now))
            continue;
        for (size_t i = 0; i < slow->count; i++) {
            if (slow->branches[i].state == ENDING)
                go_on(slow, &slow->branches[i], work->parallel[slow->branches[i].operation], now);
        }
        for (; arrived < work->count && work->at[arrived] == now; arrived++)
            arrive(slow, work, arrived);
    }
}

static void expect_same(const struct slow *slow, const struct recorder *got,
                        const struct cluster *cluster, unsigned seed)
{
    for (uint32_t i = 0; i < got->count; i++) {
        sim_ns end = got->at[i];
        bool rejected = false;
        for (uint32_t b = got->first_branch[i]; b < got->first_branch[i + 1]; b++) {
            cr_assert(slow->branches[b].state >= DONE);
            rejected = rejected || slow->branches[b].state == REFUSED;
            end = slow->branches[b].end > end ? slow->branches[b].end : end;
        }
        cr_assert(eq(u8, got->told[i], 1), "seed %u operation %u", seed, i);
        cr_assert(eq(u8, got->rejected[i], rejected), "seed %u operation %u", seed, i);
        if (rejected)
            continue;
        end += slow->config.network_ns;
        cr_assert(eq(u64, got->done_at[i], end), "seed %u operation %u", seed, i);
        cr_assert(eq(u64, got->latency_ns[i], end - got->at[i]), "seed %u operation %u", seed, i);
    }
    for (uint32_t server = 0; server < slow->config.servers; server++) {
        const struct cluster_server totals = cluster_server_of(cluster, server);
        uint64_t busy_ns = 0;
        for (size_t b = 0; b < slow->count; b++) {
            if (slow->branches[b].server == server && slow->branches[b].state == DONE)
                busy_ns += slow->branches[b].service_ns;
        }
        cr_expect(eq(u64, totals.accepted, count_at_server(slow, DONE, server)));
        cr_expect(eq(u64, totals.rejected, count_at_server(slow, REFUSED, server)));
        cr_expect(eq(u64, (uint64_t)totals.service_ns, busy_ns));
    }
}

static void draw_work(struct rng *rng, uint32_t partitions, bool chained, struct recorder *work)
{
    const uint64_t operations = 1 + rng_upto(rng, chained ? 39 : 99);
    const uint64_t branches_max = rng_upto(rng, chained ? 8 : 2);
    const uint64_t gap_max = rng_upto(rng, chained ? 12 : 4);
    const uint64_t service_max = 1 + rng_upto(rng, 7);
    sim_ns at = 0;
    for (uint64_t i = 0; i < operations; i++) {
        at += rng_upto(rng, gap_max);
        recorder_add(work, at);
        const uint64_t branches = chained ? rng_upto(rng, branches_max) : branches_max + 1;
        const uint64_t second = rng_upto(rng, 2 * branches); // where the second stage begins
        for (uint64_t b = 0; b < branches; b++) {
            const uint32_t partition = (uint32_t)rng_upto(rng, partitions - 1);
            const uint64_t service_ns = 1 + rng_upto(rng, service_max - 1);
            if (chained && b > 0 && rng_upto(rng, 1) == 0)
                recorder_follow(work, partition, service_ns);
            else if (chained && b > 0 && b >= second)
                recorder_second(work, partition, service_ns);
            else
                recorder_branch(work, partition, service_ns);
        }
        if (chained)
            recorder_parallel(work, (uint32_t)rng_upto(rng, 3));
    }
}

static struct cluster_config draw_config(struct rng *rng, uint32_t *server_of, bool limited)
{
    struct cluster_config config = {.server_of = server_of};
    config.servers = 1 + (uint32_t)rng_upto(rng, SERVERS_MAX - 1);
    config.handlers = 1 + (uint32_t)rng_upto(rng, 3);
    config.partitions = 1 + (uint32_t)rng_upto(rng, PARTITIONS_MAX - 1);
    config.partition_limit = limited ? 1 + (uint32_t)rng_upto(rng, 2) : 0;
    const uint64_t queue = rng_upto(rng, 5);
    config.queue = queue == 5 ? UINT64_MAX : queue;
    config.network_ns = rng_upto(rng, 1) * 5;
    for (uint32_t i = 0; i < config.partitions; i++)
        server_of[i] = (uint32_t)rng_upto(rng, config.servers - 1);
    return config;
}

static void compare_one(unsigned seed, bool limited, bool chained)
{
    static struct slow slow;
    struct rng rng = rng_stream(seed, "test", 0);
    uint32_t server_of[PARTITIONS_MAX];
    struct cluster_config config = draw_config(&rng, server_of, limited);
    const size_t batch = 1 + rng_upto(&rng, 40);
    struct recorder work = {0};
    draw_work(&rng, config.partitions, chained, &work);
    memset(&slow, 0, sizeof slow);
    slow.config = config;
    run_slowly(&slow, &work);

    for (int calendar = limited ? 1 : 0; calendar < 2; calendar++) {
        struct err err = {0};
        config.force_calendar = calendar;
        memset(work.told, 0, work.count);
        memset(work.rejected, 0, work.count);
        struct cluster *cluster = cluster_new(&config);
        cr_assert(recorder_play(&work, cluster, batch, &err), "seed %u: %s", seed, err.message);
        expect_same(&slow, &work, cluster, seed);
        cluster_free(cluster);
    }
    recorder_done(&work);
}

Test(cluster, both_ways_are_a_walk_through_every_nanosecond)
{
    for (unsigned seed = 0; seed < 400; seed++)
        compare_one(seed, false, false);
}

Test(cluster, limits_of_partitions_are_a_walk_through_every_nanosecond)
{
    for (unsigned seed = 0; seed < 600; seed++)
        compare_one(seed, true, false);
}

Test(cluster, ranges_in_turn_are_a_walk_through_every_nanosecond)
{
    for (unsigned seed = 0; seed < 1500; seed++)
        compare_one(seed, false, true);
}

Test(cluster, ranges_on_limited_partitions_are_a_walk_through_every_nanosecond)
{
    for (unsigned seed = 0; seed < 1500; seed++)
        compare_one(seed, true, true);
}
