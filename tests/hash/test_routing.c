// Cases in which a hash was published, used for routing, and found to be uneven.

#include "hash/hash.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// CockroachDB's integers in a key: one byte up to 109, else a length and big-endian bytes.
static size_t encode(uint32_t value, uint8_t *out)
{
    if (value <= 109) {
        out[0] = (uint8_t)(136 + value);
        return 1;
    }
    size_t length = 1;
    while (length < 4 && value >> (8 * length))
        length++;
    out[0] = (uint8_t)(245 + length);
    for (size_t i = 0; i < length; i++)
        out[1 + i] = (uint8_t)(value >> (8 * (length - 1 - i)));
    return 1 + length;
}

static void count_buckets(int columns, uint64_t counts[8])
{
    for (uint32_t i = 0; i < 1048576; i++) {
        uint8_t key[15];
        size_t size = 0;
        for (int j = 0; j < columns; j++)
            size += encode(i, key + size);
        counts[hash_fnv1_32(bytes_of(key, size)) % 8]++;
    }
}

Test(fnv32_mod_8, of_one_column_is_even_and_of_two_equal_ones_leaves_half_empty)
{
    static const uint64_t one[8] = {131071, 131071, 131072, 131072, 131073, 131073, 131072, 131072};
    static const uint64_t two[8] = {0, 376905, 0, 16348, 0, 638976, 0, 16347};
    uint64_t counts[8] = {0};
    count_buckets(1, counts);
    for (int i = 0; i < 8; i++)
        cr_expect(eq(u64, counts[i], one[i]), "one column, bucket %d", i);
    memset(counts, 0, sizeof counts);
    count_buckets(2, counts);
    for (int i = 0; i < 8; i++)
        cr_expect(eq(u64, counts[i], two[i]), "two columns, bucket %d", i);
    memset(counts, 0, sizeof counts);
    count_buckets(3, counts);
    for (int i = 0; i < 8; i++)
        cr_expect(lt(int, abs((int)counts[i] - 131072), 1311), "three columns, bucket %d", i);
}

static int by_size(const void *a, const void *b)
{
    const int left = *(const int *)a, right = *(const int *)b;
    return (left > right) - (left < right);
}

static void count_shards(int shards, int *counts)
{
    for (int i = 0; i < 100000; i++) {
        char id[8];
        const int size = snprintf(id, sizeof id, "%d", i);
        const int32_t hash = hash_djb2(bytes_of(id, (size_t)size));
        counts[abs(hash) % shards]++;
    }
    qsort(counts, (size_t)shards, sizeof *counts, by_size);
}

Test(djb2, of_decimal_ids_fits_5_shards_and_starves_33)
{
    int of_5[5] = {0}, of_3[3] = {0}, of_33[33] = {0};
    count_shards(5, of_5);
    cr_expect(eq(int, of_5[0], 20000));
    cr_expect(eq(int, of_5[4], 20000));
    count_shards(3, of_3);
    cr_expect(eq(int, of_3[0], 30000));
    cr_expect(eq(int, of_3[1], 30100));
    cr_expect(eq(int, of_3[2], 39900));
    count_shards(33, of_33);
    cr_expect(eq(int, of_33[16], 0));
    cr_expect(gt(int, of_33[17], 0));
    for (int i = 29; i < 33; i++)
        cr_expect(eq(int, of_33[i], 10000));
}

Test(murmur3, of_decimal_ids_is_even_on_33_shards)
{
    int counts[33] = {0};
    for (int i = 0; i < 100000; i++) {
        char id[8];
        uint8_t units[16];
        const int size = snprintf(id, sizeof id, "%d", i);
        const size_t unit_bytes = hash_utf16le(bytes_of(id, (size_t)size), units);
        counts[(uint32_t)hash_murmur3(bytes_of(units, unit_bytes), 0) % 33]++;
    }
    qsort(counts, 33, sizeof *counts, by_size);
    cr_expect(gt(int, counts[0], 3030 * 95 / 100));
    cr_expect(lt(int, counts[32], 3030 * 105 / 100));
}

// Elasticsearch: the hash falls on as many slots as the shards can be doubled to, below 1024; each
// shard has a run of them.
static int shard_of(const char *routing, int shards)
{
    uint8_t units[8];
    const size_t size = hash_utf16le(bytes_of(routing, strlen(routing)), units);
    const int32_t hash = hash_murmur3(bytes_of(units, size), 0);
    int slots = shards;
    while (2 * slots <= 1024)
        slots *= 2;
    return ((hash % slots + slots) % slots) / (slots / shards);
}

Test(murmur3, sends_three_routing_values_to_two_of_three_shards)
{
    cr_expect(eq(int, shard_of("1", 3), 2));
    cr_expect(eq(int, shard_of("2", 3), 1));
    cr_expect(eq(int, shard_of("3", 3), 1));
    cr_expect(eq(int, shard_of("1", 5), 4));
    cr_expect(eq(int, shard_of("2", 5), 3));
    cr_expect(eq(int, shard_of("3", 5), 0));
}

// Redis Cluster hashes the text in the first {...}, where that is not empty.
static int slot_of(const char *key)
{
    const char *open = strchr(key, '{');
    const char *close = open ? strchr(open, '}') : NULL;
    if (close && close > open + 1)
        return hash_crc16(bytes_of(open + 1, (size_t)(close - open - 1))) % 16384;
    return hash_crc16(bytes_of(key, strlen(key))) % 16384;
}

Test(crc16, gives_the_slots_of_redis_cluster)
{
    cr_expect(eq(int, slot_of("foo"), 12182));
    cr_expect(eq(int, slot_of("foo{bar}zap"), 5061));
    cr_expect(eq(int, slot_of("foo{bar}{zap}"), 5061));
    cr_expect(eq(int, slot_of("barzap"), 4493));
}
