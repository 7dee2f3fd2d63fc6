// Pieces of texts, counted in characters.
#include "key/functions.h"

#include <string.h>

enum { SLICE_SUBSTR, SLICE_SUBSTRING, SLICE_RIGHT };

// The characters [begin, end) that a slice takes; `end` SIZE_MAX: to the end.
static void slice_bounds(const struct key_node *node, size_t *begin, size_t *end)
{
    *begin = (size_t)node_constant(node->arguments[1]);
    *end = SIZE_MAX;
    if (node->argument_count < 3)
        return;
    const size_t third = (size_t)node_constant(node->arguments[2]);
    *end = node->function->variant == SLICE_SUBSTR ? *begin + third : third;
}

static bool check_slice(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    for (size_t i = 1; i < node->argument_count; i++) {
        const struct key_node *argument = node->arguments[i];
        const int64_t number = node_constant(argument);
        if (number < 0 || number > KEY_VALUE_BYTES_MAX)
            return key_node_fail(argument, err, "`%s` takes positions in 0..%d, got %lld",
                                 node->function->name, KEY_VALUE_BYTES_MAX, (long long)number);
    }
    const struct key_node *text = node->arguments[0];
    node->ascii = text->ascii;
    node->hex = text->hex;
    node->type = text->type;
    const bool known = text->width > 0 && text->ascii;
    if (node->function->variant == SLICE_RIGHT) {
        const size_t wanted = (size_t)node_constant(node->arguments[1]);
        node->width = known ? (wanted < text->width ? wanted : text->width) : 0;
        return true;
    }
    size_t begin;
    size_t end;
    slice_bounds(node, &begin, &end);
    if (end < begin)
        return key_node_fail(node, err, "`%s` ends before it begins: it is called as %s",
                             node->function->name, node->function->signature);
    node->looks_at = end == SIZE_MAX || text->constant ? 0 : end;
    if (known && begin < text->width)
        node->width = (end < text->width ? end : text->width) - begin;
    if (begin == 0)
        node->properties = KEY_KEEPS_ORDER | (text->ascii ? 0 : KEY_BY_CHARACTER);
    return true;
}

static struct bytes slice_ascii(struct bytes text, size_t begin, size_t end)
{
    const size_t from = begin < text.size ? begin : text.size;
    const size_t to = end < text.size ? end : text.size;
    return bytes_of(text.data + from, to - from);
}

static struct bytes slice_characters(struct bytes text, size_t begin, size_t end)
{
    size_t from = 0;
    size_t index = 0;
    for (; index < begin && from < text.size; index++)
        from = key_next_char(text, from);
    size_t to = from;
    for (; index < end && to < text.size; index++)
        to = key_next_char(text, to);
    return bytes_of(text.data + from, to - from);
}

// Only a slice from the start begins as its text does.
static struct bytes begins_slice(const struct key_node *node, struct bytes text,
                                 struct arena *arena)
{
    (void)arena;
    size_t begin;
    size_t end;
    slice_bounds(node, &begin, &end);
    return begin == 0 ? slice_characters(text, 0, end) : bytes_of(text.data, 0);
}

static struct bytes last_characters(struct bytes text, size_t count)
{
    size_t from = text.size;
    for (; count > 0 && from > 0; count--) {
        from--;
        while (from > 0 && (text.data[from] & 0xc0) == 0x80)
            from--;
    }
    return bytes_of(text.data + from, text.size - from);
}

static void run_slice(struct key_node *node, const struct key_run *run)
{
    const struct bytes *in = node->arguments[0]->column.texts;
    struct bytes *out = node->column.texts;
    size_t begin;
    size_t end;
    slice_bounds(node, &begin, &end);
    if (node->function->variant == SLICE_RIGHT) {
        for (size_t i = 0; i < run->count; i++)
            out[i] = last_characters(in[i], begin);
    } else if (node->arguments[0]->ascii) {
        for (size_t i = 0; i < run->count; i++)
            out[i] = slice_ascii(in[i], begin, end);
    } else {
        for (size_t i = 0; i < run->count; i++)
            out[i] = slice_characters(in[i], begin, end);
    }
}

// --- before and after a separator ---

static bool check_cut(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    if (node->arguments[1]->column.texts[0].size == 0)
        return key_node_fail(node->arguments[1], err, "the separator of `%s` is empty",
                             node->function->name);
    node->ascii = node->arguments[0]->ascii;
    return true;
}

static void run_cut(struct key_node *node, const struct key_run *run)
{
    const struct bytes *in = node->arguments[0]->column.texts;
    const struct bytes separator = node->arguments[1]->column.texts[0];
    const bool after = node->function->variant != 0;
    for (size_t i = 0; i < run->count; i++) {
        struct bytes text = in[i];
        const uint8_t *found =
            text.size > 0 ? memmem(text.data, text.size, separator.data, separator.size) : NULL;
        if (found && after) {
            const size_t from = (size_t)(found - text.data) + separator.size;
            text = bytes_of(text.data + from, text.size - from);
        } else if (found) {
            text.size = (size_t)(found - text.data);
        }
        node->column.texts[i] = text;
    }
}

const struct key_function key_slice_functions[] = {
    {.name = "substr",
     .family = "text",
     .signature = "substr(x, start, length)",
     .help = "`length` characters from `start` on, counted from 0",
     .words = "$3 characters from $2 of $1",
     .takes = "tcc",
     .required = 2,
     .result = TYPE_STRING,
     .variant = SLICE_SUBSTR,
     .check = check_slice,
     .run = run_slice,
     .begins = begins_slice},
    {.name = "substring",
     .family = "text",
     .signature = "substring(x, begin, end)",
     .help = "the characters from `begin` to before `end`, counted from 0",
     .words = "characters $2 to before $3 of $1",
     .takes = "tcc",
     .required = 2,
     .result = TYPE_STRING,
     .variant = SLICE_SUBSTRING,
     .check = check_slice,
     .run = run_slice,
     .begins = begins_slice},
    {.name = "right",
     .family = "text",
     .signature = "right(x, n)",
     .help = "the last n characters",
     .words = "last $2 characters of $1",
     .takes = "tc",
     .required = 2,
     .result = TYPE_STRING,
     .variant = SLICE_RIGHT,
     .check = check_slice,
     .run = run_slice},
    {.name = "before",
     .family = "text",
     .signature = "before(x, 'c')",
     .help = "what stands before the first 'c'; all of it where there is none",
     .words = "$1 before $2",
     .takes = "tk",
     .required = 2,
     .result = TYPE_STRING,
     .check = check_cut,
     .run = run_cut},
    {.name = "after",
     .family = "text",
     .signature = "after(x, 'c')",
     .help = "what stands after the first 'c'; all of it where there is none",
     .words = "$1 after $2",
     .takes = "tk",
     .required = 2,
     .result = TYPE_STRING,
     .variant = 1,
     .check = check_cut,
     .run = run_cut},
    {0},
};
