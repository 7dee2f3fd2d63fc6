#include "stats/gray.h"

#include "stats/real.h"

#include <assert.h>

struct gray gray_of(uint64_t cardinality, double theta, double zeta)
{
    assert(cardinality > 2 && theta >= 0 && theta < 1);
    const double first_two = 1 + real_pow(0.5, theta);
    const double left = real_pow(2 / (double)cardinality, 1 - theta);
    return (struct gray){
        .cardinality = cardinality,
        .zeta = zeta,
        .first_two = first_two,
        .alpha = 1 / (1 - theta),
        .eta = (1 - left) / (1 - first_two / zeta),
    };
}

uint64_t gray_sample(const struct gray *gray, struct rng *rng)
{
    const double u = rng_unit(rng);
    const double weight = u * gray->zeta;
    if (weight < 1)
        return 0;
    if (weight < gray->first_two)
        return 1;
    const double part = real_pow(gray->eta * u - gray->eta + 1, gray->alpha);
    const uint64_t rank = (uint64_t)((double)gray->cardinality * part);
    return rank < gray->cardinality ? rank : gray->cardinality - 1;
}
