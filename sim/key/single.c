// One field's values, tried: how the nodes between a piece and the field go while it rises.
#include "base/mem.h"
#include "key/functions.h"
#include "key/pieces.h"

void key_single_hold(struct key_pieces *pieces, struct key_node *field)
{
    struct key_pins *single = &pieces->single;
    if (single->count > 0 && single->nodes[0] != field)
        key_pins_done(single);
    single->graph = pieces->graph;
    if (single->count == 0)
        key_pins_add(single, field);
    if (!pieces->digits && field->type == TYPE_DECIMAL)
        pieces->digits = mem_new(BATCH_ROWS, KEY_DIGITS_MAX);
    key_pins_hold(single);
}

struct column *key_single_column(struct key_pieces *pieces)
{
    return &pieces->single.columns[0];
}

void key_single_run(struct key_pieces *pieces, size_t count)
{
    key_graph_run(pieces->graph, NULL, count);
}

void key_single_release(struct key_pieces *pieces)
{
    key_pins_release(&pieces->single);
}

void key_single_set(struct key_pieces *pieces, size_t row, const struct key_given *value)
{
    struct column *column = key_single_column(pieces);
    if (column->numbers)
        column->numbers[row] = value->number;
    if (column->scales)
        column->scales[row] = value->scale;
    if (column->texts)
        column->texts[row] = value->text;
}

// --- whole numbers: stretches in which the bytes go one way ---

wide_int key_decimal_floor(int64_t number, uint8_t scale)
{
    wide_int value = number;
    for (; scale > 0; scale--)
        value = value / 10 - (value % 10 < 0);
    return value;
}

wide_int key_number_at(const struct key_node *node, size_t row)
{
    const int64_t number = node->column.numbers[row];
    return node->type == TYPE_DECIMAL ? key_decimal_floor(number, node->column.scales[row])
                                      : key_wide(node->type, number);
}

// Where the written number goes on in order.
static struct key_stretch written_stretch(const struct piece *piece, wide_int at)
{
    const struct key_node *node = piece->node;
    const unsigned bits = piece->number->kind == COMPONENT_INT ? 32 : 64;
    const bool flips = (piece->number->flip >> (bits - 1) & 1) != (piece->number->flip & 1);
    if (node->type == TYPE_ULONG || !flips)
        return key_window(at, 1, 0, 0, (wide_int)1 << bits);
    return key_window(at, 1, 0, -((wide_int)1 << (bits - 1)), (wide_int)1 << bits);
}

bool key_stretch_of(const struct piece *piece, const struct key_chain *chain, size_t index,
                    wide_int at, struct key_stretch *out)
{
    static const wide_int far = (wide_int)1 << 100;
    *out = (struct key_stretch){-far, far};
    if (index == 0) {
        if (piece->number)
            *out = written_stretch(piece, at);
        return true;
    }
    const struct key_node *reader = chain->nodes[index - 1];
    if (reader->properties & (KEY_KEEPS_ORDER | KEY_REVERSES_ORDER))
        return true;
    return reader->function->stretch && reader->function->stretch(reader, at, out) != 0;
}

void key_single_number(struct key_pieces *pieces, size_t row, wide_int number)
{
    struct key_given value = {.number = (int64_t)(uint64_t)number};
    if (key_single_column(pieces)->type == TYPE_DECIMAL) {
        uint8_t *text = pieces->digits + row * KEY_DIGITS_MAX;
        value.text = bytes_of(text, key_write_number(text, value.number, false));
    }
    key_single_set(pieces, row, &value);
}

// The last number of the field from `from` (inside) to `to` for which the node's value is inside.
static wide_int last_inside(struct key_pieces *pieces, const struct key_node *node, wide_int from,
                            wide_int to, const struct key_stretch *stretch)
{
    while (to - from > 1) {
        const wide_int middle = from + (to - from) / 2;
        key_single_number(pieces, 0, middle);
        key_single_run(pieces, 1);
        const wide_int value = key_number_at(node, 0);
        if (value >= stretch->first && value <= stretch->last)
            from = middle;
        else
            to = middle;
    }
    return from;
}

bool key_chain_stretch(struct key_pieces *pieces, const struct piece *piece,
                       const struct key_chain *chain, wide_int from, wide_int to, wide_int *out_to)
{
    for (size_t i = chain->count; i-- > 0;) {
        const struct key_node *node = chain->nodes[i];
        struct key_stretch stretch;
        if (type_is_text(node->type))
            continue;
        key_single_number(pieces, 0, from);
        key_single_number(pieces, 1, to);
        key_single_run(pieces, 2);
        const wide_int first = key_number_at(node, 0);
        const wide_int last = key_number_at(node, 1);
        if (!key_stretch_of(piece, chain, i, first, &stretch))
            return false;
        if (last < stretch.first || last > stretch.last)
            to = last_inside(pieces, node, from, to, &stretch);
    }
    *out_to = to;
    return true;
}

void key_interval_numbers(const struct key_pieces *pieces, size_t field,
                          const struct key_interval *interval, wide_int *out_low,
                          wide_int *out_high)
{
    const struct field *described = &pieces->graph->context.schema->fields[field];
    const enum value_type type = described->type;
    wide_int low = key_type_least(type);
    wide_int high = low + key_type_count(type) - 1;
    if (described->bounded && described->min > low)
        low = described->min;
    if (described->bounded && described->max < high)
        high = described->max;
    if (interval->has_low && key_wide(type, interval->low.number) > low)
        low = key_wide(type, interval->low.number);
    if (interval->has_high && key_wide(type, interval->high.number) < high)
        high = key_wide(type, interval->high.number);
    *out_low = low;
    *out_high = high;
}
