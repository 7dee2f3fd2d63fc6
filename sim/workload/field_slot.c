#include "workload/field_slot.h"

#include "base/mem.h"
#include "workload/arena.h"
#include "workload/value.h"

#include <inttypes.h>
#include <string.h>

static bool is_text(enum value_type type)
{
    return type == TYPE_STRING || type == TYPE_BYTES;
}

static bool open_format(struct field_slot *slot, struct err *err)
{
    if (!slot->plan->format)
        return true;
    if (!number_format_read(slot->plan->format, &slot->format, err))
        return false;
    slot->has_format = true;
    if (!is_text(slot->to))
        return err_fail(err, ERR_INPUT, "format `%s` makes a string, but the type is %s",
                        slot->plan->format, value_type_name(slot->to));
    if (slot->format.conversion != 's' && (is_text(slot->from) || slot->from == TYPE_DECIMAL))
        return err_fail(err, ERR_INPUT, "format `%s` needs whole numbers, but %s gives %s",
                        slot->plan->format, slot->plan->generator->name,
                        is_text(slot->from) ? "texts: use %s" : "decimals: use %s");
    return true;
}

bool field_slot_open(struct field_slot *slot, const struct field_plan *plan, bool is_text_default,
                     const struct generator_context *context, struct err *err)
{
    const struct generator *generator = plan->generator;
    *slot = (struct field_slot){.plan = plan};
    slot->state = generator->open(plan->config, context, err);
    if (slot->state) {
        slot->from = generator->type_of ? generator->type_of(slot->state) : generator->type;
        slot->to = plan->type_given                  ? plan->type
                   : is_text_default || plan->format ? TYPE_STRING
                                                     : slot->from;
    }
    if (!slot->state || !open_format(slot, err)) {
        field_slot_done(slot);
        return plan->name ? err_context(err, "field `%s`", plan->name) : false;
    }
    slot->converts = slot->has_format || slot->from != slot->to;
    if (slot->converts) {
        struct field field = {.type = slot->from};
        batch_init(&slot->scratch, &(struct schema){.fields = &field, .count = 1});
    }
    return true;
}

void field_slot_done(struct field_slot *slot)
{
    if (!slot->plan)
        return;
    slot->plan->generator->close(slot->state);
    number_format_done(&slot->format);
    buffer_done(&slot->decoded);
    if (slot->converts)
        batch_done(&slot->scratch);
    *slot = (struct field_slot){0};
}

static bool fail_value(const struct field_slot *slot, const struct batch *batch, size_t row,
                       struct bytes text, struct err *err)
{
    struct buffer shown = {0};
    value_show(&shown, text);
    err_fail(err, ERR_INPUT, "field `%s`, record %" PRIu64 ": `%s`, expected %s",
             slot->plan->name ? slot->plan->name : "rest", batch->record[row] + 1,
             (char *)shown.data, value_expected(slot->to));
    buffer_done(&shown);
    return false;
}

static bool texts_to_numbers(struct field_slot *slot, const struct batch *batch,
                             const struct column *from, struct column *out, struct err *err)
{
    for (size_t i = 0; i < batch->count; i++) {
        struct value value = {0};
        if (!value_read(slot->to, from->texts[i], &slot->decoded, &value))
            return fail_value(slot, batch, i, from->texts[i], err);
        out->numbers[i] = value.number;
        if (out->scales)
            out->scales[i] = value.scale;
        if (out->texts)
            out->texts[i] = from->texts[i];
    }
    return true;
}

static bool numbers_to_numbers(const struct field_slot *slot, const struct batch *batch,
                               const struct column *from, struct column *out, struct err *err)
{
    const bool was_unsigned = slot->from == TYPE_ULONG;
    for (size_t i = 0; i < batch->count; i++) {
        const int64_t number = from->numbers[i];
        const bool fits = slot->to == TYPE_ULONG ? was_unsigned || number >= 0
                          : slot->to == TYPE_INT ? number >= INT32_MIN && number <= INT32_MAX &&
                                                       !(was_unsigned && number < 0)
                                                 : !(was_unsigned && number < 0);
        if (!fits) {
            uint8_t text[NUMBER_TEXT_MAX];
            const size_t size = value_write(number, was_unsigned, text);
            return fail_value(slot, batch, i, bytes_of(text, size), err);
        }
        out->numbers[i] = number;
    }
    return true;
}

// Digits into the arena; the views are all made after the arena has its place.
static void numbers_to_texts(const struct field_slot *slot, struct batch *batch,
                             const struct column *from, struct column *out)
{
    const bool is_unsigned = slot->from == TYPE_ULONG;
    const size_t room =
        slot->has_format ? number_format_room(&slot->format, NUMBER_TEXT_MAX) : NUMBER_TEXT_MAX;
    uint8_t *to = arena_room(batch, room * batch->count);
    for (size_t i = 0; i < batch->count; i++) {
        const size_t size = slot->has_format ? number_format_number(&slot->format, from->numbers[i],
                                                                    is_unsigned, to)
                                             : value_write(from->numbers[i], is_unsigned, to);
        out->texts[i] = bytes_of(to, size);
        to += size;
        batch->arena.size += size;
    }
}

// The generator's texts through the format. They are gathered first, as they may lie in the arena
// that moves.
static void format_texts(struct field_slot *slot, struct batch *batch, const struct column *from,
                         struct column *out)
{
    struct buffer *gathered = &slot->decoded;
    size_t room = 0;
    buffer_clear(gathered);
    for (size_t i = 0; i < batch->count; i++) {
        buffer_append(gathered, from->texts[i].data, from->texts[i].size);
        room += number_format_room(&slot->format, from->texts[i].size);
    }
    uint8_t *to = arena_room(batch, room);
    const uint8_t *text = gathered->data;
    for (size_t i = 0; i < batch->count; i++) {
        const size_t size =
            number_format_text(&slot->format, bytes_of(text, from->texts[i].size), to);
        text += from->texts[i].size;
        out->texts[i] = bytes_of(to, size);
        to += size;
        batch->arena.size += size;
    }
}

static bool convert(struct field_slot *slot, struct batch *batch, struct column *out,
                    struct err *err)
{
    const struct column *from = &slot->scratch.columns[0];
    const bool has_texts = from->texts != NULL;
    if (is_text(slot->to) && !has_texts) {
        numbers_to_texts(slot, batch, from, out);
        return true;
    }
    if (is_text(slot->to) && slot->has_format) {
        format_texts(slot, batch, from, out);
        return true;
    }
    if (is_text(slot->to)) {
        memcpy(out->texts, from->texts, batch->count * sizeof *out->texts);
        return true;
    }
    if (has_texts)
        return texts_to_numbers(slot, batch, from, out, err);
    if (!numbers_to_numbers(slot, batch, from, out, err))
        return false;
    if (slot->to == TYPE_DECIMAL) {
        memset(out->scales, 0, batch->count);
        numbers_to_texts(slot, batch, from, out);
    }
    return true;
}

bool field_slot_fill(struct field_slot *slot, struct batch *batch, const uint64_t *ranks,
                     struct column *out, struct err *err)
{
    struct column *column = slot->converts ? &slot->scratch.columns[0] : out;
    if (!slot->plan->generator->fill(slot->state, batch, ranks, column, err))
        return slot->plan->name ? err_context(err, "field `%s`", slot->plan->name) : false;
    return !slot->converts || convert(slot, batch, out, err);
}
