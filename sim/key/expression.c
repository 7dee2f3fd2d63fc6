#include "key/expression.h"

#include "base/mem.h"
#include "key/node.h"
#include "key/parser.h"

#include <string.h>

struct key_expression {
    struct key_graph *graph;
    char *text;
    struct key_node *root;
    enum value_type type;
    const char **fields; // names of the schema; NULL after the last
};

static void list_fields(struct key_expression *expression, const struct schema *schema)
{
    size_t count = 0;
    expression->fields = mem_new(schema->count + 1, sizeof *expression->fields);
    for (size_t i = 0; i < expression->graph->count; i++) {
        const struct key_node *node = expression->graph->nodes[i];
        if (node->is_field && node->needed)
            expression->fields[count++] = schema->fields[node->field].name;
    }
}

struct key_expression *key_expression_new(const char *text, const struct key_context *context,
                                          struct err *err)
{
    struct key_expression *expression = mem_new(1, sizeof *expression);
    expression->text = mem_text(text);
    expression->graph = key_graph_new(context, expression->text);
    const struct key_scope scope = {
        .schema = context->schema,
        .params = context->params,
        .param_count = context->param_count,
    };
    expression->root =
        key_parse(expression->graph, &scope, (struct key_place){0, strlen(text)}, NULL, err);
    if (!expression->root) {
        key_expression_free(expression);
        return NULL;
    }
    const struct key_node *root = expression->root;
    expression->type = root->is_field ? context->schema->fields[root->field].type : root->type;
    key_graph_need(expression->graph, expression->root);
    key_graph_settle(expression->graph);
    list_fields(expression, context->schema);
    return expression;
}

void key_expression_free(struct key_expression *expression)
{
    if (!expression)
        return;
    key_graph_free(expression->graph);
    mem_free(expression->fields);
    mem_free(expression->text);
    mem_free(expression);
}

enum value_type key_expression_type(const struct key_expression *expression)
{
    return expression->type;
}

bool key_expression_bounds(const struct key_expression *expression, int64_t *out_min,
                           int64_t *out_max)
{
    const struct key_node *root = expression->root;
    if (!root->bounded || !type_is_whole(root->type))
        return false;
    *out_min = root->min;
    *out_max = root->max;
    return true;
}

const char *const *key_expression_fields(const struct key_expression *expression)
{
    return expression->fields;
}

bool key_expression_run(struct key_expression *expression, const struct batch *batch,
                        struct column *out, struct err *err)
{
    key_graph_run(expression->graph, batch, batch->count);
    if (!key_node_sound(expression->graph, expression->root, batch, batch->count, err))
        return false;
    const struct column *made = &expression->root->column;
    if (out->numbers && made->numbers)
        memcpy(out->numbers, made->numbers, batch->count * sizeof *out->numbers);
    if (out->scales && made->scales)
        memcpy(out->scales, made->scales, batch->count * sizeof *out->scales);
    if (out->texts && made->texts)
        memcpy(out->texts, made->texts, batch->count * sizeof *out->texts);
    return true;
}
