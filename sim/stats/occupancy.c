// The fullest of B bins. Balls in a bin, were their number free, are Poisson of mean L = N/B; given
// that all bins together hold N (Levin 1981, "A representation for multinomial cumulative
// distribution functions"),
//
//   P(max <= m) = F(m)^B P(W = N) / P(Poisson(N) = N)
//
// with F the Poisson distribution function and W the sum of B Poisson variables truncated at m. Few
// balls: P(W = N) is convolved exactly. Many: W is near normal, and Edgeworth's series up to the
// kurtosis gives it to 2e-4 or better. E[max] is the sum of P(max > m) over m.

#include "stats/occupancy.h"

#include "stats/gamma.h"
#include "stats/real.h"

#include <math.h>
#include <string.h>

enum { EXACT_BALLS = 128 };

// Past this mean of balls a bin, how far the fullest lies above it, in standard deviations, no
// longer changes.
static const double mean_max = 1e6;
static const double negligible = 1e-9;

// out = a * b as polynomials up to degree `degree`; out is neither a nor b.
static void multiply(const double *a, const double *b, size_t degree, double *out)
{
    memset(out, 0, (degree + 1) * sizeof *out);
    for (size_t i = 0; i <= degree; i++) {
        for (size_t j = 0; a[i] > 0 && j <= degree - i; j++)
            out[i + j] += a[i] * b[j];
    }
}

// P(all bins <= most) P(Poisson(balls) = balls): the coefficient of x^balls in (sum of P(k) x^k, k
// <= most)^bins.
static double exact_below(uint64_t bins, size_t balls, size_t most)
{
    enum { TERMS = EXACT_BALLS + 1 };
    double square[TERMS] = {0}, power[TERMS] = {1}, product[TERMS];
    const double mean = (double)balls / (double)bins;
    square[0] = real_exp(-mean);
    for (size_t k = 1; k <= most && k <= balls; k++)
        square[k] = square[k - 1] * mean / (double)k;
    for (;;) {
        if (bins & 1) {
            multiply(power, square, balls, product);
            memcpy(power, product, sizeof power);
        }
        bins >>= 1;
        if (bins == 0)
            return power[balls];
        multiply(square, square, balls, product);
        memcpy(square, product, sizeof square);
    }
}

static double exact_max(uint64_t bins, size_t balls)
{
    const double balls_real = (double)balls;
    const double all = real_exp(-stirling_error(balls_real)) / real_sqrt(2 * M_PI * balls_real);
    size_t most =
        (size_t)((balls + bins - 1) / bins); // no fuller bin than this is impossible below
    double expected = (double)most;
    for (; most < balls; most++) {
        const double above = 1 - exact_below(bins, balls, most) / all;
        expected += above;
        if (!(above > negligible))
            break;
    }
    return expected;
}

// F(m - 4) .. F(m) and P(m) of a Poisson variable.
struct poisson {
    double mean;
    double m;
    double point;
    double below[5]; // below[i] = F(m - i)
};

static void poisson_step(struct poisson *poisson)
{
    memmove(poisson->below + 1, poisson->below, 4 * sizeof poisson->below[0]);
    poisson->m++;
    poisson->point *= poisson->mean / poisson->m;
    poisson->below[0] += poisson->point;
}

// The terms in both directions from that of m, which is set to 1, and all divided by their sum in
// the end: no logarithm of a large factorial, whose rounding the number of bins would multiply.
static struct poisson poisson_at(double mean, double m)
{
    const double least = 1e-22;
    double points[5] = {0};
    double below = 0, above = 0;
    double point = 1;
    for (double k = m; k >= 0 && (m - k < 5 || point > least); k--) {
        if (m - k < 5)
            points[(size_t)(m - k)] = point;
        below += point;
        point *= k / mean;
    }
    point = 1;
    for (double k = m + 1; point > least; k++) {
        point *= mean / k;
        above += point;
    }
    const double all = below + above;
    struct poisson poisson = {.mean = mean, .m = m, .point = 1 / all};
    for (size_t i = 0; i < 5; i++) {
        poisson.below[i] = below > 0 ? below / all : 0;
        below -= points[i];
    }
    return poisson;
}

// P(all bins <= m), by Edgeworth's series for the sum of truncated variables.
static double normal_below(const struct poisson *poisson, double bins, double log_all)
{
    const double f = poisson->below[0], l = poisson->mean;
    // Factorial moments of the truncated variable, then central ones.
    const double f1 = l * poisson->below[1] / f, f2 = l * l * poisson->below[2] / f;
    const double f3 = l * l * l * poisson->below[3] / f, f4 = l * l * l * l * poisson->below[4] / f;
    const double r2 = f2 + f1, r3 = f3 + 3 * f2 + f1, r4 = f4 + 6 * f3 + 7 * f2 + f1;
    const double variance = r2 - f1 * f1;
    if (!(variance > 0))
        return 0;
    const double third = r3 - 3 * f1 * r2 + 2 * f1 * f1 * f1;
    const double fourth = r4 - 4 * f1 * r3 + 6 * f1 * f1 * r2 - 3 * f1 * f1 * f1 * f1;
    const double skewness = third / (variance * real_sqrt(variance)) / real_sqrt(bins);
    const double kurtosis = (fourth / (variance * variance) - 3) / bins;

    const double deviation = real_sqrt(variance * bins);
    const double x = bins * (l - f1) / deviation;
    const double y = x * x;
    const double correction = 1 + skewness / 6 * x * (y - 3) + kurtosis / 24 * (y * (y - 6) + 3) +
                              skewness * skewness / 72 * (y * (y * (y - 15) + 45) - 15);
    const double log_normal = -y / 2 - real_log(deviation * real_sqrt(2 * M_PI));
    const double below = real_exp(bins * real_log(f) + log_normal - log_all) * correction;
    return below > 1 ? 1 : below > 0 ? below : 0;
}

static double normal_max(double bins, double mean)
{
    const double balls = bins * mean;
    const double log_all = -stirling_error(balls) - real_log(real_sqrt(2 * M_PI * balls));
    struct poisson poisson = poisson_at(mean, ceil(mean));
    double expected = poisson.m;
    for (;;) {
        expected += 1 - normal_below(&poisson, bins, log_all);
        poisson_step(&poisson);
        // P(max >= m) is at most this; the terms of the tail fall faster than geometrically.
        const double rest = bins * poisson.point * poisson.m / (poisson.m - mean);
        if (rest < negligible || poisson.m >= balls)
            return expected;
    }
}

double occupancy_peak_to_mean(uint64_t bins, uint64_t balls)
{
    if (bins == 0 || balls == 0)
        return NAN;
    if (bins == 1 || balls == 1)
        return (double)bins;
    const double mean = (double)balls / (double)bins;
    if (balls <= EXACT_BALLS)
        return exact_max(bins, (size_t)balls) / mean;
    if (mean <= mean_max)
        return normal_max((double)bins, mean) / mean;
    const double excess = normal_max((double)bins, mean_max) / mean_max - 1;
    return 1 + excess * real_sqrt(mean_max / mean);
}

double occupancy_distinct(uint64_t bins, uint64_t balls)
{
    if (bins <= 1)
        return bins == 1 && balls > 0 ? 1 : 0;
    const double n = (double)bins;
    return -n * real_expm1((double)balls * real_log1p(-1 / n));
}

double chi_square_of(const uint64_t *counts, size_t count)
{
    wide_uint total = 0;
    for (size_t i = 0; i < count; i++)
        total += counts[i];
    if (total == 0)
        return NAN;
    const double mean = (double)total / (double)count;
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const double off = (double)counts[i] - mean;
        sum += off * off / mean;
    }
    return sum;
}

double chi_square_tail(double chi_square, uint64_t degrees)
{
    if (degrees == 0 || isnan(chi_square))
        return NAN;
    return gamma_upper((double)degrees / 2, chi_square / 2);
}
