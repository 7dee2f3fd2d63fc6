#include "base/utf8.h"

// The bytes that a first byte asks for; 0: none can begin so.
static size_t length_of(uint8_t first)
{
    if (first < 0x80)
        return 1;
    if (first < 0xc2 || first > 0xf4)
        return 0;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

size_t utf8_next(struct bytes text, size_t offset, uint32_t *out_code_point)
{
    static const uint32_t least[UTF8_BYTES_MAX + 1] = {0, 0, 0x80, 0x800, 0x10000};

    const uint8_t first = text.data[offset];
    const size_t length = length_of(first);
    if (length == 0 || length > text.size - offset)
        return 0;

    uint32_t code_point = length == 1 ? first : first & (0x7fU >> length);
    for (size_t i = 1; i < length; i++) {
        const uint8_t next = text.data[offset + i];
        if ((next & 0xc0) != 0x80)
            return 0;
        code_point = code_point << 6 | (next & 0x3f);
    }
    if (code_point < least[length] || code_point > 0x10ffff ||
        (code_point >= 0xd800 && code_point <= 0xdfff))
        return 0;
    *out_code_point = code_point;
    return length;
}

bool utf8_is_unsafe(uint32_t code_point)
{
    return code_point < 0x20 || (code_point >= 0x7f && code_point <= 0x9f) ||
           code_point == 0x061c || code_point == 0x200e || code_point == 0x200f ||
           (code_point >= 0x202a && code_point <= 0x202e) ||
           (code_point >= 0x2066 && code_point <= 0x2069);
}
