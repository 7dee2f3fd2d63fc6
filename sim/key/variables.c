// What must be listed so that a piece of a key is known: given fields, and expressions whose values
// are known beforehand.
#include "base/mem.h"
#include "key/domain.h"
#include "key/functions.h"
#include "key/pieces.h"
#include "key/steps.h"

#include <string.h>

// The best way to list one node: which variables, and how many combinations.
struct choice {
    bool possible;
    struct key_variables variables;
    uint64_t values;
};

struct choosing {
    struct key_pieces *pieces;
    const struct key_known *known;
    uint64_t limit;
    struct choice *choices; // by node
};

static uint64_t product_of(const struct key_variables *variables)
{
    uint64_t product = 1;
    for (size_t i = 0; i < variables->count; i++) {
        if (__builtin_mul_overflow(product, variables->items[i].values, &product))
            return UINT64_MAX;
    }
    return product;
}

static bool same_variable(const struct key_variable *a, const struct key_variable *b)
{
    if (a->kind != b->kind)
        return false;
    return a->kind == VARIABLE_FIELD ? a->field == b->field : a->node == b->node;
}

static bool add_variable(struct key_variables *variables, const struct key_variable *variable)
{
    for (size_t i = 0; i < variables->count; i++) {
        if (same_variable(&variables->items[i], variable))
            return true;
    }
    if (variables->count == KEY_VARIABLES_MAX)
        return false;
    variables->items[variables->count++] = *variable;
    return true;
}

static void offer(struct choice *choice, const struct key_variable *variable)
{
    if (variable->values == 0 || (choice->possible && variable->values >= choice->values))
        return;
    *choice = (struct choice){.possible = true,
                              .variables = {.items = {*variable}, .count = 1},
                              .values = variable->values};
}

static void choose_field(const struct choosing *choosing, const struct key_node *node,
                         struct choice *out)
{
    const struct key_known *known = &choosing->known[node->field];
    const uint64_t listed = key_own_values(choosing->pieces->graph, node);
    struct key_variable variable = {
        .kind = VARIABLE_FIELD, .field = node->field, .node = node->id, .values = known->values};
    if (known->values == 0) {
        variable.values = listed;
        variable.is_full = true;
    }
    offer(out, &variable);
}

// A decimal that is only known by its value cannot be given to what looks at its spelling.
static bool takes(const struct choosing *choosing, const struct key_node *node,
                  const struct key_node *argument)
{
    const bool open = argument->is_field && argument->type == TYPE_DECIMAL &&
                      choosing->known[argument->field].values > 0 &&
                      !choosing->known[argument->field].is_spelled;
    return !open || (node->properties & KEY_BY_VALUE);
}

static void choose_arguments(const struct choosing *choosing, const struct key_node *node,
                             struct choice *out)
{
    struct choice joined = {.possible = node->argument_count > 0};
    for (size_t i = 0; joined.possible && i < node->argument_count; i++) {
        const struct key_node *argument = node->arguments[i];
        const struct choice *below = &choosing->choices[argument->id];
        joined.possible =
            argument->constant || (below->possible && takes(choosing, node, argument));
        for (size_t j = 0; joined.possible && j < below->variables.count; j++)
            joined.possible = add_variable(&joined.variables, &below->variables.items[j]);
    }
    joined.values = product_of(&joined.variables);
    if (joined.possible && (!out->possible || joined.values <= out->values))
        *out = joined;
}

// Whether the node cannot be negative, by what the query says.
static bool is_natural(const struct choosing *choosing, const struct key_node *node)
{
    if (!type_is_whole(node->type))
        return false;
    while (!node_is_natural(node)) {
        if (node->is_field)
            return choosing->known[node->field].is_natural;
        if (!node->function || node->argument_count == 0 ||
            !type_is_whole(node->arguments[0]->type) || !(node->properties & KEY_KEEPS_ORDER) ||
            node->function == &key_add || node->function == &key_subtract)
            return false;
        node = node->arguments[0];
    }
    return true;
}

// The values that a source leaves out where its argument is not negative.
static uint64_t negative_values(const struct choosing *choosing, const struct key_node *node)
{
    const bool halves =
        node->function == &key_modulo && node->min < 0 && is_natural(choosing, node->arguments[0]);
    return halves ? (uint64_t)-node->min : 0;
}

static void choose_source(const struct choosing *choosing, const struct key_node *node,
                          struct choice *out)
{
    const uint64_t own = key_own_values(choosing->pieces->graph, node);
    const struct key_variable variable = {
        .kind = VARIABLE_SOURCE,
        .node = node->id,
        .values = own > 0 ? own - negative_values(choosing, node) : 0,
        .is_full = true,
    };
    if (variable.values <= choosing->limit)
        offer(out, &variable);
}

static void choose_steps(const struct choosing *choosing, struct key_node *node, struct choice *out)
{
    for (size_t field = 0; field < choosing->pieces->graph->context.schema->count; field++) {
        const struct key_known *known = &choosing->known[field];
        if (!known->is_ranged || known->values > 0 || (node->properties & KEY_INJECTIVE))
            continue;
        const struct key_chain chain = key_chain_of(choosing->pieces, node, field);
        if (chain.count < 2 || !key_chain_follows(&chain) ||
            type_is_text(chain.nodes[chain.count - 1]->type))
            continue;
        struct key_variable variable = {.kind = VARIABLE_STEPS, .field = field, .node = node->id};
        uint64_t limit = choosing->limit;
        if (out->possible && out->values < limit)
            limit = out->values;
        if (key_steps_count(choosing->pieces, &chain, &known->interval, limit, &variable.values))
            offer(out, &variable);
    }
}

bool key_piece_variables(struct key_pieces *pieces, size_t piece, const struct key_known *known,
                         uint64_t limit, struct key_variables *variables)
{
    struct key_node *root = pieces->items[piece].node;
    if (!root || root->constant)
        return true;
    struct choosing choosing = {.pieces = pieces, .known = known, .limit = limit};
    choosing.choices = mem_new(root->id + 1, sizeof *choosing.choices);
    bool *below = mem_new(root->id + 1, sizeof *below);
    below[root->id] = true;
    for (size_t i = root->id + 1; i-- > 0;) {
        for (size_t j = 0; below[i] && j < pieces->graph->nodes[i]->argument_count; j++)
            below[pieces->graph->nodes[i]->arguments[j]->id] = true;
    }
    for (size_t i = 0; i <= root->id; i++) {
        struct key_node *node = pieces->graph->nodes[i];
        struct choice *choice = &choosing.choices[i];
        if (!below[i] || node->constant)
            continue;
        if (node->is_field) {
            choose_field(&choosing, node, choice);
            continue;
        }
        choose_source(&choosing, node, choice);
        if (!(node->properties & KEY_RANDOM))
            choose_arguments(&choosing, node, choice);
        if (!choice->possible || choice->values > 1)
            choose_steps(&choosing, node, choice);
    }
    const struct choice *best = &choosing.choices[root->id];
    bool ok = best->possible;
    for (size_t i = 0; ok && i < best->variables.count; i++)
        ok = add_variable(variables, &best->variables.items[i]);
    // A decimal of the same value may be spelled otherwise.
    const struct key_node *value = key_spelled_value(root);
    ok = ok && !(value->is_field && value->type == TYPE_DECIMAL);
    mem_free(below);
    mem_free(choosing.choices);
    return ok && product_of(variables) <= limit;
}

// --- what the others determine ---

static bool is_determined(const struct key_pieces *pieces, const struct key_variables *variables,
                          size_t index)
{
    const struct key_graph *graph = pieces->graph;
    const struct key_variable *variable = &variables->items[index];
    bool *known = mem_new(graph->count, sizeof *known);
    for (size_t i = 0; i <= variable->node; i++) {
        const struct key_node *node = graph->nodes[i];
        known[i] = node->constant;
        for (size_t j = 0; !known[i] && j < variables->count; j++)
            known[i] = j != index && variables->items[j].node == i;
        bool all = node->argument_count > 0 && !(node->properties & KEY_RANDOM);
        for (size_t j = 0; all && j < node->argument_count; j++)
            all = known[node->arguments[j]->id];
        known[i] = known[i] || all;
    }
    const bool determined = known[variable->node];
    mem_free(known);
    return determined;
}

void key_variables_reduce(const struct key_pieces *pieces, struct key_variables *variables)
{
    size_t kept = 0;
    while (kept < variables->count) {
        if (variables->items[kept].kind == VARIABLE_FIELD ||
            !is_determined(pieces, variables, kept)) {
            kept++;
            continue;
        }
        variables->count--;
        for (size_t i = kept; i < variables->count; i++)
            variables->items[i] = variables->items[i + 1];
    }
}

struct bytes key_variable_text(const struct key_pieces *pieces, const struct key_variable *variable)
{
    const struct key_node *node = pieces->graph->nodes[variable->node];
    if (node->is_field) {
        const char *name = pieces->graph->context.schema->fields[node->field].name;
        return bytes_of(name, strlen(name));
    }
    return key_node_source(pieces->graph, node);
}

// --- the values ---

void key_values_list_clear(struct key_values_list *list)
{
    list->count = 0;
    arena_reset(&list->storage);
}

void key_values_list_done(struct key_values_list *list)
{
    mem_free(list->column.numbers);
    mem_free(list->column.scales);
    mem_free(list->column.texts);
    arena_done(&list->storage);
    *list = (struct key_values_list){0};
}

static void make_room(struct key_values_list *list, enum value_type type, size_t count)
{
    struct column *column = &list->column;
    column->type = type;
    if (count <= list->room && (column->numbers || column->texts))
        return;
    list->room = count > 2 * list->room ? count : 2 * list->room;
    column->numbers = mem_resize(column->numbers, list->room, sizeof *column->numbers);
    column->scales = mem_resize(column->scales, list->room, sizeof *column->scales);
    column->texts = mem_resize(column->texts, list->room, sizeof *column->texts);
}

void key_values_list_add(struct key_values_list *list, enum value_type type, struct key_given value)
{
    make_room(list, type, list->count + 1);
    list->column.numbers[list->count] = value.number;
    list->column.scales[list->count] = value.scale;
    list->column.texts[list->count] = value.text;
    list->count++;
}

bool key_variable_list(struct key_pieces *pieces, const struct key_variable *variable,
                       const struct key_known *known, uint64_t limit, struct key_values_list *list)
{
    struct key_node *node = pieces->graph->nodes[variable->node];
    key_values_list_clear(list);
    if (variable->kind == VARIABLE_STEPS) {
        const struct key_chain chain = key_chain_of(pieces, node, variable->field);
        return key_steps_list(pieces, &chain, &known[variable->field].interval, limit, list);
    }
    const struct choosing choosing = {.pieces = pieces, .known = known};
    const uint64_t own = key_own_values(pieces->graph, node);
    const uint64_t first = negative_values(&choosing, node);
    if (own - first > limit)
        return false;
    make_room(list, node->type, own - first);
    const struct column saved = node->column;
    node->column = list->column;
    for (uint64_t i = first; i < own; i++)
        key_put_own_value(pieces->graph, node, i, i - first, &list->storage);
    node->column = saved;
    list->count = own - first;
    return true;
}
