#include "cluster/cluster.h"
#include "cluster/store.h"
#include "recorder.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <signal.h>
#include <string.h>

static const uint32_t three_servers[] = {0, 1, 2};

static struct cluster_config small(uint32_t handlers)
{
    return (struct cluster_config){.servers = 3,
                                   .handlers = handlers,
                                   .queue = UINT64_MAX,
                                   .server_of = three_servers,
                                   .partitions = 3};
}

static void play(struct recorder *work, const struct cluster_config *config)
{
    struct err err = {0};
    struct cluster *cluster = cluster_new(config);
    cr_assert(recorder_play(work, cluster, BATCH_ROWS, &err), "%s", err.message);
    cluster_free(cluster);
}

Test(cluster, an_idle_server_takes_its_service_time_and_the_network)
{
    struct recorder work = {0};
    struct cluster_config config = small(1);
    config.network_ns = 1000;
    recorder_add(&work, 5);
    recorder_branch(&work, 0, 100);

    play(&work, &config);

    cr_expect(eq(u64, work.latency_ns[0], 1100));
    cr_expect(eq(u64, work.done_at[0], 1105));
    recorder_done(&work);
}

Test(cluster, an_overloaded_server_falls_behind_as_fast_as_it_is_offered_too_much)
{
    // Two a second on a server of one a second: who comes at t waits (2 - 1) t; 100 are left at 100
    // s.
    struct recorder work = {0};
    const struct cluster_config config = small(1);
    for (uint64_t i = 0; i < 200; i++) {
        recorder_add(&work, i * NS_PER_S / 2);
        recorder_branch(&work, 0, NS_PER_S);
    }

    play(&work, &config);

    uint64_t left = 0;
    for (size_t i = 0; i < work.count; i++) {
        cr_expect(eq(u64, work.latency_ns[i], NS_PER_S + work.at[i]));
        left += work.done_at[i] > 100 * NS_PER_S;
    }
    cr_expect(eq(u64, left, 100));
    recorder_done(&work);
}

Test(cluster, a_completion_comes_before_an_arrival_of_the_same_instant)
{
    for (int calendar = 0; calendar < 2; calendar++) {
        struct recorder work = {0};
        struct cluster_config config = small(1);
        config.queue = 0;
        config.force_calendar = calendar;
        recorder_add(&work, 0);
        recorder_branch(&work, 0, 10);
        recorder_add(&work, 9);
        recorder_branch(&work, 0, 10);
        recorder_add(&work, 10);
        recorder_branch(&work, 0, 10);

        play(&work, &config);

        cr_expect(eq(u8, work.rejected[0], 0));
        cr_expect(eq(u8, work.rejected[1], 1));
        cr_expect(eq(u8, work.rejected[2], 0));
        cr_expect(eq(u64, work.done_at[2], 20));
        recorder_done(&work);
    }
}

Test(cluster, a_refused_branch_refuses_the_operation_once_and_others_still_serve)
{
    for (int calendar = 0; calendar < 2; calendar++) {
        struct recorder work = {0};
        struct cluster_config config = small(1);
        config.queue = 0;
        config.force_calendar = calendar;
        recorder_add(&work, 0);
        recorder_branch(&work, 0, 10);
        recorder_branch(&work, 1, 10);
        recorder_add(&work, 1);
        recorder_branch(&work, 0, 10);
        recorder_branch(&work, 1, 10);
        recorder_branch(&work, 2, 50);
        recorder_add(&work, 20);
        recorder_branch(&work, 2, 5);

        struct err err = {0};
        struct cluster *cluster = cluster_new(&config);
        cr_assert(recorder_play(&work, cluster, 1, &err), "%s", err.message);
        const struct cluster_server last = cluster_server_of(cluster, 2);

        cr_expect(eq(u8, work.told[1], 1));
        cr_expect(eq(u8, work.rejected[1], 1));
        cr_expect(eq(u8, work.rejected[2], 1), "server 2 is busy with the refused one's branch");
        cr_expect(eq(u64, last.accepted, 1));
        cr_expect(eq(u64, last.rejected, 1));
        cr_expect(eq(u64, (uint64_t)last.service_ns, 50));
        cluster_free(cluster);
        recorder_done(&work);
    }
}

Test(cluster, an_operation_without_branches_takes_the_network_alone)
{
    for (int calendar = 0; calendar < 2; calendar++) {
        struct recorder work = {0};
        struct cluster_config config = small(1);
        config.network_ns = 1000;
        config.force_calendar = calendar;
        recorder_add(&work, 5);
        recorder_add(&work, 6);
        recorder_branch(&work, 0, 10);
        recorder_branch(&work, 1, 20);

        play(&work, &config);

        cr_expect(eq(u64, work.latency_ns[0], 1000));
        cr_expect(eq(u64, work.done_at[0], 1005));
        cr_expect(eq(u64, work.latency_ns[1], 1020));
        recorder_done(&work);
    }
}

Test(cluster, regions_of_a_range_are_read_in_turn_and_ranges_side_by_side)
{
    for (int calendar = 0; calendar < 2; calendar++) {
        struct recorder work = {0};
        struct cluster_config config = small(1);
        config.force_calendar = calendar;
        recorder_add(&work, 100);
        recorder_branch(&work, 0, 10);
        recorder_follow(&work, 1, 20);
        recorder_branch(&work, 2, 25);
        recorder_add(&work, 105); // before the first one's second region
        recorder_branch(&work, 1, 50);

        play(&work, &config);

        cr_expect(eq(u64, work.done_at[0], 175), "10, then waits until 155, then 20");
        cr_expect(eq(u64, work.done_at[1], 155));
        recorder_done(&work);
    }
}

Test(cluster, ranges_beyond_the_parallel_ones_begin_in_order_as_others_end)
{
    for (int calendar = 0; calendar < 2; calendar++) {
        struct recorder work = {0};
        struct cluster_config config = small(3);
        config.force_calendar = calendar;
        recorder_add(&work, 0);
        recorder_branch(&work, 0, 10);
        recorder_branch(&work, 1, 30);
        recorder_branch(&work, 2, 5);
        recorder_branch(&work, 0, 40);
        recorder_parallel(&work, 2); // the third at 10, the fourth at 15

        play(&work, &config);

        cr_expect(eq(u64, work.done_at[0], 55));
        recorder_done(&work);
    }
}

Test(cluster, after_a_refusal_nothing_more_of_the_operation_begins)
{
    for (int calendar = 0; calendar < 2; calendar++) {
        struct recorder work = {0};
        struct cluster_config config = small(1);
        config.queue = 0;
        config.force_calendar = calendar;
        recorder_add(&work, 0);
        recorder_branch(&work, 0, 10);
        recorder_follow(&work, 1, 10); // refused: server 1 is busy from 5 to 55
        recorder_follow(&work, 2, 10);
        recorder_branch(&work, 2, 20);
        recorder_follow(&work, 2, 20);
        recorder_branch(&work, 2, 20);
        recorder_parallel(&work, 2);
        recorder_add(&work, 5);
        recorder_branch(&work, 1, 50);

        struct err err = {0};
        struct cluster *cluster = cluster_new(&config);
        cr_assert(recorder_play(&work, cluster, 1, &err), "%s", err.message);

        cr_expect(eq(u8, work.told[0], 1));
        cr_expect(eq(u8, work.rejected[0], 1));
        cr_expect(eq(u8, work.rejected[1], 0));
        cr_expect(eq(u64, cluster_server_of(cluster, 0).accepted, 1));
        cr_expect(eq(u64, cluster_server_of(cluster, 1).rejected, 1));
        cr_expect(eq(u64, cluster_server_of(cluster, 2).accepted, 1));
        cr_expect(eq(u64, cluster_server_of(cluster, 2).rejected, 0));
        cluster_free(cluster);
        recorder_done(&work);
    }
}

Test(cluster, the_plan_of_a_scan_counts_into_the_backlog)
{
    struct recorder work = {0};
    recorder_add(&work, 0);
    recorder_branch(&work, 0, 1);
    for (int i = 0; i < CLUSTER_BACKLOG_MAX / 20; i++)
        recorder_follow(&work, 0, 1);
    for (int limited = 0; limited < 2; limited++) {
        struct err err = {0};
        struct cluster_config config = small(1);
        config.partition_limit = (uint32_t)limited;
        struct cluster *cluster = cluster_new(&config);
        const struct cluster_sink sink = recorder_sink(&work);
        const struct cluster_batch batch = recorder_batch(&work, 0, 1);
        for (int i = 0; i < 19; i++)
            cr_assert(cluster_offer(cluster, &batch, &sink, &err), "%s", err.message);
        cr_expect(not(cluster_offer(cluster, &batch, &sink, &err)));
        cr_expect(eq(int, err.code, ERR_MACHINE));
        cluster_free(cluster);
    }
    recorder_done(&work);
}

Test(cluster, refuses_a_first_branch_that_follows, .signal = SIGABRT)
{
    struct recorder work = {0};
    const struct cluster_config config = small(1);
    recorder_add(&work, 5);
    recorder_follow(&work, 0, 1);
    play(&work, &config);
}

Test(cluster, a_partition_at_its_limit_leaves_handlers_to_others)
{
    struct recorder work = {0};
    static const uint32_t same_server[] = {0, 0};
    struct cluster_config config = small(2);
    config.server_of = same_server;
    config.partitions = 2;
    config.partition_limit = 1;
    config.queue = 0;
    for (int i = 0; i < 3; i++) { // all wait for partition 0, and none is refused
        recorder_add(&work, 0);
        recorder_branch(&work, 0, 10);
    }
    recorder_add(&work, 0);
    recorder_branch(&work, 1, 10);

    play(&work, &config);

    cr_expect(eq(u64, work.done_at[0], 10));
    cr_expect(eq(u64, work.done_at[1], 20));
    cr_expect(eq(u64, work.done_at[2], 30));
    cr_expect(eq(u64, work.done_at[3], 10));
    recorder_done(&work);
}

Test(cluster, a_queue_larger_than_any_backlog_is_as_good_as_endless)
{
    struct recorder bounded = {0}, endless = {0};
    struct cluster_config config = small(2);
    struct recorder *const both[] = {&bounded, &endless};
    for (int i = 0; i < 2; i++) {
        config.queue = i == 0 ? UINT64_MAX - 1 : UINT64_MAX;
        for (uint64_t k = 0; k < 5000; k++) {
            recorder_add(both[i], k);
            recorder_branch(both[i], (uint32_t)(k % 7 % 3), 1 + k % 13);
        }
        play(both[i], &config);
    }
    cr_expect(zero(int, memcmp(bounded.done_at, endless.done_at, 5000 * sizeof(sim_ns))));
    recorder_done(&bounded);
    recorder_done(&endless);
}

// Waves that grow, with lulls between in which the queue empties: what waits wraps around and
// outgrows its place.
Test(cluster, bounded_queues_that_swell_and_shrink_are_the_same_both_ways)
{
    struct recorder work[2] = {{0}, {0}};
    struct cluster_config config = small(2);
    for (int way = 0; way < 2; way++) {
        sim_ns at = 0;
        for (uint64_t wave = 0; wave < 60; wave++) {
            for (uint64_t i = 0; i < 11 + 5 * wave; i++) {
                recorder_add(&work[way], at += i % 2);
                recorder_branch(&work[way], 0, 3 + i % 4);
            }
            at += 5 * wave;
        }
        config.queue = 150;
        config.force_calendar = way;
        play(&work[way], &config);
    }
    size_t refused = 0;
    for (size_t i = 0; i < work[0].count; i++) {
        cr_assert(eq(u8, work[0].rejected[i], work[1].rejected[i]));
        cr_assert(eq(u64, work[0].done_at[i], work[1].done_at[i]), "operation %zu", i);
        refused += work[0].rejected[i];
    }
    cr_expect(gt(sz, refused, 100));
    cr_expect(lt(sz, refused, work[0].count / 2));
    recorder_done(&work[0]);
    recorder_done(&work[1]);
}

Test(cluster, the_end_of_time_is_an_error_and_not_a_wrap)
{
    for (int calendar = 0; calendar < 2; calendar++) {
        struct recorder work = {0};
        struct err err = {0};
        struct cluster_config config = small(1);
        config.force_calendar = calendar;
        for (int i = 0; i < 3; i++) {
            recorder_add(&work, 0);
            recorder_branch(&work, 0, UINT64_C(1) << 62);
        }
        struct cluster *cluster = cluster_new(&config);
        cr_expect(not(recorder_play(&work, cluster, BATCH_ROWS, &err)));
        cr_expect(eq(int, err.code, ERR_INPUT));
        cr_expect(ne(ptr, strstr(err.message, "292 years"), NULL));
        cluster_free(cluster);
        recorder_done(&work);
    }
}

// One batch, offered again and again at one instant, so that nothing ends.
static bool offer_at_once(struct cluster *cluster, struct recorder *work, uint64_t operations,
                          struct err *err)
{
    const struct cluster_sink sink = recorder_sink(work);
    for (uint64_t done = 0; done < operations; done += BATCH_ROWS) {
        const uint64_t left = operations - done;
        const struct cluster_batch batch =
            recorder_batch(work, 0, left < BATCH_ROWS ? left : BATCH_ROWS);
        if (!cluster_offer(cluster, &batch, &sink, err))
            return false;
    }
    return true;
}

Test(cluster, a_backlog_has_a_stated_limit)
{
    struct recorder work = {0};
    for (int i = 0; i < BATCH_ROWS; i++) {
        recorder_add(&work, 0);
        recorder_branch(&work, 0, 1);
    }
    for (int limited = 0; limited < 2; limited++) {
        struct err err = {0};
        struct cluster_config config = small(1);
        config.queue = limited ? UINT64_MAX : UINT64_MAX - 1;
        config.partition_limit = limited ? 1 : 0;
        struct cluster *cluster = cluster_new(&config);
        cr_expect(offer_at_once(cluster, &work, CLUSTER_BACKLOG_MAX, &err), "%s", err.message);
        cr_expect(not(offer_at_once(cluster, &work, 2, &err)));
        cr_expect(eq(int, err.code, ERR_MACHINE));
        cr_expect(ne(ptr, strstr(err.message, "20000000 operations wait"), NULL));
        cluster_free(cluster);
    }
    recorder_done(&work);
}

Test(cluster, refuses_time_that_goes_back, .signal = SIGABRT)
{
    struct recorder work = {0};
    const struct cluster_config config = small(1);
    recorder_add(&work, 5);
    recorder_branch(&work, 0, 1);
    recorder_add(&work, 4);
    recorder_branch(&work, 0, 1);
    play(&work, &config);
}

static void expect_placed(int placement, uint32_t servers, uint32_t partitions,
                          const uint32_t *want)
{
    uint32_t got[16];
    placement_fill(placement, servers, partitions, 1, 0, got);
    for (uint32_t i = 0; i < partitions; i++)
        cr_expect(eq(u32, got[i], want[i]), "placement %d partition %u", placement, i);
}

Test(placement, deals_out_in_key_order_from_server_0)
{
    expect_placed(PLACEMENT_ROUND_ROBIN, 3, 7, (uint32_t[]){0, 1, 2, 0, 1, 2, 0});
    expect_placed(PLACEMENT_CONTIGUOUS, 3, 7, (uint32_t[]){0, 0, 0, 1, 1, 2, 2});
    expect_placed(PLACEMENT_CONTIGUOUS, 4, 8, (uint32_t[]){0, 0, 1, 1, 2, 2, 3, 3});
    expect_placed(PLACEMENT_CONTIGUOUS, 8, 3, (uint32_t[]){0, 1, 2});
}

Test(placement, random_is_even_and_a_function_of_seed_and_table)
{
    enum { PARTITIONS = 60000, SERVERS = 6 };
    static uint32_t first[PARTITIONS], again[PARTITIONS], other[PARTITIONS];
    placement_fill(PLACEMENT_RANDOM, SERVERS, PARTITIONS, 42, 0, first);
    placement_fill(PLACEMENT_RANDOM, SERVERS, PARTITIONS, 42, 0, again);
    placement_fill(PLACEMENT_RANDOM, SERVERS, PARTITIONS, 42, 1, other);
    cr_expect(zero(int, memcmp(first, again, sizeof first)));
    cr_expect(ne(int, memcmp(first, other, sizeof first), 0));

    // Chi-square with 5 degrees of freedom: beyond 20.5 one time in a thousand.
    double counts[SERVERS] = {0}, chi_square = 0;
    for (size_t i = 0; i < PARTITIONS; i++)
        counts[first[i]]++;
    for (size_t i = 0; i < SERVERS; i++)
        chi_square += (counts[i] - 10000) * (counts[i] - 10000) / 10000;
    cr_expect(lt(dbl, chi_square, 20.5));
}
