#include "workload/phases.h"

#include "base/mem.h"

// ---- rate ----

static bool has_rates(const struct workload_plan *plan)
{
    bool any = false;
    for (size_t i = 0; i < plan->phase_count; i++)
        any = any || plan->phases[i].rate_per_s > 0;
    return any;
}

bool phases_have_curve(const struct workload_plan *plan)
{
    return rate_curve_is_for(plan->arrivals.process) || has_rates(plan);
}

struct rate_curve *phases_curve(const struct workload_plan *plan, struct err *err)
{
    if (!has_rates(plan))
        return rate_curve_new(&plan->arrivals, err);
    struct arrival_plan arrivals = plan->arrivals;
    arrivals.process = ARRIVAL_STEPS;
    arrivals.steps = mem_new(plan->phase_count + 1, sizeof *arrivals.steps);
    arrivals.steps[0] = (struct arrival_step){.rate_per_s = plan->arrivals.rate_per_s};
    arrivals.step_count = 1;
    for (size_t i = 0; i < plan->phase_count; i++) {
        const struct workload_phase *phase = &plan->phases[i];
        if (phase->rate_per_s > 0)
            arrivals.steps[arrivals.step_count++] =
                (struct arrival_step){.at_ns = phase->at_ns, .rate_per_s = phase->rate_per_s};
    }
    struct rate_curve *curve = rate_curve_new(&arrivals, err);
    mem_free(arrivals.steps);
    return curve;
}

double phases_mean_rate(const struct workload_plan *plan)
{
    struct err ignored = {0};
    struct rate_curve *curve = phases_have_curve(plan) ? phases_curve(plan, &ignored) : NULL;
    const double mean = curve ? rate_curve_mean(curve, plan->operations, plan->duration_ns)
                              : plan->arrivals.rate_per_s;
    rate_curve_free(curve);
    return mean;
}

// ---- mix ----

static struct mix mix_of_all(const struct workload_plan *plan)
{
    size_t room = plan->mix_count;
    for (size_t i = 0; i < plan->phase_count; i++)
        room += plan->phases[i].mix_count;
    struct mix_entry *entries = mem_new(room, sizeof *entries);
    size_t count = 0;
    for (size_t i = 0; i < plan->mix_count; i++)
        entries[count++] = plan->mix[i];
    for (size_t i = 0; i < plan->phase_count; i++)
        for (size_t j = 0; j < plan->phases[i].mix_count; j++)
            entries[count++] = plan->phases[i].mix[j];
    const struct mix all = mix_of_entries(entries, count);
    mem_free(entries);
    return all;
}

struct phased_mix phased_mix_of(const struct workload_plan *plan)
{
    struct phased_mix mix = {
        .mixes = mem_new(plan->phase_count + 1, sizeof *mix.mixes),
        .begins = mem_new(plan->phase_count + 1, sizeof *mix.begins),
        .all = mix_of_all(plan),
    };
    mix.mixes[mix.count++] = mix_of(plan, true);
    for (size_t i = 0; i < plan->phase_count; i++) {
        const struct workload_phase *phase = &plan->phases[i];
        if (!phase->mix)
            continue;
        mix.begins[mix.count] = phase->at_ns;
        mix.mixes[mix.count++] = mix_of_entries(phase->mix, phase->mix_count);
    }
    return mix;
}

void phased_mix_done(struct phased_mix *mix)
{
    for (size_t i = 0; i < mix->count; i++)
        mix_done(&mix->mixes[i]);
    mix_done(&mix->all);
    mem_free(mix->mixes);
    mem_free(mix->begins);
    *mix = (struct phased_mix){0};
}

const struct mix *phased_mix_at(struct phased_mix *mix, sim_ns at)
{
    while (mix->now + 1 < mix->count && mix->begins[mix->now + 1] <= at)
        mix->now++;
    return &mix->mixes[mix->now];
}

static double share_in(const struct mix_entry *entries, size_t count, uint16_t query)
{
    double all = 0, wanted = 0;
    for (size_t i = 0; i < count; i++) {
        all += entries[i].share;
        if (entries[i].kind == OP_QUERY && entries[i].query == query)
            wanted += entries[i].share;
    }
    return all > 0 ? wanted / all : 0;
}

// Operations expected from 0 to `at`.
static double operations_by(const struct workload_plan *plan, const struct rate_curve *curve,
                            sim_ns at)
{
    const double operations = curve ? rate_curve_operations(curve, at)
                                    : plan->arrivals.rate_per_s * ((double)at / (double)NS_PER_S);
    const bool is_over = plan->operations > 0 && operations > (double)plan->operations;
    return is_over ? (double)plan->operations : operations;
}

double phases_share_of_query(const struct workload_plan *plan, uint16_t query)
{
    struct err ignored = {0};
    struct rate_curve *curve = phases_have_curve(plan) ? phases_curve(plan, &ignored) : NULL;
    const double all = plan->duration_ns > 0 ? operations_by(plan, curve, plan->duration_ns)
                                             : (double)plan->operations;
    double before = 0, wanted = 0;
    double share = share_in(plan->mix, plan->mix_count, query);
    for (size_t i = 0; i < plan->phase_count; i++) {
        const struct workload_phase *phase = &plan->phases[i];
        if (!phase->mix)
            continue;
        double by = operations_by(plan, curve, phase->at_ns);
        by = by < all ? by : all;
        wanted += share * (by - before);
        before = by;
        share = share_in(phase->mix, phase->mix_count, query);
    }
    rate_curve_free(curve);
    wanted += share * (all - before);
    return all > 0 ? wanted / all : share;
}
