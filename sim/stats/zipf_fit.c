#include "stats/zipf_fit.h"

#include "base/mem.h"
#include "stats/real.h"
#include "stats/sampler.h"

#include <math.h>

enum { COUNTS_MIN = 10, STEPS = 60 };
static const double steepest = 8;

struct likelihood {
    double sum;     // of all counts
    double log_sum; // of counts times the logarithm of their rank
    size_t ranks;
};

static double likelihood_at(const struct likelihood *of, double theta)
{
    return -theta * of->log_sum - of->sum * real_log(zipf_zeta(of->ranks, theta));
}

// The largest difference of the two distributions over the ranks.
static double distance_of(const uint64_t *counts, const struct likelihood *of, double theta)
{
    const double zeta = zipf_zeta(of->ranks, theta);
    double seen = 0, expected = 0, largest = 0;
    for (size_t i = 0; i < of->ranks; i++) {
        seen += (double)counts[i];
        expected += real_exp(-theta * real_log((double)(i + 1)));
        const double gap = fabs(seen / of->sum - expected / zeta);
        largest = gap > largest ? gap : largest;
    }
    return largest;
}

struct zipf_fit zipf_fit_of(const uint64_t *counts, size_t count)
{
    if (count < COUNTS_MIN || counts[0] == counts[count - 1])
        return (struct zipf_fit){.theta = NAN, .distance = NAN};
    struct likelihood of = {.ranks = count};
    for (size_t i = 0; i < count; i++) {
        of.sum += (double)counts[i];
        of.log_sum += (double)counts[i] * real_log((double)(i + 1));
    }
    // The likelihood is concave in theta.
    double low = 0, high = steepest;
    for (int i = 0; i < STEPS; i++) {
        const double third = (high - low) / 3;
        if (likelihood_at(&of, low + third) < likelihood_at(&of, high - third))
            low += third;
        else
            high -= third;
    }
    const double theta = (low + high) / 2;
    return (struct zipf_fit){.theta = theta, .distance = distance_of(counts, &of, theta)};
}
