#include "report/report.h"

#include "base/mem.h"
#include "fixture.h"
#include "report/files.h"
#include "report/gnuplot.h"
#include "report/tsv.h"
#include "scratch.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

TestSuite(graphs_of_reads, .init = scratch_enter, .fini = scratch_leave);

static void need_gnuplot(void)
{
    struct err err = {0};
    if (!gnuplot_find(&err))
        cr_skip_test("gnuplot is not installed");
}

static char *read_text(const char *path)
{
    struct buffer text = {0};
    struct err err = {0};
    cr_assert(file_read(path, &text, &err), "%s", err.message);
    return buffer_take(&text);
}

static void expect_texts(const char *path, const char *const *texts, size_t count)
{
    char *labels = read_text(path);
    for (size_t i = 0; i < count; i++)
        cr_expect_not_null(strstr(labels, texts[i]), "%s has no \"%s\"", path, texts[i]);
    mem_free(labels);
}

// The designs of fixture_three; `recent` finds its rows at once, or with forty times as many.
static struct result *fixture_asked(void)
{
    struct result *result = fixture_three();
    fixture_query(&result->designs[0], "recent", 1, 1, 1);
    fixture_query(&result->designs[1], "recent", 40, 16, 4);
    fixture_query(&result->designs[2], "recent", 3, 3, 3);
    return result;
}

Test(graphs_of_reads, draw_on_what_stands_in_the_tables)
{
    struct result *result = fixture_asked();
    result->break_evens = mem_new(1, sizeof *result->break_evens);
    result->break_even_count = 1;
    result->break_evens[0] = (struct break_even){
        mem_text("re\tcent"), 0.25, 7500, 0.125, mem_text("bucketed"), mem_text("hash prefix")};
    struct buffer queries = {0}, break_even = {0};
    tsv_queries(&queries, result);
    tsv_break_even(&break_even, result);
    cr_expect_not_null(strstr((const char *)queries.data,
                              "\n2\tbucketed\trecent\t100\t100\t\tscatter\t16\t4\t16\t8\t2000\t50"
                              "\t40\t2.5\t16\t32\t\t\t16 scans\n"));
    // Overloaded: no latency.
    cr_expect_not_null(strstr((const char *)queries.data,
                              "1\ttime first\trecent\t100\t100\t\tscatter\t1\t1\t1\t8\t50\t50"
                              "\t1\t2.5\t\t\t\t\t16 scans\n"));
    const char *line = strchr((const char *)break_even.data, '\n');
    cr_assert_not_null(line);
    size_t tabs = 0;
    for (const char *at = line; *at; at++)
        tabs += *at == '\t';
    cr_expect_eq(tabs, 5, "a tab in a name makes no cell");
    cr_expect_not_null(strstr(line, "\t0.25\t7500\t0.125\tbucketed\thash prefix\n"));
    buffer_done(&queries);
    buffer_done(&break_even);
    result_free(result);
}

Test(graphs_of_reads, say_which_read_is_the_dearest)
{
    static const char *const texts[] = {"recent with bucketed reads 40 rows for each that it finds",
                                        "16 / 4", "3 / 3"};
    need_gnuplot();
    struct result *result = fixture_asked();
    struct err err = {0};
    cr_assert(report_plot(result, "out", "reads", &err), "%s", err.message);
    expect_texts("out/plots/reads-labels.tsv", texts, 3);
    result_free(result);
}

Test(graphs_of_reads, say_where_scans_find_nothing)
{
    static const char *const texts[] = {"recent with bucketed takes 16 scans, of which 4 hold"};
    need_gnuplot();
    struct result *result = fixture_asked();
    result->designs[1].queries[0].read_amplification = 3.5; // less than 16 / 4
    struct err err = {0};
    cr_assert(report_plot(result, "out", "reads", &err), "%s", err.message);
    expect_texts("out/plots/reads-labels.tsv", texts, 1);
    result_free(result);
}

Test(graphs_of_reads, say_that_nothing_is_wasted)
{
    static const char *const texts[] = {"Every read takes what it needs"};
    need_gnuplot();
    struct result *result = fixture_three();
    fixture_query(&result->designs[1], "recent", 1, 3, 3);
    struct err err = {0};
    cr_assert(report_plot(result, "out", "reads", &err), "%s", err.message);
    expect_texts("out/plots/reads-labels.tsv", texts, 1);
    result_free(result);
}

Test(graphs_of_reads, without_reads_are_left_out_or_refused)
{
    need_gnuplot();
    struct result *result = fixture_three();
    struct err err = {0}, refused = {0};
    cr_assert(report_plot(result, "out", NULL, &err), "%s", err.message);
    cr_expect(scratch_has("out/plots/latency.png"));
    cr_expect_not(scratch_has("out/plots/reads.gp") || scratch_has("out/data/reads.tsv"));
    const struct report_options options = {.output = "saved", .plots = true};
    cr_assert(report_save(result, &options, NULL, &err), "%s", err.message);
    char *summary = read_text("saved/summary.md");
    cr_expect(strstr(summary, "(plots/latency.png)") && !strstr(summary, "(plots/reads.png)"));
    mem_free(summary);
    cr_expect_not(report_plot(result, "other", "reads", &refused));
    cr_expect_eq(refused.code, ERR_INPUT);
    cr_expect_str_eq(refused.message,
                     "there is nothing for the graph `reads`: the scenario asks for no reads");
    cr_expect_not(scratch_has("other"));
    result_free(result);
}

Test(graphs_of_reads, say_whose_wait_grows_and_what_is_not_asked)
{
    static const char *const texts[] = {"1 of 3 designs cannot keep up: its queues grow", "grows",
                                        "not asked", "6.9 ms", "32 ms"};
    need_gnuplot();
    struct result *result = fixture_three();
    cr_assert(result->designs[0].overloaded && !result->designs[1].overloaded);
    fixture_query(&result->designs[1], "recent", 40, 16, 4);
    struct err err = {0};
    cr_assert(report_plot(result, "out", "latency", &err), "%s", err.message);
    expect_texts("out/plots/latency-labels.tsv", texts, 5);
    result_free(result);
}

Test(graphs_of_reads, say_where_designs_that_keep_up_differ)
{
    static const struct fixture_shape even[] = {{"a", 16, 8, 5, 8000, share_even},
                                                {"b", 16, 8, 5, 8000, share_even}};
    static const char *const texts[] = {"recent: p99 with b is 16.0\u00d7 that with a"};
    static const char *const equal[] = {"All designs answer about equally fast"};
    need_gnuplot();
    struct result *result = fixture_result(even, 2);
    struct err err = {0};
    cr_assert(report_plot(result, "out", "latency", &err), "%s", err.message);
    expect_texts("out/plots/latency-labels.tsv", equal, 1);
    fixture_query(&result->designs[0], "recent", 1, 1, 1);
    fixture_query(&result->designs[1], "recent", 1, 16, 1);
    cr_assert(report_plot(result, "out", "latency", &err), "%s", err.message);
    expect_texts("out/plots/latency-labels.tsv", texts, 1);
    result_free(result);
}

// Eight designs and nine queries, of which a page shows eight with the put; every number is on it.
Test(graphs_of_reads, stay_a_page_however_many_queries)
{
    static const char *const names[] = {"d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8"};
    static const char *const queries[] = {"q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8", "q9"};
    static const char *const latency[] = {"the first 8 of 10 operations"};
    static const char *const reads[] = {"the first 8 of 9 queries"};
    struct fixture_shape shapes[8];
    for (size_t i = 0; i < 8; i++)
        shapes[i] = (struct fixture_shape){names[i], 16, 4, 5, 8000, share_hashed};
    need_gnuplot();
    struct result *result = fixture_result(shapes, 8);
    for (size_t i = 0; i < 8 * 9; i++)
        fixture_query(&result->designs[i % 8], queries[i / 8], (double)(1 + i), 1 + i % 8, 1);
    struct err err = {0};
    cr_assert(report_plot(result, "out", NULL, &err), "%s", err.message);
    expect_texts("out/plots/latency-labels.tsv", latency, 1);
    expect_texts("out/plots/reads-labels.tsv", reads, 1);
    char *data = read_text("out/data/reads.tsv");
    size_t lines = 0;
    double before = 0;
    for (char *at = strchr(data, '\n') + 1; *at; at = strchr(at, '\n') + 1, lines++) {
        const double line = strtod(at, NULL);
        cr_expect(line >= before + 0.999, "two lines in one place");
        before = line;
    }
    cr_expect_eq(lines, 8 * 8);
    mem_free(data);
    result_free(result);
}

// Nothing found, nothing examined, nothing needed, and no design that keeps up.
Test(graphs_of_reads, are_drawn_where_numbers_are_missing)
{
    static const char *const texts[] = {"none found", "none read", "1 / 0"};
    static const char *const grows[] = {"The design cannot keep up"};
    static const struct fixture_shape shape = {"one", 4, 2, 5, 100, share_first};
    need_gnuplot();
    struct result *result = fixture_result(&shape, 1);
    result->designs[0].overloaded = true;
    fixture_query(&result->designs[0], "nothing_found", INFINITY, 1, 0);
    fixture_query(&result->designs[0], "nothing_read", NAN, 1, 0);
    result->designs[0].queries[1].rows_examined.mean = 0;
    result->designs[0].latencies[0].p50_ms = result->designs[0].latencies[0].p99_ms = NAN;
    struct err err = {0};
    cr_assert(report_plot(result, "out", NULL, &err), "%s", err.message);
    expect_texts("out/plots/reads-labels.tsv", texts, 3);
    expect_texts("out/plots/latency-labels.tsv", grows, 1);
    result_free(result);
}
