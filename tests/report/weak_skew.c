#include "stats/skew.h"
#include <math.h>
__attribute__((weak)) struct skew skew_of(const uint64_t *c, size_t n)
{
    double sum = 0, sq = 0, max = 0, g = 0;
    uint64_t active = 0;
    for (size_t i = 0; i < n; i++) {
        sum += c[i];
        sq += (double)c[i] * c[i];
        if (c[i] > max)
            max = c[i];
        active += c[i] > 0;
    }
    if (sum == 0)
        return (struct skew){n, 0, 0, 0, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            g += fabs((double)c[i] - (double)c[j]);
    double mean = sum / n, cv = sqrt(sq / n - mean * mean) / mean;
    return (struct skew){
        n,   active,    mean,     max, max / mean, cv, g / (2.0 * n * sum), sum * sum / (n * sq),
        0.9, max / sum, sum / max};
}
