#include "base/mem.h"
#include "base/rng.h"
#include "metrics/ledger.h"

#include <criterion/criterion.h>
#include <math.h>

static const uint32_t server_of[] = {0, 1, 0, 1, 0, 0};
static const uint32_t heat_row_of[] = {0, 1, 2, 3, 4, 4};
static const uint32_t table_first[] = {0, 4, 6};
static const uint32_t table_count[] = {4, 2};

static struct ledger *two_tables(uint32_t windows)
{
    const struct ledger_layout layout = {
        .partitions = 6,
        .servers = 2,
        .server_capacity = 2,
        .server_of = server_of,
        .table_first = table_first,
        .table_count = table_count,
        .tables = 2,
        .windows = windows,
        .heat_rows = 5,
        .heat_row_of = heat_row_of,
    };
    return ledger_new(&layout);
}

Test(ledger, a_hotspot_that_moves_is_even_in_total_and_hot_in_each_window)
{
    struct ledger *ledger = two_tables(4);
    for (uint32_t w = 0; w < 4; w++) {
        const uint32_t partitions[] = {w, w, w};
        ledger_open_window(ledger, w, w * NS_PER_S);
        ledger_count(ledger, partitions, 3);
    }
    ledger_finish(ledger, 4 * NS_PER_S);

    struct load_summary summary = {0};
    ledger_summarise(ledger, 0, &summary);
    cr_expect_eq(summary.count, 12);
    cr_expect_float_eq(summary.partitions.peak_to_mean, 1, 1e-12);
    cr_expect_eq(summary.window_count, 4);
    cr_expect_float_eq(summary.partition_peak_to_mean.mean, 4, 1e-12);
    cr_expect_float_eq(summary.server_peak_to_mean.max, 2, 1e-12);
    cr_expect_float_eq(summary.window_s, 1, 1e-12);
    ledger_free(ledger);
}

Test(ledger, windows_without_writes_are_left_out_of_the_windowed_means)
{
    struct ledger *ledger = two_tables(3);
    const uint32_t partitions[] = {0, 1, 2, 3};
    ledger_open_window(ledger, 0, 0);
    ledger_count(ledger, partitions, 4);
    ledger_open_window(ledger, 2, 2 * NS_PER_S);
    ledger_count(ledger, partitions, 1);
    ledger_finish(ledger, 3 * NS_PER_S);

    struct load_summary summary = {0};
    ledger_summarise(ledger, 0, &summary);
    cr_expect_eq(summary.window_count, 2);
    cr_expect_float_eq(summary.partition_peak_to_mean.mean, (1 + 4) / 2.0, 1e-12);

    struct design_result design = {0};
    ledger_timeline(ledger, &design);
    cr_expect_eq(design.window_count, 3);
    cr_expect(isnan(design.windows[1].hottest_partition_share));
    cr_expect_float_eq(design.windows[2].t_s, 2, 1e-12);
    for (size_t w = 0; w < 3; w++)
        mem_free(design.windows[w].server_writes);
    mem_free(design.windows);
    mem_free(design.heat);
    ledger_free(ledger);
}

Test(ledger, what_follows_the_last_window_counts_in_the_totals_only)
{
    struct ledger *ledger = two_tables(1);
    const uint32_t first[] = {0, 4};
    const uint32_t rest[] = {5, 5, 5};
    ledger_open_window(ledger, 0, 0);
    ledger_count(ledger, first, 2);
    ledger_open_window(ledger, 1, NS_PER_S);
    ledger_count(ledger, rest, 3);
    ledger_finish(ledger, 9 * NS_PER_S);

    struct load_summary all = {0};
    ledger_summarise(ledger, 2, &all);
    cr_expect_eq(all.count, 5);
    cr_expect_eq(all.partitions.count, 6);
    cr_expect_float_eq(all.partition_peak_to_mean.max, 3, 1e-12);
    cr_expect_float_eq(all.window_s, 1, 1e-12);
    cr_expect_eq(ledger_writes(ledger)[5], 3);

    struct load_summary second = {0};
    ledger_summarise(ledger, 1, &second);
    cr_expect_eq(second.count, 4);
    cr_expect_float_eq(second.servers.peak_to_mean, 2, 1e-12);
    ledger_free(ledger);
}

Test(ledger, heat_cells_add_up_to_the_writes_of_the_windows)
{
    enum { WINDOWS = 7, WRITES = 5000 };
    struct ledger *ledger = two_tables(WINDOWS);
    struct rng rng = rng_stream(3, "test", 0);
    uint64_t brute[5][WINDOWS] = {{0}};
    for (uint32_t i = 0; i < WRITES; i++) {
        const uint32_t window = (uint32_t)((uint64_t)i * WINDOWS / WRITES);
        const uint32_t partition = (uint32_t)rng_upto(&rng, 5);
        ledger_open_window(ledger, window, i);
        ledger_count(ledger, &partition, 1);
        brute[heat_row_of[partition]][window]++;
    }
    ledger_finish(ledger, WRITES);
    struct design_result design = {0};
    ledger_timeline(ledger, &design);
    for (size_t row = 0; row < 5; row++) {
        for (size_t w = 0; w < WINDOWS; w++)
            cr_assert_eq(design.heat[row * WINDOWS + w], brute[row][w]);
    }
    for (size_t w = 0; w < WINDOWS; w++)
        mem_free(design.windows[w].server_writes);
    mem_free(design.windows);
    mem_free(design.heat);
    ledger_free(ledger);
}
