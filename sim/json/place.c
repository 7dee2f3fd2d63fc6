#include "json/tree.h"

#include <assert.h>
#include <string.h>

// A number token as digits x 10^exponent; false where it has more digits than 64 bits hold.
static bool decimal_of(const char *token, size_t size, uint64_t *out_digits, int64_t *out_exponent)
{
    uint64_t digits = 0;
    int64_t exponent = 0, zeros = 0; // zeros that are only worth something if a digit follows
    bool point = false;
    size_t i = token[0] == '-';
    for (; i < size && token[i] != 'e' && token[i] != 'E'; i++) {
        if (token[i] == '.') {
            point = true;
            continue;
        }
        exponent -= point;
        zeros++;
        if (token[i] == '0')
            continue;
        for (; zeros > 0; zeros--)
            if (__builtin_mul_overflow(digits, UINT64_C(10), &digits))
                return false;
        if (__builtin_add_overflow(digits, (uint64_t)(token[i] - '0'), &digits))
            return false;
    }
    exponent += zeros;
    int64_t written = 0;
    const bool negative = i + 1 < size && token[i + 1] == '-';
    for (i++; i < size; i++)
        if (token[i] >= '0' && token[i] <= '9' && written < 100000000)
            written = 10 * written + (token[i] - '0');
    *out_digits = digits;
    *out_exponent = exponent + (negative ? -written : written);
    return true;
}

// The magnitude of a whole number.
static bool whole_of(const struct json_doc *doc, const struct json_node *node, uint64_t *out_value,
                     bool *out_negative)
{
    assert(json_kind_of(node) == JSON_NUMBER);
    const struct json_place *place = place_of(doc, node);
    const char *token = (const char *)doc->sources[place->source].data + place->offset;
    uint64_t value;
    int64_t exponent;
    if (!decimal_of(token, place->length, &value, &exponent))
        return false;
    if (exponent < 0 && value != 0)
        return false;
    for (; exponent > 0 && value != 0; exponent--)
        if (__builtin_mul_overflow(value, UINT64_C(10), &value))
            return false;
    *out_value = value;
    *out_negative = token[0] == '-' && value != 0;
    return true;
}

bool json_uint_of(const struct json_doc *doc, const struct json_node *node, uint64_t *out_value)
{
    uint64_t value;
    bool negative;
    if (!whole_of(doc, node, &value, &negative) || negative)
        return false;
    *out_value = value;
    return true;
}

bool json_int_of(const struct json_doc *doc, const struct json_node *node, int64_t *out_value)
{
    uint64_t value;
    bool negative;
    if (!whole_of(doc, node, &value, &negative))
        return false;
    if (value > (uint64_t)INT64_MAX + negative)
        return false;
    *out_value = negative ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}

static unsigned hex4(const uint8_t *digits)
{
    unsigned unit = 0;
    for (size_t i = 0; i < 4; i++) {
        const unsigned c = digits[i];
        unit = 16 * unit + (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return unit;
}

size_t json_place_in_text(const struct json_doc *doc, const struct json_node *node, size_t index)
{
    const struct json_place *place = place_of(doc, node);
    const uint8_t *text = doc->sources[place->source].data;
    size_t at = place->offset;
    const size_t end = place->offset + place->length;
    if (at >= end || text[at] != '"')
        return at + index < end ? at + index : end; // a text that stands without quotes
    at++;
    for (size_t decoded = 0; decoded < index && at + 1 < end;) {
        if (text[at] != '\\') {
            decoded++;
            at++;
        } else if (text[at + 1] != 'u') {
            decoded++;
            at += 2;
        } else {
            const unsigned unit = hex4(text + at + 2);
            const bool pair = unit >= 0xd800 && unit <= 0xdfff;
            decoded += pair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
            at += pair ? 12 : 6;
        }
    }
    return at;
}

void json_line_column(const char *text, size_t size, size_t offset, size_t *out_line,
                      size_t *out_column)
{
    size_t line = 1, column = 1;
    size_t i = size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0;
    for (; i < size && i < offset; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c == '\n') {
            line++;
            column = 1;
        } else if ((c & 0xc0) != 0x80) {
            column++;
        }
    }
    *out_line = line;
    *out_column = column;
}
