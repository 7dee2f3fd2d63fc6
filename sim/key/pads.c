// Texts of a given width.
#include "key/functions.h"

#include <string.h>

enum { PAD_LEFT, PAD_RIGHT, FORM_DEC, FORM_HEX, NUMBER_BYTES = 20 };

static bool check_width(const struct key_node *width, const char *name, struct err *err)
{
    const int64_t wanted = node_constant(width);
    if (wanted >= 1 && wanted <= KEY_BYTES_MAX)
        return true;
    return key_node_fail(width, err, "`%s` takes a width in 1..%d, got %lld", name, KEY_BYTES_MAX,
                         (long long)wanted);
}

static bool check_pad(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    const struct key_node *text = node->arguments[0];
    const struct bytes pad = node->arguments[1]->column.texts[0];
    if (pad.size == 0 || key_next_char(pad, 0) != pad.size)
        return key_node_fail(node->arguments[1], err, "`%s` pads with one character",
                             node->function->name);
    if (!check_width(node->arguments[2], node->function->name, err))
        return false;
    const size_t wanted = (size_t)node_constant(node->arguments[2]);
    node->ascii = text->ascii && pad.data[0] < 0x80;
    if (text->ascii && pad.size == 1 && text->width > 0)
        node->width = text->width > wanted ? text->width : wanted;
    if (pad.size == 1)
        node->nominal_width = wanted;
    // Below every byte of data, what is padded sorts as it did before.
    if (node->function->variant == PAD_RIGHT && pad.size == 1 && pad.data[0] == 0)
        node->properties = KEY_KEEPS_ORDER | KEY_INJECTIVE;
    return true;
}

static void run_pad(struct key_node *node, const struct key_run *run)
{
    const struct bytes *in = node->arguments[0]->column.texts;
    const struct bytes pad = node->arguments[1]->column.texts[0];
    const size_t wanted = (size_t)node_constant(node->arguments[2]);
    const bool left = node->function->variant == PAD_LEFT;
    for (size_t i = 0; i < run->count; i++) {
        const size_t chars = node->arguments[0]->ascii ? in[i].size : key_count_chars(in[i]);
        if (chars >= wanted) {
            node->column.texts[i] = in[i];
            continue;
        }
        const size_t filled = (wanted - chars) * pad.size;
        uint8_t *out = arena_take(run->arena, in[i].size + filled);
        node->column.texts[i] = bytes_of(out, in[i].size + filled);
        uint8_t *fill = left ? out : out + in[i].size;
        for (size_t j = 0; j < filled; j += pad.size)
            memcpy(fill + j, pad.data, pad.size);
        if (in[i].size > 0)
            memcpy(left ? out + filled : out, in[i].data, in[i].size);
    }
}

// The pad falls off; a value that ends with the pad itself comes back shorter, which a second
// encoding shows.
static bool invert_pad(const struct key_node *node, struct key_value value,
                       const struct key_run *run, struct key_value *out)
{
    (void)run;
    const struct bytes pad = node->arguments[1]->column.texts[0];
    struct bytes text = value.text;
    if (node->function->variant == PAD_LEFT) {
        while (text.size >= pad.size && memcmp(text.data, pad.data, pad.size) == 0)
            text = bytes_of(text.data + pad.size, text.size - pad.size);
    } else {
        while (text.size >= pad.size &&
               memcmp(text.data + text.size - pad.size, pad.data, pad.size) == 0)
            text.size -= pad.size;
    }
    out->text = text;
    return true;
}

// --- numbers as digits of a given width ---

static size_t write_hex(uint8_t *out, uint64_t number)
{
    size_t count = 1;
    while (count < 16 && number >> (4 * count) != 0)
        count++;
    for (size_t i = 0; i < count; i++)
        out[i] = (uint8_t) "0123456789abcdef"[(number >> (4 * (count - 1 - i))) & 15];
    return count;
}

static bool check_form(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    const struct key_node *number = node->arguments[0];
    node->ascii = true;
    node->properties = KEY_INJECTIVE;
    if (node->argument_count < 2)
        return true;
    if (!check_width(node->arguments[1], node->function->name, err))
        return false;
    const size_t wanted = (size_t)node_constant(node->arguments[1]);
    node->nominal_width = wanted;
    uint8_t digits[NUMBER_BYTES];
    if (number->bounded && number->min >= 0) {
        const size_t most = node->function->variant == FORM_HEX
                                ? write_hex(digits, (uint64_t)number->max)
                                : key_write_number(digits, number->max, false);
        if (most <= wanted) {
            node->width = wanted;
            node->properties |= KEY_KEEPS_ORDER;
        }
    }
    return true;
}

// Numbers of as many digits as the width has, or fewer.
static int stretch_form(const struct key_node *node, wide_int at, struct key_stretch *out)
{
    if (node->nominal_width == 0)
        return 0;
    const wide_int base = node->function->variant == FORM_HEX ? 16 : 10;
    const wide_int most =
        key_type_least(node->arguments[0]->type) + key_type_count(node->arguments[0]->type) - 1;
    wide_int end = 1;
    for (size_t i = 0; i < node->nominal_width && end <= most; i++)
        end *= base;
    *out = (struct key_stretch){0, end - 1 < most ? end - 1 : most};
    return at >= 0 && at <= out->last ? 1 : 0;
}

// Zeros between the sign and the digits; `width` counts the sign.
static size_t write_form(const struct key_node *node, int64_t number, size_t width, uint8_t *out)
{
    uint8_t digits[NUMBER_BYTES];
    const bool is_unsigned = node->arguments[0]->type == TYPE_ULONG;
    const size_t count = node->function->variant == FORM_HEX
                             ? write_hex(digits, (uint64_t)number)
                             : key_write_number(digits, number, is_unsigned);
    const size_t zeros = width > count ? width - count : 0;
    const size_t sign = digits[0] == '-';
    memcpy(out, digits, sign);
    memset(out + sign, '0', zeros);
    memcpy(out + sign + zeros, digits + sign, count - sign);
    return count + zeros;
}

static void run_form(struct key_node *node, const struct key_run *run)
{
    const int64_t *in = node->arguments[0]->column.numbers;
    const size_t width = node->argument_count > 1 ? (size_t)node_constant(node->arguments[1]) : 0;
    const size_t room = width > NUMBER_BYTES ? width : NUMBER_BYTES;
    uint8_t *out = arena_take(run->arena, run->count * room);
    if (node->width > 0 && node->function->variant == FORM_DEC && !node->constant) {
        // Never negative and never longer.
        for (size_t i = 0; i < run->count; i++, out += width) {
            key_write_digits(out, (uint64_t)in[i], width);
            node->column.texts[i] = bytes_of(out, width);
        }
        return;
    }
    for (size_t i = 0; i < run->count; i++) {
        node->column.texts[i] = bytes_of(out, write_form(node, in[i], width, out));
        out += node->column.texts[i].size;
    }
}

static bool read_hex(struct bytes text, uint64_t *out)
{
    uint64_t number = 0;
    for (size_t i = 0; i < text.size; i++) {
        const uint8_t byte = text.data[i];
        const bool digit = byte >= '0' && byte <= '9';
        if ((!digit && (byte < 'a' || byte > 'f')) || number >> 60 != 0)
            return false;
        number = number << 4 | (uint64_t)(digit ? byte - '0' : byte - 'a' + 10);
    }
    *out = number;
    return text.size > 0;
}

static bool invert_form(const struct key_node *node, struct key_value value,
                        const struct key_run *run, struct key_value *out)
{
    (void)run;
    if (node->function->variant == FORM_HEX) {
        uint64_t number;
        if (!read_hex(value.text, &number))
            return false;
        out->number = (int64_t)number;
        return true;
    }
    return key_read_number(value.text, &out->number);
}

const struct key_function key_pad_functions[] = {
    {.name = "lpad",
     .family = "text",
     .signature = "lpad(x, 'c', width)",
     .help = "'c' in front up to `width` characters; a longer text stays as it is",
     .words = "$1 padded in front to $3",
     .takes = "tkc",
     .required = 3,
     .result = TYPE_STRING,
     .variant = PAD_LEFT,
     .check = check_pad,
     .run = run_pad,
     .invert = invert_pad},
    {.name = "rpad",
     .family = "text",
     .signature = "rpad(x, 'c', width)",
     .help = "'c' behind up to `width` characters; a longer text stays as it is",
     .words = "$1 padded to $3",
     .takes = "tkc",
     .required = 3,
     .result = TYPE_STRING,
     .variant = PAD_RIGHT,
     .check = check_pad,
     .run = run_pad,
     .invert = invert_pad,
     .begins = key_begins_same},
    {.name = "dec",
     .family = "text",
     .signature = "dec(x, width)",
     .help = "a number in decimal with zeros in front, never cut",
     .words = "$1 as $2 digits",
     .takes = "mc",
     .required = 1,
     .result = TYPE_STRING,
     .variant = FORM_DEC,
     .check = check_form,
     .run = run_form,
     .invert = invert_form,
     .stretch = stretch_form},
    {.name = "hex",
     .family = "text",
     .signature = "hex(x, width)",
     .help = "a number in lower-case hex with zeros in front, never cut",
     .words = "$1 as $2 hex digits",
     .takes = "mc",
     .required = 1,
     .result = TYPE_STRING,
     .variant = FORM_HEX,
     .check = check_form,
     .run = run_form,
     .invert = invert_form,
     .stretch = stretch_form},
    {0},
};
