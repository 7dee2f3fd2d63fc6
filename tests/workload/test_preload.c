// What is stored before the first operation: the beginning of the stream's puts, of very many one
// of every so many.
#include "bench.h"

#include "base/mem.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// 2024-01-01T00:00:00Z
static const int64_t start_ns = INT64_C(1704067200) * NS_PER_S;

// A number a record, and its time in milliseconds.
static struct workload_plan numbered(double rate_per_s, uint64_t operations)
{
    struct workload_plan plan = bench_synthetic(rate_per_s, operations);
    struct {
        int64_t start, step;
    } *sequence = bench_field(&plan, "id", "sequence", NULL);
    sequence->step = 1;
    struct {
        int unit;
        char *start;
    } *clock = bench_field(&plan, "ts", "clock", NULL);
    clock->unit = 1; // ms
    clock->start = mem_text("2024-01-01T00:00:00Z");
    return plan;
}

struct pass {
    struct source *source;
    struct batch batch;
    struct err err;
};

static void begin(struct pass *pass, const struct workload_plan *plan)
{
    *pass = (struct pass){0};
    pass->source = source_open(plan, &pass->err);
    cr_assert(pass->source != NULL, "%s", pass->err.message);
    batch_init(&pass->batch, source_schema(pass->source));
    cr_assert(source_rewind(pass->source, &pass->err), "%s", pass->err.message);
}

static void end(struct pass *pass)
{
    batch_done(&pass->batch);
    source_close(pass->source);
}

// False at the end.
static bool preload(struct pass *pass)
{
    cr_assert(source_preload(pass->source, &pass->batch, &pass->err), "%s", pass->err.message);
    for (size_t i = 0; i < pass->batch.count; i++)
        cr_assert(eq(u8, pass->batch.kind[i], OP_PUT));
    return pass->batch.count > 0;
}

// Records that were given, each followed by the next, from 0.
static uint64_t preload_in_order(struct pass *pass)
{
    uint64_t count = 0;
    while (preload(pass)) {
        for (size_t i = 0; i < pass->batch.count; i++, count++) {
            cr_assert(eq(u64, pass->batch.record[i], count));
            cr_assert(eq(u64, pass->batch.sequence[i], count));
        }
    }
    uint64_t records, given;
    sim_ns ns;
    source_preloaded(pass->source, &records, &given, &ns);
    cr_assert(eq(u64, records, count));
    cr_assert(eq(u64, given, count));
    return count;
}

static void next(struct pass *pass)
{
    cr_assert(source_next(pass->source, &pass->batch, &pass->err), "%s", pass->err.message);
}

Test(preload, of_a_time_is_what_its_puts_would_be)
{
    struct workload_plan plan = numbered(1000, 100);
    struct pass pass;
    bench_mix(&plan, OP_PUT, 0, 0.5, 0);
    bench_mix(&plan, OP_GET, 0, 0.5, 0);
    plan.preload.ns = 10 * NS_PER_S;
    begin(&pass, &plan);
    uint64_t count = 0;
    while (preload(&pass)) {
        for (size_t i = 0; i < pass.batch.count; i++, count++) {
            // 500 puts a second, evenly.
            const int64_t at_ms = 2 * (int64_t)count;
            cr_assert(eq(i64, pass.batch.columns[0].numbers[i], (int64_t)count));
            cr_assert(eq(i64, pass.batch.columns[1].numbers[i], start_ns / 1000000 + at_ms));
            cr_assert(eq(i64, pass.batch.clock_ns[i], start_ns + at_ms * 1000000));
        }
    }
    cr_expect(eq(u64, count, 5000));
    end(&pass);
    workload_plan_done(&plan);
}

Test(preload, is_followed_by_the_run_where_it_ends)
{
    struct workload_plan plan = numbered(1000, 3000);
    struct pass pass;
    plan.preload.rows = 2500;
    begin(&pass, &plan);
    cr_expect(eq(u64, preload_in_order(&pass), 2500));
    next(&pass);
    // 2500 rows at 1000 a second are 2.5 s; operations and arrivals begin anew, records and the
    // clock go on.
    for (size_t i = 0; i < pass.batch.count; i++) {
        cr_assert(eq(u64, pass.batch.sequence[i], i));
        cr_assert(eq(u64, pass.batch.record[i], 2500 + i));
        cr_assert(eq(i64, pass.batch.columns[0].numbers[i], 2500 + (int64_t)i));
        cr_assert(eq(i64, pass.batch.clock_ns[i],
                     start_ns + 2500 * INT64_C(1000000) + (int64_t)pass.batch.at[i]));
    }
    cr_expect(lt(u64, pass.batch.at[0], 20 * NS_PER_MS));
    end(&pass);
    workload_plan_done(&plan);
}

Test(preload, is_the_same_again_and_passed_over_where_nobody_asks)
{
    struct workload_plan plan = numbered(1000, 3000);
    struct pass asked, unasked;
    *(uint64_t *)bench_field(&plan, "host", "uniform", "host%03d") = 200;
    plan.preload.rows = 2500;
    begin(&asked, &plan);
    begin(&unasked, &plan);
    (void)preload_in_order(&asked);
    for (int round = 0; round < 2; round++) {
        do {
            next(&asked);
            next(&unasked);
            cr_assert(eq(sz, asked.batch.count, unasked.batch.count));
            for (size_t i = 0; i < asked.batch.count; i++) {
                cr_assert(eq(u64, asked.batch.record[i], unasked.batch.record[i]));
                cr_assert(eq(u64, asked.batch.at[i], unasked.batch.at[i]));
                for (size_t f = 0; f < asked.batch.column_count; f++) {
                    struct buffer one = {0}, other = {0};
                    bench_value(&one, &asked.batch.columns[f], i);
                    bench_value(&other, &unasked.batch.columns[f], i);
                    cr_assert(one.size == other.size && !memcmp(one.data, other.data, one.size));
                    buffer_done(&one);
                    buffer_done(&other);
                }
            }
        } while (asked.batch.count > 0);
        cr_assert(source_rewind(asked.source, &asked.err));
        cr_assert(source_rewind(unasked.source, &unasked.err));
        cr_assert(eq(u64, preload_in_order(&asked), 2500));
    }
    end(&asked);
    end(&unasked);
    workload_plan_done(&plan);
}

Test(preload, of_very_many_is_one_of_every_so_many)
{
    const uint64_t rows = UINT64_C(1000000007);
    struct workload_plan plan = numbered(1000, 10);
    struct pass pass;
    uint64_t count = 0;
    double sum = 0;
    plan.preload.rows = rows;
    begin(&pass, &plan);
    const uint64_t stride = (rows + PRELOAD_GIVEN_MAX - 1) / PRELOAD_GIVEN_MAX;
    while (preload(&pass)) {
        for (size_t i = 0; i < pass.batch.count; i++, count++) {
            const uint64_t record = pass.batch.record[i];
            cr_assert(eq(u64, record / stride, count));
            cr_assert(eq(i64, pass.batch.columns[0].numbers[i], (int64_t)record));
            cr_assert(eq(i64, pass.batch.clock_ns[i], start_ns + (int64_t)record * 1000000));
            sum += (double)(record % stride);
        }
    }
    uint64_t records, given;
    sim_ns ns;
    source_preloaded(pass.source, &records, &given, &ns);
    cr_expect(eq(u64, records, rows));
    cr_expect(eq(u64, given, count));
    cr_expect(eq(u64, count, rows / stride));
    cr_expect(le(u64, count, PRELOAD_GIVEN_MAX));
    cr_expect(eq(u64, ns, rows * NS_PER_MS));
    // Uniform within its share: the mean is known to a thousandth.
    cr_expect(epsilon_eq(dbl, sum / (double)count / (double)(stride - 1), 0.5, 0.002));
    next(&pass);
    cr_expect(eq(u64, pass.batch.record[0], rows));
    cr_expect(eq(i64, pass.batch.columns[0].numbers[0], (int64_t)rows));
    end(&pass);
    workload_plan_done(&plan);
}

// ---- rows with a pace of their own ----

Test(preload, of_periodic_arrivals_is_their_first_periods)
{
    struct workload_plan plan = bench_synthetic(0, 8);
    struct pass pass;
    *(uint64_t *)bench_field(&plan, "car", "uniform", "car%d") = 4;
    plan.arrivals = (struct arrival_plan){.process = ARRIVAL_PERIODIC,
                                          .entity = mem_text("car"),
                                          .period_ns = 30 * NS_PER_S,
                                          .aligned = true};
    plan.preload.ns = 90 * NS_PER_S;
    begin(&pass, &plan);
    // At 0, 30 and 60 s; what comes at 90 s is the first of the run.
    cr_expect(eq(u64, preload_in_order(&pass), 12));
    next(&pass);
    cr_assert(eq(sz, pass.batch.count, 8));
    for (size_t i = 0; i < 8; i++) {
        char car[8];
        snprintf(car, sizeof car, "car%zu", i % 4);
        cr_assert(eq(u64, pass.batch.at[i], i / 4 * 30 * NS_PER_S));
        cr_assert(eq(u64, pass.batch.record[i], 12 + i));
        cr_assert(memcmp(pass.batch.columns[0].texts[i].data, car, 4) == 0);
    }
    end(&pass);
    workload_plan_done(&plan);
}

// A row a second, 0 to 99 s.
static const char *hundred_rows(void)
{
    struct buffer text = {0};
    buffer_format(&text, "ts,n\n");
    for (int i = 0; i < 100; i++)
        buffer_format(&text, "%d,%d\n", 1700000000 + i, i);
    char *rows = buffer_take(&text);
    const char *path = bench_text(rows);
    mem_free(rows);
    return path;
}

static struct workload_plan recorded(void)
{
    struct workload_plan plan = bench_trace(hundred_rows());
    plan.trace->time_field = mem_text("ts");
    plan.trace->time_guess = false;
    plan.trace->time_unit = UNIT_S;
    return plan;
}

static void check_recorded(struct workload_plan *plan, uint64_t head)
{
    struct pass pass;
    uint64_t count = 0;
    begin(&pass, plan);
    cr_expect(eq(u64, preload_in_order(&pass), head));
    for (next(&pass); pass.batch.count > 0; next(&pass)) {
        for (size_t i = 0; i < pass.batch.count; i++, count++) {
            char number[8];
            const int size = snprintf(number, sizeof number, "%" PRIu64, head + count);
            const struct bytes text = pass.batch.columns[1].texts[i];
            cr_assert(text.size == (size_t)size && !memcmp(text.data, number, text.size));
            cr_assert(eq(u64, pass.batch.at[i], count * NS_PER_S));
            cr_assert(eq(u64, pass.batch.record[i], head + count));
            cr_assert(eq(i64, pass.batch.clock_ns[i],
                         (INT64_C(1700000000) + (int64_t)(head + count)) * NS_PER_S));
        }
    }
    cr_expect(eq(u64, count, 100 - head));
    end(&pass);
    workload_plan_done(plan);
}

Test(preload, of_a_recording_is_its_head_by_time)
{
    struct workload_plan plan = recorded();
    plan.preload.ns = 30 * NS_PER_S;
    check_recorded(&plan, 30);
    bench_end();
}

Test(preload, of_a_recording_is_its_head_by_rows)
{
    struct workload_plan plan = recorded();
    plan.preload.rows = 42;
    check_recorded(&plan, 42);
    bench_end();
}

Test(preload, of_a_whole_recording_leaves_nothing_to_run)
{
    struct workload_plan plan = recorded();
    struct pass pass;
    bool ok = true;
    plan.preload.rows = 1000;
    begin(&pass, &plan);
    do
        ok = source_preload(pass.source, &pass.batch, &pass.err);
    while (ok && pass.batch.count > 0);
    cr_assert(not(ok));
    cr_expect(eq(int, pass.err.code, ERR_INPUT));
    cr_expect(eq(str, pass.err.message,
                 "run.preload takes all 100 rows of the recording: nothing is left to run"));
    end(&pass);
    workload_plan_done(&plan);
    bench_end();
}
