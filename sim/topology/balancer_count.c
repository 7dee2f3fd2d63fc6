// By count: every server gets floor or ceil of the mean, and no region moves that need not.
#include "topology/balancer_parts.h"

#include "base/mem.h"

#include <math.h>

static bool is_sloppy(const struct balancer_config *config, const struct balancer_view *view,
                      const uint32_t *counts, double mean)
{
    const double most = ceil(mean * (1 + config->slop));
    const double least = floor(mean * (1 - config->slop));
    bool sloppy = false;
    for (uint32_t s = 0; s < view->server_count; s++)
        sloppy = sloppy || (view->is_alive[s] && (counts[s] > most || counts[s] < least));
    return sloppy;
}

// The emptiest server, the first of those as empty.
static uint32_t emptiest(const struct balancer_view *view, const uint32_t *counts)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t s = 0; s < view->server_count; s++)
        if (view->is_alive[s] && (best == UINT32_MAX || counts[s] < counts[best]))
            best = s;
    return best;
}

// Regions are taken from the servers above the mean, the youngest first, and given to the emptiest.
size_t balancer_count(const struct balancer_config *config, const struct balancer_view *view,
                      struct balancer_move *out_moves)
{
    uint32_t alive;
    size_t moves = 0;
    uint32_t *counts = balancer_counts(view, &alive);
    const double mean = alive > 0 ? (double)view->region_count / alive : 0;
    if (alive >= 2 && is_sloppy(config, view, counts, mean)) {
        for (uint32_t i = view->region_count; i-- > 0;) {
            const uint32_t from = view->regions[i].server;
            const uint32_t to = emptiest(view, counts);
            if (counts[from] <= floor(mean) || counts[from] < counts[to] + 2)
                continue;
            counts[from]--;
            counts[to]++;
            out_moves[moves++] = (struct balancer_move){.region = i, .to = to};
        }
    }
    mem_free(counts);
    return moves;
}
