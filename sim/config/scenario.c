#include "config/load.h"

#include "base/mem.h"

#include <string.h>

void diagnostics_done(struct diagnostics *diagnostics)
{
    buffer_done(&diagnostics->text);
    diagnostics->count = 0;
}

static void free_store(struct store_config *store)
{
    if (store->profile)
        rows_done(field_table_at("store")->rows, store);
}

void design_done(struct scenario_design *design)
{
    for (size_t i = 0; i < design->table_count; i++) {
        mem_free(design->tables[i].name);
        mem_free(design->tables[i].key);
        free_store(&design->tables[i].store);
    }
    mem_free(design->tables);
    mem_free(design->name);
    mem_free(design->key);
    mem_free(design->preset);
    free_store(&design->store);
}

static void free_mix(struct mix_form *forms, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mem_free(forms[i].name);
    mem_free(forms);
}

static void free_forms(struct scenario_forms *forms)
{
    rows_done(field_table_at("")->rows, &forms->root);
    rows_done(field_table_at("workload.trace")->rows, &forms->trace);
    rows_done(field_table_at("workload.trace.time")->rows, &forms->trace);
    rows_done(field_table_at("workload.trace.parse")->rows, &forms->trace);
    rows_done(field_table_at("workload.trace.op")->rows, &forms->trace);
    rows_done(field_table_at("workload.arrivals")->rows, &forms->arrivals);
    rows_done(field_table_at("run")->rows, &forms->run);
    free_mix(forms->mix, forms->mix_count);
    for (size_t i = 0; i < forms->phase_count; i++)
        free_mix(forms->phases[i].mix, forms->phases[i].mix_count);
    mem_free(forms->phases);
    for (size_t i = 0; i < forms->path_count; i++) {
        mem_free(forms->paths[i].given);
        mem_free(forms->paths[i].resolved);
    }
    mem_free(forms->paths);
    mem_free(forms->made);
    mem_free(forms);
}

static void free_queries(struct scenario *scenario)
{
    for (size_t i = 0; i < scenario->query_count; i++) {
        struct scenario_query *query = &scenario->queries[i];
        mem_free(query->name);
        mem_free(query->where);
        mem_free(query->scan_from);
        mem_free(query->scan_to);
        mem_free(query->pick);
    }
    mem_free(scenario->queries);
}

void scenario_free(struct scenario *scenario)
{
    if (!scenario)
        return;
    source_close(scenario->source);
    for (size_t i = 0; i < scenario->design_count; i++)
        design_done(&scenario->designs[i]);
    mem_free(scenario->designs);
    free_queries(scenario);
    free_store(&scenario->store);
    workload_plan_done(&scenario->workload);
    for (size_t i = 0; i < scenario->param_count; i++)
        mem_free((char *)(uintptr_t)scenario->params[i].name);
    mem_free(scenario->params);
    for (size_t i = 0; i < scenario->expect_count; i++) {
        mem_free(scenario->expects[i].design);
        mem_free(scenario->expects[i].metric);
    }
    mem_free(scenario->expects);
    for (size_t i = 0; i < scenario->warning_count; i++) {
        mem_free(scenario->warnings[i].code);
        mem_free(scenario->warnings[i].message);
    }
    mem_free(scenario->warnings);
    free_forms(scenario->forms);
    mem_free(scenario->path);
    mem_free(scenario->name);
    mem_free(scenario->title);
    mem_free(scenario->row_value_field);
    mem_free(scenario->run.preload);
    mem_free(scenario->order_by);
    for (size_t i = 0; i < scenario->order_fields.count; i++)
        mem_free(scenario->order_fields.items[i]);
    mem_free(scenario->order_fields.items);
    mem_free(scenario->run.incidents);
    mem_free(scenario->config);
    mem_free(scenario->sealed_config);
    mem_free(scenario->hash);
    mem_free(scenario);
}

const char *scenario_made(const struct scenario *scenario)
{
    return scenario->forms->made;
}

struct key_context scenario_table_context(const struct scenario *scenario,
                                          const struct scenario_table *table)
{
    const struct store_config *store = &table->store;
    return (struct key_context){
        .schema = source_schema(scenario->source),
        .params = scenario->params,
        .param_count = scenario->param_count,
        .encoding = (enum encoding)store->encoding,
        .slices = store->layout == LAYOUT_SLICES,
        .seed = scenario->seed,
    };
}

bool scenario_table_answers(const struct scenario_design *design, size_t table, const char *wanted)
{
    return !wanted || design->table_count == 1 || !strcmp(wanted, design->tables[table].name);
}
