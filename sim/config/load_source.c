// load_source.c -- the workload is opened: its fields become known, and what was left to be
// guessed.
#include "config/load.h"

#include "base/mem.h"
#include "workload/generator.h"
#include "workload/phases.h"

#include <string.h>

static char *copy(const char *text)
{
    return text ? mem_text(text) : NULL;
}

// What was found in the file joins the forms, so that the echo says it.
static void take_guess(struct scenario_forms *forms, const struct trace_guess *guess)
{
    struct trace_form *trace = &forms->trace;
    trace->format = guess->format;
    trace->sort = guess->sort;
    forms->header = guess->header;
    mem_free(trace->delimiter);
    const char delimiter[] = {guess->delimiter, '\0'};
    trace->delimiter = guess->delimiter == '\t'   ? mem_text("tab")
                       : guess->delimiter != '\0' ? mem_text(delimiter)
                                                  : NULL;
    mem_free(trace->comment);
    trace->comment = copy(guess->comment);
    mem_free(trace->time_field);
    trace->time_field = copy(guess->time_field);
    trace->time_unit = (int)guess->time_unit;
    if (!trace->time_format)
        trace->time_format = copy(guess->time_format);
    forms->time_refused = !guess->time_field;
}

// The expression of a field that the fault names, or NULL.
static const struct json_node *named_expression(const struct workload_plan *plan,
                                                const struct json_node *fields,
                                                const struct err *err)
{
    for (size_t i = 0; fields && i < plan->field_count; i++) {
        const struct generator *generator = plan->fields[i].generator;
        struct buffer quoted = {0};
        buffer_format(&quoted, "`%s`", plan->fields[i].name);
        const bool named = strstr(err->message, (const char *)quoted.data) != NULL;
        buffer_done(&quoted);
        if (!named || !generator->reads_fields)
            continue;
        const struct json_node *field = json_member(fields, plan->fields[i].name);
        const struct json_node *config = json_member(field, generator->name);
        const struct json_node *text = config ? json_member(config, generator->shorthand) : NULL;
        return text ? text : config;
    }
    return NULL;
}

// The value at which a fault of the workload is shown.
static const struct json_node *culprit(const struct loading *loading,
                                       const struct json_node *workload, const struct err *err)
{
    const struct json_node *fields = json_member(workload, "fields");
    const struct json_node *trace = json_member(workload, "trace");
    const struct json_node *arrivals = json_member(workload, "arrivals");
    const struct workload_plan *plan = &loading->scenario->workload;
    const struct json_node *expression = named_expression(plan, fields, err);
    if (expression)
        return expression;
    if (plan->arrivals.process == ARRIVAL_PERIODIC && strstr(err->message, "periodic"))
        return json_member(arrivals, strstr(err->message, "entity") ? "entity" : "process");
    if (strstr(err->message, "phases: "))
        return json_member(workload, "phases");
    if (strstr(err->message, "arrivals: "))
        return arrivals;
    if (trace)
        return json_member(trace, "path");
    return fields ? fields : workload;
}

static struct source *open_once(struct loading *loading, struct err *err)
{
    struct workload_plan *plan = &loading->scenario->workload;
    plan->params = loading->scenario->params;
    plan->param_count = loading->scenario->param_count;
    plan->seed = loading->scenario->seed;
    return source_open(plan, err);
}

static bool is_paced(const struct scenario *scenario)
{
    const struct workload_plan *plan = &scenario->workload;
    if (plan->trace)
        return plan->trace->time_field || plan->trace->time_guess;
    return plan->arrivals.process == ARRIVAL_PERIODIC;
}

// The mix again, now that the rate of the rows is known.
static void repeat_mix(struct loading *loading, const struct json_node *workload)
{
    struct scenario_forms *forms = loading->forms;
    for (size_t i = 0; i < forms->mix_count; i++)
        mem_free(forms->mix[i].name);
    mem_free(forms->mix);
    mem_free(loading->scenario->workload.mix);
    forms->mix = NULL;
    forms->mix_count = 0;
    loading->scenario->workload.mix = NULL;
    loading->scenario->workload.mix_count = 0;
    load_mix(loading, json_member(workload, "mix"));
}

static void set_default_rate(struct loading *loading, const struct json_node *workload)
{
    struct scenario *scenario = loading->scenario;
    load_rate(loading);
    if (!scenario->workload.trace) {
        struct arrival_form *form = &loading->forms->arrivals;
        *(form->process == ARRIVAL_SINE ? &form->mean : &form->rate_per_s) =
            scenario->workload.arrivals.rate_per_s;
        return;
    }
    loading->forms->trace.rate_per_s = scenario->workload.arrivals.rate_per_s;
    if (json_member(workload, "mix"))
        repeat_mix(loading, workload);
}

// No column looks like a time: rows come at a rate. Where that changes the mix the source must see
// it anew; else it need not be opened again, which standard input could not.
static void fall_back_to_rate(struct loading *loading, const struct json_node *workload,
                              struct err *err)
{
    struct scenario *scenario = loading->scenario;
    scenario->workload.trace->time_guess = false;
    if (!json_member(workload, "mix")) {
        set_default_rate(loading, workload);
        return;
    }
    source_close(scenario->source);
    set_default_rate(loading, workload);
    scenario->source = open_once(loading, err);
}

// How often queries come, where no rate of theirs says it; with phases the mean over the run.
static void rate_queries(struct scenario *scenario)
{
    const struct workload_plan *plan = &scenario->workload;
    for (size_t i = 0; plan->phase_count > 0 && i < scenario->query_count; i++)
        scenario->queries[i].rate_per_s =
            phases_share_of_query(plan, (uint16_t)i) * load_mean_rate(scenario);
    for (size_t i = 0; plan->phase_count == 0 && i < plan->mix_count; i++)
        if (plan->mix[i].kind == OP_QUERY && plan->mix[i].rate_per_s == 0)
            scenario->queries[plan->mix[i].query].rate_per_s =
                plan->mix[i].share * load_mean_rate(scenario);
}

bool load_source(struct loading *loading, const struct json_node *workload)
{
    struct scenario *scenario = loading->scenario;
    struct workload_plan *plan = &scenario->workload;
    struct err err = {0};
    if (plan->arrivals.rate_per_s == 0 && !is_paced(scenario))
        set_default_rate(loading, workload);
    scenario->source = open_once(loading, &err);
    const struct trace_guess *guess = scenario->source ? source_guess(scenario->source) : NULL;
    if (guess && plan->trace->time_guess && !guess->time_field)
        fall_back_to_rate(loading, workload, &err);
    if (!scenario->source) {
        loading->failed_code = err.code;
        fault_of_err(&loading->reader, culprit(loading, workload, &err), &err);
        return false;
    }
    if (guess)
        take_guess(loading->forms, source_guess(scenario->source));
    if (guess && plan->arrivals.rate_per_s == 0 && plan->arrivals.process != ARRIVAL_POISSON &&
        plan->arrivals.process != ARRIVAL_CLOSED)
        load_warn(scenario, "process-unused",
                  "rows arrive at their recorded times; the process of arrivals is not used");
    rate_queries(scenario);
    return true;
}
