// How many different values went by: against counts that are known.

#include "base/rng.h"
#include "stats/distinct.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

static const uint64_t sizes[] = {0, 1, 2, 10, 100, 1000, 10000, 30000, 50000, 100000, 1000000};

Test(distinct, is_within_four_standard_errors_at_any_size_whatever_repeats)
{
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (uint64_t seed = 0; seed < 5; seed++) {
            struct distinct distinct = {0};
            const struct rng stream = rng_stream(seed, "distinct", i);
            for (uint64_t k = 0; k < sizes[i]; k++) {
                struct rng rng = rng_at(stream, k);
                const uint64_t hash = rng_next(&rng);
                distinct_add(&distinct, hash);
                distinct_add(&distinct, hash);
            }
            const double got = distinct_estimate(&distinct), want = (double)sizes[i];
            cr_expect(fabs(got - want) <= 4 * DISTINCT_ERROR * want + 1e-9, "%g of %g", got, want);
        }
    }
}
