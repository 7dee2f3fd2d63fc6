#include "stats/histogram.h"

#include "base/rng.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

static uint64_t any_value(struct rng *rng)
{
    return rng_next(rng) >> rng_upto(rng, 63) >> 1;
}

Test(histogram, of_nothing_knows_nothing)
{
    struct histogram *histogram = histogram_new();
    cr_expect(eq(u64, histogram_count(histogram), 0));
    cr_expect(isnan(histogram_mean(histogram)));
    cr_expect(isnan(histogram_percentile(histogram, 0.5)));
    cr_expect(eq(u64, histogram_max(histogram), 0));
    histogram_free(histogram);
    histogram_free(NULL);
}

Test(histogram, is_exact_below_256)
{
    struct histogram *histogram = histogram_new();
    uint64_t values[100];
    for (uint64_t i = 0; i < 100; i++)
        values[i] = 100 + i;
    histogram_add(histogram, values, 100);
    cr_expect(eq(dbl, histogram_percentile(histogram, 0), 100.0));
    cr_expect(
        eq(dbl, histogram_percentile(histogram, 0.07), 106.0)); // 0.07 x 100 rounds up to above 7
    for (int i = 1; i <= 100; i++)
        cr_expect(eq(dbl, histogram_percentile(histogram, i / 100.0), 99.0 + i), "%d", i);
    cr_expect(eq(dbl, histogram_percentile(histogram, 0.985), 198.0));
    cr_expect(eq(dbl, histogram_mean(histogram), 149.5));
    histogram_free(histogram);
}

Test(histogram, is_within_half_a_step_of_the_nearest_rank_anywhere)
{
    enum { COUNT = 10001 };
    struct rng rng = rng_stream(1, "test", 0);
    uint64_t *values = calloc(COUNT, sizeof *values);
    for (size_t i = 0; i < COUNT; i++)
        values[i] = any_value(&rng);
    struct histogram *histogram = histogram_new();
    histogram_add(histogram, values, COUNT);
    qsort(values, COUNT, sizeof *values, ascending);
    for (int i = 0; i <= 1000; i++) {
        const size_t rank = i == 0 ? 1 : ((size_t)i * COUNT + 999) / 1000;
        const double want = (double)values[rank - 1];
        const double got = histogram_percentile(histogram, i / 1000.0);
        cr_assert(le(dbl, fabs(got - want), want * 0.004), "%d: %g for %g", i, got, want);
    }
    free(values);
    histogram_free(histogram);
}

Test(histogram, never_says_more_than_the_maximum_or_less_than_the_minimum)
{
    static const uint64_t rows[] = {0,
                                    1,
                                    255,
                                    256,
                                    257,
                                    1000000,
                                    UINT64_C(1) << 40,
                                    (UINT64_C(1) << 63) - 1,
                                    UINT64_C(1) << 63,
                                    UINT64_MAX};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct histogram *histogram = histogram_new();
        histogram_add(histogram, &rows[i], 1);
        cr_expect(eq(dbl, histogram_percentile(histogram, 0.5), (double)rows[i]), "row %zu", i);
        cr_expect(eq(u64, histogram_max(histogram), rows[i]), "row %zu", i);
        cr_expect(eq(dbl, histogram_mean(histogram), (double)rows[i]), "row %zu", i);
        histogram_free(histogram);
    }
}

Test(histogram, sums_neither_overflow_nor_round)
{
    static const uint64_t values[] = {UINT64_C(1) << 63, UINT64_C(1) << 63, UINT64_C(1) << 63, 1};
    struct histogram *histogram = histogram_new();
    for (int i = 0; i < 1000; i++)
        histogram_add(histogram, values, 4);
    cr_expect(eq(dbl, histogram_mean(histogram), 0.75 * 0x1p63));
    histogram_free(histogram);
}

Test(histogram, merges_to_the_same_in_any_order)
{
    enum { PARTS = 3, COUNT = 500 };
    struct rng rng = rng_stream(2, "test", 0);
    struct histogram *all = histogram_new(), *forth = histogram_new(), *back = histogram_new();
    struct histogram *parts[PARTS];
    for (int i = 0; i < PARTS; i++) {
        uint64_t values[COUNT];
        for (int j = 0; j < COUNT; j++)
            values[j] = any_value(&rng);
        parts[i] = histogram_new();
        histogram_add(parts[i], values, COUNT);
        histogram_add(all, values, COUNT);
    }
    for (int i = 0; i < PARTS; i++) {
        histogram_merge(forth, parts[i]);
        histogram_merge(back, parts[PARTS - 1 - i]);
    }
    for (int i = 0; i <= 100; i++) {
        const double want = histogram_percentile(all, i / 100.0);
        cr_expect(eq(dbl, histogram_percentile(forth, i / 100.0), want));
        cr_expect(eq(dbl, histogram_percentile(back, i / 100.0), want));
    }
    cr_expect(eq(dbl, histogram_mean(forth), histogram_mean(all)));
    cr_expect(eq(dbl, histogram_mean(back), histogram_mean(all)));
    cr_expect(eq(u64, histogram_count(back), PARTS * COUNT));
    cr_expect(eq(u64, histogram_max(back), histogram_max(all)));
    for (int i = 0; i < PARTS; i++)
        histogram_free(parts[i]);
    histogram_free(all);
    histogram_free(forth);
    histogram_free(back);
}
