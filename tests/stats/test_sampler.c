#include "stats/sampler.h"

#include "stats/real.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 1000000 };

Test(sample_exponential, is_never_0_and_never_infinite)
{
    static const uint64_t bits[] = {0, 1, 0xfff, 0x1000, UINT64_MAX, UINT64_MAX - 1};
    double out[6];
    sample_exponential(bits, 6, out);
    for (int i = 0; i < 6; i++)
        cr_expect(out[i] > 0 && out[i] < 40, "%d: %g", i, out[i]);
    cr_expect(lt(dbl, fabs(out[0] / (53 * log(2)) - 1), 1e-14));
    cr_expect(lt(dbl, fabs(out[4] / 0x1p-53 - 1), 1e-14));
}

Test(sample_exponential, one_by_one_and_in_batches_is_the_same)
{
    struct rng rng = rng_stream(1, "test", 0);
    for (size_t count = 0; count < 70; count++) {
        uint64_t bits[70];
        double out[71];
        struct rng copy = rng;
        for (size_t i = 0; i < count; i++)
            bits[i] = rng_next(&rng);
        out[count] = 7;
        sample_exponential(bits, count, out);
        for (size_t i = 0; i < count; i++) {
            const double one = sample_exponential_one(&copy);
            cr_assert(memcmp(&one, &out[i], sizeof one) == 0);
        }
        cr_assert(eq(dbl, out[count], 7.0));
    }
}

// Cells of equal probability: the value of a cell's upper end is -log(1 - i/20).
Test(sample_exponential, has_the_right_shape)
{
    struct rng rng = rng_stream(2, "test", 0);
    double sum = 0, counts[20] = {0}, chi_square = 0;
    for (int i = 0; i < DRAWS; i++) {
        const double x = sample_exponential_one(&rng);
        sum += x;
        counts[(int)(20 * -expm1(-x))]++;
    }
    for (int i = 0; i < 20; i++)
        chi_square += (counts[i] - DRAWS / 20.0) * (counts[i] - DRAWS / 20.0) / (DRAWS / 20.0);
    cr_expect(lt(dbl, fabs(sum / DRAWS - 1), 4.0 / 1000));
    cr_expect(lt(dbl, chi_square, 43.82));
    cr_expect(gt(dbl, chi_square, 5.41));
}

Test(sample_normal, has_the_right_shape)
{
    struct rng rng = rng_stream(3, "test", 0);
    double sum = 0, squares = 0, cubes = 0, fourths = 0, counts[20] = {0}, chi_square = 0;
    for (int i = 0; i < DRAWS; i++) {
        const double x = sample_normal(&rng);
        sum += x;
        squares += x * x;
        cubes += x * x * x;
        fourths += x * x * x * x;
        counts[(int)fmin(19, 10 * erfc(-x / sqrt(2)))]++;
    }
    for (int i = 0; i < 20; i++)
        chi_square += (counts[i] - DRAWS / 20.0) * (counts[i] - DRAWS / 20.0) / (DRAWS / 20.0);
    cr_expect(lt(dbl, chi_square, 43.82));
    cr_expect(lt(dbl, fabs(sum / DRAWS), 4 * 0.001));
    cr_expect(lt(dbl, fabs(squares / DRAWS - 1), 4 * sqrt(2) * 0.001));
    cr_expect(lt(dbl, fabs(cubes / DRAWS), 4 * sqrt(15) * 0.001));
    cr_expect(lt(dbl, fabs(fourths / DRAWS - 3), 4 * sqrt(96) * 0.001));
}

static double alias_chi_square(const double *weights, size_t count, uint64_t seed)
{
    struct alias *alias = alias_new(weights, count);
    double *counts = calloc(count, sizeof *counts), total = 0, chi_square = 0;
    struct rng rng = rng_stream(seed, "test", 0);
    for (int i = 0; i < DRAWS; i++)
        counts[alias_sample(alias, &rng)]++;
    for (size_t i = 0; i < count; i++)
        total += weights[i];
    for (size_t i = 0; i < count; i++) {
        const double want = DRAWS * weights[i] / total;
        if (want > 0)
            chi_square += (counts[i] - want) * (counts[i] - want) / want;
        else
            cr_expect(eq(dbl, counts[i], 0.0), "value %zu has no weight", i);
    }
    free(counts);
    alias_free(alias);
    return chi_square;
}

Test(alias, draws_in_proportion_to_the_weights)
{
    static const double events[] = {5, 4, 1};
    // 99.9 % of a chi-square with 2, 15 and 29 degrees of freedom.
    cr_expect(lt(dbl, alias_chi_square(events, 3, 1), 13.82));
    double rising[16];
    for (int i = 0; i < 16; i++)
        rising[i] = i + 1;
    cr_expect(lt(dbl, alias_chi_square(rising, 16, 2), 37.70));
    static const double key_ranges[30] = {538, 38, 10, 8, 7, 6, 6, 5, 5, 5, 4, 4, 3, 3, 3,
                                          3,   2,  2,  2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    cr_expect(lt(dbl, alias_chi_square(key_ranges, 30, 3), 58.30));
}

Test(alias, never_draws_what_has_no_weight)
{
    static const double weights[] = {0, 1e-9, 0, 3, 0, 0.1, 0};
    cr_expect(lt(dbl, alias_chi_square(weights, 7, 4), 1000.0));
    static const double one[] = {0, 0, 1e300};
    cr_expect(eq(dbl, alias_chi_square(one, 3, 5), 0.0));
    static const double alone[] = {7};
    cr_expect(eq(dbl, alias_chi_square(alone, 1, 6), 0.0));
}

Test(permute, is_a_permutation_of_any_size)
{
    static const uint64_t sizes[] = {1, 2, 3, 5, 16, 17, 100, 1000, 65537};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint8_t *seen = calloc(sizes[i], 1);
        for (uint64_t value = 0; value < sizes[i]; value++) {
            const uint64_t moved = permute(value, sizes[i], 42);
            cr_assert(lt(u64, moved, sizes[i]));
            cr_assert(eq(u8, seen[moved]++, 0), "%zu of %zu", (size_t)value, (size_t)sizes[i]);
        }
        free(seen);
    }
    cr_expect(lt(u64, permute(UINT64_MAX - 5, UINT64_MAX, 1), UINT64_MAX));
}

Test(permute, leaves_no_trace_of_the_order)
{
    uint64_t fixed = 0, counts[16] = {0}, steps[16] = {0};
    for (uint64_t value = 0; value < 16000; value++) {
        const uint64_t moved = permute(value, 16000, 7);
        fixed += moved == value;
        if (value < 8000)
            counts[moved / 1000]++;
        steps[(permute(value + 1, 16001, 7) - permute(value, 16001, 7)) & 15]++;
    }
    cr_expect(lt(u64, fixed, 8)); // one in the mean
    for (int i = 0; i < 16; i++) {
        cr_expect(lt(dbl, fabs((double)counts[i] - 500), 4 * 15.3), "%d", i);
        cr_expect(lt(dbl, fabs((double)steps[i] - 1000), 4.5 * 30.6), "%d", i);
    }
    cr_expect(ne(u64, permute(5, 16000, 7), permute(5, 16000, 8)));
}
