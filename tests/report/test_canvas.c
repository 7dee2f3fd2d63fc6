#include "report/canvas.h"

#include <criterion/criterion.h>

#include <string.h>

static struct canvas canvas_of(void)
{
    return (struct canvas){.name = "test", .width = 1000, .height = 500};
}

struct text {
    const char *text, *want;
};

static const struct text texts[] = {
    {"plain", "0.10000\t0.80000\t4\tplain\n"},
    {"tab\tand\nline", "0.10000\t0.80000\t4\ttabandline\n"},
    {"\"quoted\"", "0.10000\t0.80000\t4\t\u2033quoted\u2033\n"},
    {"a\\nb", "0.10000\t0.80000\t4\ta\u2216nb\n"},
    {"'; set output '|touch x' #", "0.10000\t0.80000\t4\t'; set output '|touch x' #\n"},
    {"{/:Bold x}^2", "0.10000\t0.80000\t4\t{/:Bold x}^2\n"},
    {"\u6f22\u5b57 \U0001f600", "0.10000\t0.80000\t4\t?? ?\n"}, // no such letters in the font
    {"caf\u00e9 \u03b1 \u0416 \u2264", "0.10000\t0.80000\t4\tcaf\u00e9 \u03b1 \u0416 \u2264\n"},
    {"", ""},
};

Test(canvas, texts_go_to_the_data_file_and_never_to_the_script)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct canvas canvas = canvas_of();
        buffer_text(&canvas.labels, "");
        (void)canvas_text(&canvas, 100, 100, STYLE_LABEL, texts[i].text);
        cr_expect_str_eq((const char *)canvas.labels.data, texts[i].want);
        struct buffer script = {0};
        canvas_script(&canvas, &script);
        if (texts[i].text[0])
            cr_expect_null(strstr((const char *)script.data, texts[i].text));
        cr_expect_eq(strstr((const char *)script.data, "noenhanced") != NULL,
                     texts[i].text[0] != '\0');
        buffer_done(&script);
        canvas_done(&canvas);
    }
}

Test(canvas, breaks_lines_at_blanks_and_cuts_the_last)
{
    struct canvas canvas = canvas_of();
    const double width = 10.5 * 8.2; // of ten letters
    const struct rect box = {0, 0, width, 0};
    cr_expect_eq(canvas_letters(STYLE_LABEL, width), 10);
    cr_expect_eq(canvas_wrap(&canvas, box, 3, STYLE_LABEL, "one two three four five six seven"), 3);
    cr_expect_str_eq((const char *)canvas.labels.data, "0.00000\t1.00000\t4\tone two\n"
                                                       "0.00000\t0.96000\t4\tthree four\n"
                                                       "0.00000\t0.92000\t4\tfive six \u2026\n");
    canvas_done(&canvas);
}

Test(canvas, breaks_a_word_that_is_longer_than_a_line)
{
    struct canvas canvas = canvas_of();
    const struct rect box = {0, 0, 4.5 * 8.2, 0};
    cr_expect_eq(canvas_wrap(&canvas, box, 9, STYLE_LABEL, "abcdefghij"), 3);
    cr_expect_eq(canvas_wrap(&canvas, box, 9, STYLE_LABEL, ""), 0);
    canvas_done(&canvas);
}
