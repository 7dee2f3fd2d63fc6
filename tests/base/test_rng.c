#include "base/rng.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

Test(rng, follows_the_published_splitmix64)
{
    static const uint64_t want[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                    UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
                                    UINT64_C(16408922859458223821)};
    struct rng rng = {.state = 1234567};
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        cr_expect(eq(u64, rng_next(&rng), want[i]), "draw %zu", i);
}

Test(rng, a_stream_depends_on_seed_name_and_index_alone)
{
    const struct rng one = rng_stream(7, "arrivals", 3);
    cr_expect(eq(u64, one.state, rng_stream(7, "arrivals", 3).state));
    cr_expect(ne(u64, one.state, rng_stream(8, "arrivals", 3).state));
    cr_expect(ne(u64, one.state, rng_stream(7, "arrival", 3).state));
    cr_expect(ne(u64, one.state, rng_stream(7, "arrivals", 4).state));
}

Test(rng, a_copy_replays)
{
    struct rng rng = rng_stream(1, "test", 0);
    struct rng copy = rng;
    for (int i = 0; i < 100; i++)
        cr_assert(eq(u64, rng_next(&rng), rng_next(&copy)));
}

Test(rng, positions_are_independent_of_the_order_they_are_asked_in)
{
    const struct rng stream = rng_stream(1, "test", 0);
    struct rng late = rng_at(stream, 1000);
    struct rng early = rng_at(stream, 3);
    struct rng late_again = rng_at(stream, 1000);
    cr_expect(ne(u64, rng_next(&late), rng_next(&early)));
    late = rng_at(stream, 1000);
    cr_expect(eq(u64, rng_next(&late), rng_next(&late_again)));
}

// Chi-square of 16 cells: 99.9 % lie below 37.70 and above 3.48.
static double chi_square_of_16(const uint64_t *counts, double draws)
{
    double sum = 0;
    for (int i = 0; i < 16; i++) {
        const double off = (double)counts[i] - draws / 16;
        sum += off * off / (draws / 16);
    }
    return sum;
}

Test(rng, neighbouring_positions_are_uniform_and_unrelated)
{
    enum { DRAWS = 160000 };
    const struct rng stream = rng_stream(11, "test", 0);
    uint64_t first[16] = {0}, differing[16] = {0};
    uint64_t before = 0;
    for (uint64_t k = 0; k < DRAWS; k++) {
        struct rng rng = rng_at(stream, k);
        const uint64_t bits = rng_next(&rng);
        first[bits >> 60]++;
        differing[(bits ^ before) & 15]++;
        before = bits;
    }
    cr_expect(lt(dbl, chi_square_of_16(first, DRAWS), 37.7));
    cr_expect(lt(dbl, chi_square_of_16(differing, DRAWS), 37.7));
    cr_expect(gt(dbl, chi_square_of_16(first, DRAWS), 3.48));
}

Test(rng, upto_includes_both_ends_and_has_no_bias)
{
    enum { DRAWS = 300000 };
    struct rng rng = rng_stream(5, "test", 0);
    uint64_t counts[3] = {0};
    for (int i = 0; i < DRAWS; i++) {
        const uint64_t value = rng_upto(&rng, 2);
        cr_assert(le(u64, value, 2));
        counts[value]++;
    }
    for (int i = 0; i < 3; i++) // 4 standard deviations of a binomial
        cr_expect(lt(dbl, fabs((double)counts[i] - DRAWS / 3.0), 4 * 258.2), "%d", i);
    cr_expect(eq(u64, rng_upto(&rng, 0), 0));

    // A range just above 2^63 wastes almost half of the draws; the mean must still be in the
    // middle.
    double sum = 0;
    for (int i = 0; i < DRAWS; i++)
        sum += (double)rng_upto(&rng, UINT64_C(1) << 63) * 0x1p-63;
    cr_expect(lt(dbl, fabs(sum / DRAWS - 0.5), 4 * 0.2887 / 547.7));
    struct rng copy = rng;
    cr_expect(eq(u64, rng_upto(&rng, UINT64_MAX), rng_next(&copy)));
}

Test(rng, unit_is_below_one)
{
    cr_expect(eq(dbl, rng_unit_of(0), 0.0));
    cr_expect(lt(dbl, rng_unit_of(UINT64_MAX), 1.0));
    cr_expect(eq(dbl, rng_unit_of(UINT64_C(1) << 63), 0.5));
}
