#include "report/report.h"

#include "base/mem.h"
#include "fixture.h"
#include "report/tsv.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *text_of(const char *format, const struct result *result)
{
    const struct report_look look = {0};
    struct buffer out = {0};
    report_format_named(format)->write(&out, result, &look);
    return buffer_take(&out);
}

Test(formats, are_found_by_their_own_names_only)
{
    static const char *const names[] = {"table", "tsv", "md", "json"};
    size_t count;
    const struct report_format *formats = report_formats(&count);
    cr_assert_eq(count, 4);
    for (size_t i = 0; i < count; i++) {
        cr_expect_str_eq(formats[i].name, names[i]);
        cr_expect_eq(report_format_named(names[i]), &formats[i]);
        cr_expect(strlen(formats[i].summary) > 10);
    }
    cr_expect_null(report_format_named("Table"));
    cr_expect_null(report_format_named(""));
}

Test(formats, tell_when_standard_output_is_full)
{
    FILE *full = fopen("/dev/full", "w");
    if (!full)
        cr_skip_test("no /dev/full here");
    struct result *result = fixture_three();
    const struct report_look look = {0};
    struct err err = {0};
    cr_expect_not(report_print(full, result, report_format_named("json"), &look, &err));
    cr_expect_eq(err.code, ERR_MACHINE);
    cr_expect_not_null(strstr(err.message, "No space left on device"));
    (void)fclose(full);
    result_free(result);
}

static size_t count_of(const char *text, size_t size, char wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < size; i++)
        count += text[i] == wanted;
    return count;
}

// Every line has as many cells as the first has names.
static void expect_rectangle(const char *text, size_t lines)
{
    const size_t tabs = count_of(text, strcspn(text, "\n"), '\t');
    size_t seen = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1, seen++)
        cr_expect_eq(count_of(line, strcspn(line, "\n"), '\t'), tabs);
    cr_expect_eq(seen, lines);
}

static void expect_table(void (*write)(struct buffer *, const struct result *),
                         const struct result *result, size_t lines)
{
    struct buffer out = {0};
    write(&out, result);
    expect_rectangle((const char *)out.data, lines);
    buffer_done(&out);
}

Test(tsv, tables_are_rectangles_whatever_the_names)
{
    struct result *result = fixture_three();
    mem_free(result->designs[0].name);
    result->designs[0].name = mem_text("a\tb\nc\r\"d");
    expect_table(tsv_comparison, result, 1 + 3);
    expect_table(tsv_partitions, result, 1 + 32 + 16 + 32);
    expect_table(tsv_windows, result, 1 + 3 * 10);
    expect_table(tsv_lorenz, result, 1 + 33 + 17 + 33);
    expect_table(tsv_queries, result, 1);
    expect_table(tsv_break_even, result, 1);
    result_free(result);
}

Test(tsv, leaves_undefined_numbers_empty)
{
    struct result *result = fixture_three();
    char *text = text_of("tsv", result);
    cr_expect_null(strstr(text, "nan"));
    cr_expect_not_null(strstr(text, "\t\t"));
    mem_free(text);
    result_free(result);
}

// Twice the area between the diagonal and the curve is the Gini coefficient.
Test(tsv, lorenz_curves_enclose_their_gini)
{
    struct result *result = fixture_three();
    struct buffer out = {0};
    tsv_lorenz(&out, result);
    double area[3] = {0}, before_x = 0, before_y = 0;
    const char *line = strchr((const char *)out.data, '\n') + 1;
    for (; *line; line += strcspn(line, "\n") + 1) {
        const size_t design = strtoul(line, NULL, 10) - 1;
        const char *x_at = strchr(strchr(line, '\t') + 1, '\t') + 1;
        const double x = strtod(x_at, NULL), y = strtod(strchr(x_at, '\t') + 1, NULL);
        if (x > 0)
            area[design] += (x - before_x) * (y + before_y) / 2;
        before_x = x;
        before_y = y;
    }
    for (size_t i = 0; i < 3; i++)
        cr_expect_float_eq(1 - 2 * area[i], result->designs[i].writes.partitions.gini, 1e-9);
    buffer_done(&out);
    result_free(result);
}

Test(markdown, holds_finding_table_assumptions_and_no_markup_of_a_name)
{
    struct result *result = fixture_three();
    mem_free(result->designs[0].name);
    result->designs[0].name = mem_text("a|b *c* <img src=x>");
    result->findings = report_findings(result, &result->finding_count);
    char *text = text_of("md", result);
    cr_expect_not_null(strstr(text, "# orders\n\n## Findings\n\n* `bucketed` can take the most"));
    cr_expect_not_null(
        strstr(text, "| a\\|b \\*c\\* \\<img src=x\\> | \\[ts\\]\\[host\\] | 20 k/s | grows |"));
    cr_expect_not_null(strstr(text, "| **bucketed** |"));
    cr_expect_not_null(strstr(text, "* store.service.put_us = 1500: assumed\n"));
    cr_expect_not_null(strstr(text, "    hotsim compare orders --seed 42\n"));
    cr_expect_null(strstr(text, "plots/"));
    mem_free(text);
    result_free(result);
}

// What `hotsim help metrics` lists can be asked for, with the names that this result has.
Test(metrics, that_are_listed_exist)
{
    struct result *result = fixture_three();
    struct query_result query = {.name = "put", .count = 1};
    result->designs[0].queries = &query;
    result->designs[0].query_count = 1;
    mem_free(result->designs[0].tables[0].name);
    result->designs[0].tables[0].name = mem_text("put");
    size_t count;
    struct report_metric *metrics = report_metrics(&count);
    cr_expect_gt(count, 100);
    for (size_t i = 0; i < count; i++) {
        struct buffer path = {0};
        const char *name = strstr(metrics[i].path, "NAME");
        if (name)
            buffer_format(&path, "%.*sput%s", (int)(name - metrics[i].path), metrics[i].path,
                          name + 4);
        else
            buffer_text(&path, metrics[i].path);
        double value;
        cr_expect(result_metric(&result->designs[0], (const char *)path.data, &value), "%s",
                  metrics[i].path);
        cr_expect(strlen(metrics[i].meaning) > 3, "%s needs a meaning", metrics[i].path);
        buffer_done(&path);
    }
    report_metrics_free(metrics, count);
    result->designs[0].queries = NULL;
    result->designs[0].query_count = 0;
    result_free(result);
}
