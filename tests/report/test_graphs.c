#include "report/report.h"

#include "base/mem.h"
#include "fixture.h"
#include "report/files.h"
#include "report/gnuplot.h"
#include "scratch.h"

#include <criterion/criterion.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(graphs, .init = scratch_enter, .fini = scratch_leave);

static void need_gnuplot(void)
{
    struct err err = {0};
    if (!gnuplot_find(&err))
        cr_skip_test("gnuplot is not installed");
}

static void expect_same_file(const char *folder_a, const char *folder_b, const char *name)
{
    char *a = path_join(folder_a, name), *b = path_join(folder_b, name);
    struct buffer x = {0}, y = {0};
    struct err err = {0};
    cr_assert(file_read(a, &x, &err) && file_read(b, &y, &err), "%s", err.message);
    cr_expect(x.size > 0 && x.size == y.size && memcmp(x.data, y.data, x.size) == 0, "%s", name);
    buffer_done(&x);
    buffer_done(&y);
    mem_free(a);
    mem_free(b);
}

Test(graphs, are_the_same_bytes_from_run_to_run)
{
    need_gnuplot();
    struct result *result = fixture_three();
    struct err err = {0};
    cr_assert(report_plot(result, "one", NULL, &err), "%s", err.message);
    cr_assert(setenv("GNUTERM", "dumb", 1) == 0 && setenv("LC_ALL", "de_DE.UTF-8", 1) == 0);
    cr_assert(report_plot(result, "deeper/two", NULL, &err), "%s", err.message);
    size_t count;
    const struct report_graph *graphs = report_graphs(&count);
    cr_expect_eq(count, 6);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(graphs[i].name, "reads") == 0)
            continue; // there are none
        static const char *const endings[] = {".gp", "-labels.tsv", ".png", ".svg"};
        for (size_t j = 0; j < 4; j++) {
            struct buffer name = {0};
            buffer_format(&name, "plots/%s%s", graphs[i].name, endings[j]);
            expect_same_file("one", "deeper/two", (const char *)name.data);
            buffer_done(&name);
        }
    }
    cr_expect_eq(scratch_entries("one"), 2);
    cr_expect_eq(scratch_entries("one/plots"), 5 * 4);
    result_free(result);
}

Test(graphs, of_one_kind_are_drawn_alone)
{
    need_gnuplot();
    struct result *result = fixture_three();
    struct err err = {0};
    cr_assert(report_plot(result, "out", "lorenz", &err), "%s", err.message);
    cr_expect_eq(scratch_entries("out/plots"), 4);
    cr_expect(scratch_has("out/plots/lorenz.svg"));
    result_free(result);
}

static void expect_drawn(const struct fixture_shape *shapes, size_t count)
{
    struct result *result = fixture_result(shapes, count);
    struct err err = {0};
    cr_expect(report_plot(result, "out", NULL, &err), "%s", err.message);
    result_free(result);
}

Test(graphs, are_drawn_of_any_shape)
{
    static const struct fixture_shape idle = {"idle", 4, 2, 5, 0, share_even};
    static const struct fixture_shape one_partition = {"one", 1, 1, 1, 100, share_even};
    static const struct fixture_shape two = {"two", 2, 3, 4, 1000, share_moving};
    static const struct fixture_shape slices = {"slices", 1024, 30, 50, 5000000, share_hashed};
    static const struct fixture_shape some[] = {{"a", 4, 2, 5, 0, share_even},
                                                {"b", 64, 8, 5, 9000, share_first}};
    need_gnuplot();
    expect_drawn(&idle, 1);
    expect_drawn(&one_partition, 1);
    expect_drawn(&two, 1);
    expect_drawn(&slices, 1);
    expect_drawn(some, 2);
    expect_drawn(NULL, 0);
}

Test(graphs, of_many_designs_show_the_first_eight)
{
    static const char *const names[] = {"d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9"};
    struct fixture_shape shapes[9];
    for (size_t i = 0; i < 9; i++)
        shapes[i] = (struct fixture_shape){names[i], 16, 4, 5, 8000, share_hashed};
    need_gnuplot();
    struct result *result = fixture_result(shapes, 9);
    struct err err = {0};
    cr_assert(report_plot(result, "out", NULL, &err), "%s", err.message);
    cr_expect(scratch_has("out/data/heatmap-8.tsv"));
    cr_expect_not(scratch_has("out/data/heatmap-9.tsv"));
    struct buffer labels = {0};
    cr_assert(file_read("out/plots/heatmap-labels.tsv", &labels, &err));
    cr_expect_not_null(strstr((const char *)labels.data, "the first 8 of 9 designs"));
    buffer_done(&labels);
    result_free(result);
}

Test(graphs, of_large_heat_maps_are_added_up_to_a_pictures_size)
{
    static const struct fixture_shape large = {"large", 1000, 8, 10000, 20000000, share_even};
    struct result *result = fixture_result(&large, 1);
    struct err err = {0};
    const struct report_options options = {.output = "out"};
    cr_assert(report_save(result, &options, NULL, &err), "%s", err.message);
    struct buffer picture = {0};
    cr_assert(file_read("out/data/heatmap-1.tsv", &picture, &err));
    size_t lines = 0, tabs = 0;
    double sum = 0;
    for (size_t i = 0; i < picture.size; i++) {
        lines += picture.data[i] == '\n';
        tabs += lines == 0 && picture.data[i] == '\t';
        // The second column: the first windows' shares, which add up to 1 over all ranges.
        if (lines > 0 && picture.data[i] == '\n' && i + 1 < picture.size)
            sum += strtod(strchr((const char *)picture.data + i, '\t') + 1, NULL);
    }
    cr_expect_eq(lines, 1 + 250); // by fours
    cr_expect_eq(tabs, 400);      // by twenty-fives
    cr_expect_float_eq(sum, 1, 1e-6);
    buffer_done(&picture);
    result_free(result);
}

// Everything that is known to make gnuplot run something, as the name of a design.
static const char *const hostile[] = {
    "'; set output '|touch pwned' #",
    "\"; set output \"|touch pwned\" #",
    "'<touch pwned'",
    "< touch pwned",
    "|touch pwned",
    "`touch pwned`",
    "@pwned",
    "\n!touch pwned\n",
    "\nsystem('touch pwned')\n",
    "x\nEOD\n!touch pwned",
    "'.system('touch pwned').'",
    "\".system(\"touch pwned\").\"",
    "%s%n%d",
    "{/:Bold \\n \\t}",
    "\x1b[2J\u202e\xff\xfe",
    "",
};

// Eight names at a time stand in for names, keys and the store's line.
static struct result *hostile_result(size_t first)
{
    struct fixture_shape shapes[8];
    for (size_t i = 0; i < 8; i++)
        shapes[i] = (struct fixture_shape){hostile[first + i], 4, 2, 3, 100, share_first};
    struct result *result = fixture_result(shapes, 8);
    for (size_t i = 0; i < 8; i++) {
        struct design_result *design = &result->designs[i];
        mem_free(design->store_line);
        design->store_line = mem_text(hostile[first + (i + 1) % 8]);
        mem_free(design->partitions[1].start);
        design->partitions[1].start = mem_text(hostile[first + i]);
        mem_free(design->heat_rows[1].start);
        design->heat_rows[1].start = mem_text(hostile[first + i]);
        fixture_query(design, hostile[first + i], 40, 16, 4);
    }
    return result;
}

Test(graphs, run_nothing_that_a_name_says, .timeout = 120)
{
    need_gnuplot();
    for (size_t first = 0; first < sizeof hostile / sizeof hostile[0]; first += 8) {
        struct result *result = hostile_result(first);
        struct err err = {0};
        cr_expect(report_plot(result, "out", NULL, &err), "%s", err.message);
        cr_expect_not(scratch_has("pwned") || scratch_has("out/pwned") ||
                      scratch_has("out/plots/pwned"));
        cr_expect_eq(scratch_entries("."), 1);
        cr_expect_eq(scratch_entries("out"), 2);
        cr_expect_eq(scratch_entries("out/plots"), 6 * 4);
        folder_remove("out");
        result_free(result);
    }
}

Test(graphs, without_gnuplot_say_what_to_do_before_the_run)
{
    struct result *result = fixture_three();
    struct report_options options = {.output = "out", .plots = true};
    struct err err = {0};
    bool done;
    cr_assert_eq(setenv("PATH", scratch_path(), 1), 0);
    cr_expect_not(report_check(result, &options, &done, &err));
    cr_expect_eq(err.code, ERR_MACHINE);
    cr_expect_str_eq(err.message, "gnuplot is not installed, and graphs need it");
    cr_expect_not_null(strstr(err.hint, "--no-plots"));
    struct err none = {0};
    options.plots = false;
    cr_expect(report_check(result, &options, &done, &none));
    result_free(result);
}

static void put_gnuplot(const char *script)
{
    struct buffer text = {0};
    struct err err = {0};
    buffer_text(&text, script);
    cr_assert(file_write("gnuplot", &text, &err));
    cr_assert_eq(chmod("gnuplot", 0755), 0);
    buffer_done(&text);
    struct buffer path = {0};
    buffer_format(&path, "%s:/usr/bin:/bin", scratch_path());
    cr_assert_eq(setenv("PATH", (const char *)path.data, 1), 0);
    buffer_done(&path);
}

struct failure {
    const char *script, *message;
};

static const struct failure failures[] = {
    {"#!/bin/sh\necho 'line 3: no such terminal' >&2\nexit 1\n",
     "graph heatmap: gnuplot failed: line 3: no such terminal"},
    {"#!/bin/sh\nkill -SEGV $$\n", "graph heatmap: gnuplot was ended by signal 11"},
    {"#!/bin/sh\nexit 0\n", "graph heatmap: gnuplot left a broken picture (is the disk full?)"},
    {"#!/bin/sh\nprintf 'half a picture, cut sho' > heatmap.png\nexit 0\n",
     "graph heatmap: gnuplot left a broken picture (is the disk full?)"},
};

Test(graphs, that_fail_leave_no_broken_picture_and_no_folder)
{
    struct result *result = fixture_three();
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        const struct report_options options = {.output = "out", .plots = true};
        struct err err = {0};
        put_gnuplot(failures[i].script);
        cr_expect_not(report_save(result, &options, NULL, &err));
        cr_expect_eq(err.code, ERR_MACHINE);
        cr_expect_str_eq(err.message, failures[i].message);
        cr_expect_eq(scratch_entries("."), 1, "only the stand-in for gnuplot");
    }
    result_free(result);
}

Test(graphs, that_fail_leave_the_old_ones)
{
    need_gnuplot();
    struct result *result = fixture_three();
    struct err err = {0};
    cr_assert(report_plot(result, "out", "load", &err), "%s", err.message);
    put_gnuplot(failures[3].script);
    cr_expect_not(report_plot(result, "out", "load", &err));
    struct err check = {0};
    cr_expect(gnuplot_check_png("out/plots/load.png", &check));
    cr_expect_eq(scratch_entries("out"), 2);
    result_free(result);
}

Test(graphs, missing_from_a_saved_result_are_added)
{
    need_gnuplot();
    struct result *result = fixture_three();
    struct report_options options = {.output = "out"};
    struct err err = {0};
    cr_assert(report_save(result, &options, NULL, &err));
    options.plots = true;
    bool done = true;
    cr_expect(report_check(result, &options, &done, &err));
    cr_expect_not(done);
    cr_expect(report_save(result, &options, NULL, &err), "%s", err.message);
    cr_expect(scratch_has("out/plots/heatmap.png"));
    cr_expect_eq(scratch_entries("."), 1);
    result_free(result);
}
