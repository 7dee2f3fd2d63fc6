#include "config/quantity.h"

#include "base/mem.h"
#include "key/expression.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct unit {
    const char *name;
    uint64_t multiplier;
};

static const struct unit multipliers[] = {
    {"k", 1000}, {"K", 1000}, {"M", 1000000}, {"G", 1000000000}, {"T", UINT64_C(1000000000000)},
};
static const struct unit durations[] = {
    {"ns", 1},       {"us", NS_PER_US},      {"\xc2\xb5s", NS_PER_US}, {"ms", NS_PER_MS},
    {"s", NS_PER_S}, {"min", 60 * NS_PER_S}, {"h", 3600 * NS_PER_S},   {"d", 86400 * NS_PER_S},
};
static const struct unit sizes[] = {
    {"B", 1},
    {"kB", 1000},
    {"KB", 1000},
    {"MB", 1000000},
    {"GB", 1000000000},
    {"TB", UINT64_C(1000000000000)},
    {"KiB", UINT64_C(1) << 10},
    {"MiB", UINT64_C(1) << 20},
    {"GiB", UINT64_C(1) << 30},
    {"TiB", UINT64_C(1) << 40},
};
static const struct unit periods[] = {{"s", 1}, {"min", 60}, {"h", 3600}, {"d", 86400}};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

// A number as digits x 10^exponent, with the text that follows it.
struct decimal {
    bool negative, exact; // exact: the digits fit 64 bits
    uint64_t digits;
    int exponent;
    double value;
    const char *rest;
};

static bool read_decimal(const char *text, struct decimal *out)
{
    const char *at = text;
    struct decimal it = {.negative = *at == '-', .exact = true};
    at += it.negative;
    bool any = false, point = false;
    for (; isdigit((unsigned char)*at) || (*at == '.' && !point); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        any = true;
        const uint64_t digit = (uint64_t)(*at - '0');
        if (__builtin_mul_overflow(it.digits, UINT64_C(10), &it.digits) ||
            __builtin_add_overflow(it.digits, digit, &it.digits))
            it.exact = false;
        it.exponent -= point;
    }
    if (!any || at[-1] == '.')
        return false;
    if ((*at == 'e' || *at == 'E') &&
        (isdigit((unsigned char)at[1]) ||
         ((at[1] == '-' || at[1] == '+') && isdigit((unsigned char)at[2])))) {
        char *end;
        const long written = strtol(at + 1, &end, 10);
        it.exponent += (int)(written > 10000 ? 10000 : written < -10000 ? -10000 : written);
        at = end;
    }
    char *token = mem_text_of(bytes_of(text, (size_t)(at - text)));
    it.value = strtod(token, NULL);
    mem_free(token);
    while (*at == ' ')
        at++;
    it.rest = at;
    *out = it;
    return isfinite(it.value);
}

// digits x 10^exponent x multiplier; whole where that is a whole number of 64 bits.
static struct quantity scaled(const struct decimal *it, uint64_t multiplier)
{
    struct quantity out = {.value = it->value * (double)multiplier,
                           .negative = it->negative && it->digits != 0};
    if (!it->exact)
        return out;
    wide_uint product = (wide_uint)it->digits * multiplier;
    int exponent = product == 0 ? 0 : it->exponent;
    for (; exponent < 0 && product % 10 == 0; exponent++)
        product /= 10;
    for (; exponent > 0 && product <= UINT64_MAX; exponent--)
        product *= 10;
    out.whole = exponent == 0 && product <= UINT64_MAX;
    if (out.whole) {
        out.magnitude = (uint64_t)product;
        out.value = out.negative ? -(double)out.magnitude : (double)out.magnitude;
    }
    return out;
}

static const struct unit *unit_named(const struct unit *units, size_t count, const char *name,
                                     size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(units[i].name) == length && !memcmp(units[i].name, name, length))
            return &units[i];
    return NULL;
}

static bool read_rate(const struct decimal *it, struct quantity *out)
{
    const char *slash = strchr(it->rest, '/');
    const size_t length = slash ? (size_t)(slash - it->rest) : strlen(it->rest);
    const struct unit *multiplier =
        unit_named(multipliers, COUNT_OF(multipliers), it->rest, length);
    if (length > 0 && !multiplier)
        return false;
    const struct unit *period =
        slash ? unit_named(periods, COUNT_OF(periods), slash + 1, strlen(slash + 1)) : &periods[0];
    if (!period)
        return false;
    *out = scaled(it, multiplier ? multiplier->multiplier : 1);
    out->value /= (double)period->multiplier;
    out->whole = false;
    out->with_unit = slash != NULL;
    return true;
}

// A number with the unit that its kind allows; false: this is no such text.
static bool read_literal(const struct decimal *it, const struct param *row, struct quantity *out)
{
    if (row->kind == PARAM_RATE)
        return read_rate(it, out);
    if (it->rest[0] == '\0') {
        *out = scaled(it, 1);
        return true;
    }
    if (row->kind == PARAM_SHARE) {
        if (strcmp(it->rest, "%") != 0)
            return false;
        *out = (struct quantity){.value = it->value / 100, .with_unit = true};
        return true;
    }
    const struct unit *unit = NULL;
    const size_t length = strlen(it->rest);
    if (row->kind == PARAM_DURATION)
        unit = unit_named(durations, COUNT_OF(durations), it->rest, length);
    else if (row->kind == PARAM_SIZE)
        unit = unit_named(sizes, COUNT_OF(sizes), it->rest, length);
    if (unit) {
        *out = scaled(it, unit->multiplier);
        out->with_unit = true;
        return true;
    }
    if (row->kind != PARAM_DURATION)
        unit = unit_named(multipliers, COUNT_OF(multipliers), it->rest, length);
    if (unit)
        *out = scaled(it, unit->multiplier);
    return unit != NULL;
}

const char *quantity_kind_words(enum param_kind kind)
{
    switch (kind) {
    case PARAM_COUNT:
    case PARAM_INTEGER:
        return "a whole number";
    case PARAM_SHARE:
        return "a share such as 0.3 or \"30%\"";
    case PARAM_DURATION:
        return "a duration such as \"20ms\", \"5s\" or \"2min\"";
    case PARAM_SIZE:
        return "a size such as 100, \"64KiB\" or \"10GB\"";
    case PARAM_RATE:
        return "a rate such as \"30k/s\" or \"2/min\"";
    case PARAM_BOOL:
        return "true or false";
    case PARAM_TEXT:
        return "a text";
    case PARAM_CHOICE:
        return "a name";
    case PARAM_TEXTS:
        return "a text or a list of texts";
    case PARAM_NUMBERS:
        return "a list of numbers";
    case PARAM_PAIRS:
    case PARAM_OBJECT:
        return "an object";
    case PARAM_NUMBER:
        break;
    }
    return "a number";
}

// True where what follows a number looks like a unit and not like the rest of an expression.
static bool looks_like_unit(const char *rest)
{
    for (; *rest != '\0'; rest++)
        if (!isalpha((unsigned char)*rest) && *rest != '/' && *rest != '%' &&
            (unsigned char)*rest < 0x80)
            return false;
    return true;
}

// What a bare number or an expression counts in: `scale` ns for a duration.
static bool apply_scale(const struct param *row, struct quantity *it, struct err *err)
{
    if (row->kind != PARAM_DURATION || it->with_unit)
        return true;
    if (!(row->scale > 0) && it->value != 0)
        return err_fail(err, ERR_INPUT, "`%s` needs a unit, for example \"20ms\"", row->name);
    const double scaled_value = it->value * row->scale;
    if (it->whole && !__builtin_mul_overflow(it->magnitude, (uint64_t)row->scale, &it->magnitude)) {
        it->value = it->negative ? -(double)it->magnitude : (double)it->magnitude;
        return true;
    }
    it->value = scaled_value;
    it->whole = false;
    return true;
}

bool quantity_of(const char *text, const struct param *row, const struct key_param *params,
                 size_t param_count, struct quantity *out_quantity, struct err *err)
{
    struct decimal decimal;
    struct quantity it = {0};
    while (*text == ' ')
        text++;
    const bool number = read_decimal(text, &decimal);
    if (!number || !read_literal(&decimal, row, &it)) {
        if (number && looks_like_unit(decimal.rest))
            return err_fail(err, ERR_INPUT, "`%s` must be %s", row->name,
                            quantity_kind_words(row->kind));
        int64_t integer = 0;
        it = (struct quantity){0};
        if (!key_constant(text, params, param_count, &it.value, &it.whole, &integer, err))
            return err_context(err, "`%s` must be %s", row->name, quantity_kind_words(row->kind));
        if (it.whole) {
            it.negative = integer < 0;
            it.magnitude = it.negative ? 0 - (uint64_t)integer : (uint64_t)integer;
            it.value = (double)integer;
        }
    }
    if (!apply_scale(row, &it, err))
        return false;
    *out_quantity = it;
    return true;
}
