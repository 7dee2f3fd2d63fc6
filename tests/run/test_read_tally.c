// The prices of occurrences: means are exact, percentiles by nearest rank, amplification by sums.
#include "run/read_tally.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

Test(read_tally, sums_up_occurrences)
{
    struct read_tally tally;
    struct query_result result = {.count = 7};
    read_tally_init(&tally);
    for (uint64_t i = 1; i <= 100; i++) {
        const struct read_price price = {
            .ranges = 16,
            .ranges_necessary = i % 4,
            .partitions = 1 + i % 2,
            .servers = 1,
            .rows_examined = (double)i + 0.25,
            .rows_returned = i == 100 ? 10 : 0,
            .work_ns = 2e6 * (double)i,
            .rows_missed = NAN,
            .rows_foreign = NAN,
        };
        read_tally_add(&tally, &price);
    }
    read_tally_collect(&tally, &result);
    cr_expect(eq(u64, result.occurrences, 100));
    cr_expect(eq(u64, result.count, 7));
    cr_expect(all(eq(dbl, result.ranges.mean, 16), eq(dbl, result.ranges.max, 16)));
    cr_expect(eq(dbl, result.ranges_necessary.mean, 1.5));
    cr_expect(all(eq(dbl, result.partitions.mean, 1.5), eq(dbl, result.partitions.p99, 2)));
    cr_expect(eq(dbl, result.servers.max, 1));
    // Rows are whole in the distribution.
    cr_expect(eq(dbl, result.rows_examined.mean, 50.5));
    cr_expect(eq(dbl, result.rows_examined.p50, 50));
    cr_expect(eq(dbl, result.rows_examined.p99, 99));
    cr_expect(eq(dbl, result.rows_examined.max, 100));
    cr_expect(all(eq(dbl, result.rows_returned.p99, 0), eq(dbl, result.rows_returned.max, 10)));
    cr_expect(epsilon_eq(dbl, result.read_amplification, (5050 + 25) / 10.0, 1e-12));
    cr_expect(epsilon_eq(dbl, result.work_ms, 101, 1e-9));
    cr_expect(isnan(result.rows_missed) && isnan(result.rows_foreign));
    read_tally_done(&tally);
}

Test(read_tally, knows_nothing_of_no_occurrence)
{
    struct read_tally tally;
    struct query_result result = {0};
    read_tally_init(&tally);
    read_tally_collect(&tally, &result);
    cr_expect(eq(u64, result.occurrences, 0));
    cr_expect(isnan(result.ranges.mean) && isnan(result.rows_examined.p50));
    cr_expect(isnan(result.rows_returned.max) && isnan(result.read_amplification));
    cr_expect(isnan(result.work_ms) && isnan(result.rows_missed));
    read_tally_done(&tally);
}

Test(read_tally, means_of_a_raw_scan_what_it_missed)
{
    struct read_tally tally;
    struct query_result result = {0};
    read_tally_init(&tally);
    for (int i = 0; i < 4; i++) {
        const struct read_price price = {
            .ranges = 1, .rows_examined = 20, .rows_missed = i, .rows_foreign = 10};
        read_tally_add(&tally, &price);
    }
    read_tally_collect(&tally, &result);
    cr_expect(eq(dbl, result.rows_missed, 1.5));
    cr_expect(eq(dbl, result.rows_foreign, 10));
    cr_expect(isnan(result.read_amplification));
    read_tally_done(&tally);
}
