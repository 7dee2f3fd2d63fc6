// One key taken apart for a person: each part as written, in words, and where it stands.
#include "base/mem.h"
#include "key/compiled.h"
#include "key/functions.h"

#include <string.h>

enum { WORDS_BYTES_MAX = 400 };

static void describe(const struct key_graph *graph, const struct key_node *node,
                     struct buffer *out);

static bool is_named(const struct key_node *node, const char *name)
{
    return node->function && strcmp(node->function->name, name) == 0;
}

// "first 4 hex digits of ..."; false where the node is no such slice.
static bool describe_slice(const struct key_graph *graph, const struct key_node *node,
                           struct buffer *out)
{
    const bool last = is_named(node, "right");
    const bool first = (is_named(node, "substr") || is_named(node, "substring")) &&
                       node->argument_count == 3 && node_constant(node->arguments[1]) == 0;
    if (!first && !last)
        return false;
    const int64_t count = node_constant(node->arguments[last ? 1 : 2]);
    buffer_format(out, "%s %lld %s%s of ", last ? "last" : "first", (long long)count,
                  node->arguments[0]->hex ? "hex digit" : "character", count == 1 ? "" : "s");
    describe(graph, node->arguments[0], out);
    return true;
}

static void describe_template(const struct key_graph *graph, const struct key_node *node,
                              struct buffer *out)
{
    for (const char *at = node->function->words; *at; at++) {
        if (*at != '$') {
            buffer_byte(out, (uint8_t)*at);
            continue;
        }
        const size_t index = (size_t)(*++at - '1');
        if (index < node->argument_count)
            describe(graph, node->arguments[index], out);
        else
            buffer_text(out, "the rest");
    }
}

static void describe(const struct key_graph *graph, const struct key_node *node, struct buffer *out)
{
    if (out->size > WORDS_BYTES_MAX) {
        buffer_text(out, "...");
        return;
    }
    if (node->is_field) {
        buffer_text(out, graph->context.schema->fields[node->field].name);
    } else if (node->constant) {
        const struct bytes source = key_node_source(graph, node);
        buffer_append(out, source.data, source.size < WORDS_BYTES_MAX ? source.size : 0);
    } else if (node->function == &key_concat) {
        for (size_t i = 0; i < node->argument_count && out->size <= WORDS_BYTES_MAX; i++) {
            buffer_text(out, i > 0 ? " then " : "");
            describe(graph, node->arguments[i], out);
        }
    } else if (!describe_slice(graph, node, out)) {
        describe_template(graph, node, out);
    }
}

static void describe_component(const struct key_graph *graph, const struct key_component *component,
                               struct buffer *out)
{
    const bool flipped = graph->encoding == ENCODING_ORDERED;
    if (component->kind == COMPONENT_LITERAL) {
        buffer_text(out, "literal");
        return;
    }
    const size_t before = out->size;
    struct buffer words = {0};
    describe(graph, component->value, &words);
    buffer_append(out, words.data, words.size);
    buffer_done(&words);
    if (out->size - before > WORDS_BYTES_MAX + 3) {
        out->size = before + WORDS_BYTES_MAX;
        buffer_text(out, "...");
    }
    if (component->kind != COMPONENT_TEXT)
        buffer_format(out, ", %zu bytes%s", key_component_width(component),
                      flipped && component->value->type != TYPE_ULONG ? ", sign flipped" : "");
    else if (!type_is_text(component->value->type))
        buffer_text(out, ", decimal text");
    else if (flipped && component->value->type == TYPE_STRING)
        buffer_text(out, ", ended by a zero byte");
    if (component->descending)
        buffer_text(out, ", descending");
}

void key_parts_done(struct key_parts *parts)
{
    mem_free(parts->items);
    buffer_done(&parts->storage);
    *parts = (struct key_parts){0};
}

void key_program_parts(const struct key_program *program, size_t row, struct key_parts *out)
{
    *out = (struct key_parts){.items = mem_new(program->count, sizeof *out->items),
                              .count = program->count};
    size_t *starts = mem_new(program->count, sizeof *starts);
    uint64_t offset = 0;
    for (size_t i = 0; i < program->count; i++) {
        const struct key_component *component = &program->components[i];
        uint8_t room[8];
        const uint64_t width = key_component_at(component, row, room).size;
        out->items[i] = (struct key_part){
            .text = component->text,
            .is_literal = component->kind == COMPONENT_LITERAL,
            .offset = offset,
            .width = width,
            .fixed_width = key_component_width(component) > 0 ||
                           (component->node && component->node->nominal_width > 0),
        };
        offset += width;
        starts[i] = out->storage.size;
        describe_component(program->graph, component, &out->storage);
        buffer_byte(&out->storage, 0);
    }
    for (size_t i = 0; i < program->count; i++)
        out->items[i].meaning = (const char *)out->storage.data + starts[i];
    mem_free(starts);
}
