// HBase's StochasticLoadBalancer: steps at random, of which those that make it cheaper are kept.
//
// HBase stops after 30 s by its clock; this stops after so much work, and once steps have found
// nothing for long, so that it ends the same on every machine.
#include "topology/balancer_parts.h"

#include "topology/balancer_walk.h"

#include <math.h>

// Servers that are looked at in all of one walk.
static const double work_max = 1 << 27;
// Steps without a gain, for each region and server, after which there is taken to be none.
enum { FRUITLESS_EACH = 20, FRUITLESS_LEAST = 10000 };
static const uint32_t nobody = UINT32_MAX;

struct action {
    uint32_t region, to;         // moves,
    uint32_t other_region, back; // and where not nobody: this one in its place
};

// ---- whether ----

static bool is_out_of_count(const struct walk *walk)
{
    const double mean = (double)walk->view->region_count / walk->server_count;
    const double most = ceil(mean * (1 + walk->config->slop));
    const double least = floor(mean * (1 - walk->config->slop));
    bool some_idle = false;
    bool some_more = false;
    bool sloppy = false;
    for (uint32_t s = 0; s < walk->server_count; s++) {
        const uint32_t count = walk->servers[s].count;
        some_idle |= count == 0;
        some_more |= count > 1;
        sloppy |= count > most || count < least;
    }
    return sloppy || (some_idle && some_more);
}

static bool needs_balance(const struct walk *walk)
{
    const double weights = walk_weights(walk);
    return walk->server_count >= 2 && weights > 0 &&
           (is_out_of_count(walk) || walk_cost(walk) / weights >= walk->config->min_cost);
}

// ---- a step ----

static uint32_t some_region(const struct walk_server *server, double chance_of_none,
                            struct rng *rng)
{
    if (server->count == 0 || rng_unit(rng) < chance_of_none)
        return nobody;
    return server->regions[rng_upto(rng, server->count - 1)];
}

// A region goes from the server with more of them to the other, or back in exchange.
static struct action between(const struct walk *walk, uint32_t one, uint32_t two, struct rng *rng)
{
    const struct walk_server *servers = walk->servers;
    const bool one_has_more = servers[one].count > servers[two].count;
    const uint32_t here = some_region(&servers[one], one_has_more ? 0 : 0.5, rng);
    const uint32_t there = some_region(&servers[two], one_has_more ? 0.5 : 0, rng);
    if (here == nobody)
        return (struct action){there, one, nobody, two};
    return (struct action){here, two, there, one};
}

static struct action at_random(const struct walk *walk, struct rng *rng)
{
    const uint32_t one = (uint32_t)rng_upto(rng, walk->server_count - 1);
    const uint32_t two = (uint32_t)rng_upto(rng, walk->server_count - 2);
    return between(walk, one, two + (two >= one), rng);
}

static struct action by_count(const struct walk *walk, struct rng *rng)
{
    uint32_t fullest = 0;
    uint32_t emptiest = walk->server_count - 1;
    for (uint32_t s = 0; s < walk->server_count; s++) {
        fullest = walk->servers[s].count > walk->servers[fullest].count ? s : fullest;
        emptiest = walk->servers[s].count < walk->servers[emptiest].count ? s : emptiest;
    }
    return fullest == emptiest ? at_random(walk, rng) : between(walk, fullest, emptiest, rng);
}

// By counts as often as uneven counts are among the costs of all terms.
static struct action next_action(const struct walk *walk, struct rng *rng)
{
    double costs = 0;
    for (uint32_t t = 0; t < walk->sum_count; t++)
        costs += walk->sums[t].cost;
    return rng_unit(rng) * costs < walk->sums[WALK_REGIONS].cost ? by_count(walk, rng)
                                                                 : at_random(walk, rng);
}

static void act(struct walk *walk, const struct action *action, bool undo)
{
    walk_move(walk, action->region, undo ? action->back : action->to);
    if (action->other_region != nobody)
        walk_move(walk, action->other_region, undo ? action->to : action->back);
}

// ---- the walk ----

static void take_steps(struct walk *walk, struct rng *rng)
{
    const double places = (double)walk->view->region_count * walk->server_count;
    const double each = places * (double)walk->config->steps_per_region;
    const double steps =
        fmin(fmin((double)walk->config->max_steps, each), work_max / walk->server_count);
    const double patience = fmax(FRUITLESS_LEAST, FRUITLESS_EACH * places);
    double cost = walk_cost(walk);
    double fruitless = 0;
    for (double step = 0; step < steps && fruitless < patience; step++) {
        const struct action action = next_action(walk, rng);
        fruitless++;
        if (action.region == nobody)
            continue;
        act(walk, &action, false);
        const double now = walk_cost(walk);
        if (now < cost) {
            cost = now;
            fruitless = 0;
        } else {
            act(walk, &action, true);
        }
    }
}

size_t balancer_stochastic(const struct balancer_config *config, const struct balancer_view *view,
                           struct balancer_move *out_moves)
{
    struct walk *walk = walk_new(config, view);
    size_t moves = 0;
    if (view->region_count > 0 && needs_balance(walk)) {
        struct rng rng = rng_stream(view->seed, "balancer", 0);
        take_steps(walk, &rng);
        for (uint32_t i = 0; i < view->region_count; i++) {
            if (walk->at[i] != walk->home[i])
                out_moves[moves++] =
                    (struct balancer_move){.region = i, .to = walk->servers[walk->at[i]].name};
        }
    }
    walk_free(walk);
    return moves;
}
