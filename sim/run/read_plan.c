#include "run/read_plan.h"

#include "base/mem.h"
#include "cluster/service.h"
#include "query/scan_intent.h"

#include <math.h>

static struct plan_context context_of(const struct read_planning *planning, size_t table,
                                      struct key_program *program)
{
    const struct read_source *source = &planning->sources[table];
    const struct store_config *store = &source->table->plan->store;
    const struct service_config service = service_resolved(store);
    const size_t field_count = source_schema(planning->scenario->source)->count;
    struct plan_context context = {
        .program = program,
        .slices = partition_map_is_slices(source->table->map),
        .partitions = partition_map_count(source->table->map),
        .max_ranges = store->max_ranges,
        .scan_parallelism = store->scan_parallelism,
        .seek_ns = (double)service.seek_ns,
        .row_ns = (double)service.row_ns,
        .get_ns = (double)service.get_ns,
        .reverse_factor = service.reverse_factor,
        .rows = source->records,
    };
    for (size_t i = 0; i < PLAN_FIELDS_KNOWN_MAX; i++) {
        context.distinct[i] = NAN;
        if (!planning->records || i >= field_count)
            continue;
        const struct field_summary field = record_census_field(planning->records, i);
        context.distinct[i] = field.values.distinct;
        context.span[i] = field.span;
    }
    return context;
}

static double chosen_cost(const struct plan_facts *facts)
{
    for (size_t i = 0; i < facts->choice_count; i++) {
        if (facts->choices[i].chosen)
            return facts->choices[i].cost_ns;
    }
    return NAN;
}

static bool plan_on(const struct read_planning *planning, const struct clause *clause, size_t table,
                    struct read_plan *out, struct err *err)
{
    const struct scenario_table *plan = planning->sources[table].table->plan;
    const struct key_context key = scenario_table_context(planning->scenario, plan);
    *out = (struct read_plan){.table = table, .program = key_program_new(plan->key, &key, err)};
    if (!out->program)
        return false;
    const struct plan_context context = context_of(planning, table, out->program);
    out->plan = query_plan_new(clause, &context, err);
    if (!out->plan)
        return false;
    const struct plan_facts *facts = query_plan_facts(out->plan);
    out->cost_ns = chosen_cost(facts);
    if (plan->holds_reference)
        out->cost_ns += facts->rows_returned * context.get_ns;
    return true;
}

bool read_plan_choose(const struct read_planning *planning, const struct clause *clause,
                      struct read_plan *out_plan, struct err *err)
{
    const struct scenario_design *design = planning->design;
    *out_plan = (struct read_plan){0};
    for (size_t t = 0; t < design->table_count; t++) {
        struct read_plan candidate;
        if (!scenario_table_answers(design, t, clause_table(clause)))
            continue;
        if (!plan_on(planning, clause, t, &candidate, err)) {
            read_plan_done(&candidate);
            read_plan_done(out_plan);
            return false;
        }
        const bool better = !out_plan->plan || candidate.cost_ns < out_plan->cost_ns;
        read_plan_done(better ? out_plan : &candidate);
        if (better)
            *out_plan = candidate;
    }
    return out_plan->plan || err_fail(err, ERR_INPUT, "design \"%s\" has no table `%s`",
                                      design->name, clause_table(clause));
}

void read_plan_done(struct read_plan *plan)
{
    query_plan_free(plan->plan);
    key_program_free(plan->program);
    *plan = (struct read_plan){0};
}

char *read_plan_where(const struct scenario_query *query, const struct schema *schema)
{
    if (query->where)
        return mem_text(query->where);
    return scan_intent(query->scan_from, query->scan_to, schema);
}

char *read_plan_scan_words(const struct scenario_query *query, const struct schema *schema)
{
    char *meant = read_plan_where(query, schema);
    struct buffer text = {0};
    buffer_text(&text, "1 scan, executed as written");
    if (meant)
        buffer_format(&text, "; meant to find: %s", meant);
    mem_free(meant);
    return buffer_take(&text);
}
