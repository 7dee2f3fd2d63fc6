// Numbers as decimal text and back.
#include "key/functions.h"

#include <string.h>

enum { DECIMAL_DIGITS_MAX = 18 };

static const char digit_pairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
    "8081828384858687888990919293949596979899";

static const uint64_t powers_of_ten[] = {
    UINT64_C(1),
    UINT64_C(10),
    UINT64_C(100),
    UINT64_C(1000),
    UINT64_C(10000),
    UINT64_C(100000),
    UINT64_C(1000000),
    UINT64_C(10000000),
    UINT64_C(100000000),
    UINT64_C(1000000000),
    UINT64_C(10000000000),
    UINT64_C(100000000000),
    UINT64_C(1000000000000),
    UINT64_C(10000000000000),
    UINT64_C(100000000000000),
    UINT64_C(1000000000000000),
    UINT64_C(10000000000000000),
    UINT64_C(100000000000000000),
    UINT64_C(1000000000000000000),
    UINT64_C(10000000000000000000),
};

// 1233 / 4096 is log10(2), close enough for 64 bits; one comparison sets it right.
static size_t count_digits(uint64_t number)
{
    const unsigned bits = 64 - (unsigned)__builtin_clzll(number | 1);
    const size_t guess = bits * 1233 >> 12;
    return guess + (guess < 20 && (number | (guess == 0)) >= powers_of_ten[guess]);
}

void key_write_digits(uint8_t *out, uint64_t number, size_t count)
{
    for (; count >= 2; count -= 2) {
        memcpy(out + count - 2, digit_pairs + 2 * (number % 100), 2);
        number /= 100;
    }
    if (count == 1)
        out[0] = (uint8_t)('0' + number % 10);
}

size_t key_write_number(uint8_t *out, int64_t number, bool is_unsigned)
{
    const bool negative = !is_unsigned && number < 0;
    const uint64_t magnitude = negative ? 0 - (uint64_t)number : (uint64_t)number;
    const size_t count = count_digits(magnitude);
    out[0] = '-';
    key_write_digits(out + negative, magnitude, count);
    return count + negative;
}

size_t key_write_decimal(uint8_t *out, int64_t scaled, uint8_t scale)
{
    uint8_t digits[20];
    const uint64_t magnitude = scaled < 0 ? 0 - (uint64_t)scaled : (uint64_t)scaled;
    size_t count = key_write_number(digits, (int64_t)magnitude, true);
    size_t size = 0;
    if (scaled < 0)
        out[size++] = '-';
    // At least one digit before the point.
    const size_t zeros = count <= scale ? scale + 1 - count : 0;
    const size_t whole = count + zeros - scale;
    for (size_t i = 0; i < zeros + count; i++) {
        if (i == whole)
            out[size++] = '.';
        out[size++] = i < zeros ? '0' : digits[i - zeros];
    }
    return size;
}

// The digits from `at` on, up to `limit` of value; false where there are none or they are too big.
static bool read_digits(struct bytes text, size_t *at, uint64_t limit, uint64_t *value)
{
    const size_t start = *at;
    for (; *at < text.size && text.data[*at] >= '0' && text.data[*at] <= '9'; (*at)++) {
        const uint64_t digit = (uint64_t)(text.data[*at] - '0');
        if (*value > (limit - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    return *at > start;
}

static bool read_sign(struct bytes text, size_t *at)
{
    const bool negative = text.size > 0 && text.data[0] == '-';
    *at = negative || (text.size > 0 && text.data[0] == '+') ? 1 : 0;
    return negative;
}

static int64_t signed_of(bool negative, uint64_t magnitude)
{
    return (int64_t)(negative ? 0 - magnitude : magnitude);
}

bool key_read_number(struct bytes text, int64_t *out_number)
{
    size_t at;
    uint64_t magnitude = 0;
    const bool negative = read_sign(text, &at);
    const uint64_t limit = (uint64_t)INT64_MAX + (negative ? 1 : 0);
    if (!read_digits(text, &at, limit, &magnitude))
        return false;
    // A fraction is dropped.
    if (at < text.size && text.data[at] == '.') {
        at++;
        while (at < text.size && text.data[at] >= '0' && text.data[at] <= '9')
            at++;
    }
    if (at != text.size)
        return false;
    *out_number = signed_of(negative, magnitude);
    return true;
}

bool key_read_decimal(struct bytes text, int64_t *out_scaled, uint8_t *out_scale)
{
    static const uint64_t limit = UINT64_C(999999999999999999); // DECIMAL_DIGITS_MAX nines
    size_t at;
    uint64_t magnitude = 0;
    const bool negative = read_sign(text, &at);
    if (!read_digits(text, &at, limit, &magnitude))
        return false;
    size_t scale = 0;
    if (at < text.size && text.data[at] == '.') {
        const size_t point = ++at;
        if (at < text.size && !read_digits(text, &at, limit, &magnitude))
            return false;
        scale = at - point;
    }
    if (at != text.size || scale > DECIMAL_DIGITS_MAX)
        return false;
    *out_scaled = signed_of(negative, magnitude);
    *out_scale = (uint8_t)scale;
    return true;
}

size_t key_count_chars(struct bytes text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++)
        count += (text.data[i] & 0xc0) != 0x80 || i == 0;
    return count;
}

size_t key_escape_size(struct bytes text)
{
    size_t size = text.size + 1;
    for (size_t i = 0; i < text.size; i++)
        size += text.data[i] == 0;
    return size;
}

void key_escape(struct bytes text, uint8_t *out)
{
    for (size_t i = 0; i < text.size; i++) {
        *out++ = text.data[i];
        if (text.data[i] == 0)
            *out++ = 0xff;
    }
    *out = 0;
}

bool key_unescape(struct bytes text, uint8_t *out, size_t *out_size)
{
    if (text.size == 0 || text.data[text.size - 1] != 0)
        return false;
    size_t size = 0;
    for (size_t i = 0; i + 1 < text.size; i++) {
        out[size++] = text.data[i];
        if (text.data[i] == 0 && text.data[++i] != 0xff)
            return false;
    }
    *out_size = size;
    return true;
}
