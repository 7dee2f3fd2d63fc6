// Closed loops whose answers are known: N clients, each with one operation under way, in front of S
// stations. Times in units of the mean service time.

#include "base/mem.h"
#include "base/rng.h"
#include "cluster/cluster.h"
#include "cluster/service.h"
#include "recorder.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#define SERVICE_NS NS_PER_MS

struct loop {
    uint32_t clients, servers;
    double think; // mean
    uint64_t network_ns;
    size_t operations;
    bool calendar;
    unsigned seed;
};

struct loop_result {
    double throughput; // done a service time, all
    double response;   // mean
};

static void draw(const struct loop *loop, struct recorder *work)
{
    const struct service_config service = {.distribution = SERVICE_EXPONENTIAL};
    const struct service_sampler sampler =
        service_sampler_of(&service, SERVICE_NS, loop->seed, "put", 0);
    struct rng choices = rng_stream(loop->seed, "choices", 0);
    for (uint64_t i = 0; i < loop->operations; i++) {
        uint64_t service_ns;
        service_sample(&sampler, &i, 1, &service_ns);
        recorder_add(work, 0);
        recorder_branch(work, (uint32_t)rng_upto(&choices, loop->servers - 1), service_ns);
    }
}

static struct loop_result result_of(const struct recorder *work)
{
    sim_ns last = 0;
    wide_uint sum = 0;
    for (size_t i = 0; i < work->count; i++) {
        cr_assert(eq(u64, work->done_at[i], work->at[i] + work->latency_ns[i]), "operation %zu", i);
        last = work->done_at[i] > last ? work->done_at[i] : last;
        sum += work->latency_ns[i];
    }
    const double units = (double)last / (double)SERVICE_NS;
    return (struct loop_result){
        .throughput = (double)work->count / units,
        .response = (double)sum / (double)work->count / (double)SERVICE_NS,
    };
}

static struct loop_result run_loop(const struct loop *loop)
{
    struct recorder work = {0};
    draw(loop, &work);
    uint32_t server_of[64];
    for (uint32_t i = 0; i < loop->servers; i++)
        server_of[i] = i;
    const struct cluster_config config = {.servers = loop->servers,
                                          .handlers = 1,
                                          .queue = UINT64_MAX,
                                          .network_ns = loop->network_ns,
                                          .server_of = server_of,
                                          .partitions = loop->servers,
                                          .clients = loop->clients,
                                          .think_ns = (uint64_t)(loop->think * (double)SERVICE_NS),
                                          .seed = loop->seed,
                                          .force_calendar = loop->calendar};
    struct cluster *cluster = cluster_new(&config);
    struct err err = {0};
    cr_assert(recorder_play(&work, cluster, 1000, &err), "%s", err.message);
    cluster_free(cluster);
    const struct loop_result result = result_of(&work);
    recorder_done(&work);
    return result;
}

static void expect_near(double got, double want, double tolerance, const char *what)
{
    cr_expect(got / want - 1 < tolerance && got / want - 1 > -tolerance,
              "%s: %f, expected %f (%+.3f %%)", what, got, want, 100 * (got / want - 1));
}

// S balanced exponential stations that each operation picks among at random are a product-form
// network: X = S N / (N + S - 1).
Test(closed_loop, balanced_stations_serve_by_the_closed_formula)
{
    static const uint32_t rows[][2] = {{64, 5}, {64, 7}, {64, 8}, {64, 16}, {64, 1}, {256, 7}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const double n = rows[i][0];
        const double s = rows[i][1];
        const struct loop loop = {.clients = rows[i][0],
                                  .servers = rows[i][1],
                                  .operations = 400000,
                                  .calendar = i % 2 == 1,
                                  .seed = 3 + (unsigned)i};
        const struct loop_result got = run_loop(&loop);
        expect_near(got.throughput, s * n / (n + s - 1), 0.01, "throughput");
    }
}

// All clients are in the system at all times, but for the last ones at the end.
Test(closed_loop, who_does_not_think_is_always_in_the_system)
{
    for (int calendar = 0; calendar < 2; calendar++) {
        const struct loop loop = {
            .clients = 64, .servers = 8, .operations = 400000, .calendar = calendar, .seed = 9};
        const struct loop_result got = run_loop(&loop);
        expect_near(got.throughput * got.response, 64, 0.001, "X R");
    }
}

// X (R + Z) = N, network in R; and one station with N clients that think is the machine repairman:
// X = 1 - p0, 1/p0 = sum over k of N!/(N-k)! (1/Z)^k.
Test(closed_loop, who_thinks_keeps_the_interactive_law)
{
    for (int calendar = 0; calendar < 2; calendar++) {
        const struct loop loop = {.clients = 10,
                                  .servers = 1,
                                  .think = 8,
                                  .operations = 1000000,
                                  .calendar = calendar,
                                  .seed = 5};
        const struct loop_result got = run_loop(&loop);
        double states = 0;
        double weight = 1;
        for (int k = 0; k <= 10; k++) {
            states += weight;
            weight *= (10 - k) / 8.0;
        }
        expect_near(got.throughput, 1 - 1 / states, 0.005, "machine repairman");
        expect_near(got.throughput * (got.response + 8), 10, 0.003, "X (R + Z)");
    }
}

static struct cluster *make_small(uint64_t queue, uint32_t clients, const uint32_t *server_of,
                                  bool calendar)
{
    const struct cluster_config config = {.servers = 2,
                                          .handlers = 1,
                                          .queue = queue,
                                          .network_ns = 5,
                                          .server_of = server_of,
                                          .partitions = 2,
                                          .clients = clients,
                                          .force_calendar = calendar};
    return cluster_new(&config);
}

static void expect_issued(const struct recorder *work, const sim_ns *issued,
                          const uint8_t *rejected)
{
    for (size_t i = 0; i < work->count; i++) {
        cr_expect(eq(u64, work->at[i], issued[i]), "operation %zu", i);
        cr_expect(eq(u8, work->rejected[i], rejected[i]), "operation %zu", i);
        cr_expect(eq(u8, work->told[i], 1), "operation %zu", i);
    }
}

// Client 0 holds the only place from 0 to 10 and is back at 15; client 1 comes each 5 ns, the
// network's time, until the place is free.
Test(closed_loop, a_rejected_operation_frees_its_client)
{
    static const uint32_t server_of[2] = {0, 1};
    static const sim_ns issued[] = {0, 0, 5, 10, 15, 20, 25};
    static const uint8_t rejected[] = {0, 1, 1, 0, 1, 0, 1};
    for (int calendar = 0; calendar < 2; calendar++) {
        struct recorder work = {0};
        struct err err = {0};
        for (int i = 0; i < 7; i++) {
            recorder_add(&work, 0);
            recorder_branch(&work, 0, 10);
        }
        struct cluster *cluster = make_small(0, 2, server_of, calendar);
        cr_assert(recorder_play(&work, cluster, 2, &err), "%s", err.message);
        expect_issued(&work, issued, rejected);
        cluster_free(cluster);
        recorder_done(&work);
    }
}

// The first client's is on server 1 for 100 ns, the second's on server 0 for 10 each.
Test(closed_loop, the_next_operation_goes_to_who_is_ready_first)
{
    static const uint32_t server_of[2] = {0, 1};
    static const sim_ns issued[] = {0, 0, 15, 30, 45};
    static const uint8_t rejected[5] = {0};
    for (int calendar = 0; calendar < 2; calendar++) {
        struct recorder work = {0};
        struct err err = {0};
        for (int i = 0; i < 5; i++) {
            recorder_add(&work, 0);
            recorder_branch(&work, i == 0, i == 0 ? 100 : 10);
        }
        struct cluster *cluster = make_small(UINT64_MAX, 2, server_of, calendar);
        cr_assert(recorder_play(&work, cluster, 5, &err), "%s", err.message);
        expect_issued(&work, issued, rejected);
        cr_expect(eq(u64, work.done_at[0], 105));
        cluster_free(cluster);
        recorder_done(&work);
    }
}

Test(closed_loop, the_next_issue_is_told_ahead_and_no_later_than_asked)
{
    static const uint32_t server_of[2] = {0, 1};
    for (int calendar = 0; calendar < 2; calendar++) {
        struct recorder work = {0};
        struct err err = {0};
        sim_ns at;
        recorder_add(&work, 0);
        recorder_branch(&work, 0, 10);
        const struct cluster_sink sink = recorder_sink(&work);
        const struct cluster_batch batch = recorder_batch(&work, 0, 1);
        struct cluster *cluster = make_small(UINT64_MAX, 1, server_of, calendar);
        cr_expect(cluster_next_issue(cluster, &sink, 100, &at, &err) && at == 0);
        cr_assert(cluster_offer(cluster, &batch, &sink, &err), "%s", err.message);
        cr_expect(cluster_next_issue(cluster, &sink, 14, &at, &err));
        cr_expect(eq(u64, at, 14));
        cr_expect(cluster_next_issue(cluster, &sink, 100, &at, &err));
        cr_expect(eq(u64, at, 15));
        cr_assert(cluster_drain(cluster, &sink, &err), "%s", err.message);
        cr_expect(cluster_verify(cluster, &err), "%s", err.message);
        cluster_free(cluster);
        recorder_done(&work);
    }
}

// Ranges in turn, refusals and ranges without rows go through the same loop.
Test(closed_loop, both_ways_agree_on_operations_of_many_branches)
{
    static const uint32_t server_of[4] = {0, 1, 0, 1};
    for (unsigned seed = 0; seed < 200; seed++) {
        struct recorder work[2] = {0};
        for (int calendar = 0; calendar < 2; calendar++) {
            struct rng rng = rng_stream(seed, "closed", 0);
            struct err err = {0};
            for (size_t i = 0; i < 60; i++) {
                recorder_add(&work[calendar], 0);
                for (uint64_t b = rng_upto(&rng, 3); b > 0; b--) {
                    const uint32_t partition = (uint32_t)rng_upto(&rng, 3);
                    const uint64_t service_ns = 1 + rng_upto(&rng, 6);
                    const size_t here =
                        work[calendar].branch_count - work[calendar].first_branch[i];
                    (here > 0 && rng_upto(&rng, 1) ? recorder_follow : recorder_branch)(
                        &work[calendar], partition, service_ns);
                }
            }
            const struct cluster_config config = {.servers = 2,
                                                  .handlers = 1,
                                                  .queue = 1 + rng_upto(&rng, 3),
                                                  .network_ns = 1 + rng_upto(&rng, 3),
                                                  .server_of = server_of,
                                                  .partitions = 4,
                                                  .clients = 1 + (uint32_t)rng_upto(&rng, 5),
                                                  .think_ns = rng_upto(&rng, 10),
                                                  .seed = seed,
                                                  .force_calendar = calendar};
            struct cluster *cluster = cluster_new(&config);
            cr_assert(recorder_play(&work[calendar], cluster, 7, &err), "%s", err.message);
            cluster_free(cluster);
        }
        for (size_t i = 0; i < work[0].count; i++) {
            cr_assert(eq(u64, work[0].at[i], work[1].at[i]), "seed %u operation %zu", seed, i);
            cr_assert(eq(u64, work[0].done_at[i], work[1].done_at[i]), "seed %u", seed);
            cr_assert(eq(u8, work[0].rejected[i], work[1].rejected[i]), "seed %u", seed);
        }
        recorder_done(&work[0]);
        recorder_done(&work[1]);
    }
}
