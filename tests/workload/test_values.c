// Values of each type from texts, and generated numbers as texts.

#include "workload/number_format.h"
#include "workload/value.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct bytes bytes_of_text(const char *text)
{
    return bytes_of(text, strlen(text));
}

static const struct {
    enum value_type type;
    const char *text;
    bool is_right;
    int64_t number;
    uint8_t scale;
} numbers[] = {
    {TYPE_LONG, "0", true, 0, 0},
    {TYPE_LONG, "007", true, 7, 0},
    {TYPE_LONG, "-1", true, -1, 0},
    {TYPE_LONG, "9223372036854775807", true, INT64_MAX, 0},
    {TYPE_LONG, "9223372036854775808", false, 0, 0},
    {TYPE_LONG, "-9223372036854775808", true, INT64_MIN, 0},
    {TYPE_LONG, "-9223372036854775809", false, 0, 0},
    {TYPE_LONG, "99999999999999999999999", false, 0, 0},
    {TYPE_LONG, "17850.0", false, 0, 0},
    {TYPE_LONG, "", false, 0, 0},
    {TYPE_LONG, "-", false, 0, 0},
    {TYPE_LONG, "+1", false, 0, 0},
    {TYPE_LONG, " 1", false, 0, 0},
    {TYPE_LONG, "1e3", false, 0, 0},
    {TYPE_INT, "2147483647", true, INT32_MAX, 0},
    {TYPE_INT, "2147483648", false, 0, 0},
    {TYPE_INT, "-2147483648", true, INT32_MIN, 0},
    {TYPE_INT, "-2147483649", false, 0, 0},
    {TYPE_ULONG, "18446744073709551615", true, -1, 0},
    {TYPE_ULONG, "18446744073709551616", false, 0, 0},
    {TYPE_ULONG, "-1", false, 0, 0},
    {TYPE_DECIMAL, "1521911720.865716", true, 1521911720865716, 6},
    {TYPE_DECIMAL, "-0.50", true, -50, 2},
    {TYPE_DECIMAL, "12", true, 12, 0},
    {TYPE_DECIMAL, ".5", true, 5, 1},
    {TYPE_DECIMAL, "123456789012345678", true, 123456789012345678, 0},
    {TYPE_DECIMAL, "1234567890123456.789", false, 0, 0},
    {TYPE_DECIMAL, "1.2.3", false, 0, 0},
    {TYPE_DECIMAL, ".", false, 0, 0},
    {TYPE_DECIMAL, "15,00", false, 0, 0},
};

Test(values, numbers_are_read_within_their_type_or_refused)
{
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct value value = {0};
        const bool is_right =
            value_read(numbers[i].type, bytes_of_text(numbers[i].text), NULL, &value);
        cr_expect(eq(int, is_right, numbers[i].is_right), "`%s`", numbers[i].text);
        if (!is_right)
            continue;
        cr_expect(eq(i64, value.number, numbers[i].number), "`%s`", numbers[i].text);
        cr_expect(eq(int, value.scale, numbers[i].scale), "`%s`", numbers[i].text);
    }
}

Test(values, a_decimal_keeps_its_text)
{
    struct value value = {0};
    cr_assert(value_read(TYPE_DECIMAL, bytes_of_text("1.50"), NULL, &value));
    cr_expect(eq(sz, value.text.size, 4));
    cr_expect(eq(int, memcmp(value.text.data, "1.50", 4), 0));
}

Test(values, bytes_decode_escapes)
{
    struct buffer scratch = {0};
    struct value value = {0};
    cr_assert(value_read(TYPE_BYTES, bytes_of_text("a\\x00\\xffb"), &scratch, &value));
    cr_expect(eq(sz, value.text.size, 4));
    cr_expect(eq(int,
                 memcmp(value.text.data,
                        "a\0\xff"
                        "b",
                        4),
                 0));
    cr_assert(value_read(TYPE_BYTES, bytes_of_text("plain"), &scratch, &value));
    cr_expect(eq(sz, value.text.size, 5));
    cr_expect(not(value_read(TYPE_BYTES, bytes_of_text("a\\xg0"), &scratch, &value)));
    buffer_done(&scratch);
}

Test(values, digits_are_those_of_printf)
{
    static const int64_t some[] = {0, 1, -1, 9, 10, 99, 100, INT64_MAX, INT64_MIN, -1234567890123};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        uint8_t got[NUMBER_TEXT_MAX + 1] = {0};
        char want[32];
        got[value_write(some[i], false, got)] = 0;
        snprintf(want, sizeof want, "%" PRId64, some[i]);
        cr_expect(eq(str, (char *)got, want));
        memset(got, 0, sizeof got);
        (void)value_write(some[i], true, got);
        snprintf(want, sizeof want, "%" PRIu64, (uint64_t)some[i]);
        cr_expect(eq(str, (char *)got, want));
    }
}

static const char *const formats[] = {
    "%d",   "host%03d", "%-6d|",      "%06d",     "%6d",     "%x",
    "%08X", "%u",       "100%% %d%%", "%03x-end", "%00005d",
};

// printf itself is the judge; "l" is put in for it alone.
Test(values, formats_give_what_printf_gives)
{
    static const int64_t some[] = {0, 7, 123, 99999, -5, 123456789};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        struct number_format format = {0};
        struct err err = {0};
        cr_assert(number_format_read(formats[i], &format, &err), "%s", err.message);
        for (size_t j = 0; j < sizeof some / sizeof some[0]; j++) {
            char wide[64], want[300];
            uint8_t got[300] = {0};
            const size_t at = strcspn(formats[i], "duxX");
            snprintf(wide, sizeof wide, "%.*sl%s", (int)at, formats[i], formats[i] + at);
            // The conversion is the first of these letters in every format above but the one with
            // "host".
            if (strncmp(formats[i], "host", 4) == 0)
                strcpy(wide, "host%03ld");
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
            snprintf(want, sizeof want, wide, (long)some[j]);
#pragma GCC diagnostic pop
            const size_t size = number_format_number(&format, some[j], false, got);
            cr_expect(eq(str, (char *)got, want), "%s of %" PRId64, formats[i], some[j]);
            cr_expect(le(sz, size, number_format_room(&format, NUMBER_TEXT_MAX)));
        }
        number_format_done(&format);
    }
}

Test(values, a_text_format_pads_with_blanks)
{
    struct number_format format = {0};
    struct err err = {0};
    uint8_t got[32] = {0};
    cr_assert(number_format_read("<%05s>", &format, &err));
    (void)number_format_text(&format, bytes_of_text("abc"), got);
    cr_expect(eq(str, (char *)got, "<  abc>"));
    number_format_done(&format);
}

static const struct {
    const char *text, *message;
    size_t offset;
} broken[] = {
    {"host", "the format `host` has no conversion, expected one such as %d", 0},
    {"", "the format `` has no conversion, expected one such as %d", 0},
    {"%%", "the format `%%` has no conversion, expected one such as %d", 0},
    {"%d%d", "the format `%d%d` has more than one conversion, expected one", 2},
    {"a%n", "the format `a%n` has a conversion that is not known", 2},
    {"%ld", "the format `%ld` has a conversion that is not known", 1},
    {"%.3d", "the format `%.3d` has a conversion that is not known", 1},
    {"%*d", "the format `%*d` has a conversion that is not known", 1},
    {"%f", "the format `%f` has a conversion that is not known", 1},
    {"%", "the format `%` has a conversion that is not known", 1},
    {"%201d", "the format `%201d` has a width beyond 200", 3},
    {"%99999999999999999999d", "the format `%99999999999999999999d` has a width beyond 200", 3},
};

Test(values, formats_with_faults_are_refused_with_their_place)
{
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct number_format format = {0};
        struct err err = {0};
        cr_expect(not(number_format_read(broken[i].text, &format, &err)));
        cr_expect(eq(str, err.message, (char *)broken[i].message));
        cr_expect(eq(sz, err.offset, broken[i].offset), "%s", broken[i].text);
    }
    struct number_format widest = {0};
    struct err err = {0};
    cr_expect(number_format_read("%200d", &widest, &err));
    number_format_done(&widest);
}
