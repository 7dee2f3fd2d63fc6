// load_basics.c -- params, run and expect.
#include "config/load.h"

#include "base/mem.h"
#include "base/text.h"

#include <string.h>

void load_params(struct loading *loading, const struct json_node *node)
{
    struct scenario *scenario = loading->scenario;
    if (!node)
        return;
    if (json_kind_of(node) != JSON_OBJECT) {
        faults_add(&loading->reader.faults, place_of_value(&loading->reader, node),
                   "params must be an object");
        return;
    }
    load_check_count(loading, node, PARAMS_MAX);
    scenario->params = mem_new(json_count(node), sizeof *scenario->params);
    for (const struct json_node *it = json_first(node); it; it = json_next(it)) {
        load_check_name(loading, it);
        const struct param row = {.name = json_name_of(it), .kind = PARAM_INTEGER};
        int64_t value = 0;
        (void)read_value(&loading->reader, it, &row, &value);
        scenario->params[scenario->param_count++] =
            (struct key_param){.name = mem_text(json_name_of(it)), .value = value};
        loading->reader.params = scenario->params;
        loading->reader.param_count = scenario->param_count;
    }
}

static void refuse_both(struct loading *loading, const struct json_node *node, const char *first,
                        const char *second)
{
    const struct json_node *one = json_member(node, first), *other = json_member(node, second);
    if (!one || !other || json_kind_of(one) == JSON_NULL || json_kind_of(other) == JSON_NULL)
        return;
    faults_add(&loading->reader.faults, place_of_name(&loading->reader, other),
               "`%s` and `%s` say the same thing twice; leave one out", first, second);
}

// A duration, or {rows} or {bytes}; kept as written too.
static void read_preload(struct loading *loading, const struct json_node *node)
{
    struct scenario *scenario = loading->scenario;
    struct preload_plan *plan = &scenario->workload.preload;
    static const struct param duration = {
        .name = "preload", .kind = PARAM_DURATION, .max = 3.1536e18};
    static const struct param amounts[] = {
        {.name = "rows", .kind = PARAM_COUNT, .max = 1e18},
        {.name = "bytes", .kind = PARAM_SIZE, .max = 1e18},
    };
    uint64_t *const values[] = {&plan->rows, &scenario->run.preload_bytes};
    struct reader *reader = &loading->reader;
    if (json_kind_of(node) == JSON_NULL)
        return;
    if (json_kind_of(node) != JSON_OBJECT) {
        if (read_value(reader, node, &duration, &plan->ns))
            scenario->run.preload = mem_text(json_text_of(node));
        return;
    }
    const struct json_node *only = json_first(node);
    for (size_t i = 0; only && !json_next(only) && i < 2; i++) {
        if (strcmp(json_name_of(only), amounts[i].name) != 0)
            continue;
        if (!read_value(reader, only, &amounts[i], values[i]))
            return;
        struct buffer text = {0};
        buffer_format(&text, "{\"%s\": %llu}", amounts[i].name, (unsigned long long)*values[i]);
        scenario->run.preload = buffer_take(&text);
        return;
    }
    faults_add(&reader->faults, place_of_value(reader, node),
               "`preload` takes a duration, {rows} or {bytes}");
}

void load_run(struct loading *loading, const struct json_node *node)
{
    struct scenario *scenario = loading->scenario;
    struct run_form *form = &loading->forms->run;
    read_object(&loading->reader, "run", node, form);
    const struct json_node *preload = NULL;
    if (node && json_kind_of(node) == JSON_OBJECT) {
        refuse_both(loading, node, "operations", "duration_s");
        refuse_both(loading, node, "windows", "window_s");
        preload = json_member(node, "preload");
    }
    if (form->window_ns > 0 && scenario->workload.arrivals.process == ARRIVAL_CLOSED)
        faults_add(&loading->reader.faults,
                   place_of_value(&loading->reader, json_member(node, "window_s")),
                   "a closed loop takes as long as the store needs: cut it by `windows`");
    if (form->operations == 0 && form->duration_ns == 0 && !scenario->workload.trace)
        form->operations = 1000000;
    if (form->windows == 0 && form->window_ns == 0)
        form->windows = 100;
    scenario->workload.operations = form->operations;
    scenario->workload.duration_ns = form->duration_ns;
    scenario->run = (struct scenario_run){
        .warmup_ns = form->warmup_ns, .windows = form->windows, .window_ns = form->window_ns};
    if (preload)
        read_preload(loading, preload);
}

// ---- expect ----

// Where the metrics of a design's result begin, as in its result.
static const char *const metric_roots[] = {"tables",     "writes",  "reads",      "queries",
                                           "latency_ms", "storage", "throughput", "partitions",
                                           "timeline",   "by",      "invertible"};

static void check_metric(struct loading *loading, const struct json_node *node, const char *metric)
{
    enum { ROOTS = sizeof metric_roots / sizeof metric_roots[0] };
    const char *dot = strchr(metric, '.');
    char *root = mem_text_of(bytes_of(metric, dot ? (size_t)(dot - metric) : strlen(metric)));
    bool known = false;
    for (size_t i = 0; i < ROOTS; i++)
        known = known || !strcmp(root, metric_roots[i]);
    struct reader *reader = &loading->reader;
    if (!known) {
        faults_add(&reader->faults, place_in_value(reader, node, 0, strlen(root)),
                   "unknown metric `%s`", metric);
        faults_suggest(&reader->faults, root, metric_roots, ROOTS, "a metric begins with one of");
    } else if (strstr(metric, "..") || metric[strlen(metric) - 1] == '.') {
        faults_add(&reader->faults, place_of_value(reader, node),
                   "a metric's path has no empty names");
    }
    mem_free(root);
}

static void check_design_name(struct loading *loading, const struct json_node *node)
{
    const struct scenario *scenario = loading->scenario;
    const char *given = json_text_of(node);
    const char **names = mem_new(scenario->design_count, sizeof *names);
    bool known = scenario->design_count == 0;
    for (size_t i = 0; i < scenario->design_count; i++) {
        names[i] = scenario->designs[i].name;
        known = known || !strcmp(names[i], given);
    }
    if (!known) {
        faults_add(&loading->reader.faults, place_of_value(&loading->reader, node),
                   "unknown design `%s`", given);
        faults_suggest(&loading->reader.faults, given, names, scenario->design_count,
                       "the designs are");
    }
    mem_free(names);
}

static bool is_number(const struct json_node *object, const char *name)
{
    const struct json_node *node = json_member(object, name);
    return node && json_kind_of(node) != JSON_NULL;
}

static void load_expect(struct loading *loading, const struct json_node *node)
{
    struct reader *reader = &loading->reader;
    struct expect_form form = {0};
    read_object(reader, "expect.N", node, &form);
    if (json_kind_of(node) != JSON_OBJECT || !form.design || !form.metric) {
        rows_done(field_table_at("expect.N")->rows, &form);
        return;
    }
    check_design_name(loading, json_member(node, "design"));
    check_metric(loading, json_member(node, "metric"), form.metric);
    const bool has_min = is_number(node, "min"), has_max = is_number(node, "max");
    if (!has_min && !has_max)
        faults_add(&reader->faults, place_of_value(reader, node),
                   "an expectation needs `min` or `max`");
    else if (has_min && has_max && form.min > form.max)
        faults_add(&reader->faults, place_of_value(reader, json_member(node, "min")),
                   "`min` is above `max`");
    struct scenario *scenario = loading->scenario;
    scenario->expects[scenario->expect_count++] = (struct scenario_expect){.design = form.design,
                                                                           .metric = form.metric,
                                                                           .has_min = has_min,
                                                                           .has_max = has_max,
                                                                           .min = form.min,
                                                                           .max = form.max};
}

void load_expects(struct loading *loading, const struct json_node *node)
{
    if (!node)
        return;
    if (json_kind_of(node) != JSON_LIST) {
        faults_add(&loading->reader.faults, place_of_value(&loading->reader, node),
                   "expect must be a list");
        return;
    }
    load_check_count(loading, node, EXPECTS_MAX);
    loading->scenario->expects = mem_new(json_count(node), sizeof *loading->scenario->expects);
    for (const struct json_node *it = json_first(node); it; it = json_next(it))
        load_expect(loading, it);
}
