// The parts of a look at a recording, each against a count made another way.

#include "base/mem.h"
#include "base/rng.h"
#include "workload/hash_set.h"
#include "workload/hot_windows.h"
#include "workload/time_windows.h"
#include "workload/unique_search.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

Test(hash_set, tells_new_from_old_the_free_mark_too)
{
    struct hash_set set = {0};
    for (uint64_t pass = 0; pass < 2; pass++)
        for (uint64_t i = 0; i < 5000; i++)
            cr_assert(eq(int, hash_set_add(&set, i == 1 ? 7777777 : i), pass == 0));
    cr_expect(eq(sz, set.count, (size_t)5000));
    hash_set_done(&set);
}

// ---- hot windows ----

Test(hot_windows, a_hotspot_that_moves_is_seen_in_each_window)
{
    struct hot_windows *hot = mem_new(1, sizeof *hot);
    // Of each thousand one value takes 300, another one each time; the rest are all different.
    for (uint64_t row = 0; row < 20500; row++)
        hot_windows_add(hot, row % 10 < 3 ? rng_mix(row / 1000) : rng_mix(1000000 + row));
    cr_expect(eq(u64, hot->windows, 20));
    cr_expect(fabs(hot_windows_mean(hot) - 0.3) < 1e-12);
    mem_free(hot);
}

Test(hot_windows, less_than_one_window_tells_nothing)
{
    struct hot_windows *hot = mem_new(1, sizeof *hot);
    for (uint64_t row = 0; row < 999; row++)
        hot_windows_add(hot, 1);
    cr_expect(isnan(hot_windows_mean(hot)));
    hot_windows_add(hot, 1);
    cr_expect(fabs(hot_windows_mean(hot) - 1) < 1e-12);
    mem_free(hot);
}

// ---- time windows ----

static uint64_t sum_of(const struct time_windows *windows)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < WINDOWS_MAX; i++)
        sum += windows->counts[i];
    return sum;
}

Test(time_windows, the_order_of_rows_does_not_matter_and_none_is_lost)
{
    enum { ROWS = 5000 };
    struct time_windows *forward = mem_new(1, sizeof *forward);
    struct time_windows *backward = mem_new(1, sizeof *backward);
    int64_t *times = mem_new(ROWS, sizeof *times);
    struct rng rng = rng_stream(9, "times", 0);
    for (size_t i = 0; i < ROWS; i++)
        times[i] = (int64_t)rng_upto(&rng, 3000000000) - 1000000000;
    for (size_t i = 0; i < ROWS; i++) {
        time_windows_add(forward, times[i]);
        time_windows_add(backward, times[ROWS - 1 - i]);
    }
    const struct burstiness a = time_windows_burstiness(forward);
    const struct burstiness b = time_windows_burstiness(backward);
    cr_expect(eq(u64, forward->width_ns, backward->width_ns));
    cr_expect(eq(u64, sum_of(forward), ROWS));
    cr_expect(eq(u64, sum_of(backward), ROWS));
    cr_expect(eq(sz, a.windows, b.windows));
    cr_expect(fabs(a.dispersion - b.dispersion) < 1e-12 &&
              fabs(a.peak_to_mean - b.peak_to_mean) < 1e-12);
    // Uniform times are a Poisson process, given their number.
    cr_expect(fabs(a.dispersion - 1) < 0.2, "%g", a.dispersion);
    cr_expect(a.windows > WINDOWS_MAX / 2 - 2 && a.windows <= WINDOWS_MAX);
    mem_free(times);
    mem_free(forward);
    mem_free(backward);
}

Test(time_windows, the_ends_of_time_fit)
{
    struct time_windows *windows = mem_new(1, sizeof *windows);
    time_windows_add(windows, INT64_MAX);
    time_windows_add(windows, INT64_MIN);
    time_windows_add(windows, 0);
    cr_expect(eq(u64, sum_of(windows), 3));
    cr_expect(fabs(time_windows_burstiness(windows).mean *
                       (double)time_windows_burstiness(windows).windows -
                   3) < 1e-9);
    mem_free(windows);
}

Test(time_windows, bursts_are_told_from_an_even_stream)
{
    struct time_windows *even = mem_new(1, sizeof *even);
    struct time_windows *bursts = mem_new(1, sizeof *bursts);
    for (int64_t i = 0; i < 100000; i++) {
        time_windows_add(even, i * 1000000);
        time_windows_add(bursts, i / 1000 * 1000000000 + i % 1000 * 1000);
    }
    cr_expect(time_windows_burstiness(even).dispersion < 0.5);
    cr_expect(time_windows_burstiness(bursts).dispersion > 100);
    cr_expect(isnan(time_windows_burstiness(&(struct time_windows){0}).mean));
    mem_free(even);
    mem_free(bursts);
}

// ---- unique keys ----

// Rows of four columns: a (row / 10), b (row % 10), c (row), d (constant).
static size_t search(uint64_t rows, uint64_t repeated, struct unique_key *keys)
{
    struct unique_search *search = unique_search_new(4);
    for (uint64_t row = 0; row < rows; row++) {
        const uint64_t n = row + 1 == rows ? repeated : row;
        const uint64_t hashes[] = {rng_mix(n / 10), rng_mix(n % 10 + 1), rng_mix(n + 77), 5};
        unique_search_add(search, hashes);
    }
    const size_t count = unique_search_end(search, 1, keys, 8);
    unique_search_free(search);
    return count;
}

Test(unique_search, finds_single_columns_and_pairs_and_drops_what_comes_twice_however_late)
{
    static const uint64_t sizes[] = {100, SEARCH_ROWS, SEARCH_ROWS + 1, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct unique_key keys[8];
        cr_assert(eq(sz, search(sizes[i], sizes[i] - 1, keys), (size_t)2), "%zu", i);
        cr_expect(keys[0].count == 1 && keys[0].columns[0] == 2 && keys[0].rows == sizes[i]);
        cr_expect(keys[1].count == 2 && keys[1].columns[0] == 0 && keys[1].columns[1] == 1);
        cr_expect(eq(u64, keys[1].rows, sizes[i]));
        // The last row is the first once more.
        cr_expect(eq(sz, search(sizes[i], 0, keys), (size_t)0), "%zu", i);
    }
}

Test(unique_search, says_how_far_it_looked_where_memory_did_not_reach)
{
    struct unique_search *search = unique_search_new(2);
    const uint64_t rows = SEARCH_SLOTS / 2;
    for (uint64_t row = 0; row < rows; row++) {
        const uint64_t hashes[] = {rng_mix(row), rng_mix(row + rows)};
        unique_search_add(search, hashes);
    }
    struct unique_key keys[8];
    cr_assert(eq(sz, unique_search_end(search, 0, keys, 8), (size_t)2));
    cr_expect(keys[0].rows >= SEARCH_SLOTS / 8 && keys[1].rows >= SEARCH_SLOTS / 8);
    cr_expect(keys[0].rows < rows || keys[1].rows < rows);
    unique_search_free(search);
}
