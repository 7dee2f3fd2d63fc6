#include "topology/balancer_walk.h"

#include "base/mem.h"
#include "stats/real.h"

#include <math.h>

// ---- how uneven ----

// HBase's COST_EPSILON: deviations that differ by less are the same.
static const double epsilon = 0.0001;

static double scale(double least, double most, double value)
{
    if (most - least <= epsilon || value - least <= epsilon)
        return 0;
    return fmin(1, (value - least) / (most - least));
}

static double least_skew(double total, double servers)
{
    const double mean = total / servers;
    if (servers > total)
        return real_sqrt((servers - total) * mean * mean + (1 - mean) * (1 - mean) * total);
    const double high = trunc(total - floor(mean) * servers);
    const double up = ceil(mean) - mean;
    const double down = mean - floor(mean);
    return real_sqrt(high * up * up + (servers - high) * down * down);
}

static double most_skew(double total, double servers)
{
    const double mean = total / servers;
    return real_sqrt((total - mean) * (total - mean) + (servers - 1) * mean * mean);
}

static void price(struct walk_sum *sum, double servers)
{
    const double squared = fmax(0, sum->squares - sum->total * sum->total / servers);
    sum->cost = scale(sum->least, sum->most, real_sqrt(squared));
}

// ---- sums ----

static double in_mib(double bytes)
{
    return floor(bytes / 1048576);
}

// What a region adds to a term: 0 to that of another table.
static double share_of(const struct balancer_region *region, uint32_t term)
{
    switch (term) {
    case WALK_REGIONS:
        return 1;
    case WALK_READS:
        return region->reads;
    case WALK_WRITES:
        return region->writes;
    case WALK_MEMORY:
        return in_mib(region->memory);
    case WALK_FILES:
        return in_mib(fmax(0, region->bytes - region->memory));
    default:
        return term == WALK_TABLES + region->table ? 1 : 0;
    }
}

static void add(struct walk_sum *sum, uint32_t server, double amount)
{
    const double before = sum->of_server[server];
    const double after = before + amount;
    sum->of_server[server] = after;
    sum->squares += after * after - before * before;
}

static void make_sums(struct walk *walk)
{
    const struct balancer_config *config = walk->config;
    const double weights[] = {[WALK_REGIONS] = config->region_count_cost,
                              [WALK_READS] = config->read_cost,
                              [WALK_WRITES] = config->write_cost,
                              [WALK_MEMORY] = config->memory_cost,
                              [WALK_FILES] = config->file_cost};
    walk->sum_count = WALK_TABLES + walk->view->table_count;
    walk->sums = mem_new(walk->sum_count, sizeof *walk->sums);
    for (uint32_t t = 0; t < walk->sum_count; t++) {
        struct walk_sum *sum = &walk->sums[t];
        sum->of_server = mem_new(walk->server_count, sizeof *sum->of_server);
        sum->weight = t < WALK_TABLES ? weights[t] : config->table_skew_cost;
        for (uint32_t i = 0; i < walk->view->region_count; i++) {
            const double amount = share_of(&walk->view->regions[i], t);
            add(sum, walk->at[i], amount);
            sum->total += amount;
        }
        sum->least = least_skew(sum->total, walk->server_count);
        sum->most = most_skew(sum->total, walk->server_count);
        price(sum, walk->server_count);
    }
}

// ---- places ----

static void put_on(struct walk *walk, uint32_t region, uint32_t to)
{
    struct walk_server *server = &walk->servers[to];
    if (server->count == server->capacity) {
        server->capacity = server->capacity > 0 ? 2 * server->capacity : 8;
        server->regions = mem_resize(server->regions, server->capacity, sizeof *server->regions);
    }
    walk->at[region] = to;
    walk->place[region] = server->count;
    server->regions[server->count++] = region;
}

static void take_off(struct walk *walk, uint32_t region)
{
    struct walk_server *server = &walk->servers[walk->at[region]];
    const uint32_t last = server->regions[--server->count];
    server->regions[walk->place[region]] = last;
    walk->place[last] = walk->place[region];
}

struct walk *walk_new(const struct balancer_config *config, const struct balancer_view *view)
{
    struct walk *walk = mem_new(1, sizeof *walk);
    uint32_t *number = mem_new(view->server_count, sizeof *number);
    *walk = (struct walk){.config = config, .view = view};
    walk->servers = mem_new(view->server_count, sizeof *walk->servers);
    for (uint32_t s = 0; s < view->server_count; s++) {
        number[s] = walk->server_count;
        if (view->is_alive[s])
            walk->servers[walk->server_count++].name = s;
    }
    walk->home = mem_new(view->region_count, sizeof *walk->home);
    walk->at = mem_new(view->region_count, sizeof *walk->at);
    walk->place = mem_new(view->region_count, sizeof *walk->place);
    for (uint32_t i = 0; i < view->region_count; i++) {
        walk->home[i] = number[view->regions[i].server];
        put_on(walk, i, walk->home[i]);
    }
    make_sums(walk);
    mem_free(number);
    return walk;
}

void walk_free(struct walk *walk)
{
    for (uint32_t t = 0; t < walk->sum_count; t++)
        mem_free(walk->sums[t].of_server);
    for (uint32_t s = 0; s < walk->server_count; s++)
        mem_free(walk->servers[s].regions);
    mem_free(walk->sums);
    mem_free(walk->servers);
    mem_free(walk->home);
    mem_free(walk->at);
    mem_free(walk->place);
    mem_free(walk);
}

static void shift(struct walk *walk, uint32_t term, const struct balancer_region *region,
                  uint32_t from, uint32_t to)
{
    struct walk_sum *sum = &walk->sums[term];
    const double amount = share_of(region, term);
    if (amount == 0)
        return;
    add(sum, from, -amount);
    add(sum, to, amount);
    price(sum, walk->server_count);
}

void walk_move(struct walk *walk, uint32_t region, uint32_t to)
{
    const struct balancer_region *its = &walk->view->regions[region];
    const uint32_t from = walk->at[region];
    for (uint32_t t = 0; t < WALK_TABLES; t++)
        shift(walk, t, its, from, to);
    shift(walk, WALK_TABLES + its->table, its, from, to);
    take_off(walk, region);
    put_on(walk, region, to);
    walk->moved -= from != walk->home[region];
    walk->moved += to != walk->home[region];
}

// ---- what it costs ----

// As many moves as regions cost 1, more than may be made at once more than all else.
static double cost_of_moves(const struct walk *walk)
{
    const double regions = walk->view->region_count;
    const double most = fmax(600, regions);
    return walk->moved > most ? 1e6 : scale(0, fmin(regions, most), walk->moved);
}

double walk_cost(const struct walk *walk)
{
    double cost = walk->config->move_cost * cost_of_moves(walk);
    for (uint32_t t = 0; t < walk->sum_count; t++)
        cost += walk->sums[t].weight * walk->sums[t].cost;
    return cost;
}

double walk_weights(const struct walk *walk)
{
    const struct balancer_config *config = walk->config;
    return config->region_count_cost + config->move_cost + config->locality_cost +
           config->rack_cost + config->table_skew_cost + config->read_cost +
           config->coprocessor_cost + config->write_cost + config->memory_cost + config->file_cost;
}
