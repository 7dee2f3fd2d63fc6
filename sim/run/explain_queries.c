// What each query becomes on a design: planned on every table that can answer it, and the cheapest
// taken, as a run does.

#include "base/mem.h"
#include "run/explain_parts.h"
#include "run/read_plan.h"

#include <math.h>

// Each match lies in one range, so no more of them can hold one than rows match; a limit hides how
// many do.
static double necessary(const struct clause *clause, const struct plan_facts *facts)
{
    const double limit = (double)clause_limit(clause);
    const bool all_return = limit == 0 || facts->rows_returned < limit;
    return all_return && facts->rows_returned < facts->ranges ? ceil(facts->rows_returned)
                                                              : facts->ranges;
}

static void take_plan(const struct clause *clause, const struct read_plan *chosen,
                      const struct explain_work *work, struct explain_query *out)
{
    static const char *const shapes[] = {"single", "multi", "scatter"};
    const struct plan_facts *facts = query_plan_facts(chosen->plan);
    mem_free(out->table);
    out->table = mem_text(work[chosen->table].table.plan->name);
    out->plan = mem_text(facts->words);
    out->shape = shapes[facts->shape];
    out->whole_table = facts->whole_table;
    out->whole_slice = facts->whole_slice;
    out->ranges = facts->ranges;
    out->ranges_necessary = necessary(clause, facts);
    out->rows_examined = facts->rows_examined;
    out->rows_returned = facts->rows_returned;
    out->cost_ns = chosen->cost_ns;
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

static void take_scan(const struct scenario_query *query, const struct schema *schema,
                      struct explain_query *out)
{
    struct buffer text = {0};
    buffer_format(&text, "scan from %s to %s", query->scan_from,
                  query->scan_to ? query->scan_to : "the end");
    *out = (struct explain_query){
        .where = buffer_take(&text),
        .plan = read_plan_scan_words(query, schema),
        .shape = "single",
        .is_raw = true,
        .ranges = 1,
        .ranges_necessary = NAN,
        .rows_examined = NAN,
        .rows_returned = NAN,
        .cost_ns = NAN,
    };
}

static bool explain_query(const struct read_planning *planning, const struct explain_work *work,
                          const struct scenario_query *query, struct explain_query *out,
                          struct err *err)
{
    const struct schema *schema = source_schema(planning->scenario->source);
    if (query->scan_from)
        take_scan(query, schema, out);
    else
        *out = (struct explain_query){.where = mem_text(query->where)};
    out->name = mem_text(query->name);
    out->table = mem_text("");
    out->per_s = query->rate_per_s;
    if (query->scan_from)
        return true;
    struct clause *clause = clause_new(query->where, schema, err);
    struct read_plan chosen = {0};
    const bool ok = clause && read_plan_choose(planning, clause, &chosen, err);
    if (ok)
        take_plan(clause, &chosen, work, out);
    read_plan_done(&chosen);
    clause_free(clause);
    return ok || err_context(err, "query \"%s\"", query->name);
}

bool explain_queries(const struct scenario *scenario, struct explain_work *work,
                     const struct record_census *records, const struct scenario_design *design,
                     struct explain_design *out, struct err *err)
{
    struct read_source *sources = mem_new(design->table_count, sizeof *sources);
    for (size_t t = 0; t < design->table_count; t++)
        sources[t] = (struct read_source){.table = &work[t].table, .records = work[t].records};
    const struct read_planning planning = {
        .scenario = scenario, .design = design, .sources = sources, .records = records};
    bool ok = true;
    out->queries = mem_new(scenario->query_count, sizeof *out->queries);
    for (size_t i = 0; ok && i < scenario->query_count; i++)
        ok = explain_query(&planning, work, &scenario->queries[i],
                           &out->queries[out->query_count++], err);
    mem_free(sources);
    return ok;
}
