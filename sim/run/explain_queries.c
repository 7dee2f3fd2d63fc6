// What each query becomes on a design: planned on every table that can answer it, and the cheapest
// taken, as a run does.

#include "base/mem.h"
#include "cluster/service.h"
#include "query/planner.h"
#include "run/explain_parts.h"

#include <math.h>
#include <string.h>

// The plan of one query on one table.
struct candidate {
    struct query_plan *plan;
    size_t table;
    double cost_ns; // with the gets that references need
};

static struct plan_context context_of(const struct explain_work *work,
                                      const struct record_census *records, size_t field_count)
{
    const struct store_config *store = &work->table.plan->store;
    const struct service_config service = service_resolved(store);
    struct plan_context context = {
        .program = work->table.program,
        .slices = partition_map_is_slices(work->table.map),
        .partitions = partition_map_count(work->table.map),
        .max_ranges = store->max_ranges,
        .scan_parallelism = store->scan_parallelism,
        .seek_ns = (double)service.seek_ns,
        .row_ns = (double)service.row_ns,
        .get_ns = (double)service.get_ns,
        .reverse_factor = service.reverse_factor,
        .rows = key_census_summary(work->keys).keys.distinct,
    };
    for (size_t i = 0; i < PLAN_FIELDS_KNOWN_MAX; i++) {
        context.distinct[i] = NAN;
        if (i >= field_count)
            continue;
        const struct field_summary field = record_census_field(records, i);
        context.distinct[i] = field.values.distinct;
        context.span[i] = field.span;
    }
    return context;
}

static double cost_of(const struct plan_facts *facts)
{
    for (size_t i = 0; i < facts->choice_count; i++) {
        if (facts->choices[i].chosen)
            return facts->choices[i].cost_ns;
    }
    return NAN;
}

// Plans the clause on each table that it may read; the cheapest is left.
static bool choose(const struct clause *clause, struct explain_work *work, size_t table_count,
                   const struct record_census *records, size_t field_count,
                   struct candidate *out_best, struct err *err)
{
    const char *wanted = clause_table(clause);
    *out_best = (struct candidate){0};
    for (size_t t = 0; t < table_count; t++) {
        const struct scenario_table *table = work[t].table.plan;
        if (wanted && table_count > 1 && strcmp(wanted, table->name) != 0)
            continue;
        const struct plan_context context = context_of(&work[t], records, field_count);
        struct candidate candidate = {.plan = query_plan_new(clause, &context, err), .table = t};
        if (!candidate.plan)
            return false;
        const struct plan_facts *facts = query_plan_facts(candidate.plan);
        candidate.cost_ns = cost_of(facts);
        if (table->holds_reference)
            candidate.cost_ns += facts->rows_returned * context.get_ns;
        if (!out_best->plan || candidate.cost_ns < out_best->cost_ns) {
            query_plan_free(out_best->plan);
            *out_best = candidate;
        } else {
            query_plan_free(candidate.plan);
        }
    }
    return out_best->plan ||
           err_fail(err, ERR_INPUT, "this design has no table \"%s\"", wanted ? wanted : "");
}

// Each match lies in one range, so no more of them can hold one than rows match; a limit hides how
// many do.
static double necessary(const struct clause *clause, const struct plan_facts *facts)
{
    const double limit = (double)clause_limit(clause);
    const bool all_return = limit == 0 || facts->rows_returned < limit;
    return all_return && facts->rows_returned < facts->ranges ? ceil(facts->rows_returned)
                                                              : facts->ranges;
}

static void take_plan(const struct clause *clause, const struct candidate *candidate,
                      const struct explain_work *work, struct explain_query *out)
{
    static const char *const shapes[] = {"single", "multi", "scatter"};
    const struct plan_facts *facts = query_plan_facts(candidate->plan);
    mem_free(out->table);
    out->table = mem_text(work[candidate->table].table.plan->name);
    out->plan = mem_text(facts->words);
    out->shape = shapes[facts->shape];
    out->whole_table = facts->whole_table;
    out->whole_slice = facts->whole_slice;
    out->ranges = facts->ranges;
    out->ranges_necessary = necessary(clause, facts);
    out->rows_examined = facts->rows_examined;
    out->rows_returned = facts->rows_returned;
    out->cost_ns = candidate->cost_ns;
    out->choices = mem_new(facts->choice_count, sizeof *out->choices);
    out->choice_count = facts->choice_count;
    for (size_t i = 0; i < facts->choice_count; i++)
        out->choices[i] = (struct explain_choice){
            .words = mem_text(facts->choices[i].words),
            .ranges = facts->choices[i].ranges,
            .rows_examined = facts->choices[i].rows_examined,
            .cost_ns = facts->choices[i].cost_ns,
            .chosen = facts->choices[i].chosen,
        };
}

static void take_scan(const struct scenario_query *query, struct explain_query *out)
{
    struct buffer text = {0};
    buffer_format(&text, "scan from %s to %s", query->scan_from,
                  query->scan_to ? query->scan_to : "the end");
    *out = (struct explain_query){
        .where = buffer_take(&text),
        .plan = mem_text("1 scan, executed as written"),
        .shape = "single",
        .is_raw = true,
        .ranges = 1,
        .ranges_necessary = NAN,
        .rows_examined = NAN,
        .rows_returned = NAN,
        .cost_ns = NAN,
    };
}

bool explain_queries(const struct scenario *scenario, struct explain_work *work,
                     const struct record_census *records, struct explain_design *design,
                     struct err *err)
{
    const struct schema *schema = source_schema(scenario->source);
    design->queries = mem_new(scenario->query_count, sizeof *design->queries);
    for (size_t i = 0; i < scenario->query_count; i++) {
        const struct scenario_query *query = &scenario->queries[i];
        struct explain_query *out = &design->queries[design->query_count++];
        if (query->where)
            *out = (struct explain_query){.where = mem_text(query->where)};
        else
            take_scan(query, out);
        out->name = mem_text(query->name);
        out->table = mem_text("");
        out->per_s = query->rate_per_s;
        if (!query->where)
            continue;
        struct clause *clause = clause_new(query->where, schema, err);
        struct candidate best = {0};
        const bool ok =
            clause && choose(clause, work, design->table_count, records, schema->count, &best, err);
        if (ok)
            take_plan(clause, &best, work, out);
        query_plan_free(best.plan);
        clause_free(clause);
        if (!ok)
            return err_context(err, "query \"%s\" of design \"%s\"", query->name, design->name);
    }
    return true;
}
