#include "config/quantity.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct param count = {.name = "x", .kind = PARAM_COUNT};
static const struct param number = {.name = "x", .kind = PARAM_NUMBER};
static const struct param share = {.name = "x", .kind = PARAM_SHARE};
static const struct param size = {.name = "x", .kind = PARAM_SIZE};
static const struct param rate = {.name = "x", .kind = PARAM_RATE};
static const struct param duration = {.name = "x", .kind = PARAM_DURATION};
static const struct param micros = {.name = "x", .kind = PARAM_DURATION, .scale = 1e3};

struct reading {
    const char *text;
    const struct param *row;
    bool ok, whole;
    double value;
    uint64_t magnitude;
};

static const struct reading readings[] = {
    {"0", &count, true, true, 0, 0},
    {"30k", &count, true, true, 30000, 30000},
    {"1.5k", &count, true, true, 1500, 1500},
    {"1.5", &count, true, false, 1.5, 0},
    {"2M", &count, true, true, 2e6, 2000000},
    {"18446744073709551615", &count, true, true, 18446744073709551615.0, UINT64_MAX},
    {"18446744073709551616", &count, true, false, 18446744073709551616.0, 0},
    {"9007199254740993", &count, true, true, 9007199254740993.0, UINT64_C(9007199254740993)},
    {"1e3", &count, true, true, 1000, 1000},
    {"10e-1", &count, true, true, 1, 1},
    {"2 * n", &count, true, true, 32, 32},
    {"n", &count, true, true, 16, 16},
    {"2 * m", &count, false, false, 0, 0},
    {"12 apples", &count, false, false, 0, 0},
    {"", &count, false, false, 0, 0},
    {"1.", &count, false, false, 0, 0},
    {"0.1", &number, true, false, 0.1, 0},
    {"30%", &share, true, false, 0.3, 0},
    {"0.3", &share, true, false, 0.3, 0},
    {"30 %", &share, true, false, 0.3, 0},
    {"100", &size, true, true, 100, 100},
    {"64KiB", &size, true, true, 65536, 65536},
    {"10GB", &size, true, true, 1e10, UINT64_C(10000000000)},
    {"0.5 MiB", &size, true, true, 524288, 524288},
    {"64KIB", &size, false, false, 0, 0},
    {"30k/s", &rate, true, false, 30000, 0},
    {"118k/s", &rate, true, false, 118000, 0},
    {"2/min", &rate, true, false, 2.0 / 60, 0},
    {"3600/h", &rate, true, false, 1, 0},
    {"5", &rate, true, false, 5, 0},
    {"5/year", &rate, false, false, 0, 0},
    {"20ms", &duration, true, true, 20e6, 20000000},
    {"1.5s", &duration, true, true, 1.5e9, 1500000000},
    {"2min", &duration, true, true, 120e9, UINT64_C(120000000000)},
    {"7d", &duration, true, true, 7 * 86400e9, UINT64_C(604800000000000)},
    {"0.3ns", &duration, true, false, 0.3, 0},
    {"5", &duration, false, false, 0, 0},
    {"1500", &micros, true, true, 1500000, 1500000},
    {"2ms", &micros, true, true, 2000000, 2000000},
    {"n", &micros, true, true, 16000, 16000},
};

Test(quantity, texts_are_read_exactly_or_refused)
{
    static const struct key_param params[] = {{.name = "n", .value = 16}};
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++) {
        const struct reading *it = &readings[i];
        struct quantity got = {0};
        struct err err = {0};
        const bool ok = quantity_of(it->text, it->row, params, 1, &got, &err);
        cr_expect(eq(int, ok, it->ok), "%s: %s", it->text, err.message);
        cr_expect(ok || err.message[0] != '\0', "%s", it->text);
        cr_expect(eq(int, got.whole, it->whole), "%s", it->text);
        cr_expect(got.whole == false || got.magnitude == it->magnitude, "%s", it->text);
        cr_expect(epsilon_eq(dbl, got.value, it->value, 1e-12 * it->value), "%s", it->text);
    }
}
