// One occurrence of a query: values in the place of `$field` and `now`, and what they leave of each
// field.
#include "base/mem.h"
#include "query/clause_parts.h"

#include <assert.h>
#include <string.h>

static bool is_text(enum value_type type)
{
    return type == TYPE_STRING || type == TYPE_BYTES;
}

void bound_clause_init(struct bound_clause *bound, const struct clause *clause)
{
    *bound = (struct bound_clause){
        .clause = clause,
        .conditions = mem_new(clause->schema->count, sizeof *bound->conditions),
        .field_count = clause->schema->count,
        .values = mem_new(clause->value_count, sizeof *bound->values),
        .kept = mem_new(clause->value_count, sizeof *bound->kept),
    };
}

void bound_clause_done(struct bound_clause *bound)
{
    mem_free(bound->conditions);
    mem_free(bound->values);
    mem_free(bound->kept);
    arena_done(&bound->storage);
    *bound = (struct bound_clause){0};
}

static bool has_suffix(struct bytes text, struct bytes end)
{
    return text.size >= end.size &&
           (end.size == 0 || memcmp(text.data + text.size - end.size, end.data, end.size) == 0);
}

static bool has_prefix(struct bytes text, struct bytes start)
{
    return text.size >= start.size &&
           (start.size == 0 || memcmp(text.data, start.data, start.size) == 0);
}

static bool is_listed(const struct field *field, const struct bound_value *values, size_t count,
                      const struct bound_value *value)
{
    for (size_t i = 0; i < count; i++) {
        if (bound_value_compare(field, &values[i], value) == 0)
            return true;
    }
    return false;
}

static bool holds(const struct bound_clause *bound, const struct clause_term *term,
                  const struct bound_value *value)
{
    const struct field *field = &bound->clause->schema->fields[term->field];
    const struct bound_value *given = &bound->values[term->first];
    switch (term->kind) {
    case TERM_IN:
        return is_listed(field, given, term->count, value);
    case TERM_LESS:
        return bound_value_compare(field, value, given) < 0;
    case TERM_AT_MOST:
        return bound_value_compare(field, value, given) <= 0;
    case TERM_MORE:
        return bound_value_compare(field, value, given) > 0;
    case TERM_AT_LEAST:
        return bound_value_compare(field, value, given) >= 0;
    case TERM_PREFIX:
        return has_prefix(value->text, given->text);
    case TERM_SUFFIX:
        break;
    }
    return has_suffix(value->text, given->text);
}

bool bound_clause_allows(const struct bound_clause *bound, size_t field,
                         const struct bound_value *value)
{
    for (size_t i = 0; i < bound->clause->term_count; i++) {
        const struct clause_term *term = &bound->clause->terms[i];
        if (term->field == field && !holds(bound, term, value))
            return false;
    }
    return true;
}

bool bound_clause_matches(const struct bound_clause *bound, const struct batch *batch, size_t row)
{
    for (size_t i = 0; i < bound->clause->term_count; i++) {
        const struct clause_term *term = &bound->clause->terms[i];
        const struct bound_value value = bound_value_of(&batch->columns[term->field], row);
        if (!holds(bound, term, &value))
            return false;
    }
    return true;
}

// --- the condition of each field ---

// Whether a beginning is allowed by all others of the field.
static bool agrees(const struct bound_clause *bound, size_t field, const struct bound_value *value)
{
    for (size_t i = 0; i < bound->clause->term_count; i++) {
        const struct clause_term *term = &bound->clause->terms[i];
        if (term->field == field && term->kind == TERM_PREFIX && !holds(bound, term, value))
            return false;
    }
    return true;
}

// The values of the first list that the other terms allow.
static void bind_equal(struct bound_clause *bound, size_t field)
{
    const struct clause *clause = bound->clause;
    const struct clause_term *term = clause->terms;
    while (term->field != field || term->kind != TERM_IN)
        term++;
    struct bound_condition *condition = &bound->conditions[field];
    condition->values = &bound->kept[term->first];
    for (size_t i = 0; i < term->count; i++) {
        const struct bound_value *value = &bound->values[term->first + i];
        if (value->beyond == 0 && bound_clause_allows(bound, field, value) &&
            !is_listed(&clause->schema->fields[field], condition->values, condition->count, value))
            condition->values[condition->count++] = *value;
    }
    bound->impossible = bound->impossible || condition->count == 0;
}

static void raise_low(struct bound_condition *condition, const struct field *field,
                      const struct bound_value *value, bool open)
{
    const int order = condition->has_low ? bound_value_compare(field, value, &condition->low) : 1;
    if (order > 0 || (order == 0 && open)) {
        condition->has_low = true;
        condition->low = *value;
        condition->low_open = open;
    }
}

static void lower_high(struct bound_condition *condition, const struct field *field,
                       const struct bound_value *value, bool open)
{
    const int order =
        condition->has_high ? bound_value_compare(field, value, &condition->high) : -1;
    if (order < 0 || (order == 0 && open)) {
        condition->has_high = true;
        condition->high = *value;
        condition->high_open = open;
    }
}

// The first text after all that begin so; false where there is none.
static bool text_after(struct bytes prefix, struct arena *arena, struct bytes *out)
{
    size_t size = prefix.size;
    while (size > 0 && prefix.data[size - 1] == 0xff)
        size--;
    if (size == 0)
        return false;
    uint8_t *text = arena_take(arena, size);
    memcpy(text, prefix.data, size);
    text[size - 1]++;
    *out = bytes_of(text, size);
    return true;
}

static wide_int wide_number(const struct field *field, const struct bound_value *value)
{
    return field->type == TYPE_ULONG ? (wide_int)(uint64_t)value->number : value->number;
}

// Ends of whole numbers become the last ones inside; ends beyond the type fall away.
static void close_ends(struct bound_condition *condition, const struct field *field)
{
    const bool whole = !is_text(field->type) && field->type != TYPE_DECIMAL;
    if (condition->low_open && whole && condition->low.beyond == 0)
        condition->low = clause_whole(field->type, wide_number(field, &condition->low) + 1);
    if (condition->high_open && whole && condition->high.beyond == 0)
        condition->high = clause_whole(field->type, wide_number(field, &condition->high) - 1);
    condition->low_open = condition->low_open && !whole;
    condition->high_open = condition->high_open && !whole;
    condition->has_low = condition->has_low && condition->low.beyond >= 0;
    condition->has_high = condition->has_high && condition->high.beyond <= 0;
}

static bool is_empty(const struct bound_condition *condition, const struct field *field)
{
    if ((condition->has_low && condition->low.beyond > 0) ||
        (condition->has_high && condition->high.beyond < 0))
        return true;
    if (!condition->has_low || !condition->has_high)
        return false;
    const int order = bound_value_compare(field, &condition->low, &condition->high);
    return order > 0 || (order == 0 && (condition->low_open || condition->high_open));
}

static void bind_range(struct bound_clause *bound, size_t field)
{
    const struct clause *clause = bound->clause;
    const struct field *described = &clause->schema->fields[field];
    struct bound_condition *condition = &bound->conditions[field];
    for (size_t i = 0; i < clause->term_count; i++) {
        const struct clause_term *term = &clause->terms[i];
        const struct bound_value *value = &bound->values[term->first];
        struct bound_value after = {0};
        if (term->field != field)
            continue;
        if (term->kind == TERM_MORE || term->kind == TERM_AT_LEAST || term->kind == TERM_PREFIX)
            raise_low(condition, described, value, term->kind == TERM_MORE);
        if (term->kind == TERM_LESS || term->kind == TERM_AT_MOST)
            lower_high(condition, described, value, term->kind == TERM_LESS);
        if (term->kind == TERM_PREFIX && text_after(value->text, &bound->storage, &after.text))
            lower_high(condition, described, &after, true);
    }
    close_ends(condition, described);
    bound->impossible = bound->impossible || is_empty(condition, described);
}

// The longest of several beginnings, or of several ends.
static void bind_affix(struct bound_clause *bound, size_t field, enum term_kind kind)
{
    const struct clause *clause = bound->clause;
    struct bound_condition *condition = &bound->conditions[field];
    for (size_t i = 0; i < clause->term_count; i++) {
        const struct clause_term *term = &clause->terms[i];
        struct bound_value *value = &bound->values[term->first];
        if (term->field == field && term->kind == kind &&
            (condition->count == 0 || value->text.size > condition->values->text.size)) {
            condition->values = value;
            condition->count = 1;
        }
    }
    bound->impossible = bound->impossible || (kind == TERM_PREFIX && condition->count > 0 &&
                                              !agrees(bound, field, condition->values));
}

static void bind_condition(struct bound_clause *bound, size_t field)
{
    struct bound_condition *condition = &bound->conditions[field];
    *condition = (struct bound_condition){.kind = bound->clause->kinds[field]};
    switch (condition->kind) {
    case CONDITION_NONE:
        break;
    case CONDITION_EQUAL:
        bind_equal(bound, field);
        break;
    case CONDITION_RANGE:
        bind_range(bound, field);
        break;
    case CONDITION_PREFIX:
        bind_affix(bound, field, TERM_PREFIX);
        break;
    case CONDITION_SUFFIX:
        bind_affix(bound, field, TERM_SUFFIX);
        break;
    }
}

bool clause_bind(const struct clause *clause, const struct batch *batch, size_t row, int64_t now_ns,
                 struct bound_clause *bound, struct err *err)
{
    (void)err;
    const struct clause_occurrence occurrence = {.batch = batch, .row = row, .now_ns = now_ns};
    assert(bound->clause == clause);
    arena_reset(&bound->storage);
    bound->impossible = false;
    for (size_t i = 0; i < clause->term_count; i++) {
        const struct clause_term *term = &clause->terms[i];
        for (size_t j = term->first; j < term->first + term->count; j++)
            bound->values[j] =
                clause_value_at(&clause->values[j], &clause->schema->fields[term->field],
                                &occurrence, &bound->storage);
    }
    for (size_t i = 0; i < bound->field_count; i++)
        bind_condition(bound, i);
    return true;
}
