// What clients do about requests that are turned away, take too long, are too many or too small.

#include "cluster/backoff.h"
#include "recorder.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

static const uint32_t two_servers[] = {0, 1, 0, 1};

static struct cluster_config small(const struct client_config *client)
{
    return (struct cluster_config){.servers = 2,
                                   .handlers = 4,
                                   .queue = UINT64_MAX,
                                   .server_of = two_servers,
                                   .partitions = 4,
                                   .client = client};
}

static void put(struct recorder *work, sim_ns at, uint32_t partition, uint64_t service_ns)
{
    recorder_add(work, at);
    recorder_branch(work, partition, service_ns);
}

static struct cluster *play(struct recorder *work, const struct cluster_config *config)
{
    struct err err = {0};
    struct cluster *cluster = cluster_new(config);
    cr_assert(recorder_play(work, cluster, BATCH_ROWS, &err), "%s", err.message);
    return cluster;
}

static void expect_done(const struct recorder *work, const sim_ns *done_at)
{
    for (size_t i = 0; i < work->count; i++) {
        cr_expect(eq(u64, work->done_at[i], done_at[i]), "operation %zu", i);
        cr_expect(eq(u8, work->told[i], 1), "operation %zu", i);
    }
}

// HConstants.RETRY_BACKOFF.
Test(clients, back_off_as_hbases_do)
{
    static const uint64_t factors[] = {1,   2,   3,   5,   10,  20,  40, 100,
                                       100, 100, 100, 200, 200, 200, 200};
    const struct client_config client = {.pause_ns = 100};
    for (uint32_t i = 0; i < sizeof factors / sizeof factors[0]; i++)
        cr_expect(eq(u64, backoff_ns(&client, i), 100 * factors[i]), "attempt %u", i);
}

// Turned away at 5, it comes again at 15, 35 and 65: 10 x (1, 2, 3) later each.
Test(clients, an_off_line_partition_is_asked_again)
{
    const sim_ns offline_until[] = {40, 0, 0, 0};
    const struct client_config client = {.retries = 3, .pause_ns = 10};
    struct recorder work = {0};
    struct cluster_config config = small(&client);
    config.offline_until = offline_until;
    put(&work, 5, 0, 7);
    put(&work, 5, 2, 7);
    struct cluster *cluster = play(&work, &config);

    expect_done(&work, (sim_ns[]){72, 12});
    cr_expect(eq(u64, work.latency_ns[0], 67));
    cr_expect(eq(u64, cluster_retried(cluster), 3));
    cluster_free(cluster);
    recorder_done(&work);
}

Test(clients, who_is_turned_away_too_often_is_rejected)
{
    const sim_ns offline_until[] = {66, 0, 0, 0};
    const struct client_config client = {.retries = 3, .pause_ns = 10};
    struct recorder work = {0};
    struct cluster_config config = small(&client);
    config.offline_until = offline_until;
    put(&work, 5, 0, 7);
    struct cluster *cluster = play(&work, &config);

    cr_expect(eq(u8, work.rejected[0], 1));
    cr_expect(eq(u64, cluster_server_of(cluster, 0).rejected, 1));
    cr_expect(eq(u64, cluster_server_of(cluster, 0).accepted, 0));
    cluster_free(cluster);
    recorder_done(&work);
}

// Two branches are turned away at 5. The first comes again at 15 and is rejected, and with it the
// put: the second, due at the same instant, is not sent.
Test(clients, what_is_left_of_a_rejected_put_is_not_sent_again)
{
    const sim_ns offline_until[] = {66, 0, 0, 0};
    const struct client_config client = {.retries = 1, .pause_ns = 10};
    struct recorder work = {0};
    struct cluster_config config = small(&client);
    config.offline_until = offline_until;
    put(&work, 5, 0, 7);
    recorder_branch(&work, 0, 7);
    struct cluster *cluster = play(&work, &config);

    cr_expect(eq(u8, work.rejected[0], 1));
    cr_expect(eq(u64, cluster_retried(cluster), 1));
    cluster_free(cluster);
    recorder_done(&work);
}

// Lost at 50: one was served for 30 of its 100 ns, one waited. Both come again 10 later, where
// their partition is then.
Test(clients, what_a_lost_server_had_is_sent_again)
{
    uint32_t server_of[] = {0, 1, 0, 1};
    const sim_ns offline_until[4] = {0};
    const struct client_config client = {.retries = 3, .pause_ns = 10};
    struct recorder work = {0};
    struct err err = {0};
    struct cluster_config config = small(&client);
    config.handlers = 1;
    config.server_of = server_of;
    config.offline_until = offline_until;
    put(&work, 20, 0, 100);
    put(&work, 21, 2, 100);
    const struct cluster_sink sink = recorder_sink(&work);
    const struct cluster_batch batch = recorder_batch(&work, 0, 2);
    struct cluster *cluster = cluster_new(&config);
    cr_assert(cluster_offer(cluster, &batch, &sink, &err), "%s", err.message);
    cr_assert(cluster_run_until(cluster, &sink, 50, &err), "%s", err.message);
    server_of[0] = server_of[2] = 1;
    cluster_lose_server(cluster, &sink, 0);
    cr_expect(cluster_verify(cluster, &err), "%s", err.message);
    cr_assert(cluster_drain(cluster, &sink, &err), "%s", err.message);
    cr_expect(cluster_verify(cluster, &err), "%s", err.message);

    expect_done(&work, (sim_ns[]){160, 260});
    const struct cluster_server lost = cluster_server_of(cluster, 0);
    cr_expect(eq(u64, lost.accepted, 2));
    cr_expect(eq(u64, lost.lost, 2));
    cr_expect(eq(u64, (uint64_t)lost.service_ns, 30));
    cluster_free(cluster);
    recorder_done(&work);
}

// 10 ns with the network's 2: one that takes 8 is in time. The server is busy with the other until
// 20 all the same.
Test(clients, who_waits_too_long_gives_up_and_is_served_all_the_same)
{
    const struct client_config client = {.timeout_ns = 10};
    struct recorder work = {0};
    struct cluster_config config = small(&client);
    config.handlers = 1;
    config.network_ns = 2;
    put(&work, 0, 0, 8);
    put(&work, 1, 0, 12);
    put(&work, 15, 0, 3);
    struct cluster *cluster = play(&work, &config);

    cr_expect(eq(u64, work.done_at[0], 10));
    cr_expect(eq(u8, work.timed_out[1], 1));
    cr_expect(eq(u64, work.done_at[2], 25));
    cr_expect(eq(u64, cluster_timed_out(cluster), 1));
    cr_expect(eq(u64, cluster_server_of(cluster, 0).accepted, 3));
    cluster_free(cluster);
    recorder_done(&work);
}

Test(clients, what_a_range_has_left_is_not_read_for_who_gave_up)
{
    const struct client_config client = {.timeout_ns = 10};
    struct recorder work = {0};
    const struct cluster_config config = small(&client);
    recorder_add(&work, 0);
    for (int i = 0; i < 5; i++)
        recorder_follow(&work, 0, 4);
    work.follows[0] = BRANCH_BEGINS;
    struct cluster *cluster = play(&work, &config);

    cr_expect(eq(u8, work.timed_out[0], 1));
    cr_expect(eq(u64, cluster_server_of(cluster, 0).accepted, 3));
    cluster_free(cluster);
    recorder_done(&work);
}

// One request to a server at a time: the third passes the second, which is for the busy server.
Test(clients, a_request_for_another_server_passes)
{
    const struct client_config client = {.server_tasks = 1};
    struct recorder work = {0};
    const struct cluster_config config = small(&client);
    put(&work, 0, 0, 10);
    put(&work, 1, 2, 10);
    put(&work, 2, 1, 10);
    struct cluster *cluster = play(&work, &config);

    expect_done(&work, (sim_ns[]){10, 20, 12});
    cluster_free(cluster);
    recorder_done(&work);
}

Test(clients, processes_have_their_limits_apart)
{
    const struct client_config client = {.total_tasks = 1, .count = 2};
    struct recorder work = {0};
    const struct cluster_config config = small(&client);
    put(&work, 0, 0, 10);
    put(&work, 0, 1, 10);
    put(&work, 0, 2, 10);
    put(&work, 0, 3, 5);
    struct cluster *cluster = play(&work, &config);

    expect_done(&work, (sim_ns[]){10, 10, 20, 15});
    cluster_free(cluster);
    recorder_done(&work);
}

// 10 bytes fit; the fourth put makes them 12. Server 0 takes two of them as one request of 3 + 5
// ns, server 1 two of 4 + 6; the fifth goes at the end of the run.
Test(clients, puts_wait_until_the_buffer_is_full_and_go_together)
{
    const struct client_config client = {.buffer_bytes = 10};
    struct recorder work = {0};
    const struct cluster_config config = small(&client);
    static const uint64_t service_ns[] = {3, 4, 5, 6, 7};
    for (uint32_t i = 0; i < 5; i++) {
        put(&work, 10 * i, i % 4, service_ns[i]);
        work.bytes[i] = 3;
    }
    struct cluster *cluster = play(&work, &config);

    expect_done(&work, (sim_ns[]){38, 40, 38, 40, 47});
    cr_expect(eq(u64, work.latency_ns[0], 38));
    cr_expect(eq(u64, cluster_server_of(cluster, 0).accepted, 2));
    cr_expect(eq(u64, (uint64_t)cluster_server_of(cluster, 0).service_ns, 15));
    cluster_free(cluster);
    recorder_done(&work);
}

// What is read passes the buffer.
Test(clients, operations_without_bytes_go_at_once)
{
    const struct client_config client = {.buffer_bytes = 10};
    struct recorder work = {0};
    const struct cluster_config config = small(&client);
    put(&work, 0, 0, 3);
    work.bytes[0] = 4;
    put(&work, 1, 0, 3);
    put(&work, 8, 0, 3);
    work.bytes[2] = 4;
    struct cluster *cluster = play(&work, &config);

    expect_done(&work, (sim_ns[]){14, 4, 14});
    cluster_free(cluster);
    recorder_done(&work);
}

// A client that finds room goes on at once; the third put fills the buffer and is waited for.
Test(clients, in_a_closed_loop_who_fills_the_buffer_waits)
{
    const struct client_config client = {.buffer_bytes = 10};
    struct recorder work = {0};
    struct cluster_config config = small(&client);
    config.clients = 1;
    for (uint32_t i = 0; i < 5; i++) {
        put(&work, 0, 0, 5);
        work.bytes[i] = 4;
    }
    struct cluster *cluster = play(&work, &config);

    static const sim_ns issued[] = {0, 0, 0, 15, 15};
    for (size_t i = 0; i < 5; i++)
        cr_expect(eq(u64, work.at[i], issued[i]), "operation %zu", i);
    expect_done(&work, (sim_ns[]){15, 15, 15, 25, 25});
    cluster_free(cluster);
    recorder_done(&work);
}
