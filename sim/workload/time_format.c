// Times in a format of the user's own: strptime without its locale.
#include "workload/times.h"

#include <string.h>

struct parts {
    int64_t year, month, day, day_of_year, hour, minute, second, ns;
    int64_t offset; // seconds east of UTC
    int64_t epoch;  // %s
    bool is_afternoon, has_half, has_epoch;
};

static const char conversions[] = "YymdejbBaAHIpMSfzZsFTDRnt%";

bool time_format_check(const char *format, struct err *err)
{
    for (const char *at = format; *at; at++) {
        if (*at != '%')
            continue;
        at++;
        if (*at == '\0' || !strchr(conversions, *at)) {
            err_fail(err, ERR_INPUT, "unknown conversion `%%%c` in the time format `%s`",
                     *at ? *at : ' ', format);
            return err_hint(err,
                            "known are %%Y %%y %%m %%d %%e %%j %%b %%B %%a %%A %%H %%I %%p %%M %%S "
                            "%%f %%z %%Z %%s %%F %%T %%D %%R");
        }
    }
    return true;
}

// One to `most` digits.
static bool number(struct bytes text, size_t *at, size_t most, int64_t *out_value)
{
    int64_t value = 0;
    size_t count = 0;
    while (count < most && *at < text.size && text.data[*at] >= '0' && text.data[*at] <= '9') {
        value = value * 10 + (text.data[*at] - '0');
        ++*at;
        count++;
    }
    *out_value = value;
    return count > 0;
}

static bool number_within(struct bytes text, size_t *at, size_t most, int64_t min, int64_t max,
                          int64_t *out_value)
{
    return number(text, at, most, out_value) && *out_value >= min && *out_value <= max;
}

static bool same_letters(struct bytes text, size_t at, const char *name)
{
    for (; *name; name++, at++) {
        if (at >= text.size || (text.data[at] | 0x20) != ((uint8_t)*name | 0x20))
            return false;
    }
    return true;
}

// The index of the name at *at: whole, or its first three letters.
static bool named(struct bytes text, size_t *at, const char *const *names, int64_t *out_index)
{
    for (int64_t i = 0; names[i]; i++) {
        const char begin[] = {names[i][0], names[i][1], names[i][2], '\0'};
        if (!same_letters(text, *at, begin))
            continue;
        *at += same_letters(text, *at, names[i]) ? strlen(names[i]) : 3;
        *out_index = i;
        return true;
    }
    return false;
}

static const char *const month_names[] = {"january",  "february", "march",  "april",     "may",
                                          "june",     "july",     "august", "september", "october",
                                          "november", "december", NULL};
static const char *const day_names[] = {"monday", "tuesday",  "wednesday", "thursday",
                                        "friday", "saturday", "sunday",    NULL};

static bool read_zone_name(struct bytes text, size_t *at)
{
    static const char *const names[] = {"UTC", "GMT", "Z"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (same_letters(text, *at, names[i])) {
            *at += strlen(names[i]);
            return true;
        }
    }
    return false;
}

static bool read_offset(struct bytes text, size_t *at, int64_t *out_offset)
{
    if (read_zone_name(text, at)) {
        *out_offset = 0;
        return true;
    }
    if (*at >= text.size || (text.data[*at] != '+' && text.data[*at] != '-'))
        return false;
    const int64_t sign = text.data[(*at)++] == '-' ? -1 : 1;
    int64_t hours, minutes = 0;
    if (!number_within(text, at, 2, 0, 23, &hours))
        return false;
    if (*at < text.size && text.data[*at] == ':')
        ++*at;
    (void)number_within(text, at, 2, 0, 59, &minutes);
    *out_offset = sign * (hours * 3600 + minutes * 60);
    return true;
}

static bool read_fraction(struct bytes text, size_t *at, int64_t *out_ns)
{
    const size_t first = *at;
    int64_t step = (int64_t)NS_PER_S;
    *out_ns = 0;
    for (; *at < text.size && text.data[*at] >= '0' && text.data[*at] <= '9'; ++*at) {
        step /= 10;
        *out_ns += (text.data[*at] - '0') * step;
    }
    return *at > first;
}

static void pass_blanks(struct bytes text, size_t *at)
{
    while (*at < text.size && (text.data[*at] == ' ' || text.data[*at] == '\t'))
        ++*at;
}

static bool read_half(struct bytes text, size_t *at, struct parts *parts)
{
    parts->has_half = true;
    parts->is_afternoon = same_letters(text, *at, "pm");
    if (!parts->is_afternoon && !same_letters(text, *at, "am"))
        return false;
    *at += 2;
    return true;
}

static bool read_format(struct bytes text, size_t *at, const char *format, struct parts *parts);

static bool read_day_part(struct bytes text, size_t *at, char conversion, struct parts *parts)
{
    int64_t index;
    switch (conversion) {
    case 'Y':
        return number(text, at, 4, &parts->year);
    case 'y':
        if (!number(text, at, 2, &parts->year))
            return false;
        parts->year += parts->year < 69 ? 2000 : 1900;
        return true;
    case 'm':
        return number_within(text, at, 2, 1, 12, &parts->month);
    case 'e':
        pass_blanks(text, at);
        return number_within(text, at, 2, 1, 31, &parts->day);
    case 'd':
        return number_within(text, at, 2, 1, 31, &parts->day);
    case 'j':
        return number_within(text, at, 3, 1, 366, &parts->day_of_year);
    case 'b':
    case 'B':
        if (!named(text, at, month_names, &index))
            return false;
        parts->month = index + 1;
        return true;
    case 'a':
    case 'A':
        return named(text, at, day_names, &index);
    case 'F':
        return read_format(text, at, "%Y-%m-%d", parts);
    default:
        return read_format(text, at, "%m/%d/%y", parts);
    }
}

static bool read_clock_part(struct bytes text, size_t *at, char conversion, struct parts *parts)
{
    switch (conversion) {
    case 'H':
        return number_within(text, at, 2, 0, 23, &parts->hour);
    case 'I':
        return number_within(text, at, 2, 1, 12, &parts->hour);
    case 'p':
        return read_half(text, at, parts);
    case 'M':
        return number_within(text, at, 2, 0, 59, &parts->minute);
    case 'S':
        return number_within(text, at, 2, 0, 60, &parts->second);
    case 'f':
        return read_fraction(text, at, &parts->ns);
    case 'z':
        return read_offset(text, at, &parts->offset);
    case 'Z':
        return read_zone_name(text, at);
    case 's':
        parts->has_epoch = true;
        return number(text, at, 18, &parts->epoch);
    case 'T':
        return read_format(text, at, "%H:%M:%S", parts);
    default:
        return read_format(text, at, "%H:%M", parts);
    }
}

static bool read_conversion(struct bytes text, size_t *at, char conversion, struct parts *parts)
{
    if (strchr("HIpMSfzZsTR", conversion))
        return read_clock_part(text, at, conversion, parts);
    if (strchr("YymejdbBaAFD", conversion))
        return read_day_part(text, at, conversion, parts);
    if (conversion != '%') {
        pass_blanks(text, at);
        return true;
    }
    if (*at >= text.size || text.data[*at] != '%')
        return false;
    ++*at;
    return true;
}

static bool read_format(struct bytes text, size_t *at, const char *format, struct parts *parts)
{
    for (; *format; format++) {
        if (*format == '%') {
            if (!read_conversion(text, at, *++format, parts))
                return false;
        } else if (*format == ' ') {
            pass_blanks(text, at);
        } else {
            if (*at >= text.size || text.data[*at] != (uint8_t)*format)
                return false;
            ++*at;
        }
    }
    return true;
}

bool time_read_format(struct bytes text, const char *format, int64_t *out_ns)
{
    struct parts parts = {.year = 1970, .month = 1, .day = 1};
    size_t at = 0;
    if (!read_format(text, &at, format, &parts) || at != text.size)
        return false;
    if (parts.has_epoch)
        return time_join(parts.epoch, parts.ns, out_ns);
    if (parts.has_half)
        parts.hour = parts.hour % 12 + (parts.is_afternoon ? 12 : 0);
    if (parts.day > time_month_days(parts.year, parts.month))
        return false;
    int64_t seconds = time_of_civil(parts.year, parts.month, parts.day,
                                    parts.hour * 3600 + parts.minute * 60 + parts.second);
    if (parts.day_of_year > 0)
        seconds += (parts.day_of_year - 1) * 86400;
    return time_join(seconds - parts.offset, parts.ns, out_ns);
}
