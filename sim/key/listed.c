// The listed values put together: combination by combination, the pieces' bytes.
#include "key/pieces.h"

#include <string.h>

static void fill_pin(struct column *column, const struct key_values_list *list, uint64_t index,
                     size_t row)
{
    if (column->numbers)
        column->numbers[row] = list->column.numbers[index];
    if (column->scales)
        column->scales[row] = list->column.scales[index];
    if (column->texts)
        column->texts[row] = list->column.texts[index];
}

static bool has_pins(const struct key_pieces *pieces, const struct key_variables *variables)
{
    bool same = pieces->pins.count == variables->count;
    for (size_t i = 0; same && i < variables->count; i++)
        same = pieces->pins.nodes[i] == pieces->graph->nodes[variables->items[i].node];
    return same;
}

void key_pieces_run(struct key_pieces *pieces, const struct key_variables *variables,
                    const struct key_values_list *lists, uint64_t first, size_t count)
{
    struct key_pins *pins = &pieces->pins;
    if (!has_pins(pieces, variables)) {
        key_pins_done(pins);
        pins->graph = pieces->graph;
        for (size_t i = 0; i < variables->count; i++)
            key_pins_add(pins, pieces->graph->nodes[variables->items[i].node]);
    }
    for (size_t row = 0; row < count; row++) {
        uint64_t rest = first + row;
        for (size_t i = 0; i < variables->count; i++) {
            fill_pin(&pins->columns[i], &lists[i], rest % lists[i].count, row);
            rest /= lists[i].count;
        }
    }
    key_pins_hold(pins);
    key_graph_run(pieces->graph, NULL, count);
}

void key_pieces_rest(struct key_pieces *pieces)
{
    key_pins_release(&pieces->pins);
}

bool key_piece_put(const struct key_pieces *pieces, size_t index, size_t row, struct buffer *out)
{
    const struct piece *piece = &pieces->items[index];
    if (piece->node && piece->node->has_faults && piece->node->faults[row] != 0)
        return false;
    key_piece_append(piece, row, out);
    return true;
}
