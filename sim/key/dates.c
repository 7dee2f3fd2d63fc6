// Dates in UTC, by the proleptic Gregorian calendar; no time zone and no locale enters.
//
// Source: days to and from civil dates as in H. Hinnant, "chrono-Compatible Low-Level Date
// Algorithms".
#include "key/functions.h"

#include <string.h>

enum { SECONDS_A_DAY = 86400, DAYS_AN_ERA = 146097, FIELD_BYTES = 24 };

struct civil {
    int64_t year;
    unsigned month, day, hour, minute, second;
    unsigned day_of_year, weekday; // from 1; 0 is Sunday
};

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static struct civil civil_of(int64_t seconds)
{
    const int64_t days = floor_divide(seconds, SECONDS_A_DAY);
    const int64_t rest = seconds % SECONDS_A_DAY;
    const unsigned of_day = (unsigned)(rest < 0 ? rest + SECONDS_A_DAY : rest);
    const int64_t shifted = days + 719468; // since 0000-03-01
    const int64_t era = floor_divide(shifted, DAYS_AN_ERA);
    const unsigned doe = (unsigned)(shifted - era * DAYS_AN_ERA);
    const unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    const unsigned from_march = doe - (365 * yoe + yoe / 4 - yoe / 100);
    const unsigned march_month = (5 * from_march + 2) / 153;
    const unsigned month = march_month < 10 ? march_month + 3 : march_month - 9;
    const int64_t year = (int64_t)yoe + era * 400 + (month <= 2);
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return (struct civil){
        .year = year,
        .month = month,
        .day = from_march - (153 * march_month + 2) / 5 + 1,
        .hour = of_day / 3600,
        .minute = of_day / 60 % 60,
        .second = of_day % 60,
        .day_of_year = month <= 2 ? from_march - 305 : from_march + 60 + leap,
        .weekday = (unsigned)(((days + 4) % 7 + 7) % 7),
    };
}

static size_t put_two(uint8_t *out, unsigned value)
{
    out[0] = (uint8_t)('0' + value / 10 % 10);
    out[1] = (uint8_t)('0' + value % 10);
    return 2;
}

static size_t put_year(uint8_t *out, int64_t year)
{
    if (year >= 0 && year <= 9999) {
        put_two(out, (unsigned)year / 100);
        return 2 + put_two(out + 2, (unsigned)year % 100);
    }
    return key_write_number(out, year, false);
}

// One of the letters after a `%`, into FIELD_BYTES bytes; 0 where the letter is unknown.
static size_t put_field(const struct civil *when, char letter, uint8_t *out)
{
    size_t size = 0;
    switch (letter) {
    case 'Y':
        return put_year(out, when->year);
    case 'y':
        return put_two(out, (unsigned)((when->year % 100 + 100) % 100));
    case 'm':
        return put_two(out, when->month);
    case 'd':
        return put_two(out, when->day);
    case 'H':
        return put_two(out, when->hour);
    case 'M':
        return put_two(out, when->minute);
    case 'S':
        return put_two(out, when->second);
    case 'j':
        out[0] = (uint8_t)('0' + when->day_of_year / 100);
        return 1 + put_two(out + 1, when->day_of_year % 100);
    case 'w':
        out[0] = (uint8_t)('0' + when->weekday);
        return 1;
    case 'u':
        out[0] = (uint8_t)('0' + (when->weekday == 0 ? 7 : when->weekday));
        return 1;
    case 'F':
        size = put_year(out, when->year);
        out[size++] = '-';
        size += put_two(out + size, when->month);
        out[size++] = '-';
        return size + put_two(out + size, when->day);
    case 'T':
        size = put_two(out, when->hour);
        out[size++] = ':';
        size += put_two(out + size, when->minute);
        out[size++] = ':';
        return size + put_two(out + size, when->second);
    case '%':
        out[0] = '%';
        return 1;
    default:
        return 0;
    }
}

static size_t put_date(const struct civil *when, struct bytes format, uint8_t *out)
{
    size_t size = 0;
    for (size_t i = 0; i < format.size; i++) {
        if (format.data[i] == '%' && i + 1 < format.size)
            size += put_field(when, (char)format.data[++i], out + size);
        else
            out[size++] = format.data[i];
    }
    return size;
}

// Fields from the coarsest to the finest, from the year on, keep the order of time.
static bool keeps_order(struct bytes format)
{
    static const char coarse_to_fine[] = "YmdHMS";
    size_t next = 0;
    for (size_t i = 0; i + 1 < format.size; i++) {
        if (format.data[i] != '%')
            continue;
        const char letter = (char)format.data[++i];
        if (letter == 'F' && next == 0)
            next = 3;
        else if (letter == 'T' && next == 3)
            next = 6;
        else if (next < 6 && letter == coarse_to_fine[next])
            next++;
        else if (letter != '%')
            return false;
    }
    return next > 0;
}

// The seconds within which all times have one text.
static int64_t finest_step(struct bytes format)
{
    int64_t step = SECONDS_A_DAY;
    for (size_t i = 0; i + 1 < format.size; i++) {
        if (format.data[i] != '%')
            continue;
        const uint8_t letter = format.data[++i];
        const int64_t own = letter == 'S' || letter == 'T' ? 1 : letter == 'M' ? 60 : 3600;
        if (strchr("STMH", letter) && own < step)
            step = own;
    }
    return step;
}

static int64_t seconds_of(int64_t number, uint64_t per_second)
{
    return floor_divide(number, (int64_t)per_second);
}

static uint64_t ticks_per_second(const struct key_node *node)
{
    return NS_PER_S / time_unit_ns(node->arguments[0]->unit);
}

static bool check_date(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    const struct key_node *time = node->arguments[0];
    const struct key_node *written = node->arguments[1];
    const struct bytes format = written->column.texts[0];
    const struct civil any = {.year = 2024, .month = 1, .day = 1, .day_of_year = 1};
    uint8_t field[FIELD_BYTES];
    size_t width = 0;
    node->ascii = true;
    for (size_t i = 0; i < format.size; i++) {
        if (format.data[i] != '%') {
            node->ascii = node->ascii && format.data[i] < 0x80;
            width++;
            continue;
        }
        i++;
        const size_t size = i < format.size ? put_field(&any, (char)format.data[i], field) : 0;
        if (size == 0) {
            (void)key_node_fail(written, err, "`date` does not know `%%%.*s`",
                                i < format.size ? 1 : 0, (const char *)format.data + i);
            return err_hint(err,
                            "it knows %%Y %%m %%d %%H %%M %%S %%y %%j %%u %%w %%F %%T and %%%%");
        }
        width += size;
    }
    if (format.size > KEY_BYTES_MAX / FIELD_BYTES)
        return key_node_fail(written, err, "the format of `date` is longer than %d bytes",
                             KEY_BYTES_MAX / FIELD_BYTES);
    node->nominal_width = width;
    const uint64_t ticks = ticks_per_second(node);
    if (time->bounded && time->type != TYPE_DECIMAL &&
        civil_of(seconds_of(time->min, ticks)).year >= 0 &&
        civil_of(seconds_of(time->max, ticks)).year <= 9999) {
        node->width = width;
        if (keeps_order(format))
            node->properties |= KEY_KEEPS_ORDER;
    }
    return true;
}

// Years of four digits.
static int stretch_date(const struct key_node *node, wide_int at, struct key_stretch *out)
{
    static const int64_t seconds[] = {-62167219200,
                                      253402300799}; // 0000-01-01, 9999-12-31T23:59:59
    const wide_int ticks = (wide_int)ticks_per_second(node);
    *out = (struct key_stretch){seconds[0] * ticks, seconds[1] * ticks + ticks - 1};
    return keeps_order(node->arguments[1]->column.texts[0]) && at >= out->first && at <= out->last;
}

static void run_date(struct key_node *node, const struct key_run *run)
{
    const struct key_node *time = node->arguments[0];
    const struct bytes format = node->arguments[1]->column.texts[0];
    const uint64_t ticks = ticks_per_second(node);
    uint8_t *out = arena_take(run->arena, run->count * (format.size + 1) * FIELD_BYTES);
    const int64_t step = finest_step(format);
    int64_t known = INT64_MIN;
    struct bytes text = {0};
    for (size_t i = 0; i < run->count; i++) {
        int64_t number = time->column.numbers[i];
        for (unsigned scale = time->type == TYPE_DECIMAL ? time->column.scales[i] : 0; scale > 0;
             scale--)
            number = floor_divide(number, 10);
        const int64_t seconds = seconds_of(number, ticks);
        // Neighbours in time share their text.
        const int64_t tick = floor_divide(seconds, step);
        if (tick != known || i == 0) {
            const struct civil when = civil_of(seconds);
            text = bytes_of(out, put_date(&when, format, out));
            out += text.size;
            known = tick;
        }
        node->column.texts[i] = text;
    }
}

const struct key_function key_time_functions[] = {
    {.name = "date",
     .family = "time",
     .signature = "date(x, '%Y%m%d')",
     .help = "a time as text in UTC: %Y %m %d %H %M %S %y %j %u %w %F %T; x in its field's unit, "
             "else seconds",
     .words = "$1 as a date $2",
     .takes = "dk",
     .required = 2,
     .result = TYPE_STRING,
     .properties = KEY_BY_VALUE,
     .check = check_date,
     .run = run_date,
     .stretch = stretch_date},
    {0},
};
