// Queues whose answers are known in closed form. Seeds are fixed; a relative error beyond the
// stated one fails. Times in units of the mean service time.

#include "cluster/store.h"
#include "queue_run.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#define ENDLESS UINT64_MAX

static void expect_near(double got, double want, double tolerance, const char *what)
{
    const double error = got / want - 1;
    cr_expect(error < tolerance && error > -tolerance, "%s: %f, expected %f (%+.2f %%)", what, got,
              want, 100 * error);
}

static struct queue_run one_server(uint32_t handlers, double rho, uint64_t customers)
{
    return (struct queue_run){.servers = 1,
                              .handlers = handlers,
                              .partitions = 1,
                              .queue = ENDLESS,
                              .branches = 1,
                              .distribution = SERVICE_EXPONENTIAL,
                              .rate = rho * handlers,
                              .customers = customers,
                              .seed = 7};
}

// W = 1 / (1 - rho), and the sojourn time is exponential: p99 = W ln 100.
static void expect_mm1(double rho, uint64_t customers)
{
    const struct queue_run run = one_server(1, rho, customers);
    const struct queue_result got = queue_run(&run);
    expect_near(got.mean, 1 / (1 - rho), 0.02, "M/M/1 mean");
    expect_near(got.p99, 4.605170186 / (1 - rho), 0.05, "M/M/1 p99");
}

Test(queueing_oracles, mm1_half_full)
{
    expect_mm1(0.5, 4000000);
}

Test(queueing_oracles, mm1_at_80_percent)
{
    expect_mm1(0.8, 4000000);
}

Test(queueing_oracles, mm1_at_90_percent)
{
    expect_mm1(0.9, 20000000);
}

// W = 1 + rho / (2 (1 - rho)); p99 from Erlang's series for the waiting time.
static void expect_md1(double rho, double p99)
{
    struct queue_run run = one_server(1, rho, 4000000);
    run.distribution = SERVICE_DETERMINISTIC;
    const struct queue_result got = queue_run(&run);
    expect_near(got.mean, 1 + rho / (2 * (1 - rho)), 0.02, "M/D/1 mean");
    expect_near(got.p99, p99, 0.05, "M/D/1 p99");
}

Test(queueing_oracles, md1_half_full)
{
    expect_md1(0.5, 4.336255957);
}

Test(queueing_oracles, md1_at_80_percent)
{
    expect_md1(0.8, 11.355886792);
}

// Erlang C: W = 1 + C / (c (1 - rho)).
static void expect_mm8(double rho, double erlang_c, double p99)
{
    const struct queue_run run = one_server(8, rho, 4000000);
    const struct queue_result got = queue_run(&run);
    expect_near(got.mean, 1 + erlang_c / (8 * (1 - rho)), 0.02, "M/M/8 mean");
    expect_near(got.p99, p99, 0.05, "M/M/8 p99");
}

Test(queueing_oracles, mm8_at_80_percent)
{
    expect_mm8(0.8, 0.457644925, 5.152181563);
}

Test(queueing_oracles, mm8_at_90_percent)
{
    expect_mm8(0.9, 0.701532990, 7.087347448);
}

// Pollaczek and Khinchine: W = 1 + rho (1 + cs2) / (2 (1 - rho)).
Test(queueing_oracles, lognormal_service_at_80_percent)
{
    struct queue_run run = one_server(1, 0.8, 5000000);
    run.distribution = SERVICE_LOGNORMAL;
    run.cv = 2;
    const struct queue_result got = queue_run(&run);
    expect_near(got.mean, 1 + 0.8 * (1 + 4) / (2 * 0.2), 0.06, "M/G/1 mean");
}

// (1 - rho) rho^K / (1 - rho^(K + 1)): K counts the one in service.
static void expect_mm1k(double rho, uint64_t places, double loss)
{
    struct queue_run run = one_server(1, rho, 1000000);
    run.queue = places - 1;
    const struct queue_result got = queue_run(&run);
    expect_near(got.loss, loss, 0.02, "M/M/1/K loss");
    run.calendar = true;
    const struct queue_result again = queue_run(&run);
    cr_expect(eq(dbl, again.loss, got.loss));
    cr_expect(eq(dbl, again.mean, got.mean));
}

Test(queueing_oracles, mm1k_loses_what_does_not_fit)
{
    expect_mm1k(1.2, 50, 0.166682);
    expect_mm1k(2, 10, 0.500244);
}

// Erlang B: without waiting places, B(c) = a B(c - 1) / (c + a B(c - 1)).
Test(queueing_oracles, no_waiting_places_lose_by_erlang_b)
{
    struct queue_run run = one_server(8, 0.8, 1000000);
    run.queue = 0;
    double loss = 1;
    for (int c = 1; c <= 8; c++)
        loss = 6.4 * loss / (c + 6.4 * loss);
    expect_near(loss, 0.1443938899, 1e-9, "Erlang B");
    expect_near(queue_run(&run).loss, loss, 0.02, "M/M/8/8 loss");
}

Test(queueing_oracles, the_calendar_agrees_to_the_last_digit)
{
    struct queue_run run = one_server(3, 0.9, 300000);
    run.servers = 3;
    run.partitions = 8;
    run.rate = 7;
    const struct queue_result fast = queue_run(&run);
    run.calendar = true;
    const struct queue_result slow = queue_run(&run);
    cr_expect(eq(dbl, fast.mean, slow.mean));
    cr_expect(eq(dbl, fast.p99, slow.p99));
}

// With a handler for every partition, a limit of one makes each partition an M/M/1 of its own.
Test(queueing_oracles, a_limit_of_one_makes_each_partition_a_queue)
{
    struct queue_run run = one_server(4, 0, 2000000);
    run.partitions = 4;
    run.partition_limit = 1;
    run.rate = 4 * 0.8;
    const struct queue_result got = queue_run(&run);
    expect_near(got.mean, 5, 0.03, "limited partitions mean");
    expect_near(got.p99, 4.605170186 * 5, 0.05, "limited partitions p99");
}

// Fork and join of two on two M/M/1 servers: R = (12 - rho) / 8 / (1 - rho) (Flatto and Hahn 1984).
Test(queueing_oracles, a_put_on_two_tables_is_fork_and_join)
{
    for (int calendar = 0; calendar < 2; calendar++) {
        const double rho = 0.8;
        struct queue_run run = one_server(1, 0, calendar ? 500000 : 5000000);
        run.servers = run.partitions = run.branches = 2;
        run.rate = rho;
        run.calendar = calendar;
        expect_near(queue_run(&run).mean, (12 - rho) / 8 / (1 - rho), calendar ? 0.05 : 0.02,
                    "fork and join mean");
    }
}

// So many branches of an operation on as many idle servers.
static struct queue_run idle_servers(uint32_t branches, uint64_t customers)
{
    struct queue_run run = one_server(1, 0, customers);
    run.servers = run.partitions = run.branches = branches;
    run.rate = 1e-6;
    return run;
}

// The slowest of k idle servers: the k-th harmonic number. One of k is slower than 99 % of single
// services with 1 - 0.99^k.
static void expect_slowest(uint32_t branches, uint64_t customers, double harmonic, double beyond)
{
    for (int calendar = 0; calendar < 2; calendar++) {
        struct queue_run run = idle_servers(branches, customers);
        run.calendar = calendar;
        const struct queue_result got = queue_run(&run);
        expect_near(got.mean, harmonic, 0.01, "slowest mean");
        expect_near(got.beyond_p99, beyond, 0.02, "share beyond p99");
    }
}

Test(queueing_oracles, the_slowest_of_k_idle_servers_is_harmonic)
{
    expect_slowest(8, 400000, 2.717857143, 0.0772553);
    expect_slowest(16, 200000, 3.380728993, 0.1485422);
    expect_slowest(100, 30000, 5.187377518, 0.6339677);
    expect_slowest(1024, 5000, 7.509175672, 0.9999661);
}

// Both branches of each customer at once, one to each of two queues: Flatto and Hahn's mean,
// (12 - rho) / 8 times that of one queue. For more, Nelson and Tantawi's approximation, a few
// percent off.
static void expect_fork_join(uint32_t branches, double rho, double tolerance)
{
    struct queue_run run = one_server(1, 0, 2000000 / branches);
    run.servers = run.partitions = run.branches = branches;
    run.rate = rho;
    const double two = (12 - rho) / 8 / (1 - rho);
    double harmonic = 0;
    for (uint32_t k = 1; k <= branches; k++)
        harmonic += 1.0 / k;
    const double share = harmonic / 1.5;
    const double want = (share + 4 * rho / 11 * (1 - share)) * two;
    expect_near(queue_run(&run).mean, want, tolerance, "fork and join");
}

Test(queueing_oracles, two_queues_joined_are_flatto_and_hahns)
{
    expect_fork_join(2, 0.5, 0.02);
    expect_fork_join(2, 0.8, 0.02);
}

Test(queueing_oracles, more_queues_joined_are_near_nelson_and_tantawis)
{
    expect_fork_join(4, 0.5, 0.04);
    expect_fork_join(8, 0.8, 0.05);
}

// What a client lets through makes the queue: with places for all at the servers, c requests at a
// time are c handlers, and the rest waits in the client.
static void expect_limited(struct client_config client, uint32_t partitions, double rate,
                           double mean, const char *what)
{
    struct queue_run run = one_server(64, 0, 1000000);
    run.partitions = partitions;
    run.rate = rate;
    run.client = client;
    expect_near(queue_run(&run).mean, mean, 0.03, what);
}

Test(queueing_oracles, limits_of_a_client_are_handlers)
{
    expect_limited((struct client_config){.total_tasks = 1}, 1, 0.8, 5, "M/M/1");
    // Two handlers: 1 / (1 - rho^2).
    expect_limited((struct client_config){.server_tasks = 2}, 1, 1.6, 1 / 0.36, "M/M/2");
    // Each partition a queue of its own, for a quarter of the customers.
    expect_limited((struct client_config){.region_tasks = 1}, 4, 3.2, 5, "4 M/M/1");
    // A limit that is not reached changes nothing: the time of the service alone.
    expect_limited((struct client_config){.total_tasks = 64}, 1, 0.8, 1, "M/M/64");
}

// Customers that give up are served all the same: the time in the system stays exponential, of mean
// 1 / (1 - rho).
Test(queueing_oracles, who_is_not_served_in_time_gives_up)
{
    struct queue_run run = one_server(1, 0.8, 2000000);
    run.client.timeout_ns = 5 * NS_PER_MS;
    const struct queue_result got = queue_run(&run);
    expect_near(got.given_up, 0.36787944, 0.02, "gives up after 1 mean");
    expect_near(got.mean, 5 * (1 - 0.36787944 / (1 - 0.36787944)), 0.02, "mean of the others");
}

// One after the other: Erlang's distribution. Its p99 for 4: where 1 - e^-x (1 + x + x^2/2 + x^3/6)
// is 0.99; for 16 half the chi-square of 32 degrees.
static void expect_erlang(uint32_t branches, double p99)
{
    for (int calendar = 0; calendar < 2; calendar++) {
        struct queue_run run = idle_servers(branches, 300000);
        run.chained = true;
        run.calendar = calendar;
        const struct queue_result got = queue_run(&run);
        expect_near(got.mean, branches, 0.005, "Erlang mean");
        expect_near(got.p99, p99, 0.01, "Erlang p99");
    }
}

Test(queueing_oracles, k_in_turn_are_erlang)
{
    expect_erlang(4, 10.045117);
    expect_erlang(16, 26.742886);
}

// k - 1 ends at rate p while all p are busy, then the last ones: (k - p) / p + H_p.
Test(queueing_oracles, k_branches_p_at_a_time_take_as_long_as_on_p_workers)
{
    for (int calendar = 0; calendar < 2; calendar++) {
        struct queue_run run = idle_servers(8, 300000);
        run.calendar = calendar;
        run.parallel = 2;
        expect_near(queue_run(&run).mean, 3 + 1.5, 0.005, "8 branches, 2 at a time");
        run.parallel = 1;
        expect_near(queue_run(&run).mean, 8, 0.005, "8 branches, 1 at a time");
        run.parallel = 8;
        expect_near(queue_run(&run).mean, 2.717857143, 0.01, "8 branches, 8 at a time");
    }
}

// Two M/M/1 in turn: by Burke's theorem the second sees Poisson arrivals too, so that each takes
// 1 / (1 - rho).
Test(queueing_oracles, queues_in_turn_are_a_tandem)
{
    for (int calendar = 0; calendar < 2; calendar++) {
        struct queue_run run = one_server(1, 0, 1500000);
        run.servers = run.partitions = run.branches = 2;
        run.chained = true;
        run.rate = 0.8;
        run.calendar = calendar;
        expect_near(queue_run(&run).mean, 10, 0.03, "tandem mean");
    }
}
