#include "query/clause.h"

#include "base/mem.h"
#include "query/clause_parts.h"

#include <math.h>
#include <string.h>

static enum condition_kind kind_of(enum term_kind kind)
{
    switch (kind) {
    case TERM_IN:
        return CONDITION_EQUAL;
    case TERM_PREFIX:
        return CONDITION_PREFIX;
    case TERM_SUFFIX:
        return CONDITION_SUFFIX;
    case TERM_LESS:
    case TERM_AT_MOST:
    case TERM_MORE:
    case TERM_AT_LEAST:
        break;
    }
    return CONDITION_RANGE;
}

struct clause *clause_new(const char *text, const struct schema *schema, struct err *err)
{
    if (strlen(text) > CLAUSE_BYTES_MAX) {
        (void)err_fail(err, ERR_INPUT, "a query may have at most %d bytes", CLAUSE_BYTES_MAX);
        return NULL;
    }
    struct clause *clause = mem_new(1, sizeof *clause);
    clause->schema = schema;
    clause->kinds = mem_new(schema->count, sizeof *clause->kinds);
    struct clause_parser parser = {
        .clause = clause, .lexer = {.text = text, .schema = schema}, .err = err};
    if (!clause_parse(&parser)) {
        clause_free(clause);
        return NULL;
    }
    // The tighter kind counts: they are listed from the tightest on.
    for (size_t i = 0; i < clause->term_count; i++) {
        enum condition_kind *kind = &clause->kinds[clause->terms[i].field];
        const enum condition_kind given = kind_of(clause->terms[i].kind);
        if (*kind == CONDITION_NONE || given < *kind)
            *kind = given;
    }
    return clause;
}

void clause_free(struct clause *clause)
{
    if (!clause)
        return;
    mem_free(clause->terms);
    mem_free(clause->values);
    mem_free(clause->kinds);
    mem_free(clause->table);
    arena_done(&clause->keep);
    mem_free(clause);
}

const struct schema *clause_schema(const struct clause *clause)
{
    return clause->schema;
}

enum condition_kind clause_condition(const struct clause *clause, size_t field)
{
    return clause->kinds[field];
}

size_t clause_condition_terms(const struct clause *clause, size_t field)
{
    size_t count = 0;
    for (size_t i = 0; i < clause->term_count; i++)
        count += clause->terms[i].field == field;
    return count;
}

size_t clause_value_count(const struct clause *clause, size_t field)
{
    size_t least = 0;
    for (size_t i = 0; i < clause->term_count; i++) {
        const struct clause_term *term = &clause->terms[i];
        if (term->field == field && term->kind == TERM_IN && (least == 0 || term->count < least))
            least = term->count;
    }
    return least;
}

bool clause_is_ordered(const struct clause *clause, size_t *out_field, bool *out_descending)
{
    *out_field = clause->order_field;
    *out_descending = clause->descending;
    return clause->ordered;
}

uint64_t clause_limit(const struct clause *clause)
{
    return clause->limit;
}

const char *clause_table(const struct clause *clause)
{
    return clause->table;
}

void clause_table_place(const struct clause *clause, size_t *out_offset, size_t *out_length)
{
    *out_offset = clause->table_offset;
    *out_length = clause->table_length;
}

bool clause_is_spelled(const struct clause *clause, size_t field)
{
    for (size_t i = 0; i < clause->term_count; i++) {
        const struct clause_term *term = &clause->terms[i];
        for (size_t j = 0; term->field == field && j < term->count; j++) {
            const struct clause_value *value = &clause->values[term->first + j];
            if (value->base != BASE_FIELD || value->field != field || value->offset != 0)
                return false;
        }
    }
    return true;
}

static bool is_one_of(const struct field *field, struct bytes text)
{
    for (size_t i = 0; i < field->value_count; i++) {
        if (strlen(field->values[i]) == text.size &&
            memcmp(field->values[i], text.data, text.size) == 0)
            return true;
    }
    return false;
}

bool clause_is_listed(const struct clause *clause, size_t field)
{
    const struct field *described = &clause->schema->fields[field];
    bool listed = described->value_count > 0 && described->type == TYPE_STRING;
    for (size_t i = 0; i < clause->term_count; i++) {
        const struct clause_term *term = &clause->terms[i];
        if (term->field != field || term->kind != TERM_IN)
            continue;
        for (size_t j = 0; j < term->count; j++) {
            const struct clause_value *value = &clause->values[term->first + j];
            const bool drawn = value->base == BASE_FIELD && value->field == field;
            listed = listed && (drawn || (value->base == BASE_LITERAL &&
                                          is_one_of(described, value->literal.text)));
        }
    }
    return listed;
}

bool clause_draws(const struct clause *clause, size_t field)
{
    for (size_t i = 0; i < clause->value_count; i++) {
        if (clause->values[i].base == BASE_FIELD && clause->values[i].field == field)
            return true;
    }
    return false;
}

// --- before an occurrence ---

static const struct clause_value *end_of(const struct clause *clause, size_t field, bool low)
{
    const enum term_kind strict = low ? TERM_MORE : TERM_LESS;
    const enum term_kind loose = low ? TERM_AT_LEAST : TERM_AT_MOST;
    for (size_t i = 0; i < clause->term_count; i++) {
        const struct clause_term *term = &clause->terms[i];
        if (term->field == field && (term->kind == strict || term->kind == loose))
            return &clause->values[term->first];
    }
    return NULL;
}

static double from_base(const struct clause_value *value)
{
    double number = (double)value->offset;
    for (uint8_t scale = value->offset_scale; scale > 0; scale--)
        number /= 10;
    return number;
}

static bool is_text_field(const struct clause *clause, size_t field)
{
    const enum value_type type = clause->schema->fields[field].type;
    return type == TYPE_STRING || type == TYPE_BYTES;
}

double clause_range_width(const struct clause *clause, size_t field)
{
    const struct clause_value *low = end_of(clause, field, true);
    const struct clause_value *high = end_of(clause, field, false);
    if (!low || is_text_field(clause, field))
        return NAN;
    if (!high)
        return low->base == BASE_NOW ? -from_base(low) : NAN;
    if (low->base != high->base || (low->base == BASE_FIELD && low->field != high->field))
        return NAN;
    return from_base(high) - from_base(low);
}

double clause_range_low(const struct clause *clause, size_t field)
{
    const struct clause_value *low = end_of(clause, field, true);
    if (!low || is_text_field(clause, field) || low->base != BASE_LITERAL)
        return NAN;
    return from_base(low);
}
