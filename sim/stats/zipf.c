#include "stats/sampler.h"

#include "stats/real.h"

#include <assert.h>
#include <math.h>

// log(1 + x) / x and (exp x - 1) / x, which are 1 at 0.
static double log1p_ratio(double x)
{
    return x == 0 ? 1 : real_log1p(x) / x;
}

static double expm1_ratio(double x)
{
    return x == 0 ? 1 : real_expm1(x) / x;
}

// h(x) = x^-theta; H, an integral of it; and H's inverse. Written so that theta = 1 is not special.
static double density(double theta, double x)
{
    return real_exp(-theta * real_log(x));
}

static double integral(double theta, double x)
{
    const double log_x = real_log(x);
    return expm1_ratio((1 - theta) * log_x) * log_x;
}

static double integral_inverse(double theta, double y)
{
    const double scaled = y * (1 - theta);
    // Rounding may lead below the least value that H takes.
    return scaled <= -1 ? INFINITY : real_exp(log1p_ratio(scaled) * y);
}

struct zipf zipf_of(uint64_t cardinality, double theta)
{
    assert(cardinality >= 1 && theta >= 0);
    return (struct zipf){
        .cardinality = cardinality,
        .theta = theta,
        .h_x1 = integral(theta, 1.5) - 1,
        .h_n = integral(theta, (double)cardinality + 0.5),
        .s = 2 - integral_inverse(theta, integral(theta, 2.5) - density(theta, 2)),
    };
}

uint64_t zipf_sample(const struct zipf *zipf, struct rng *rng)
{
    // Beyond, fewer than 1 in 10^15 would be rejected, and rounding would decide which.
    const double surely = 0x1p27;
    const double last = (double)zipf->cardinality;
    for (;;) {
        const double u = zipf->h_n + rng_unit(rng) * (zipf->h_x1 - zipf->h_n);
        const double x = integral_inverse(zipf->theta, u);
        const double rounded = x < 1.5 ? 1 : x >= last ? last : (double)(uint64_t)(x + 0.5);
        // The first test spares most draws the second, exact one.
        if (rounded - x <= zipf->s || rounded > surely ||
            u >= integral(zipf->theta, rounded + 0.5) - density(zipf->theta, rounded))
            return (uint64_t)rounded - 1;
    }
}

double zipf_zeta(uint64_t cardinality, double theta)
{
    enum { SUMMED = 1000 };
    double sum = 0;
    for (uint64_t k = cardinality < SUMMED ? cardinality : SUMMED; k >= 1; k--)
        sum += density(theta, (double)k);
    if (cardinality <= SUMMED)
        return sum;

    // The rest by Euler and Maclaurin: integral, half of the ends, and the first two terms with
    // derivatives.
    const double a = SUMMED, b = (double)cardinality;
    const double f_a = density(theta, a), f_b = density(theta, b);
    const double length = real_log(b / a);
    const double area = a * f_a * expm1_ratio((1 - theta) * length) * length;
    const double first = theta / 12 * (f_a / a - f_b / b);
    const double third =
        theta * (theta + 1) * (theta + 2) / 720 * (f_a / (a * a * a) - f_b / (b * b * b));
    return sum + area + (f_b - f_a) / 2 + first - third;
}

double zipf_theta_for_top(uint64_t cardinality, double top_share)
{
    const double steepest = 64;
    if (!(top_share * (double)cardinality >= 1 &&
          top_share * zipf_zeta(cardinality, steepest) <= 1))
        return NAN;
    double low = 0, high = steepest;
    for (int i = 0; i < 64; i++) {
        const double middle = (low + high) / 2;
        if (top_share * zipf_zeta(cardinality, middle) > 1)
            low = middle;
        else
            high = middle;
    }
    return high;
}
