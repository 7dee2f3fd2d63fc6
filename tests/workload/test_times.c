// Times of recordings, against dates whose epoch is known.

#include "workload/times.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>
#include <time.h>

static struct bytes bytes_of_text(const char *text)
{
    return bytes_of(text, strlen(text));
}

struct spelling {
    const char *text;
    bool is_right;
    int64_t ns;
};

static const struct spelling iso[] = {
    {"1970-01-01", true, 0},
    {"1970-01-01T00:00", true, 0},
    {"1969-12-31T23:59:59.999999999Z", true, -1},
    {"2010-12-01 08:26:00", true, 1291191960000000000},
    {"2010-12-01T08:26", true, 1291191960000000000},
    {"2017-03-21T00:00:31-05:00", true, 1490072431000000000},
    {"2017-03-21T05:00:31Z", true, 1490072431000000000},
    {"2017-03-21T05:00:31 UTC", true, 1490072431000000000},
    {"2017-03-21 06:00:31 +0100", true, 1490072431000000000},
    {"2017-03-21T06:00:31+01", true, 1490072431000000000},
    {"2018-03-24T17:28:40.865716Z", true, 1521912520865716000},
    {"2018-03-24T17:28:40,865716Z", true, 1521912520865716000},
    {"2018-03-24T17:28:40.8657161239", true, 1521912520865716123},
    {"2016-12-31T23:59:60Z", true, 1483228800000000000},
    {"2000-02-29", true, 951782400000000000},
    {"1678-01-01", true, -9214560000000000000},
    {"1900-02-29", false, 0},
    {"2011-02-29", false, 0},
    {"2011-13-01", false, 0},
    {"2011-00-01", false, 0},
    {"2011-01-32", false, 0},
    {"2011-01-01T24:00", false, 0},
    {"2011-01-01T10:60", false, 0},
    {"2011-01-01T10:00:61", false, 0},
    {"2011-01-01T10:00:00.", false, 0},
    {"2011-01-01T10:00:00+1", false, 0},
    {"2011-01-01T10:00:00+25:00", false, 0},
    {"2011-01-01T10:00:00Zx", false, 0},
    {"2011-01-01 ", false, 0},
    {"2011-1-1", false, 0},
    {"9999-01-01", false, 0},
    {"1600-01-01", false, 0},
    {"", false, 0},
};

Test(times, iso_texts_are_exact_to_the_nanosecond)
{
    for (size_t i = 0; i < sizeof iso / sizeof iso[0]; i++) {
        int64_t ns = 0;
        const bool is_right = time_read_iso(bytes_of_text(iso[i].text), &ns);
        cr_expect(eq(int, is_right, iso[i].is_right), "%s", iso[i].text);
        cr_expect(eq(i64, ns, iso[i].ns), "%s", iso[i].text);
    }
}

static const struct {
    const char *text;
    enum time_unit unit;
    bool is_right;
    int64_t ns;
} epochs[] = {
    {"1521911720.865716", UNIT_S, true, 1521911720865716000},
    {"1521911720.123456789", UNIT_S, true, 1521911720123456789},
    {"1521911720.1234567899", UNIT_S, true, 1521911720123456789},
    {"1521911720", UNIT_S, true, 1521911720000000000},
    {"1521911720865", UNIT_MS, true, 1521911720865000000},
    {"1521911720865.5", UNIT_MS, true, 1521911720865500000},
    {"1521911720865716", UNIT_US, true, 1521911720865716000},
    {"1521911720865716123", UNIT_NS, true, 1521911720865716123},
    {"0", UNIT_S, true, 0},
    {"-1.5", UNIT_S, true, -1500000000},
    {"9223372036.854775807", UNIT_S, true, INT64_MAX},
    {"9223372036.854775808", UNIT_S, false, 0},
    {"18446744073.9", UNIT_S, false, 0},
    {"9223372036854775807", UNIT_NS, true, INT64_MAX},
    {"9223372036854775808", UNIT_NS, false, 0},
    {"99999999999999999999", UNIT_NS, false, 0},
    {"1e9", UNIT_S, false, 0},
    {" 1", UNIT_S, false, 0},
    {"1 ", UNIT_S, false, 0},
    {"+1", UNIT_S, false, 0},
    {"-", UNIT_S, false, 0},
    {".5", UNIT_S, false, 0},
    {"", UNIT_S, false, 0},
};

Test(times, epochs_are_exact_to_the_nanosecond)
{
    for (size_t i = 0; i < sizeof epochs / sizeof epochs[0]; i++) {
        int64_t ns = 0;
        const bool is_right = time_read_epoch(bytes_of_text(epochs[i].text), epochs[i].unit, &ns);
        cr_expect(eq(int, is_right, epochs[i].is_right), "%s", epochs[i].text);
        cr_expect(eq(i64, ns, epochs[i].ns), "%s", epochs[i].text);
    }
}

static const struct {
    const char *text, *format;
    bool is_right;
    int64_t seconds;
} formats[] = {
    {"10/Oct/2000:13:55:36 -0700", "%d/%b/%Y:%H:%M:%S %z", true, 971211336},
    {"20000101", "%Y%m%d", true, 946684800},
    {"12/01/10 8:26", "%m/%d/%y %H:%M", true, 1291191960},
    {"01.12.2010 08:26", "%d.%m.%Y %H:%M", true, 1291191960},
    {"12/1/2010 08:26 PM", "%m/%d/%Y %I:%M %p", true, 1291235160},
    {"12/1/2010 12:26 am", "%m/%d/%Y %I:%M %p", true, 1291163160},
    {"Wed Dec  1 08:26:00 2010", "%a %b %e %T %Y", true, 1291191960},
    {"Wednesday, December 1 2010", "%A, %B %d %Y", true, 1291161600},
    {"2010-335", "%Y-%j", true, 1291161600},
    {"1291191960", "%s", true, 1291191960},
    {"2010-12-01 08:26 GMT", "%F %R %Z", true, 1291191960},
    {"10%", "%y%%", true, 1262304000},
    {"2010-12-01 08:26:00.5", "%F %T.%f", true, 1291191960},
    {"2010-12-01 08:26:00", "%F %T.%f", false, 0},
    {"31/Feb/2000", "%d/%b/%Y", false, 0},
    {"10/Okt/2000", "%d/%b/%Y", false, 0},
    {"2010-12-01x", "%F", false, 0},
    {"2010-12", "%F", false, 0},
    {"", "%F", false, 0},
};

Test(times, formats_are_read_without_a_locale)
{
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        int64_t ns = 0;
        struct err err = {0};
        cr_expect(time_format_check(formats[i].format, &err), "%s", err.message);
        const bool is_right =
            time_read_format(bytes_of_text(formats[i].text), formats[i].format, &ns);
        cr_expect(eq(int, is_right, formats[i].is_right), "%s", formats[i].text);
        cr_expect(eq(i64, ns / 1000000000, formats[i].seconds), "%s", formats[i].text);
    }
}

Test(times, an_unknown_conversion_is_named)
{
    struct err err = {0};
    cr_expect(not(time_format_check("%Y-%Q", &err)));
    cr_expect(eq(str, err.message, "unknown conversion `%Q` in the time format `%Y-%Q`"));
    struct err end = {0};
    cr_expect(not(time_format_check("%Y-%", &end)));
}

// Every day of four centuries, against the C library.
Test(times, calendar_agrees_with_the_c_library)
{
    for (int64_t day = -100000; day < 100000; day += 7) {
        const time_t seconds = (time_t)(day * 86400 + 3661);
        struct tm parts;
        gmtime_r(&seconds, &parts);
        cr_assert(eq(i64,
                     time_of_civil(parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, 3661),
                     seconds));
        if (day * 86400 < -9000000000 || day * 86400 > 9000000000)
            continue;
        char want[64];
        strftime(want, sizeof want, "%Y-%m-%dT%H:%M:%SZ", &parts);
        struct buffer got = {0};
        time_write(&got, (int64_t)seconds * 1000000000);
        cr_assert(eq(str, (char *)got.data, want));
        buffer_done(&got);
    }
}

static struct err second_value(enum time_unit unit, const char *first, const char *second)
{
    struct time_reader reader = time_reader_of(unit, NULL);
    struct err err = {0};
    int64_t ns;
    cr_assert(time_read(&reader, bytes_of_text(first), &ns, &err), "%s", err.message);
    (void)time_read(&reader, bytes_of_text(second), &ns, &err);
    return err;
}

Test(times, a_mix_of_units_is_refused)
{
    const struct err err = second_value(UNIT_NONE, "1521911720", "1521911720865");
    cr_expect(
        eq(str, (char *)err.message,
           "`1521911720865` is not a time, expected as many digits as in the rows before (s)"));
    cr_expect(eq(int, second_value(UNIT_NONE, "1521911720.5", "1521911721").code, ERR_NONE));
    cr_expect(eq(int, second_value(UNIT_S, "1521911720", "99").code, ERR_NONE));
}

Test(times, a_mix_of_forms_is_refused)
{
    cr_expect(eq(int, second_value(UNIT_NONE, "2010-12-01", "1521911720").code, ERR_INPUT));
    cr_expect(eq(int, second_value(UNIT_NONE, "1521911720", "2010-12-01").code, ERR_INPUT));
}

Test(times, a_unit_that_digits_do_not_tell_must_be_said)
{
    struct time_reader reader = time_reader_of(UNIT_NONE, NULL);
    struct err err = {0};
    int64_t ns;
    cr_expect(not(time_read(&reader, bytes_of_text("12345"), &ns, &err)));
    cr_expect(eq(str, err.message,
                 "`12345` is not a time, expected ISO 8601 or a number since 1970 of 10 (s), 13 "
                 "(ms), 16 (us) or 19 (ns) digits"));
}
