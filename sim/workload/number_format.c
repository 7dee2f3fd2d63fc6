#include "workload/number_format.h"

#include "workload/value.h"

#include <string.h>

enum { WIDTH_MAX = 200, HEX_DIGITS_MAX = 16 };

static bool fail(const char *text, const char *at, const char *reason, struct err *err)
{
    err_fail(err, ERR_INPUT, "the format `%s` %s", text, reason);
    return err_place(err, (size_t)(at - text), 1);
}

// The conversion at *at, which is behind its percent sign; moves behind it.
static bool read_conversion(const char *text, const char **at, struct number_format *format,
                            struct err *err)
{
    for (; **at == '0' || **at == '-'; ++*at) {
        format->pads_zeros |= **at == '0';
        format->is_left |= **at == '-';
    }
    for (; **at >= '0' && **at <= '9'; ++*at) {
        format->width = format->width * 10 + (size_t)(**at - '0');
        if (format->width > WIDTH_MAX)
            return fail(text, *at, "has a width beyond 200", err);
    }
    if (**at == '\0' || !strchr("duxXs", **at)) {
        fail(text, *at, "has a conversion that is not known", err);
        return err_hint(err,
                        "known are %%d %%u %%x %%X %%s, with a width (%%6d) and zeros (%%06d)");
    }
    format->conversion = *(*at)++;
    return true;
}

bool number_format_read(const char *text, struct number_format *out_format, struct err *err)
{
    struct number_format format = {0};
    struct buffer *around = &format.before;
    bool ok = true;
    for (const char *at = text; ok && *at;) {
        if (at[0] != '%' || at[1] == '%') {
            buffer_byte(around, (uint8_t)*at);
            at += at[0] == '%' ? 2 : 1;
            continue;
        }
        if (format.conversion) {
            ok = fail(text, at, "has more than one conversion, expected one", err);
            break;
        }
        at++;
        ok = read_conversion(text, &at, &format, err);
        around = &format.after;
    }
    if (ok && !format.conversion)
        ok = fail(text, text, "has no conversion, expected one such as %d", err);
    if (!ok) {
        number_format_done(&format);
        return false;
    }
    *out_format = format;
    return true;
}

void number_format_done(struct number_format *format)
{
    buffer_done(&format->before);
    buffer_done(&format->after);
}

size_t number_format_room(const struct number_format *format, size_t value_bytes)
{
    const size_t wider = format->width > value_bytes ? format->width : value_bytes;
    return format->before.size + wider + format->after.size;
}

static size_t append(uint8_t *out, size_t at, const void *data, size_t size)
{
    if (size > 0)
        memcpy(out + at, data, size);
    return at + size;
}

size_t number_format_text(const struct number_format *format, struct bytes text, uint8_t *out)
{
    const size_t padding = format->width > text.size ? format->width - text.size : 0;
    size_t at = append(out, 0, format->before.data, format->before.size);
    if (!format->is_left) {
        // Zeros stand between the sign and the digits.
        const bool zeros = format->pads_zeros && format->conversion != 's';
        const size_t sign = zeros && text.size > 0 && text.data[0] == '-';
        at = append(out, at, text.data, sign);
        memset(out + at, zeros ? '0' : ' ', padding);
        at = append(out, at + padding, text.data + sign, text.size - sign);
    } else {
        at = append(out, at, text.data, text.size);
        memset(out + at, ' ', padding);
        at += padding;
    }
    return append(out, at, format->after.data, format->after.size);
}

static size_t write_hex(uint64_t number, const char *digits, uint8_t *out)
{
    size_t size = 1;
    while (size < HEX_DIGITS_MAX && number >> (4 * size) != 0)
        size++;
    for (size_t i = 0; i < size; i++)
        out[size - 1 - i] = (uint8_t)digits[number >> (4 * i) & 15];
    return size;
}

size_t number_format_number(const struct number_format *format, int64_t number, bool is_unsigned,
                            uint8_t *out)
{
    uint8_t digits[NUMBER_TEXT_MAX];
    size_t size;
    if (format->conversion == 'x')
        size = write_hex((uint64_t)number, "0123456789abcdef", digits);
    else if (format->conversion == 'X')
        size = write_hex((uint64_t)number, "0123456789ABCDEF", digits);
    else
        size = value_write(number, is_unsigned || format->conversion == 'u', digits);
    return number_format_text(format, bytes_of(digits, size), out);
}
