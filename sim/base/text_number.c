#include "base/text.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { DIGITS_MAX = 17, DIGITS_SHOWN = 3 };

// A positive number as decimal digits: d.ddd x 10^exponent, without trailing zeros.
struct decimal {
    char digits[DIGITS_MAX + 1];
    int count;
    int exponent;
};

// printf's digits are right in every locale; its decimal point is not, so that only digits are
// read.
static struct decimal decimal_of(double value, int digits)
{
    char text[48];
    (void)snprintf(text, sizeof text, "%.*e", digits - 1, value);

    struct decimal decimal = {.count = 0};
    const char *at = text;
    for (; *at != 'e'; at++) {
        if (*at >= '0' && *at <= '9')
            decimal.digits[decimal.count++] = *at;
    }
    decimal.exponent = atoi(at + 1);
    while (decimal.count > 1 && decimal.digits[decimal.count - 1] == '0')
        decimal.count--;
    decimal.digits[decimal.count] = '\0';
    return decimal;
}

// The digits with `whole` of them before the point; zeros fill up on either side.
static void append_decimal(struct buffer *out, const struct decimal *decimal, int whole)
{
    if (whole <= 0)
        buffer_byte(out, '0');
    for (int i = 0; i < whole; i++)
        buffer_byte(out, i < decimal->count ? (uint8_t)decimal->digits[i] : '0');
    if (whole >= decimal->count)
        return;
    buffer_byte(out, '.');
    for (int i = whole; i < 0; i++)
        buffer_byte(out, '0');
    const int from = whole > 0 ? whole : 0;
    buffer_append(out, decimal->digits + from, (size_t)(decimal->count - from));
}

static void append_exponent(struct buffer *out, const struct decimal *decimal)
{
    append_decimal(out, decimal, 1);
    buffer_format(out, "e%+d", decimal->exponent);
}

// A text of digits and an exponent alone has no decimal point, so that strtod reads it alike in
// every locale.
static double value_of(const struct decimal *decimal)
{
    char text[DIGITS_MAX + 16];
    (void)snprintf(text, sizeof text, "%se%d", decimal->digits,
                   decimal->exponent - (decimal->count - 1));
    return strtod(text, NULL);
}

// The sign goes first; what is left is the magnitude.
static double append_sign(struct buffer *out, double value)
{
    if (value < 0)
        buffer_byte(out, '-');
    return value < 0 ? -value : value;
}

void text_number(struct buffer *out, double value)
{
    assert(isfinite(value));
    if (value > -1e15 && value < 1e15 && value == (double)(int64_t)value) {
        buffer_format(out, "%" PRId64, (int64_t)value);
        return;
    }
    value = append_sign(out, value);
    struct decimal decimal = decimal_of(value, 1);
    for (int digits = 2; digits <= DIGITS_MAX && value_of(&decimal) != value; digits++)
        decimal = decimal_of(value, digits);
    if (decimal.exponent > -7 && decimal.exponent < 21)
        append_decimal(out, &decimal, decimal.exponent + 1);
    else
        append_exponent(out, &decimal);
}

// True where the value has no digits; its word is then written.
static bool append_word(struct buffer *out, double value)
{
    if (isfinite(value))
        return false;
    buffer_text(out, isnan(value) ? "-" : value > 0 ? "inf" : "-inf");
    return true;
}

void text_si(struct buffer *out, double value)
{
    static const char *const prefixes[] = {"", " k", " M", " G", " T", " P", " E"};
    enum { PREFIX_COUNT = sizeof prefixes / sizeof prefixes[0] };

    if (append_word(out, value))
        return;
    value = append_sign(out, value);
    const struct decimal decimal = decimal_of(value, DIGITS_SHOWN);
    const int step = decimal.exponent > 0 ? decimal.exponent / 3 : 0;
    if (step >= PREFIX_COUNT || decimal.exponent < -4) {
        append_exponent(out, &decimal);
        return;
    }
    append_decimal(out, &decimal, decimal.exponent - 3 * step + 1);
    buffer_text(out, prefixes[step]);
}

void text_duration(struct buffer *out, double ns)
{
    static const char *const units[] = {" ns", " us", " ms", " s"};
    static const struct {
        double seconds;
        const char *name;
    } long_units[] = {{86400, " d"}, {3600, " h"}, {60, " min"}};

    if (append_word(out, ns))
        return;
    ns = append_sign(out, ns);
    for (size_t i = 0; i < sizeof long_units / sizeof long_units[0]; i++) {
        const double in_unit = ns / 1e9 / long_units[i].seconds;
        if (in_unit >= 2) {
            text_si(out, in_unit);
            buffer_text(out, long_units[i].name);
            return;
        }
    }
    const struct decimal decimal = decimal_of(ns, DIGITS_SHOWN);
    const int step = decimal.exponent < 0 ? 0 : decimal.exponent > 9 ? 3 : decimal.exponent / 3;
    append_decimal(out, &decimal, decimal.exponent - 3 * step + 1);
    buffer_text(out, units[step]);
}

void text_size(struct buffer *out, double size_bytes)
{
    static const char *const units[] = {" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
    enum { UNIT_COUNT = sizeof units / sizeof units[0] };

    if (append_word(out, size_bytes))
        return;
    double value = append_sign(out, size_bytes);
    size_t unit = 0;
    while (value >= 1023.5 && unit + 1 < UNIT_COUNT) {
        value /= 1024;
        unit++;
    }
    const struct decimal decimal = decimal_of(value, DIGITS_SHOWN);
    if (decimal.exponent < DIGITS_SHOWN)
        append_decimal(out, &decimal, decimal.exponent + 1);
    else
        buffer_format(out, "%.0f", value);
    buffer_text(out, units[unit]);
}
