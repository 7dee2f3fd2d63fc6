// == and != and what chooses by them.
#include "base/key_batch.h"
#include "key/functions.h"

#include <string.h>

enum { CONDITION_EQUAL, CONDITION_DIFFER };

// Both sides become decimals, whole numbers or texts, whichever loses nothing.
static bool meet(struct key_graph *graph, struct key_node **a, struct key_node **b, struct err *err)
{
    if (type_is_text((*a)->type) || type_is_text((*b)->type)) {
        *a = key_node_as_text(graph, *a, err);
        *b = *a ? key_node_as_text(graph, *b, err) : NULL;
    } else if (key_common_type(*a, *b) == TYPE_DECIMAL) {
        *a = key_node_as_type(graph, *a, TYPE_DECIMAL, err);
        *b = *a ? key_node_as_type(graph, *b, TYPE_DECIMAL, err) : NULL;
    }
    return *a && *b;
}

static bool check_condition(struct key_graph *graph, struct key_node *node, struct err *err)
{
    node->bounded = true;
    node->min = 0;
    node->max = 1;
    return meet(graph, &node->arguments[0], &node->arguments[1], err);
}

static bool same_bytes(struct bytes a, struct bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool same_decimal(const struct column *a, const struct column *b, size_t row)
{
    wide_int left = a->numbers[row];
    wide_int right = b->numbers[row];
    for (unsigned scale = a->scales[row]; scale < b->scales[row]; scale++)
        left *= 10;
    for (unsigned scale = b->scales[row]; scale < a->scales[row]; scale++)
        right *= 10;
    return left == right;
}

static void run_condition(struct key_node *node, const struct key_run *run)
{
    const struct column *a = &node->arguments[0]->column;
    const struct column *b = &node->arguments[1]->column;
    const enum value_type type = node->arguments[0]->type;
    const int64_t differ = node->function->variant == CONDITION_DIFFER;
    for (size_t i = 0; i < run->count; i++) {
        bool same;
        if (type_is_text(type))
            same = same_bytes(a->texts[i], b->texts[i]);
        else if (type == TYPE_DECIMAL)
            same = same_decimal(a, b, i);
        else
            same = a->numbers[i] == b->numbers[i];
        node->column.numbers[i] = (int64_t)same ^ differ;
    }
}

const struct key_function key_equal = {.name = "==",
                                       .signature = "a == b",
                                       .words = "$1 == $2",
                                       .takes = "aa",
                                       .required = 2,
                                       .result = TYPE_INT,
                                       .properties = KEY_ENUMERABLE | KEY_BY_VALUE,
                                       .variant = CONDITION_EQUAL,
                                       .check = check_condition,
                                       .run = run_condition};
const struct key_function key_differ = {.name = "!=",
                                        .signature = "a != b",
                                        .words = "$1 != $2",
                                        .takes = "aa",
                                        .required = 2,
                                        .result = TYPE_INT,
                                        .properties = KEY_ENUMERABLE | KEY_BY_VALUE,
                                        .variant = CONDITION_DIFFER,
                                        .check = check_condition,
                                        .run = run_condition};

// --- if ---

static bool check_if(struct key_graph *graph, struct key_node *node, struct err *err)
{
    struct key_node **then = &node->arguments[1];
    struct key_node **otherwise = &node->arguments[2];
    if (!meet(graph, then, otherwise, err))
        return false;
    if (type_is_text((*then)->type)) {
        const bool bytes = (*then)->type == TYPE_BYTES || (*otherwise)->type == TYPE_BYTES;
        node->type = bytes ? TYPE_BYTES : TYPE_STRING;
        node->width = (*then)->width == (*otherwise)->width ? (*then)->width : 0;
        node->ascii = (*then)->ascii && (*otherwise)->ascii;
        return true;
    }
    node->type = key_common_type(*then, *otherwise);
    if (node->type == TYPE_INT || node->type == TYPE_DECIMAL) {
        *then = key_node_as_type(graph, *then, node->type, err);
        *otherwise = *then ? key_node_as_type(graph, *otherwise, node->type, err) : NULL;
        if (!*otherwise)
            return false;
    }
    node->bounded = (*then)->bounded && (*otherwise)->bounded;
    node->min = (*then)->min < (*otherwise)->min ? (*then)->min : (*otherwise)->min;
    node->max = (*then)->max > (*otherwise)->max ? (*then)->max : (*otherwise)->max;
    node->unit = (*then)->unit == (*otherwise)->unit ? (*then)->unit : UNIT_NONE;
    return true;
}

static void run_if(struct key_node *node, const struct key_run *run)
{
    struct column *out = &node->column;
    const struct key_node *condition = node->arguments[0];
    for (size_t i = 0; i < run->count; i++) {
        const struct key_node *taken = node->arguments[condition->column.numbers[i] != 0 ? 1 : 2];
        if (out->numbers)
            out->numbers[i] = taken->column.numbers[i];
        if (out->scales)
            out->scales[i] = taken->column.scales[i];
        if (out->texts)
            out->texts[i] = taken->column.texts[i];
        const struct key_node *faulty =
            condition->has_faults && condition->faults[i] != 0 ? condition : taken;
        if (faulty->has_faults && faulty->faults[i] != 0)
            key_node_pass_fault(node, i, faulty->faults[i]);
    }
}

const struct key_function key_if = {
    .name = "if",
    .family = "number",
    .signature = "if(condition, a, b)",
    .help = "a where the condition holds, else b",
    .words = "$2 if $1, else $3",
    .takes = "naa",
    .required = 3,
    .result = TYPE_LONG,
    .properties = KEY_CHOOSES,
    .check = check_if,
    .run = run_if,
};
