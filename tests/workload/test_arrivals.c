// When operations come, against closed forms.

#include "base/batch.h"
#include "base/mem.h"
#include "workload/arrivals.h"
#include "workload/periodic.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>

static sim_ns *take(bool is_constant, double rate, size_t count)
{
    struct arrivals arrivals;
    struct err err = {0};
    cr_assert(arrivals_init(&arrivals, is_constant, rate, rng_stream(1, "arrivals", 0), &err));
    sim_ns *at = mem_new(count, sizeof *at);
    for (size_t i = 0; i < count; i += BATCH_ROWS) {
        const size_t some = count - i < BATCH_ROWS ? count - i : BATCH_ROWS;
        cr_assert(arrivals_next(&arrivals, some, at + i, &err));
    }
    return at;
}

Test(arrivals, a_constant_pace_never_drifts)
{
    static const double rates[] = {30000, 1, 3, 7, 0.1, 1.0 / 30, 333333.3, 118000, 1e9, 2.5e9};
    for (size_t r = 0; r < sizeof rates / sizeof rates[0]; r++) {
        const size_t count = 100000;
        sim_ns *at = take(true, rates[r], count);
        for (size_t k = 0; k < count; k++) {
            const long double want = (long double)k * 1e9L / (long double)rates[r];
            cr_assert(fabsl((long double)at[k] - want) <= 0.5L + want * 1e-18L, "%g: %zu", rates[r],
                      k);
        }
        mem_free(at);
    }
}

// Gaps are exponential: mean and deviation are 1 / rate, and the share above t is exp(-t rate).
Test(arrivals, poisson_gaps_are_exponential)
{
    const size_t count = 1000000;
    const double mean_ns = 1e9 / 30000;
    sim_ns *at = take(false, 30000, count);
    double sum = 0, squares = 0;
    size_t above = 0;
    for (size_t i = 0; i < count; i++) {
        const double gap = (double)(at[i] - (i > 0 ? at[i - 1] : 0));
        sum += gap;
        squares += gap * gap;
        above += gap > 2 * mean_ns;
    }
    const double mean = sum / (double)count;
    const double deviation = sqrt(squares / (double)count - mean * mean);
    // Four standard errors: 1/sqrt(n) of the mean, sqrt(2/n) of the deviation, sqrt(pq/n) of the
    // share.
    cr_expect(lt(dbl, fabs(mean / mean_ns - 1), 4e-3));
    cr_expect(lt(dbl, fabs(deviation / mean_ns - 1), 6e-3));
    cr_expect(lt(dbl, fabs((double)above / (double)count - exp(-2)), 4 * 3.5e-4));
    mem_free(at);
}

Test(arrivals, poisson_counts_scatter_as_their_mean)
{
    const size_t count = 1000000;
    enum { SECONDS = 30 };
    double counts[SECONDS] = {0}, sum = 0, squares = 0;
    sim_ns *at = take(false, 30000, count);
    for (size_t i = 0; i < count; i++) {
        if (at[i] / NS_PER_S < SECONDS)
            counts[at[i] / NS_PER_S]++;
    }
    for (size_t i = 0; i < SECONDS; i++) {
        sum += counts[i];
        squares += (counts[i] - 30000) * (counts[i] - 30000);
    }
    cr_expect(lt(dbl, fabs(sum / SECONDS - 30000), 4 * sqrt(30000.0 / SECONDS)));
    // Chi-square of 30 counts: within 11.6 .. 59.7 in all but one of 500 runs.
    cr_expect(gt(dbl, squares / 30000, 11.6));
    cr_expect(lt(dbl, squares / 30000, 59.7));
    mem_free(at);
}

Test(arrivals, fast_poisson_arrivals_do_not_lose_their_fractions)
{
    const size_t count = 1000000;
    sim_ns *at = take(false, 5e9, count); // gaps of a fifth of a nanosecond
    cr_expect(lt(dbl, fabs((double)at[count - 1] / (0.2 * (double)count) - 1), 4e-3));
    mem_free(at);
}

Test(arrivals, rates_out_of_range_are_refused)
{
    static const double rates[] = {0, -1, 1e-7, 1e13, NAN, INFINITY};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        struct arrivals arrivals;
        struct err err = {0};
        cr_expect(not(arrivals_init(&arrivals, false, rates[i], rng_stream(1, "a", 0), &err)));
        cr_expect(eq(int, err.code, ERR_INPUT));
    }
}

Test(arrivals, time_beyond_292_years_is_an_error)
{
    struct arrivals arrivals;
    struct err err = {0};
    sim_ns at[BATCH_ROWS];
    cr_assert(arrivals_init(&arrivals, true, 1e-6, rng_stream(1, "a", 0), &err));
    while (arrivals_next(&arrivals, BATCH_ROWS, at, &err))
        ;
    cr_expect(eq(str, err.message, "simulated time goes beyond 292 years"));
    cr_expect(le(u64, arrivals.at, UINT64_C(1) << 63 | UINT64_C(1) << 62));
}

// ---- periodic ----

static struct periodic *periodic_of(bool aligned, uint64_t jitter_ns, uint64_t entities)
{
    const struct arrival_plan plan = {
        .period_ns = 30 * NS_PER_S, .aligned = aligned, .jitter_ns = jitter_ns};
    struct err err = {0};
    struct periodic *periodic = periodic_new(&plan, entities, 1, &err);
    cr_assert(periodic != NULL, "%s", err.message);
    return periodic;
}

Test(arrivals, aligned_devices_all_report_on_the_same_second)
{
    struct periodic *periodic = periodic_of(true, 0, 329);
    for (int pass = 0; pass < 2; pass++) {
        for (uint64_t i = 0; i < 5 * 329; i++) {
            cr_assert(eq(u64, periodic_at(periodic), i / 329 * 30 * NS_PER_S));
            cr_assert(eq(u64, periodic_entity(periodic), i % 329));
            periodic_step(periodic);
        }
        periodic_rewind(periodic);
    }
    periodic_free(periodic);
}

Test(arrivals, each_device_reports_once_a_period_whatever_phase_and_jitter)
{
    enum { DEVICES = 1000, PERIODS = 20 };
    static const struct {
        bool aligned;
        uint64_t jitter_ns;
    } kinds[] = {{false, 0}, {true, NS_PER_S}, {false, 30 * NS_PER_S - 1}};
    for (size_t k = 0; k < 3; k++) {
        struct periodic *periodic = periodic_of(kinds[k].aligned, kinds[k].jitter_ns, DEVICES);
        uint64_t reports[DEVICES] = {0};
        sim_ns phase[DEVICES] = {0}, last = 0;
        while (periodic_at(periodic) < PERIODS * 30 * NS_PER_S) {
            const sim_ns at = periodic_at(periodic);
            const uint64_t device = periodic_entity(periodic);
            cr_assert(ge(u64, at, last));
            last = at;
            if (kinds[k].jitter_ns == 0 && reports[device] > 0)
                cr_assert(eq(u64, at - phase[device], reports[device] * 30 * NS_PER_S));
            if (reports[device]++ == 0)
                phase[device] = at;
            periodic_step(periodic);
        }
        for (size_t i = 0; i < DEVICES; i++) {
            cr_assert(ge(u64, reports[i], PERIODS - 1));
            cr_assert(le(u64, reports[i], PERIODS));
        }
        periodic_free(periodic);
    }
}

static int compare(const void *a, const void *b)
{
    const sim_ns left = *(const sim_ns *)a, right = *(const sim_ns *)b;
    return (left > right) - (left < right);
}

// Kolmogorov-Smirnov: sqrt(n) D stays below 1.95 in all but one of a thousand.
static double ks_uniform(sim_ns *at, size_t count, double range)
{
    double distance = 0;
    qsort(at, count, sizeof *at, compare);
    for (size_t i = 0; i < count; i++) {
        const double share = (double)at[i] / range;
        distance = fmax(distance, fabs(share - (double)i / (double)count));
        distance = fmax(distance, fabs(share - (double)(i + 1) / (double)count));
    }
    return distance * sqrt((double)count);
}

Test(arrivals, spread_phases_and_jitters_are_uniform)
{
    enum { DEVICES = 20000 };
    for (int jittered = 0; jittered < 2; jittered++) {
        struct periodic *periodic = periodic_of(jittered, jittered ? 10 * NS_PER_S : 0, DEVICES);
        sim_ns *at = mem_new(DEVICES, sizeof *at);
        for (size_t i = 0; i < DEVICES; i++) {
            at[i] = periodic_at(periodic);
            periodic_step(periodic);
        }
        cr_expect(lt(dbl, ks_uniform(at, DEVICES, jittered ? 10e9 : 30e9), 1.95));
        mem_free(at);
        periodic_free(periodic);
    }
}

Test(arrivals, a_jitter_of_a_period_is_refused)
{
    const struct arrival_plan plan = {.period_ns = 10, .jitter_ns = 10};
    struct err err = {0};
    cr_expect(periodic_new(&plan, 1, 1, &err) == NULL);
    cr_expect(eq(str, err.message,
                 "periodic arrivals: the jitter (10 ns) must be below the period (10 ns)"));
}
