#include "topology/balancer.h"

#include "base/mem.h"
#include "topology/balancer_parts.h"

static size_t balancer_none(const struct balancer_config *config, const struct balancer_view *view,
                            struct balancer_move *out_moves)
{
    (void)config;
    (void)view;
    (void)out_moves;
    return 0;
}

static size_t (*const policies[BALANCER_POLICIES])(const struct balancer_config *config,
                                                   const struct balancer_view *view,
                                                   struct balancer_move *out_moves) = {
    [BALANCER_NONE] = balancer_none,
    [BALANCER_COUNT] = balancer_count,
    [BALANCER_STOCHASTIC] = balancer_stochastic,
    [BALANCER_LOAD] = balancer_load,
};

size_t balancer_plan(const struct balancer_config *config, const struct balancer_view *view,
                     struct balancer_move *out_moves)
{
    return policies[config->policy](config, view, out_moves);
}

uint32_t *balancer_counts(const struct balancer_view *view, uint32_t *out_alive)
{
    uint32_t *counts = mem_new(view->server_count, sizeof *counts);
    *out_alive = 0;
    for (uint32_t s = 0; s < view->server_count; s++)
        *out_alive += view->is_alive[s];
    for (uint32_t i = 0; i < view->region_count; i++)
        counts[view->regions[i].server]++;
    return counts;
}
