// Which bytes the values of an interval have in a piece of a key.
#include "base/key_batch.h"
#include "base/mem.h"
#include "key/functions.h"
#include "key/pieces.h"

#include <string.h>

enum { SPANS_MAX = 64, DECIMAL_TEXT_BYTES = 24, INTEGER_DIGITS_MAX = 19 };

void key_spans_done(struct key_spans *spans)
{
    mem_free(spans->items);
    arena_done(&spans->storage);
    buffer_done(&spans->work);
    *spans = (struct key_spans){0};
}

static struct key_span *add_span(struct key_spans *spans)
{
    if (spans->count == spans->capacity) {
        spans->capacity = spans->capacity > 0 ? 2 * spans->capacity : 4;
        spans->items = mem_resize(spans->items, spans->capacity, sizeof *spans->items);
    }
    spans->items[spans->count] = (struct key_span){0};
    return &spans->items[spans->count++];
}

void key_piece_append(const struct piece *piece, size_t row, struct buffer *out)
{
    const struct key_node *node = piece->node;
    if (!node) {
        buffer_append(out, piece->shown.literal.data, piece->shown.literal.size);
    } else if (piece->number) {
        uint8_t room[8];
        const struct bytes number = key_component_at(piece->number, row, room);
        buffer_append(out, number.data, number.size);
    } else if (!piece->escaped) {
        buffer_append(out, node->column.texts[row].data, node->column.texts[row].size);
    } else {
        const struct bytes text = node->column.texts[row];
        for (size_t i = 0; i < text.size; i++) {
            buffer_byte(out, text.data[i]);
            if (text.data[i] == 0)
                buffer_byte(out, 0xff);
        }
    }
}

static struct bytes piece_bytes(const struct piece *piece, size_t row, struct key_spans *spans)
{
    buffer_clear(&spans->work);
    key_piece_append(piece, row, &spans->work);
    return arena_copy(&spans->storage, bytes_of(spans->work.data, spans->work.size));
}

static bool is_faulty(const struct piece *piece, size_t row)
{
    return piece->node && piece->node->has_faults && piece->node->faults[row] != 0;
}

// --- whole numbers ---

// The bytes of rows 0 and 1, in their order.
static bool add_ends(const struct piece *piece, struct key_spans *spans)
{
    if (is_faulty(piece, 0) || is_faulty(piece, 1))
        return false;
    struct bytes first = piece_bytes(piece, 0, spans);
    struct bytes last = piece_bytes(piece, 1, spans);
    if (key_compare(first, last) > 0) {
        const struct bytes turned = first;
        first = last;
        last = turned;
    }
    *add_span(spans) =
        (struct key_span){.has_last = true, .first = first, .last = last, .closed = true};
    return true;
}

static bool number_spans(struct key_pieces *pieces, const struct piece *piece,
                         const struct key_chain *chain, const struct key_interval *interval,
                         struct key_spans *spans)
{
    wide_int low;
    wide_int high;
    const struct key_node *field = chain->nodes[chain->count - 1];
    key_interval_numbers(pieces, field->field, interval, &low, &high);
    while (low <= high) {
        wide_int end;
        if (spans->count == SPANS_MAX || !key_chain_stretch(pieces, piece, chain, low, high, &end))
            return false;
        key_single_number(pieces, 0, low);
        key_single_number(pieces, 1, end);
        key_single_run(pieces, 2);
        if (!add_ends(piece, spans))
            return false;
        low = end + 1;
    }
    return true;
}

// --- decimals ---

struct bytes key_decimal_text(int64_t scaled, uint8_t scale, struct arena *arena)
{
    uint8_t *text = arena_take(arena, DECIMAL_TEXT_BYTES);
    return bytes_of(text, key_write_decimal(text, scaled, scale));
}

// By its value: both ends must lie in one stretch.
static bool value_spans(struct key_pieces *pieces, const struct piece *piece,
                        const struct key_chain *chain, const struct key_interval *interval,
                        struct key_spans *spans)
{
    if (!interval->has_low || !interval->has_high)
        return false;
    key_single_set(pieces, 0, &interval->low);
    key_single_set(pieces, 1, &interval->high);
    key_single_run(pieces, 2);
    for (size_t i = chain->count; i-- > 0;) {
        const struct key_node *node = chain->nodes[i];
        struct key_stretch stretch;
        if (type_is_text(node->type))
            continue;
        const wide_int last = key_number_at(node, 1);
        if (!key_stretch_of(piece, chain, i, key_number_at(node, 0), &stretch) ||
            last < stretch.first || last > stretch.last)
            return false;
    }
    return add_ends(piece, spans);
}

static void strip_zeros(struct key_given *value)
{
    while (value->scale > 0 && value->number % 10 == 0) {
        value->number /= 10;
        value->scale--;
    }
}

static size_t integer_digits(const struct key_given *value)
{
    size_t digits = 1;
    for (wide_int whole = key_decimal_floor(value->number, value->scale); whole > 9; whole /= 10)
        digits++;
    return digits;
}

// Texts of as many digits before the point are in the order of their values; zeros behind the last
// digit sort after it.
static void spelled_spans(const struct key_interval *interval, struct key_spans *spans)
{
    struct key_given low = interval->has_low ? interval->low : (struct key_given){.number = -1};
    struct key_given high = interval->high;
    strip_zeros(&low);
    strip_zeros(&high);
    if (low.number <= 0) // zero may be written with a minus
        *add_span(spans) = (struct key_span){
            .has_last = true, .first = bytes_of("-", 1), .last = bytes_of("-", 1), .open = true};
    if (low.number < 0)
        low = (struct key_given){0};
    if (interval->has_high && high.number < 0)
        return;
    const size_t most = interval->has_high ? integer_digits(&high) : INTEGER_DIGITS_MAX;
    for (size_t digits = integer_digits(&low); digits <= most; digits++) {
        struct key_span *span = add_span(spans);
        uint8_t *first = arena_take(&spans->storage, INTEGER_DIGITS_MAX);
        uint8_t *last = arena_take(&spans->storage, INTEGER_DIGITS_MAX);
        memset(first, '0', digits);
        memset(last, '9', digits);
        first[0] = digits > 1 ? '1' : '0';
        *span = (struct key_span){.has_last = true,
                                  .first = bytes_of(first, digits),
                                  .last = bytes_of(last, digits),
                                  .open = true,
                                  .least = digits};
        if (digits == integer_digits(&low))
            span->first = key_decimal_text(low.number, low.scale, &spans->storage);
        if (digits == most && interval->has_high)
            span->last = key_decimal_text(high.number, high.scale, &spans->storage);
    }
}

// --- texts ---

// Goes through the functions from the field outwards; the bytes that the piece begins with.
static struct bytes begin_of(const struct piece *piece, const struct key_chain *chain,
                             size_t functions, struct bytes text, struct arena *arena)
{
    for (size_t i = functions; i-- > 0;)
        text = chain->nodes[i]->function->begins(chain->nodes[i], text, arena);
    if (!piece->escaped)
        return arena_copy(arena, text);
    const size_t size = key_escape_size(text);
    uint8_t *out = arena_take(arena, size);
    key_escape(text, out);
    return bytes_of(out, size - 1);
}

// How much of an end of the interval is sure to count: where characters are cut only ASCII is cut
// alike in all texts, and complemented a zero byte cannot be told from the end.
static struct bytes sure_part(const struct key_chain *chain, struct bytes text, bool reversed)
{
    bool by_character = false;
    for (size_t i = 0; i + 1 < chain->count; i++)
        by_character = by_character || (chain->nodes[i]->properties & KEY_BY_CHARACTER);
    size_t size = 0;
    while (size < text.size && (!by_character || text.data[size] < 0x80) &&
           (!reversed || text.data[size] != 0))
        size++;
    return bytes_of(text.data, size);
}

static bool text_spans(struct key_pieces *pieces, const struct piece *piece,
                       const struct key_chain *chain, const struct key_interval *interval,
                       struct key_spans *spans)
{
    const bool reversed = key_chain_direction(chain) < 0;
    const struct key_given ends[] = {interval->low, interval->high};
    const bool given[] = {interval->has_low, interval->has_high};
    const bool is_out[] = {interval->low_open, interval->high_open};
    struct bytes bytes[] = {bytes_of("", 0), bytes_of("", 0)};
    bool cut[] = {false, false};
    for (size_t i = 0; i < 2; i++) {
        const struct bytes sure = sure_part(chain, ends[i].text, reversed);
        if (!given[i])
            continue;
        cut[i] = sure.size < ends[i].text.size;
        if (cut[i] && !key_chain_begins(chain, chain->count - 1))
            return false;
        key_single_set(pieces, 0, &ends[i]);
        key_single_run(pieces, 1);
        if (is_faulty(piece, 0))
            return false;
        bytes[i] = cut[i] ? begin_of(piece, chain, chain->count - 1, sure, &spans->storage)
                          : piece_bytes(piece, 0, spans);
    }
    *add_span(spans) = (struct key_span){
        .has_last = given[!reversed],
        .first = bytes[reversed],
        .last = bytes[!reversed],
        .open = cut[!reversed],
        .first_out = is_out[reversed] && !cut[reversed],
        .last_out = is_out[!reversed] && !cut[!reversed],
        .closed = piece->shown.is_closed,
        .even = piece->shown.width > 0,
        .least = piece->node->nominal_width,
    };
    return true;
}

// An end that is outside is so in the key too where different texts have different bytes. Texts of
// varying length are not turned round strictly: what begins a text sorts before it either way.
static void mind_open_ends(const struct key_course *course, struct key_span *span)
{
    if (course->injective && (!course->reversed || span->even))
        return;
    span->first_out = false;
    span->last_out = false;
}

// --- all of them ---

bool key_piece_spans(struct key_pieces *pieces, size_t index, size_t field,
                     const struct key_interval *interval, struct key_spans *spans)
{
    const struct piece *piece = &pieces->items[index];
    const struct key_chain chain = key_chain_of(pieces, piece->node, field);
    arena_reset(&spans->storage);
    spans->count = 0;
    const struct key_course course = key_piece_course(pieces, index, field);
    if (!course.by_range)
        return false;
    struct key_node *node = chain.nodes[chain.count - 1];
    if (node->type == TYPE_DECIMAL && !key_chain_follows(&chain)) {
        spelled_spans(interval, spans);
        return true;
    }
    key_single_hold(pieces, node);
    bool ok;
    if (type_is_text(node->type))
        ok = text_spans(pieces, piece, &chain, interval, spans);
    else if (node->type == TYPE_DECIMAL)
        ok = value_spans(pieces, piece, &chain, interval, spans);
    else
        ok = number_spans(pieces, piece, &chain, interval, spans);
    key_single_release(pieces);
    for (size_t i = 0; i < spans->count; i++)
        mind_open_ends(&course, &spans->items[i]);
    return ok;
}

bool key_piece_affix_span(struct key_pieces *pieces, size_t index, size_t field, struct bytes affix,
                          bool is_suffix, struct key_spans *spans)
{
    const struct piece *piece = &pieces->items[index];
    const struct key_chain chain = key_chain_of(pieces, piece->node, field);
    const struct key_course course = key_piece_course(pieces, index, field);
    arena_reset(&spans->storage);
    spans->count = 0;
    if (is_suffix ? !course.by_suffix : !course.by_prefix)
        return false;
    size_t functions = chain.count - 1;
    struct key_value begin = {.text = affix};
    if (is_suffix) {
        // It must begin between characters, or what comes before it belongs to its first one.
        const struct key_node *turning = chain.nodes[--functions];
        const struct key_run run = {.graph = pieces->graph, .arena = &spans->storage};
        if (affix.size > 0 && (affix.data[0] & 0xc0) == 0x80)
            return false;
        (void)turning->function->invert(turning, (struct key_value){.text = affix}, &run, &begin);
    }
    const struct bytes bytes = begin_of(piece, &chain, functions, begin.text, &spans->storage);
    *add_span(spans) = (struct key_span){
        .has_last = true, .first = bytes, .last = bytes, .open = true, .least = bytes.size};
    return true;
}
