// types.h -- the units and small plain types that every floor shares.
#ifndef HOTSIM_BASE_TYPES_H
#define HOTSIM_BASE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t sim_ns; // simulated time since the start of the run, in nanoseconds

// Sums of 64-bit values, which neither overflow nor round, so that adding is exact in any order.
__extension__ typedef unsigned __int128 wide_uint;
__extension__ typedef __int128 wide_int;

#define NS_PER_US UINT64_C(1000)
#define NS_PER_MS UINT64_C(1000000)
#define NS_PER_S UINT64_C(1000000000)

// A view of somebody else's bytes; need not end with a NUL, and may hold one.
struct bytes {
    const uint8_t *data;
    size_t size;
};

static inline struct bytes bytes_of(const void *data, size_t size)
{
    return (struct bytes){.data = (const uint8_t *)data, .size = size};
}

#endif
