#include "key/program.h"

#include "base/mem.h"
#include "key/compiled.h"
#include "key/functions.h"
#include "key/lexer.h"
#include "key/parser.h"

#include <assert.h>
#include <string.h>

// --- compiling ---

static bool type_of_word(const char *text, struct key_place word, enum value_type *out,
                         struct err *err)
{
    enum { WORD_BYTES = 16 };
    char name[WORD_BYTES] = "";
    for (size_t i = 0; i < word.length && i + 1 < sizeof name; i++) {
        const char byte = text[word.offset + i];
        name[i] = byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
    }
    if (word.length < sizeof name && value_type_named(name, out))
        return true;
    (void)err_fail(err, ERR_INPUT, "unknown type `%.*s`",
                   (int)(word.length < 60 ? word.length : 60), text + word.offset);
    (void)err_hint(err, "the types are string, long, int, ulong, decimal, time, bytes; text in "
                        "front of a key that looks like a statement is quoted: ['a b = ']");
    return err_place(err, word.offset, word.length);
}

static bool compile_statements(struct key_program *program, struct err *err)
{
    const struct outline *outline = &program->outline;
    struct key_scope *scope = &program->scope;
    scope->bindings = mem_new(outline->statement_count, sizeof *scope->bindings);
    scope->binding_count = outline->statement_count;
    for (size_t i = 0; i < outline->statement_count; i++) {
        const struct key_place name = outline->statements[i].name;
        scope->bindings[i].name = bytes_of(program->source + name.offset, name.length);
    }
    for (size_t i = 0; i < outline->statement_count; i++) {
        const struct outline_statement *statement = &outline->statements[i];
        enum value_type type = TYPE_STRING;
        if (statement->type.length > 0 &&
            !type_of_word(program->source, statement->type, &type, err))
            return false;
        struct key_node *value = key_parse(program->graph, scope, statement->value, NULL, err);
        if (value && statement->type.length > 0)
            value = key_node_as_type(program->graph, value, type, err);
        if (!value)
            return false;
        scope->bindings[i].value = value;
        scope->bound = i + 1;
    }
    return true;
}

// How the value is written out.
static bool choose_form(struct key_graph *graph, struct key_component *component, struct err *err)
{
    const enum value_type type = component->value->type;
    const bool is_int = type == TYPE_INT;
    component->node = component->value;
    if (type_is_whole(type) && graph->encoding != ENCODING_TEXT) {
        component->kind = is_int ? COMPONENT_INT : COMPONENT_LONG;
        if (graph->encoding == ENCODING_ORDERED && type != TYPE_ULONG)
            component->flip = is_int ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
        if (component->descending)
            component->flip = ~component->flip;
    } else {
        component->kind = COMPONENT_TEXT;
        if (component->descending)
            component->node = key_node_call(
                graph, &key_desc, &component->value, 1,
                (struct key_place){component->value->offset, component->value->length}, err);
        else if (type == TYPE_STRING && graph->encoding != ENCODING_ORDERED)
            return true;
        else
            component->node = key_node_encoded(graph, component->value, err);
    }
    return component->node != NULL;
}

// Written in brackets, a text alone is a literal, as [_] is.
static bool is_quoted_text(const struct key_program *program, const struct outline_part *part)
{
    const char first = program->source[part->inner.offset];
    const size_t end = part->inner.offset + part->inner.length;
    size_t close = 0;
    struct err ignored = {0};
    return (first == '\'' || first == '"') &&
           lexer_find_close(program->source, part->inner.offset, end, first, &close, &ignored) &&
           close + 1 == end;
}

static void keep_literal(struct key_program *program, size_t part, struct buffer *work)
{
    const struct outline_part *outlined = &program->outline.parts[part];
    struct key_component *component = &program->components[program->count];
    buffer_clear(work);
    if (outlined->kind == PART_LITERAL)
        outline_literal(program->source, &program->outline, part, work);
    else
        lexer_unescape(
            bytes_of(program->source + outlined->inner.offset + 1, outlined->inner.length - 2),
            work);
    if (work->size == 0)
        return;
    *component = (struct key_component){
        .kind = COMPONENT_LITERAL,
        .literal = arena_copy(&program->graph->keep, bytes_of(work->data, work->size)),
    };
    component->text =
        outlined->kind == PART_LITERAL && !outlined->is_sign
            ? component->literal
            : bytes_of(program->source + outlined->whole.offset, outlined->whole.length);
    program->count++;
}

static bool compile_part(struct key_program *program, size_t part, struct buffer *work,
                         struct err *err)
{
    const struct outline_part *outlined = &program->outline.parts[part];
    struct key_graph *graph = program->graph;
    const bool quoted = outlined->kind == PART_BRACKETS && is_quoted_text(program, outlined);
    if (outlined->kind == PART_LITERAL || quoted) {
        keep_literal(program, part, work);
        return true;
    }
    struct key_component *component = &program->components[program->count];
    component->text = bytes_of(program->source + outlined->whole.offset, outlined->whole.length);
    if (outlined->kind == PART_ANGLES) {
        component->value = key_parse_name(
            graph, &program->scope,
            bytes_of(program->source + outlined->inner.offset, outlined->inner.length),
            outlined->inner, err);
    } else {
        graph->in_braces = outlined->kind == PART_BRACES;
        component->value = key_parse(graph, &program->scope, outlined->inner,
                                     graph->in_braces ? NULL : &component->descending, err);
        graph->in_braces = false;
    }
    if (!component->value || !choose_form(graph, component, err))
        return false;
    program->count++;
    return true;
}

static bool compile_key(struct key_program *program, struct err *err)
{
    const struct outline *outline = &program->outline;
    program->components = mem_new(outline->part_count + 1, sizeof *program->components);
    struct buffer work = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < outline->part_count; i++)
        ok = compile_part(program, i, &work, err);
    buffer_done(&work);
    if (!ok || outline->part_count > 0)
        return ok;
    if (outline->statement_count == 0) {
        (void)err_fail(err, ERR_INPUT, "the key program is empty");
        return err_hint(err, "a key is written as components in brackets: [user][ts]");
    }
    const struct key_binding *last = &program->scope.bindings[outline->statement_count - 1];
    struct key_component *component = &program->components[program->count++];
    component->value = last->value;
    uint8_t *text = arena_take(&program->graph->keep, last->name.size + 2);
    text[0] = '[';
    memcpy(text + 1, last->name.data, last->name.size);
    text[last->name.size + 1] = ']';
    component->text = bytes_of(text, last->name.size + 2);
    return choose_form(program->graph, component, err);
}

static bool names_a_field(const struct key_program *program, struct err *err)
{
    for (size_t i = 0; i < program->graph->count; i++) {
        if (program->graph->nodes[i]->is_field && program->graph->nodes[i]->needed)
            return true;
    }
    (void)err_fail(err, ERR_INPUT, "the key names no field: every record would have the same key");
    (void)err_hint(err, "fields stand in brackets: [user][ts]");
    return err_place(err, 0, strlen(program->source));
}

// A literal as it can be read back: in brackets as it was, or bare with what is special escaped.
static void write_literal(const struct key_program *program, size_t index, struct buffer *out)
{
    const struct key_component *component = &program->components[index];
    const struct bytes text = component->text;
    if (text.data != component->literal.data) {
        buffer_append(out, text.data, text.size);
        return;
    }
    for (size_t i = 0; i < text.size; i++) {
        const uint8_t byte = text.data[i];
        const bool at_end =
            (index == 0 && i == 0) || (index + 1 == program->count && i + 1 == text.size);
        if (byte < ' ' || byte == 0x7f || byte == '\\' || (byte == ' ' && at_end) ||
            strchr("[]<{}", byte))
            buffer_format(out, "\\x%02x", byte);
        else
            buffer_byte(out, byte);
    }
}

static void write_text(struct key_program *program)
{
    struct buffer text = {0};
    const struct outline *outline = &program->outline;
    for (size_t i = 0; i < outline->statement_count; i++) {
        const struct outline_statement *statement = &outline->statements[i];
        const size_t from =
            statement->type.length > 0 ? statement->type.offset : statement->name.offset;
        // A name in backquotes begins one byte earlier.
        const size_t quote = from > 0 && program->source[from - 1] == '`' ? 1 : 0;
        outline_squeeze(program->source,
                        (struct key_place){from - quote, statement->value.offset - from + quote},
                        &text);
        outline_squeeze(program->source, statement->value, &text);
        buffer_text(&text, "; ");
    }
    for (size_t i = 0; i < program->count; i++) {
        const struct bytes part = program->components[i].text;
        if (program->components[i].kind == COMPONENT_LITERAL)
            write_literal(program, i, &text);
        else
            outline_squeeze((const char *)part.data, (struct key_place){0, part.size}, &text);
    }
    program->text = buffer_take(&text);
}

struct key_program *key_program_new(const char *text, const struct key_context *context,
                                    struct err *err)
{
    struct key_program *program = mem_new(1, sizeof *program);
    program->source = mem_text(text);
    program->graph = key_graph_new(context, program->source);
    program->scope = (struct key_scope){
        .schema = context->schema,
        .params = program->graph->params,
        .param_count = context->param_count,
    };
    if (!outline_read(program->source, &program->outline, err) ||
        !compile_statements(program, err) || !compile_key(program, err))
        goto failed;
    for (size_t i = 0; i < program->count; i++) {
        if (program->components[i].node)
            key_graph_need(program->graph, program->components[i].node);
    }
    if (!context->constant && !names_a_field(program, err))
        goto failed;
    key_graph_settle(program->graph);
    write_text(program);
    program->facts = key_facts_of(program);
    return program;
failed:
    key_program_free(program);
    return NULL;
}

void key_program_free(struct key_program *program)
{
    if (!program)
        return;
    key_graph_free(program->graph);
    outline_done(&program->outline);
    mem_free(program->scope.bindings);
    mem_free(program->components);
    mem_free(program->source);
    mem_free(program->text);
    mem_free(program);
}

struct key_facts key_program_facts(const struct key_program *program)
{
    return program->facts;
}

const char *key_program_text(const struct key_program *program)
{
    return program->text;
}
