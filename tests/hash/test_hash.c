#include "hash/hash.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

static struct bytes text_of(const char *text)
{
    return bytes_of(text, strlen(text));
}

Test(hash, matches_published_vectors)
{
    cr_expect(eq(u64, hash_xxh64(text_of(""), 0), UINT64_C(0xef46db3751d8e999)));
    cr_expect(eq(u64, hash_xxh64(text_of("abc"), 0), UINT64_C(0x44bc2cf5ad770999)));
    cr_expect(eq(u64, hash_xxh64(text_of("20180602"), 0), UINT64_C(0xf21f7a220cd424ee)));
    cr_expect(eq(u32, hash_xxh32(text_of(""), 0), 0x02cc5d05));
    cr_expect(eq(u32, hash_xxh32(text_of("abc"), 0), 0x32d153ff));
    cr_expect(eq(u32, hash_xxh32(text_of("20180602"), 0), 0xfa46bee1));
    cr_expect(eq(u64, hash_xxh3(text_of("")), UINT64_C(0x2d06800538d394c2)));
    cr_expect(eq(u64, hash_xxh3(text_of("abc")), UINT64_C(0x78af5f94892f3950)));
    cr_expect(eq(u32, hash_crc32(text_of("")), 0));
    cr_expect(eq(u32, hash_crc32(text_of("123456789")), 0xcbf43926));
    cr_expect(eq(u16, hash_crc16(text_of("123456789")), 0x31c3));
    cr_expect(eq(u32, hash_fnv1_32(text_of("")), 0x811c9dc5));
    cr_expect(eq(u32, hash_fnv1_32(text_of("a")), 0x050c5d7e));
    cr_expect(eq(u32, hash_fnv1a_32(text_of("a")), 0xe40c292c));
    cr_expect(eq(u64, hash_fnv1a_64(text_of("")), UINT64_C(0xcbf29ce484222325)));
    cr_expect(eq(u64, hash_fnv1a_64(text_of("a")), UINT64_C(0xaf63dc4c8601ec8c)));
}

Test(hash, murmur3_matches_the_reference_for_every_tail)
{
    static const struct {
        const char *text;
        uint32_t seed;
        uint32_t want;
    } rows[] = {
        {"", 0, 0},
        {"", 1, 0x514e28b7},
        {"", 0xffffffff, 0x81f16f39},
        {"a", 0x9747b28c, 0x7fa09ea6},
        {"aa", 0x9747b28c, 0x5d211726},
        {"aaa", 0x9747b28c, 0x283e0130},
        {"aaaa", 0x9747b28c, 0x5a97808a},
        {"abc", 0, 0xb3dd93fa},
        {"Hello, world!", 0x9747b28c, 0x24884cba},
        {"The quick brown fox jumps over the lazy dog", 0x9747b28c, 0x2fa826cd},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect(eq(i32, hash_murmur3(text_of(rows[i].text), rows[i].seed), (int32_t)rows[i].want),
                  "%s", rows[i].text);
}

Test(hash, java_string_is_over_utf16_code_units)
{
    cr_expect(eq(i32, hash_java_string(text_of("")), 0));
    cr_expect(eq(i32, hash_java_string(text_of("abc")), 96354));
    cr_expect(eq(i32, hash_java_string(text_of("polygenelubricants")), INT32_MIN));
    cr_expect(eq(i32, hash_java_string(text_of("user42")), -836031607));
    cr_expect(eq(i32, hash_java_string(text_of("\xc3\xa9")), 0xe9));
    // U+1F600 is the pair D83D DE00.
    cr_expect(eq(i32, hash_java_string(text_of("\xf0\x9f\x98\x80")), 31 * 0xd83d + 0xde00));
    cr_expect(eq(i32, hash_java_string(bytes_of("a\xff", 2)), 31 * 'a' + 0xfffd));
}

Test(hash, djb2_starts_at_5381)
{
    cr_expect(eq(i32, hash_djb2(text_of("")), 5381));
    cr_expect(eq(i32, hash_djb2(text_of("0")), 5381 * 33 + '0'));
}

Test(hash, utf16le_replaces_each_bad_byte)
{
    uint8_t units[16];
    const size_t size = hash_utf16le(bytes_of("A\xc3\xa9\xf0\x9f\x98\x80\xed\xa0", 9), units);
    static const uint8_t want[] = {'A', 0, 0xe9, 0, 0x3d, 0xd8, 0x00, 0xde, 0xfd, 0xff, 0xfd, 0xff};
    cr_assert(eq(sz, size, sizeof want));
    cr_expect(memcmp(units, want, sizeof want) == 0);
}

// The vendor's own published item is 16_36.20180602; the order of its rows for one driver fixes the
// others.
Test(igz_bucket, gives_the_published_items)
{
    static const struct {
        const char *sorting;
        uint64_t want;
    } rows[] = {{"20180602", 36}, {"20180202", 2},  {"20180102", 3},  {"20180101", 25},
                {"20180701", 39}, {"20180601", 62}, {"20181015", 49}, {"20181002", 51}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect(eq(u64, hash_igz_bucket(text_of(rows[i].sorting), 64), rows[i].want), "%s",
                  rows[i].sorting);
    // Neither of the two that it is easily taken for.
    cr_expect(eq(u64, hash_xxh64(text_of("20180602"), 0) % 64, 46));
    cr_expect(eq(u32, hash_xxh32(text_of("20180602"), 0) % 64, 33));
}

Test(igz_bucket, takes_long_texts_and_any_modulus)
{
    char *text = malloc(5000);
    memset(text, 'k', 5000);
    uint8_t *units = malloc(10000);
    for (size_t size = 126; size <= 5000; size += 37) {
        const size_t unit_bytes = hash_utf16le(bytes_of(text, size), units);
        const uint64_t hash = hash_xxh64(bytes_of(units, unit_bytes), 0);
        const int64_t remainder = (int64_t)hash % 1000003;
        cr_expect(eq(u64, hash_igz_bucket(bytes_of(text, size), 1000003),
                     (uint64_t)(remainder < 0 ? -remainder : remainder)));
    }
    cr_expect(eq(u64, hash_igz_bucket(bytes_of(text, 10), 1), 0));
    free(units);
    free(text);
}

Test(phoenix_salt, follows_the_vectors_of_its_salting)
{
    static const struct {
        const char *key;
        int32_t hash;
        uint8_t salt_4, salt_10, salt_20, salt_256;
    } rows[] = {
        {"user1", 140207717, 1, 7, 17, 101},
        {"user2", 140207718, 2, 8, 18, 102},
        {"a", 128, 0, 8, 8, 128},
        {"1364248490", -517846154, 2, 4, 14, 138},
        {"order-0001", -1088800287, 3, 7, 7, 31},
        {"\xc3\xa9", -1017, 1, 7, 17, 249},
        {"", 1, 1, 1, 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct bytes key = text_of(rows[i].key);
        cr_expect(eq(i32, hash_java_bytes(key), rows[i].hash), "%s", rows[i].key);
        cr_expect(eq(u8, hash_phoenix_salt(key, 4), rows[i].salt_4), "%s", rows[i].key);
        cr_expect(eq(u8, hash_phoenix_salt(key, 10), rows[i].salt_10), "%s", rows[i].key);
        cr_expect(eq(u8, hash_phoenix_salt(key, 20), rows[i].salt_20), "%s", rows[i].key);
        cr_expect(eq(u8, hash_phoenix_salt(key, 256), rows[i].salt_256), "%s", rows[i].key);
    }
    cr_expect(eq(i32, hash_java_bytes(text_of("abc")), 126145));
    // A key whose hash is the least int: the remainder comes before the absolute value.
    cr_expect(eq(i32, hash_java_bytes(text_of("qlmmrpz")), INT32_MIN));
    cr_expect(eq(u8, hash_phoenix_salt(text_of("qlmmrpz"), 10), 8));
}

Test(phoenix_salt, of_one_is_the_same_with_and_without_the_flipped_sign)
{
    static const uint8_t raw[8] = {0, 0, 0, 0, 0, 0, 0, 1};
    static const uint8_t flipped[8] = {0x80, 0, 0, 0, 0, 0, 0, 1};
    cr_expect(eq(u8, hash_phoenix_salt(bytes_of(raw, 8), 8), 6));
    cr_expect(eq(u8, hash_phoenix_salt(bytes_of(flipped, 8), 8), 6));
}

Test(phoenix_salt, of_rising_numbers_is_a_round_robin)
{
    for (uint32_t i = 0; i < 64; i++) {
        const uint8_t key[8] = {0, 0, 0, 0, 0, 0, 0, (uint8_t)i};
        const uint8_t next[8] = {0, 0, 0, 0, 0, 0, 0, (uint8_t)(i + 1)};
        const uint32_t here = hash_phoenix_salt(bytes_of(key, 8), 16);
        const uint32_t there = hash_phoenix_salt(bytes_of(next, 8), 16);
        cr_expect(there == (here + 1) % 16 || here == (there + 1) % 16, "%u: %u, %u", i, here,
                  there);
    }
}

// metric 1, tag key 1, tag value 1 or 200, each three bytes; the time is not in it.
Test(opentsdb_salt, hashes_the_identifiers)
{
    static const uint8_t one[9] = {0, 0, 1, 0, 0, 1, 0, 0, 1};
    static const uint8_t two_hundred[9] = {0, 0, 1, 0, 0, 1, 0, 0, 200};
    cr_expect(eq(i32, hash_java_bytes(bytes_of(one, 9)), 691019968));
    cr_expect(eq(i32, hash_java_bytes(bytes_of(two_hundred, 9)), 691019911));
    cr_expect(eq(u32, hash_opentsdb_salt(bytes_of(one, 9), 20), 8));
    cr_expect(eq(u32, hash_opentsdb_salt(bytes_of(two_hundred, 9), 20), 11));
    cr_expect(eq(u32, hash_opentsdb_salt(text_of("order-0001"), 20), 7));
}

Test(slice, is_the_plain_hash_of_the_sharding_key)
{
    cr_expect(eq(u32, hash_slice(text_of("abc"), 1024), 0x44bc2cf5ad770999 % 1024));
    cr_expect(eq(u32, hash_slice(text_of("abc"), 1), 0));
}
