#include "workload/periodic.h"

#include "base/mem.h"

#include <assert.h>
#include <inttypes.h>

struct report {
    sim_ns at;
    uint64_t entity;
};

struct periodic {
    uint64_t period_ns, jitter_ns;
    bool aligned;
    struct rng phases, jitters;
    uint64_t count;
    struct report *heap; // [count], the earliest first
};

struct periodic *periodic_new(const struct arrival_plan *plan, uint64_t entity_count, uint64_t seed,
                              struct err *err)
{
    assert(entity_count > 0);
    if (plan->period_ns == 0 || plan->period_ns > (uint64_t)INT64_MAX / 4) {
        err_fail(err, ERR_INPUT,
                 "periodic arrivals: the period must be above 0 and below 73 years");
        return NULL;
    }
    if (plan->jitter_ns >= plan->period_ns) {
        err_fail(err, ERR_INPUT,
                 "periodic arrivals: the jitter (%" PRIu64 " ns) must be below the period (%" PRIu64
                 " ns)",
                 plan->jitter_ns, plan->period_ns);
        return NULL;
    }
    struct periodic *periodic = mem_new(1, sizeof *periodic);
    *periodic = (struct periodic){
        .period_ns = plan->period_ns,
        .jitter_ns = plan->jitter_ns,
        .aligned = plan->aligned,
        .phases = rng_stream(seed, "periodic phase", 0),
        .jitters = rng_stream(seed, "periodic jitter", 0),
        .count = entity_count,
        .heap = mem_new(entity_count, sizeof *periodic->heap),
    };
    periodic_rewind(periodic);
    return periodic;
}

void periodic_free(struct periodic *periodic)
{
    if (!periodic)
        return;
    mem_free(periodic->heap);
    mem_free(periodic);
}

static uint64_t phase_of(const struct periodic *periodic, uint64_t entity)
{
    if (periodic->aligned)
        return 0;
    struct rng rng = rng_at(periodic->phases, entity);
    return rng_upto(&rng, periodic->period_ns - 1);
}

static sim_ns report_at(const struct periodic *periodic, uint64_t entity, uint64_t n)
{
    struct rng rng = rng_at(periodic->jitters, n * periodic->count + entity);
    return n * periodic->period_ns + phase_of(periodic, entity) +
           (periodic->jitter_ns > 0 ? rng_upto(&rng, periodic->jitter_ns) : 0);
}

static bool before(const struct report *a, const struct report *b)
{
    return a->at != b->at ? a->at < b->at : a->entity < b->entity;
}

static void sink(struct periodic *periodic, uint64_t hole, struct report report)
{
    for (;;) {
        uint64_t child = 2 * hole + 1;
        if (child >= periodic->count)
            break;
        if (child + 1 < periodic->count &&
            before(&periodic->heap[child + 1], &periodic->heap[child]))
            child++;
        if (!before(&periodic->heap[child], &report))
            break;
        periodic->heap[hole] = periodic->heap[child];
        hole = child;
    }
    periodic->heap[hole] = report;
}

void periodic_rewind(struct periodic *periodic)
{
    for (uint64_t i = 0; i < periodic->count; i++)
        periodic->heap[i] = (struct report){.at = report_at(periodic, i, 0), .entity = i};
    for (uint64_t i = periodic->count / 2; i-- > 0;)
        sink(periodic, i, periodic->heap[i]);
}

sim_ns periodic_at(const struct periodic *periodic)
{
    return periodic->heap[0].at;
}

uint64_t periodic_entity(const struct periodic *periodic)
{
    return periodic->heap[0].entity;
}

void periodic_step(struct periodic *periodic)
{
    // The jitter is below a period, so the time tells which report this was.
    struct report report = periodic->heap[0];
    const uint64_t n = (report.at - phase_of(periodic, report.entity)) / periodic->period_ns;
    report.at = report_at(periodic, report.entity, n + 1);
    sink(periodic, 0, report);
}
