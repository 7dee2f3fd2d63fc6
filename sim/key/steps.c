#include "key/steps.h"

#include "base/key_batch.h"

#include <string.h>

// Where the chain's first node is walked: its value at each number of the field.
struct walk {
    struct key_pieces *pieces;
    struct key_node *node;
    wide_int at, end;
    wide_int step; // the last one's length: most are alike
    uint64_t limit;
    uint64_t count;
    struct key_values_list *list;
};

static bool same_value(const struct key_node *node, size_t a, size_t b)
{
    if (!type_is_text(node->type))
        return node->column.numbers[a] == node->column.numbers[b];
    return key_compare(node->column.texts[a], node->column.texts[b]) == 0;
}

static void keep_value(struct walk *walk, size_t row)
{
    walk->count++;
    const struct column *column = &walk->node->column;
    struct key_given value = {.number = column->numbers ? column->numbers[row] : 0};
    if (type_is_text(walk->node->type))
        value.text = arena_copy(&walk->list->storage, column->texts[row]);
    key_values_list_add(walk->list, walk->node->type, value);
}

static size_t put(struct walk *walk, size_t row, wide_int number)
{
    key_single_number(walk->pieces, row, number);
    return row + 1;
}

// As many steps of the last one's length as are confirmed: just before each end the value is the
// same, at its end another.
static void walk_alike(struct walk *walk)
{
    enum { STEPS = BATCH_ROWS / 2 - 1 };
    size_t rows = put(walk, 0, walk->at);
    for (int i = 1; i <= STEPS && walk->at + i * walk->step <= walk->end; i++) {
        rows = put(walk, rows, walk->at + i * walk->step - 1);
        rows = put(walk, rows, walk->at + i * walk->step);
    }
    key_single_run(walk->pieces, rows);
    for (size_t row = 0; row + 2 < rows && walk->count < walk->limit; row += 2) {
        if (!same_value(walk->node, row, row + 1) || same_value(walk->node, row + 1, row + 2))
            return;
        keep_value(walk, row + 2);
        walk->at += walk->step;
    }
}

// The next number with another value: doubling, then halving.
static bool walk_next(struct walk *walk)
{
    wide_int inside = walk->at;
    wide_int outside = walk->end;
    size_t rows = put(walk, 0, walk->at);
    for (wide_int step = 1; walk->at + step < walk->end; step *= 2)
        rows = put(walk, rows, walk->at + step);
    rows = put(walk, rows, walk->end);
    key_single_run(walk->pieces, rows);
    if (same_value(walk->node, 0, rows - 1))
        return false;
    size_t row = 1;
    for (; same_value(walk->node, 0, row); row++)
        inside = walk->at + ((wide_int)1 << (row - 1));
    if (row + 1 < rows)
        outside = walk->at + ((wide_int)1 << (row - 1));
    while (outside - inside > 1) {
        const wide_int middle = inside + (outside - inside) / 2;
        (void)put(walk, 0, walk->at);
        (void)put(walk, 1, middle);
        key_single_run(walk->pieces, 2);
        if (same_value(walk->node, 0, 1))
            inside = middle;
        else
            outside = middle;
    }
    (void)put(walk, 0, outside);
    key_single_run(walk->pieces, 1);
    keep_value(walk, 0);
    walk->step = outside - walk->at;
    walk->at = outside;
    return true;
}

static bool walk_all(struct walk *walk)
{
    (void)put(walk, 0, walk->at);
    key_single_run(walk->pieces, 1);
    keep_value(walk, 0);
    while (walk->count <= walk->limit && walk_next(walk)) {
        uint64_t before;
        do {
            before = walk->count;
            if (walk->at + walk->step <= walk->end)
                walk_alike(walk);
        } while (walk->count > before + 1 && walk->count < walk->limit);
    }
    return walk->count <= walk->limit;
}

bool key_steps_list(struct key_pieces *pieces, const struct key_chain *chain,
                    const struct key_interval *interval, uint64_t limit,
                    struct key_values_list *list)
{
    struct key_node *field = chain->nodes[chain->count - 1];
    struct walk walk = {.pieces = pieces, .node = chain->nodes[0], .limit = limit, .list = list};
    if (field->type == TYPE_DECIMAL) {
        if (!interval->has_low || !interval->has_high)
            return false;
        walk.at = key_decimal_floor(interval->low.number, interval->low.scale);
        walk.end = key_decimal_floor(interval->high.number, interval->high.scale) + 1;
    } else {
        key_interval_numbers(pieces, field->field, interval, &walk.at, &walk.end);
    }
    if (walk.at > walk.end)
        return true;
    const struct piece unwritten = {.node = chain->nodes[0]};
    wide_int end;
    key_single_hold(pieces, field);
    const bool ok = key_chain_stretch(pieces, &unwritten, chain, walk.at, walk.end, &end) &&
                    end == walk.end && walk_all(&walk);
    key_single_release(pieces);
    return ok;
}

bool key_steps_count(struct key_pieces *pieces, const struct key_chain *chain,
                     const struct key_interval *interval, uint64_t limit, uint64_t *out_count)
{
    struct key_values_list list = {0};
    const bool ok = key_steps_list(pieces, chain, interval, limit, &list);
    *out_count = list.count;
    key_values_list_done(&list);
    return ok;
}
