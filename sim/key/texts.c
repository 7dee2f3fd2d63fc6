// Texts from texts: case, order of characters, joining, mapping.
#include "hash/hash.h"
#include "base/key_batch.h"
#include "key/functions.h"

#include <string.h>

enum { TEXT_UPPER, TEXT_LOWER, TEXT_DIGITS };

// --- reverse ---

static bool check_reverse(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    (void)err;
    const struct key_node *text = node->arguments[0];
    node->width = text->width;
    node->nominal_width = text->nominal_width;
    node->ascii = text->ascii;
    node->hex = text->hex;
    if (!text->ascii)
        node->properties |= KEY_BY_CHARACTER;
    return true;
}

static void reverse_one(struct bytes text, bool ascii, uint8_t *out)
{
    if (ascii) {
        for (size_t i = 0; i < text.size; i++)
            out[i] = text.data[text.size - 1 - i];
        return;
    }
    uint8_t *at = out + text.size;
    for (size_t from = 0; from < text.size;) {
        const size_t next = key_next_char(text, from);
        at -= next - from;
        memcpy(at, text.data + from, next - from);
        from = next;
    }
}

static void run_reverse(struct key_node *node, const struct key_run *run)
{
    const struct bytes *in = node->arguments[0]->column.texts;
    for (size_t i = 0; i < run->count; i++) {
        uint8_t *out = arena_take(run->arena, in[i].size);
        reverse_one(in[i], node->ascii, out);
        node->column.texts[i] = bytes_of(out, in[i].size);
    }
}

static bool invert_reverse(const struct key_node *node, struct key_value value,
                           const struct key_run *run, struct key_value *out)
{
    uint8_t *text = arena_take(run->arena, value.text.size);
    reverse_one(value.text, node->ascii, text);
    out->text = bytes_of(text, value.text.size);
    return true;
}

// --- upper, lower, digits: byte by byte ---

static bool check_letters(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    (void)err;
    const struct key_node *text = node->arguments[0];
    node->ascii = text->ascii;
    node->all_digits = node->function->variant == TEXT_DIGITS;
    if (node->function->variant != TEXT_DIGITS) {
        node->width = text->width;
        node->hex = text->hex && node->function->variant == TEXT_LOWER;
    }
    return true;
}

static size_t change_letters(int variant, struct bytes in, uint8_t *out)
{
    size_t size = 0;
    for (size_t i = 0; i < in.size; i++) {
        uint8_t byte = in.data[i];
        if (variant == TEXT_UPPER && byte >= 'a' && byte <= 'z')
            byte = (uint8_t)(byte - 'a' + 'A');
        else if (variant == TEXT_LOWER && byte >= 'A' && byte <= 'Z')
            byte = (uint8_t)(byte - 'A' + 'a');
        else if (variant == TEXT_DIGITS && (byte < '0' || byte > '9'))
            continue;
        out[size++] = byte;
    }
    return size;
}

static void run_letters(struct key_node *node, const struct key_run *run)
{
    const struct bytes *in = node->arguments[0]->column.texts;
    for (size_t i = 0; i < run->count; i++) {
        uint8_t *out = arena_take(run->arena, in[i].size);
        node->column.texts[i] = bytes_of(out, change_letters(node->function->variant, in[i], out));
    }
}

static struct bytes begins_letters(const struct key_node *node, struct bytes text,
                                   struct arena *arena)
{
    uint8_t *out = arena_take(arena, text.size);
    return bytes_of(out, change_letters(node->function->variant, text, out));
}

// --- concat ---

static bool check_concat(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    (void)err;
    size_t width = 0;
    bool known = true;
    node->ascii = true;
    for (size_t i = 0; i < node->argument_count; i++) {
        const struct key_node *part = node->arguments[i];
        if (part->type == TYPE_BYTES)
            node->type = TYPE_BYTES;
        known = known && (part->width > 0 || part->constant);
        width += part->width;
        node->ascii = node->ascii && part->ascii;
    }
    node->width = known && width <= KEY_VALUE_BYTES_MAX ? width : 0;
    return true;
}

static void run_concat(struct key_node *node, const struct key_run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        size_t size = 0;
        for (size_t j = 0; j < node->argument_count; j++)
            size += node->arguments[j]->column.texts[i].size;
        if (size > KEY_VALUE_BYTES_MAX) {
            key_node_fault(node, i, FAULT_LONG_TEXT);
            node->column.texts[i] = bytes_of("", 0);
            continue;
        }
        uint8_t *out = arena_take(run->arena, size);
        node->column.texts[i] = bytes_of(out, size);
        for (size_t j = 0; j < node->argument_count; j++) {
            const struct bytes part = node->arguments[j]->column.texts[i];
            if (part.size > 0)
                memcpy(out, part.data, part.size);
            out += part.size;
        }
    }
}

const struct key_function key_concat = {
    .name = "concat",
    .family = "text",
    .signature = "concat(a, b, ...)",
    .help = "the texts end to end, as a + b",
    .words = "$1 and $2",
    .takes = "t*",
    .required = 1,
    .result = TYPE_STRING,
    .check = check_concat,
    .run = run_concat,
};

// --- map ---

static bool check_map(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    if (node->argument_count % 2 == 0) {
        (void)key_node_fail(node, err, "`map` needs pairs of texts, and the last has no second");
        return err_hint(err, "it is called as %s", node->function->signature);
    }
    return true;
}

static void run_map(struct key_node *node, const struct key_run *run)
{
    const struct bytes *in = node->arguments[0]->column.texts;
    for (size_t i = 0; i < run->count; i++) {
        node->column.texts[i] = in[i];
        for (size_t j = 1; j + 1 < node->argument_count; j += 2) {
            if (key_compare(in[i], node->arguments[j]->column.texts[0]) == 0) {
                node->column.texts[i] = node->arguments[j + 1]->column.texts[0];
                break;
            }
        }
    }
}

// --- utf16le ---

static void run_utf16le(struct key_node *node, const struct key_run *run)
{
    const struct bytes *in = node->arguments[0]->column.texts;
    for (size_t i = 0; i < run->count; i++) {
        uint8_t *out = arena_take(run->arena, 2 * in[i].size);
        node->column.texts[i] = bytes_of(out, hash_utf16le(in[i], out));
    }
}

const struct key_function key_text_functions[] = {
    {.name = "reverse",
     .family = "text",
     .signature = "reverse(x)",
     .help = "the characters from last to first",
     .words = "$1 reversed",
     .takes = "t",
     .required = 1,
     .result = TYPE_STRING,
     .properties = KEY_INJECTIVE | KEY_TURNS,
     .check = check_reverse,
     .run = run_reverse,
     .invert = invert_reverse},
    {.name = "upper",
     .aliases = "toUpperCase",
     .family = "text",
     .signature = "upper(x)",
     .help = "the ASCII letters in upper case",
     .words = "$1 in upper case",
     .takes = "t",
     .required = 1,
     .result = TYPE_STRING,
     .variant = TEXT_UPPER,
     .check = check_letters,
     .run = run_letters,
     .begins = begins_letters},
    {.name = "lower",
     .aliases = "toLowerCase",
     .family = "text",
     .signature = "lower(x)",
     .help = "the ASCII letters in lower case",
     .words = "$1 in lower case",
     .takes = "t",
     .required = 1,
     .result = TYPE_STRING,
     .variant = TEXT_LOWER,
     .check = check_letters,
     .run = run_letters,
     .begins = begins_letters},
    {.name = "digits",
     .family = "text",
     .signature = "digits(x)",
     .help = "the digits 0-9 alone",
     .words = "the digits of $1",
     .takes = "t",
     .required = 1,
     .result = TYPE_STRING,
     .variant = TEXT_DIGITS,
     .check = check_letters,
     .run = run_letters,
     .begins = begins_letters},
    {.name = "map",
     .family = "text",
     .signature = "map(x, 'from', 'to', ...)",
     .help = "a shorter name for listed values; others stay as they are",
     .words = "$1 by a map",
     .takes = "tk*",
     .required = 3,
     .result = TYPE_STRING,
     .check = check_map,
     .run = run_map},
    {.name = "utf16le",
     .family = "text",
     .signature = "utf16le(x)",
     .help = "the UTF-16 code units of a UTF-8 text, little-endian",
     .words = "$1 in UTF-16",
     .takes = "t",
     .required = 1,
     .result = TYPE_BYTES,
     .properties = KEY_INJECTIVE | KEY_BY_CHARACTER,
     .run = run_utf16le},
    {0},
};
