// By load: the server that is asked the most gives a region to the one that is asked the least, as
// long as that lowers the most and the most is above the mean by more than the slop. How the stores
// that balance by load choose is not published; this is the plainest way.
#include "topology/balancer_parts.h"

#include "base/mem.h"

static double load_of(const struct balancer_region *region)
{
    return region->reads + region->writes;
}

// The region that is asked the most of those whose move leaves the receiver below `most`.
static uint32_t best_of(const struct balancer_view *view, const bool *has_moved, uint32_t from,
                        double room)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < view->region_count; i++) {
        const struct balancer_region *region = &view->regions[i];
        const double load = load_of(region);
        if (region->server == from && !has_moved[i] && load > 0 && load < room &&
            (best == UINT32_MAX || load > load_of(&view->regions[best])))
            best = i;
    }
    return best;
}

static void extremes(const struct balancer_view *view, const double *loads, uint32_t *out_most,
                     uint32_t *out_least)
{
    uint32_t most = UINT32_MAX;
    uint32_t least = UINT32_MAX;
    for (uint32_t s = 0; s < view->server_count; s++) {
        if (!view->is_alive[s])
            continue;
        most = most == UINT32_MAX || loads[s] > loads[most] ? s : most;
        least = least == UINT32_MAX || loads[s] < loads[least] ? s : least;
    }
    *out_most = most;
    *out_least = least;
}

size_t balancer_load(const struct balancer_config *config, const struct balancer_view *view,
                     struct balancer_move *out_moves)
{
    double *loads = mem_new(view->server_count, sizeof *loads);
    bool *has_moved = mem_new(view->region_count, sizeof *has_moved);
    double sum = 0;
    uint32_t alive = 0;
    size_t moves = 0;
    for (uint32_t i = 0; i < view->region_count; i++) {
        loads[view->regions[i].server] += load_of(&view->regions[i]);
        sum += load_of(&view->regions[i]);
    }
    for (uint32_t s = 0; s < view->server_count; s++)
        alive += view->is_alive[s];
    while (alive >= 2) {
        uint32_t most;
        uint32_t least;
        extremes(view, loads, &most, &least);
        if (loads[most] <= sum / alive * (1 + config->slop))
            break;
        const uint32_t region = best_of(view, has_moved, most, loads[most] - loads[least]);
        if (region == UINT32_MAX)
            break;
        has_moved[region] = true;
        loads[most] -= load_of(&view->regions[region]);
        loads[least] += load_of(&view->regions[region]);
        out_moves[moves++] = (struct balancer_move){.region = region, .to = least};
    }
    mem_free(has_moved);
    mem_free(loads);
    return moves;
}
