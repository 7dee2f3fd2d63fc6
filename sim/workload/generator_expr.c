// expr: an expression of the key language over the record's other fields.
#include "workload/generators.h"

#include "base/mem.h"
#include "key/expression.h"
#include "workload/arena.h"

#include <string.h>

struct expr_config {
    char *text;
};

static const struct param params[] = {
    {.name = "text",
     .kind = PARAM_TEXT,
     .offset = offsetof(struct expr_config, text),
     .help = "an expression of the key language: \"timestamp % 16\""},
    {0},
};

struct expr {
    struct key_expression *expression;
    struct buffer texts; // on their way to the arena, which may move under the views
};

static void expr_close(void *state)
{
    struct expr *expr = state;
    if (!expr)
        return;
    key_expression_free(expr->expression);
    buffer_done(&expr->texts);
    mem_free(expr);
}

static void *expr_open(const void *config, const struct generator_context *context, struct err *err)
{
    const struct expr_config *given = config;
    const struct key_context key_context = {
        .schema = context->schema,
        .params = context->params,
        .param_count = context->param_count,
        .encoding = ENCODING_TEXT,
        .seed = context->seed,
    };
    struct key_expression *expression = key_expression_new(given->text, &key_context, err);
    if (!expression)
        return NULL;
    struct expr *expr = mem_new(1, sizeof *expr);
    expr->expression = expression;
    return expr;
}

static enum value_type expr_type_of(const void *state)
{
    return key_expression_type(((const struct expr *)state)->expression);
}

static void expr_describe(const void *state, struct field *field)
{
    const struct expr *expr = state;
    field->bounded = key_expression_bounds(expr->expression, &field->min, &field->max);
}

// The expression's texts last until its next run only, and may be views of other columns' texts.
static void keep_texts(struct buffer *texts, struct batch *batch, struct column *out)
{
    buffer_clear(texts);
    for (size_t i = 0; i < batch->count; i++)
        buffer_append(texts, out->texts[i].data, out->texts[i].size);
    uint8_t *to = arena_room(batch, texts->size);
    if (texts->size > 0)
        memcpy(to, texts->data, texts->size);
    batch->arena.size += texts->size;
    for (size_t i = 0; i < batch->count; i++) {
        out->texts[i].data = to;
        to += out->texts[i].size;
    }
}

static bool expr_fill(void *state, struct batch *batch, const uint64_t *ranks, struct column *out,
                      struct err *err)
{
    struct expr *expr = state;
    (void)ranks;
    if (!key_expression_run(expr->expression, batch, out, err))
        return false;
    if (out->texts)
        keep_texts(&expr->texts, batch, out);
    return true;
}

const struct generator generator_expr = {
    .name = "expr",
    .summary = "an expression of the key language over the record's other fields",
    .params = params,
    .shorthand = "text",
    .config_size = sizeof(struct expr_config),
    .type = TYPE_LONG,
    .reads_fields = true,
    .open = expr_open,
    .close = expr_close,
    .fill = expr_fill,
    .describe = generator_describe_nothing,
    .popularity = generator_popularity_unknown,
    .type_of = expr_type_of,
    .describe_opened = expr_describe,
};
