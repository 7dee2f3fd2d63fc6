#include "key/node.h"

#include "base/key_batch.h"
#include "base/mem.h"
#include "hash/hash.h"
#include "key/functions.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_NAME_BYTES = 60 };

struct key_graph *key_graph_new(const struct key_context *context, const char *text)
{
    struct key_graph *graph = mem_new(1, sizeof *graph);
    graph->context = *context;
    graph->params = mem_new(context->param_count, sizeof *graph->params);
    for (size_t i = 0; i < context->param_count; i++)
        graph->params[i] =
            (struct key_param){mem_text(context->params[i].name), context->params[i].value};
    graph->context.params = graph->params;
    graph->encoding = context->slices ? ENCODING_TEXT : context->encoding;
    graph->text = text;
    return graph;
}

void key_graph_free(struct key_graph *graph)
{
    if (!graph)
        return;
    for (size_t i = 0; i < graph->count; i++) {
        struct key_node *node = graph->nodes[i];
        if (node->owns_column) {
            mem_free(node->column.numbers);
            mem_free(node->column.scales);
            mem_free(node->column.texts);
        }
        mem_free(node->arguments);
        mem_free(node->faults);
        mem_free(node);
    }
    for (size_t i = 0; i < sizeof graph->digesters / sizeof graph->digesters[0]; i++)
        digester_free(graph->digesters[i]);
    for (size_t i = 0; i < graph->context.param_count; i++)
        mem_free((void *)(uintptr_t)graph->params[i].name);
    mem_free(graph->params);
    buffer_done(&graph->work);
    arena_done(&graph->keep);
    arena_done(&graph->scratch);
    mem_free(graph);
}

struct bytes key_node_source(const struct key_graph *graph, const struct key_node *node)
{
    return bytes_of(graph->text + node->offset, node->length);
}

bool key_node_fail(const struct key_node *node, struct err *err, const char *format, ...)
{
    char message[sizeof err->message];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    (void)err_fail(err, ERR_INPUT, "%s", message);
    return err_place(err, node->offset, node->length);
}

// --- making nodes ---

static void own_column(struct key_node *node)
{
    node->owns_column = true;
    node->column.type = node->type;
    if (!type_is_text(node->type))
        node->column.numbers = mem_new(BATCH_ROWS, sizeof *node->column.numbers);
    if (node->type == TYPE_DECIMAL)
        node->column.scales = mem_new(BATCH_ROWS, sizeof *node->column.scales);
    if (!type_is_whole(node->type))
        node->column.texts = mem_new(BATCH_ROWS, sizeof *node->column.texts);
}

// The first row's value in every row.
static void repeat_first(struct key_node *node)
{
    for (size_t i = 1; node->column.numbers && i < BATCH_ROWS; i++)
        node->column.numbers[i] = node->column.numbers[0];
    for (size_t i = 1; node->column.scales && i < BATCH_ROWS; i++)
        node->column.scales[i] = node->column.scales[0];
    for (size_t i = 1; node->column.texts && i < BATCH_ROWS; i++)
        node->column.texts[i] = node->column.texts[0];
    node->constant = true;
    if (type_is_whole(node->type)) {
        node->bounded = node->type != TYPE_ULONG || node->column.numbers[0] >= 0;
        node->min = node->max = node->column.numbers[0];
    } else {
        node->width = node->column.texts[0].size;
    }
}

// A node that is made again is meant where it was written last.
static struct key_node *meant_here(struct key_node *node, struct key_place place)
{
    node->offset = place.offset;
    node->length = place.length;
    return node;
}

static struct key_node *add_node(struct key_graph *graph, const struct key_node *draft,
                                 struct err *err)
{
    if (graph->count == KEY_NODES_MAX) {
        (void)key_node_fail(draft, err, "a key program may have at most %d operations",
                            KEY_NODES_MAX);
        return NULL;
    }
    struct key_node *node = mem_new(1, sizeof *node);
    *node = *draft;
    node->id = graph->count;
    graph->nodes[graph->count++] = node;
    return node;
}

struct key_node *key_node_field(struct key_graph *graph, size_t field, struct key_place place,
                                struct err *err)
{
    assert(field < graph->context.schema->count);
    for (size_t i = 0; i < graph->count; i++) {
        if (graph->nodes[i]->is_field && graph->nodes[i]->field == field)
            return meant_here(graph->nodes[i], place);
    }
    const struct field *described = &graph->context.schema->fields[field];
    const bool is_bytes = described->type == TYPE_BYTES;
    return add_node(graph,
                    &(struct key_node){
                        .is_field = true,
                        .field = field,
                        .offset = place.offset,
                        .length = place.length,
                        .type = is_bytes ? TYPE_STRING : described->type,
                        .unit = described->unit,
                        .bounded = described->bounded && type_is_whole(described->type),
                        .min = described->min,
                        .max = described->max,
                        .properties = KEY_KEEPS_ORDER | KEY_INJECTIVE,
                    },
                    err);
}

static struct key_node *add_constant(struct key_graph *graph, enum value_type type,
                                     struct key_place place, struct err *err)
{
    struct key_node *node = add_node(
        graph, &(struct key_node){.type = type, .offset = place.offset, .length = place.length},
        err);
    if (node)
        own_column(node);
    return node;
}

struct key_node *key_node_number(struct key_graph *graph, enum value_type type, int64_t number,
                                 struct key_place place, struct err *err)
{
    struct key_node *node = add_constant(graph, type, place, err);
    if (!node)
        return NULL;
    node->column.numbers[0] = number;
    repeat_first(node);
    return node;
}

struct key_node *key_node_text(struct key_graph *graph, struct bytes text, struct key_place place,
                               struct err *err)
{
    struct key_node *node = add_constant(graph, TYPE_STRING, place, err);
    if (!node)
        return NULL;
    node->column.texts[0] = arena_copy(&graph->keep, text);
    repeat_first(node);
    return node;
}

struct key_node *key_node_decimal(struct key_graph *graph, struct bytes text,
                                  struct key_place place, struct err *err)
{
    struct key_node *node = add_constant(graph, TYPE_DECIMAL, place, err);
    if (!node)
        return NULL;
    if (!key_read_decimal(text, &node->column.numbers[0], &node->column.scales[0])) {
        (void)key_node_fail(node, err, "`%.*s` has more than 18 digits",
                            (int)(text.size < MESSAGE_NAME_BYTES ? text.size : MESSAGE_NAME_BYTES),
                            (const char *)text.data);
        return NULL;
    }
    node->column.texts[0] = arena_copy(&graph->keep, text);
    repeat_first(node);
    return node;
}

// The same node, or constants of one value.
static bool same_argument(const struct key_node *a, const struct key_node *b)
{
    if (a == b)
        return true;
    if (!a->constant || !b->constant || a->type != b->type || a->adapts != b->adapts)
        return false;
    if (type_is_whole(a->type))
        return node_constant(a) == node_constant(b);
    const struct bytes left = a->column.texts[0];
    const struct bytes right = b->column.texts[0];
    return key_compare(left, right) == 0;
}

static bool same_arguments(const struct key_node *a, const struct key_node *b)
{
    for (size_t i = 0; i < a->argument_count; i++) {
        if (!same_argument(a->arguments[i], b->arguments[i]))
            return false;
    }
    return true;
}

static struct key_node *same_node(const struct key_graph *graph, const struct key_node *draft)
{
    for (size_t i = 0; i < graph->count; i++) {
        struct key_node *node = graph->nodes[i];
        if (node->function == draft->function && node->type == draft->type &&
            node->argument_count == draft->argument_count && same_arguments(node, draft))
            return node;
    }
    return NULL;
}

static bool all_constant(const struct key_node *node)
{
    for (size_t i = 0; i < node->argument_count; i++) {
        if (!node->arguments[i]->constant)
            return false;
    }
    return true;
}

// Evaluates a node of constants once, for good.
static bool fold(struct key_graph *graph, struct key_node *node, struct err *err)
{
    const struct key_run run = {.graph = graph, .count = 1, .arena = &graph->keep};
    node->function->run(node, &run);
    if (node->has_faults && !key_node_sound(graph, node, NULL, 1, err))
        return false;
    node->adapts = type_is_whole(node->type);
    for (size_t i = 0; i < node->argument_count; i++)
        node->adapts = node->adapts && node->arguments[i]->adapts;
    repeat_first(node);
    return true;
}

// The letter of `takes` for argument `index` of `count`; 0 where there is none.
static char argument_letter(const char *takes, size_t index, size_t count)
{
    const char *star = strchr(takes, '*');
    if (!star)
        return index < strlen(takes) ? takes[index] : '\0';
    const size_t tail = strlen(star + 1);
    const size_t repeated = (size_t)(star - takes) - 1;
    if (index + tail >= count)
        return star[1 + index + tail - count];
    return index < repeated ? takes[index] : takes[repeated];
}

static struct key_node *wrong_argument(const struct key_function *function,
                                       const struct key_graph *graph, const struct key_node *given,
                                       const char *wanted, struct err *err)
{
    const struct bytes source = key_node_source(graph, given);
    const int shown = (int)(source.size < MESSAGE_NAME_BYTES ? source.size : MESSAGE_NAME_BYTES);
    (void)key_node_fail(given, err, "`%s` takes %s, and `%.*s` is a %s", function->name, wanted,
                        shown, (const char *)source.data, value_type_name(given->type));
    if (given->type == TYPE_STRING)
        (void)err_hint(err,
                       "num(%.*s) reads the number in a text; xxh64(%.*s) makes one of any text",
                       shown, (const char *)source.data, shown, (const char *)source.data);
    else if (given->type == TYPE_DECIMAL)
        (void)err_hint(err, "num(%.*s) drops the fraction", shown, (const char *)source.data);
    return NULL;
}

static struct key_node *convert_argument(struct key_graph *graph,
                                         const struct key_function *function, char letter,
                                         struct key_node *given, struct err *err)
{
    switch (letter) {
    case 't':
        return key_node_as_text(graph, given, err);
    case 'e':
        return key_node_encoded(graph, given, err);
    case 'c':
        if (!given->constant || !type_is_whole(given->type))
            return wrong_argument(function, graph, given, "a constant whole number here", err);
        return given;
    case 'k':
        if (!given->constant)
            return wrong_argument(function, graph, given, "a constant text here", err);
        return key_node_as_text(graph, given, err);
    case 'm':
        if (given->type == TYPE_STRING || given->type == TYPE_DECIMAL)
            return key_node_call(graph, &key_num, &given, 1,
                                 (struct key_place){given->offset, given->length}, err);
        return type_is_whole(given->type) ? given
                                          : wrong_argument(function, graph, given, "a number", err);
    case 'n':
        return type_is_whole(given->type)
                   ? given
                   : wrong_argument(function, graph, given, "whole numbers", err);
    case 'd':
        return !type_is_text(given->type) ? given
                                          : wrong_argument(function, graph, given, "numbers", err);
    default:
        return given;
    }
}

static bool right_count(const struct key_function *function, const struct key_node *draft,
                        size_t count, struct err *err)
{
    const bool repeats = strchr(function->takes, '*') != NULL;
    const size_t most = repeats ? KEY_ARGUMENTS_MAX : strlen(function->takes);
    if (count >= function->required && count <= most)
        return true;
    (void)key_node_fail(draft, err, "`%s` was given %zu argument%s", function->name, count,
                        count == 1 ? "" : "s");
    return err_hint(err, "it is called as %s", function->signature);
}

struct key_node *key_node_call(struct key_graph *graph, const struct key_function *function,
                               struct key_node *const *arguments, size_t count,
                               struct key_place place, struct err *err)
{
    struct key_node *converted[KEY_ARGUMENTS_MAX];
    struct key_node draft = {
        .function = function,
        .arguments = converted,
        .argument_count = count,
        .offset = place.offset,
        .length = place.length,
        .type = function->result,
        .properties = function->properties,
    };
    if (!right_count(function, &draft, count, err))
        return NULL;
    for (size_t i = 0; i < count; i++) {
        const char letter = argument_letter(function->takes, i, count);
        converted[i] = convert_argument(graph, function, letter, arguments[i], err);
        if (!converted[i])
            return NULL;
    }
    if (function->check && !function->check(graph, &draft, err))
        return NULL;
    struct key_node *known = same_node(graph, &draft);
    if (known)
        return meant_here(known, place);
    struct key_node *node = add_node(graph, &draft, err);
    if (!node)
        return NULL;
    node->arguments = mem_new(count, sizeof(struct key_node *));
    memcpy(node->arguments, converted, count * sizeof(struct key_node *));
    own_column(node);
    const bool folds = all_constant(node) && !(node->properties & KEY_RANDOM);
    return folds && !fold(graph, node, err) ? NULL : node;
}
