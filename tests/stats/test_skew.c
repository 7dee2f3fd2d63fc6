#include "stats/skew.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

static const struct {
    uint64_t counts[16];
    size_t count;
    double peak_to_mean, cv, gini, jain, bits, ratio;
} rows[] = {
    {{1, 1, 1, 1, 1, 1, 1, 1}, 8, 1, 0, 0, 1, 3, 1},
    {{8, 0, 0, 0, 0, 0, 0, 0}, 8, 8, 2.6457513110645907, 0.875, 0.125, 0, 0},
    {{1, 2, 3, 4},
     4,
     1.6,
     0.447213595499958,
     0.25,
     0.8333333333333334,
     1.8464393446710154,
     0.9232196723355077},
    {{10, 0, 0, 0, 10, 0, 0, 0}, 8, 4, 1.7320508075688774, 0.75, 0.25, 1, 0.3333333333333333},
    {{5, 1, 1, 1},
     4,
     2.5,
     0.8660254037844386,
     0.375,
     0.5714285714285714,
     1.5487949406953985,
     0.7743974703476992},
    {{9, 2, 16, 4, 5, 6, 13, 8, 1, 10, 11, 12, 7, 14, 15, 3},
     16,
     1.8823529411764706,
     0.5423261445466404,
     0.3125,
     0.7727272727272727,
     3.7612883163266817,
     0.9403220790816704},
};

static void expect_near(double got, double want, size_t row)
{
    cr_expect(le(dbl, fabs(got - want), 1e-14 * (1 + fabs(want))), "row %zu: %.17g, want %.17g",
              row, got, want);
}

Test(skew, matches_values_computed_elsewhere)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct skew skew = skew_of(rows[i].counts, rows[i].count);
        cr_expect(eq(u64, skew.count, rows[i].count));
        expect_near(skew.peak_to_mean, rows[i].peak_to_mean, i);
        expect_near(skew.cv, rows[i].cv, i);
        expect_near(skew.gini, rows[i].gini, i);
        expect_near(skew.jain, rows[i].jain, i);
        expect_near(skew.entropy_ratio, rows[i].ratio, i);
        expect_near(skew.entropy_ratio * log2((double)rows[i].count), rows[i].bits, i);
        expect_near(skew.effective * rows[i].peak_to_mean, (double)rows[i].count, i);
        expect_near(skew.top_share * skew.effective, 1, i);
    }
}

Test(skew, counts_the_idle)
{
    const uint64_t counts[] = {10, 0, 0, 30};
    const struct skew skew = skew_of(counts, 4);
    cr_expect(eq(u64, skew.active, 2));
    cr_expect(eq(dbl, skew.mean, 10.0));
    cr_expect(eq(dbl, skew.max, 30.0));
    cr_expect(eq(dbl, skew.top_share, 0.75));
}

Test(skew, even_counts_have_a_ratio_of_exactly_1_whatever_their_number)
{
    uint64_t counts[1000];
    for (size_t i = 0; i < 1000; i++)
        counts[i] = 7;
    for (size_t n = 2; n <= 1000; n++) {
        const struct skew skew = skew_of(counts, n);
        cr_assert(eq(dbl, skew.peak_to_mean, 1.0));
        cr_assert(eq(dbl, skew.cv, 0.0));
        cr_assert(skew.entropy_ratio > 1 - 1e-13 && skew.entropy_ratio <= 1);
        cr_assert(lt(dbl, fabs(skew.gini), 1e-12));
    }
}

Test(skew, is_undefined_without_counts)
{
    const struct skew none = skew_of(NULL, 0);
    cr_expect(eq(u64, none.count, 0));
    cr_expect(isnan(none.mean) && isnan(none.max) && isnan(none.peak_to_mean) && isnan(none.gini));
    const uint64_t zeroes[3] = {0};
    const struct skew idle = skew_of(zeroes, 3);
    cr_expect(eq(u64, idle.count, 3));
    cr_expect(eq(u64, idle.active, 0));
    cr_expect(eq(dbl, idle.mean, 0.0));
    cr_expect(eq(dbl, idle.max, 0.0));
    cr_expect(isnan(idle.peak_to_mean) && isnan(idle.cv) && isnan(idle.gini) && isnan(idle.jain) &&
              isnan(idle.entropy_ratio) && isnan(idle.top_share) && isnan(idle.effective));
    const uint64_t one[] = {5};
    const struct skew single = skew_of(one, 1);
    cr_expect(isnan(single.entropy_ratio));
    cr_expect(eq(dbl, single.peak_to_mean, 1.0));
    cr_expect(eq(dbl, single.gini, 0.0));
}

Test(skew, does_not_overflow)
{
    const uint64_t counts[] = {UINT64_C(1) << 62, UINT64_C(1) << 62, 0, 0};
    const struct skew skew = skew_of(counts, 4);
    expect_near(skew.peak_to_mean, 2, 0);
    expect_near(skew.jain, 0.5, 0);
    expect_near(skew.gini, 0.5, 0);
    expect_near(skew.cv, 1, 0);
}
