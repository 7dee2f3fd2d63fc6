#include "hash/hash.h"

#include <assert.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t hash_xxh64(struct bytes text, uint64_t seed)
{
    return XXH64(text.data, text.size, seed);
}

uint32_t hash_xxh32(struct bytes text, uint32_t seed)
{
    return XXH32(text.data, text.size, seed);
}

uint64_t hash_xxh3(struct bytes text)
{
    return XXH3_64bits(text.data, text.size);
}

// Half a byte a step: the polynomial 0xedb88320 (reflected) divided into 0..15.
uint32_t hash_crc32(struct bytes text)
{
    static const uint32_t table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                       0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                       0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < text.size; i++) {
        crc ^= text.data[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}

// The polynomial 0x1021, high bit first, from 0.
uint16_t hash_crc16(struct bytes text)
{
    static const uint16_t table[16] = {0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50a5,
                                       0x60c6, 0x70e7, 0x8108, 0x9129, 0xa14a, 0xb16b,
                                       0xc18c, 0xd1ad, 0xe1ce, 0xf1ef};
    uint32_t crc = 0;
    for (size_t i = 0; i < text.size; i++) {
        crc ^= (uint32_t)text.data[i] << 8;
        crc = (crc << 4 & 0xffff) ^ table[crc >> 12];
        crc = (crc << 4 & 0xffff) ^ table[crc >> 12];
    }
    return (uint16_t)crc;
}

static const uint32_t fnv32_start = 0x811c9dc5, fnv32_prime = 0x01000193;

uint32_t hash_fnv1_32(struct bytes text)
{
    uint32_t hash = fnv32_start;
    for (size_t i = 0; i < text.size; i++)
        hash = hash * fnv32_prime ^ text.data[i];
    return hash;
}

uint32_t hash_fnv1a_32(struct bytes text)
{
    uint32_t hash = fnv32_start;
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ text.data[i]) * fnv32_prime;
    return hash;
}

uint64_t hash_fnv1a_64(struct bytes text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ text.data[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint32_t rotate_left(uint32_t bits, int by)
{
    return bits << by | bits >> (32 - by);
}

static uint32_t murmur3_scramble(uint32_t word)
{
    return rotate_left(word * 0xcc9e2d51, 15) * 0x1b873593;
}

int32_t hash_murmur3(struct bytes bytes, uint32_t seed)
{
    uint32_t hash = seed;
    const size_t whole = bytes.size & ~(size_t)3;
    for (size_t i = 0; i < whole; i += 4) {
        const uint8_t *at = bytes.data + i;
        const uint32_t word =
            (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
        hash = rotate_left(hash ^ murmur3_scramble(word), 13) * 5 + 0xe6546b64;
    }
    uint32_t rest = 0;
    for (size_t i = bytes.size; i > whole; i--)
        rest = rest << 8 | bytes.data[i - 1];
    hash ^= murmur3_scramble(rest);
    hash ^= (uint32_t)bytes.size;
    hash = (hash ^ hash >> 16) * 0x85ebca6b;
    hash = (hash ^ hash >> 13) * 0xc2b2ae35;
    return (int32_t)(hash ^ hash >> 16);
}

int32_t hash_java_bytes(struct bytes bytes)
{
    uint32_t hash = 1;
    for (size_t i = 0; i < bytes.size; i++) {
        const int32_t value = (int8_t)bytes.data[i];
        hash = 31 * hash + (uint32_t)value;
    }
    return (int32_t)hash;
}

// |h % n| of Java's truncating remainder; the least int, which Java's abs leaves negative, too.
static uint32_t remainder_magnitude(int32_t hash, uint32_t n)
{
    const uint32_t magnitude = hash < 0 ? 0 - (uint32_t)hash : (uint32_t)hash;
    return magnitude % n;
}

uint8_t hash_phoenix_salt(struct bytes key, uint32_t n)
{
    assert(n >= 1 && n <= 256);
    return (uint8_t)remainder_magnitude(hash_java_bytes(key), n);
}

uint32_t hash_opentsdb_salt(struct bytes key, uint32_t n)
{
    assert(n >= 1);
    return remainder_magnitude(hash_java_bytes(key), n);
}

uint32_t hash_slice(struct bytes sharding_key, uint32_t slices)
{
    assert(slices >= 1);
    return (uint32_t)(hash_xxh64(sharding_key, 0) % slices);
}
