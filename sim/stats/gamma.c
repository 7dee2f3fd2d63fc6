#include "stats/gamma.h"

#include "stats/real.h"

#include <math.h>

static const double log_sqrt_2_pi = 0x1.d67f1c864beb5p-1;

// Stirling's series; each term is smaller than the last while x is large.
static double series(double x)
{
    const double r = 1 / x, z = r * r;
    return r * (1.0 / 12 -
                z * (1.0 / 360 - z * (1.0 / 1260 -
                                      z * (1.0 / 1680 - z * (1.0 / 1188 - z * (691.0 / 360360))))));
}

double gamma_log(double x)
{
    // Up to where the series is exact: gamma(x) = gamma(x + n) / (x (x + 1) ... ).
    double product = 1;
    for (; x < 16; x++)
        product *= x;
    return (x - 0.5) * real_log(x) - x + log_sqrt_2_pi + series(x) - real_log(product);
}

double stirling_error(double x)
{
    if (x >= 16)
        return series(x);
    return gamma_log(x + 1) - ((x + 0.5) * real_log(x) - x + log_sqrt_2_pi);
}

enum { TERMS_MAX = 10000000 };
static const double precision = 0x1p-53;

// P(a, x) without its factor: 1/a + x/(a (a + 1)) + ...
static double lower_series(double a, double x)
{
    double term = 1 / a, sum = term;
    for (int n = 1; n < TERMS_MAX && term > sum * precision; n++) {
        term *= x / (a + n);
        sum += term;
    }
    return sum;
}

// Q(a, x) without its factor: 1/(x + 1 - a - 1 (1 - a)/(x + 3 - a - ...)).
static double upper_fraction(double a, double x)
{
    const double tiny = 1e-300;
    double b = x + 1 - a;
    double c = 1 / tiny;
    double d = 1 / b;
    double value = d;
    for (int n = 1; n < TERMS_MAX; n++) {
        const double numerator = -n * (n - a);
        b += 2;
        d = numerator * d + b;
        c = b + numerator / c;
        d = 1 / (fabs(d) < tiny ? tiny : d);
        c = fabs(c) < tiny ? tiny : c;
        const double factor = c * d;
        value *= factor;
        if (fabs(factor - 1) <= 4 * precision)
            break;
    }
    return value;
}

double gamma_upper(double a, double x)
{
    if (x <= 0)
        return 1;
    if (x == INFINITY)
        return 0;
    const double factor = real_exp(a * real_log(x) - x - gamma_log(a));
    if (x < a + 1) {
        const double lower = factor * lower_series(a, x);
        return lower < 1 ? 1 - lower : 0;
    }
    return factor * upper_fraction(a, x);
}
