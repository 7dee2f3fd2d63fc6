#include "workload/value.h"

#include "base/text.h"

#include <string.h>

enum { TEXT_SHOWN_MAX = 60 };

// Digits alone, all of the text; false beyond 64 bits.
static bool read_unsigned(const uint8_t *at, const uint8_t *end, uint64_t *out_value)
{
    uint64_t value = 0;
    if (at == end)
        return false;
    const bool may_overflow = end - at >= NUMBER_TEXT_MAX;
    for (; at < end; at++) {
        const unsigned digit = (unsigned)*at - '0';
        if (digit > 9)
            return false;
        if (may_overflow && (__builtin_mul_overflow(value, UINT64_C(10), &value) ||
                             __builtin_add_overflow(value, (uint64_t)digit, &value)))
            return false;
        if (!may_overflow)
            value = value * 10 + digit;
    }
    *out_value = value;
    return true;
}

static bool read_signed(struct bytes text, int64_t *out_value)
{
    const bool is_negative = text.size > 0 && text.data[0] == '-';
    uint64_t size;
    if (!read_unsigned(text.data + is_negative, text.data + text.size, &size) ||
        size > (uint64_t)INT64_MAX + is_negative)
        return false;
    *out_value = (int64_t)(is_negative ? 0 - size : size);
    return true;
}

static bool read_decimal(struct bytes text, struct value *out_value)
{
    const uint8_t *at = text.data;
    const uint8_t *end = at + text.size;
    const bool is_negative = at < end && *at == '-';
    at += is_negative;
    int64_t value = 0;
    int digits = 0, scale = -1;
    for (; at < end; at++) {
        const unsigned digit = (unsigned)*at - '0';
        if (*at == '.' && scale < 0) {
            scale = 0;
            continue;
        }
        if (digit > 9 || ++digits > DECIMAL_DIGITS_MAX)
            return false;
        value = value * 10 + digit;
        scale += scale >= 0;
    }
    if (digits == 0)
        return false;
    *out_value = (struct value){
        .number = is_negative ? -value : value,
        .scale = (uint8_t)(scale > 0 ? scale : 0),
        .text = text,
    };
    return true;
}

static bool read_bytes(struct bytes text, struct buffer *scratch, struct value *out_value)
{
    out_value->text = text;
    if (text.size == 0 || !memchr(text.data, '\\', text.size))
        return true;
    struct buffer copy = {0};
    size_t fault;
    buffer_append(&copy, text.data, text.size);
    buffer_clear(scratch);
    const bool is_right = text_key_decode((char *)copy.data, scratch, &fault);
    buffer_done(&copy);
    out_value->text = bytes_of(scratch->data, scratch->size);
    return is_right;
}

bool value_read(enum value_type type, struct bytes text, struct buffer *scratch,
                struct value *out_value)
{
    uint64_t bits;
    switch (type) {
    case TYPE_STRING:
        out_value->text = text;
        return true;
    case TYPE_BYTES:
        return read_bytes(text, scratch, out_value);
    case TYPE_DECIMAL:
        return read_decimal(text, out_value);
    case TYPE_ULONG:
        if (!read_unsigned(text.data, text.data + text.size, &bits))
            return false;
        out_value->number = (int64_t)bits;
        return true;
    case TYPE_INT:
        return read_signed(text, &out_value->number) && out_value->number >= INT32_MIN &&
               out_value->number <= INT32_MAX;
    case TYPE_LONG:
    case TYPE_TIME:
        return read_signed(text, &out_value->number);
    }
    return false;
}

const char *value_expected(enum value_type type)
{
    static const char *const expected[] = {
        [TYPE_STRING] = "a text",
        [TYPE_LONG] = "a whole number in -9223372036854775808..9223372036854775807",
        [TYPE_INT] = "a whole number in -2147483648..2147483647",
        [TYPE_ULONG] = "a whole number in 0..18446744073709551615",
        [TYPE_DECIMAL] = "a decimal number of at most 18 digits",
        [TYPE_TIME] = "a time",
        [TYPE_BYTES] = "bytes, in which a backslash begins \\xNN",
    };
    return expected[type];
}

size_t value_write(int64_t number, bool is_unsigned, uint8_t *out)
{
    uint8_t digits[NUMBER_TEXT_MAX];
    const bool is_negative = !is_unsigned && number < 0;
    uint64_t rest = is_negative ? 0 - (uint64_t)number : (uint64_t)number;
    size_t first = sizeof digits;
    do {
        digits[--first] = (uint8_t)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (is_negative)
        digits[--first] = '-';
    memcpy(out, digits + first, sizeof digits - first);
    return sizeof digits - first;
}

void value_show(struct buffer *out, struct bytes text)
{
    const bool is_cut = text.size > TEXT_SHOWN_MAX;
    text_key(out, bytes_of(text.data, is_cut ? TEXT_SHOWN_MAX : text.size));
    buffer_text(out, is_cut ? "..." : "");
}
