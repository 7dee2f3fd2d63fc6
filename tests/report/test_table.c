#include "report/report.h"

#include "base/mem.h"
#include "base/text.h"
#include "fixture.h"
#include "report/page.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

static char *table_of(const struct result *result, const struct report_look *look)
{
    struct buffer out = {0};
    report_format_named("table")->write(&out, result, look);
    return buffer_take(&out);
}

static struct result *told(struct result *result)
{
    result->findings = report_findings(result, &result->finding_count);
    return result;
}

Test(table, is_what_a_reader_was_promised)
{
    static const char want[] =
        "orders.json \u00b7 30 k ops/s on 8 servers \u00b7 seed 42 \u00b7 same arrivals for every "
        "design\n"
        "\n"
        "  design       can take  put p99  hottest region takes  servers act as\n"
        "  time first     20 k/s    grows  100 % of each second        1.0 of 8\n"
        "\u25b8 bucketed      160 k/s   6.9 ms  6.2 %                       8.0 of 8\n"
        "  hash prefix   148 k/s   6.9 ms  3.8 %                       7.8 of 8\n"
        "\n"
        "  `bucketed` can take the most, 160 k/s: 8 times as much as `time first`\n"
        "  `time first` sends 100 % of each second's writes to one region, each time\n"
        "  another, so that totals hide it; 8 servers act as 1; its queue grows: 30 k/s\n"
        "  are offered and it can take 20 k/s\n"
        "  `bucketed` and `hash prefix` spread writes as evenly as a perfect hash would,\n"
        "  or better\n"
        "  pre-split: learned, 32 regions\n"
        "  times rest on hbase: 30 handlers, put 1.5 ms, assumed; shares do not\n"
        "  saved  results/orders--compare--s42--4f1c9a2e\n"
        "  next   hotsim run workloads/orders.json --design bucketed\n"
        "         hotsim check workloads/orders.json\n";
    struct result *result = told(fixture_three());
    const struct report_look look = {.saved = "results/orders--compare--s42--4f1c9a2e",
                                     .operand = "workloads/orders.json"};
    char *text = table_of(result, &look);
    cr_expect_str_eq(text, want);
    mem_free(text);
    result_free(result);
}

Test(table, of_one_design_marks_no_best_and_compares_nothing)
{
    static const struct fixture_shape shape = {"only", 16, 8, 10, 300000, share_even};
    static const char want[] =
        "orders \u00b7 30 k ops/s on 8 servers \u00b7 seed 42\n"
        "\n"
        "  design  can take  put p99  hottest region takes  servers act as  a row takes\n"
        "  only     160 k/s   6.9 ms  6.2 % of each second        8.0 of 8        100 B\n"
        "\n"
        "  pre-split: learned, 32 regions\n"
        "  times rest on hbase: 30 handlers, put 1.5 ms, assumed; shares do not\n";
    struct result *result = fixture_result(&shape, 1);
    const struct report_look look = {.width = 100};
    char *text = table_of(result, &look);
    cr_expect_str_eq(text, want);
    mem_free(text);
    result_free(result);
}

static size_t widest(char *text)
{
    size_t most = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        most = text_width(line) > most ? text_width(line) : most;
    return most;
}

Test(table, cuts_long_names_to_the_width_of_the_terminal)
{
    static const struct fixture_shape shapes[] = {
        {"a design with a name that is far too long for any table on any terminal", 32, 8, 10,
         300000, share_even},
        {"b", 32, 8, 10, 300000, share_first},
    };
    struct result *result = told(fixture_result(shapes, 2));
    for (size_t width = 78; width < 120; width++) {
        const struct report_look look = {.width = width};
        char *text = table_of(result, &look);
        cr_expect_not_null(strstr(text, "\u2026"));
        cr_expect(widest(text) <= width, "%zu", width);
        mem_free(text);
    }
    result_free(result);
}

Test(table, uses_colour_only_where_asked)
{
    struct result *result = told(fixture_three());
    struct report_look look = {0};
    char *plain = table_of(result, &look);
    look.color = true;
    char *colored = table_of(result, &look);
    cr_expect_null(strchr(plain, '\x1b'));
    cr_expect_not_null(strstr(colored, "\x1b[31mgrows\x1b[0m"));
    cr_expect_not_null(strstr(colored, "\x1b[1mbucketed\x1b[0m"));
    mem_free(plain);
    mem_free(colored);
    result_free(result);
}

Test(table, lets_no_name_command_the_terminal)
{
    static const struct fixture_shape shapes[] = {
        {"\x1b]0;owned\x07\x1b[2J\r\n\xc2\x9b"
         "31m\u202egone",
         32, 8, 10, 300000, share_even},
        {"plain", 32, 8, 10, 300000, share_first},
    };
    struct result *result = told(fixture_result(shapes, 2));
    const struct report_look look = {.operand = "a\x1b[2J'b", .saved = "results/\x1b[2J"};
    char *text = table_of(result, &look);
    for (const char *at = text; *at; at++)
        cr_expect((uint8_t)*at >= 0x20 || *at == '\n');
    cr_expect_null(strstr(text, "\xc2\x9b"));
    cr_expect_null(strstr(text, "\u202e"));
    cr_expect_not_null(strstr(text, "hotsim check 'a[2J'\\''b'"));
    mem_free(text);
    result_free(result);
}

Test(table, says_whether_expectations_were_met)
{
    struct result *result = fixture_three();
    struct expect_result expects[] = {
        {.design = "bucketed",
         .metric = "writes.servers.peak_to_mean",
         .has_max = true,
         .max = 1.6,
         .value = 1.2,
         .state = EXPECT_MET},
        {.design = "x",
         .metric = "storage.rows",
         .has_min = true,
         .min = 5,
         .has_max = true,
         .max = 9,
         .value = 11,
         .state = EXPECT_MISSED},
        {.design = "y",
         .metric = "none",
         .has_min = true,
         .min = 5,
         .value = NAN,
         .state = EXPECT_NOT_EVALUATED},
    };
    result->expects = expects;
    result->expect_count = 3;
    const struct report_look look = {.width = 100};
    char *text = table_of(result, &look);
    cr_expect_not_null(strstr(
        text,
        "  \u2713 expected of `bucketed`: writes.servers.peak_to_mean at most 1.6; it is 1.2\n"));
    cr_expect_not_null(strstr(
        text, "  \u2717 expected of `x`: storage.rows at least 5 and at most 9; it is 11\n"));
    cr_expect_not_null(
        strstr(text, "  \u2717 expected of `y`: none at least 5; it could not be evaluated\n"));
    mem_free(text);
    result->expects = NULL;
    result->expect_count = 0;
    result_free(result);
}

Test(table, groups_designs_by_their_presplit)
{
    struct result *result = fixture_three();
    mem_free(result->designs[1].tables[0].presplit);
    result->designs[1].tables[0].presplit = mem_text("buckets, 16 regions");
    const struct report_look look = {.width = 100};
    char *text = table_of(result, &look);
    cr_expect_not_null(strstr(text,
                              "  pre-split: learned, 32 regions (`time first`, `hash prefix`)\n"
                              "  pre-split: buckets, 16 regions (`bucketed`)\n"));
    mem_free(text);
    result_free(result);
}

Test(table, of_no_design_is_a_head_alone)
{
    struct result *result = fixture_result(NULL, 0);
    const struct report_look look = {0};
    char *text = table_of(result, &look);
    cr_expect_not_null(strstr(text, "orders \u00b7 seed 42\n"));
    mem_free(text);
    result_free(result);
}

struct wrapping {
    const char *text, *want;
};

static const struct wrapping wrappings[] = {
    {"one two three", "> one two\n  three\n"},
    {"takes 21.9 k/s", "> takes\n  21.9 k/s\n"},
    {"1 2 3 4 5 6 7", "> 1 2 3 4\n  5 6 7\n"},
    {"a/path/that/stays/whole", "> a/path/that/stays/whole\n"},
    {"\u00e4\u00f6\u00fc\u00df \u00e4\u00f6\u00fc\u00df",
     "> \u00e4\u00f6\u00fc\u00df \u00e4\u00f6\u00fc\u00df\n"},
    {"two  blanks ", "> two\n  blanks\n"},
    {"", "> \n"},
};

Test(page, breaks_between_words_and_leaves_a_number_its_unit)
{
    for (size_t i = 0; i < sizeof wrappings / sizeof wrappings[0]; i++) {
        struct buffer out = {0};
        struct page page = {.out = &out, .width = 11};
        page_wrap(&page, "> ", wrappings[i].text);
        cr_expect_str_eq((const char *)out.data, wrappings[i].want);
        buffer_done(&out);
    }
}
