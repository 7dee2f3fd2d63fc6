// Whose values `$` takes, once it is known which fields a query draws.
#include "config/load.h"

#include "base/mem.h"
#include "query/clause.h"
#include "query/scan_intent.h"

#include <string.h>

// Adds the fields that a clause draws; false where it is broken, which was noted before.
static bool add_fields(const char *where, const struct schema *schema, struct query_pick *out)
{
    struct err ignored = {0};
    struct clause *clause = clause_new(where, schema, &ignored);
    if (!clause)
        return false;
    for (size_t i = 0; i < schema->count; i++) {
        bool is_new = clause_draws(clause, i);
        for (size_t j = 0; j < out->field_count; j++)
            is_new = is_new && out->fields[j] != i;
        if (is_new)
            out->fields[out->field_count++] = i;
    }
    clause_free(clause);
    return true;
}

static bool find_fields(const struct scenario_query *query, const struct schema *schema,
                        struct query_pick *out)
{
    out->fields = mem_new(schema->count, sizeof *out->fields);
    char *intent = query->scan_from ? scan_intent(query->scan_from, query->scan_to, schema) : NULL;
    const bool ok = (!query->where || add_fields(query->where, schema, out)) &&
                    (!intent || add_fields(intent, schema, out));
    mem_free(intent);
    return ok;
}

static void check(struct loading *loading, const struct json_node *node,
                  const struct scenario_query *query, const struct query_pick *pick)
{
    struct faults *faults = &loading->reader.faults;
    const struct fault_place place = place_of_value(&loading->reader, node);
    if (loading->scenario->workload.trace) {
        faults_add(faults, place,
                   "`pick` chooses among generated records, and these come from a recording");
        faults_hint(faults, "leave `pick` out: `$` takes the values of the recording's row");
    } else if (pick->field_count == 0 && query->scan_from && pick->kind == PICK_UNIFORM) {
        faults_add(faults, place, "the scan's bounds do not tell which values count as different");
        faults_hint(faults, "say beside `scan` what it is meant to find: \"where\": \"f = $f\"");
    } else if (pick->field_count == 0 && query->where && !query->scan_from) {
        faults_add(faults, place,
                   "`pick` chooses whose values `$` takes, and this query has no "
                   "`$`");
        faults_hint(faults, "leave `pick` out, or ask for a record's value: \"f = $f\"");
    }
}

void load_picks(struct loading *loading, const struct json_node *node)
{
    struct scenario *scenario = loading->scenario;
    const struct schema *schema = source_schema(scenario->source);
    struct workload_plan *plan = &scenario->workload;
    plan->picks = mem_new(scenario->query_count, sizeof *plan->picks);
    plan->pick_count = scenario->query_count;
    const struct json_node *it = json_first(node);
    for (size_t i = 0; i < scenario->query_count; i++, it = json_next(it)) {
        const struct scenario_query *query = &scenario->queries[i];
        struct query_pick *pick = &plan->picks[i];
        while (strcmp(pick_names[pick->kind], query->pick) != 0)
            pick->kind++;
        if (pick->kind == PICK_AS_WRITTEN)
            continue;
        pick->theta = query->pick_theta;
        if (find_fields(query, schema, pick))
            check(loading, json_member(it, "pick"), query, pick);
    }
}
