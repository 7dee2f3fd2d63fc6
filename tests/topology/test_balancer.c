#include "topology/balancer.h"
#include "topology/balancer_walk.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <string.h>

enum { REGIONS_MAX = 64, SERVERS_MAX = 16 };
#define MIB 1048576.0

struct scene {
    struct balancer_region regions[REGIONS_MAX];
    bool is_alive[SERVERS_MAX];
    struct balancer_view view;
};

// HBase's default weights, without racks: 592 in all.
static const struct balancer_config hbase = {
    .policy = BALANCER_STOCHASTIC,
    .slop = 0.001,
    .min_cost = 0.025,
    .region_count_cost = 500,
    .move_cost = 7,
    .locality_cost = 25,
    .table_skew_cost = 35,
    .read_cost = 5,
    .coprocessor_cost = 5,
    .write_cost = 5,
    .memory_cost = 5,
    .file_cost = 5,
    .max_steps = 1000000,
    .steps_per_region = 800,
};

// Servers with so many regions each, of one table.
static struct scene *scene_of(const uint32_t *counts, uint32_t servers)
{
    static struct scene scene;
    scene = (struct scene){.view = {.regions = scene.regions,
                                    .table_count = 1,
                                    .is_alive = scene.is_alive,
                                    .server_count = servers,
                                    .seed = 1}};
    for (uint32_t s = 0; s < servers; s++) {
        scene.is_alive[s] = true;
        for (uint32_t i = 0; i < counts[s]; i++)
            scene.regions[scene.view.region_count++].server = s;
    }
    return &scene;
}

static struct scene *five_on_each_of_four(void)
{
    return scene_of((const uint32_t[]){5, 5, 5, 5}, 4);
}

static double imbalance(const struct scene *scene)
{
    struct walk *walk = walk_new(&hbase, &scene->view);
    const double cost = walk_cost(walk) / walk_weights(walk);
    walk_free(walk);
    return cost;
}

// Applies the plan; how many moves it had.
static size_t carry_out(struct scene *scene, const struct balancer_config *config)
{
    struct balancer_move moves[REGIONS_MAX];
    bool seen[REGIONS_MAX] = {false};
    const size_t count = balancer_plan(config, &scene->view, moves);
    for (size_t i = 0; i < count; i++) {
        cr_expect(not(seen[moves[i].region]), "a region moves twice");
        cr_expect(scene->is_alive[moves[i].to], "to a server that is not there");
        seen[moves[i].region] = true;
        scene->regions[moves[i].region].server = moves[i].to;
    }
    return count;
}

static void counts_of(const struct scene *scene, uint32_t *out_least, uint32_t *out_most)
{
    uint32_t counts[SERVERS_MAX] = {0};
    for (uint32_t i = 0; i < scene->view.region_count; i++)
        counts[scene->regions[i].server]++;
    *out_least = UINT32_MAX;
    *out_most = 0;
    for (uint32_t s = 0; s < scene->view.server_count; s++) {
        if (!scene->is_alive[s])
            continue;
        *out_least = counts[s] < *out_least ? counts[s] : *out_least;
        *out_most = counts[s] > *out_most ? counts[s] : *out_most;
    }
}

static void expect_near(double got, double want)
{
    cr_expect(fabs(got - want) <= 1e-9 * fmax(1, fabs(want)), "%.12g, expected %.12g", got, want);
}

// ---- what HBase's costs say ----

Test(balancer, a_pure_write_hotspot_costs_too_little_to_move_anything)
{
    struct scene *scene = five_on_each_of_four();
    scene->regions[7].writes = 1e6;
    expect_near(imbalance(scene), 5.0 / 592); // 0.0084 < 0.025
    cr_expect(eq(sz, carry_out(scene, &hbase), 0));
}

Test(balancer, two_write_hotspots_of_one_server_stay_together)
{
    struct scene *scene = five_on_each_of_four();
    scene->regions[6].writes = scene->regions[7].writes = 1e6;
    expect_near(imbalance(scene), 5.0 / 592);
    cr_expect(eq(sz, carry_out(scene, &hbase), 0));
}

Test(balancer, hotspots_that_fill_memory_and_files_too_are_parted)
{
    struct scene *scene = five_on_each_of_four();
    for (int i = 6; i <= 7; i++) {
        scene->regions[i].writes = 1e6;
        scene->regions[i].memory = 100 * MIB;
        scene->regions[i].bytes = 900 * MIB;
    }
    expect_near(imbalance(scene), 15.0 / 592); // 0.0253 > 0.025
    cr_expect(ge(sz, carry_out(scene, &hbase), 1));
    cr_expect(not(eq(u32, scene->regions[6].server, scene->regions[7].server)));
    uint32_t least, most;
    counts_of(scene, &least, &most);
    cr_expect(all(eq(u32, least, 5), eq(u32, most, 5)), "counts are kept even");
}

Test(balancer, racks_make_the_same_just_too_cheap)
{
    struct scene *scene = five_on_each_of_four();
    struct balancer_config racks = hbase;
    racks.rack_cost = 15;
    for (int i = 6; i <= 7; i++) {
        scene->regions[i].writes = 1e6;
        scene->regions[i].memory = 100 * MIB;
        scene->regions[i].bytes = 900 * MIB;
    }
    cr_expect(eq(sz, carry_out(scene, &racks), 0)); // 15 / 607 = 0.0247
}

Test(balancer, one_region_with_all_the_load_is_not_worth_moving)
{
    struct scene *scene = five_on_each_of_four();
    scene->regions[7] = (struct balancer_region){
        .server = 1, .writes = 1e6, .memory = 100 * MIB, .bytes = 900 * MIB};
    expect_near(imbalance(scene), 15.0 / 592);
    cr_expect(eq(sz, carry_out(scene, &hbase), 0));
}

// ---- counts ----

// The mean is 10; HBase triggers at 12 or 8 with slop 0.001, above 12 or below 8 with 0.2.
Test(balancer, counts_are_evened_once_they_are_off_by_more_than_the_slop)
{
    static const struct {
        int policy;
        double slop;
        uint32_t counts[3];
        bool moves;
    } rows[] = {
        {BALANCER_STOCHASTIC, 0.001, {11, 9, 10}, false},
        {BALANCER_STOCHASTIC, 0.001, {12, 9, 9}, true},
        {BALANCER_STOCHASTIC, 0.001, {11, 11, 8}, true},
        {BALANCER_COUNT, 0.2, {12, 10, 8}, false},
        {BALANCER_COUNT, 0.2, {13, 9, 8}, true},
        {BALANCER_COUNT, 0.2, {12, 11, 7}, true},
        {BALANCER_NONE, 0, {30, 0, 0}, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene *scene = scene_of(rows[i].counts, 3);
        struct balancer_config config = hbase;
        config.policy = rows[i].policy;
        config.slop = rows[i].slop;
        config.min_cost = 1; // counts alone
        cr_expect(eq(int, carry_out(scene, &config) > 0, rows[i].moves), "row %zu", i);
        uint32_t least, most;
        counts_of(scene, &least, &most);
        if (rows[i].moves)
            cr_expect(all(eq(u32, least, 10), eq(u32, most, 10)), "row %zu", i);
    }
}

Test(balancer, an_idle_server_is_given_regions_whatever_the_slop)
{
    struct scene *scene = scene_of((const uint32_t[]){2, 1, 0}, 3);
    struct balancer_config config = hbase;
    config.slop = 100;
    config.min_cost = 1;
    cr_expect(eq(sz, carry_out(scene, &config), 1));
    scene = scene_of((const uint32_t[]){1, 1, 0}, 3);
    cr_expect(eq(sz, carry_out(scene, &config), 0), "one region each is all there is");
}

Test(balancer, a_server_that_is_lost_is_left_out)
{
    static const int rows[] = {BALANCER_COUNT, BALANCER_STOCHASTIC, BALANCER_LOAD};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene *scene = scene_of((const uint32_t[]){9, 0, 3, 0}, 4);
        scene->is_alive[1] = false;
        for (uint32_t r = 0; r < scene->view.region_count; r++)
            scene->regions[r].writes = 100;
        struct balancer_config config = hbase;
        config.policy = rows[i];
        cr_expect(gt(sz, carry_out(scene, &config), 0), "row %zu", i);
        uint32_t least, most;
        counts_of(scene, &least, &most);
        cr_expect(all(eq(u32, least, 4), eq(u32, most, 4)), "row %zu: %u..%u", i, least, most);
    }
}

Test(balancer, one_server_has_nobody_to_give_to)
{
    static const int rows[] = {BALANCER_COUNT, BALANCER_STOCHASTIC, BALANCER_LOAD};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene *scene = scene_of((const uint32_t[]){7}, 1);
        scene->regions[0].writes = 5;
        struct balancer_config config = hbase;
        config.policy = rows[i];
        cr_expect(eq(sz, carry_out(scene, &config), 0), "row %zu", i);
    }
}

// ---- the walk ----

static double skew_of(const double *x, uint32_t n)
{
    double total = 0;
    for (uint32_t i = 0; i < n; i++)
        total += x[i];
    const double mean = total / n;
    double squares = 0, least = 0;
    for (uint32_t i = 0; i < n; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    // The evenest division into whole numbers, spelled out server by server.
    const uint32_t whole = (uint32_t)(total / n);
    const uint32_t more = (uint32_t)total - whole * n;
    for (uint32_t i = 0; i < n; i++) {
        const double even = whole + (i < more ? 1 : 0);
        least += (even - mean) * (even - mean);
    }
    const double most = sqrt((total - mean) * (total - mean) + (n - 1) * mean * mean);
    const double span = most - sqrt(least);
    if (span <= 1e-4 || sqrt(squares) - sqrt(least) <= 1e-4)
        return 0;
    return fmin(1, (sqrt(squares) - sqrt(least)) / span);
}

static double cost_anew(const struct scene *scene, const uint32_t *at, const uint32_t *home)
{
    enum { TERMS = 7 };
    static const double weights[TERMS] = {500, 5, 5, 5, 5, 35, 35};
    const uint32_t n = scene->view.server_count;
    double sums[TERMS][SERVERS_MAX] = {{0}};
    double moved = 0;
    for (uint32_t i = 0; i < scene->view.region_count; i++) {
        const struct balancer_region *region = &scene->regions[i];
        const double shares[] = {1,
                                 region->reads,
                                 region->writes,
                                 floor(region->memory / MIB),
                                 floor((region->bytes - region->memory) / MIB),
                                 region->table == 0,
                                 region->table == 1};
        for (int t = 0; t < TERMS; t++)
            sums[t][at[i]] += shares[t];
        moved += at[i] != home[i];
    }
    double cost = 7 * moved / scene->view.region_count;
    for (int t = 0; t < TERMS; t++)
        cost += weights[t] * skew_of(sums[t], n);
    return cost;
}

Test(balancer, kept_sums_cost_what_sums_made_anew_cost)
{
    struct scene *scene = scene_of((const uint32_t[]){9, 0, 20, 7, 1}, 5);
    struct rng rng = rng_stream(3, "balancer test", 0);
    uint32_t home[REGIONS_MAX], at[REGIONS_MAX];
    scene->view.table_count = 2;
    for (uint32_t i = 0; i < scene->view.region_count; i++) {
        const double memory = (double)rng_upto(&rng, 200) * MIB / 2;
        const uint32_t server = scene->regions[i].server;
        scene->regions[i] =
            (struct balancer_region){.table = (uint32_t)rng_upto(&rng, 1),
                                     .server = server,
                                     .reads = (double)rng_upto(&rng, 1000),
                                     .writes = (double)rng_upto(&rng, 100000),
                                     .memory = memory,
                                     .bytes = memory + (double)rng_upto(&rng, 99) * MIB};
        home[i] = at[i] = server;
    }
    struct walk *walk = walk_new(&hbase, &scene->view);
    expect_near(walk_cost(walk), cost_anew(scene, at, home));
    for (int step = 0; step < 2000; step++) {
        const uint32_t region = (uint32_t)rng_upto(&rng, scene->view.region_count - 1);
        at[region] = (uint32_t)rng_upto(&rng, 4);
        walk_move(walk, region, at[region]);
        expect_near(walk_cost(walk), cost_anew(scene, at, home));
    }
    walk_free(walk);
}

Test(balancer, the_same_seed_gives_the_same_moves_and_each_lowers_the_cost)
{
    struct balancer_move first[REGIONS_MAX], again[REGIONS_MAX];
    struct scene *scene = scene_of((const uint32_t[]){12, 3, 0, 9, 1}, 5);
    for (uint32_t i = 0; i < scene->view.region_count; i++)
        scene->regions[i].writes = 1000 * (i % 7);
    const double before = imbalance(scene);
    const size_t count = balancer_plan(&hbase, &scene->view, first);
    cr_assert(eq(sz, balancer_plan(&hbase, &scene->view, again), count));
    for (size_t i = 0; i < count; i++)
        cr_expect(
            all(eq(u32, first[i].region, again[i].region), eq(u32, first[i].to, again[i].to)));
    (void)carry_out(scene, &hbase);
    cr_expect(lt(dbl, imbalance(scene), before));
    uint32_t least, most;
    counts_of(scene, &least, &most);
    cr_expect(all(eq(u32, least, 5), eq(u32, most, 5)));
}

// ---- by load ----

// 10 + 6 + 4, 3 and 0: the 10 would make the emptiest 10, below 20; then 10, 3, 10 gives 6 to 3.
Test(balancer, by_load_the_most_goes_down_with_every_move)
{
    struct scene *scene = scene_of((const uint32_t[]){3, 1, 0}, 3);
    static const double writes[] = {10, 6, 4, 3};
    for (int i = 0; i < 4; i++)
        scene->regions[i].writes = writes[i];
    const struct balancer_config config = {.policy = BALANCER_LOAD, .slop = 0.1};
    struct balancer_move moves[REGIONS_MAX];
    cr_assert(eq(sz, balancer_plan(&config, &scene->view, moves), 2));
    cr_expect(all(eq(u32, moves[0].region, 0), eq(u32, moves[0].to, 2)));
    cr_expect(all(eq(u32, moves[1].region, 1), eq(u32, moves[1].to, 1)));
}

Test(balancer, by_load_one_hot_region_is_not_moved_about)
{
    struct scene *scene = scene_of((const uint32_t[]){1, 1, 1}, 3);
    scene->regions[1].writes = 1e6;
    const struct balancer_config config = {.policy = BALANCER_LOAD, .slop = 0.2};
    cr_expect(eq(sz, carry_out(scene, &config), 0));
    scene->regions[1].writes = 0;
    cr_expect(eq(sz, carry_out(scene, &config), 0), "nothing was asked");
}
