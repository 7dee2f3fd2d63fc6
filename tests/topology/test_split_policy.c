#include "topology/split_policy.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

#define MIB UINT64_C(1048576)
#define GIB UINT64_C(1073741824)
#define S UINT64_C(1000000000)

static const struct split_config hbase = {
    .max_bytes = 10 * GIB, .jitter = 0.25, .flush_bytes = 128 * MIB, .busy_share = 0.2};

static struct split_config with(int policy)
{
    struct split_config config = hbase;
    config.policy = policy;
    return config;
}

static struct bytes text(const char *words)
{
    return bytes_of(words, strlen(words));
}

// HBase: 256 MiB, 2048, 6912 and then 10240 for 1, 2, 3 and more regions of a table on a server.
Test(split_policy, the_size_grows_with_the_cube_of_regions_or_in_one_step)
{
    static const struct {
        int policy;
        uint32_t regions_here;
        uint64_t mib;
    } rows[] = {
        {SPLIT_CONSTANT, 1, 10240},     {SPLIT_CONSTANT, 4, 10240},
        {SPLIT_INCREASING, 1, 256},     {SPLIT_INCREASING, 2, 2048},
        {SPLIT_INCREASING, 3, 6912},    {SPLIT_INCREASING, 4, 10240},
        {SPLIT_INCREASING, 0, 10240},   {SPLIT_INCREASING, 100, 10240},
        {SPLIT_INCREASING, 101, 10240}, {SPLIT_STEPPING, 1, 256},
        {SPLIT_STEPPING, 2, 10240},     {SPLIT_STEPPING, 0, 10240},
        {SPLIT_KEY_PREFIX, 3, 6912},    {SPLIT_DELIMITED_PREFIX, 2, 2048},
        {SPLIT_BUSY, 1, 256},           {SPLIT_SIZE_OR_HEAT, 1, 10240},
        {SPLIT_LOAD, 1, 10240},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct split_config config = with(rows[i].policy);
        struct split_view view = {.bytes = (double)(rows[i].mib * MIB),
                                  .max_bytes = 10 * GIB,
                                  .table_regions_here = rows[i].regions_here,
                                  .table_regions = 50};
        cr_expect(not(split_policy_wants(&config, &view)), "row %zu splits at its size", i);
        view.bytes += 1;
        cr_expect(split_policy_wants(&config, &view), "row %zu stays above its size", i);
    }
}

Test(split_policy, none_never_splits)
{
    const struct split_config config = with(SPLIT_NONE);
    const struct split_view view = {
        .bytes = 1e30, .max_bytes = 1, .is_hot = true, .blocked_share = 1, .now_ns = UINT64_MAX};
    cr_expect(not(split_policy_wants(&config, &view)));
}

// MapR-DB: a table of fewer than 4 regions is spread early, and never later than others.
Test(split_policy, a_table_of_few_regions_is_split_early)
{
    struct split_config config = {.policy = SPLIT_CONSTANT,
                                  .max_bytes = 6144 * MIB,
                                  .early_regions = 4,
                                  .early_bytes = 256 * MIB};
    struct split_view view = {.bytes = (double)(300 * MIB), .max_bytes = 6144 * MIB};
    view.table_regions = 3;
    cr_expect(split_policy_wants(&config, &view));
    view.table_regions = 4;
    cr_expect(not(split_policy_wants(&config, &view)));
    cr_expect(eq(dbl, split_policy_least_bytes(&config), (double)(256 * MIB)));
    config.early_bytes = 9999 * MIB;
    view.table_regions = 1;
    cr_expect(eq(dbl, split_policy_threshold(&config, &view), (double)(6144 * MIB)));
}

Test(split_policy, a_gate_bars_what_is_large_enough)
{
    struct split_config config = with(SPLIT_CONSTANT);
    config.server_regions = 1000;
    config.blocking_files = 16;
    const struct split_view open = {
        .bytes = 1e12, .max_bytes = 10 * GIB, .server_regions = 999, .files = 15};
    struct split_view view = open;
    cr_expect(split_policy_wants(&config, &view));
    view.server_regions = 1000;
    cr_expect(not(split_policy_wants(&config, &view)), "a server with too many regions");
    view = open;
    view.files = 16;
    cr_expect(not(split_policy_wants(&config, &view)), "a region with too many files");
    view = open;
    view.has_references = true;
    cr_expect(not(split_policy_wants(&config, &view)), "a half that reads its parent's files");
    config.server_regions = config.blocking_files = 0;
    view = open;
    view.server_regions = view.files = 1000000;
    cr_expect(split_policy_wants(&config, &view), "0 is no limit");
}

Test(split_policy, busy_needs_age_and_writes_turned_away)
{
    struct split_config config = with(SPLIT_BUSY);
    config.busy_age_ns = 600 * S;
    config.busy_share = 0.2;
    struct split_view view = {.bytes = 1,
                              .max_bytes = 10 * GIB,
                              .opened_ns = 50 * S,
                              .now_ns = 650 * S,
                              .blocked_share = 0.2};
    cr_expect(split_policy_wants(&config, &view));
    view.now_ns--;
    cr_expect(not(split_policy_wants(&config, &view)));
    view.now_ns++;
    view.blocked_share = 0.1999;
    cr_expect(not(split_policy_wants(&config, &view)));
}

// 8.75 to 11.25 GiB around 10, evenly: mean 10, variance 2.5^2 / 12.
Test(split_policy, the_jitter_is_uniform_within_an_eighth)
{
    const struct split_config config = with(SPLIT_CONSTANT);
    enum { DRAWS = 20000 };
    double sum = 0, squares = 0;
    for (uint64_t i = 0; i < DRAWS; i++) {
        const double gib = (double)split_policy_max_bytes(&config, 7, i) / (double)GIB;
        cr_assert(gib >= 8.75 && gib < 11.25, "%f", gib);
        sum += gib - 10;
        squares += (gib - 10) * (gib - 10);
    }
    // four standard errors: 0.7217 / sqrt(20000) and 0.5208 x sqrt(0.8) / sqrt(20000)
    cr_expect(sum / DRAWS < 0.0204 && sum / DRAWS > -0.0204, "%f", sum / DRAWS);
    cr_expect(squares / DRAWS > 0.5076 && squares / DRAWS < 0.5340, "%f", squares / DRAWS);
    cr_expect(
        eq(u64, split_policy_max_bytes(&config, 7, 3), split_policy_max_bytes(&config, 7, 3)));
    cr_expect(
        not(eq(u64, split_policy_max_bytes(&config, 7, 3), split_policy_max_bytes(&config, 8, 3))));
    struct split_config exact = config;
    exact.jitter = 0;
    cr_expect(eq(u64, split_policy_max_bytes(&exact, 7, 3), 10 * GIB));
}

Test(split_policy, prefixes_stay_together)
{
    static const struct {
        int policy, restriction;
        uint64_t length;
        const char *delimiter, *middle, *start, *point; // NULL: refused
    } rows[] = {
        {SPLIT_CONSTANT, RESTRICT_NONE, 2, "|", "user7|x", "", "user7|x"},
        {SPLIT_KEY_PREFIX, RESTRICT_NONE, 5, "", "user7|x", "", "user7"},
        {SPLIT_KEY_PREFIX, RESTRICT_NONE, 50, "", "user7|x", "", "user7|x"},
        {SPLIT_KEY_PREFIX, RESTRICT_NONE, 5, "", "user7|x", "user7", NULL},
        {SPLIT_KEY_PREFIX, RESTRICT_NONE, 5, "", "user7|x", "user6|z", "user7"},
        {SPLIT_DELIMITED_PREFIX, RESTRICT_NONE, 0, "|", "user7|x|y", "", "user7"},
        {SPLIT_DELIMITED_PREFIX, RESTRICT_NONE, 0, "::", "a:b::c", "", "a:b"},
        {SPLIT_DELIMITED_PREFIX, RESTRICT_NONE, 0, "|", "user7", "user6", "user7"},
        {SPLIT_DELIMITED_PREFIX, RESTRICT_NONE, 0, "|", "user7|x", "user7|a", NULL},
        {SPLIT_DELIMITED_PREFIX, RESTRICT_NONE, 0, "|", "|x", "", NULL},
        {SPLIT_STEPPING, RESTRICT_KEY_PREFIX, 4, "", "user7|x", "", "user"},
        {SPLIT_LOAD, RESTRICT_DELIMITED_PREFIX, 0, "|", "user7|x", "u", "user7"},
        {SPLIT_CONSTANT, RESTRICT_NONE, 0, "", "b", "b", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct split_config config = with(rows[i].policy);
        config.restriction = rows[i].restriction;
        config.prefix_length = rows[i].length;
        config.delimiter = (char *)(uintptr_t)rows[i].delimiter;
        struct buffer point = {0};
        const bool found =
            split_point_restrict(&config, text(rows[i].middle), text(rows[i].start), &point);
        cr_expect(eq(int, found, rows[i].point != NULL), "row %zu", i);
        if (rows[i].point && found)
            cr_expect(eq(str, (char *)point.data, (char *)(uintptr_t)rows[i].point), "row %zu", i);
        buffer_done(&point);
    }
}
