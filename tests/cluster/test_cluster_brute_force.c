// The cluster against a simulation that is too slow to be wrong.

#include "base/rng.h"
#include "recorder.h"
#include "slow_cluster.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

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
    config.servers = 1 + (uint32_t)rng_upto(rng, SLOW_SERVERS_MAX - 1);
    config.handlers = 1 + (uint32_t)rng_upto(rng, 3);
    config.partitions = 1 + (uint32_t)rng_upto(rng, SLOW_PARTITIONS_MAX - 1);
    config.partition_limit = limited ? 1 + (uint32_t)rng_upto(rng, 2) : 0;
    const uint64_t queue = rng_upto(rng, 5);
    config.queue = queue == 5 ? UINT64_MAX : queue;
    config.network_ns = rng_upto(rng, 1) * 5;
    for (uint32_t i = 0; i < config.partitions; i++)
        server_of[i] = (uint32_t)rng_upto(rng, config.servers - 1);
    return config;
}

// What is drawn of a store, and of those that ask it.
struct draw {
    bool limited;  // partitions
    bool chained;  // operations of several branches that follow each other
    bool changes;  // of the store
    bool closed;   // loop
    bool patience; // of clients that give up
    bool tasks;    // limits of client processes
    bool buffered; // puts
};

static void expect_same(const struct slow *slow, const struct recorder *got,
                        const struct cluster *cluster, uint32_t servers, unsigned seed)
{
    for (uint32_t i = 0; i < got->count; i++) {
        const struct slow_result want = slow_result_of(slow, i);
        cr_assert(eq(u8, got->told[i], 1), "seed %u operation %u", seed, i);
        cr_assert(eq(u8, got->rejected[i], want.outcome == SLOW_REJECTED), "seed %u operation %u",
                  seed, i);
        cr_assert(eq(u8, got->timed_out[i], want.outcome == SLOW_TIMED_OUT), "seed %u operation %u",
                  seed, i);
        cr_assert(eq(u64, got->at[i], want.at), "seed %u operation %u", seed, i);
        if (want.outcome != SLOW_DONE)
            continue;
        cr_assert(eq(u64, got->done_at[i], want.done_at), "seed %u operation %u", seed, i);
        cr_assert(eq(u64, got->latency_ns[i], want.done_at - want.at), "seed %u operation %u", seed,
                  i);
    }
    for (uint32_t server = 0; server < servers; server++) {
        const struct cluster_server totals = cluster_server_of(cluster, server);
        const struct cluster_server want = slow_server_of(slow, server);
        cr_assert(eq(u64, totals.accepted, want.accepted), "seed %u server %u", seed, server);
        cr_assert(eq(u64, totals.rejected, want.rejected), "seed %u server %u", seed, server);
        cr_assert(eq(u64, totals.lost, want.lost), "seed %u server %u", seed, server);
        cr_assert(eq(u64, (uint64_t)totals.service_ns, (uint64_t)want.service_ns),
                  "seed %u server %u", seed, server);
    }
}

static struct client_config draw_client(struct rng *rng, const struct draw *draw)
{
    struct client_config client = {.count = 1 + rng_upto(rng, 2)};
    if (draw->changes) {
        client.retries = rng_upto(rng, 4);
        client.pause_ns = 1 + rng_upto(rng, 4);
    }
    if (draw->patience)
        client.timeout_ns = 1 + rng_upto(rng, 40);
    if (draw->tasks) {
        client.total_tasks = rng_upto(rng, 4);
        client.server_tasks = rng_upto(rng, 2);
        client.region_tasks = rng_upto(rng, 2);
    }
    if (draw->buffered)
        client.buffer_bytes = 1 + rng_upto(rng, 20);
    return client;
}

static size_t draw_changes(struct rng *rng, const struct cluster_config *config,
                           struct slow_change *changes)
{
    size_t count = 0;
    sim_ns at = 0;
    while (count + config->partitions + 1 < SLOW_CHANGES_MAX) {
        at += rng_upto(rng, 40);
        const uint32_t server = (uint32_t)rng_upto(rng, config->servers - 1);
        const uint32_t partition = (uint32_t)rng_upto(rng, config->partitions - 1);
        const uint64_t kind = rng_upto(rng, 3);
        const sim_ns until = at + rng_upto(rng, 30);
        for (uint32_t p = 0; kind == 0 && p < config->partitions; p++)
            changes[count++] = (struct slow_change){.at = at,
                                                    .kind = p % 2 ? CHANGE_MOVE : CHANGE_OFFLINE,
                                                    .partition = p,
                                                    .server = server,
                                                    .until = until};
        changes[count++] = (struct slow_change){.at = at,
                                                .kind = kind == 0   ? CHANGE_LOSS
                                                        : kind == 1 ? CHANGE_OFFLINE
                                                                    : CHANGE_MOVE,
                                                .partition = partition,
                                                .server = server,
                                                .until = until};
    }
    return count;
}

// A cluster whose partitions move, as it is told.
struct moving {
    struct cluster *cluster;
    uint32_t server_of[SLOW_PARTITIONS_MAX];
    sim_ns offline_until[SLOW_PARTITIONS_MAX];
    const struct slow_change *changes; // those still to come
    size_t count;
};

static void apply(struct moving *moving, const struct cluster_sink *sink)
{
    const struct slow_change *change = moving->changes++;
    moving->count--;
    if (change->kind == CHANGE_MOVE)
        moving->server_of[change->partition] = change->server;
    else if (change->kind == CHANGE_OFFLINE)
        moving->offline_until[change->partition] = change->until;
    else
        cluster_lose_server(moving->cluster, sink, change->server);
}

static void verify(const struct moving *moving, unsigned seed)
{
    struct err err = {0};
    cr_assert(cluster_verify(moving->cluster, &err), "seed %u: %s", seed, err.message);
}

// All changes that come before the next operation, which comes at or after `at`.
static void change_until(struct moving *moving, const struct cluster_sink *sink, bool closed,
                         sim_ns at, unsigned seed)
{
    struct err err = {0};
    while (moving->count > 0) {
        const sim_ns due = moving->changes->at;
        if (closed)
            cr_assert(cluster_next_issue(moving->cluster, sink, due, &at, &err), "%s", err.message);
        if (at < due)
            return;
        cr_assert(cluster_run_until(moving->cluster, sink, due, &err), "%s", err.message);
        while (moving->count > 0 && moving->changes->at == due)
            apply(moving, sink);
        verify(moving, seed);
    }
}

static void play(struct moving *moving, struct recorder *work, bool closed, unsigned seed)
{
    struct err err = {0};
    const struct cluster_sink sink = recorder_sink(work);
    for (size_t i = 0; i < work->count; i++) {
        change_until(moving, &sink, closed, work->at[i], seed);
        const struct cluster_batch one = recorder_batch(work, i, 1);
        cr_assert(cluster_offer(moving->cluster, &one, &sink, &err), "%s", err.message);
        verify(moving, seed);
    }
    while (moving->count > 0) {
        cr_assert(cluster_run_until(moving->cluster, &sink, moving->changes->at, &err), "%s",
                  err.message);
        apply(moving, &sink);
        verify(moving, seed);
    }
    cr_assert(cluster_drain(moving->cluster, &sink, &err), "%s", err.message);
    verify(moving, seed);
}

static void compare_one(unsigned seed, const struct draw *draw)
{
    struct rng rng = rng_stream(seed, "test", 0);
    struct moving moving = {0};
    struct cluster_config config = draw_config(&rng, moving.server_of, draw->limited);
    const size_t batch = 1 + rng_upto(&rng, 40);
    struct recorder work = {0};
    draw_work(&rng, config.partitions, draw->chained, &work);
    const struct client_config client = draw_client(&rng, draw);
    config.client = &client;
    config.seed = seed;
    config.clients = draw->closed ? 1 + (uint32_t)rng_upto(&rng, SLOW_CLIENTS_MAX - 1) : 0;
    config.think_ns = draw->closed ? rng_upto(&rng, 20) : 0;
    for (size_t i = 0; draw->buffered && i < work.count; i++)
        work.bytes[i] = rng_upto(&rng, 8);
    struct slow_change changes[SLOW_CHANGES_MAX];
    const size_t change_count = draw->changes ? draw_changes(&rng, &config, changes) : 0;
    struct slow *slow = slow_run(&config, &work, changes, change_count);

    const bool needs_calendar = draw->limited || draw->changes;
    for (int calendar = needs_calendar ? 1 : 0; calendar < 2; calendar++) {
        struct err err = {0};
        config.force_calendar = calendar;
        config.offline_until = draw->changes ? moving.offline_until : NULL;
        memset(work.told, 0, work.count);
        memset(work.rejected, 0, work.count);
        memset(work.timed_out, 0, work.count);
        moving.cluster = cluster_new(&config);
        moving.changes = changes;
        moving.count = change_count;
        if (draw->changes)
            play(&moving, &work, draw->closed, seed);
        else
            cr_assert(recorder_play(&work, moving.cluster, batch, &err), "seed %u: %s", seed,
                      err.message);
        expect_same(slow, &work, moving.cluster, config.servers, seed);
        cluster_free(moving.cluster);
    }
    slow_free(slow);
    recorder_done(&work);
}

static void compare(unsigned seeds, struct draw draw)
{
    for (unsigned seed = 0; seed < seeds; seed++)
        compare_one(seed, &draw);
}

Test(cluster, both_ways_are_a_walk_through_every_nanosecond)
{
    compare(400, (struct draw){0});
}

Test(cluster, limits_of_partitions_are_a_walk_through_every_nanosecond)
{
    compare(400, (struct draw){.limited = true});
}

Test(cluster, ranges_in_turn_are_a_walk_through_every_nanosecond)
{
    compare(1000, (struct draw){.chained = true});
}

Test(cluster, ranges_on_limited_partitions_are_a_walk_through_every_nanosecond)
{
    compare(1000, (struct draw){.limited = true, .chained = true});
}

Test(cluster, closed_loops_are_a_walk_through_every_nanosecond)
{
    compare(400, (struct draw){.closed = true});
    compare(400, (struct draw){.closed = true, .limited = true, .chained = true});
}

Test(cluster, retries_moves_and_losses_are_a_walk_through_every_nanosecond)
{
    compare(400, (struct draw){.changes = true});
    compare(400, (struct draw){.changes = true, .limited = true});
    compare(400, (struct draw){.changes = true, .chained = true, .closed = true});
}

Test(cluster, clients_that_give_up_are_a_walk_through_every_nanosecond)
{
    compare(400, (struct draw){.patience = true, .chained = true});
    compare(400, (struct draw){.patience = true, .changes = true, .closed = true});
}

Test(cluster, limits_of_clients_are_a_walk_through_every_nanosecond)
{
    compare(400, (struct draw){.tasks = true});
    compare(400, (struct draw){.tasks = true, .chained = true, .closed = true});
    compare(400, (struct draw){.tasks = true, .changes = true, .limited = true});
}

Test(cluster, write_buffers_are_a_walk_through_every_nanosecond)
{
    compare(400, (struct draw){.buffered = true});
    compare(400, (struct draw){.buffered = true, .closed = true, .limited = true});
    compare(400, (struct draw){.buffered = true, .changes = true});
}

Test(cluster, all_of_it_is_a_walk_through_every_nanosecond)
{
    compare(
        600,
        (struct draw){
            .chained = true, .changes = true, .patience = true, .tasks = true, .buffered = true});
    compare(400, (struct draw){.limited = true,
                               .chained = true,
                               .changes = true,
                               .closed = true,
                               .patience = true,
                               .tasks = true,
                               .buffered = true});
}
