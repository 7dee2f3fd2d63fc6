// Changes in mid-run: exactly at their time, and of what they name alone.

#include "bench.h"

#include "base/mem.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct workload_phase *add_phase(struct workload_plan *plan, uint64_t at_ns)
{
    plan->phases = mem_resize(plan->phases, plan->phase_count + 1, sizeof *plan->phases);
    struct workload_phase *phase = &plan->phases[plan->phase_count++];
    *phase = (struct workload_phase){.at_ns = at_ns};
    return phase;
}

static void count_from(void *config, int64_t start, int64_t step)
{
    struct {
        int64_t start, step;
    } *sequence = config;
    sequence->start = start;
    sequence->step = step;
}

// The last field that was added becomes one of the phase's.
static void move_field(struct workload_plan *plan, struct workload_phase *phase)
{
    phase->fields = mem_resize(phase->fields, phase->field_count + 1, sizeof *phase->fields);
    phase->fields[phase->field_count++] = plan->fields[--plan->field_count];
}

static void phase_mix(struct workload_phase *phase, int kind, double share)
{
    phase->mix = mem_resize(phase->mix, phase->mix_count + 1, sizeof *phase->mix);
    phase->mix[phase->mix_count++] = (struct mix_entry){.kind = kind, .share = share};
}

// u counts up from 0, text is it with a letter before it, sum is u + 1.
static struct workload_plan counted(double rate_per_s, uint64_t operations)
{
    struct workload_plan plan = bench_synthetic(rate_per_s, operations);
    count_from(bench_field(&plan, "u", "sequence", NULL), 0, 1);
    count_from(bench_field(&plan, "text", "sequence", "a%d"), 0, 1);
    *(char **)bench_field(&plan, "sum", "expr", NULL) = mem_text("u + 1");
    return plan;
}

// From `at_ns` on u is a million and two more each time, and text begins with "bb".
static struct workload_phase *turn(struct workload_plan *plan, uint64_t at_ns)
{
    struct workload_phase *phase = add_phase(plan, at_ns);
    count_from(bench_field(plan, "u", "sequence", NULL), 1000000, 2);
    move_field(plan, phase);
    count_from(bench_field(plan, "text", "sequence", "bb%d"), 5, 1);
    move_field(plan, phase);
    return phase;
}

struct seen {
    uint64_t at, record;
    char kind[12];
    long long u, sum;
    char text[32];
};

// The lines of bench_rows; the caller frees them.
static struct seen *see(const struct workload_plan *plan, size_t *out_count)
{
    char *rows = bench_rows(plan);
    size_t lines = 0;
    for (const char *at = rows; *at; at++)
        lines += *at == '\n';
    struct seen *seen = mem_new(lines, sizeof *seen);
    const char *at = rows;
    for (size_t i = 0; i < lines; i++) {
        struct seen *row = &seen[i];
        cr_assert(sscanf(at, "%" SCNu64 " %11s %" SCNu64 " %lld %31s %lld", &row->at, row->kind,
                         &row->record, &row->u, row->text, &row->sum) == 6);
        at = strchr(at, '\n') + 1;
    }
    mem_free(rows);
    *out_count = lines;
    return seen;
}

static bool is_of(const struct seen *row, bool later)
{
    char text[32];
    const long long record = (long long)row->record;
    snprintf(text, sizeof text, later ? "bb%lld" : "a%lld", later ? record + 5 : record);
    const long long u = later ? 1000000 + 2 * record : record;
    return row->u == u && row->sum == u + 1 && !strcmp(row->text, text);
}

Test(phases, fields_change_exactly_at_the_boundary)
{
    struct workload_plan plan = counted(1000, 5000);
    plan.arrivals.process = ARRIVAL_CONSTANT;
    (void)turn(&plan, 1500 * 1000000); // record 1500 comes at 1.5 s
    size_t count;
    struct seen *rows = see(&plan, &count);
    cr_assert(eq(sz, count, 5000));
    for (size_t i = 0; i < count; i++)
        cr_assert(is_of(&rows[i], i >= 1500), "record %zu: %lld %s", i, rows[i].u, rows[i].text);
    mem_free(rows);
    workload_plan_done(&plan);
}

Test(phases, a_constant_rate_goes_on_from_the_boundary)
{
    struct workload_plan plan = counted(1000, 3000);
    plan.arrivals.process = ARRIVAL_CONSTANT;
    add_phase(&plan, 2 * NS_PER_S)->rate_per_s = 250;
    size_t count;
    struct seen *rows = see(&plan, &count);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t at = i < 2000 ? i * 1000000 : 2 * NS_PER_S + (i - 2000) * 4000000;
        cr_assert(eq(u64, rows[i].at, at), "operation %" PRIu64, i);
    }
    mem_free(rows);
    workload_plan_done(&plan);
}

// Times on the scale of the rate's integral are uniform over the run, given how many there are.
Test(phases, poisson_arrivals_follow_the_rates_of_all_phases)
{
    struct workload_plan plan = counted(2000, 0);
    plan.duration_ns = 9 * NS_PER_S;
    add_phase(&plan, 3 * NS_PER_S)->rate_per_s = 9000;
    (void)turn(&plan, 5 * NS_PER_S);
    add_phase(&plan, 6 * NS_PER_S)->rate_per_s = 500;
    const double all = 3 * 2000 + 3 * 9000 + 3 * 500;
    size_t count;
    struct seen *rows = see(&plan, &count);
    uint64_t counts[3] = {0};
    double furthest = 0;
    for (size_t i = 0; i < count; i++) {
        const double s = (double)rows[i].at / 1e9;
        counts[(size_t)(s / 3)]++;
        const double scaled =
            fmin(s, 3) * 2000 + fmin(fmax(s - 3, 0), 3) * 9000 + fmax(s - 6, 0) * 500;
        furthest = fmax(furthest, fabs(scaled / all - (double)i / (double)count));
        furthest = fmax(furthest, fabs(scaled / all - (double)(i + 1) / (double)count));
    }
    cr_expect(lt(dbl, furthest, 1.95 / sqrt((double)count))); // 1 in 1000 would be further
    cr_expect(lt(dbl, fabs((double)counts[0] - 6000), 4 * sqrt(6000)));
    cr_expect(lt(dbl, fabs((double)counts[1] - 27000), 4 * sqrt(27000)));
    cr_expect(lt(dbl, fabs((double)counts[2] - 1500), 4 * sqrt(1500)));
    mem_free(rows);
    workload_plan_done(&plan);
}

Test(phases, what_comes_before_a_phase_is_as_without_it)
{
    struct workload_plan plan = counted(1000, 6000);
    size_t count, again;
    struct seen *without = see(&plan, &count);
    phase_mix(turn(&plan, 2 * NS_PER_S), OP_PUT, 1);
    phase_mix(&plan.phases[0], OP_GET, 3);
    struct seen *with = see(&plan, &again);
    cr_assert(eq(sz, count, again));
    for (size_t i = 0; i < count; i++) {
        cr_assert(eq(u64, with[i].at, without[i].at)); // the rate stays
        if (with[i].at < 2 * NS_PER_S)
            cr_assert(memcmp(&with[i], &without[i], sizeof with[i]) == 0, "operation %zu", i);
    }
    mem_free(without);
    mem_free(with);
    workload_plan_done(&plan);
}

Test(phases, a_mix_changes_at_the_boundary_and_reads_show_records_of_their_phase)
{
    struct workload_plan plan = counted(2000, 20000);
    bench_mix(&plan, OP_PUT, 0, 1, 0);
    struct workload_phase *phase = turn(&plan, 2 * NS_PER_S);
    phase_mix(phase, OP_PUT, 0.25);
    phase_mix(phase, OP_GET, 0.75);
    size_t count, later = 0, reads = 0, old = 0, puts = 0;
    struct seen *rows = see(&plan, &count);
    bool *is_later = mem_new(count, sizeof *is_later);
    for (size_t i = 0; i < count; i++) {
        const bool is_put = !strcmp(rows[i].kind, "put");
        const bool now_later = rows[i].at >= 2 * NS_PER_S;
        cr_assert(is_put || now_later);
        if (is_put)
            is_later[puts++] = now_later;
        cr_assert(lt(u64, rows[i].record, puts));
        cr_assert(is_of(&rows[i], is_later[rows[i].record]), "operation %zu", i);
        later += now_later;
        reads += !is_put;
        old += !is_put && !is_later[rows[i].record];
    }
    const double n = (double)later;
    cr_expect(lt(dbl, fabs((double)reads - 0.75 * n), 4 * sqrt(n * 0.75 * 0.25)));
    cr_expect(gt(sz, old, 1000));
    cr_expect(gt(sz, reads - old, 1000));
    mem_free(is_later);
    mem_free(rows);
    workload_plan_done(&plan);
}

Test(phases, a_preload_is_of_what_is_before_them)
{
    struct workload_plan plan = counted(1000, 4000);
    plan.arrivals.process = ARRIVAL_CONSTANT;
    plan.preload.rows = 3000; // 3 s, longer than until the phase
    (void)turn(&plan, NS_PER_S);
    struct err err = {0};
    struct batch batch;
    struct source *source = source_open(&plan, &err);
    cr_assert(source != NULL, "%s", err.message);
    batch_init(&batch, source_schema(source));
    uint64_t loaded = 0;
    while (source_preload(source, &batch, &err) && batch.count > 0) {
        for (size_t i = 0; i < batch.count; i++, loaded++)
            cr_assert(eq(i64, batch.columns[0].numbers[i], (int64_t)batch.record[i]));
    }
    cr_expect(eq(u64, loaded, 3000));
    while (source_next(source, &batch, &err) && batch.count > 0) {
        for (size_t i = 0; i < batch.count; i++) {
            const int64_t record = (int64_t)batch.record[i];
            const bool later = batch.at[i] >= NS_PER_S;
            cr_assert(eq(i64, batch.columns[0].numbers[i], later ? 1000000 + 2 * record : record));
        }
    }
    batch_done(&batch);
    source_close(source);
    workload_plan_done(&plan);
}

Test(phases, bounds_hold_for_all_of_them)
{
    struct workload_plan plan = bench_synthetic(1000, 1000);
    *(uint64_t *)bench_field(&plan, "u", "uniform", NULL) = 10;
    struct workload_phase *phase = add_phase(&plan, NS_PER_S / 2);
    *(uint64_t *)bench_field(&plan, "u", "uniform", NULL) = 1000;
    move_field(&plan, phase);
    struct err err = {0};
    struct source *source = source_open(&plan, &err);
    cr_assert(source != NULL, "%s", err.message);
    const struct field *field = &source_schema(source)->fields[0];
    cr_expect(field->bounded);
    cr_expect(eq(i64, field->min, 0));
    cr_expect(eq(i64, field->max, 999));
    source_close(source);
    workload_plan_done(&plan);
}

Test(phases, another_type_or_an_unknown_field_is_refused)
{
    struct workload_plan plan = counted(1000, 1000);
    struct workload_phase *phase = add_phase(&plan, NS_PER_S);
    count_from(bench_field(&plan, "u", "sequence", "x%d"), 0, 1);
    move_field(&plan, phase);
    struct err err = bench_error(&plan);
    cr_expect(strstr(err.message, "phases: field `u`") != NULL, "%s", err.message);
    mem_free(phase->fields[0].name);
    phase->fields[0].name = mem_text("v");
    err = bench_error(&plan);
    cr_expect(eq(str, err.message, "phases: `v` is not among the workload's fields"));
    workload_plan_done(&plan);
}

// An update draws anew as of its own time, whenever the record was put.
Test(phases, an_update_draws_by_the_phase_in_which_it_comes)
{
    struct workload_plan plan = counted(2000, 20000);
    plan.update_set = mem_new(1, sizeof *plan.update_set);
    plan.update_set[plan.update_set_count++] = 0;
    bench_mix(&plan, OP_PUT, 0, 0.5, 0);
    bench_mix(&plan, OP_UPDATE, 0, 0.5, 0);
    (void)turn(&plan, 5 * NS_PER_S);
    size_t count, updates = 0;
    struct seen *rows = see(&plan, &count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(rows[i].kind, "update") != 0)
            continue;
        const long long number = (long long)updates++;
        const bool later = rows[i].at >= 5 * NS_PER_S;
        cr_assert(eq(llong, rows[i].u, later ? 1000000 + 2 * number : number));
        cr_assert(eq(llong, rows[i].sum, rows[i].u + 1));
    }
    cr_expect(gt(sz, updates, 5000));
    mem_free(rows);
    workload_plan_done(&plan);
}
