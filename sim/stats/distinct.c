#include "stats/distinct.h"

#include "stats/real.h"

#include <math.h>

enum { INDEX_BITS = 14, RANK_MAX = 64 - INDEX_BITS + 1 };

void distinct_add(struct distinct *distinct, uint64_t hash)
{
    const size_t index = (size_t)(hash >> (64 - INDEX_BITS));
    const uint64_t rest = hash << INDEX_BITS;
    const uint8_t rank = (uint8_t)(rest == 0 ? RANK_MAX : __builtin_clzll(rest) + 1);
    if (distinct->registers[index] < rank)
        distinct->registers[index] = rank;
}

// Ertl's sigma and tau: the sums over the registers that are empty, and that are full.
static double sigma(double x)
{
    double y = 1, z = x, last;
    do {
        x *= x;
        last = z;
        z += x * y;
        y += y;
    } while (z > last);
    return z;
}

static double tau(double x)
{
    double y = 1, z = 1 - x, last;
    if (x <= 0 || x >= 1)
        return 0;
    do {
        x = real_sqrt(x);
        last = z;
        y /= 2;
        z -= (1 - x) * (1 - x) * y;
    } while (z < last);
    return z / 3;
}

double distinct_estimate(const struct distinct *distinct)
{
    const double m = DISTINCT_REGISTERS;
    uint32_t counts[RANK_MAX + 1] = {0};
    for (size_t i = 0; i < DISTINCT_REGISTERS; i++)
        counts[distinct->registers[i]]++;
    if (counts[0] == DISTINCT_REGISTERS)
        return 0;
    double z = m * tau(1 - counts[RANK_MAX] / m);
    for (size_t rank = RANK_MAX - 1; rank >= 1; rank--)
        z = (z + counts[rank]) / 2;
    z += m * sigma(counts[0] / m);
    return m * m / (2 * real_log(2) * z);
}
