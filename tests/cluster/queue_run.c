#include "queue_run.h"
#include "base/mem.h"
#include "base/rng.h"
#include "cluster/cluster.h"
#include "cluster/service.h"
#include "stats/sampler.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

enum { BRANCHES_MAX = 1024 };

#define SERVICE_NS NS_PER_MS
#define STEP_NS (SERVICE_NS / 200) // of the histogram
#define STEPS 400000               // 2000 service times
#define P99_NS UINT64_C(4605170)   // of an exponential service time: ln 100

struct tally {
    uint64_t *steps;
    uint64_t served, refused, given_up, beyond_p99;
    wide_uint sum_ns;
};

static void on_done(void *context, size_t count, const uint32_t *tag, const sim_ns *done_at,
                    const uint64_t *latency_ns)
{
    struct tally *tally = context;
    (void)tag;
    (void)done_at;
    for (size_t i = 0; i < count; i++) {
        const uint64_t step = latency_ns[i] / STEP_NS;
        tally->steps[step < STEPS ? step : STEPS - 1]++;
        tally->sum_ns += latency_ns[i];
        tally->beyond_p99 += latency_ns[i] > P99_NS;
    }
    tally->served += count;
}

static void on_rejected(void *context, uint32_t tag)
{
    struct tally *tally = context;
    (void)tag;
    tally->refused++;
}

static void on_timed_out(void *context, uint32_t tag)
{
    struct tally *tally = context;
    (void)tag;
    tally->given_up++;
}

struct arrivals {
    struct rng gaps, choices;
    sim_ns now;
    sim_ns at[BATCH_ROWS];
    uint32_t tag[BATCH_ROWS];
    uint64_t sequence[BATCH_ROWS];
    uint32_t first_branch[BATCH_ROWS + 1];
    uint32_t partition[BATCH_ROWS * BRANCHES_MAX];
    uint64_t drawn_ns[BATCH_ROWS];
    uint64_t service_ns[BATCH_ROWS * BRANCHES_MAX];
    uint8_t follows[BATCH_ROWS * BRANCHES_MAX];
    uint32_t parallel[BATCH_ROWS];
};

static void fill(const struct queue_run *run, const struct service_sampler *samplers,
                 struct arrivals *arrivals, uint64_t first, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const double gap = sample_exponential_one(&arrivals->gaps) / run->rate;
        arrivals->now += (sim_ns)(gap * (double)SERVICE_NS + 0.5);
        arrivals->at[i] = arrivals->now;
        arrivals->sequence[i] = first + i;
        arrivals->first_branch[i] = (uint32_t)i * run->branches;
        arrivals->parallel[i] = run->parallel;
        for (uint32_t b = 0; b < run->branches; b++) {
            arrivals->follows[i * run->branches + b] = run->chained && b > 0;
            arrivals->partition[i * run->branches + b] =
                run->branches > 1 ? b : (uint32_t)rng_upto(&arrivals->choices, run->partitions - 1);
        }
    }
    arrivals->first_branch[count] = (uint32_t)count * run->branches;
    for (uint32_t b = 0; b < run->branches; b++) {
        service_sample(&samplers[b], arrivals->sequence, count, arrivals->drawn_ns);
        for (size_t i = 0; i < count; i++)
            arrivals->service_ns[i * run->branches + b] = arrivals->drawn_ns[i];
    }
}

// `server_of` has room for the run's partitions.
static struct cluster *make_cluster(const struct queue_run *run, uint32_t *server_of)
{
    for (uint32_t i = 0; i < run->partitions; i++)
        server_of[i] = i % run->servers;
    const struct cluster_config config = {.servers = run->servers,
                                          .handlers = run->handlers,
                                          .partition_limit = run->partition_limit,
                                          .queue = run->queue,
                                          .server_of = server_of,
                                          .partitions = run->partitions,
                                          .client = &run->client,
                                          .force_calendar = run->calendar};
    return cluster_new(&config);
}

static struct queue_result summary_of(const struct tally *tally, uint64_t customers)
{
    struct queue_result result = {.mean = (double)tally->sum_ns / (double)tally->served /
                                          (double)SERVICE_NS,
                                  .loss = (double)tally->refused / (double)customers,
                                  .given_up = (double)tally->given_up / (double)customers,
                                  .beyond_p99 = (double)tally->beyond_p99 / (double)tally->served};
    uint64_t below = 0;
    size_t step = 0;
    while (below + tally->steps[step] < tally->served * 99 / 100)
        below += tally->steps[step++];
    result.p99 = ((double)step + 0.5) * (double)STEP_NS / (double)SERVICE_NS;
    return result;
}

struct queue_result queue_run(const struct queue_run *run)
{
    struct tally tally = {.steps = mem_new(STEPS, sizeof *tally.steps)};
    const struct cluster_sink sink = {
        .context = &tally, .done = on_done, .rejected = on_rejected, .timed_out = on_timed_out};
    const struct service_config service = {.distribution = run->distribution, .cv = run->cv};
    static struct service_sampler samplers[BRANCHES_MAX];
    for (uint32_t b = 0; b < run->branches; b++)
        samplers[b] = service_sampler_of(&service, SERVICE_NS, run->seed, "put", b);

    uint32_t *server_of = mem_new(run->partitions, sizeof *server_of);
    struct cluster *cluster = make_cluster(run, server_of);
    struct arrivals *arrivals = mem_new(1, sizeof *arrivals);
    arrivals->gaps = rng_stream(run->seed, "gaps", 0);
    arrivals->choices = rng_stream(run->seed, "choices", 0);
    struct err err = {0};
    for (uint64_t i = 0; i < run->customers; i += BATCH_ROWS) {
        const uint64_t left = run->customers - i;
        const size_t count = left < BATCH_ROWS ? left : BATCH_ROWS;
        fill(run, samplers, arrivals, i, count);
        const struct cluster_batch batch = {.count = count,
                                            .at = arrivals->at,
                                            .tag = arrivals->tag,
                                            .first_branch = arrivals->first_branch,
                                            .partition = arrivals->partition,
                                            .service_ns = arrivals->service_ns,
                                            .follows = arrivals->follows,
                                            .parallel = arrivals->parallel};
        cr_assert(cluster_offer(cluster, &batch, &sink, &err), "%s", err.message);
    }
    cr_assert(cluster_drain(cluster, &sink, &err), "%s", err.message);
    cr_assert(cluster_verify(cluster, &err), "%s", err.message);
    cr_assert(eq(u64, tally.served + tally.refused + tally.given_up, run->customers));

    const struct queue_result result = summary_of(&tally, run->customers);
    mem_free(tally.steps);
    mem_free(arrivals);
    cluster_free(cluster);
    mem_free(server_of);
    return result;
}
