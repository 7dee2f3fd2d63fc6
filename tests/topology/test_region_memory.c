#include "topology/region_memory.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

#define S UINT64_C(1000000000)

// A flush of 100 bytes at 10 a second; full above 400.
static const struct split_config config = {.policy = SPLIT_BUSY,
                                           .flush_bytes = 100,
                                           .flush_bytes_per_s = 10,
                                           .blocking_factor = 4,
                                           .busy_window_ns = 300 * S};

static int put_many(struct region_memory *memory, int count, sim_ns now)
{
    int accepted = 0;
    for (int i = 0; i < count; i++)
        accepted += region_memory_put(memory, &config, 50, now);
    return accepted;
}

// 150 bytes leave for 15 s; behind them 300 more are taken, which makes 450. At 15 s these leave
// for 30 s and 150 more are taken; at 45 s these for 15 s, and 300 more, as in the beginning.
Test(region_memory, writes_are_turned_away_above_so_many_flushes)
{
    struct region_memory memory;
    region_memory_open(&memory, 0);
    cr_expect(eq(int, put_many(&memory, 20, 0), 9));
    cr_expect(eq(int, put_many(&memory, 5, 15 * S - 1), 0));
    cr_expect(eq(int, put_many(&memory, 20, 15 * S), 3));
    cr_expect(eq(int, put_many(&memory, 5, 45 * S - 1), 0));
    cr_expect(eq(int, put_many(&memory, 20, 45 * S), 6));
    cr_expect(eq(u64, memory.accepted, 18));
    cr_expect(eq(u64, memory.refused, 52));
}

// Both were long done: 150 until 15 s and 300 until 45 s.
Test(region_memory, flushes_follow_each_other)
{
    struct region_memory memory;
    region_memory_open(&memory, 0);
    (void)put_many(&memory, 9, 0);
    cr_expect(eq(int, put_many(&memory, 20, 1000 * S), 9));
}

static void expect_near(double got, double want)
{
    cr_expect(fabs(got - want) < 1e-6, "%.9f, expected %.9f", got, want);
}

Test(region_memory, the_share_is_that_of_the_last_window_and_of_this_one)
{
    struct region_memory memory;
    region_memory_open(&memory, 7 * S);
    memory.accepted = 80;
    memory.refused = 20;
    expect_near(region_memory_refused_share(&memory, &config, 306 * S), 0); // the first window
    expect_near(region_memory_refused_share(&memory, &config, 307 * S), 0.25);
    memory.accepted += 10;
    memory.refused += 10;
    expect_near(region_memory_refused_share(&memory, &config, 382 * S), 0.75 * 0.25 + 0.25 * 1);
    expect_near(region_memory_refused_share(&memory, &config, 457 * S), 0.5 * 0.25 + 0.5 * 1);
    expect_near(region_memory_refused_share(&memory, &config, 607 * S), 1);
    expect_near(region_memory_refused_share(&memory, &config, 907 * S), 0);
}
