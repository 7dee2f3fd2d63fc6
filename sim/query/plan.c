// A query's plan: all ways to read the rows, and the cheapest.
#include "base/mem.h"
#include "query/plan.h"

// All buckets, or all values of a field, but not those below a value that is given.
static enum plan_shape shape_of(const struct query_plan *plan, const struct plan_way *way)
{
    bool given = false;
    for (size_t i = 0; i < way->variables.count; i++)
        given = given || !way->variables.items[i].is_full;
    bool full = false;
    for (size_t i = 0; i < way->variables.count; i++) {
        const struct key_variable *variable = &way->variables.items[i];
        full = full || (variable->is_full && !(given && variable->kind == VARIABLE_FIELD));
    }
    if (full || way->scatter || plan->facts.whole_table)
        return PLAN_SCATTER;
    return way->ranges > 1 ? PLAN_MULTI : PLAN_SINGLE;
}

static void state_facts(struct query_plan *plan)
{
    const struct plan_way *way = &plan->ways[plan->chosen];
    struct plan_facts *facts = &plan->facts;
    facts->reverse = way->reverse;
    facts->in_order = way->in_order;
    facts->filtered = way->filtered;
    facts->point = way->point;
    facts->whole_table = plan_is_whole(way);
    facts->whole_slice = way->whole_slice;
    facts->ranges = way->ranges;
    facts->rows_examined = way->examined;
    facts->rows_returned = plan->returned;
    facts->shape = shape_of(plan, way);
    facts->words = plan->choices[plan->chosen].words;
    facts->choices = plan->choices;
    facts->choice_count = plan->way_count;
}

struct query_plan *query_plan_new(const struct clause *clause, const struct plan_context *context,
                                  struct err *err)
{
    if (context->partitions == 0 || context->partitions > UINT32_MAX || context->max_ranges == 0) {
        (void)err_fail(err, ERR_BUG, "a plan needs partitions and may ask for one range at least");
        return NULL;
    }
    struct query_plan *plan = mem_new(1, sizeof *plan);
    plan->clause = clause;
    plan->schema = clause_schema(clause);
    plan->context = *context;
    plan->pieces = key_pieces_new(context->program);
    plan->known = mem_new(plan->schema->count, sizeof *plan->known);
    plan_bound_rows(plan);
    plan_find_ways(plan);
    plan->returned = plan_rows_returned(plan);
    for (size_t i = 0; i < plan->way_count; i++) {
        struct plan_way *way = &plan->ways[i];
        plan_judge_way(plan, way);
        plan_price_way(plan, way);
        plan->choices[i] = (struct plan_choice){
            .words = plan_way_words(plan, way),
            .ranges = way->ranges,
            .rows_examined = way->examined,
            .cost_ns = way->cost_ns,
        };
        if (way->cost_ns <= plan->ways[plan->chosen].cost_ns)
            plan->chosen = i;
    }
    plan->choices[plan->chosen].chosen = true;
    state_facts(plan);
    return plan;
}

void query_plan_free(struct query_plan *plan)
{
    if (!plan)
        return;
    for (size_t i = 0; i < plan->way_count; i++)
        mem_free((void *)(uintptr_t)plan->choices[i].words);
    for (size_t i = 0; i < KEY_VARIABLES_MAX; i++)
        key_values_list_done(&plan->lists[i]);
    key_spans_done(&plan->spans);
    buffer_done(&plan->work);
    buffer_done(&plan->start);
    buffer_done(&plan->stop);
    key_pieces_free(plan->pieces);
    mem_free(plan->known);
    mem_free(plan->apart);
    mem_free(plan);
}

const struct plan_facts *query_plan_facts(const struct query_plan *plan)
{
    return &plan->facts;
}
