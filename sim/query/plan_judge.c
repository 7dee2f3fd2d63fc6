// What holds for a way to read a query's rows: their order, and whether they must be filtered.
#include "base/key_batch.h"
#include "base/mem.h"
#include "query/plan.h"

#include <stdlib.h>

// --- whether the ranges of different values run into each other ---

enum { APART_VALUES_MAX = 4096 };

// What must be listed to know all values that the piece can have. Values that an occurrence gives
// are among those that the schema lists, or it is false.
static bool list_possible(const struct query_plan *plan, size_t piece, struct key_variables *own)
{
    for (size_t i = 0; i < plan->schema->count; i++)
        plan->known[i] = (struct key_known){0};
    if (!key_piece_variables(plan->pieces, piece, plan->known, APART_VALUES_MAX, own))
        return false;
    for (size_t i = 0; i < own->count; i++) {
        const struct key_variable *variable = &own->items[i];
        if (variable->kind == VARIABLE_FIELD &&
            clause_condition(plan->clause, variable->field) == CONDITION_EQUAL &&
            !clause_is_listed(plan->clause, variable->field))
            return false;
    }
    return true;
}

static int by_bytes(const void *a, const void *b)
{
    return key_compare(*(const struct bytes *)a, *(const struct bytes *)b);
}

static bool begins(struct bytes beginning, struct bytes text)
{
    return beginning.size < text.size &&
           key_compare(beginning, bytes_of(text.data, beginning.size)) == 0;
}

static bool put_value(const struct query_plan *plan, size_t piece, size_t row, struct buffer *out)
{
    buffer_clear(out);
    if (!key_piece_put(plan->pieces, piece, row, out))
        return false;
    const size_t next = piece + 1;
    if (next < key_pieces_count(plan->pieces)) {
        const struct bytes literal = key_piece_at(plan->pieces, next)->literal;
        buffer_append(out, literal.data, literal.size);
    }
    return true;
}

// Whether none of a piece's possible values, with the literal behind it, begins another.
static bool are_apart(struct query_plan *plan, size_t piece)
{
    struct key_variables own = {0};
    uint64_t combinations = 1;
    if (!list_possible(plan, piece, &own))
        return false;
    for (size_t i = 0; i < own.count; i++) {
        if (!key_variable_list(plan->pieces, &own.items[i], plan->known, APART_VALUES_MAX,
                               &plan->lists[i]))
            return false;
        combinations *= plan->lists[i].count;
    }
    struct arena arena = {0};
    struct bytes *values = mem_new(combinations, sizeof *values);
    size_t count = 0;
    for (uint64_t first = 0; first < combinations; first += BATCH_ROWS) {
        const uint64_t left = combinations - first;
        const size_t rows = left < BATCH_ROWS ? (size_t)left : BATCH_ROWS;
        key_pieces_run(plan->pieces, &own, plan->lists, first, rows);
        for (size_t row = 0; row < rows; row++) {
            if (put_value(plan, piece, row, &plan->work))
                values[count++] = arena_copy(&arena, bytes_of(plan->work.data, plan->work.size));
        }
        key_pieces_rest(plan->pieces);
    }
    if (count > 1)
        qsort(values, count, sizeof *values, by_bytes);
    bool apart = true;
    for (size_t i = 1; i < count; i++)
        apart = apart && !begins(values[i - 1], values[i]);
    mem_free(values);
    arena_done(&arena);
    return apart;
}

// Whether the piece has one value in all ranges, whatever the occurrence.
static bool is_constant(const struct query_plan *plan, size_t piece)
{
    struct key_variables own = {0};
    plan_guess_known(plan, plan->known);
    if (!key_piece_variables(plan->pieces, piece, plan->known, 1, &own))
        return false;
    for (size_t i = 0; i < own.count; i++) {
        if (own.items[i].kind != VARIABLE_FIELD)
            return false;
    }
    return true;
}

void plan_find_apart(struct query_plan *plan)
{
    const size_t count = key_pieces_count(plan->pieces);
    plan->apart = mem_new(count, sizeof *plan->apart);
    for (size_t i = 0; i < count; i++) {
        const struct key_piece *piece = key_piece_at(plan->pieces, i);
        plan->apart[i] =
            piece->is_literal || piece->is_closed || is_constant(plan, i) || are_apart(plan, i);
    }
}

// --- order ---

static bool is_given_once(const struct query_plan *plan, size_t field)
{
    return clause_condition(plan->clause, field) == CONDITION_EQUAL &&
           clause_value_count(plan->clause, field) == 1;
}

// Whether the field has one value in each range, where the ranges do not run into each other.
static bool is_listed(const struct query_plan *plan, const struct plan_way *way, size_t field)
{
    for (size_t i = 0; i < way->listed; i++) {
        if (key_piece_course(plan->pieces, i, field).injective)
            return true;
    }
    return false;
}

// Whether the piece is in order over all times; they are taken to lie between 1970 and the last
// that nanoseconds can count.
static bool keeps_times(const struct query_plan *plan, size_t piece, size_t field)
{
    const enum time_unit unit = plan->schema->fields[field].unit;
    if (unit == UNIT_NONE)
        return false;
    const struct key_interval times = {
        .has_low = true,
        .has_high = true,
        .high = {.number = INT64_MAX / (int64_t)time_unit_ns(unit)},
    };
    struct key_spans spans = {0};
    const bool kept =
        key_piece_spans(plan->pieces, piece, field, &times, &spans) && spans.count == 1;
    key_spans_done(&spans);
    return kept;
}

// The direction in which the pieces behind the listed ones go with the field; 0: not in its order.
static int order_behind(const struct query_plan *plan, const struct plan_way *way, size_t field)
{
    int direction = 0;
    for (size_t i = way->listed; i < key_pieces_count(plan->pieces); i++) {
        const struct key_piece *piece = key_piece_at(plan->pieces, i);
        if (piece->is_literal)
            continue;
        const struct key_course course = key_piece_course(plan->pieces, i, field);
        const struct field *described = &plan->schema->fields[field];
        const bool spanned = way->ranged && way->field == field && i == way->listed;
        const bool numbers = !plan_is_text(plan, field) && described->type != TYPE_DECIMAL;
        const bool kept = course.always ||
                          (course.by_range && numbers && (spanned || keeps_times(plan, i, field)));
        const int here = course.reversed ? -1 : 1;
        if (!kept || !(piece->is_closed || (spanned && numbers)))
            return 0;
        if (direction != 0 && here != direction)
            return 0;
        direction = here;
        if (course.injective)
            return direction;
    }
    return 0;
}

void plan_judge_order(const struct query_plan *plan, struct plan_way *way)
{
    size_t field;
    bool descending;
    way->in_order = true;
    if (!clause_is_ordered(plan->clause, &field, &descending) || way->point ||
        is_given_once(plan, field))
        return;
    // Several ranges of texts may run into each other.
    bool apart = true;
    for (size_t i = 0; i < way->listed; i++)
        apart = apart && plan->apart[i];
    if (apart && is_listed(plan, way, field))
        return;
    const int order = apart ? order_behind(plan, way, field) : 0;
    way->in_order = order != 0 && !way->scatter && !way->whole_slice;
    way->reverse = way->in_order && (order < 0) != descending;
}

// --- filters ---

// Whether the ranges hold no row that the condition of the field would refuse.
static bool is_enforced(const struct query_plan *plan, const struct plan_way *way, size_t field)
{
    const enum condition_kind kind = clause_condition(plan->clause, field);
    const bool ends = kind == CONDITION_PREFIX && way->ranged && way->field == field;
    const bool range =
        kind == CONDITION_RANGE && way->ranged && way->field == field && !plan_is_text(plan, field);
    bool closed = true;
    for (size_t i = 0; i < way->listed + way->ranged; i++) {
        const struct key_piece *piece = key_piece_at(plan->pieces, i);
        const struct key_course course = key_piece_course(plan->pieces, i, field);
        closed = closed && piece->is_closed;
        if (i < way->listed && kind == CONDITION_EQUAL && course.injective && closed)
            return true;
        if (i == way->listed && course.injective && course.always && closed)
            return range || (ends && clause_condition_terms(plan->clause, field) == 1);
    }
    return false;
}

static void judge_filter(const struct query_plan *plan, struct plan_way *way)
{
    for (size_t i = 0; i < plan->schema->count; i++) {
        if (clause_condition(plan->clause, i) != CONDITION_NONE && !is_enforced(plan, way, i))
            way->filtered = true;
    }
    // An occurrence may have more values than are expected (steps, or remainders below zero), and
    // fewer pieces are listed then.
    double most = plan_combinations(way);
    for (size_t i = 0; i < way->variables.count; i++) {
        if (way->variables.items[i].kind == VARIABLE_SOURCE)
            most *= 2;
        if (way->variables.items[i].kind == VARIABLE_STEPS)
            way->filtered = true;
    }
    if (most > (double)plan->context.max_ranges)
        way->filtered = true;
}

void plan_judge_way(const struct query_plan *plan, struct plan_way *way)
{
    plan_judge_order(plan, way);
    judge_filter(plan, way);
}
