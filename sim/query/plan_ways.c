// Finding the ways to read a query's rows.
#include "query/plan.h"

#include <math.h>
#include <string.h>

// --- slices ---

size_t plan_sharding_pieces(const struct query_plan *plan)
{
    for (size_t i = 0; i < key_pieces_count(plan->pieces); i++) {
        const struct key_piece *piece = key_piece_at(plan->pieces, i);
        if (piece->is_literal && memchr(piece->literal.data, '.', piece->literal.size))
            return i + 1;
    }
    return SIZE_MAX;
}

bool plan_sorts_by_number(const struct query_plan *plan)
{
    const size_t first = plan_sharding_pieces(plan);
    return first != SIZE_MAX && first + 1 == key_pieces_count(plan->pieces) &&
           key_piece_at(plan->pieces, first)->is_number;
}

// --- what is known beforehand ---

static struct key_given number_given(double number)
{
    const double most = 9.2e18;
    return (struct key_given){.number = number >= most    ? INT64_MAX
                                        : number <= -most ? INT64_MIN
                                                          : (int64_t)number};
}

static void guess_range(const struct query_plan *plan, size_t field, struct key_known *known)
{
    static const double seconds_now = 1.7e9;
    const struct field *described = &plan->schema->fields[field];
    const double width = clause_range_width(plan->clause, field);
    const double low = clause_range_low(plan->clause, field);
    const bool in_time = described->unit != UNIT_NONE;
    known->is_natural = in_time || low >= 0;
    if (isnan(width) || width < 0)
        return;
    double from = low;
    if (isnan(from))
        from = in_time ? seconds_now * (double)(NS_PER_S / time_unit_ns(described->unit)) : 0;
    known->is_ranged = true;
    known->interval =
        (struct key_interval){.has_low = true, .has_high = true, .low = number_given(from)};
    known->interval.high = number_given(from + width);
}

void plan_guess_known(const struct query_plan *plan, struct key_known *out_known)
{
    for (size_t i = 0; i < plan->schema->count; i++) {
        struct key_known *known = &out_known[i];
        const enum condition_kind kind = clause_condition(plan->clause, i);
        *known = (struct key_known){0};
        if (kind == CONDITION_EQUAL) {
            known->values = clause_value_count(plan->clause, i);
            known->is_spelled = clause_is_spelled(plan->clause, i);
        } else if (kind == CONDITION_RANGE && !plan_is_text(plan, i)) {
            guess_range(plan, i, known);
        }
    }
}

// --- finding ---

bool plan_can_range(const struct query_plan *plan, size_t piece, size_t field)
{
    const struct key_course course = key_piece_course(plan->pieces, piece, field);
    switch (clause_condition(plan->clause, field)) {
    case CONDITION_NONE:
        break;
    case CONDITION_EQUAL: // of a decimal, whose spelling is not known
        return course.by_range && plan->schema->fields[field].type == TYPE_DECIMAL;
    case CONDITION_RANGE:
        return course.by_range;
    case CONDITION_PREFIX:
        return course.by_prefix;
    case CONDITION_SUFFIX:
        return course.by_suffix;
    }
    return false;
}

static bool same_variables(const struct plan_way *a, const struct plan_way *b)
{
    bool same = a->variables.count == b->variables.count;
    for (size_t i = 0; same && i < a->variables.count; i++)
        same = a->variables.items[i].node == b->variables.items[i].node;
    return same;
}

static struct plan_way *add_way(struct query_plan *plan, size_t listed,
                                const struct key_variables *variables)
{
    const size_t count = key_pieces_count(plan->pieces);
    while (listed < count && key_piece_at(plan->pieces, listed)->is_literal)
        listed++;
    struct plan_way added = {.listed = listed, .variables = *variables, .point = listed == count};
    key_variables_reduce(plan->pieces, &added.variables);
    // More of the key for as many ranges is always better.
    const struct plan_way *last = plan->way_count > 1 ? &plan->ways[plan->way_count - 1] : NULL;
    const bool better = last && !last->ranged && same_variables(last, &added);
    if (!better && plan->way_count < WAYS_MAX)
        plan->way_count++;
    plan->ways[plan->way_count - 1] = added;
    return &plan->ways[plan->way_count - 1];
}

// Of a piece that can be ranged by several fields, the tightest condition.
static void add_ranged(struct query_plan *plan, size_t piece, const struct key_variables *variables)
{
    size_t best = SIZE_MAX;
    for (size_t field = 0; field < plan->schema->count; field++) {
        if (plan_can_range(plan, piece, field) &&
            (best == SIZE_MAX ||
             clause_condition(plan->clause, field) < clause_condition(plan->clause, best)))
            best = field;
    }
    if (best == SIZE_MAX)
        return;
    struct plan_way *way = add_way(plan, piece, variables);
    way->ranged = true;
    way->field = best;
}

// Whether the query says something of the piece: a bucket alone narrows nothing down.
static bool is_bound(const struct query_plan *plan, size_t piece)
{
    struct key_variables variables = {0};
    bool bound = false;
    (void)key_piece_variables(plan->pieces, piece, plan->known, plan->context.max_ranges,
                              &variables);
    for (size_t i = 0; i < variables.count; i++)
        bound = bound || !variables.items[i].is_full;
    return bound;
}

// Whether the query says something of the sorting key.
static bool asks_for_sorting(const struct query_plan *plan)
{
    const size_t sorting = plan_sharding_pieces(plan);
    for (size_t i = 0; i < plan->schema->count; i++) {
        if (clause_condition(plan->clause, i) != CONDITION_NONE &&
            key_piece_reads(plan->pieces, sorting, i))
            return true;
    }
    return false;
}

// Whether listing up to the piece makes each range's rows come in the order that is asked for, so
// that a limit stops each early.
static bool brings_order(const struct query_plan *plan, size_t piece,
                         const struct key_variables *variables)
{
    size_t field;
    bool descending;
    struct plan_way before = plan->ways[plan->way_count - 1];
    struct plan_way way = {.listed = piece + 1, .variables = *variables};
    if (clause_limit(plan->clause) == 0 || !clause_is_ordered(plan->clause, &field, &descending))
        return false;
    plan_judge_order(plan, &before);
    plan_judge_order(plan, &way);
    return way.in_order && !before.in_order;
}

// On slices only what reaches the sorting key helps. A number as the sorting key is not looked at,
// unless all of the name is known: all rows of the slice are read.
static void keep_for_slices(struct query_plan *plan)
{
    const size_t sharding = plan_sharding_pieces(plan);
    size_t kept = 1;
    plan->ways[0].scatter = true;
    for (size_t i = 1; i < plan->way_count; i++) {
        struct plan_way *way = &plan->ways[i];
        if (!way->point && (sharding == SIZE_MAX || way->listed < sharding))
            continue;
        way->whole_slice = !way->point && plan_sorts_by_number(plan) && asks_for_sorting(plan);
        if (way->ranged && way->whole_slice)
            continue;
        plan->ways[kept++] = *way;
    }
    plan->way_count = kept;
}

void plan_find_ways(struct query_plan *plan)
{
    const size_t count = key_pieces_count(plan->pieces);
    struct key_variables variables = {0};
    plan_find_apart(plan);
    plan_guess_known(plan, plan->known);
    (void)add_way(plan, 0, &variables);
    for (size_t i = 0; i < count; i++) {
        if (!key_piece_at(plan->pieces, i)->is_literal)
            add_ranged(plan, i, &variables);
        if (!key_piece_variables(plan->pieces, i, plan->known, plan->context.max_ranges,
                                 &variables))
            break;
        const bool is_literal = key_piece_at(plan->pieces, i)->is_literal;
        const bool names_slices = plan->context.slices && i + 1 == plan_sharding_pieces(plan);
        if (is_literal ? names_slices
                       : i + 1 == count || is_bound(plan, i) || brings_order(plan, i, &variables))
            (void)add_way(plan, i + 1, &variables);
    }
    if (plan->context.slices)
        keep_for_slices(plan);
}
