// Reads the fields back from a key, and checks them: the record found must have this very key.
#include "base/key_batch.h"
#include "base/mem.h"
#include "base/text.h"
#include "key/functions.h"
#include "key/layout.h"

#include <stdio.h>
#include <string.h>

enum { CONCAT_DEPTH_MAX = 8 };

struct reading {
    const struct key_program *program;
    struct key_run run;
    struct arena arena;
    bool *known;              // by field
    struct key_value *values; // by field
    size_t *order;            // fields as they were found
    size_t count;
    struct err *err;
};

static bool read_node(struct reading *reading, const struct key_node *node, struct key_value value,
                      struct bytes text, int depth);

static struct key_value value_of(const struct layout_piece *piece)
{
    if (!piece->is_number)
        return (struct key_value){.text = piece->found};
    const uint8_t *at = piece->found.data;
    if (piece->width == 4)
        return (struct key_value){.number = (int32_t)(key_get_u32(at) ^ (uint32_t)piece->flip)};
    return (struct key_value){.number = (int64_t)(key_get_u64(at) ^ piece->flip)};
}

static bool read_layout(struct reading *reading, struct layout *layout, struct bytes key, int depth)
{
    if (!layout_locate(layout, key, reading->err))
        return false;
    for (size_t i = 0; i < layout->count; i++) {
        const struct layout_piece *piece = &layout->pieces[i];
        if (piece->node && !read_node(reading, piece->node, value_of(piece), piece->text, depth))
            return false;
    }
    return true;
}

static bool read_concat(struct reading *reading, const struct key_node *node, struct bytes joined,
                        struct bytes text, int depth)
{
    if (depth == CONCAT_DEPTH_MAX)
        return true;
    struct layout inner = layout_of_concat(node, text);
    const bool ok = read_layout(reading, &inner, joined, depth + 1);
    layout_done(&inner);
    return ok;
}

// Follows the value down to the field that it came from; what cannot be undone is dropped.
static bool read_node(struct reading *reading, const struct key_node *node, struct key_value value,
                      struct bytes text, int depth)
{
    while (node && !node->constant) {
        if (node->is_field) {
            if (!reading->known[node->field])
                reading->order[reading->count++] = node->field;
            reading->known[node->field] = true;
            reading->values[node->field] = value;
            return true;
        }
        if (node->function == &key_concat)
            return read_concat(reading, node, value.text, text, depth);
        const struct key_node *argument = layout_argument(node);
        if (!node->function->invert || !argument)
            return true;
        struct key_value inner = {0};
        if (!node->function->invert(node, value, &reading->run, &inner)) {
            (void)err_fail(reading->err, ERR_INPUT, "the key does not fit: %.*s cannot have given ",
                           (int)(text.size < 80 ? text.size : 80), (const char *)text.data);
            struct buffer shown = {0};
            text_key(&shown, value.text);
            const size_t used = strlen(reading->err->message);
            (void)snprintf(reading->err->message + used, sizeof reading->err->message - used,
                           "`%.80s`", shown.data ? (const char *)shown.data : "");
            buffer_done(&shown);
            return false;
        }
        node = argument;
        value = inner;
    }
    return true;
}

// --- the check ---

static bool put_field(const struct reading *reading, size_t field, struct column *column)
{
    const struct key_value value = reading->values[field];
    if (column->type == TYPE_DECIMAL &&
        !key_read_decimal(value.text, &column->numbers[0], &column->scales[0]))
        return err_fail(
            reading->err, ERR_INPUT, "the key does not fit: `%.*s` is no decimal number",
            (int)(value.text.size < 60 ? value.text.size : 60), (const char *)value.text.data);
    if (type_is_whole(column->type))
        column->numbers[0] = value.number;
    if (column->texts)
        column->texts[0] = value.text;
    return true;
}

static bool is_checkable(const struct reading *reading)
{
    const struct key_graph *graph = reading->program->graph;
    for (size_t i = 0; i < graph->count; i++) {
        const struct key_node *node = graph->nodes[i];
        if (!node->needed)
            continue;
        if ((node->properties & KEY_RANDOM) || (node->is_field && !reading->known[node->field]))
            return false;
    }
    return true;
}

static bool check_again(const struct reading *reading, struct bytes key)
{
    const struct key_graph *graph = reading->program->graph;
    struct err ignored = {0};
    struct key_program *again =
        key_program_new(reading->program->source, &graph->context, &ignored);
    if (!again)
        return true;
    struct batch batch;
    struct key_batch keys = {0};
    batch_init(&batch, graph->context.schema);
    batch.count = 1;
    bool ok = true;
    for (size_t i = 0; ok && i < reading->count; i++)
        ok = put_field(reading, reading->order[i], &batch.columns[reading->order[i]]);
    ok = ok && key_program_run(again, &batch, &keys, reading->err);
    if (ok && key_compare(key_at(&keys, 0), key) != 0) {
        struct buffer right = {0};
        text_key(&right, key_at(&keys, 0));
        ok = err_fail(reading->err, ERR_INPUT,
                      "the key does not fit: a record with the fields in it has the key %.200s",
                      (const char *)right.data);
        buffer_done(&right);
    }
    buffer_done(&keys.bytes);
    batch_done(&batch);
    key_program_free(again);
    return ok;
}

// --- values as text ---

static bool is_plain(struct bytes text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] < ' ' || text.data[i] == 0x7f)
            return false;
    }
    return true;
}

static char *text_of(const struct field *field, struct key_value value)
{
    enum { NUMBER_TEXT_BYTES = 24 };
    struct buffer text = {0};
    if (type_is_whole(field->type)) {
        uint8_t digits[NUMBER_TEXT_BYTES];
        buffer_append(&text, digits,
                      key_write_number(digits, value.number, field->type == TYPE_ULONG));
    } else if (field->type == TYPE_BYTES || !is_plain(value.text)) {
        text_key(&text, value.text);
    } else {
        buffer_append(&text, value.text.data, value.text.size);
    }
    return buffer_take(&text);
}

static void give(const struct reading *reading, struct key_decoded *out)
{
    const struct schema *schema = reading->program->graph->context.schema;
    out->items = mem_new(reading->count, sizeof *out->items);
    out->count = reading->count;
    for (size_t i = 0; i < reading->count; i++) {
        const size_t field = reading->order[i];
        out->items[i].name = schema->fields[field].name;
        out->items[i].value = text_of(&schema->fields[field], reading->values[field]);
    }
}

void key_decoded_done(struct key_decoded *decoded)
{
    for (size_t i = 0; i < decoded->count; i++)
        mem_free(decoded->items[i].value);
    mem_free(decoded->items);
    *decoded = (struct key_decoded){0};
}

bool key_program_decode(const struct key_program *program, struct bytes key,
                        struct key_decoded *out_decoded, struct err *err)
{
    const size_t fields = program->graph->context.schema->count;
    struct reading reading = {
        .program = program,
        .known = mem_new(fields, sizeof *reading.known),
        .values = mem_new(fields, sizeof *reading.values),
        .order = mem_new(fields, sizeof *reading.order),
        .err = err,
    };
    reading.run = (struct key_run){.graph = program->graph, .count = 1, .arena = &reading.arena};
    struct layout layout = layout_of_program(program);
    bool ok = read_layout(&reading, &layout, key, 0);
    if (ok && reading.count == 0) {
        ok = err_fail(err, ERR_INPUT, "no field can be read back from this key");
        (void)err_hint(err, "every component is a hash, a salt or a remainder");
    }
    ok = ok && (!is_checkable(&reading) || check_again(&reading, key));
    *out_decoded = (struct key_decoded){0};
    if (ok)
        give(&reading, out_decoded);
    layout_done(&layout);
    arena_done(&reading.arena);
    mem_free(reading.known);
    mem_free(reading.values);
    mem_free(reading.order);
    return ok;
}
