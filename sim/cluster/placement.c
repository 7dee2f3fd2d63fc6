#include "base/rng.h"
#include "cluster/cluster.h"
#include "cluster/store.h"

#include <assert.h>

void placement_fill(int placement, uint32_t servers, uint32_t partitions, uint64_t seed,
                    uint64_t table_index, uint32_t *out_server)
{
    assert(servers >= 1);
    struct rng rng = rng_stream(seed, "placement", table_index);
    const uint64_t blocks = servers < partitions ? servers : partitions;
    for (uint32_t i = 0; i < partitions; i++) {
        switch ((enum placement)placement) {
        case PLACEMENT_ROUND_ROBIN:
            out_server[i] = i % servers;
            break;
        case PLACEMENT_RANDOM:
            out_server[i] = (uint32_t)rng_upto(&rng, servers - 1);
            break;
        case PLACEMENT_CONTIGUOUS:
            out_server[i] = (uint32_t)(i * blocks / partitions);
            break;
        }
    }
}
