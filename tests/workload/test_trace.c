// Recordings: types, times, order, faults, each with its message.

#include "bench.h"

#include "base/mem.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

// The message of the error without the file's name in front; with its hint behind " // ".
static char *message_of(const struct workload_plan *plan)
{
    const struct err err = bench_error(plan);
    struct buffer out = {0};
    const char *path = plan->trace->paths.items[0];
    const bool begins = strncmp(err.message, path, strlen(path)) == 0;
    buffer_text(&out, begins ? err.message + strlen(path) + 1 : err.message);
    if (err.hint[0])
        buffer_format(&out, " // %s", err.hint);
    cr_expect(eq(int, err.code, ERR_INPUT));
    return buffer_take(&out);
}

static void expect_message(struct workload_plan *plan, const char *want)
{
    char *got = message_of(plan);
    cr_expect(eq(str, got, (char *)want));
    mem_free(got);
    workload_plan_done(plan);
}

static void expect_rows(struct workload_plan *plan, const char *want)
{
    char *got = bench_rows(plan);
    cr_expect(eq(str, got, (char *)want));
    mem_free(got);
    workload_plan_done(plan);
}

// A file read at one row a second.
static struct workload_plan at_a_rate(const char *text)
{
    struct workload_plan plan = bench_trace(bench_text(text));
    plan.arrivals = (struct arrival_plan){.process = ARRIVAL_CONSTANT, .rate_per_s = 1};
    return plan;
}

static const struct {
    const char *text, *want;
} broken[] = {
    {"", " is empty, expected rows"},
    {"\n\n", " is empty, expected rows"},
    {"ts,host\n", " holds a header and no rows"},
    {"ts,host\n1521911720,a\n1521911721\n", "3: expected 2 columns, found 1"},
    {"ts,host\n1521911720,a\n1521911721,a,b\n", "3: expected 2 columns, found 3"},
    {"ts,host\n1521911720,a\n1521911721,\"a\n",
     "3: the quote that opens in this line is never closed"},
    {"ts,host\n1521911720,a\n1521911721,\"a\"b\n",
     "3: text follows a closing quote, expected a delimiter or the line end"},
};

Test(trace, broken_files_are_told_with_their_place, .fini = bench_end)
{
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct workload_plan plan = bench_trace(bench_text(broken[i].text));
        expect_message(&plan, broken[i].want);
    }
}

Test(trace, a_nul_byte_is_an_error_with_its_line, .fini = bench_end)
{
    struct workload_plan plan =
        bench_trace(bench_file("rows.csv", "ts,host\n1521911720,a\n152191172\0,b\n", 35));
    expect_message(&plan, "3: NUL byte at byte 30, expected text // UTF-16 text must be converted "
                          "to UTF-8");
}

static const struct {
    const char *text, *type, *want;
} values[] = {
    {"x,y\n1,2\nz,3\n", "long",
     "3: column `x`: `z`, expected a whole number in -9223372036854775808..9223372036854775807"},
    {"x,y\n1,2\n2147483648,3\n", "int",
     "3: column `x`: `2147483648`, expected a whole number in -2147483648..2147483647"},
    {"x,y\n1,2\n-1,3\n", "ulong",
     "3: column `x`: `-1`, expected a whole number in 0..18446744073709551615"},
    {"x,y\n1,2\n1.2.3,3\n", "decimal",
     "3: column `x`: `1.2.3`, expected a decimal number of at most 18 digits"},
    {"x,y\n1521911720,2\nsoon,3\n", "time",
     "3: column `x`: `soon` is not a time, expected as many digits as in the rows before (s) // if "
     "the unit is the same everywhere, say it: \"time\": {\"unit\": \"s\"}"},
    {"x,y\n1,2\na\\xz,3\n", "bytes",
     "3: column `x`: `a\\x5Cxz`, expected bytes, in which a backslash begins \\xNN"},
    {"x,y\n1,2\n,3\n", "long",
     "3: column `x`: ``, expected a whole number in -9223372036854775808..9223372036854775807"},
};

Test(trace, a_value_that_is_not_of_its_type_names_line_column_and_what_was_expected,
     .fini = bench_end)
{
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        struct workload_plan plan = at_a_rate(values[i].text);
        enum value_type type;
        cr_assert(value_type_named(values[i].type, &type));
        bench_column(&plan, "x", "x", 0, (int)type);
        expect_message(&plan, values[i].want);
    }
}

Test(trace, values_take_the_type_that_is_given, .fini = bench_end)
{
    struct workload_plan plan = at_a_rate("a,b,c,d,e,f,g\n"
                                          "1,2,18446744073709551615,-1.50,\\x41B,"
                                          "2010-12-01 08:26:00.5,x\n");
    static const int types[] = {TYPE_LONG,  TYPE_INT,  TYPE_ULONG, TYPE_DECIMAL,
                                TYPE_BYTES, TYPE_TIME, -1};
    for (size_t i = 0; i < 7; i++) {
        const char name[] = {(char)('a' + i), '\0'};
        bench_column(&plan, name, name, 0, types[i]);
    }
    expect_rows(&plan, "0 put 0 1 2 18446744073709551615 -1.50 AB 1291191960500000 x\n");
}

Test(trace, types_alone_leave_all_columns_as_fields, .fini = bench_end)
{
    struct workload_plan plan = at_a_rate("a,b,c\n07,08,09\n");
    bench_column(&plan, "b", NULL, 0, TYPE_LONG);
    expect_rows(&plan, "0 put 0 07 8 09\n");
    plan = at_a_rate("a,b,c\n07,08,09\n");
    bench_column(&plan, "d", NULL, 0, TYPE_LONG);
    expect_message(&plan, " the header has no column `d` // the header has a, b, c");
}

Test(trace, no_value_becomes_what_null_as_says, .fini = bench_end)
{
    struct workload_plan plan = at_a_rate("a,b\n1,x\n-,-\n");
    bench_column(&plan, "a", "a", 0, TYPE_LONG);
    bench_column(&plan, "b", "b", 0, -1);
    plan.trace->null = mem_text("-");
    char *message = message_of(&plan);
    cr_expect(eq(str, message,
                 "3: column `a`: `-` stands for no value, expected a whole number in "
                 "-9223372036854775808..9223372036854775807 // say what it becomes: \"null_as\": "
                 "\"0\""));
    mem_free(message);
    plan.trace->null_as = mem_text("0");
    expect_rows(&plan, "0 put 0 1 x\n1000000000 put 1 0 0\n");
}

Test(trace, an_empty_null_becomes_a_text, .fini = bench_end)
{
    struct workload_plan plan = at_a_rate("a,b\n1,\n,2\n");
    plan.trace->null = mem_text("");
    plan.trace->null_as = mem_text("NULL");
    expect_rows(&plan, "0 put 0 1 NULL\n1000000000 put 1 NULL 2\n");
}

Test(trace, a_null_as_that_is_not_of_the_type_is_refused, .fini = bench_end)
{
    struct workload_plan plan = at_a_rate("a,b\n1,\n");
    bench_column(&plan, "a", "a", 0, TYPE_INT);
    plan.trace->null = mem_text("");
    plan.trace->null_as = mem_text("none");
    expect_message(&plan, "field `a`: null_as `none`, expected a whole number in "
                          "-2147483648..2147483647");
}

Test(trace, an_unknown_column_lists_the_header, .fini = bench_end)
{
    struct workload_plan plan = at_a_rate("ts,host,query\n1,2,3\n");
    bench_column(&plan, "h", "hsot", 0, -1);
    expect_message(&plan, " the header has no column `hsot` // did you mean `host`? The header has "
                          "ts, host, query");
}

Test(trace, a_column_number_beyond_the_row_is_refused, .fini = bench_end)
{
    struct workload_plan plan = at_a_rate("1,2,3\n1,2,3\n");
    bench_column(&plan, "h", NULL, 4, -1);
    expect_message(&plan, " field `h` is column 4, but rows have 3 columns");
}

Test(trace, an_unknown_time_field_is_refused, .fini = bench_end)
{
    struct workload_plan plan = bench_trace(bench_text("ts,host\n1521911720,2\n"));
    plan.trace->time_field = mem_text("tz");
    plan.trace->time_guess = false;
    expect_message(&plan,
                   " time.field `tz` is not a column of the recording // did you mean `ts`?");
}

Test(trace, arrivals_come_from_somewhere, .fini = bench_end)
{
    struct workload_plan plan = bench_trace(bench_text("a,b\n1,2\n"));
    expect_message(&plan, " no column gives the times of arrival // name one: \"time\": "
                          "{\"field\": ...}; or give `rate_per_s`");
}

// ---- time and order ----

static struct workload_plan timed(const char *text)
{
    struct workload_plan plan = bench_trace(bench_text(text));
    plan.trace->time_field = mem_text("ts");
    plan.trace->time_guess = false;
    return plan;
}

static const char *const back =
    "ts,n\n1521911720.5,a\n1521911722,b\n1521911721,c\n1521911720.5,d\n";

Test(trace, time_that_goes_backwards_names_the_line_both_times_and_the_remedy, .fini = bench_end)
{
    struct workload_plan plan = timed(back);
    expect_message(&plan, "4: time goes backwards: `1521911721` comes after `1521911722` // sort "
                          "the rows first: \"sort\": \"time\"; or ignore their times: "
                          "\"rate_per_s\"");
}

Test(trace, sorting_by_time_is_stable_and_begins_at_0, .fini = bench_end)
{
    struct workload_plan plan = timed(back);
    plan.trace->sort = SORT_TIME;
    plan.trace->sort_given = true;
    expect_rows(&plan, "0 put 0 1521911720.5 a\n0 put 1 1521911720.5 d\n"
                       "500000000 put 2 1521911721 c\n1500000000 put 3 1521911722 b\n");
}

Test(trace, rows_are_sorted_unasked_only_where_nothing_was_said, .fini = bench_end)
{
    struct workload_plan guessed = bench_trace(bench_text(back));
    char *rows = bench_rows(&guessed);
    cr_expect(strstr(rows, "1500000000 put 3 1521911722 b\n") != NULL);
    mem_free(rows);
    workload_plan_done(&guessed);

    struct workload_plan said = bench_trace(bench_text(back));
    said.trace->sort_given = true;
    cr_expect(strstr(bench_error(&said).message, "time goes backwards") != NULL);
    workload_plan_done(&said);
}

Test(trace, speed_divides_the_times, .fini = bench_end)
{
    struct workload_plan plan = timed("ts,n\n1521911720,a\n1521911721,b\n1521911723,c\n");
    plan.trace->speed = 3;
    expect_rows(&plan, "0 put 0 1521911720 a\n333333333 put 1 1521911721 b\n"
                       "1000000000 put 2 1521911723 c\n");
}

Test(trace, a_rate_replaces_the_times_and_does_not_look_at_them, .fini = bench_end)
{
    struct workload_plan plan = at_a_rate("ts,n\n1521911722,a\nnever,b\n");
    plan.trace->time_field = mem_text("ts");
    plan.trace->time_guess = false;
    expect_rows(&plan, "0 put 0 1521911722 a\n1000000000 put 1 never b\n");
}

Test(trace, a_bad_time_names_its_line, .fini = bench_end)
{
    struct workload_plan plan = timed("ts,n\n2010-12-01,a\n2010-12-41,b\n");
    expect_message(&plan, "3: column `ts`: `2010-12-41` is not a time, expected a date and time "
                          "such as 2010-12-01T08:26:00Z");
}

Test(trace, times_may_have_a_format_of_their_own, .fini = bench_end)
{
    struct workload_plan plan = timed("ts,n\n01/12/2010 08:26,a\n01/12/2010 08:27,b\n");
    plan.trace->time_format = mem_text("%d/%m/%Y %H:%M");
    expect_rows(&plan, "0 put 0 01/12/2010 08:26 a\n60000000000 put 1 01/12/2010 08:27 b\n");
}

Test(trace, a_time_as_a_number_is_in_its_unit, .fini = bench_end)
{
    struct workload_plan plan = timed("ts,n\n2010-12-01T08:26:00.9999,a\n");
    plan.trace->time_unit = UNIT_MS;
    bench_column(&plan, "ts", "ts", 0, TYPE_TIME);
    expect_rows(&plan, "0 put 0 1291191960999\n");
}

// ---- faults that are passed over ----

Test(trace, skipped_faults_are_counted_and_the_first_five_kept, .fini = bench_end)
{
    struct buffer text = {0};
    buffer_text(&text, "ts,n\n");
    for (int i = 0; i < 10; i++)
        buffer_format(&text, "152191172%d,%d\n1521911720\nnever,x\n", i, i);
    for (int sorted = 0; sorted < 2; sorted++) {
        struct workload_plan plan = timed((char *)text.data);
        plan.trace->on_error = ON_ERROR_SKIP;
        plan.trace->sort = sorted ? SORT_TIME : SORT_NONE;
        struct err err = {0};
        struct survey survey;
        struct source *source = source_open(&plan, &err);
        cr_assert(source != NULL, "%s", err.message);
        for (int pass = 0; pass < 2; pass++) {
            cr_assert(source_survey(source, NULL, NULL, &survey, &err), "%s", err.message);
            cr_expect(eq(u64, survey.rows_read, 10));
            cr_expect(eq(u64, survey.rows_skipped, 20));
            cr_expect(eq(u64, survey.kinds[OP_PUT], 10));
            cr_expect(eq(u64, survey.last_at, 9 * NS_PER_S));
        }
        const char *const *examples;
        size_t count;
        cr_expect(eq(u64, source_skipped(source, &examples, &count), 20));
        cr_expect(eq(sz, count, 5));
        cr_expect(strstr(examples[0], ":3: expected 2 columns, found 1") != NULL, "%s",
                  examples[0]);
        cr_expect(strstr(examples[1], ":4: column `ts`: `never` is not a time") != NULL, "%s",
                  examples[1]);
        source_close(source);
        workload_plan_done(&plan);
    }
    buffer_done(&text);
}

Test(trace, a_file_of_faults_alone_is_an_error, .fini = bench_end)
{
    struct workload_plan plan = timed("ts,n\nnever,x\nsoon,y\n");
    plan.trace->on_error = ON_ERROR_SKIP;
    struct err err = {0};
    struct survey survey;
    struct source *source = source_open(&plan, &err);
    cr_assert(source != NULL, "%s", err.message);
    cr_expect(not(source_survey(source, NULL, NULL, &survey, &err)));
    cr_expect(strstr(err.message, ": holds no row that can be read") != NULL, "%s", err.message);
    source_close(source);
    workload_plan_done(&plan);
}

Test(trace, a_file_cut_off_is_an_error_even_where_faults_are_passed_over, .fini = bench_end)
{
    struct buffer text = {0};
    for (int i = 0; i < 20000; i++)
        buffer_format(&text, "%d,%x\n", 1521911720 + i, i * 2654435761u);
    const char *path = bench_packed(PACKED_GZIP, text.data, text.size);
    FILE *packed = fopen(path, "rb");
    uint8_t *bytes = mem_new(text.size, 1);
    const size_t size = fread(bytes, 1, text.size, packed);
    fclose(packed);
    struct workload_plan plan = bench_trace(bench_file("cut.csv", bytes, size / 2));
    plan.trace->on_error = ON_ERROR_SKIP;
    plan.trace->sort_given = true;
    const struct err err = bench_error(&plan);
    cr_expect(strstr(err.message, "truncated gzip data at byte ") != NULL, "%s", err.message);
    workload_plan_done(&plan);
    mem_free(bytes);
    buffer_done(&text);
}

// ---- several files, limits, fields beside ----

Test(trace, files_follow_each_other_each_with_its_header, .fini = bench_end)
{
    struct workload_plan plan = at_a_rate("a,b\n1,2\n");
    bench_add_path(&plan, bench_text("a,b\n3,4"));
    bench_add_path(&plan, bench_text("a,b\n5,6\n"));
    expect_rows(&plan, "0 put 0 1 2\n1000000000 put 1 3 4\n2000000000 put 2 5 6\n");
}

Test(trace, a_limit_ends_the_stream_and_the_hash_covers_all, .fini = bench_end)
{
    struct workload_plan plan = at_a_rate("a,b\n1,2\n3,4\n5,6\n");
    plan.trace->limit = 2;
    struct err err = {0};
    struct survey survey;
    struct source *source = source_open(&plan, &err);
    cr_assert(source_survey(source, NULL, NULL, &survey, &err), "%s", err.message);
    cr_expect(eq(u64, survey.operations, 2));
    // printf 'a,b\n1,2\n3,4\n5,6\n' | sha256sum
    cr_expect(eq(str, (char *)source_content_hash(source),
                 "e036f888b40d68362dfa1b02ca021e81d13d957874bba3bfd8fdf14c02bbaba7"));
    source_close(source);
    expect_rows(&plan, "0 put 0 1 2\n1000000000 put 1 3 4\n");
}

Test(trace, operations_and_duration_end_the_stream, .fini = bench_end)
{
    struct workload_plan plan = timed("ts,n\n1521911720,a\n1521911721,b\n1521911722,c\n");
    plan.operations = 1;
    char *rows = bench_rows(&plan);
    cr_expect(eq(str, rows, "0 put 0 1521911720 a\n"));
    mem_free(rows);
    plan.operations = 0;
    plan.duration_ns = 2 * NS_PER_S;
    expect_rows(&plan, "0 put 0 1521911720 a\n1000000000 put 1 1521911721 b\n");
}

Test(trace, fields_are_computed_beside_the_columns, .fini = bench_end)
{
    struct workload_plan plan = at_a_rate("a,b\n10,x\n25,y\n");
    bench_column(&plan, "a", "a", 0, TYPE_LONG);
    char **text = bench_field(&plan, "bucket", "expr", NULL);
    *text = mem_text("a % 16");
    expect_rows(&plan, "0 put 0 10 10\n1000000000 put 1 25 9\n");
}

Test(trace, a_field_named_like_a_column_is_refused, .fini = bench_end)
{
    struct workload_plan plan = at_a_rate("a,b\n10,x\n");
    (void)bench_field(&plan, "b", "uuid", NULL);
    expect_message(&plan, "field `b` is there twice");
}
