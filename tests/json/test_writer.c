#include "json/writer.h"

#include <criterion/criterion.h>

#include <math.h>
#include <signal.h>

Test(json_writer, indents_objects_and_keeps_flat_lists_on_one_line)
{
    struct buffer out = {0};
    struct json_writer writer = {.out = &out};

    json_open_object(&writer);
    json_name(&writer, "a");
    json_uint(&writer, UINT64_MAX);
    json_name(&writer, "b");
    json_open_list(&writer, true);
    json_int(&writer, INT64_MIN);
    json_open_list(&writer, false);
    json_bool(&writer, true);
    json_null(&writer);
    json_close_list(&writer);
    json_close_list(&writer);
    json_name(&writer, "c");
    json_open_list(&writer, false);
    json_open_object(&writer);
    json_close_object(&writer);
    json_text(&writer, NULL);
    json_close_list(&writer);
    json_close_object(&writer);

    cr_expect_str_eq((const char *)out.data, "{\n"
                                             "  \"a\": 18446744073709551615,\n"
                                             "  \"b\": [-9223372036854775808, [true, null]],\n"
                                             "  \"c\": [\n"
                                             "    {},\n"
                                             "    null\n"
                                             "  ]\n"
                                             "}");
    buffer_done(&out);
}

static void expect_text(const char *text, const char *want)
{
    struct buffer out = {0};
    struct json_writer writer = {.out = &out};
    json_text(&writer, text);
    cr_expect_str_eq((const char *)out.data, want);
    buffer_done(&out);
}

Test(json_writer, escapes_what_json_and_terminals_must_not_see)
{
    expect_text("say \"\\\"", "\"say \\\"\\\\\\\"\"");
    expect_text("\b\t\n\f\r\x01\x1f\x7f", "\"\\b\\t\\n\\f\\r\\u0001\\u001f\\u007f\"");
    expect_text("\xc2\x9b", "\"\\u009b\""); // C1: starts a terminal command
    expect_text("\xe2\x80\xae"
                "abc",
                "\"\\u202e"
                "abc\""); // turns the text around
    expect_text("caf\xc3\xa9 \xf0\x9f\x98\x80", "\"caf\xc3\xa9 \xf0\x9f\x98\x80\"");
}

Test(json_writer, replaces_each_byte_that_is_not_utf8)
{
    expect_text("\xff"
                "a",
                "\"\xef\xbf\xbd"
                "a\"");
    expect_text("\xc3", "\"\xef\xbf\xbd\"");                                 // cut short
    expect_text("\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\"");                 // overlong
    expect_text("\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""); // surrogate
}

Test(json_writer, writes_undefined_numbers_as_null)
{
    static const double values[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        struct buffer out = {0};
        struct json_writer writer = {.out = &out};
        json_number(&writer, values[i]);
        cr_expect_str_eq((const char *)out.data, "null");
        buffer_done(&out);
    }
}

Test(json_writer, indents_raw_text_to_fit_and_drops_its_last_line_break)
{
    struct buffer out = {0};
    struct json_writer writer = {.out = &out};
    json_open_object(&writer);
    json_name(&writer, "config");
    json_raw(&writer, "{\n  \"x\": \"\\n\"\n}\n");
    json_name(&writer, "y");
    json_bool(&writer, false);
    json_close_object(&writer);
    cr_expect_str_eq((const char *)out.data, "{\n"
                                             "  \"config\": {\n"
                                             "    \"x\": \"\\n\"\n"
                                             "  },\n"
                                             "  \"y\": false\n"
                                             "}");
    buffer_done(&out);
}

Test(json_writer, asserts_at_the_depth_limit, .signal = SIGABRT)
{
    struct buffer out = {0};
    struct json_writer writer = {.out = &out};
    for (int i = 0; i <= JSON_DEPTH_MAX; i++)
        json_open_list(&writer, true);
}

Test(json_writer, reaches_the_depth_limit)
{
    struct buffer out = {0};
    struct json_writer writer = {.out = &out};
    for (int i = 0; i < JSON_DEPTH_MAX; i++)
        json_open_list(&writer, true);
    for (int i = 0; i < JSON_DEPTH_MAX; i++)
        json_close_list(&writer);
    cr_expect_eq(out.size, 2 * JSON_DEPTH_MAX);
    buffer_done(&out);
}
