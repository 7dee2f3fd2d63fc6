#include "cluster/service.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 400000 };

static void draw(const struct service_config *config, uint64_t mean_ns, const char *name,
                 uint64_t table, uint64_t *out)
{
    const struct service_sampler sampler = service_sampler_of(config, mean_ns, 9, name, table);
    static uint64_t sequence[DRAWS];
    for (uint64_t i = 0; i < DRAWS; i++)
        sequence[i] = i;
    service_sample(&sampler, sequence, DRAWS, out);
}

static void expect_within(double got, double want, double tolerance)
{
    cr_expect(got - want < tolerance && want - got < tolerance, "%f, expected %f +- %f", got, want,
              tolerance);
}

// Tolerances are four standard errors.
static void expect_moments(const struct service_config *config, double squared_cv,
                           double mean_tolerance, double cv_tolerance)
{
    static uint64_t ns[DRAWS];
    draw(config, NS_PER_MS, "put", 0, ns);
    double sum = 0, squares = 0;
    for (size_t i = 0; i < DRAWS; i++) {
        sum += (double)ns[i];
        squares += (double)ns[i] * (double)ns[i];
    }
    const double mean = sum / DRAWS;
    expect_within(mean / 1e6, 1, mean_tolerance);
    expect_within(squares / DRAWS / (mean * mean) - 1, squared_cv, cv_tolerance);
}

Test(service, has_the_mean_and_the_spread_that_were_asked_for)
{
    const struct service_config constant = {.distribution = SERVICE_DETERMINISTIC, .cv = 3};
    const struct service_config exponential = {.distribution = SERVICE_EXPONENTIAL, .cv = 3};
    const struct service_config narrow = {.distribution = SERVICE_LOGNORMAL, .cv = 0.5};
    const struct service_config wide = {.distribution = SERVICE_LOGNORMAL, .cv = 2};
    const struct service_config flat = {.distribution = SERVICE_LOGNORMAL, .cv = 0};
    expect_moments(&constant, 0, 1e-12, 1e-9);
    expect_moments(&exponential, 1, 0.0063, 0.028);
    expect_moments(&narrow, 0.25, 0.0032, 0.0095);
    expect_moments(&wide, 4, 0.0126, 0.79);
    expect_moments(&flat, 0, 1e-6, 1e-9);
}

Test(service, a_draw_depends_on_its_operation_and_not_on_its_batch)
{
    static const int kinds[] = {SERVICE_EXPONENTIAL, SERVICE_LOGNORMAL};
    static uint64_t all[DRAWS];
    for (size_t k = 0; k < 2; k++) {
        const struct service_config config = {.distribution = kinds[k], .cv = 1};
        const struct service_sampler sampler = service_sampler_of(&config, 5000, 9, "put", 0);
        draw(&config, 5000, "put", 0, all);
        const uint64_t some[] = {399999, 3, 1000, 3};
        uint64_t got[4];
        service_sample(&sampler, some, 4, got);
        for (size_t i = 0; i < 4; i++)
            cr_expect(eq(u64, got[i], all[some[i]]));
    }
}

Test(service, kinds_and_tables_draw_apart)
{
    static uint64_t put[DRAWS], get[DRAWS], second[DRAWS];
    const struct service_config config = {.distribution = SERVICE_EXPONENTIAL};
    draw(&config, 1000000, "put", 0, put);
    draw(&config, 1000000, "get", 0, get);
    draw(&config, 1000000, "put", 1, second);
    size_t same = 0;
    for (size_t i = 0; i < 1000; i++)
        same += (put[i] == get[i]) + (put[i] == second[i]);
    cr_expect(lt(sz, same, 5));
}

Test(service, takes_at_least_a_nanosecond)
{
    static uint64_t ns[DRAWS];
    static const uint64_t means[] = {0, 1};
    for (int distribution = 0; distribution <= SERVICE_LOGNORMAL; distribution++) {
        const struct service_config config = {.distribution = distribution, .cv = 1};
        for (size_t m = 0; m < 2; m++) {
            draw(&config, means[m], "put", 0, ns);
            for (size_t i = 0; i < 1000; i++)
                cr_assert(ge(u64, ns[i], 1));
        }
    }
}

Test(service, takes_at_most_what_time_can_hold)
{
    static uint64_t ns[DRAWS];
    const struct service_config config = {.distribution = SERVICE_LOGNORMAL, .cv = 1e6};
    draw(&config, UINT64_MAX, "put", 0, ns);
    for (size_t i = 0; i < DRAWS; i++)
        cr_assert(le(u64, ns[i], UINT64_C(1000000000000000000)));
}

Test(service, rates_of_a_server_become_times_of_a_handler)
{
    struct store_config store = {.handlers = 30};
    store.service = (struct service_config){.put_ns = 7,
                                            .get_ns = 8,
                                            .seek_ns = 9,
                                            .row_ns = 10,
                                            .server_puts_per_s = 20000,
                                            .server_rows_per_s = 3e6};
    const struct service_config got = service_resolved(&store);
    cr_expect(eq(u64, got.put_ns, 1500000));
    cr_expect(eq(u64, got.get_ns, 8));
    cr_expect(eq(u64, got.seek_ns, 9));
    cr_expect(eq(u64, got.row_ns, 10000));
    store.service.server_gets_per_s = 60000;
    cr_expect(eq(u64, service_resolved(&store).get_ns, 500000));
}
