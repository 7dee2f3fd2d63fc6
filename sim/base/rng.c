#include "base/rng.h"

// FNV-1a spells the name, the mixer spreads it: names that differ in one letter part fully.
static uint64_t name_bits(const char *name)
{
    uint64_t bits = UINT64_C(0xcbf29ce484222325);
    for (; *name; name++)
        bits = (bits ^ (uint8_t)*name) * UINT64_C(0x100000001b3);
    return rng_mix(bits);
}

struct rng rng_stream(uint64_t seed, const char *name, uint64_t index)
{
    const uint64_t named = rng_mix(seed + name_bits(name));
    return (struct rng){.state = rng_mix(named + rng_mix(index))};
}

// Lemire's multiply-shift with rejection of the biased low part.
uint64_t rng_upto(struct rng *rng, uint64_t max)
{
    if (max == UINT64_MAX)
        return rng_next(rng);
    const uint64_t range = max + 1;
    const uint64_t biased = (0 - range) % range;
    for (;;) {
        const wide_uint product = (wide_uint)rng_next(rng) * range;
        if ((uint64_t)product >= biased)
            return (uint64_t)(product >> 64);
    }
}
