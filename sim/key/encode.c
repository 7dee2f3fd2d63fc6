// The bytes that a value has in a key: numbers by the store's encoding, strings as they are or
// escaped.
#include "key/functions.h"

#include <string.h>

static size_t number_width(enum value_type type)
{
    return type == TYPE_INT ? 4 : 8;
}

// Long.MIN_VALUE sorts first once the sign is flipped; unsigned numbers are in order as they are.
static uint64_t sign_flip(const struct key_node *node, enum value_type type)
{
    const bool ordered = node->function->variant == ENCODING_ORDERED;
    if (!ordered || type == TYPE_ULONG)
        return 0;
    return type == TYPE_INT ? UINT64_C(0x80000000) : UINT64_C(1) << 63;
}

static void encode_numbers(struct key_node *node, const struct key_run *run)
{
    const struct key_node *argument = node->arguments[0];
    const int64_t *in = argument->column.numbers;
    const size_t width = number_width(argument->type);
    const uint64_t flip = sign_flip(node, argument->type);
    uint8_t *at = arena_take(run->arena, run->count * width);
    for (size_t i = 0; i < run->count; i++, at += width) {
        if (width == 4)
            key_put_u32(at, (uint32_t)((uint64_t)in[i] ^ flip));
        else
            key_put_u64(at, (uint64_t)in[i] ^ flip);
        node->column.texts[i] = bytes_of(at, width);
    }
}

static void escape_texts(struct key_node *node, const struct key_run *run)
{
    const struct bytes *in = node->arguments[0]->column.texts;
    for (size_t i = 0; i < run->count; i++) {
        const size_t size = key_escape_size(in[i]);
        uint8_t *at = arena_take(run->arena, size);
        key_escape(in[i], at);
        node->column.texts[i] = bytes_of(at, size);
    }
}

// Signed numbers as raw bytes: those below zero come after the others.
static int stretch_encode(const struct key_node *node, wide_int at, struct key_stretch *out)
{
    if (!type_is_whole(node->arguments[0]->type))
        return 0;
    const unsigned bits = 8 * (unsigned)node->width;
    const bool flips = sign_flip(node, node->arguments[0]->type) != 0;
    *out = key_window(at, 1, 0, flips ? -((wide_int)1 << (bits - 1)) : 0, (wide_int)1 << bits);
    return 1;
}

static struct bytes begins_encoded(const struct key_node *node, struct bytes text,
                                   struct arena *arena)
{
    if (node->arguments[0]->type != TYPE_STRING || node->function->variant != ENCODING_ORDERED)
        return text;
    const size_t size = key_escape_size(text);
    uint8_t *out = arena_take(arena, size);
    key_escape(text, out);
    return bytes_of(out, size - 1);
}

static void run_encode(struct key_node *node, const struct key_run *run)
{
    const enum value_type type = node->arguments[0]->type;
    if (type_is_whole(type))
        encode_numbers(node, run);
    else if (type == TYPE_STRING && node->function->variant == ENCODING_ORDERED)
        escape_texts(node, run);
    else
        memcpy(node->column.texts, node->arguments[0]->column.texts,
               run->count * sizeof *node->column.texts);
}

static bool check_encode(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    (void)err;
    const struct key_node *argument = node->arguments[0];
    const bool ordered = node->function->variant == ENCODING_ORDERED;
    node->properties = KEY_INJECTIVE;
    if (type_is_whole(argument->type)) {
        node->width = number_width(argument->type);
        if (ordered || node_is_natural(argument))
            node->properties |= KEY_KEEPS_ORDER;
    } else {
        const bool escapes = ordered && argument->type == TYPE_STRING;
        node->width = argument->width > 0 && (!escapes || argument->ascii)
                          ? argument->width + (escapes ? 1 : 0)
                          : 0;
        node->ascii = argument->ascii;
        node->hex = argument->hex && !escapes;
        if (argument->type != TYPE_DECIMAL)
            node->properties |= KEY_KEEPS_ORDER;
    }
    return true;
}

static bool invert_encode(const struct key_node *node, struct key_value value,
                          const struct key_run *run, struct key_value *out)
{
    const enum value_type type = node->arguments[0]->type;
    if (type_is_whole(type)) {
        const uint64_t flip = sign_flip(node, type);
        if (value.text.size != number_width(type))
            return false;
        out->number = type == TYPE_INT ? (int32_t)(key_get_u32(value.text.data) ^ (uint32_t)flip)
                                       : (int64_t)(key_get_u64(value.text.data) ^ flip);
        return true;
    }
    if (type == TYPE_STRING && node->function->variant == ENCODING_ORDERED) {
        uint8_t *text = arena_take(run->arena, value.text.size);
        size_t size;
        if (!key_unescape(value.text, text, &size))
            return false;
        out->text = bytes_of(text, size);
        return true;
    }
    out->text = value.text;
    return true;
}

// In the order of enum encoding. Numbers in text were made text before they came here.
const struct key_function key_encodings[] = {
    {.name = "encoded",
     .signature = "",
     .words = "$1",
     .takes = "a",
     .required = 1,
     .result = TYPE_BYTES,
     .variant = ENCODING_BINARY,
     .check = check_encode,
     .run = run_encode,
     .invert = invert_encode,
     .stretch = stretch_encode,
     .begins = begins_encoded},
    {.name = "encoded",
     .signature = "",
     .words = "$1",
     .takes = "t",
     .required = 1,
     .result = TYPE_BYTES,
     .variant = ENCODING_TEXT,
     .check = check_encode,
     .run = run_encode,
     .invert = invert_encode,
     .stretch = stretch_encode,
     .begins = begins_encoded},
    {.name = "ordered",
     .family = "bytes",
     .signature = "ordered(x)",
     .help = "a number in bytes that keep its order (sign flipped); a text ended by a zero byte",
     .words = "$1 in order-keeping bytes",
     .takes = "a",
     .required = 1,
     .result = TYPE_BYTES,
     .variant = ENCODING_ORDERED,
     .check = check_encode,
     .run = run_encode,
     .invert = invert_encode,
     .stretch = stretch_encode,
     .begins = begins_encoded},
    {0},
};

struct key_node *key_node_encoded(struct key_graph *graph, struct key_node *node, struct err *err)
{
    if (node->type == TYPE_BYTES)
        return node;
    return key_node_call(graph, &key_encodings[graph->encoding], &node, 1,
                         (struct key_place){node->offset, node->length}, err);
}
