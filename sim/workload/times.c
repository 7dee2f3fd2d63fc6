#include "workload/times.h"

#include "workload/value.h"

#include <inttypes.h>
#include <string.h>

struct time_reader time_reader_of(enum time_unit unit, const char *format)
{
    return (struct time_reader){
        .form = format ? TIME_FORMAT : TIME_UNSEEN,
        .unit = unit,
        .format = format,
    };
}

enum { EPOCH_DIGITS_MAX = 19 };

static bool is_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

// Days since 1970-01-01; the year begins in March, so that the leap day is its last.
static int64_t days_of_civil(int64_t year, int64_t month, int64_t day)
{
    year -= month <= 2;
    const int64_t era = (year >= 0 ? year : year - 399) / 400;
    const int64_t year_of_era = year - era * 400;
    const int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    const int64_t day_of_era =
        year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * 146097 + day_of_era - 719468;
}

int64_t time_of_civil(int64_t year, int64_t month, int64_t day, int64_t second_of_day)
{
    return days_of_civil(year, month, day) * 86400 + second_of_day;
}

int64_t time_month_days(int64_t year, int64_t month)
{
    static const int64_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && is_leap);
}

bool time_join(int64_t seconds, int64_t ns, int64_t *out_ns)
{
    const wide_int total = (wide_int)seconds * (wide_int)NS_PER_S + ns;
    if (total < INT64_MIN || total > INT64_MAX)
        return false;
    *out_ns = (int64_t)total;
    return true;
}

// ---- epoch ----

bool time_read_epoch(struct bytes text, enum time_unit unit, int64_t *out_ns)
{
    const bool is_negative = text.size > 0 && text.data[0] == '-';
    size_t i = is_negative;
    uint64_t whole = 0;
    for (; i < text.size && is_digit(text.data[i]) && i < EPOCH_DIGITS_MAX; i++)
        whole = whole * 10 + (uint64_t)(text.data[i] - '0');
    if (i == is_negative)
        return false;

    uint64_t step = time_unit_ns(unit);
    uint64_t ns;
    if (__builtin_mul_overflow(whole, step, &ns) || ns > INT64_MAX)
        return false;
    if (i < text.size && text.data[i] == '.') {
        for (i++; i < text.size && is_digit(text.data[i]); i++) {
            step /= 10;
            ns += (uint64_t)(text.data[i] - '0') * step;
        }
    }
    if (i != text.size || ns > INT64_MAX)
        return false;
    *out_ns = is_negative ? -(int64_t)ns : (int64_t)ns;
    return true;
}

enum time_unit time_unit_of(struct bytes text)
{
    size_t digits = 0;
    while (digits < text.size && is_digit(text.data[digits]))
        digits++;
    if (digits < text.size && text.data[digits] != '.')
        return UNIT_NONE;
    switch (digits) {
    case 10:
        return UNIT_S;
    case 13:
        return UNIT_MS;
    case 16:
        return UNIT_US;
    case 19:
        return UNIT_NS;
    default:
        return UNIT_NONE;
    }
}

// ---- ISO 8601 ----

// Exactly `count` digits at *at; moves behind them.
static bool read_digits(struct bytes text, size_t *at, size_t count, int64_t *out_value)
{
    if (text.size - *at < count)
        return false;
    int64_t value = 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t byte = text.data[*at + i];
        if (!is_digit(byte))
            return false;
        value = value * 10 + (byte - '0');
    }
    *at += count;
    *out_value = value;
    return true;
}

static bool read_byte(struct bytes text, size_t *at, uint8_t byte)
{
    if (*at >= text.size || text.data[*at] != byte)
        return false;
    ++*at;
    return true;
}

static bool read_date(struct bytes text, size_t *at, int64_t *out_seconds)
{
    int64_t year, month, day;
    if (!read_digits(text, at, 4, &year) || !read_byte(text, at, '-') ||
        !read_digits(text, at, 2, &month) || !read_byte(text, at, '-') ||
        !read_digits(text, at, 2, &day))
        return false;
    if (month < 1 || month > 12 || day < 1 || day > time_month_days(year, month))
        return false;
    *out_seconds = time_of_civil(year, month, day, 0);
    return true;
}

static int64_t read_fraction(struct bytes text, size_t *at)
{
    int64_t step = (int64_t)NS_PER_S, ns = 0;
    for (; *at < text.size && is_digit(text.data[*at]); ++*at) {
        step /= 10;
        ns += (text.data[*at] - '0') * step;
    }
    return ns;
}

// hh:mm, hh:mm:ss or hh:mm:ss.fraction; a leap second is the first of the next minute.
static bool read_clock(struct bytes text, size_t *at, int64_t *out_seconds, int64_t *out_ns)
{
    int64_t hour, minute, second = 0;
    *out_ns = 0;
    if (!read_digits(text, at, 2, &hour) || !read_byte(text, at, ':') ||
        !read_digits(text, at, 2, &minute))
        return false;
    if (read_byte(text, at, ':')) {
        if (!read_digits(text, at, 2, &second))
            return false;
        if (*at + 1 < text.size && (text.data[*at] == '.' || text.data[*at] == ',') &&
            is_digit(text.data[*at + 1])) {
            ++*at;
            *out_ns = read_fraction(text, at);
        }
    }
    if (hour > 23 || minute > 59 || second > 60)
        return false;
    *out_seconds = hour * 3600 + minute * 60 + second;
    return true;
}

// "", "Z", "UTC", "+01:00", "-0600", "+01".
static bool read_offset(struct bytes text, size_t *at, int64_t *out_seconds)
{
    *out_seconds = 0;
    if (*at == text.size || read_byte(text, at, 'Z'))
        return true;
    if (text.size - *at == 3 && memcmp(text.data + *at, "UTC", 3) == 0) {
        *at += 3;
        return true;
    }
    const bool is_west = text.data[*at] == '-';
    if (!is_west && text.data[*at] != '+')
        return false;
    ++*at;
    int64_t hours, minutes = 0;
    if (!read_digits(text, at, 2, &hours))
        return false;
    if (*at < text.size) {
        (void)read_byte(text, at, ':');
        if (!read_digits(text, at, 2, &minutes))
            return false;
    }
    if (hours > 23 || minutes > 59)
        return false;
    *out_seconds = (is_west ? -1 : 1) * (hours * 3600 + minutes * 60);
    return true;
}

bool time_read_iso(struct bytes text, int64_t *out_ns)
{
    size_t at = 0;
    int64_t date, clock = 0, ns = 0, offset = 0;
    if (!read_date(text, &at, &date))
        return false;
    if (at < text.size) {
        if (!read_byte(text, &at, 'T') && !read_byte(text, &at, ' '))
            return false;
        if (!read_clock(text, &at, &clock, &ns))
            return false;
        if (at + 1 < text.size)
            (void)read_byte(text, &at, ' ');
        if (!read_offset(text, &at, &offset) || at != text.size)
            return false;
    }
    return time_join(date + clock - offset, ns, out_ns);
}

// ---- whichever it is ----

static bool fail_text(struct bytes text, const char *expected, struct err *err)
{
    struct buffer shown = {0};
    value_show(&shown, text);
    err_fail(err, ERR_INPUT, "`%s` is not a time, expected %s", (char *)shown.data, expected);
    buffer_done(&shown);
    return false;
}

static bool looks_iso(struct bytes text)
{
    return text.size >= 10 && text.data[4] == '-' && text.data[7] == '-';
}

static bool see_form(struct time_reader *reader, struct bytes text, struct err *err)
{
    if (looks_iso(text)) {
        reader->form = TIME_ISO;
        return true;
    }
    if (reader->unit == UNIT_NONE) {
        reader->unit = time_unit_of(text);
        reader->unit_guessed = true;
    }
    if (reader->unit == UNIT_NONE) {
        fail_text(text,
                  "ISO 8601 or a number since 1970 of 10 (s), 13 (ms), 16 (us) or 19 (ns) digits",
                  err);
        return err_hint(err, "say what it is: \"time\": {\"unit\": \"s\"}, or \"time\": "
                             "{\"format\": \"%%d/%%m/%%Y %%H:%%M\"}");
    }
    reader->form = TIME_EPOCH;
    return true;
}

static bool read_epoch(const struct time_reader *reader, struct bytes text, int64_t *out_ns,
                       struct err *err)
{
    if (reader->unit_guessed && time_unit_of(text) != reader->unit) {
        struct buffer expected = {0};
        buffer_format(&expected, "as many digits as in the rows before (%s)",
                      time_unit_name(reader->unit));
        fail_text(text, (char *)expected.data, err);
        buffer_done(&expected);
        return err_hint(err,
                        "if the unit is the same everywhere, say it: \"time\": {\"unit\": \"%s\"}",
                        time_unit_name(reader->unit));
    }
    return time_read_epoch(text, reader->unit, out_ns) ||
           fail_text(text, "a number of seconds, ms, us or ns since 1970, as in the rows before",
                     err);
}

bool time_read(struct time_reader *reader, struct bytes text, int64_t *out_ns, struct err *err)
{
    if (reader->form == TIME_UNSEEN && !see_form(reader, text, err))
        return false;
    if (reader->form == TIME_EPOCH)
        return read_epoch(reader, text, out_ns, err);
    if (reader->form == TIME_ISO)
        return time_read_iso(text, out_ns) ||
               fail_text(text, "a date and time such as 2010-12-01T08:26:00Z", err);
    return time_read_format(text, reader->format, out_ns) || fail_text(text, reader->format, err);
}

void time_write(struct buffer *out, int64_t ns)
{
    int64_t seconds = ns / (int64_t)NS_PER_S;
    int64_t fraction = ns % (int64_t)NS_PER_S;
    if (fraction < 0) {
        fraction += (int64_t)NS_PER_S;
        seconds--;
    }
    int64_t days = seconds / 86400, of_day = seconds % 86400;
    if (of_day < 0) {
        of_day += 86400;
        days--;
    }
    const int64_t shifted = days + 719468;
    const int64_t era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
    const int64_t day_of_era = shifted - era * 146097;
    const int64_t year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    const int64_t day_of_year =
        day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const int64_t march_month = (5 * day_of_year + 2) / 153;
    const int64_t month = march_month < 10 ? march_month + 3 : march_month - 9;
    buffer_format(
        out, "%04" PRId64 "-%02" PRId64 "-%02" PRId64 "T%02" PRId64 ":%02" PRId64 ":%02" PRId64,
        year_of_era + era * 400 + (month <= 2), month,
        day_of_year - (153 * march_month + 2) / 5 + 1, of_day / 3600, of_day / 60 % 60,
        of_day % 60);
    if (fraction != 0)
        buffer_format(out, ".%09" PRId64, fraction);
    buffer_byte(out, 'Z');
}
