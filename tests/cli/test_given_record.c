#include "cli/given_record.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <string.h>

static bool read_one(const char *field, struct given_record *out, struct err *err)
{
    char *items[] = {(char *)(uintptr_t)field};
    const struct param_texts fields = {.items = items, .count = 1};
    return given_record_read(&fields, true, out, err);
}

Test(given_record, numbers_fit_their_types_exactly)
{
    static const struct {
        const char *field;
        bool ok;
        int64_t want;
    } rows[] = {
        {"n:long=0", true, 0},
        {"n:long=-1", true, -1},
        {"n:long=9223372036854775807", true, INT64_MAX},
        {"n:long=9223372036854775808", false, 0},
        {"n:long=-9223372036854775808", true, INT64_MIN},
        {"n:long=-9223372036854775809", false, 0},
        {"n:int=2147483647", true, INT32_MAX},
        {"n:int=2147483648", false, 0},
        {"n:int=-2147483648", true, INT32_MIN},
        {"n:int=-2147483649", false, 0},
        {"n:ulong=18446744073709551615", true, -1},
        {"n:ulong=18446744073709551616", false, 0},
        {"n:ulong=-1", false, 0},
        {"n:time=1364248490", true, 1364248490},
        {"n:long=", false, 0},
        {"n:long=-", false, 0},
        {"n:long=1.5", false, 0},
        {"n:long= 1", false, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct given_record record;
        struct err err = {0};
        const bool ok = read_one(rows[i].field, &record, &err);
        cr_expect(eq(int, ok, rows[i].ok), "%s", rows[i].field);
        if (ok)
            cr_expect(eq(i64, record.batch.columns[0].numbers[0], rows[i].want), "%s",
                      rows[i].field);
        else
            cr_expect(eq(int, (int)err.code, ERR_INPUT), "%s", rows[i].field);
        given_record_done(&record);
    }
}

Test(given_record, decimals_keep_their_scale)
{
    static const struct {
        const char *field;
        bool ok;
        int64_t scaled;
        uint8_t scale;
    } rows[] = {
        {"n:decimal=1.50", true, 150, 2},
        {"n:decimal=-0.5", true, -5, 1},
        {"n:decimal=7", true, 7, 0},
        {"n:decimal=999999999999999999", true, 999999999999999999, 0},
        {"n:decimal=9999999999999999999", false, 0, 0},
        {"n:decimal=1.2.3", false, 0, 0},
        {"n:decimal=1e3", false, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct given_record record;
        struct err err = {0};
        const bool ok = read_one(rows[i].field, &record, &err);
        cr_expect(eq(int, ok, rows[i].ok), "%s", rows[i].field);
        if (ok) {
            cr_expect(eq(i64, record.batch.columns[0].numbers[0], rows[i].scaled));
            cr_expect(eq(u8, record.batch.columns[0].scales[0], rows[i].scale));
        }
        given_record_done(&record);
    }
}

Test(given_record, bytes_are_decoded_and_stay_where_they_are)
{
    char *items[] = {(char[]){"a:bytes=\\x00\\xffz"}, (char[]){"s=plain=text"},
                     (char[]){"b:bytes="}, (char[]){"c:bytes=\\x41"}};
    const struct param_texts fields = {.items = items, .count = 4};
    struct given_record record;
    struct err err = {0};
    cr_assert(given_record_read(&fields, true, &record, &err));
    const struct column *columns = record.batch.columns;
    cr_assert(eq(sz, columns[0].texts[0].size, 3));
    cr_expect(eq(int, memcmp(columns[0].texts[0].data, "\0\xffz", 3), 0));
    cr_assert(eq(sz, columns[1].texts[0].size, 10));
    cr_expect(eq(int, memcmp(columns[1].texts[0].data, "plain=text", 10), 0));
    cr_expect(eq(sz, columns[2].texts[0].size, 0));
    cr_assert(eq(sz, columns[3].texts[0].size, 1));
    cr_expect(eq(u8, columns[3].texts[0].data[0], 'A'));
    given_record_done(&record);
}

Test(given_record, faults_are_named)
{
    static const struct {
        const char *field, *message;
    } rows[] = {
        {"=5", "--field: expected NAME=VALUE or NAME:TYPE=VALUE, got `=5`"},
        {":long=5", "--field: expected NAME=VALUE or NAME:TYPE=VALUE, got `:long=5`"},
        {"ts:lnog=5", "--field ts: unknown type `lnog`"},
        {"ts", "--field ts has no value"},
        {"b:bytes=\\xZZ", "--field b: expected bytes, in which a backslash begins \\xNN, got "
                          "`\\xZZ`"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct given_record record;
        struct err err = {0};
        cr_expect(not(read_one(rows[i].field, &record, &err)), "%s", rows[i].field);
        cr_expect(eq(str, err.message, (char *)rows[i].message));
        given_record_done(&record);
    }
}
