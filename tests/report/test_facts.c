#include "report/facts.h"

#include "base/text.h"
#include "fixture.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

struct spelling {
    void (*write)(struct buffer *out, double value);
    double value;
    const char *want;
};

static const struct spelling spellings[] = {
    {fact_percent, 1, "100 %"},
    {fact_percent, 0.063, "6.3 %"},
    {fact_percent, 0.0995, "10 %"},
    {fact_percent, 0.0994, "9.9 %"},
    {fact_percent, 0, "0 %"},
    {fact_percent, 0.0004, "0.04 %"},
    {fact_percent, 0.00096, "0.1 %"},
    {fact_percent, NAN, "-"},
    {fact_rate, 118000, "118 k/s"},
    {fact_rate, NAN, "-"},
    {fact_window, 1, "second"},
    {fact_window, 0.96, "second"},
    {fact_window, 60, "minute"},
    {fact_window, 3600, "hour"},
    {fact_window, 12.7, "12.7 s"},
    {fact_window, 0.02, "20 ms"},
    {fact_ratio, 1, "1.0"},
    {fact_ratio, 27.94, "27.9"},
    {fact_ratio, 310, "310"},
    {fact_ratio, 1024, "1024"},
    {fact_ratio, 250000, "250 k"},
    {fact_window_writes, 1, "each second's writes"},
    {fact_window_writes, 0.5, "the writes of every 500 ms"},
    {fact_ratio, NAN, "-"},
};

Test(facts, spell_numbers_for_a_reader)
{
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        struct buffer out = {0};
        spellings[i].write(&out, spellings[i].value);
        cr_expect_str_eq((const char *)out.data, spellings[i].want);
        buffer_done(&out);
    }
}

struct cut {
    const char *text;
    size_t width;
    const char *want;
};

static const struct cut cuts[] = {
    {"abcdef", 6, "abcdef"},
    {"abcdef", 5, "abcd\u2026"},
    {"abcdef", 1, "\u2026"},
    {"", 5, ""},
    {"\u00e4\u00f6\u00fc\u00df", 4, "\u00e4\u00f6\u00fc\u00df"},
    {"\u00e4\u00f6\u00fc\u00df", 3, "\u00e4\u00f6\u2026"},
    {"a\nb\x1b[31mc", 20, "ab[31mc"},
    {"a\xff"
     "b",
     20, "a?b"},
    {"\u202e"
     "abc\u2066",
     3, "abc"},
};

Test(facts, cut_names_between_letters_and_take_hostile_marks_out)
{
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        struct buffer out = {0};
        fact_label(&out, cuts[i].text, cuts[i].width);
        cr_expect_str_eq((const char *)out.data, cuts[i].want);
        cr_expect(text_width((const char *)out.data) <= cuts[i].width);
        buffer_done(&out);
    }
}

Test(facts, names_in_sentences_cannot_end_their_own_quotes)
{
    struct buffer out = {0};
    fact_name(&out, "a`b\n");
    cr_expect_str_eq((const char *)out.data, "`a'b`");
    buffer_done(&out);
}

Test(facts, share_of_the_hottest_is_that_of_a_window_and_not_of_the_run)
{
    struct result *result = fixture_three();
    // Each window's writes go to one of 32 regions, the next window's to another.
    cr_expect_float_eq(fact_hottest_share(&result->designs[0]), 1, 1e-12);
    cr_expect_lt(result->designs[0].writes.partitions.top_share, 0.2);
    // 16 equal buckets.
    cr_expect_float_eq(fact_hottest_share(&result->designs[1]), 1.0 / 16, 1e-12);
    result_free(result);
}

Test(facts, servers_act_by_windows_unless_their_unevenness_is_chance)
{
    struct result *result = fixture_three();
    cr_expect_not(fact_is_chance(&result->designs[0]));
    cr_expect_float_eq(fact_acting_servers(&result->designs[0]), 1, 1e-12);
    cr_expect(fact_is_chance(&result->designs[2]));
    cr_expect_eq(fact_acting_servers(&result->designs[2]),
                 result->designs[2].writes.servers.effective);
    result_free(result);
}

Test(facts, the_worst_table_speaks_for_the_design)
{
    struct table_result tables[2] = {
        {.name = "by_host",
         .writes = {.window_count = 1,
                    .partitions = {.count = 10},
                    .partition_peak_to_mean = {.mean = 2},
                    .window_top_share = 0.2,
                    .window_chance_peak_to_mean = 1.1}},
        {.name = "by_time",
         .writes = {.window_count = 1,
                    .partitions = {.count = 4},
                    .partition_peak_to_mean = {.mean = 4},
                    .window_top_share = 1,
                    .window_chance_peak_to_mean = 1.1}},
    };
    const struct design_result design = {.tables = tables, .table_count = 2};
    cr_expect_eq(fact_hottest_table(&design), &tables[1]);
    cr_expect_float_eq(fact_hottest_share(&design), 1, 1e-12);
    cr_expect_float_eq(fact_beyond_chance(&design), 4 / 1.1, 1e-12);
}

Test(facts, without_writes_nothing_is_hot)
{
    static const struct fixture_shape idle = {"idle", 4, 2, 5, 0, share_even};
    struct result *result = fixture_result(&idle, 1);
    cr_expect_null(fact_hottest_table(&result->designs[0]));
    cr_expect(isnan(fact_hottest_share(&result->designs[0])));
    cr_expect(isnan(fact_acting_servers(&result->designs[0])));
    cr_expect_not(fact_is_chance(&result->designs[0]));
    result_free(result);
}
