#include "key/layout.h"

#include "base/mem.h"
#include "base/text.h"
#include "key/functions.h"

#include <string.h>

enum { TRIES_MAX = 4096, PIECES_MAX = 1024 };

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
        .width = node->width,
        .nominal = node->nominal_width,
        .ends_itself = is_escape(node) || complemented,
        .complemented = complemented,
        .text = text,
    };
}

static void add_piece(struct layout *layout, struct layout_piece piece)
{
    if (!piece.node && piece.literal.size == 0)
        return;
    layout->pieces = mem_resize(layout->pieces, layout->count + 1, sizeof *layout->pieces);
    layout->pieces[layout->count++] = piece;
}

// What is joined is taken apart like components of their own; also a + '_' + b, which joins twice.
static void add_joined(struct layout *layout, const struct key_node *node, struct bytes text)
{
    if (node->function != &key_concat || node->constant) {
        add_piece(layout, piece_of(node, text));
        return;
    }
    layout->too_many = layout->count > PIECES_MAX;
    for (size_t i = 0; i < node->argument_count && !layout->too_many; i++)
        add_joined(layout, node->arguments[i], text);
}

// Where no literal follows, what is padded is taken to have its width.
static void settle_widths(struct layout *layout)
{
    for (size_t i = 0; i < layout->count; i++) {
        struct layout_piece *piece = &layout->pieces[i];
        const bool delimited = i + 1 < layout->count && !layout->pieces[i + 1].node;
        if (piece->node && piece->width == 0 && !piece->ends_itself && !delimited)
            piece->width = piece->nominal;
    }
}

struct layout layout_of_concat(const struct key_node *node, struct bytes text)
{
    struct layout layout = {0};
    add_joined(&layout, node, text);
    settle_widths(&layout);
    return layout;
}

struct layout layout_of_program(const struct key_program *program)
{
    struct layout layout = {0};
    for (size_t i = 0; i < program->count; i++) {
        const struct key_component *component = &program->components[i];
        if (component->kind == COMPONENT_LITERAL)
            add_piece(&layout, (struct layout_piece){.literal = component->literal,
                                                     .text = component->text});
        else if (component->kind == COMPONENT_TEXT)
            add_joined(&layout, component->node, component->text);
        else
            add_piece(&layout, (struct layout_piece){.node = component->node,
                                                     .is_number = true,
                                                     .flip = component->flip,
                                                     .width = key_component_width(component),
                                                     .text = component->text});
    }
    settle_widths(&layout);
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
    const size_t left = layout->too_many ? 0 : stuck_from_left(layout);
    if (left == layout->count)
        return true;
    if (layout->too_many) {
        *out_first = 0;
        *out_second = layout->count - 1;
        return false;
    }
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

// The next place after `size` bytes where an escaped text may end (all complemented under DESC): a
// zero byte. Where FF follows, it may as well be an escape, as a number near its end begins with
// FF; then the text goes on.
static bool next_own_end(const struct layout_piece *piece, struct bytes rest, size_t *size)
{
    const uint8_t zero = piece->complemented ? 0xff : 0;
    const uint8_t mark = piece->complemented ? 0 : 0xff;
    size_t from = *size;
    if (from > 0 && (from == rest.size || rest.data[from] != mark))
        return false;
    const uint8_t *at = from < rest.size ? memchr(rest.data + from, zero, rest.size - from) : NULL;
    if (!at)
        return false;
    *size = (size_t)(at - rest.data) + 1;
    return true;
}

static bool place_piece(struct layout *layout, size_t i, struct bytes *rest, struct err *err)
{
    struct layout_piece *piece = &layout->pieces[i];
    size_t size = piece->node ? piece->width : piece->literal.size;
    if (varies(piece)) {
        const struct bytes next = layout->pieces[i + 1].literal;
        const uint8_t *at =
            rest->size > 0 ? memmem(rest->data, rest->size, next.data, next.size) : NULL;
        if (!at)
            return misfit(&layout->pieces[i + 1], "it does not hold", err);
        const size_t nominal = piece->nominal;
        const bool padded = nominal > 0 && rest->size >= nominal + next.size &&
                            memcmp(rest->data + nominal, next.data, next.size) == 0;
        size = padded ? nominal : (size_t)(at - rest->data);
    }
    if (size > rest->size)
        return misfit(piece, "it ends within", err);
    piece->found = bytes_of(rest->data, size);
    if (!piece->node && memcmp(rest->data, piece->literal.data, size) != 0)
        return misfit(piece, "another text stands in place of", err);
    *rest = bytes_of(rest->data + size, rest->size - size);
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

// Places the pieces from `i` on, trying the possible ends of texts that end themselves, `tries` in
// all.
static bool locate_from(struct layout *layout, size_t i, struct bytes rest, size_t *tries,
                        struct err *err)
{
    const size_t left = stuck_from_left(layout);
    for (; i < left; i++) {
        struct layout_piece *piece = &layout->pieces[i];
        if (!piece->node || !piece->ends_itself) {
            if (!place_piece(layout, i, &rest, err))
                return false;
            continue;
        }
        struct err first = {0};
        for (size_t size = 0; next_own_end(piece, rest, &size) && *tries > 0;) {
            (*tries)--;
            piece->found = bytes_of(rest.data, size);
            const struct bytes after = bytes_of(rest.data + size, rest.size - size);
            if (locate_from(layout, i + 1, after, tries, &first))
                return true;
        }
        (void)misfit(piece, "no zero byte ends", &first);
        *err = first;
        return false;
    }
    if (left == layout->count)
        return rest.size == 0 ||
               err_fail(err, ERR_INPUT, "the key does not fit: %zu bytes are left over at its end",
                        rest.size);
    if (!locate_from_right(layout, left + 1, &rest, err))
        return false;
    layout->pieces[left].found = rest;
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
    size_t tries = TRIES_MAX;
    return locate_from(layout, 0, key, &tries, err);
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

struct marking {
    bool *readable; // by field
    bool *seen;     // by node: of what is joined
};

static void mark_readable(const struct key_node *node, struct marking *marking);

static void mark_pieces(const struct layout *layout, struct marking *marking)
{
    size_t first;
    size_t second;
    const bool clear = layout_is_clear(layout, &first, &second);
    for (size_t i = 0; i < layout->count; i++) {
        if (layout->pieces[i].node && (clear || i < first || i > second))
            mark_readable(layout->pieces[i].node, marking);
    }
}

static void mark_readable(const struct key_node *node, struct marking *marking)
{
    while (node && !node->constant) {
        if (node->is_field) {
            marking->readable[node->field] = true;
            return;
        }
        if (node->function == &key_concat) {
            if (marking->seen[node->id])
                return;
            marking->seen[node->id] = true;
            struct layout inner = layout_of_concat(node, bytes_of("", 0));
            mark_pieces(&inner, marking);
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
    struct marking marking = {
        .readable = mem_new(graph->context.schema->count, sizeof *marking.readable),
        .seen = mem_new(graph->count, sizeof *marking.seen),
    };
    struct layout layout = layout_of_program(program);
    mark_pieces(&layout, &marking);
    layout_done(&layout);
    bool all = true;
    for (size_t i = 0; i < graph->count; i++) {
        const struct key_node *node = graph->nodes[i];
        if (node->is_field && node->needed)
            all = all && marking.readable[node->field];
    }
    mem_free(marking.readable);
    mem_free(marking.seen);
    return all;
}
