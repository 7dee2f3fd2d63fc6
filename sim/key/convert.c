// Conversions between types, and from values to the bytes of a key: nodes that the builder inserts.
#include "base/mem.h"
#include "key/functions.h"

#include <string.h>

enum { NUMBER_TEXT_BYTES = 20, DECIMAL_TEXT_BYTES = 24 };

// --- a number's decimal text ---

static void run_to_text(struct key_node *node, const struct key_run *run)
{
    const struct key_node *argument = node->arguments[0];
    struct bytes *out = node->column.texts;
    if (argument->type == TYPE_DECIMAL || type_is_text(argument->type)) {
        memcpy(out, argument->column.texts, run->count * sizeof *out);
        return;
    }
    uint8_t *at = arena_take(run->arena, run->count * NUMBER_TEXT_BYTES);
    const bool is_unsigned = argument->type == TYPE_ULONG;
    for (size_t i = 0; i < run->count; i++) {
        out[i] = bytes_of(at, key_write_number(at, argument->column.numbers[i], is_unsigned));
        at += out[i].size;
    }
}

struct bytes key_begins_same(const struct key_node *node, struct bytes text, struct arena *arena)
{
    (void)node;
    (void)arena;
    return text;
}

static bool check_to_text(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    (void)err;
    const struct key_node *argument = node->arguments[0];
    node->properties = KEY_INJECTIVE;
    if (type_is_text(argument->type)) { // a text is its own
        node->ascii = argument->ascii;
        node->width = argument->width;
        node->properties |= KEY_KEEPS_ORDER;
        return true;
    }
    node->ascii = true;
    if (argument->bounded && argument->min >= 0) {
        uint8_t digits[NUMBER_TEXT_BYTES];
        const size_t least = key_write_number(digits, argument->min, false);
        if (least == key_write_number(digits, argument->max, false)) {
            node->width = least;
            node->properties |= KEY_KEEPS_ORDER;
        }
    }
    return true;
}

static bool invert_to_text(const struct key_node *node, struct key_value value,
                           const struct key_run *run, struct key_value *out)
{
    (void)run;
    if (node->arguments[0]->type == TYPE_DECIMAL || type_is_text(node->arguments[0]->type)) {
        out->text = value.text;
        return true;
    }
    uint64_t magnitude = 0;
    if (node->arguments[0]->type != TYPE_ULONG)
        return key_read_number(value.text, &out->number);
    for (size_t i = 0; i < value.text.size; i++) {
        const uint64_t digit = (uint64_t)value.text.data[i] - '0';
        if (digit > 9 || magnitude > (UINT64_MAX - digit) / 10)
            return false;
        magnitude = magnitude * 10 + digit;
    }
    out->number = (int64_t)magnitude;
    return value.text.size > 0;
}

const struct key_function key_to_text = {
    .name = "str",
    .aliases = "toString",
    .family = "text",
    .signature = "str(x)",
    .help = "the decimal text of a number",
    .words = "$1 as decimal text",
    .takes = "a",
    .required = 1,
    .result = TYPE_STRING,
    .check = check_to_text,
    .run = run_to_text,
    .invert = invert_to_text,
    .begins = key_begins_same,
};

struct key_node *key_node_as_text(struct key_graph *graph, struct key_node *node, struct err *err)
{
    if (type_is_text(node->type))
        return node;
    return key_node_call(graph, &key_to_text, &node, 1,
                         (struct key_place){node->offset, node->length}, err);
}

// --- another number type: of the node's own ---

static void run_to_number(struct key_node *node, const struct key_run *run)
{
    const int64_t *in = node->arguments[0]->column.numbers;
    int64_t *out = node->column.numbers;
    if (node->type == TYPE_INT) {
        for (size_t i = 0; i < run->count; i++)
            out[i] = (int32_t)(uint32_t)(uint64_t)in[i];
    } else {
        memcpy(out, in, run->count * sizeof *out);
    }
}

static bool invert_to_number(const struct key_node *node, struct key_value value,
                             const struct key_run *run, struct key_value *out)
{
    (void)node;
    (void)run;
    *out = value;
    return true;
}

// Another type holds the same number up to where it wraps around.
static int stretch_to_number(const struct key_node *node, wide_int at, struct key_stretch *out)
{
    *out = key_window(at, 1, 0, key_type_least(node->type), key_type_count(node->type));
    return 1;
}

static bool check_to_number(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    (void)err;
    const struct key_node *argument = node->arguments[0];
    node->unit = argument->unit;
    node->min = argument->min;
    node->max = argument->max;
    node->bounded = argument->bounded;
    if (node->type == TYPE_INT && (node->min < INT32_MIN || node->max > INT32_MAX))
        node->bounded = false;
    if (node->type == TYPE_ULONG && node->min < 0)
        node->bounded = false;
    const bool widens = node->type == TYPE_LONG || node->type == TYPE_TIME;
    if (node->bounded || (widens && argument->type != TYPE_ULONG))
        node->properties = KEY_KEEPS_ORDER | KEY_INJECTIVE;
    return true;
}

static const struct key_function casts[] = {
    {.name = "to long",
     .signature = "",
     .words = "$1",
     .takes = "n",
     .required = 1,
     .result = TYPE_LONG,
     .check = check_to_number,
     .run = run_to_number,
     .invert = invert_to_number,
     .stretch = stretch_to_number},
    {.name = "to int",
     .signature = "",
     .words = "$1",
     .takes = "n",
     .required = 1,
     .result = TYPE_INT,
     .check = check_to_number,
     .run = run_to_number,
     .invert = invert_to_number,
     .stretch = stretch_to_number},
    {.name = "to ulong",
     .signature = "",
     .words = "$1",
     .takes = "n",
     .required = 1,
     .result = TYPE_ULONG,
     .check = check_to_number,
     .run = run_to_number,
     .invert = invert_to_number,
     .stretch = stretch_to_number},
    {.name = "to time",
     .signature = "",
     .words = "$1",
     .takes = "n",
     .required = 1,
     .result = TYPE_TIME,
     .check = check_to_number,
     .run = run_to_number,
     .invert = invert_to_number,
     .stretch = stretch_to_number},
};

static void run_to_decimal(struct key_node *node, const struct key_run *run)
{
    const struct column *in = &node->arguments[0]->column;
    struct column *out = &node->column;
    uint8_t *at = arena_take(run->arena, run->count * DECIMAL_TEXT_BYTES);
    for (size_t i = 0; i < run->count; i++) {
        static const int64_t limit = INT64_C(999999999999999999);
        if (in->numbers[i] > limit || in->numbers[i] < -limit)
            key_node_fault(node, i, FAULT_DECIMAL);
        out->numbers[i] = in->numbers[i];
        out->scales[i] = 0;
        out->texts[i] = bytes_of(at, key_write_number(at, in->numbers[i], false));
        at += out->texts[i].size;
    }
}

const struct key_function key_to_decimal = {
    .name = "to decimal",
    .signature = "",
    .words = "$1",
    .takes = "n",
    .required = 1,
    .result = TYPE_DECIMAL,
    .run = run_to_decimal,
};

static struct key_node *refuse_cast(const struct key_graph *graph, const struct key_node *node,
                                    enum value_type type, struct err *err)
{
    const struct bytes source = key_node_source(graph, node);
    const int shown = (int)(source.size < 60 ? source.size : 60);
    (void)key_node_fail(node, err, "`%.*s` is a %s, not a %s", shown, (const char *)source.data,
                        value_type_name(node->type), value_type_name(type));
    if (node->type == TYPE_STRING || node->type == TYPE_DECIMAL)
        (void)err_hint(err, "num(%.*s) reads the whole number in it", shown,
                       (const char *)source.data);
    return NULL;
}

struct key_node *key_node_as_type(struct key_graph *graph, struct key_node *node,
                                  enum value_type type, struct err *err)
{
    if (node->type == type)
        return node;
    if (type == TYPE_STRING)
        return node->type == TYPE_BYTES ? node : key_node_as_text(graph, node, err);
    if (type == TYPE_BYTES)
        return key_node_encoded(graph, node, err);
    if (!type_is_whole(node->type))
        return refuse_cast(graph, node, type, err);
    const struct key_place place = {node->offset, node->length};
    if (type == TYPE_DECIMAL)
        return key_node_call(graph, &key_to_decimal, &node, 1, place, err);
    for (size_t i = 0; i < sizeof casts / sizeof casts[0]; i++) {
        if (casts[i].result == type) {
            struct key_node *made = key_node_call(graph, &casts[i], &node, 1, place, err);
            if (made)
                made->adapts = false;
            return made;
        }
    }
    return node;
}
