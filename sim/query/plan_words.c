// A way to read the rows, in words: "16 scans, one for each `timestamp % 16`: `timestamp` in a
// range".
#include "query/plan.h"

#include <inttypes.h>

static void put_count(struct buffer *out, const struct query_plan *plan, const struct plan_way *way)
{
    const bool one = way->ranges == 1;
    buffer_format(out, "%.0f %s%s", way->ranges, way->point ? "get" : "scan", one ? "" : "s");
    if (way->scatter && plan->context.slices)
        buffer_text(out, ", one for each slice");
    bool any = false;
    for (size_t i = 0; i < way->variables.count; i++) {
        const struct key_variable *variable = &way->variables.items[i];
        if (variable->values == 1 || one)
            continue;
        const struct bytes text = key_variable_text(plan->pieces, variable);
        buffer_format(out, "%s`%.*s`", any ? " and " : ", one for each ", (int)text.size,
                      (const char *)text.data);
        any = true;
    }
}

static bool narrows(const struct plan_way *way, size_t field)
{
    bool narrows = way->ranged && way->field == field;
    for (size_t i = 0; i < way->variables.count; i++) {
        const struct key_variable *variable = &way->variables.items[i];
        narrows = narrows || (variable->kind == VARIABLE_FIELD && variable->field == field);
    }
    return narrows && !way->scatter;
}

static const char *words_of(enum condition_kind kind)
{
    switch (kind) {
    case CONDITION_EQUAL:
        return "given";
    case CONDITION_RANGE:
        return "in a range";
    case CONDITION_PREFIX:
        return "by its beginning";
    case CONDITION_SUFFIX:
        return "by its end";
    case CONDITION_NONE:
        break;
    }
    return "";
}

// Names the fields whose conditions the ranges narrow down, or those that are left to filter.
static void put_fields(struct buffer *out, const struct query_plan *plan,
                       const struct plan_way *way, bool narrowed)
{
    bool any = false;
    for (size_t i = 0; i < plan->schema->count; i++) {
        const enum condition_kind kind = clause_condition(plan->clause, i);
        const bool used = narrows(way, i);
        if (kind == CONDITION_NONE || used != narrowed)
            continue;
        buffer_text(out, any ? ", " : narrowed ? ": " : "; filtered by ");
        buffer_format(out, "`%s`", plan->schema->fields[i].name);
        if (narrowed)
            buffer_format(out, " %s", words_of(kind));
        any = true;
    }
}

char *plan_way_words(const struct query_plan *plan, const struct plan_way *way)
{
    struct buffer out = {0};
    put_count(&out, plan, way);
    if (plan_is_whole(way) && !plan->context.slices)
        buffer_text(&out, " of the whole table");
    if (way->whole_slice)
        buffer_text(&out, way->ranges == 1 ? " of all rows of its slice"
                                           : ", each of all rows of its slice");
    put_fields(&out, plan, way, true);
    put_fields(&out, plan, way, false);
    if (way->reverse)
        buffer_text(&out, "; backwards");
    const uint64_t limit = clause_limit(plan->clause);
    size_t field;
    bool descending;
    const bool ordered = clause_is_ordered(plan->clause, &field, &descending);
    if (limit > 0 && ordered && way->in_order && !way->point && way->ranges > 1)
        buffer_format(&out, "; the first %" PRIu64 " of each", limit);
    return buffer_take(&out);
}
