#include "key/pins.h"

#include "base/mem.h"

#include <assert.h>

void key_pins_add(struct key_pins *pins, struct key_node *node)
{
    assert(pins->count < KEY_PINS_MAX);
    struct column *column = &pins->columns[pins->count];
    *column = (struct column){.type = node->type};
    if (!type_is_text(node->type))
        column->numbers = mem_new(BATCH_ROWS, sizeof *column->numbers);
    if (node->type == TYPE_DECIMAL)
        column->scales = mem_new(BATCH_ROWS, sizeof *column->scales);
    if (!type_is_whole(node->type))
        column->texts = mem_new(BATCH_ROWS, sizeof *column->texts);
    pins->nodes[pins->count++] = node;
}

// Only what depends on the pins alone can be evaluated: there are no records here.
static void need_evaluable(struct key_graph *graph)
{
    for (size_t i = 0; i < graph->count; i++) {
        struct key_node *node = graph->nodes[i];
        bool known = node->argument_count > 0 && !(node->properties & KEY_RANDOM);
        for (size_t j = 0; known && j < node->argument_count; j++)
            known = node->arguments[j]->needed;
        node->needed = known || node->pinned || node->constant;
    }
}

void key_pins_hold(struct key_pins *pins)
{
    struct key_graph *graph = pins->graph;
    for (size_t i = 0; i < graph->count; i++)
        pins->needed[i] = graph->nodes[i]->needed;
    for (size_t i = 0; i < pins->count; i++) {
        struct key_node *node = pins->nodes[i];
        pins->saved[i] = node->column;
        node->column = pins->columns[i];
        node->pinned = true;
        node->has_faults = false;
    }
    need_evaluable(graph);
}

void key_pins_release(struct key_pins *pins)
{
    for (size_t i = 0; i < pins->count; i++) {
        pins->nodes[i]->column = pins->saved[i];
        pins->nodes[i]->pinned = false;
    }
    for (size_t i = 0; i < pins->graph->count; i++)
        pins->graph->nodes[i]->needed = pins->needed[i];
}

void key_pins_done(struct key_pins *pins)
{
    for (size_t i = 0; i < pins->count; i++) {
        mem_free(pins->columns[i].numbers);
        mem_free(pins->columns[i].scales);
        mem_free(pins->columns[i].texts);
    }
    *pins = (struct key_pins){0};
}
