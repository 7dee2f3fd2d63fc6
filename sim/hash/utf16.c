// Hashes over UTF-16 code units, which is what a Java program sees of a text.

#include "hash/hash.h"

#include "base/mem.h"
#include "base/utf8.h"

#include <assert.h>

enum { REPLACEMENT = 0xfffd };

// The code units of the character at *offset, which moves on; a bad byte stands for itself alone.
static size_t next_units(struct bytes utf8, size_t *offset, uint16_t units[2])
{
    uint32_t code_point = REPLACEMENT;
    const size_t size = utf8_next(utf8, *offset, &code_point);
    *offset += size > 0 ? size : 1;
    if (code_point < 0x10000) {
        units[0] = (uint16_t)code_point;
        return 1;
    }
    units[0] = (uint16_t)(0xd800 | (code_point - 0x10000) >> 10);
    units[1] = (uint16_t)(0xdc00 | (code_point & 0x3ff));
    return 2;
}

// hash = hash * factor + unit, in 32 bits that wrap around.
static int32_t polynomial(struct bytes utf8, uint32_t start, uint32_t factor)
{
    uint32_t hash = start;
    size_t offset = 0;
    while (offset < utf8.size) {
        uint16_t units[2];
        const size_t count = next_units(utf8, &offset, units);
        for (size_t i = 0; i < count; i++)
            hash = hash * factor + units[i];
    }
    return (int32_t)hash;
}

int32_t hash_java_string(struct bytes utf8)
{
    return polynomial(utf8, 0, 31);
}

int32_t hash_djb2(struct bytes utf8)
{
    return polynomial(utf8, 5381, 33);
}

size_t hash_utf16le(struct bytes utf8, uint8_t *out)
{
    size_t written = 0;
    size_t offset = 0;
    while (offset < utf8.size) {
        uint16_t units[2];
        const size_t count = next_units(utf8, &offset, units);
        for (size_t i = 0; i < count; i++) {
            out[written++] = (uint8_t)units[i];
            out[written++] = (uint8_t)(units[i] >> 8);
        }
    }
    return written;
}

uint64_t hash_igz_bucket(struct bytes utf8, uint64_t n)
{
    assert(n >= 1);
    uint8_t near[256];
    uint8_t *units = 2 * utf8.size <= sizeof near ? near : mem_new(utf8.size, 2);
    const uint64_t hash = hash_xxh64(bytes_of(units, hash_utf16le(utf8, units)), 0);
    if (units != near)
        mem_free(units);
    // |(int64) hash % n| of a truncating remainder is the magnitude's remainder.
    const uint64_t magnitude = hash >> 63 ? 0 - hash : hash;
    return magnitude % n;
}
