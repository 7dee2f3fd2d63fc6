// A law found again in draws from it, and its absence said.

#include "base/mem.h"
#include "base/rng.h"
#include "stats/sampler.h"
#include "stats/zipf_fit.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>

enum { VALUES = 1000, DRAWS = 200000 };

static int falling(const void *a, const void *b)
{
    const uint64_t one = *(const uint64_t *)a, two = *(const uint64_t *)b;
    return one < two ? 1 : one > two ? -1 : 0;
}

Test(zipf_fit, theta_is_found_again_and_fits)
{
    static const double thetas[] = {0.5, 0.8, 0.99, 1, 1.3, 2};
    for (size_t i = 0; i < sizeof thetas / sizeof thetas[0]; i++) {
        uint64_t *counts = mem_new(VALUES, sizeof *counts);
        const struct zipf zipf = zipf_of(VALUES, thetas[i]);
        struct rng rng = rng_stream(5, "fit", i);
        for (size_t n = 0; n < DRAWS; n++)
            counts[zipf_sample(&zipf, &rng)]++;
        qsort(counts, VALUES, sizeof *counts, falling);
        size_t held = 0;
        while (held < VALUES && counts[held] > 0)
            held++;
        const struct zipf_fit fit = zipf_fit_of(counts, held);
        cr_expect(fabs(fit.theta - thetas[i]) < 0.05, "%g for %g", fit.theta, thetas[i]);
        cr_expect(fit.distance < 0.03, "%g", fit.distance);
        mem_free(counts);
    }
}

Test(zipf_fit, what_follows_no_such_law_is_far_from_it)
{
    uint64_t counts[100];
    for (size_t i = 0; i < 100; i++)
        counts[i] = i < 50 ? 1000 : 1;
    cr_expect(zipf_fit_of(counts, 100).distance > 0.2);
}

Test(zipf_fit, few_or_equal_counts_tell_nothing)
{
    const uint64_t few[] = {9, 8, 7}, same[] = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5};
    cr_expect(isnan(zipf_fit_of(few, 3).theta) && isnan(zipf_fit_of(same, 12).theta));
    cr_expect(isnan(zipf_fit_of(NULL, 0).distance));
}
