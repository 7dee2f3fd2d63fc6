#include "workload/plan.h"

#include "base/mem.h"
#include "workload/generator.h"

const char *const trace_format_names[] = {"auto",   "csv",     "tsv",     "jsonl",
                                          "ycsb",   "twitter", "rocksdb", "redis-monitor",
                                          "apache", "pattern", NULL};
_Static_assert(sizeof trace_format_names / sizeof trace_format_names[0] == TRACE_FORMAT_COUNT + 1,
               "a format has no name");
const char *const trace_sort_names[] = {"none", "time", NULL};
const char *const trace_on_error_names[] = {"stop", "skip", NULL};
const char *const arrival_process_names[] = {"poisson", "constant", "periodic", "sine",
                                             "burst",   "steps",    "closed",   NULL};
const char *const pick_names[] = {"as_written", "uniform", "latest", NULL};

static void texts_done(char **items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mem_free(items[i]);
    mem_free(items);
}

// Frees what a row of the table made in the struct that it fills.
static void member_done(const struct param *param, void *member)
{
    if (param->kind == PARAM_TEXT)
        mem_free(*(char **)member);
    if (param->kind == PARAM_NUMBERS)
        mem_free(((struct param_numbers *)member)->items);
    if (param->kind == PARAM_TEXTS) {
        struct param_texts *texts = member;
        texts_done(texts->items, texts->count);
    }
    if (param->kind == PARAM_PAIRS) {
        struct param_pairs *pairs = member;
        texts_done(pairs->names, pairs->count);
        texts_done(pairs->values, pairs->count);
    }
}

void field_plan_done(struct field_plan *field)
{
    if (field->config) {
        for (const struct param *param = field->generator->params; param->name; param++)
            member_done(param, (char *)field->config + param->offset);
        if (field->generator->config_done)
            field->generator->config_done(field->config);
    }
    mem_free(field->config);
    mem_free(field->name);
    mem_free(field->format);
}

static void trace_plan_done(struct trace_plan *trace)
{
    texts_done(trace->paths.items, trace->paths.count);
    for (size_t i = 0; i < trace->column_count; i++) {
        mem_free(trace->columns[i].field);
        mem_free(trace->columns[i].header);
    }
    mem_free(trace->columns);
    mem_free(trace->pattern);
    mem_free(trace->parse_from);
    mem_free(trace->parse_as);
    mem_free(trace->op_column);
    texts_done(trace->op_map.texts, trace->op_map.count);
    mem_free(trace->op_map.ops);
    mem_free(trace->comment);
    mem_free(trace->null);
    mem_free(trace->null_as);
    mem_free(trace->time_field);
    mem_free(trace->time_format);
    mem_free(trace);
}

static void fields_done(struct field_plan *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        field_plan_done(&fields[i]);
    mem_free(fields);
}

void workload_plan_done(struct workload_plan *plan)
{
    fields_done(plan->fields, plan->field_count);
    for (size_t i = 0; i < plan->phase_count; i++) {
        fields_done(plan->phases[i].fields, plan->phases[i].field_count);
        mem_free(plan->phases[i].mix);
    }
    mem_free(plan->phases);
    if (plan->trace)
        trace_plan_done(plan->trace);
    mem_free(plan->arrivals.entity);
    mem_free(plan->arrivals.steps);
    mem_free(plan->mix);
    mem_free(plan->update_set);
    for (size_t i = 0; i < plan->pick_count; i++)
        mem_free(plan->picks[i].fields);
    mem_free(plan->picks);
    *plan = (struct workload_plan){0};
}
