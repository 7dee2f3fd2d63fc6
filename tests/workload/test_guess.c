// What is taken from a recording where nobody said it.

#include "bench.h"

#include "base/mem.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

struct look {
    const char *text, *note;
};

static const struct look looks[] = {
    {"ts,host\n1521911720,a\n1521911721,b\n",
     "format csv, delimiter comma, header, time column ts (s)"},
    {"ts;host\n1521911720865;a,b\n1521911721865;b,c\n",
     "format csv, delimiter semicolon, header, time column ts (ms)"},
    {"a|ts\nx|2010-12-01 08:26:00\ny|2010-12-01 08:26:01\n",
     "format csv, delimiter bar, header, time column ts (ISO 8601)"},
    {"1521911720.865716\ta,b\n1521911721.865716\tc,d,e\n",
     "format tsv, delimiter tab, no header, time column column1 (s)"},
    {"#a\n#fields\tx\ty\n#types\tz\n1521911720.5\tb\n1521911721.5\td\n",
     "format tsv, delimiter tab, comment lines `#`, columns of #fields, time column x (s)"},
    {"#a\n#types\tx\n1521911720.5\tb\n1521911721.5\td\n",
     "format tsv, delimiter tab, comment lines `#`, no header, time column column1 (s)"},
    {"when,host\n1521911721,a\n1521911720,b\n",
     "format csv, delimiter comma, header, no time column"},
    {"start_time,host\n1521911721,a\n1521911720,b\n",
     "format csv, delimiter comma, header, time column start_time (s), times not in order: "
     "sorted"},
    {"id,n\n7,1\n8,2\n", "format csv, delimiter comma, header, no time column"},
    {"DATE,n\n20000101,1\n20000102,2\n",
     "format csv, delimiter comma, header, time column DATE (%Y%m%d)"},
    {"DATE,n\n20000101,1\n20000132,2\n", "format csv, delimiter comma, header, no time column"},
    {"code,n\n20000101,1\n20000102,2\n", "format csv, delimiter comma, header, no time column"},
    {"login,host1\nlogin,host2\n", "format csv, delimiter comma, no header, no time column"},
    {"id,id\n7,1\n8,2\n", "format csv, delimiter comma, no header, no time column"},
    {"7,1\n8,2\n", "format csv, delimiter comma, no header, no time column"},
    {"a line\nof text\n", "format csv, delimiter comma, no header, no time column"},
    {"name\nx\ny\n", "format csv, delimiter comma, header, no time column"},
    {"a,b\n\"1,2\",x\n\"3,4,5\",y\n", "format csv, delimiter comma, header, no time column"},
};

Test(guess, what_was_taken_from_the_file_is_said_in_a_line, .fini = bench_end)
{
    for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++) {
        struct workload_plan plan = bench_trace(bench_text(looks[i].text));
        struct err err = {0};
        struct source *source = source_open(&plan, &err);
        cr_assert(source != NULL, "%s", err.message);
        cr_expect(eq(str, source_guess(source)->note, (char *)looks[i].note));
        cr_expect(source_guess(source)->any);
        source_close(source);
        workload_plan_done(&plan);
    }
}

Test(guess, nothing_is_guessed_where_all_was_said, .fini = bench_end)
{
    struct workload_plan plan = bench_trace(bench_text("5,a\n6,b\n"));
    plan.trace->format = TRACE_CSV;
    plan.trace->time_guess = false;
    plan.trace->time_field = mem_text("t");
    plan.trace->time_unit = UNIT_MS;
    bench_column(&plan, "t", NULL, 1, TYPE_LONG);
    struct err err = {0};
    struct source *source = source_open(&plan, &err);
    cr_assert(source != NULL, "%s", err.message);
    cr_expect(source_guess(source)->any == false);
    cr_expect(eq(int, source_guess(source)->header, HEADER_NO));
    cr_expect(eq(int, source_schema(source)->fields[0].unit, UNIT_MS));
    source_close(source);
    char *rows = bench_rows(&plan);
    cr_expect(eq(str, rows, "0 put 0 5\n1000000 put 1 6\n"));
    mem_free(rows);
    workload_plan_done(&plan);
}

Test(guess, a_header_is_used_where_a_column_is_given_by_name, .fini = bench_end)
{
    for (int by_name = 0; by_name < 2; by_name++) {
        struct workload_plan plan = bench_trace(bench_text("7,8\n1,2\n"));
        plan.arrivals = (struct arrival_plan){.process = ARRIVAL_CONSTANT, .rate_per_s = 1};
        bench_column(&plan, "x", by_name ? "8" : NULL, by_name ? 0 : 2, -1);
        char *rows = bench_rows(&plan);
        cr_expect(eq(str, rows, by_name ? "0 put 0 2\n" : "0 put 0 8\n1000000000 put 1 2\n"));
        mem_free(rows);
        workload_plan_done(&plan);
    }
}

Test(guess, a_hash_before_the_first_name_of_a_header_is_no_part_of_it, .fini = bench_end)
{
    struct workload_plan plan = bench_trace(bench_text("# ts,host\n1521911720,a\n"));
    struct err err = {0};
    struct source *source = source_open(&plan, &err);
    cr_assert(source != NULL, "%s", err.message);
    cr_expect(eq(str, source_schema(source)->fields[0].name, "ts"));
    source_close(source);
    workload_plan_done(&plan);
}
