// The stream of operations: the same again, mixed as asked, whatever the file is packed in.

#include "bench.h"

#include "base/mem.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What a pass over the source gives, as one number.
static uint64_t fingerprint(struct source *source, uint64_t *out_operations)
{
    struct err err = {0};
    struct batch batch;
    uint64_t print = 0;
    *out_operations = 0;
    batch_init(&batch, source_schema(source));
    for (;;) {
        cr_assert(source_next(source, &batch, &err), "%s", err.message);
        if (batch.count == 0)
            break;
        *out_operations += batch.count;
        for (size_t i = 0; i < batch.count; i++) {
            struct buffer text = {0};
            buffer_format(&text, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %d %d", batch.sequence[i],
                          batch.at[i], batch.record[i], batch.kind[i], batch.query[i]);
            for (size_t j = 0; j < batch.column_count; j++) {
                buffer_byte(&text, '|');
                bench_value(&text, &batch.columns[j], i);
            }
            for (size_t j = 0; j < text.size; j++)
                print = (print ^ text.data[j]) * UINT64_C(0x100000001b3);
            print = rng_mix(print);
            buffer_done(&text);
        }
    }
    batch_done(&batch);
    return print;
}

// The fingerprint of three passes, which must be one.
static uint64_t steady_print(const struct workload_plan *plan)
{
    struct err err = {0};
    uint64_t operations, again;
    struct source *source = source_open(plan, &err);
    cr_assert(source != NULL, "%s", err.message);
    const uint64_t print = fingerprint(source, &operations);
    struct survey survey;
    cr_assert(source_survey(source, NULL, NULL, &survey, &err), "%s", err.message);
    cr_expect(eq(u64, survey.operations, operations));
    for (int i = 0; i < 2; i++) {
        cr_expect(eq(u64, fingerprint(source, &again), print), "pass %d", i);
        cr_expect(eq(u64, again, operations));
        cr_assert(source_rewind(source, &err));
    }
    source_close(source);
    return print;
}

static struct workload_plan log_events(uint64_t operations)
{
    struct workload_plan plan = bench_synthetic(30000, operations);
    *(uint64_t *)bench_field(&plan, "host", "uniform", "host%03d") = 200;
    struct {
        int unit;
        char *start;
    } *clock = bench_field(&plan, "ts", "clock", NULL);
    clock->unit = 2;
    clock->start = mem_text("2024-01-01T00:00:00Z");
    (void)bench_field(&plan, "id", "uuid", NULL);
    return plan;
}

Test(source, a_rewind_gives_the_same_bytes)
{
    struct workload_plan plan = log_events(5000);
    bench_mix(&plan, OP_PUT, 0, 0.9, 0);
    bench_mix(&plan, OP_GET, 0, 0.06, 0);
    bench_mix(&plan, OP_QUERY, 3, 0.04, 0);
    (void)steady_print(&plan);
    workload_plan_done(&plan);
}

Test(source, another_seed_gives_other_bytes_and_more_operations_the_same_beginning)
{
    struct workload_plan plan = log_events(3000);
    char *rows = bench_rows(&plan);
    plan.operations = 5000;
    char *more = bench_rows(&plan);
    cr_expect(eq(int, strncmp(rows, more, strlen(rows)), 0));
    plan.seed = 2;
    char *other = bench_rows(&plan);
    cr_expect(strncmp(more, other, 200) != 0);
    mem_free(rows);
    mem_free(more);
    mem_free(other);
    workload_plan_done(&plan);
}

Test(source, another_field_or_reader_does_not_move_the_puts)
{
    struct workload_plan plan = log_events(2000);
    char *rows = bench_rows(&plan);
    *(uint64_t *)bench_field(&plan, "more", "uniform", NULL) = 5;
    char *wider = bench_rows(&plan);
    const char *at = rows, *wide = wider;
    for (int i = 0; i < 2000; i++) {
        const size_t size = strcspn(at, "\n");
        cr_assert(eq(int, strncmp(at, wide, size), 0));
        at += size + 1;
        wide = strchr(wide, '\n') + 1;
    }
    mem_free(rows);
    mem_free(wider);
    workload_plan_done(&plan);
}

struct kinds {
    uint64_t count[OP_KIND_COUNT];
    uint64_t puts;
    double record_share; // sum of record / puts so far, over reads
};

static bool see_kinds(void *context, const struct batch *batch, struct err *err)
{
    struct kinds *kinds = context;
    (void)err;
    for (size_t i = 0; i < batch->count; i++) {
        kinds->count[batch->kind[i]]++;
        if (batch->kind[i] == OP_PUT) {
            cr_assert(eq(u64, batch->record[i], kinds->puts));
            kinds->puts++;
        } else if (kinds->puts > 0) {
            cr_assert(lt(u64, batch->record[i], kinds->puts));
            kinds->record_share += (double)batch->record[i] / (double)kinds->puts;
        }
    }
    return true;
}

Test(source, kinds_follow_their_shares_and_reads_take_stored_records_alike)
{
    enum { OPERATIONS = 200000 };
    struct workload_plan plan = log_events(OPERATIONS);
    bench_mix(&plan, OP_PUT, 0, 0.7, 0);
    bench_mix(&plan, OP_GET, 0, 0.2, 0);
    bench_mix(&plan, OP_QUERY, 1, 0.1, 0);
    struct kinds kinds = {0};
    struct survey survey;
    struct err err = {0};
    struct source *source = source_open(&plan, &err);
    cr_assert(source_survey(source, see_kinds, &kinds, &survey, &err), "%s", err.message);
    const double n = OPERATIONS;
    cr_expect(lt(dbl, fabs((double)kinds.count[OP_PUT] - 0.7 * n), 4 * sqrt(n * 0.7 * 0.3)));
    cr_expect(lt(dbl, fabs((double)kinds.count[OP_GET] - 0.2 * n), 4 * sqrt(n * 0.2 * 0.8)));
    cr_expect(lt(dbl, fabs((double)kinds.count[OP_QUERY] - 0.1 * n), 4 * sqrt(n * 0.1 * 0.9)));
    cr_expect(eq(u64, survey.kinds[OP_PUT], kinds.count[OP_PUT]));
    const double reads = n - (double)kinds.puts;
    cr_expect(lt(dbl, fabs(kinds.record_share / reads - 0.5), 4 / sqrt(12 * reads)));
    source_close(source);
    workload_plan_done(&plan);
}

// Each record's line behind the time and the kind, as its put gave it.
Test(source, a_read_carries_the_values_of_the_record_that_was_put)
{
    for (int periodic = 0; periodic < 2; periodic++) {
        struct workload_plan plan = log_events(3000);
        bench_mix(&plan, OP_PUT, 0, 0.5, 0);
        bench_mix(&plan, OP_GET, 0, 0.5, 0);
        if (periodic)
            plan.arrivals = (struct arrival_plan){.process = ARRIVAL_PERIODIC,
                                                  .entity = mem_text("host"),
                                                  .period_ns = NS_PER_S,
                                                  .jitter_ns = NS_PER_S / 3};
        char *rows = bench_rows(&plan);
        char **puts = mem_new(3000, sizeof *puts);
        size_t put_count = 0, reads = 0;
        for (char *line = strtok(rows, "\n"); line; line = strtok(NULL, "\n")) {
            const char *kind = strchr(line, ' ') + 1;
            if (strncmp(kind, "put ", 4) == 0) {
                puts[put_count++] = (char *)kind + 4;
            } else if (put_count > 0) {
                const size_t record = (size_t)atoi(kind + 4);
                cr_assert(lt(sz, record, put_count));
                cr_assert(eq(str, (char *)kind + 4, puts[record]));
                reads++;
            }
        }
        cr_expect(gt(sz, reads, 1000));
        mem_free(puts);
        mem_free(rows);
        workload_plan_done(&plan);
    }
}

Test(source, a_duration_ends_the_stream)
{
    struct workload_plan plan = log_events(0);
    plan.duration_ns = 2 * NS_PER_S;
    struct survey survey;
    struct err err = {0};
    struct source *source = source_open(&plan, &err);
    cr_assert(source_survey(source, NULL, NULL, &survey, &err));
    cr_expect(lt(u64, survey.last_at, 2 * NS_PER_S));
    cr_expect(lt(dbl, fabs((double)survey.operations - 60000), 4 * sqrt(60000)));
    source_close(source);
    workload_plan_done(&plan);
}

Test(source, generated_records_without_an_end_are_refused)
{
    struct workload_plan plan = log_events(0);
    const struct err err = bench_error(&plan);
    cr_expect(
        eq(str, (char *)err.message, "generated records need an end: operations or a duration"));
    workload_plan_done(&plan);
}

// ---- periodic ----

static struct workload_plan cars(const char *entity)
{
    struct workload_plan plan = bench_synthetic(0, 12);
    *(uint64_t *)bench_field(&plan, "car", "uniform", "car%d") = 4;
    plan.arrivals = (struct arrival_plan){.process = ARRIVAL_PERIODIC,
                                          .entity = mem_text(entity),
                                          .period_ns = 30 * NS_PER_S,
                                          .aligned = true};
    return plan;
}

Test(source, aligned_cars_report_in_turn_in_one_instant_a_period)
{
    struct workload_plan plan = cars("car");
    plan.operations = 6;
    char *rows = bench_rows(&plan);
    cr_expect(eq(str, rows,
                 "0 put 0 car0\n0 put 1 car1\n0 put 2 car2\n0 put 3 car3\n"
                 "30000000000 put 4 car0\n30000000000 put 5 car1\n"));
    mem_free(rows);
    workload_plan_done(&plan);
}

Test(source, the_entity_must_be_a_field_with_countable_values)
{
    struct workload_plan plan = cars("cra");
    struct err err = bench_error(&plan);
    cr_expect(eq(str, err.message, "periodic arrivals: entity `cra` is not a generated field"));
    cr_expect(eq(str, err.hint, "did you mean `car`?"));
    workload_plan_done(&plan);

    plan = cars("id");
    (void)bench_field(&plan, "id", "uuid", NULL);
    err = bench_error(&plan);
    cr_expect(strstr(err.message, "entity `id` has no fixed number of values (uuid)") != NULL);
    workload_plan_done(&plan);
}

Test(source, queries_at_a_rate_merge_with_periodic_puts)
{
    struct workload_plan plan = cars("car");
    plan.operations = 0;
    plan.duration_ns = 3000 * NS_PER_S;
    bench_mix(&plan, OP_PUT, 0, 0.1, 4.0 / 30);
    bench_mix(&plan, OP_QUERY, 0, 0.9, 2);
    struct survey survey;
    struct err err = {0};
    struct source *source = source_open(&plan, &err);
    cr_assert(source_survey(source, NULL, NULL, &survey, &err), "%s", err.message);
    cr_expect(eq(u64, survey.kinds[OP_PUT], 400));
    cr_expect(lt(dbl, fabs((double)survey.kinds[OP_QUERY] - 6000), 4 * sqrt(6000)));
    source_close(source);
    workload_plan_done(&plan);
}

// ---- recordings ----

static struct buffer recording(int rows)
{
    struct buffer text = {0};
    buffer_text(&text, "ts,host,n\n");
    for (int i = 0; i < rows; i++)
        buffer_format(&text, "%d.%06d,\"h,%d\",%d\n", 1521911720 + i / 10, i * 7 % 1000000, i % 77,
                      i);
    return text;
}

// Puts what is in a file in the place of standard input, as a pipe does.
static void feed_stdin(const struct buffer *text)
{
    int ends[2];
    cr_assert(pipe(ends) == 0);
    if (fork() == 0) {
        close(ends[0]);
        for (size_t done = 0; done < text->size;) {
            const ssize_t some = write(ends[1], text->data + done, text->size - done);
            if (some <= 0)
                _exit(1);
            done += (size_t)some;
        }
        _exit(0);
    }
    close(ends[1]);
    cr_assert(dup2(ends[0], STDIN_FILENO) == STDIN_FILENO);
    close(ends[0]);
}

Test(source, a_file_gives_the_same_rows_packed_or_piped, .fini = bench_end)
{
    struct buffer text = recording(20000);
    uint64_t first = 0;
    char hash[65] = "";
    for (int packing = 0; packing <= PACKING_COUNT; packing++) {
        if (packing == PACKING_COUNT)
            feed_stdin(&text);
        struct workload_plan plan = bench_trace(
            packing == PACKING_COUNT ? "-"
                                     : bench_packed((enum packing)packing, text.data, text.size));
        const uint64_t print = steady_print(&plan);
        struct err err = {0};
        struct survey survey;
        struct source *source = source_open(&plan, &err);
        cr_assert(source_survey(source, NULL, NULL, &survey, &err), "%s", err.message);
        if (packing == 0) {
            first = print;
            strcpy(hash, source_content_hash(source));
        }
        cr_expect(eq(u64, print, first), "packing %d", packing);
        cr_expect(eq(str, (char *)source_content_hash(source), hash));
        cr_expect(eq(u64, survey.rows_read, 20000));
        uint64_t done, total;
        source_progress(source, &done, &total);
        cr_expect(gt(u64, total, 0));
        cr_expect(le(u64, done, total));
        source_close(source);
        workload_plan_done(&plan);
    }
    buffer_done(&text);
}

static struct workload_plan small_recording(void)
{
    return bench_trace(
        bench_text("ts,host\n1521911720,a\n1521911721,b\n1521911721,c\n1521911730,d\n"));
}

Test(source, queries_at_a_rate_come_between_recorded_rows_with_the_values_of_the_row_before,
     .fini = bench_end)
{
    struct workload_plan plan = small_recording();
    bench_mix(&plan, OP_QUERY, 2, 1, 1);
    char *rows = bench_rows(&plan);
    char last[128] = "";
    uint64_t last_at = 0;
    int puts = 0, queries = 0;
    for (char *line = strtok(rows, "\n"); line; line = strtok(NULL, "\n")) {
        char kind[16], ts[32], host[32], own[128];
        uint64_t at, record;
        cr_assert(
            eq(int,
               sscanf(line, "%" SCNu64 " %15s %" SCNu64 " %31s %31s", &at, kind, &record, ts, host),
               5));
        cr_assert(ge(u64, at, last_at));
        last_at = at;
        snprintf(own, sizeof own, "%" PRIu64 " %s %s", record, ts, host);
        if (strcmp(kind, "put") == 0) {
            puts++;
            strcpy(last, own);
        } else {
            cr_assert(eq(str, kind, "query2"));
            cr_assert(eq(str, own, last));
            queries++;
        }
    }
    cr_expect(eq(int, puts, 4));
    cr_expect(gt(int, queries, 2)); // ten in the mean
    mem_free(rows);
    workload_plan_done(&plan);
}

Test(source, queries_by_weight_come_with_recorded_rows, .fini = bench_end)
{
    struct buffer text = recording(20000);
    struct workload_plan plan = bench_trace(bench_file("rows.csv", text.data, text.size));
    bench_mix(&plan, OP_PUT, 0, 0.8, 0);
    bench_mix(&plan, OP_QUERY, 0, 0.2, 0);
    struct survey survey;
    struct err err = {0};
    struct source *source = source_open(&plan, &err);
    cr_assert(source_survey(source, NULL, NULL, &survey, &err), "%s", err.message);
    cr_expect(eq(u64, survey.kinds[OP_PUT], 20000));
    // Geometric for each row: mean 1/4, variance 5/16.
    cr_expect(lt(dbl, fabs((double)survey.kinds[OP_QUERY] - 5000), 4 * sqrt(20000 * 5.0 / 16)));
    source_close(source);
    (void)steady_print(&plan);
    workload_plan_done(&plan);
    buffer_done(&text);
}

Test(source, queries_by_weight_alone_are_refused_beside_recorded_times, .fini = bench_end)
{
    struct workload_plan plan = small_recording();
    bench_mix(&plan, OP_QUERY, 0, 1, 0);
    cr_expect(strstr(bench_error(&plan).message, "weights need one for put") != NULL);
    workload_plan_done(&plan);
}

Test(source, a_mixed_recording_at_a_rate_begins_with_a_row, .fini = bench_end)
{
    struct workload_plan plan = small_recording();
    plan.arrivals.rate_per_s = 1000;
    bench_mix(&plan, OP_PUT, 0, 0.01, 0);
    bench_mix(&plan, OP_QUERY, 0, 0.99, 0);
    struct survey survey;
    struct err err = {0};
    struct kinds kinds = {0};
    struct source *source = source_open(&plan, &err);
    cr_assert(source_survey(source, see_kinds, &kinds, &survey, &err), "%s", err.message);
    cr_expect(eq(u64, survey.kinds[OP_PUT], 4));
    cr_expect(gt(u64, survey.kinds[OP_QUERY], 20));
    source_close(source);
    workload_plan_done(&plan);
}

Test(source, periodic_arrivals_of_a_recording_are_refused, .fini = bench_end)
{
    struct workload_plan plan = small_recording();
    plan.arrivals.process = ARRIVAL_PERIODIC;
    cr_expect(strstr(bench_error(&plan).message, "periodic arrivals are for generated records") !=
              NULL);
    workload_plan_done(&plan);
}

Test(source, a_speed_out_of_range_is_refused, .fini = bench_end)
{
    struct workload_plan plan = small_recording();
    plan.trace->speed = 1e-9;
    cr_expect(strstr(bench_error(&plan).message, "speed 1e-09, expected 0.001 to 1e+09") != NULL);
    workload_plan_done(&plan);
}
