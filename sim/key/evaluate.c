#include "base/mem.h"
#include "key/functions.h"
#include "key/node.h"

#include <assert.h>
#include <string.h>

void key_graph_need(struct key_graph *graph, struct key_node *root)
{
    root->needed = true;
    root->chars_needed = SIZE_MAX;
    // Arguments come before what uses them, so one walk from the back reaches all.
    for (size_t i = root->id + 1; i-- > 0;) {
        struct key_node *node = graph->nodes[i];
        for (size_t j = 0; node->needed && j < node->argument_count; j++)
            node->arguments[j]->needed = true;
    }
}

void key_graph_settle(struct key_graph *graph)
{
    for (size_t i = 0; i < graph->count; i++) {
        const struct key_node *node = graph->nodes[i];
        const size_t end = node->looks_at > 0 ? node->looks_at : SIZE_MAX;
        for (size_t j = 0; node->needed && j < node->argument_count; j++) {
            struct key_node *argument = node->arguments[j];
            if (argument->chars_needed < end)
                argument->chars_needed = end;
        }
    }
}

static uint16_t *faults_of(struct key_node *node)
{
    if (!node->faults)
        node->faults = mem_new(BATCH_ROWS, sizeof *node->faults);
    else if (!node->has_faults)
        memset(node->faults, 0, BATCH_ROWS * sizeof *node->faults);
    node->has_faults = true;
    return node->faults;
}

void key_node_fault(struct key_node *node, size_t row, enum key_fault fault)
{
    node->fault = fault;
    faults_of(node)[row] = (uint16_t)(node->id + 1);
}

void key_node_pass_fault(struct key_node *node, size_t row, uint16_t fault)
{
    faults_of(node)[row] = fault;
}

// What is wrong with an argument is wrong with what is made of it.
static void inherit_faults(struct key_node *node, size_t count)
{
    for (size_t i = 0; i < node->argument_count; i++) {
        const struct key_node *argument = node->arguments[i];
        if (!argument->has_faults)
            continue;
        uint16_t *faults = faults_of(node);
        for (size_t row = 0; row < count; row++) {
            if (faults[row] == 0)
                faults[row] = argument->faults[row];
        }
    }
}

void key_graph_run(struct key_graph *graph, const struct batch *batch, size_t count)
{
    assert(count <= BATCH_ROWS);
    arena_reset(&graph->scratch);
    const struct key_run run = {
        .graph = graph, .batch = batch, .count = count, .arena = &graph->scratch};
    for (size_t i = 0; i < graph->count; i++) {
        struct key_node *node = graph->nodes[i];
        if (!node->needed || node->constant || node->pinned)
            continue;
        if (node->is_field) {
            node->column = batch->columns[node->field];
            continue;
        }
        node->has_faults = false;
        node->function->run(node, &run);
        if (!(node->properties & KEY_CHOOSES))
            inherit_faults(node, count);
    }
}

static bool say_fault(const struct key_graph *graph, const struct key_node *node, size_t row,
                      struct err *err)
{
    const struct bytes source = key_node_source(graph, node);
    const int shown = (int)(source.size < 60 ? source.size : 60);
    const char *text = (const char *)source.data;
    switch (node->fault) {
    case FAULT_DIVISION:
        return key_node_fail(node, err, "division by zero in `%.*s`", shown, text);
    case FAULT_LONG_TEXT:
        return key_node_fail(node, err, "`%.*s` is longer than %d bytes", shown, text,
                             KEY_VALUE_BYTES_MAX);
    case FAULT_SHORT_TEXT:
        return key_node_fail(node, err, "`%.*s` reads past the end of the value", shown, text);
    case FAULT_DECIMAL:
        return key_node_fail(node, err, "`%.*s` needs more than 18 digits", shown, text);
    case FAULT_NOT_A_NUMBER: {
        const struct bytes word = node->arguments[0]->column.texts[row];
        return key_node_fail(node, err, "`%.*s` is no whole number that fits 64 bits",
                             (int)(word.size < 60 ? word.size : 60), (const char *)word.data);
    }
    case FAULT_NONE:
        break;
    }
    return true;
}

bool key_node_sound(const struct key_graph *graph, const struct key_node *node,
                    const struct batch *batch, size_t count, struct err *err)
{
    for (size_t row = 0; node->has_faults && row < count; row++) {
        if (node->faults[row] == 0)
            continue;
        (void)say_fault(graph, graph->nodes[node->faults[row] - 1], row, err);
        if (batch)
            (void)err_context(err, "record %llu", (unsigned long long)batch->record[row] + 1);
        return false;
    }
    return true;
}
