// What each way costs the servers, for the rows expected at the end.
#include "base/mem.h"
#include "query/plan.h"

#include <math.h>

static const double unknown_share = 0.1; // of a condition of which nothing is known
static const double unknown_distinct = 1000;

static double known_or(double value, double otherwise)
{
    return value > 0 && isfinite(value) ? value : otherwise;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double rows_of(const struct query_plan *plan)
{
    return known_or(plan->context.rows, 1);
}

void plan_bound_rows(struct query_plan *plan)
{
    double *distinct = mem_new(plan->schema->count, sizeof *distinct);
    for (size_t i = 0; i < plan->schema->count; i++) {
        distinct[i] = (double)plan->schema->fields[i].value_count;
        if (i < PLAN_FIELDS_KNOWN_MAX)
            distinct[i] = known_or(plan->context.distinct[i], distinct[i]);
    }
    plan->context.rows = least(rows_of(plan), key_pieces_most_keys(plan->pieces, distinct));
    mem_free(distinct);
}

static double distinct_of(const struct query_plan *plan, size_t field)
{
    const struct field *described = &plan->schema->fields[field];
    double distinct = described->value_count > 0 ? (double)described->value_count
                                                 : least(unknown_distinct, rows_of(plan));
    if (field < PLAN_FIELDS_KNOWN_MAX)
        distinct = known_or(plan->context.distinct[field], distinct);
    return distinct >= 1 ? distinct : 1;
}

static double span_of(const struct query_plan *plan, size_t field)
{
    const struct field *described = &plan->schema->fields[field];
    double span = 0;
    if (described->bounded && described->max < INT64_MAX && described->min > INT64_MIN)
        span = (double)described->max - (double)described->min + 1;
    return field < PLAN_FIELDS_KNOWN_MAX ? known_or(plan->context.span[field], span) : span;
}

// The share of rows that a field's condition leaves.
static double share_of(const struct query_plan *plan, size_t field)
{
    switch (clause_condition(plan->clause, field)) {
    case CONDITION_NONE:
        return 1;
    case CONDITION_EQUAL:
        return least(1, (double)clause_value_count(plan->clause, field) / distinct_of(plan, field));
    case CONDITION_RANGE: {
        const double width = clause_range_width(plan->clause, field);
        const double span = span_of(plan, field);
        return width >= 0 && span > 0 ? least(1, (width + 1) / (span + 1)) : unknown_share;
    }
    case CONDITION_PREFIX:
    case CONDITION_SUFFIX:
        break;
    }
    return unknown_share;
}

// How many values a piece has by itself: so much at most a given value narrows down.
static double piece_values(const struct query_plan *plan, size_t piece)
{
    struct key_variables variables = {0};
    for (size_t i = 0; i < plan->schema->count; i++)
        plan->known[i] = (struct key_known){.is_natural = true};
    if (!key_piece_variables(plan->pieces, piece, plan->known, UINT64_MAX, &variables))
        return INFINITY;
    const struct plan_way alone = {.variables = variables};
    return plan_combinations(&alone);
}

// By what is listed of a field that is not given: some of its values, or steps of which the last is
// cut short.
static double listed_share(const struct plan_way *way, size_t field, double share)
{
    for (size_t i = 0; i < way->variables.count; i++) {
        const struct key_variable *variable = &way->variables.items[i];
        if (variable->kind == VARIABLE_FIELD && variable->field == field)
            return share;
        if (variable->kind == VARIABLE_STEPS && variable->field == field)
            return least(1, share * (1 + 1 / (double)variable->values));
    }
    return 1;
}

// The share of rows in the ranges that is owed to the condition of one field.
static double read_share(const struct query_plan *plan, const struct plan_way *way, size_t field)
{
    const double share = share_of(plan, field);
    double read = 1;
    if (way->ranged && way->field == field)
        return share;
    if (clause_condition(plan->clause, field) != CONDITION_EQUAL)
        return listed_share(way, field, share);
    for (size_t i = 0; i < way->listed; i++) {
        if (!key_piece_reads(plan->pieces, i, field))
            continue;
        const double floor = 1 / piece_values(plan, i);
        read = least(read, share > floor ? share : floor);
    }
    return read;
}

static double matches(const struct query_plan *plan)
{
    double rows = rows_of(plan);
    for (size_t i = 0; i < plan->schema->count; i++)
        rows *= share_of(plan, i);
    return rows;
}

double plan_rows_returned(const struct query_plan *plan)
{
    const uint64_t limit = clause_limit(plan->clause);
    const double found = matches(plan);
    return limit > 0 ? least(found, (double)limit) : found;
}

// Rows that are read before each range has given as many as are wanted.
static double limited(const struct query_plan *plan, const struct plan_way *way, double examined)
{
    const uint64_t limit = clause_limit(plan->clause);
    const double found = matches(plan);
    if (limit == 0 || !way->in_order || !(found > 0))
        return examined;
    return least(examined, way->ranges * (double)limit * (examined / found));
}

void plan_price_way(const struct query_plan *plan, struct plan_way *way)
{
    const double rows = rows_of(plan);
    const double partitions = (double)plan->context.partitions;
    double share = 1;
    for (size_t i = 0; i < plan->schema->count; i++)
        share *= read_share(plan, way, i);
    way->ranges = way->scatter ? partitions : plan_combinations(way);
    way->examined = rows * share;
    double crossed = plan->context.slices ? 0 : share * (partitions - 1);
    if (way->scatter)
        way->examined = rows;
    if (way->whole_slice)
        way->examined = least(rows, way->ranges * rows / partitions);
    if (way->point) {
        way->examined = least(way->examined, way->ranges);
        crossed = 0;
    }
    const double all = way->examined;
    way->examined = limited(plan, way, all);
    if (way->examined < all)
        crossed *= way->examined / all;
    if (way->point) {
        way->cost_ns = way->ranges * plan->context.get_ns;
        return;
    }
    const double factor = way->reverse ? plan->context.reverse_factor : 1;
    way->cost_ns = (way->ranges + crossed) * plan->context.seek_ns +
                   way->examined * plan->context.row_ns * factor;
}
