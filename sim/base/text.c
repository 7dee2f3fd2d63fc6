#include "base/text.h"

#include "base/utf8.h"

#include <string.h>

void text_key(struct buffer *out, struct bytes key)
{
    static const char digits[] = "0123456789ABCDEF";

    for (size_t i = 0; i < key.size; i++) {
        const uint8_t byte = key.data[i];
        if (byte >= ' ' && byte <= '~' && byte != '\\') {
            buffer_byte(out, byte);
        } else {
            const char escape[4] = {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
            buffer_append(out, escape, sizeof escape);
        }
    }
}

static int hex_digit(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

bool text_key_decode(const char *text, struct buffer *out, size_t *out_fault)
{
    const size_t size_before = out->size;
    for (const char *at = text; *at; at++) {
        if (at[0] != '\\' || at[1] != 'x') {
            buffer_byte(out, (uint8_t)*at);
            continue;
        }
        const int high = hex_digit(at[2]);
        const int low = high < 0 ? -1 : hex_digit(at[3]);
        if (low < 0) {
            out->size = size_before;
            if (out->data)
                out->data[size_before] = 0;
            *out_fault = (size_t)(at - text);
            return false;
        }
        buffer_byte(out, (uint8_t)(high << 4 | low));
        at += 3;
    }
    return true;
}

void text_plain(struct buffer *out, struct bytes text)
{
    size_t offset = 0;
    while (offset < text.size) {
        uint32_t code_point = 0;
        const size_t size = utf8_next(text, offset, &code_point);
        if (size == 0)
            buffer_byte(out, '?');
        else if (!utf8_is_unsafe(code_point))
            buffer_append(out, text.data + offset, size);
        offset += size > 0 ? size : 1;
    }
}

size_t text_width(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += ((uint8_t)*text & 0xc0) != 0x80;
    return width;
}
