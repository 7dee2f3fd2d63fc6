// rng.h -- repeatable randomness, one named stream per use.
//
// A stream is derived from (seed, name, index) alone. Adding a stream, or drawing more
// from one, never moves another. There is no global generator and no reading of the clock.
//
// Two ways to draw, from the same streams:
//   in sequence   rng_next and friends: SplitMix64 (Steele, Lea, Flood 2014; the constants and
//                 the check values are those of Vigna's public-domain splitmix64.c);
//   by position   rng_at(stream, k): the generator that belongs to the k-th record, so that a
//                 record's values are a function of (seed, name, k) and can be made again.
//
// A struct rng is a plain value: copy it to replay, compare it to test.
#ifndef HOTSIM_BASE_RNG_H
#define HOTSIM_BASE_RNG_H

#include "base/types.h"

struct rng {
    uint64_t state;
};

struct rng rng_stream(uint64_t seed, const char *name, uint64_t index);
uint64_t rng_upto(struct rng *rng, uint64_t max); // 0..max, both included, no modulo bias

// The finaliser of SplitMix64: a bijection of 64 bits in which each bit depends on all.
static inline uint64_t rng_mix(uint64_t bits)
{
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

static inline uint64_t rng_next(struct rng *rng)
{
    rng->state += UINT64_C(0x9e3779b97f4a7c15);
    return rng_mix(rng->state);
}

// The generator of position k of a stream. Mixing k twice keeps neighbours' sequences apart.
static inline struct rng rng_at(struct rng stream, uint64_t k)
{
    return (struct rng){.state = rng_mix(stream.state + rng_mix(k + UINT64_C(0x632be59bd9b4e019)))};
}

// The top 53 bits as a number in [0, 1).
static inline double rng_unit_of(uint64_t bits)
{
    return (double)(bits >> 11) * 0x1.0p-53;
}

static inline double rng_unit(struct rng *rng)
{
    return rng_unit_of(rng_next(rng));
}

#endif
