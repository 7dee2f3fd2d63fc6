#include "run/history.h"

#include "base/mem.h"
#include "base/text.h"
#include "query/clause.h"
#include "run/read_plan.h"
#include "run/warnings.h"

static void warn_of_clause(const struct clause *clause, const char *query,
                           const struct course *course, struct warning **warnings, size_t *count)
{
    const struct schema *schema = clause_schema(clause);
    const double held_ns = (double)course->preloaded_ns + (double)course->last_at;
    for (size_t f = 0; f < schema->count; f++) {
        const struct field *field = &schema->fields[f];
        if (field->unit == UNIT_NONE || clause_condition(clause, f) != CONDITION_RANGE)
            continue;
        const double asked_ns = clause_range_width(clause, f) * (double)time_unit_ns(field->unit);
        if (!(asked_ns > held_ns * 1.001))
            continue;
        struct buffer text = {0};
        buffer_format(&text, "query `%s` asks for ", query);
        text_duration(&text, asked_ns);
        buffer_format(&text, " of `%s`, and preload and run hold ", field->name);
        text_duration(&text, held_ns);
        buffer_text(&text, ": its price is too low; set run.preload to what it looks back on");
        warning_add(warnings, count, "short-history", (const char *)text.data);
        buffer_done(&text);
    }
}

void warn_of_history(const struct scenario *scenario, const struct course *course,
                     struct warning **warnings, size_t *count)
{
    const struct schema *schema = source_schema(scenario->source);
    for (size_t q = 0; q < scenario->query_count; q++) {
        const struct scenario_query *query = &scenario->queries[q];
        char *where = read_plan_where(query, schema);
        struct err ignored = {0};
        struct clause *clause = where ? clause_new(where, schema, &ignored) : NULL;
        if (clause)
            warn_of_clause(clause, query->name, course, warnings, count);
        clause_free(clause);
        mem_free(where);
    }
}
