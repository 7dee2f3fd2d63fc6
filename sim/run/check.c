// The resolved plan: what will come and where it will land first, after one reading of the
// workload.

#include "base/mem.h"
#include "run/conduct.h"
#include "run/field_census.h"
#include "run/history.h"
#include "run/run.h"
#include "cluster/service.h"
#include "run/warnings.h"

#include <math.h>

static void list_kinds(const struct scenario *scenario, const struct course *course,
                       struct check_plan *plan)
{
    static const char *const names[OP_KIND_COUNT] = {"put", "get", "update", "delete", "queries"};
    const double seconds = (double)course->last_at / (double)NS_PER_S;
    plan->kinds = mem_new(OP_KIND_COUNT + scenario->query_count, sizeof *plan->kinds);
    for (int kind = 0; kind < OP_KIND_COUNT; kind++) {
        const uint64_t count = course->kinds[kind];
        if (count == 0)
            continue;
        plan->kinds[plan->kind_count++] = (struct check_operation){
            .name = mem_text(names[kind]),
            .count = count,
            .per_s = seconds > 0 ? (double)count / seconds : NAN,
        };
    }
}

static void list_fields(const struct schema *schema, const struct field_census *census,
                        struct check_plan *plan)
{
    plan->field_count = schema->count;
    plan->fields = mem_new(schema->count, sizeof *plan->fields);
    for (size_t i = 0; i < schema->count; i++) {
        struct check_field *field = &plan->fields[i];
        field->name = mem_text(schema->fields[i].name);
        field->type = mem_text(value_type_name(schema->fields[i].type));
        field_census_of(census, i, &field->distinct, &field->top_share, &field->exact);
    }
}

// What servers could serve if every put were spread evenly over them.
static double ideal_capacity(const struct scenario *scenario)
{
    const struct store_config *store = &scenario->store;
    const struct service_config service = service_resolved(store);
    return (double)store->servers * (double)store->handlers * (double)NS_PER_S /
           (double)service.put_ns;
}

static void warn_of_load(struct check_plan *plan)
{
    const double share = plan->rate_per_s / plan->capacity_per_s;
    if (share < 0.01)
        warning_add(&plan->warnings, &plan->warning_count, "light-load",
                    "the load is under 1 % of what the cluster could serve: no spread is a hotspot "
                    "at this rate");
    if (share > 1)
        warning_add(&plan->warnings, &plan->warning_count, "overload",
                    "more is offered than the whole cluster could serve, however it is spread");
}

// Reads that ask for more than the whole cluster has to give, however they are spread.
static void warn_of_reads(struct check_plan *plan)
{
    for (size_t i = 0; i < plan->design_count; i++) {
        const struct check_design *design = &plan->designs[i];
        double share = 0;
        for (size_t q = 0; q < design->query_count; q++)
            share += isnan(design->queries[q].work_share) ? 0 : design->queries[q].work_share;
        if (!(share > 1))
            continue;
        struct buffer text = {0};
        buffer_format(&text,
                      "design \"%s\": the queries alone ask for %.3g times what the whole cluster "
                      "has to give",
                      design->name, share);
        warning_add(&plan->warnings, &plan->warning_count, "reads-overload",
                    (const char *)text.data);
        buffer_done(&text);
    }
}

static void fill_plan(const struct scenario *scenario, const struct course *course,
                      struct lane **lanes, const struct field_census *census,
                      struct check_plan *plan)
{
    const double seconds = (double)course->last_at / (double)NS_PER_S;
    *plan = (struct check_plan){
        .rate_per_s = seconds > 0 ? (double)course->operations / seconds : NAN,
        .simulated_s = seconds,
        .operations = course->operations,
        .warmup_operations = course->warmup_operations,
        .rows_skipped = course->rows_skipped,
        .design_count = scenario->design_count,
        .designs = mem_new(scenario->design_count, sizeof *plan->designs),
        .capacity_per_s = ideal_capacity(scenario),
    };
    list_kinds(scenario, course, plan);
    list_fields(source_schema(scenario->source), census, plan);
    for (size_t i = 0; i < scenario->design_count; i++)
        lane_describe(lanes[i], &plan->designs[i]);
    plan->rows = (double)(course->kinds[OP_PUT] + course->preloaded);
    plan->bytes = plan->rows * plan->designs[0].tables[0].row_bytes_mean;
    warn_of_load(plan);
    warn_of_reads(plan);
    warn_of_history(scenario, course, &plan->warnings, &plan->warning_count);
    for (size_t i = 0; i < scenario->warning_count; i++)
        warning_add(&plan->warnings, &plan->warning_count, scenario->warnings[i].code,
                    scenario->warnings[i].message);
}

struct check_plan *run_check(struct scenario *scenario, const struct run_options *options,
                             struct err *err)
{
    struct check_plan *plan = NULL;
    struct course course = {0};
    struct lane **lanes = lanes_open(scenario, false, err);
    struct field_census *census = field_census_new(source_schema(scenario->source));
    if (lanes && conduct_survey(scenario, lanes, options, census, &course, err)) {
        plan = mem_new(1, sizeof *plan);
        fill_plan(scenario, &course, lanes, census, plan);
    }
    field_census_free(census);
    lanes_close(lanes, scenario->design_count);
    return plan;
}

static void design_done(struct check_design *design)
{
    for (size_t t = 0; t < design->table_count; t++) {
        mem_free(design->tables[t].name);
        mem_free(design->tables[t].presplit);
    }
    for (size_t q = 0; q < design->query_count; q++) {
        mem_free(design->queries[q].name);
        mem_free(design->queries[q].table);
        mem_free(design->queries[q].plan);
    }
    mem_free(design->queries);
    mem_free(design->tables);
    mem_free(design->name);
    mem_free(design->key);
}

void check_plan_free(struct check_plan *plan)
{
    if (!plan)
        return;
    for (size_t i = 0; i < plan->kind_count; i++)
        mem_free(plan->kinds[i].name);
    for (size_t i = 0; i < plan->field_count; i++) {
        mem_free(plan->fields[i].name);
        mem_free(plan->fields[i].type);
    }
    for (size_t i = 0; i < plan->design_count; i++)
        design_done(&plan->designs[i]);
    for (size_t i = 0; i < plan->warning_count; i++) {
        mem_free(plan->warnings[i].code);
        mem_free(plan->warnings[i].message);
    }
    mem_free(plan->kinds);
    mem_free(plan->fields);
    mem_free(plan->designs);
    mem_free(plan->warnings);
    mem_free(plan);
}
