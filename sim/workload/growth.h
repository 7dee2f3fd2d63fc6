// growth.h -- how many values a field has when there are more with every record.
//
// Record k sees start + k / every values, which is a function of its number alone.
#ifndef HOTSIM_WORKLOAD_GROWTH_H
#define HOTSIM_WORKLOAD_GROWTH_H

#include "base/types.h"

struct growth {
    uint64_t start; // at least 1
    uint64_t every; // records for a new value; 0: none
};

// At most 2^53, where growth ends.
static inline uint64_t growth_at(const struct growth *growth, uint64_t record)
{
    const uint64_t limit = UINT64_C(1) << 53;
    const uint64_t added = growth->every > 0 ? record / growth->every : 0;
    return added < limit - growth->start ? growth->start + added : limit;
}

#endif
