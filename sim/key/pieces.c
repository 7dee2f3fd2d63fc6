// What the pieces of a key are, and how they follow the fields.
#include "key/pieces.h"

#include "base/mem.h"
#include "key/domain.h"
#include "key/functions.h"

#include <math.h>
#include <string.h>

enum { PIECES_MAX = 256 };

// --- taking the key apart ---

static bool is_escape(const struct key_node *node)
{
    return node->function == &key_encodings[ENCODING_ORDERED] &&
           node->arguments[0]->type == TYPE_STRING;
}

static bool is_spelling(const struct key_function *function)
{
    return function == &key_to_text || function == &key_desc ||
           function == &key_encodings[ENCODING_BINARY] ||
           function == &key_encodings[ENCODING_TEXT] ||
           function == &key_encodings[ENCODING_ORDERED];
}

const struct key_node *key_spelled_value(const struct key_node *node)
{
    while (is_spelling(node->function))
        node = node->arguments[0];
    return node;
}

static void add_literal(struct key_pieces *pieces, struct bytes literal, struct bytes text)
{
    if (literal.size == 0)
        return;
    pieces->items = mem_resize(pieces->items, pieces->count + 1, sizeof *pieces->items);
    pieces->items[pieces->count++] = (struct piece){
        .shown = {.text = text,
                  .is_literal = true,
                  .literal = literal,
                  .width = literal.size,
                  .is_closed = true,
                  .end_byte = -1},
    };
}

static void add_value(struct key_pieces *pieces, struct key_node *node,
                      const struct key_component *number, bool escaped, struct bytes text)
{
    const bool complemented = node->function == &key_desc && is_escape(node->arguments[0]);
    size_t width = number ? key_component_width(number) : node->width;
    if (escaped && !node->ascii)
        width = 0;
    pieces->items = mem_resize(pieces->items, pieces->count + 1, sizeof *pieces->items);
    pieces->items[pieces->count++] = (struct piece){
        .shown = {.text = text,
                  .width = width,
                  .is_closed = width > 0 || (!number && (node->properties & KEY_ENDS_ITSELF)),
                  .end_byte = number            ? -1
                              : is_escape(node) ? 0
                              : complemented    ? 0xff
                                                : -1,
                  .is_number = !type_is_text(key_spelled_value(node)->type)},
        .number = number,
        .node = node,
        .escaped = escaped,
    };
}

static struct bytes escaped_copy(struct key_pieces *pieces, struct bytes text)
{
    const size_t size = key_escape_size(text);
    uint8_t *out = arena_take(&pieces->keep, size);
    key_escape(text, out);
    return bytes_of(out, size - 1);
}

static void add_text(struct key_pieces *pieces, struct key_node *node, bool escaped,
                     struct bytes text)
{
    if (node->function == &key_concat && !node->constant && pieces->count < PIECES_MAX) {
        for (size_t i = 0; i < node->argument_count; i++)
            add_text(pieces, node->arguments[i], escaped,
                     key_node_source(pieces->graph, node->arguments[i]));
    } else if (node->constant && type_is_text(node->type)) {
        const struct bytes literal = node->column.texts[0];
        add_literal(pieces, escaped ? escaped_copy(pieces, literal) : literal, text);
    } else {
        add_value(pieces, node, NULL, escaped, text);
    }
}

static void add_component(struct key_pieces *pieces, const struct key_component *component)
{
    struct key_node *node = component->node;
    if (component->kind == COMPONENT_LITERAL) {
        add_literal(pieces, component->literal, component->text);
    } else if (component->kind != COMPONENT_TEXT) {
        add_value(pieces, node, component, false, component->text);
    } else if (is_escape(node) && node->arguments[0]->function == &key_concat && !node->constant) {
        add_text(pieces, node->arguments[0], true, component->text);
        add_literal(pieces, arena_copy(&pieces->keep, bytes_of("", 1)), bytes_of("\\x00", 4));
    } else {
        add_text(pieces, node, false, component->text);
    }
}

// Whether the next piece may begin with `byte`, so that the end of a text before it is in doubt.
static bool may_begin_with(const struct piece *piece, uint8_t byte)
{
    if (piece->shown.is_literal)
        return piece->shown.literal.data[0] == byte;
    if (piece->number) {
        const struct key_component *number = piece->number;
        const unsigned shift = number->kind == COMPONENT_INT ? 24 : 56;
        const uint8_t first = (uint8_t)(((uint64_t)piece->node->min ^ number->flip) >> shift);
        const uint8_t last = (uint8_t)(((uint64_t)piece->node->max ^ number->flip) >> shift);
        const bool signed_raw = number->flip == 0 || number->flip == ~UINT64_C(0);
        return !piece->node->bounded || first == byte || last == byte ||
               (signed_raw && piece->node->min < 0);
    }
    return !piece->node->ascii || piece->node->width == 0;
}

// Texts that end themselves are closed where the next piece cannot be taken for an escape.
static void close_texts(struct key_pieces *pieces)
{
    for (size_t i = 0; i < pieces->count; i++) {
        struct key_piece *piece = &pieces->items[i].shown;
        if (piece->end_byte >= 0 && i + 1 < pieces->count)
            piece->is_closed = piece->is_closed ||
                               !may_begin_with(&pieces->items[i + 1], (uint8_t)~piece->end_byte);
        else if (i + 1 == pieces->count)
            piece->is_closed = true;
    }
}

struct key_pieces *key_pieces_new(struct key_program *program)
{
    struct key_pieces *pieces = mem_new(1, sizeof *pieces);
    pieces->program = program;
    pieces->graph = program->graph;
    pieces->pins.graph = pieces->single.graph = program->graph;
    for (size_t i = 0; i < program->count; i++)
        add_component(pieces, &program->components[i]);
    close_texts(pieces);
    return pieces;
}

void key_pieces_free(struct key_pieces *pieces)
{
    if (!pieces)
        return;
    key_pins_done(&pieces->pins);
    key_pins_done(&pieces->single);
    arena_done(&pieces->keep);
    mem_free(pieces->digits);
    mem_free(pieces->items);
    mem_free(pieces);
}

size_t key_pieces_count(const struct key_pieces *pieces)
{
    return pieces->count;
}

const struct key_piece *key_piece_at(const struct key_pieces *pieces, size_t piece)
{
    return &pieces->items[piece].shown;
}

bool key_piece_reads(const struct key_pieces *pieces, size_t piece, size_t field)
{
    const struct key_node *root = pieces->items[piece].node;
    if (!root)
        return false;
    bool *seen = mem_new(root->id + 1, sizeof *seen);
    bool reads = false;
    seen[root->id] = true;
    for (size_t i = root->id + 1; i-- > 0;) {
        const struct key_node *node = pieces->graph->nodes[i];
        if (!seen[i])
            continue;
        reads = reads || (node->is_field && node->field == field);
        for (size_t j = 0; j < node->argument_count; j++)
            seen[node->arguments[j]->id] = true;
    }
    mem_free(seen);
    return reads;
}

double key_pieces_most_keys(const struct key_pieces *pieces, const double *distinct)
{
    double most = 1;
    for (size_t i = 0; i < pieces->graph->count; i++) {
        const struct key_node *node = pieces->graph->nodes[i];
        double values = 1;
        if (node->needed && node->is_field)
            values = distinct[node->field];
        else if (node->needed && (node->properties & KEY_RANDOM))
            values = (double)key_own_values(pieces->graph, node);
        most *= values > 0 ? values : INFINITY;
    }
    return most;
}

// --- from a piece down to a field ---

struct key_node *key_only_argument(const struct key_node *node)
{
    struct key_node *found = NULL;
    for (size_t i = 0; i < node->argument_count; i++) {
        if (node->arguments[i]->constant)
            continue;
        if (found)
            return NULL;
        found = node->arguments[i];
    }
    return found;
}

struct key_chain key_chain_of(const struct key_pieces *pieces, struct key_node *node, size_t field)
{
    (void)pieces;
    struct key_chain chain = {0};
    while (node && chain.count < KEY_CHAIN_MAX && !(node->properties & KEY_RANDOM)) {
        chain.nodes[chain.count++] = node;
        if (node->is_field)
            return node->field == field ? chain : (struct key_chain){0};
        node = key_only_argument(node);
    }
    return (struct key_chain){0};
}

static bool node_follows(const struct key_node *node)
{
    const bool whole = type_is_whole(key_only_argument(node)->type) ||
                       key_only_argument(node)->type == TYPE_DECIMAL;
    struct key_stretch ignored;
    if (node->properties & (KEY_KEEPS_ORDER | KEY_REVERSES_ORDER))
        return true;
    return whole && node->function->stretch && node->function->stretch(node, 1, &ignored) != 0;
}

bool key_chain_follows(const struct key_chain *chain)
{
    for (size_t i = 0; i + 1 < chain->count; i++) {
        if (!node_follows(chain->nodes[i]))
            return false;
        // A decimal's order is that of its value, which only some functions look at.
        if (chain->nodes[i + 1]->type == TYPE_DECIMAL &&
            !(chain->nodes[i]->properties & KEY_BY_VALUE))
            return false;
    }
    return chain->count > 0;
}

int key_chain_direction(const struct key_chain *chain)
{
    int direction = 1;
    for (size_t i = 0; i + 1 < chain->count; i++) {
        const struct key_node *node = chain->nodes[i];
        struct key_stretch ignored;
        if (node->properties & KEY_KEEPS_ORDER)
            continue;
        if ((node->properties & KEY_REVERSES_ORDER) ||
            (node->function->stretch && node->function->stretch(node, 1, &ignored) < 0))
            direction = -direction;
    }
    return direction;
}

// Whether a number in the key is in order over all its values.
static bool number_always(const struct piece *piece)
{
    if (!piece->number || node_is_natural(piece->node))
        return true;
    const unsigned sign = piece->number->kind == COMPONENT_INT ? 31 : 63;
    return (piece->number->flip >> sign & 1) != (piece->number->flip & 1);
}

// A decimal as it is spelled.
static bool is_spelled_decimal(const struct key_chain *chain)
{
    const struct key_node *field = chain->nodes[chain->count - 1];
    for (size_t i = 0; i + 1 < chain->count; i++) {
        if (key_spelled_value(chain->nodes[i]) != field || chain->nodes[i]->function == &key_desc)
            return false;
    }
    return field->type == TYPE_DECIMAL;
}

static bool is_injective(const struct key_chain *chain)
{
    for (size_t i = 0; i + 1 < chain->count; i++) {
        const struct key_node *node = chain->nodes[i];
        const bool padded = node->nominal_width > 0 && type_is_text(node->arguments[0]->type);
        if (!(node->properties & KEY_INJECTIVE) || (node->properties & KEY_BY_CHARACTER) || padded)
            return false;
    }
    return true;
}

bool key_chain_begins(const struct key_chain *chain, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!chain->nodes[i]->function->begins)
            return false;
    }
    return type_is_text(chain->nodes[chain->count - 1]->type);
}

struct key_course key_piece_course(const struct key_pieces *pieces, size_t piece, size_t field)
{
    const struct piece *item = &pieces->items[piece];
    const struct key_chain chain = key_chain_of(pieces, item->node, field);
    struct key_course course = {0};
    if (chain.count == 0)
        return course;
    const size_t functions = chain.count - 1;
    const int component = item->number && item->number->descending ? -1 : 1;
    course.injective = is_injective(&chain);
    course.by_range = key_chain_follows(&chain) || is_spelled_decimal(&chain);
    course.reversed = key_chain_direction(&chain) * component < 0;
    course.always = key_chain_follows(&chain) && number_always(item);
    for (size_t i = 0; i < functions; i++)
        course.always = course.always &&
                        (chain.nodes[i]->properties & (KEY_KEEPS_ORDER | KEY_REVERSES_ORDER)) != 0;
    course.by_prefix = key_chain_begins(&chain, functions);
    course.by_suffix = functions > 0 && key_chain_begins(&chain, functions - 1) &&
                       (chain.nodes[functions - 1]->properties & KEY_TURNS);
    // A decimal has several spellings, and a decimal alone says nothing of its order.
    if (chain.nodes[functions]->type == TYPE_DECIMAL)
        course.injective = course.always = false;
    return course;
}
