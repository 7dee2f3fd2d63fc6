#include "base/text.h"

#include "base/mem.h"
#include "base/rng.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

typedef void writer(struct buffer *out, double value);

static void expect_text(writer *write, double value, const char *want)
{
    struct buffer buffer = {0};
    write(&buffer, value);
    char *text = buffer_take(&buffer);
    cr_expect(eq(str, text, (char *)want), "%.17g", value);
    mem_free(text);
}

struct spelling {
    double value;
    const char *want;
};

static void expect_all(writer *write, const struct spelling *spellings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        expect_text(write, spellings[i].value, spellings[i].want);
}

Test(text_number, is_the_shortest_that_reads_back)
{
    static const struct spelling spellings[] = {
        {0, "0"},
        {-0.0, "0"},
        {1, "1"},
        {-3, "-3"},
        {0.1, "0.1"},
        {-0.5, "-0.5"},
        {0.1 + 0.2, "0.30000000000000004"},
        {1.0 / 3, "0.3333333333333333"},
        {100, "100"},
        {118000, "118000"},
        {123456.75, "123456.75"},
        {9007199254740993.0, "9007199254740992"},
        {1e15, "1000000000000000"},
        {1e20, "100000000000000000000"},
        {1e21, "1e+21"},
        {1.5e21, "1.5e+21"},
        {-1.25e300, "-1.25e+300"},
        {0.000001, "0.000001"},
        {0.0000015, "0.0000015"},
        {1e-7, "1e-7"},
        {5e-324, "5e-324"},
        {2.2250738585072014e-308, "2.2250738585072014e-308"},
        {1.7976931348623157e308, "1.7976931348623157e+308"},
    };
    expect_all(text_number, spellings, sizeof spellings / sizeof spellings[0]);
}

Test(text_number, reads_back_whatever_the_bits)
{
    struct rng rng = rng_stream(1, "test", 0);
    for (int i = 0; i < 20000; i++) {
        const uint64_t bits = rng_next(&rng);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        struct buffer buffer = {0};
        text_number(&buffer, value);
        const double back = strtod((const char *)buffer.data, NULL);
        cr_assert(memcmp(&back, &value, sizeof value) == 0, "%016" PRIx64 " became %s", bits,
                  (const char *)buffer.data);
        buffer_done(&buffer);
    }
}

Test(text_number, refuses_what_json_has_not, .signal = SIGABRT)
{
    struct buffer buffer = {0};
    text_number(&buffer, NAN);
}

// With each locale that the machine has, of a few that write a comma for the point.
Test(text_number, does_not_ask_the_locale)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "ru_RU.UTF-8", "C.UTF-8"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!setlocale(LC_ALL, names[i]))
            continue;
        expect_text(text_number, 1234.5, "1234.5");
        expect_text(text_si, 1234567, "1.23 M");
        expect_text(text_duration, 6.9e6, "6.9 ms");
        expect_text(text_size, 1536, "1.5 KiB");
    }
}

Test(text_si, has_three_digits_and_a_prefix)
{
    static const struct spelling spellings[] = {
        {0, "0"},           {1, "1"},
        {0.62, "0.62"},     {0.6249, "0.625"},
        {118000, "118 k"},  {1250000, "1.25 M"},
        {20000, "20 k"},    {999, "999"},
        {999.4, "999"},     {999.6, "1 k"},
        {1e9, "1 G"},       {-1234, "-1.23 k"},
        {0.0123, "0.0123"}, {0.0001, "0.0001"},
        {0.00001, "1e-5"},  {1e18, "1 E"},
        {1e21, "1e+21"},    {NAN, "-"},
        {INFINITY, "inf"},  {-INFINITY, "-inf"},
    };
    expect_all(text_si, spellings, sizeof spellings / sizeof spellings[0]);
}

Test(text_duration, picks_the_unit_after_rounding)
{
    static const struct spelling spellings[] = {
        {0, "0 ns"},       {1, "1 ns"},       {0.5, "0.5 ns"},   {120e3, "120 us"},
        {6.9e6, "6.9 ms"}, {1.1e9, "1.1 s"},  {999.6e3, "1 ms"}, {999.96e6, "1 s"},
        {60e9, "60 s"},    {119e9, "119 s"},  {120e9, "2 min"},  {5400e9, "90 min"},
        {7200e9, "2 h"},   {86400e9, "24 h"}, {172800e9, "2 d"}, {-6.9e6, "-6.9 ms"},
        {NAN, "-"},        {INFINITY, "inf"},
    };
    expect_all(text_duration, spellings, sizeof spellings / sizeof spellings[0]);
}

Test(text_size, counts_in_powers_of_1024)
{
    static const struct spelling spellings[] = {
        {0, "0 B"},
        {12, "12 B"},
        {1023, "1023 B"},
        {1024, "1 KiB"},
        {1000 * 1024, "1000 KiB"},
        {3482, "3.4 KiB"},
        {1048575, "1 MiB"},
        {10737418240.0, "10 GiB"},
        {1.0 / 3, "0.333 B"},
        {0x1p60, "1 EiB"},
        {0x1p74, "16384 EiB"},
        {NAN, "-"},
    };
    expect_all(text_size, spellings, sizeof spellings / sizeof spellings[0]);
}
