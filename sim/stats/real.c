#include "stats/real.h"

#include "stats/log_kernel.h"

#include <math.h>

double real_log(double x)
{
    if (!(x > 0) || x == INFINITY)
        return x == 0 ? -INFINITY : x < 0 ? NAN : x;
    if (x < 0x1p-1022)
        return log_kernel(x * 0x1p54) - 54 * 0x1.62e42fefa39efp-1;
    return log_kernel(x);
}

static double power_of_two(int exponent)
{
    return real_of_bits((uint64_t)(exponent + 1023) << 52);
}

// Sun's fdlibm (e_exp.c, 1993): x = k ln 2 + r, exp r by a rational function of r^2.
double real_exp(double x)
{
    if (!(x > -746 && x < 710))
        return x <= -746 ? 0 : x >= 710 ? INFINITY : x;
    const double ratio = x * 0x1.71547652b82fep0; // 1 / ln 2
    const int k = (int)(ratio < 0 ? ratio - 0.5 : ratio + 0.5);
    const double high = x - k * 0x1.62e42feep-1;
    const double low = k * 0x1.a39ef35793c76p-33;
    const double r = high - low;
    const double z = r * r;
    const double c = r - z * (0x1.555555555553ep-3 +
                              z * (-0x1.6c16c16bebd93p-9 +
                                   z * (0x1.1566aaf25de2cp-14 +
                                        z * (-0x1.bbd41c5d26bf1p-20 + z * 0x1.6376972bea4dp-25))));
    const double mantissa = 1 - ((low - r * c / (2 - c)) - high);
    // In two steps, since 2^k alone may be out of the range that the product is in.
    return mantissa * power_of_two(k / 2) * power_of_two(k - k / 2);
}

double real_pow(double x, double y)
{
    return real_exp(y * real_log(x));
}

// Sun's fdlibm (k_sin.c and k_cos.c, 1993): within an eighth of a turn of a quarter, polynomials.
double real_sin_turns(double turns)
{
    const double ratio = turns * 4;
    const int64_t quarter = (int64_t)(ratio < 0 ? ratio - 0.5 : ratio + 0.5);
    const double x = (turns - (double)quarter * 0.25) * 0x1.921fb54442d18p+2; // 2 pi
    const double z = x * x;
    const double sine =
        x +
        x * z *
            (-1.66666666666666324348e-01 +
             z * (8.33333333332248946124e-03 +
                  z * (-1.98412698298579493134e-04 +
                       z * (2.75573137070700676789e-06 +
                            z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
    const double cosine =
        1 - z / 2 +
        z * z *
            (4.16666666666666019037e-02 +
             z * (-1.38888888888741095749e-03 +
                  z * (2.48015872894767294178e-05 +
                       z * (-2.75573143513906633035e-07 +
                            z * (2.08757232129817482790e-09 - z * 1.13596475577881948265e-11)))));
    const double value = quarter & 1 ? cosine : sine;
    return quarter & 2 ? -value : value;
}

double real_sqrt(double x)
{
    return sqrt(x);
}

// What rounding 1 + x loses is made up by the same ratio (Kahan).
double real_log1p(double x)
{
    const double sum = 1 + x;
    if (sum == 1)
        return x;
    return sum == INFINITY ? sum : real_log(sum) * (x / (sum - 1));
}

double real_expm1(double x)
{
    const double power = real_exp(x);
    if (power == 1)
        return x;
    if (power - 1 == -1 || power == INFINITY)
        return power - 1;
    return (power - 1) * (x / real_log(power));
}
