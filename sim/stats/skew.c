#include "stats/skew.h"

#include "base/mem.h"
#include "stats/real.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

static double gini_of(const uint64_t *counts, size_t count, double sum)
{
    uint64_t *sorted = mem_new(count, sizeof *sorted);
    memcpy(sorted, counts, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, ascending);
    wide_uint weighted = 0;
    for (size_t i = 0; i < count; i++)
        weighted += (wide_uint)sorted[i] * (i + 1);
    mem_free(sorted);
    const double n = (double)count;
    return 2 * (double)weighted / (n * sum) - (n + 1) / n;
}

struct skew skew_of(const uint64_t *counts, size_t count)
{
    struct skew skew = {.count = count,
                        .mean = NAN,
                        .max = NAN,
                        .peak_to_mean = NAN,
                        .cv = NAN,
                        .gini = NAN,
                        .jain = NAN,
                        .entropy_ratio = NAN,
                        .top_share = NAN,
                        .effective = NAN};
    wide_uint total = 0;
    uint64_t max = 0;
    for (size_t i = 0; i < count; i++) {
        total += counts[i];
        max = counts[i] > max ? counts[i] : max;
        skew.active += counts[i] > 0;
    }
    if (count == 0)
        return skew;
    const double n = (double)count;
    const double sum = (double)total;
    skew.mean = sum / n;
    skew.max = (double)max;
    if (max == 0)
        return skew;

    double squares = 0, deviations = 0, entropy = 0;
    for (size_t i = 0; i < count; i++) {
        const double x = (double)counts[i];
        squares += x * x;
        deviations += (x - skew.mean) * (x - skew.mean);
        if (counts[i] > 0)
            entropy -= x / sum * real_log(x / sum);
    }
    skew.peak_to_mean = skew.max / skew.mean;
    skew.cv = real_sqrt(deviations / n) / skew.mean;
    skew.gini = gini_of(counts, count, sum);
    skew.jain = sum / n * sum / squares;
    skew.top_share = skew.max / sum;
    skew.effective = sum / skew.max;
    if (count > 1) {
        const double ratio = entropy / real_log(n);
        skew.entropy_ratio = ratio < 1 ? ratio : 1;
    }
    return skew;
}
