// Updates and deletes, against a list of records that is kept by the rules of both.

#include "bench.h"

#include "base/mem.h"
#include "workload/record_log.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

enum { OPERATIONS = 60000 };

struct live {
    int64_t id, state;
    uint64_t stored;
    bool is_there;
};

struct list {
    struct live *records; // by id, which counts puts
    size_t count, there;
    uint64_t stored, changed, kinds[OP_KIND_COUNT];
    int64_t replaced; // the id that the row before replaced; -1: none
};

static void see(void *context, const struct batch *batch, size_t row)
{
    struct list *list = context;
    const int kind = batch->kind[row];
    const int64_t id = batch->columns[0].numbers[row];
    const int64_t state = batch->columns[1].numbers[row];
    const int64_t twice = batch->columns[2].numbers[row];
    list->kinds[kind]++;
    cr_assert(eq(i64, twice, 2 * state)); // computed anew as well
    if (op_stores(kind))
        cr_assert(eq(u64, batch->record[row], list->stored++));
    if (kind == OP_PUT) {
        cr_assert(eq(i64, id, (int64_t)list->count));
        list->records[list->count++] = (struct live){id, state, batch->record[row], true};
        list->there++;
        return;
    }
    if (kind == OP_GET && list->there == 0)
        return; // asks for what is not there
    cr_assert(id >= 0 && (size_t)id < list->count);
    struct live *record = &list->records[id];
    cr_assert(record->is_there, "record %d is gone", (int)id);
    if (kind == OP_UPDATE) {
        cr_assert(eq(i64, list->replaced, id));
        list->changed += record->state != state;
        record->state = state;
        record->stored = batch->record[row];
    } else {
        cr_assert(eq(i64, record->state, state));
        cr_assert(eq(u64, record->stored, batch->record[row]));
    }
    if (kind == OP_DELETE) {
        record->is_there = false;
        list->there--;
    }
    list->replaced = kind == OP_REPLACED ? id : -1;
}

static struct workload_plan orders(double deletes, uint64_t preload)
{
    struct workload_plan plan = bench_synthetic(1000, OPERATIONS);
    struct {
        int64_t start, step;
    } *sequence = bench_field(&plan, "id", "sequence", NULL);
    sequence->step = 1;
    struct {
        uint64_t cardinality;
    } *uniform = bench_field(&plan, "state", "uniform", NULL);
    uniform->cardinality = 4;
    struct {
        char *text;
    } *expr = bench_field(&plan, "twice", "expr", NULL);
    expr->text = mem_text("state * 2");
    bench_mix(&plan, OP_PUT, 0, 0.3, 0);
    bench_mix(&plan, OP_GET, 0, 0.2, 0);
    bench_mix(&plan, OP_UPDATE, 0, 0.5 - deletes, 0);
    bench_mix(&plan, OP_DELETE, 0, deletes, 0);
    plan.update_set = mem_new(1, sizeof *plan.update_set);
    plan.update_set[0] = 1;
    plan.update_set_count = 1;
    plan.preload.rows = preload;
    return plan;
}

static void replay(double deletes)
{
    struct workload_plan plan = orders(deletes, 0);
    struct list list = {.records = mem_new(OPERATIONS, sizeof *list.records), .replaced = -1};
    bench_each_record(&plan, see, &list);
    cr_expect(eq(u64, list.kinds[OP_REPLACED], list.kinds[OP_UPDATE]));
    cr_expect(eq(u64, list.there, list.kinds[OP_PUT] - list.kinds[OP_DELETE]));
    uint64_t operations = 0;
    for (int kind = 0; kind < OP_KIND_COUNT; kind++)
        operations += kind != OP_REPLACED ? list.kinds[kind] : 0;
    cr_expect(eq(u64, operations, OPERATIONS));
    // Each is another state in 3 of 4.
    const double updates = (double)list.kinds[OP_UPDATE];
    const double off = (double)list.changed - 0.75 * updates;
    cr_expect(lt(dbl, off * off, 16 * updates * 3 / 16));
    mem_free(list.records);
    workload_plan_done(&plan);
}

Test(changes, take_records_that_are_there_as_they_are)
{
    replay(0);
    replay(0.1);
    replay(0.29); // nearly all that is put
}

// Drawn from what is left: each as likely.
Test(changes, a_log_draws_none_that_is_gone_and_all_others_as_often)
{
    enum { RECORDS = 100, DRAWS = 20000 };
    struct record_log *log = record_log_new();
    struct rng rng = rng_stream(1, "draw", 0);
    uint64_t counts[RECORDS] = {0};
    double shares[RECORDS] = {0};
    for (uint64_t i = 0; i < RECORDS; i++)
        record_log_add(log, 10 * i, i, i);
    for (uint64_t i = 0; i < RECORDS; i++) {
        if (i % 3 != 0)
            record_log_remove(log, i);
    }
    struct stored_record record;
    for (int i = 0; i < DRAWS; i++) {
        cr_assert(record_log_draw(log, &rng, &record));
        cr_assert(record.number % 3 == 0 && record.at == 10 * record.number);
        counts[record.number / 3]++;
    }
    for (size_t i = 0; i < 34; i++)
        shares[i] = 1.0 / 34;
    cr_expect(gt(dbl, bench_chi_square_tail(counts, shares, 34), 0.001));
    for (uint64_t i = 0; i < RECORDS; i++) { // the nearest before, which record 0 always is
        cr_assert(record_log_at(log, i, &record));
        cr_assert(eq(u64, record.number, i / 3 * 3));
    }
    record.stored = 777;
    record.updates = 5;
    record_log_change(log, &record);
    struct stored_record again;
    cr_assert(record_log_at(log, record.number, &again));
    cr_expect(again.stored == 777 && again.updates == 5 && again.at == 10 * record.number);
    for (uint64_t i = 0; i < RECORDS; i += 3)
        record_log_remove(log, i);
    cr_expect(not(record_log_draw(log, &rng, &record)));
    cr_expect(not(record_log_at(log, 50, &record)));
    record_log_free(log);
}

// The keys that are thinned out of a long log are not those that are gone.
Test(changes, a_long_log_stays_right_about_the_newest)
{
    enum { RECORDS = RECORD_LOG_MAX + RECORD_LOG_MAX / 2 };
    struct record_log *log = record_log_new();
    struct stored_record record;
    for (uint64_t i = 0; i < RECORDS; i++) {
        record_log_add(log, i, 0, i);
        if (i % 5 == 0)
            record_log_remove(log, i);
    }
    for (uint64_t i = RECORDS - RECORD_LOG_RECENT + 10; i < RECORDS; i++) {
        cr_assert(record_log_at(log, i, &record));
        cr_assert(eq(u64, record.number, i % 5 == 0 ? i - 1 : i));
    }
    struct rng rng = rng_stream(2, "draw", 0);
    for (int i = 0; i < 10000; i++) {
        cr_assert(record_log_draw(log, &rng, &record));
        cr_assert(record.number % 5 != 0);
    }
    record_log_free(log);
}

Test(changes, of_a_recording_and_of_too_much_that_is_loaded_are_refused)
{
    struct workload_plan plan = orders(0.1, 1048577);
    const struct err fault = bench_error(&plan);
    cr_expect(strstr(fault.message, "run.preload: 1048577 rows are more than the 1048576") != NULL,
              "%s", fault.message);
    workload_plan_done(&plan);
}
