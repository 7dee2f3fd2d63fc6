// Expressions as columns, and constants over params.
#include "key/expression.h"
#include "key/function.h"
#include "key_case.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

Test(expression, has_a_type_and_names_its_fields)
{
    static const struct {
        const char *text;
        enum value_type type;
        const char *fields;
    } rows[] = {
        {"ts % 16", TYPE_LONG, "ts"},  {"i + 1", TYPE_INT, "i"},
        {"xxh64(a)", TYPE_ULONG, "a"}, {"a + ts", TYPE_STRING, "a ts"},
        {"d + 1", TYPE_DECIMAL, "d"},  {"long(ts)", TYPE_BYTES, "ts"},
        {"b", TYPE_BYTES, "b"},        {"floor(t, 60)", TYPE_TIME, "t"},
        {"t - t", TYPE_LONG, "t"},     {"t - 5", TYPE_TIME, "t"},
        {"5 * n", TYPE_LONG, ""},
    };
    struct key_case key;
    key_case_init(&key, "a=x ts:long=35 i:int=1 d:decimal=1.5 t:time:s=90 b:bytes=q", 'b');
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct err err = {0};
        struct key_expression *it = key_expression_new(rows[i].text, &key.context, &err);
        cr_assert(it != NULL, "%s: %s", rows[i].text, err.message);
        cr_expect(eq(int, key_expression_type(it), rows[i].type), "%s", rows[i].text);
        char fields[64] = "";
        for (const char *const *field = key_expression_fields(it); *field; field++) {
            strcat(fields, fields[0] ? " " : "");
            strcat(fields, *field);
        }
        cr_expect(eq(str, fields, (char *)rows[i].fields), "%s", rows[i].text);
        key_expression_free(it);
    }
    key_case_done(&key);
}

Test(expression, fills_a_column)
{
    struct key_case key;
    struct err err = {0};
    key_case_init(&key, "a=x ts:long=35", 'b');
    struct column numbers = {.type = TYPE_LONG, .numbers = (int64_t[BATCH_ROWS]){0}};
    struct column texts = {.type = TYPE_STRING, .texts = (struct bytes[BATCH_ROWS]){{0}}};
    key.batch.count = BATCH_ROWS;
    for (int i = 0; i < BATCH_ROWS; i++) {
        key.batch.columns[0].texts[i] = bytes_of("abc", (size_t)i % 4);
        key.batch.columns[1].numbers[i] = i;
    }
    struct key_expression *it = key_expression_new("ts % 16", &key.context, &err);
    cr_assert(key_expression_run(it, &key.batch, &numbers, &err));
    for (int i = 0; i < BATCH_ROWS; i++)
        cr_assert(eq(i64, numbers.numbers[i], i % 16));
    key_expression_free(it);
    it = key_expression_new("a + ts", &key.context, &err);
    cr_assert(key_expression_run(it, &key.batch, &texts, &err));
    for (int i = 0; i < BATCH_ROWS; i++) {
        char wanted[16];
        char got[16];
        snprintf(wanted, sizeof wanted, "%.*s%d", i % 4, "abc", i);
        snprintf(got, sizeof got, "%.*s", (int)texts.texts[i].size,
                 (const char *)texts.texts[i].data);
        cr_assert(eq(str, got, wanted));
    }
    key_expression_free(it);
    it = key_expression_new("100 / (ts - 7)", &key.context, &err);
    for (int i = 0; i < BATCH_ROWS; i++)
        key.batch.record[i] = (uint64_t)i;
    cr_expect(key_expression_run(it, &key.batch, &numbers, &err) == false);
    cr_expect(eq(str, err.message, "record 8: division by zero in `100 / (ts - 7)`"));
    key_expression_free(it);
    key_case_done(&key);
}

Test(constant, is_exact_in_64_bits_or_a_double)
{
    static const struct key_param params[] = {{"numBuckets", 16}, {"big", INT64_MAX}};
    static const struct {
        const char *text;
        bool whole;
        int64_t integer;
        double value;
        const char *message; // where it fails
    } rows[] = {
        {"2 * numBuckets", true, 32, 32, NULL},
        {"NUM-BUCKETS", false, 0, 0, "unknown param `NUM`"},
        {"numbuckets", true, 16, 16, NULL},
        {"-(numBuckets - 20) * 3", true, 12, 12, NULL},
        {"numBuckets / 3", false, 0, 16.0 / 3, NULL},
        {"numBuckets / 4", true, 4, 4, NULL},
        {"numBuckets % 3", true, 1, 1, NULL},
        {"0.5 * numBuckets", false, 0, 8, NULL},
        {"1.5 + 1", false, 0, 2.5, NULL},
        {"9223372036854775807", true, INT64_MAX, 0x1p63, NULL},
        {"big - 1 + 1", true, INT64_MAX, 0x1p63, NULL},
        {"big + 1", false, 0, 0, "the result does not fit 64 bits"},
        {"big * 2", false, 0, 0, "the result does not fit 64 bits"},
        {"1 / 0", false, 0, 0, "division by zero"},
        {"1 % 0", false, 0, 0, "division by zero"},
        {"1.5 % 2", false, 0, 0, "`%` takes whole numbers"},
        {"", false, 0, 0, "expected a number or a param"},
        {"2 3", false, 0, 0, "expected the end of the expression"},
        {"(2", false, 0, 0, "expected `)`"},
        {"buckets", false, 0, 0, "unknown param `buckets`"},
        {"md5('a')", false, 0, 0, "unknown param `md5`"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct err err = {0};
        double value = 0;
        bool whole = false;
        int64_t integer = 0;
        const bool ok = key_constant(rows[i].text, params, 2, &value, &whole, &integer, &err);
        cr_expect(eq(int, ok, rows[i].message == NULL), "%s", rows[i].text);
        cr_expect(eq(str, err.message, (char *)(rows[i].message ? rows[i].message : "")), "%s",
                  rows[i].text);
        if (!ok)
            continue;
        cr_expect(eq(int, whole, rows[i].whole), "%s", rows[i].text);
        cr_expect(epsilon_eq(dbl, value, rows[i].value, 1e-12), "%s", rows[i].text);
        cr_expect(whole == false || integer == rows[i].integer, "%s", rows[i].text);
    }
}

// The words that DESIGN's list of functions holds.
Test(catalog, is_whole_and_each_name_is_one_function)
{
    static const char *const wanted[] = {
        "md5",          "sha1",     "sha256",   "hash",         "xxhash",        "xxh64",
        "xxh32",        "xxh3",     "crc32",    "crc16",        "fnv1_32",       "fnv1a_32",
        "fnv1a_64",     "hashCode", "djb2",     "murmur3",      "igz_bucket",    "abs",
        "floormod",     "random",   "num",      "phoenix_salt", "opentsdb_salt", "substr",
        "substring",    "right",    "reverse",  "upper",        "lower",         "lpad",
        "rpad",         "concat",   "digits",   "before",       "after",         "map",
        "str",          "dec",      "hex",      "date",         "utf16le",       "long",
        "int",          "short",    "byte",     "ordered",      "desc",          "reverse_bytes",
        "reverse_bits", "bytes",    "crdb_int", "long_at",      "int_at",        "bytes_at",
        "floor",        "if",       "SUBSTR",   "Md5"};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        cr_expect(key_function_named(bytes_of(wanted[i], strlen(wanted[i]))) != NULL, "%s",
                  wanted[i]);
    const struct key_function *row;
    for (size_t i = 0; (row = key_function_at(i)) != NULL; i++) {
        cr_expect(key_function_named(bytes_of(row->name, strlen(row->name))) == row, "%s",
                  row->name);
        cr_expect(row->family && row->help && row->words && row->takes && row->run, "%s",
                  row->name);
        cr_expect(strncmp(row->signature, row->name, strlen(row->name)) == 0, "%s", row->name);
        cr_expect(row->help[strlen(row->help) - 1] != '.', "%s", row->name);
    }
}
