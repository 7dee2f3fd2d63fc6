// Rates that change over time: expected counts against the integral, gaps against theory.

#include "bench.h"

#include "base/mem.h"
#include "stats/occupancy.h"
#include "workload/arrivals.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct arrival_step some_steps[] = {
    {0, 500}, {10 * NS_PER_S, 0}, {15 * NS_PER_S, 40}, {20 * NS_PER_S, 3000}};

static const struct arrival_plan plans[] = {
    {.process = ARRIVAL_SINE,
     .rate_per_s = 1000,
     .amplitude_per_s = 700,
     .period_ns = 7 * NS_PER_S},
    {.process = ARRIVAL_SINE,
     .rate_per_s = 1000,
     .amplitude_per_s = 1000,
     .period_ns = 3600 * NS_PER_S},
    {.process = ARRIVAL_SINE, .rate_per_s = 0.05, .amplitude_per_s = 0.04, .period_ns = NS_PER_S},
    {.process = ARRIVAL_BURST,
     .rate_per_s = 300,
     .every_ns = 10 * NS_PER_S,
     .length_ns = 3 * NS_PER_S,
     .factor = 20,
     .between = 1},
    {.process = ARRIVAL_BURST,
     .rate_per_s = 8333,
     .every_ns = 900 * NS_PER_S,
     .length_ns = 120 * NS_PER_S,
     .factor = 1,
     .between = 0},
    {.process = ARRIVAL_BURST,
     .rate_per_s = 10,
     .every_ns = NS_PER_S / 3,
     .length_ns = NS_PER_S / 3,
     .factor = 0.2,
     .between = 0},
    {.process = ARRIVAL_STEPS,
     .rate_per_s = 3000,
     .steps = (struct arrival_step *)some_steps,
     .step_count = 4},
};
enum { PLANS = sizeof plans / sizeof plans[0], COUNT = 200000 };

// The integral of the rate from 0 on, by libm and in long double.
static long double integral(const struct arrival_plan *plan, sim_ns at)
{
    const long double t = at / 1e9L;
    if (plan->process == ARRIVAL_SINE) {
        const long double pi = acosl(-1), period = plan->period_ns / 1e9L;
        const long double part = (long double)(at % plan->period_ns) / plan->period_ns;
        return plan->rate_per_s * t +
               plan->amplitude_per_s * period / (2 * pi) * (1 - cosl(2 * pi * part));
    }
    if (plan->process == ARRIVAL_BURST) {
        const sim_ns within = at % plan->every_ns;
        const sim_ns burst = within < plan->length_ns ? within : plan->length_ns;
        const sim_ns bursts = at / plan->every_ns * plan->length_ns + burst;
        return plan->rate_per_s *
               (bursts / 1e9L * plan->factor + (at - bursts) / 1e9L * plan->between);
    }
    long double sum = 0;
    for (size_t i = 0; i < plan->step_count; i++) {
        const long double from = plan->steps[i].at_ns / 1e9L;
        const long double to =
            i + 1 < plan->step_count ? fminl(t, plan->steps[i + 1].at_ns / 1e9L) : t;
        sum += to > from ? (to - from) * plan->steps[i].rate_per_s : 0;
    }
    return sum;
}

// As high as it goes.
static long double highest_rate(const struct arrival_plan *plan)
{
    if (plan->process == ARRIVAL_SINE)
        return plan->rate_per_s + plan->amplitude_per_s;
    return plan->process == ARRIVAL_BURST ? plan->rate_per_s * 20 : 3000;
}

static sim_ns *take(const struct arrival_plan *plan, bool even)
{
    struct err err = {0};
    struct rate_curve *curve = rate_curve_new(plan, &err);
    cr_assert(curve != NULL, "%s", err.message);
    struct arrivals arrivals;
    arrivals_init_curve(&arrivals, even, curve, rng_stream(3, "arrivals", 0));
    sim_ns *at = mem_new(COUNT, sizeof *at);
    for (size_t i = 0; i < COUNT; i += BATCH_ROWS) {
        const size_t some = COUNT - i < BATCH_ROWS ? COUNT - i : BATCH_ROWS;
        cr_assert(arrivals_next(&arrivals, some, at + i, &err), "%s", err.message);
    }
    rate_curve_free(curve);
    return at;
}

// Evenly: operation k comes when the integral is k, to the nanosecond, and nothing drifts.
Test(rate_curve, operation_k_comes_when_the_integral_is_k)
{
    for (size_t p = 0; p < PLANS; p++) {
        sim_ns *at = take(&plans[p], true);
        for (size_t k = 0; k < COUNT; k++) {
            const long double off = integral(&plans[p], at[k]) - (long double)k;
            const long double ns = 3e-9L * highest_rate(&plans[p]);
            cr_assert(fabsl(off) < ns + 1e-9L, "plan %zu: operation %zu at %llu: off by %Lg", p, k,
                      (unsigned long long)at[k], off);
            cr_assert(k == 0 || at[k] >= at[k - 1]);
        }
        mem_free(at);
    }
}

static int compare(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

// Kolmogorov-Smirnov: sqrt(n) D stays below 1.95 in all but one of a thousand.
static double ks_uniform(double *values, size_t count)
{
    double distance = 0;
    qsort(values, count, sizeof *values, compare);
    for (size_t i = 0; i < count; i++) {
        distance = fmax(distance, fabs(values[i] - (double)i / (double)count));
        distance = fmax(distance, fabs(values[i] - (double)(i + 1) / (double)count));
    }
    return distance * sqrt((double)count);
}

// Poisson: on the scale of the integral the gaps are exponential with mean 1.
Test(rate_curve, rescaled_gaps_are_exponential)
{
    for (size_t p = 0; p < PLANS; p++) {
        sim_ns *at = take(&plans[p], false);
        double *shares = mem_new(COUNT, sizeof *shares);
        long double last = 0;
        for (size_t k = 0; k < COUNT; k++) {
            const long double now = integral(&plans[p], at[k]);
            shares[k] = (double)-expm1l(-(now - last));
            last = now;
        }
        cr_expect(lt(dbl, ks_uniform(shares, COUNT), 1.95), "plan %zu", p);
        // The sum of so many is their number, within 4 deviations.
        cr_expect(lt(dbl, fabs((double)last - COUNT), 4 * sqrt(COUNT)), "plan %zu", p);
        mem_free(shares);
        mem_free(at);
    }
}

// The count in any interval is Poisson with the integral as its mean: chi-square over 100 pieces of
// a sine's period, over 200 periods.
Test(rate_curve, counts_follow_the_integral)
{
    enum { PIECES = 100 };
    struct arrival_plan plan = plans[0];
    plan.period_ns = NS_PER_S;
    sim_ns *at = take(&plan, false);
    uint64_t counts[PIECES] = {0};
    double shares[PIECES];
    for (size_t k = 0; k < COUNT; k++)
        counts[at[k] % NS_PER_S * PIECES / NS_PER_S]++;
    for (int i = 0; i < PIECES; i++)
        shares[i] = (double)(integral(&plan, (i + 1) * NS_PER_S / PIECES) -
                             integral(&plan, i * NS_PER_S / PIECES)) /
                    1000;
    const double p = bench_chi_square_tail(counts, shares, PIECES);
    cr_expect(gt(dbl, p, 0.001));
    cr_expect(lt(dbl, p, 0.999));
    mem_free(at);
}

Test(rate_curve, the_integral_and_the_mean_are_right)
{
    for (size_t p = 0; p < PLANS; p++) {
        struct err err = {0};
        struct rate_curve *curve = rate_curve_new(&plans[p], &err);
        for (sim_ns at = 0; at < 5000 * NS_PER_S; at = at * 3 / 2 + 12345678901) {
            const double want = (double)integral(&plans[p], at);
            cr_expect(lt(dbl, fabs(rate_curve_operations(curve, at) - want), 1e-9 * (1 + want)));
            if (at > 0)
                cr_expect(lt(dbl, fabs(rate_curve_mean(curve, 0, at) * (double)at / 1e9 - want),
                             1e-9 * (1 + want)));
        }
        const double mean = rate_curve_mean(curve, 1000, 0);
        cr_expect(lt(dbl, fabs((double)integral(&plans[p], (sim_ns)(1e12 / mean)) - 1000),
                     1e-3 * (p == 4 ? 100 : 1)),
                  "plan %zu", p);
        static const double before[PLANS] = {1000, 1000, 0.05, 300 * 6.7, 8333 * 120 / 900.0,
                                             2,    500};
        cr_expect(lt(dbl, fabs(rate_curve_before(curve) / before[p] - 1), 1e-12), "plan %zu", p);
        rate_curve_free(curve);
    }
}

Test(rate_curve, plans_that_make_no_sense_are_refused)
{
    static const struct arrival_step late[] = {{1, 5}}, falling[] = {{0, 5}, {9, 5}, {9, 6}},
                                     ending[] = {{0, 5}, {9, 0}};
    struct {
        struct arrival_plan plan;
        const char *want;
    } cases[] = {
        {{.process = ARRIVAL_SINE, .rate_per_s = 5, .amplitude_per_s = 6, .period_ns = 1},
         "arrivals: the amplitude (6/s) must not be above the mean rate (5/s)"},
        {{.process = ARRIVAL_SINE, .rate_per_s = 1e13, .period_ns = 1},
         "arrivals: a rate of 1e+13 operations per second, expected 1e-06 to 1e+12"},
        {{.process = ARRIVAL_BURST, .rate_per_s = 5, .every_ns = 5, .length_ns = 6, .factor = 2},
         "arrivals: a burst (length_s) must not be longer than the time from one to the next "
         "(every_s)"},
        {{.process = ARRIVAL_BURST,
          .rate_per_s = 1e10,
          .every_ns = 5,
          .length_ns = 5,
          .factor = 1e5},
         "arrivals: a rate of 1e+15 operations per second, expected 1e-06 to 1e+12"},
        {{.process = ARRIVAL_STEPS}, "arrivals: 1 to 10000 steps, got 0"},
        {{.process = ARRIVAL_STEPS, .steps = (struct arrival_step *)late, .step_count = 1},
         "arrivals: the times of the steps must begin with 0 and rise"},
        {{.process = ARRIVAL_STEPS, .steps = (struct arrival_step *)falling, .step_count = 3},
         "arrivals: the times of the steps must begin with 0 and rise"},
        {{.process = ARRIVAL_STEPS, .steps = (struct arrival_step *)ending, .step_count = 2},
         "the last of the steps, which lasts for ever: arrivals: a rate of 0 operations per "
         "second, expected 1e-06 to 1e+12"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct err err = {0};
        cr_expect(rate_curve_new(&cases[i].plan, &err) == NULL);
        cr_expect(eq(str, (char *)err.message, (char *)cases[i].want));
    }
}

Test(rate_curve, time_beyond_292_years_is_an_error)
{
    const struct arrival_plan plan = {.process = ARRIVAL_BURST,
                                      .rate_per_s = 1e-6,
                                      .every_ns = 1000,
                                      .length_ns = 1,
                                      .factor = 1,
                                      .between = 0};
    struct err err = {0};
    struct rate_curve *curve = rate_curve_new(&plan, &err);
    struct arrivals arrivals;
    sim_ns at[BATCH_ROWS];
    arrivals_init_curve(&arrivals, false, curve, rng_stream(1, "a", 0));
    while (arrivals_next(&arrivals, BATCH_ROWS, at, &err))
        ;
    cr_expect(eq(str, err.message, "simulated time goes beyond 292 years"));
    rate_curve_free(curve);
}

// Through a source: puts and reads share the curve, and a rewind gives the same again.
Test(rate_curve, a_workload_follows_its_curve_and_can_be_repeated)
{
    struct workload_plan plan = bench_synthetic(1000, 20000);
    (void)bench_field(&plan, "id", "sequence", NULL);
    bench_mix(&plan, OP_PUT, 0, 0.5, 0);
    bench_mix(&plan, OP_GET, 0, 0.5, 0);
    const double rate_per_s = plan.arrivals.rate_per_s;
    plan.arrivals = plans[3];
    plan.arrivals.rate_per_s = rate_per_s;
    char *first = bench_rows(&plan);
    char *second = bench_rows(&plan);
    cr_expect(eq(int, strcmp(first, second), 0));
    uint64_t counts[3] = {0};
    double shares[3] = {0.5, 0.5, 0};
    for (char *line = strtok(first, "\n"); line; line = strtok(NULL, "\n")) {
        cr_assert(lt(u64, strtoull(line, NULL, 10), 3 * NS_PER_S), "all within the first burst");
        counts[strstr(line, " get ") != NULL]++;
    }
    cr_expect(gt(dbl, bench_chi_square_tail(counts, shares, 2), 0.001));
    mem_free(first);
    mem_free(second);
    workload_plan_done(&plan);
}
