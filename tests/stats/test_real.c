#include "stats/real.h"

#include "base/rng.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <float.h>
#include <math.h>

// How many steps of a double near the true value, which 64-bit mantissas give well enough.
static double ulps(double got, long double want)
{
    const double rounded = (double)want;
    const double step = nextafter(fabs(rounded), INFINITY) - fabs(rounded);
    return (double)(fabsl(got - want) / step);
}

// Spread over `decades` powers of ten around 1.
static double any_positive(struct rng *rng, double decades)
{
    return pow(10, (rng_unit(rng) * 2 - 1) * decades);
}

Test(real, log_is_within_two_ulp)
{
    struct rng rng = rng_stream(1, "test", 0);
    double worst = 0;
    for (int i = 0; i < 300000; i++) {
        const double x = i % 2 ? any_positive(&rng, 307) : any_positive(&rng, 0.3);
        worst = fmax(worst, ulps(real_log(x), logl(x)));
    }
    cr_expect(lt(dbl, worst, 2.0));
    cr_expect(eq(dbl, real_log(1), 0.0));
    cr_expect(lt(dbl, ulps(real_log(DBL_TRUE_MIN), logl(DBL_TRUE_MIN)), 2.0));
    cr_expect(lt(dbl, ulps(real_log(DBL_MAX), logl(DBL_MAX)), 2.0));
    cr_expect(eq(dbl, real_log(0), -INFINITY));
    cr_expect(eq(dbl, real_log(INFINITY), INFINITY));
    cr_expect(isnan(real_log(-1)) && isnan(real_log(NAN)));
}

Test(real, exp_is_within_two_ulp_and_ends_in_0_and_infinity)
{
    struct rng rng = rng_stream(2, "test", 0);
    double worst = 0;
    for (int i = 0; i < 300000; i++) {
        const double x = (rng_unit(&rng) * 2 - 1) * (i % 2 ? 708 : 2);
        worst = fmax(worst, ulps(real_exp(x), expl(x)));
    }
    cr_expect(lt(dbl, worst, 2.0));
    cr_expect(eq(dbl, real_exp(0), 1.0));
    cr_expect(eq(dbl, real_exp(709.9), INFINITY));
    cr_expect(eq(dbl, real_exp(711), INFINITY));
    cr_expect(eq(dbl, real_exp(INFINITY), INFINITY));
    cr_expect(eq(dbl, real_exp(-745), exp(-745)));
    cr_expect(eq(dbl, real_exp(-745.9), 0.0));
    cr_expect(eq(dbl, real_exp(-INFINITY), 0.0));
    cr_expect(isnan(real_exp(NAN)));
}

Test(real, pow_keeps_thirteen_digits)
{
    struct rng rng = rng_stream(3, "test", 0);
    for (int i = 0; i < 100000; i++) {
        const double x = any_positive(&rng, 20);
        const double y = (rng_unit(&rng) * 2 - 1) * 50 / fmax(fabs(log(x)), 1e-3);
        const long double want = powl(x, y);
        cr_assert(lt(dbl, (double)fabsl(real_pow(x, y) / want - 1), 1e-13), "%g ^ %g", x, y);
    }
    cr_expect(eq(dbl, real_pow(2, 0), 1.0));
}

Test(real, log1p_and_expm1_are_right_near_0)
{
    struct rng rng = rng_stream(4, "test", 0);
    double worst_log = 0, worst_exp = 0;
    for (int i = 0; i < 200000; i++) {
        const double x = any_positive(&rng, 18) * (i % 2 ? 1 : -1);
        if (x > -1)
            worst_log = fmax(worst_log, ulps(real_log1p(x), log1pl(x)));
        if (x < 700)
            worst_exp = fmax(worst_exp, ulps(real_expm1(x), expm1l(x)));
    }
    cr_expect(lt(dbl, worst_log, 4.0));
    cr_expect(lt(dbl, worst_exp, 4.0));
    cr_expect(eq(dbl, real_log1p(0), 0.0));
    cr_expect(eq(dbl, real_log1p(INFINITY), INFINITY));
    cr_expect(eq(dbl, real_expm1(0), 0.0));
    cr_expect(eq(dbl, real_expm1(-INFINITY), -1.0));
    cr_expect(eq(dbl, real_expm1(INFINITY), INFINITY));
}

Test(real, sqrt_is_exact)
{
    cr_expect(eq(dbl, real_sqrt(2), 0x1.6a09e667f3bcdp0));
    cr_expect(eq(dbl, real_sqrt(1e300), sqrt(1e300)));
}

// A change of the last bit anywhere would change simulated times: these are the bits on every
// machine.
Test(real, gives_the_same_bits_on_every_machine)
{
    struct rng rng = rng_stream(5, "test", 0);
    uint64_t sum = 0;
    for (int i = 0; i < 100000; i++) {
        union {
            double value;
            uint64_t bits;
        } log_x, exp_x;
        const double x = rng_unit(&rng) + 0x1p-54;
        log_x.value = real_log(x);
        exp_x.value = real_exp(x * 100 - 50);
        sum = (sum ^ log_x.bits) * UINT64_C(0x100000001b3);
        sum = (sum ^ exp_x.bits) * UINT64_C(0x100000001b3);
    }
    cr_expect(eq(u64, sum, UINT64_C(8264368240006750380)));
}

Test(real, sine_of_turns_is_right_to_the_last_digits_and_exact_at_quarters)
{
    struct rng rng = rng_stream(4, "test", 0);
    double worst = 0;
    for (int i = 0; i < 300000; i++) {
        const double turns = (rng_unit(&rng) * 2 - 1) * (i % 2 ? 1 : 1000);
        const long double part = (long double)turns - roundl(turns);
        worst = fmax(worst, (double)fabsl(real_sin_turns(turns) - sinl(2 * acosl(-1) * part)));
    }
    cr_expect(lt(dbl, worst, 2e-16));
    for (int quarter = -8; quarter <= 8; quarter++) {
        static const double sines[] = {0, 1, 0, -1};
        cr_expect(eq(dbl, real_sin_turns(quarter * 0.25) + 0, sines[quarter & 3]));
    }
}
