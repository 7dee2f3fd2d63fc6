#include "config/load.h"

#include "base/mem.h"
#include "cluster/service.h"

#include <string.h>

static void read_fields(struct loading *loading, const struct json_node *node)
{
    struct workload_plan *plan = &loading->scenario->workload;
    if (!node)
        return;
    if (json_kind_of(node) != JSON_OBJECT) {
        faults_add(&loading->reader.faults, place_of_value(&loading->reader, node),
                   "workload.fields must be an object");
        return;
    }
    load_check_count(loading, node, FIELDS_MAX);
    plan->fields = mem_new(json_count(node), sizeof *plan->fields);
    for (const struct json_node *it = json_first(node); it; it = json_next(it)) {
        load_check_name(loading, it);
        load_field(loading, it, &plan->fields[plan->field_count++]);
    }
}

static void read_row(struct loading *loading, const struct json_node *node)
{
    static const struct param size = {
        .name = "value_bytes", .kind = PARAM_SIZE, .max = 1e9, .fallback = "100"};
    struct scenario *scenario = loading->scenario;
    struct row_form form = {0};
    read_object(&loading->reader, "workload.row", node, &form);
    scenario->row_columns = form.columns;
    scenario->row_value_bytes = 100;
    const struct json_node *value =
        node && json_kind_of(node) == JSON_OBJECT ? json_member(node, "value_bytes") : NULL;
    if (!value)
        return;
    const char *text = json_kind_of(value) == JSON_TEXT ? json_text_of(value) : "";
    bool is_param = false;
    for (size_t i = 0; i < scenario->param_count; i++)
        is_param = is_param || !strcmp(scenario->params[i].name, text);
    struct quantity ignored;
    struct err err = {0};
    // A text that is no size is a field's name, which is looked up once the fields are known.
    if (text[0] != '\0' && !is_param &&
        !quantity_of(text, &size, scenario->params, scenario->param_count, &ignored, &err))
        scenario->row_value_field = mem_text(text);
    else
        (void)read_value(&loading->reader, value, &size, &scenario->row_value_bytes);
}

void load_workload(struct loading *loading, const struct json_node *node)
{
    struct reader *reader = &loading->reader;
    struct workload_plan *plan = &loading->scenario->workload;
    const struct field_table *table = field_table_at("workload");
    if (!node) {
        faults_add(&reader->faults, place_of_value(reader, loading->root),
                   "`workload` is missing in the scenario");
        faults_hint(&reader->faults, "for example \"workload\": {\"trace\": \"dns.csv\"}");
        return;
    }
    if (!object_of(reader, table, node))
        return;
    check_names(reader, table, node, NULL, 0);
    const struct json_node *trace = json_member(node, "trace");
    const struct json_node *arrivals = json_member(node, "arrivals");
    read_fields(loading, json_member(node, "fields"));
    if (trace)
        load_trace(loading, trace);
    load_arrivals(loading, arrivals);
    read_row(loading, json_member(node, "row"));
    if (trace && plan->arrivals.rate_per_s > 0) {
        const char *name = plan->arrivals.process == ARRIVAL_SINE    ? "mean"
                           : plan->arrivals.process == ARRIVAL_STEPS ? "steps"
                                                                     : "rate_per_s";
        faults_add(&reader->faults, place_of_value(reader, json_member(arrivals, name)),
                   "beside a trace the rate is trace.rate_per_s");
    } else if (trace) {
        plan->arrivals.rate_per_s = loading->forms->trace.rate_per_s;
    }
    load_mix(loading, json_member(node, "mix"));
    load_phases(loading, node);
    if (!trace && plan->field_count == 0) {
        faults_add(&reader->faults, place_of_value(reader, node),
                   "a workload needs `fields` or a `trace`");
        faults_hint(&reader->faults, "for example \"fields\": {\"host\": {\"zipf\": 200}, "
                                     "\"ts\": \"clock\"}");
    }
}

// The record clock of a closed loop: as fast as clients could go on an idle store, or as below.
static void pace_closed_loop(struct scenario *scenario, double capacity)
{
    struct arrival_plan *arrivals = &scenario->workload.arrivals;
    const struct service_config service = service_resolved(&scenario->store);
    const double turn_ns = (double)(arrivals->think_ns + service.put_ns + service.network_ns);
    const double idle = (double)arrivals->clients * (double)NS_PER_S / turn_ns;
    arrivals->rate_per_s = idle < 0.6 * capacity ? idle : 0.6 * capacity;
    load_warn(scenario, "rate-by-default",
              "no rate is given: the clock of records, by which the run is counted, goes at %.6g "
              "operations a second; clients go as fast as the store lets them",
              arrivals->rate_per_s);
}

// Where nothing sets the pace: 60 % of what servers could serve if no key stood in the way.
void load_rate(struct loading *loading)
{
    struct scenario *scenario = loading->scenario;
    struct arrival_plan *arrivals = &scenario->workload.arrivals;
    const struct service_config service = service_resolved(&scenario->store);
    const double put_s = (double)service.put_ns / (double)NS_PER_S;
    const double capacity = (double)(scenario->store.servers * scenario->store.handlers) / put_s;
    if (arrivals->process == ARRIVAL_CLOSED) {
        pace_closed_loop(scenario, capacity);
        return;
    }
    arrivals->rate_per_s = 0.6 * capacity;
    load_warn(scenario, "rate-by-default",
              "no rate is given: operations come at %.6g a second, 60 %% of what an ideal spread "
              "could serve",
              arrivals->rate_per_s);
}

void load_check_fields(struct loading *loading, const struct json_node *workload)
{
    struct scenario *scenario = loading->scenario;
    const struct schema *schema = source_schema(scenario->source);
    struct reader *reader = &loading->reader;
    if (scenario->row_value_field && load_field_index(schema, scenario->row_value_field) < 0) {
        const struct json_node *row = json_member(workload, "row");
        load_unknown_field(loading, place_of_value(reader, json_member(row, "value_bytes")),
                           scenario->row_value_field, "value_bytes");
    }
}
