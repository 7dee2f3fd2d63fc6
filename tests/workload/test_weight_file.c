// Histograms from files.

#include "bench.h"

#include "base/mem.h"
#include "workload/weight_file.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

enum { RECORDS = 200000 };

TestSuite(weight_file, .fini = bench_end);

static struct workload_plan histogram_of(const char *path)
{
    struct workload_plan plan = bench_synthetic(1000, RECORDS);
    *(char **)bench_field(&plan, "f", "histogram", NULL) = mem_text(path);
    return plan;
}

// The same four values, however they are parted and packed.
Test(weight_file, lines_are_parted_by_tabs_commas_or_blanks)
{
    static const char *const texts[] = {
        "from,to,weight\n0,1,2\n2,2,0.5\n3,3,1.5\n",
        "# sizes\n\n0\t1\t4\r\n2\t1\r\n3\t3",
        "0 1   20\n  2 5\n3      15  \n",
        "value weight\n0 1\n1 1\n2 0.5\n3 1.5\n",
    };
    static const double shares[] = {0.25, 0.25, 0.125, 0.375};
    for (size_t i = 0; i < 2 * sizeof texts / sizeof texts[0]; i++) {
        const char *text = texts[i / 2];
        const char *path = i % 2 ? bench_packed(PACKED_GZIP, text, strlen(text)) : bench_text(text);
        struct workload_plan plan = histogram_of(path);
        uint64_t counts[4] = {0};
        bench_each_record(&plan, bench_count_number, counts);
        cr_expect(gt(dbl, bench_chi_square_tail(counts, shares, 4), 0.001), "%zu", i);
        struct err err = {0};
        struct source *source = source_open(&plan, &err);
        const struct field *field = &source_schema(source)->fields[0];
        cr_expect(field->type == TYPE_LONG && field->bounded && field->min == 0 && field->max == 3);
        source_close(source);
        workload_plan_done(&plan);
    }
}

static void count_text(void *context, const struct batch *batch, size_t row)
{
    const struct bytes text = batch->columns[0].texts[row];
    ((uint64_t *)context)[text.size == 3 ? 0 : text.size == 4 ? 1 : 2]++;
}

Test(weight_file, texts_are_values_and_listed)
{
    static const double shares[] = {0.7, 0.1, 0.2};
    struct workload_plan plan = histogram_of(bench_text("GET\t70\nPOST\t10\n17\t20\n"));
    uint64_t counts[3] = {0};
    bench_each_record(&plan, count_text, counts);
    cr_expect(gt(dbl, bench_chi_square_tail(counts, shares, 3), 0.001));
    struct err err = {0};
    struct source *source = source_open(&plan, &err);
    const struct field *field = &source_schema(source)->fields[0];
    cr_expect(field->type == TYPE_STRING && field->value_count == 3);
    cr_expect(eq(str, field->values[1], "POST"));
    source_close(source);
    workload_plan_done(&plan);
}

static void see_bound(void *context, const struct batch *batch, size_t row)
{
    const int64_t value = batch->columns[0].numbers[row];
    ((bool *)context)[value < 0] = true;
}

Test(weight_file, a_range_may_be_all_of_64_bits)
{
    struct workload_plan plan =
        histogram_of(bench_text("-9223372036854775808 9223372036854775807 1\n"));
    bool seen[2] = {false};
    bench_each_record(&plan, see_bound, seen);
    cr_expect(seen[0] && seen[1]);
    workload_plan_done(&plan);
}

Test(weight_file, faults_name_their_line)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"", "holds no value and weight"},
        {"# nothing\n", "holds no value and weight"},
        {"1 0\n2 0\n", "all weights are 0"},
        {"1 2\n3\n", ":2: expected `value weight` or `from to weight`"},
        {"1,2,3,4\n", ":1: expected `value weight` or `from to weight`"},
        {"1 2\n\n2 -3\n", ":3: weight `-3`, expected a number such as 12 or 0.25"},
        {"1 2\n2 1e5\n", ":2: weight `1e5`, expected a number such as 12 or 0.25"},
        {"name weight\n1 2\n", ":1: weight `weight`, expected a number such as 12 or 0.25"},
        {"1 2\nvalue weight\n", ":2: weight `weight`, expected a number such as 12 or 0.25"},
        {"5 4 1\n", ":1: a range is two whole numbers, the lower first, and a weight"},
        {"a b 1\n", ":1: a range is two whole numbers, the lower first, and a weight"},
        {"1 5 1\na 2\n", ":1: a range among texts"},
        {"a 1\nb 1\n# c\na 2\n", ":4: the value of line 1 again"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *path = bench_text(cases[i].text);
        struct workload_plan plan = histogram_of(path);
        const struct err err = bench_error(&plan);
        struct buffer want = {0};
        buffer_format(&want, "field `f`: histogram: %s%s%s", path,
                      cases[i].want[0] == ':' ? "" : ": ", cases[i].want);
        cr_expect(eq(str, (char *)err.message, (char *)want.data));
        cr_expect(eq(int, err.code, ERR_INPUT));
        buffer_done(&want);
        workload_plan_done(&plan);
    }
}

Test(weight_file, a_missing_file_is_an_error)
{
    struct workload_plan plan = histogram_of("/nowhere/at/all.csv");
    const struct err err = bench_error(&plan);
    cr_expect(strstr(err.message, "/nowhere/at/all.csv") != NULL, "%s", err.message);
    workload_plan_done(&plan);
}

static struct err read_repeated(const char *line, size_t times)
{
    struct buffer text = {0};
    struct weight_file file = {0};
    struct err err = {0};
    for (size_t i = 0; i < times; i++)
        buffer_text(&text, line);
    const char *path = bench_text((char *)text.data);
    buffer_done(&text);
    if (weight_file_read(path, &file, &err))
        cr_expect(eq(sz, file.count, times));
    weight_file_done(&file);
    return err;
}

Test(weight_file, a_million_lines_are_allowed_and_no_more)
{
    cr_expect(eq(int, read_repeated("1 1\n", 1000000).code, ERR_NONE));
    const struct err err = read_repeated("1 1\n", 1000001);
    cr_expect(strstr(err.message, ":1000001: at most 1000000 lines") != NULL, "%s", err.message);
}
