#include "stats/sampler.h"

#include "base/vector.h"
#include "stats/log_kernel.h"
#include "stats/real.h"

// The top 52 bits as a number in (0, 1): the middle of its step of 2^-52.
static inline double open_unit_of(uint64_t bits)
{
    const uint64_t one = UINT64_C(0x3ff0000000000000);
    return real_of_bits(bits >> 12 | one) - (1 - 0x1p-53);
}

FOR_EACH_VECTOR_WIDTH static void exponential(const uint64_t *bits, size_t count, double *out)
{
    for (size_t i = 0; i < count; i++)
        out[i] = -log_kernel(open_unit_of(bits[i]));
}

void sample_exponential(const uint64_t *bits, size_t count, double *out)
{
    exponential(bits, count, out);
}

double sample_exponential_one(struct rng *rng)
{
    return -log_kernel(open_unit_of(rng_next(rng)));
}

double sample_normal(struct rng *rng)
{
    for (;;) {
        const double x = 2 * rng_unit(rng) - 1;
        const double y = 2 * rng_unit(rng) - 1;
        const double square = x * x + y * y;
        if (square > 0 && square < 1)
            return x * real_sqrt(-2 * real_log(square) / square);
    }
}

// One round changes one half by the other, which can be undone: a permutation of 2^(left + right).
static uint64_t feistel(uint64_t value, int left_bits, int right_bits, uint64_t key)
{
    enum { ROUNDS = 8 };
    const uint64_t left_mask = (UINT64_C(1) << left_bits) - 1;
    const uint64_t right_mask = (UINT64_C(1) << right_bits) - 1;
    uint64_t left = value >> right_bits;
    uint64_t right = value & right_mask;
    for (uint64_t round = 0; round < ROUNDS; round += 2) {
        left ^= rng_mix(rng_mix(key + round) + right) & left_mask;
        right ^= rng_mix(rng_mix(key + round + 1) + left) & right_mask;
    }
    return left << right_bits | right;
}

// Walks on while the permutation of the next power of two leads out of 0..cardinality-1; fewer than
// 2 steps in the mean.
uint64_t permute(uint64_t value, uint64_t cardinality, uint64_t key)
{
    if (cardinality < 2)
        return value;
    const int bits = 64 - __builtin_clzll(cardinality - 1);
    do {
        value = feistel(value, bits / 2, bits - bits / 2, key);
    } while (value >= cardinality);
    return value;
}
