#include "key/layout.h"

#include "base/mem.h"
#include "base/text.h"
#include "key/functions.h"

#include <string.h>

static bool is_escape(const struct key_node *node)
{
    return node->function == &key_encodings[ENCODING_ORDERED] &&
           node->arguments[0]->type == TYPE_STRING;
}

static struct layout_piece piece_of(const struct key_node *node, struct bytes text)
{
    if (node->constant && type_is_text(node->type))
        return (struct layout_piece){.literal = node->column.texts[0], .text = text};
    const bool complemented = node->function == &key_desc && is_escape(node->arguments[0]);
    return (struct layout_piece){
        .node = node,
        .width = node->width > 0 ? node->width : node->nominal_width,
        .ends_itself = is_escape(node) || complemented,
        .complemented = complemented,
        .text = text,
    };
}

static void add_piece(struct layout *layout, struct layout_piece piece)
{
    if (!piece.node && piece.literal.size == 0)
        return;
    layout->pieces[layout->count++] = piece;
}

static void add_concat(struct layout *layout, const struct key_node *node, struct bytes text)
{
    for (size_t i = 0; i < node->argument_count; i++)
        add_piece(layout, piece_of(node->arguments[i], text));
}

struct layout layout_of_concat(const struct key_node *node, struct bytes text)
{
    struct layout layout = {.pieces = mem_new(node->argument_count, sizeof *layout.pieces)};
    add_concat(&layout, node, text);
    return layout;
}

struct layout layout_of_program(const struct key_program *program)
{
    size_t room = 0;
    for (size_t i = 0; i < program->count; i++)
        room += 1 + (program->components[i].node ? program->components[i].node->argument_count : 0);
    struct layout layout = {.pieces = mem_new(room, sizeof *layout.pieces)};
    for (size_t i = 0; i < program->count; i++) {
        const struct key_component *component = &program->components[i];
        if (component->kind == COMPONENT_LITERAL) {
            add_piece(&layout, (struct layout_piece){.literal = component->literal,
                                                     .text = component->text});
        } else if (component->kind == COMPONENT_TEXT) {
            // What is joined in one component is taken apart like components of their own.
            if (component->node->function == &key_concat && !component->node->constant)
                add_concat(&layout, component->node, component->text);
            else
                add_piece(&layout, piece_of(component->node, component->text));
        } else {
            add_piece(&layout, (struct layout_piece){.node = component->node,
                                                     .is_number = true,
                                                     .flip = component->flip,
                                                     .width = key_component_width(component),
                                                     .text = component->text});
        }
    }
    return layout;
}

void layout_done(struct layout *layout)
{
    mem_free(layout->pieces);
    *layout = (struct layout){0};
}

static bool varies(const struct layout_piece *piece)
{
    return piece->node && piece->width == 0 && !piece->ends_itself;
}

// The first piece, from the left, whose end cannot be found from there; `count` where there is
// none.
static size_t stuck_from_left(const struct layout *layout)
{
    for (size_t i = 0; i < layout->count; i++) {
        const bool delimited = i + 1 < layout->count && !layout->pieces[i + 1].node;
        if (varies(&layout->pieces[i]) && !delimited)
            return i;
    }
    return layout->count;
}

// The last piece, from the right, whose beginning cannot be found from there.
static size_t stuck_from_right(const struct layout *layout, size_t left)
{
    size_t i = layout->count - 1;
    for (; i > left; i--) {
        const struct layout_piece *piece = &layout->pieces[i];
        if (piece->ends_itself || (varies(piece) && layout->pieces[i - 1].node))
            break;
    }
    return i;
}

bool layout_is_clear(const struct layout *layout, size_t *out_first, size_t *out_second)
{
    const size_t left = stuck_from_left(layout);
    if (left == layout->count)
        return true;
    *out_first = left;
    *out_second = stuck_from_right(layout, left);
    return *out_first == *out_second;
}

static bool misfit(const struct layout_piece *piece, const char *what, struct err *err)
{
    (void)err_fail(err, ERR_INPUT, "the key does not fit: %s %.*s", what,
                   (int)(piece->text.size < 80 ? piece->text.size : 80),
                   (const char *)piece->text.data);
    return false;
}

// The end of an escaped text: its zero byte that no FF follows (all complemented under DESC).
static bool find_own_end(const struct layout_piece *piece, struct bytes rest, size_t *out_size)
{
    const uint8_t zero = piece->complemented ? 0xff : 0;
    const uint8_t mark = piece->complemented ? 0 : 0xff;
    for (size_t i = 0; i < rest.size; i++) {
        if (rest.data[i] != zero)
            continue;
        if (i + 1 == rest.size || rest.data[i + 1] != mark) {
            *out_size = i + 1;
            return true;
        }
        i++;
    }
    return false;
}

static bool locate_from_left(struct layout *layout, size_t end, struct bytes *rest, struct err *err)
{
    for (size_t i = 0; i < end; i++) {
        struct layout_piece *piece = &layout->pieces[i];
        size_t size = piece->node ? piece->width : piece->literal.size;
        if (piece->node && piece->ends_itself) {
            if (!find_own_end(piece, *rest, &size))
                return misfit(piece, "no zero byte ends", err);
        } else if (varies(piece)) {
            const struct bytes next = layout->pieces[i + 1].literal;
            const uint8_t *at =
                rest->size > 0 ? memmem(rest->data, rest->size, next.data, next.size) : NULL;
            if (!at)
                return misfit(&layout->pieces[i + 1], "it does not hold", err);
            size = (size_t)(at - rest->data);
        }
        if (size > rest->size)
            return misfit(piece, "it ends within", err);
        piece->found = bytes_of(rest->data, size);
        if (!piece->node && memcmp(rest->data, piece->literal.data, size) != 0)
            return misfit(piece, "another text stands in place of", err);
        *rest = bytes_of(rest->data + size, rest->size - size);
    }
    return true;
}

// The last place of `wanted`; rest.size where there is none.
static size_t find_last(struct bytes rest, struct bytes wanted)
{
    for (size_t i = rest.size >= wanted.size ? rest.size - wanted.size + 1 : 0; i-- > 0;) {
        if (memcmp(rest.data + i, wanted.data, wanted.size) == 0)
            return i;
    }
    return rest.size;
}

static bool locate_from_right(struct layout *layout, size_t begin, struct bytes *rest,
                              struct err *err)
{
    for (size_t i = layout->count; i-- > begin;) {
        struct layout_piece *piece = &layout->pieces[i];
        size_t size = piece->node ? piece->width : piece->literal.size;
        if (varies(piece)) {
            const struct bytes before = layout->pieces[i - 1].literal;
            const size_t at = find_last(*rest, before);
            if (at == rest->size)
                return misfit(&layout->pieces[i - 1], "it does not hold", err);
            size = rest->size - at - before.size;
        }
        if (size > rest->size)
            return misfit(piece, "it is too short for", err);
        rest->size -= size;
        piece->found = bytes_of(rest->data + rest->size, size);
        if (!piece->node && memcmp(piece->found.data, piece->literal.data, size) != 0)
            return misfit(piece, "another text stands in place of", err);
    }
    return true;
}

bool layout_locate(struct layout *layout, struct bytes key, struct err *err)
{
    size_t first;
    size_t second;
    if (!layout_is_clear(layout, &first, &second)) {
        const struct bytes a = layout->pieces[first].text;
        const struct bytes b = layout->pieces[second].text;
        (void)err_fail(err, ERR_INPUT,
                       "%.*s and %.*s vary in width, and nothing tells where one ends",
                       (int)(a.size < 80 ? a.size : 80), (const char *)a.data,
                       (int)(b.size < 80 ? b.size : 80), (const char *)b.data);
        return err_hint(err, "a delimiter between them, or a fixed width for the first, would");
    }
    struct bytes rest = key;
    const size_t left = stuck_from_left(layout);
    if (!locate_from_left(layout, left, &rest, err))
        return false;
    if (left < layout->count) {
        if (!locate_from_right(layout, left + 1, &rest, err))
            return false;
        layout->pieces[left].found = rest;
    } else if (rest.size > 0) {
        return err_fail(err, ERR_INPUT, "the key does not fit: %zu bytes are left over at its end",
                        rest.size);
    }
    return true;
}

const struct key_node *layout_argument(const struct key_node *node)
{
    const struct key_node *found = NULL;
    for (size_t i = 0; i < node->argument_count; i++) {
        if (node->arguments[i]->constant)
            continue;
        if (found)
            return NULL;
        found = node->arguments[i];
    }
    return found;
}

// --- what can be read back at all ---

static void mark_readable(const struct key_node *node, bool *readable, int depth);

static void mark_pieces(struct layout *layout, bool *readable, int depth)
{
    size_t first;
    size_t second;
    const bool clear = layout_is_clear(layout, &first, &second);
    for (size_t i = 0; i < layout->count; i++) {
        if (layout->pieces[i].node && (clear || i < first || i > second))
            mark_readable(layout->pieces[i].node, readable, depth);
    }
}

static void mark_readable(const struct key_node *node, bool *readable, int depth)
{
    enum { CONCAT_DEPTH_MAX = 8 };
    while (node && !node->constant) {
        if (node->is_field) {
            readable[node->field] = true;
            return;
        }
        if (node->function == &key_concat && depth < CONCAT_DEPTH_MAX) {
            struct layout inner = layout_of_concat(node, bytes_of("", 0));
            mark_pieces(&inner, readable, depth + 1);
            layout_done(&inner);
            return;
        }
        if (!node->function->invert || !(node->properties & KEY_INJECTIVE))
            return;
        node = layout_argument(node);
    }
}

bool key_layout_is_invertible(const struct key_program *program)
{
    const struct key_graph *graph = program->graph;
    bool *readable = mem_new(graph->context.schema->count, sizeof *readable);
    struct layout layout = layout_of_program(program);
    mark_pieces(&layout, readable, 0);
    layout_done(&layout);
    bool all = true;
    for (size_t i = 0; i < graph->count; i++) {
        const struct key_node *node = graph->nodes[i];
        if (node->is_field && node->needed)
            all = all && readable[node->field];
    }
    mem_free(readable);
    return all;
}
