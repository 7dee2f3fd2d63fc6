// What is held in memory: rows to be sorted, records to be read, fractions to divide by.

#include "base/mem.h"
#include "workload/ratio.h"
#include "workload/record_log.h"
#include "workload/row_store.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <string.h>

static bool add(struct row_store *store, int64_t time_ns, uint64_t line, const char *text)
{
    const struct stored_row row = {.time_ns = time_ns, .line = line, .file = 3};
    const struct bytes cells[] = {bytes_of(text, strlen(text)), bytes_of("", 0)};
    return row_store_add(store, &row, cells);
}

Test(stores, rows_come_back_by_time_and_within_it_as_they_were_added)
{
    struct row_store *store = row_store_new(2, 1000000, 1000000000);
    struct rng rng = rng_stream(1, "rows", 0);
    for (uint64_t i = 0; i < 10000; i++)
        cr_assert(add(store, (int64_t)rng_upto(&rng, 100) - 50, i, "some text"));
    row_store_sort(store);
    cr_assert(eq(u64, row_store_count(store), 10000));
    struct stored_row last = {.time_ns = INT64_MIN};
    for (uint64_t i = 0; i < 10000; i++) {
        struct stored_row row;
        struct bytes cells[2];
        row_store_get(store, i, &row, cells);
        cr_assert(row.time_ns > last.time_ns ||
                  (row.time_ns == last.time_ns && row.line > last.line));
        cr_assert(row.file == 3 && cells[0].size == 9 && cells[1].size == 0);
        last = row;
    }
    row_store_free(store);
}

Test(stores, rows_and_bytes_are_limited)
{
    struct row_store *store = row_store_new(2, 3, 1000000);
    for (int i = 0; i < 3; i++)
        cr_expect(add(store, i, 1, "x"));
    cr_expect(not(add(store, 4, 1, "x")));
    row_store_free(store);

    // 16 bytes of index, 16 of line and file, 4 for each of two cells, and the text.
    for (uint64_t limit = 80; limit <= 82; limit++) {
        store = row_store_new(2, 1000, limit);
        cr_expect(add(store, 1, 1, "x"));
        cr_expect(eq(int, add(store, 2, 2, "x"), limit == 82));
        row_store_free(store);
    }
}

Test(stores, a_record_is_drawn_from_all_that_are_kept)
{
    struct record_log *log = record_log_new();
    struct rng rng = rng_stream(1, "draw", 0);
    struct stored_record record;
    cr_expect(not(record_log_draw(log, &rng, &record)));
    for (uint64_t i = 0; i < RECORD_LOG_MAX; i++)
        record_log_add(log, i * 10, i + 1, i);
    uint64_t odd = 0;
    for (int i = 0; i < 1000; i++) {
        cr_assert(record_log_draw(log, &rng, &record));
        cr_assert(lt(u64, record.number, (uint64_t)RECORD_LOG_MAX));
        cr_assert(record.at == record.number * 10 && record.entity == record.number + 1);
        odd += record.number % 2;
    }
    cr_expect(odd > 400 && odd < 600);
    // Beyond the limit every second is kept, up to the last.
    for (uint64_t i = RECORD_LOG_MAX; i < RECORD_LOG_MAX * 3 / 2; i++)
        record_log_add(log, i * 10, i + 1, i);
    uint64_t most = 0;
    for (int i = 0; i < 1000; i++) {
        cr_assert(record_log_draw(log, &rng, &record));
        cr_assert(eq(u64, record.number % 2, 0));
        cr_assert(record.at == record.number * 10 && record.entity == record.number + 1);
        most = record.number > most ? record.number : most;
    }
    cr_expect(gt(u64, most, (uint64_t)RECORD_LOG_MAX * 5 / 4));
    record_log_free(log);
}

Test(stores, a_ratio_is_the_double_itself)
{
    static const double values[] = {1, 3, 0.1, 30000, 1.0 / 30, 1e-6, 1e12, 0.3, 2.5e9, 1 << 20};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        const struct ratio ratio = ratio_of(values[i]);
        cr_expect(eq(dbl, ldexp((double)ratio.odd, ratio.shift), values[i]));
        cr_expect(eq(u64, ratio.odd % 2, 1));
    }
}

Test(stores, dividing_by_a_ratio_is_exact)
{
    const struct quotient third = ratio_divide(1000000000, ratio_of(3));
    cr_expect(eq(u64, (uint64_t)third.whole, 333333333));
    cr_expect(eq(u64, third.remainder, 1));
    const struct quotient half = ratio_divide(INT64_MAX, ratio_of(0.5));
    cr_expect(eq(u64, (uint64_t)half.whole, UINT64_MAX - 1));
    const struct quotient large = ratio_divide(1000, ratio_of(1024));
    cr_expect(large.whole == 0 && large.remainder == 1000 && large.denominator == 1024);
}
