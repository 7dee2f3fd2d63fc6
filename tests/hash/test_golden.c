// Each hash over 200,000 keys of three kinds, against counts that other programs gave.

#include "hash/hash.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { KEY_COUNT = 200000, KEY_BYTES = 24, BUCKETS_MAX = 1024 };
enum key_kind { KEYS_USER, KEYS_LONG, KEYS_ISO };

struct keys {
    char (*text)[KEY_BYTES];
    struct bytes *views;
    uint8_t (*md5)[16];
};

typedef uint32_t bucket_of(const struct keys *keys, size_t i);

static uint32_t md5_top_10_bits(const struct keys *keys, size_t i)
{
    return (uint32_t)keys->md5[i][0] << 2 | keys->md5[i][1] >> 6;
}

static uint32_t md5_first_digit(const struct keys *keys, size_t i)
{
    return keys->md5[i][0] >> 4;
}

static uint32_t md5_whole_mod_20(const struct keys *keys, size_t i)
{
    uint32_t rest = 0;
    for (int j = 0; j < 16; j++)
        rest = (rest << 8 | keys->md5[i][j]) % 20;
    return rest;
}

static uint32_t md5_first_int_mod_1024(const struct keys *keys, size_t i)
{
    return ((uint32_t)keys->md5[i][2] << 8 | keys->md5[i][3]) % 1024;
}

static uint32_t xxh64_mod_1024(const struct keys *keys, size_t i)
{
    return (uint32_t)(hash_xxh64(keys->views[i], 0) % 1024);
}

static uint32_t xxh32_mod_1024(const struct keys *keys, size_t i)
{
    return hash_xxh32(keys->views[i], 0) % 1024;
}

static uint32_t crc32_mod_1024(const struct keys *keys, size_t i)
{
    return hash_crc32(keys->views[i]) % 1024;
}

static uint32_t fnv1a_64_mod_1024(const struct keys *keys, size_t i)
{
    return (uint32_t)(hash_fnv1a_64(keys->views[i]) % 1024);
}

// Java sees a byte as the Latin-1 character of that number.
static uint32_t java_string_mod_16(const struct keys *keys, size_t i)
{
    uint8_t utf8[2 * KEY_BYTES];
    size_t size = 0;
    for (size_t j = 0; j < keys->views[i].size; j++) {
        const uint8_t byte = keys->views[i].data[j];
        if (byte >= 0x80)
            utf8[size++] = (uint8_t)(0xc0 | byte >> 6);
        utf8[size++] = byte < 0x80 ? byte : 0x80 | (byte & 0x3f);
    }
    return (uint32_t)labs((long)hash_java_string(bytes_of(utf8, size))) % 16;
}

static uint32_t phoenix_salt_20(const struct keys *keys, size_t i)
{
    return hash_phoenix_salt(keys->views[i], 20);
}

static const struct golden {
    enum key_kind kind;
    bucket_of *bucket;
    uint32_t buckets;
    double chi_square; // rounded to two places
    uint32_t max, max_at, min, first, second, last;
} goldens[] = {
    {KEYS_USER, md5_top_10_bits, 1024, 1042.51, 238, 259, 153, 195, 160, 227},
    {KEYS_USER, md5_first_digit, 16, 16.41, 12652, 2, 12250, 12449, 12587, 12613},
    {KEYS_USER, md5_whole_mod_20, 20, 11.1, 10127, 0, 9857, 10127, 10032, 9857},
    {KEYS_USER, md5_first_int_mod_1024, 1024, 1014.92, 241, 500, 155, 200, 183, 180},
    {KEYS_USER, xxh64_mod_1024, 1024, 1096.95, 246, 878, 151, 207, 200, 190},
    {KEYS_USER, xxh32_mod_1024, 1024, 1040.48, 240, 832, 154, 200, 201, 190},
    {KEYS_USER, crc32_mod_1024, 1024, 182.66, 207, 10, 186, 195, 186, 200},
    {KEYS_USER, fnv1a_64_mod_1024, 1024, 510.07, 223, 167, 167, 196, 172, 175},
    {KEYS_USER, java_string_mod_16, 16, 218.29, 13080, 15, 11912, 13036, 12912, 13080},
    {KEYS_USER, phoenix_salt_20, 20, 0.14, 10020, 16, 9980, 10004, 10000, 10000},
    {KEYS_LONG, md5_top_10_bits, 1024, 971.05, 239, 700, 139, 216, 203, 225},
    {KEYS_LONG, md5_first_digit, 16, 11.58, 12692, 10, 12320, 12551, 12466, 12464},
    {KEYS_LONG, md5_whole_mod_20, 20, 30.33, 10288, 9, 9728, 9917, 10115, 10153},
    {KEYS_LONG, md5_first_int_mod_1024, 1024, 1023.64, 240, 65, 147, 201, 188, 173},
    {KEYS_LONG, xxh64_mod_1024, 1024, 993.76, 235, 41, 156, 214, 204, 169},
    {KEYS_LONG, xxh32_mod_1024, 1024, 1088.97, 242, 896, 155, 217, 191, 193},
    {KEYS_LONG, crc32_mod_1024, 1024, 7.68, 196, 0, 193, 196, 196, 196},
    {KEYS_LONG, fnv1a_64_mod_1024, 1024, 28.0, 198, 2, 192, 197, 192, 198},
    {KEYS_LONG, java_string_mod_16, 16, 0.0, 12500, 0, 12500, 12500, 12500, 12500},
    {KEYS_LONG, phoenix_salt_20, 20, 0.01, 10003, 3, 9996, 9998, 9999, 9996},
    {KEYS_ISO, md5_top_10_bits, 1024, 919.49, 248, 460, 158, 185, 193, 184},
    {KEYS_ISO, md5_first_digit, 16, 13.91, 12718, 6, 12264, 12264, 12507, 12414},
    {KEYS_ISO, md5_whole_mod_20, 20, 25.91, 10201, 1, 9840, 10016, 10201, 10008},
    {KEYS_ISO, md5_first_int_mod_1024, 1024, 998.73, 237, 521, 150, 197, 196, 207},
    {KEYS_ISO, xxh64_mod_1024, 1024, 1010.49, 244, 543, 154, 178, 196, 166},
    {KEYS_ISO, xxh32_mod_1024, 1024, 1028.57, 237, 174, 158, 192, 198, 226},
    {KEYS_ISO, crc32_mod_1024, 1024, 125.4, 205, 37, 186, 197, 192, 194},
    {KEYS_ISO, fnv1a_64_mod_1024, 1024, 632.01, 232, 444, 170, 193, 197, 189},
    {KEYS_ISO, java_string_mod_16, 16, 846.8, 13641, 7, 11357, 11382, 11581, 11357},
    {KEYS_ISO, phoenix_salt_20, 20, 0.0, 10002, 2, 9998, 9999, 10000, 10001},
};

static size_t spell(enum key_kind kind, uint32_t i, char *out)
{
    if (kind == KEYS_USER)
        return (size_t)snprintf(out, KEY_BYTES, "user%010u", i);
    if (kind == KEYS_LONG) {
        for (int j = 0; j < 8; j++)
            out[j] = (char)((uint64_t)i >> (56 - 8 * j));
        return 8;
    }
    const time_t at = 1704067200 + (time_t)i; // 2024-01-01T00:00:00
    struct tm parts;
    return strftime(out, KEY_BYTES, "%Y-%m-%dT%H:%M:%S", gmtime_r(&at, &parts));
}

static struct keys keys_of(enum key_kind kind)
{
    struct keys keys = {.text = calloc(KEY_COUNT, KEY_BYTES),
                        .views = calloc(KEY_COUNT, sizeof *keys.views),
                        .md5 = calloc(KEY_COUNT, 16)};
    for (uint32_t i = 0; i < KEY_COUNT; i++)
        keys.views[i] = bytes_of(keys.text[i], spell(kind, i, keys.text[i]));
    struct digester *digester = digester_new(DIGEST_MD5);
    digester_run_batch(digester, keys.views, KEY_COUNT, keys.md5[0]);
    digester_free(digester);
    return keys;
}

static void check(const struct golden *golden, const struct keys *keys, size_t row)
{
    uint32_t counts[BUCKETS_MAX] = {0};
    for (size_t i = 0; i < KEY_COUNT; i++)
        counts[golden->bucket(keys, i)]++;
    const double mean = (double)KEY_COUNT / golden->buckets;
    double chi_square = 0;
    uint32_t max_at = 0, min = UINT32_MAX;
    for (uint32_t i = 0; i < golden->buckets; i++) {
        chi_square += (counts[i] - mean) * (counts[i] - mean) / mean;
        max_at = counts[i] > counts[max_at] ? i : max_at;
        min = counts[i] < min ? counts[i] : min;
    }
    cr_expect(lt(dbl, fabs(chi_square - golden->chi_square), 0.0051), "row %zu: %g", row,
              chi_square);
    cr_expect(eq(u32, counts[max_at], golden->max), "row %zu", row);
    cr_expect(eq(u32, max_at, golden->max_at), "row %zu", row);
    cr_expect(eq(u32, min, golden->min), "row %zu", row);
    cr_expect(eq(u32, counts[0], golden->first), "row %zu", row);
    cr_expect(eq(u32, counts[1], golden->second), "row %zu", row);
    cr_expect(eq(u32, counts[golden->buckets - 1], golden->last), "row %zu", row);
}

static void check_kind(enum key_kind kind)
{
    struct keys keys = keys_of(kind);
    for (size_t row = 0; row < sizeof goldens / sizeof goldens[0]; row++) {
        if (goldens[row].kind == kind)
            check(&goldens[row], &keys, row);
    }
    free(keys.text);
    free(keys.views);
    free(keys.md5);
}

Test(hash_golden, names_fall_where_other_programs_put_them)
{
    check_kind(KEYS_USER);
}

Test(hash_golden, rising_longs_fall_where_other_programs_put_them)
{
    check_kind(KEYS_LONG);
}

Test(hash_golden, times_fall_where_other_programs_put_them)
{
    check_kind(KEYS_ISO);
}
