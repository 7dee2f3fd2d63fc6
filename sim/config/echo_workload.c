#include "config/load.h"

#include "base/mem.h"
#include "base/text.h"
#include "workload/generator.h"

#include <string.h>

static void echo_generator(struct echo *echo, const struct field_plan *plan);

static void echo_shares(struct echo *echo, const struct shares_config *shares)
{
    struct json_writer *writer = &echo->writer;
    json_open_object(writer);
    for (size_t i = 0; i < shares->count; i++) {
        json_name(writer, shares->names[i]);
        json_number(writer, shares->shares[i]);
    }
    if (shares->rest) {
        json_name(writer, "rest");
        json_open_object(writer);
        echo_generator(echo, shares->rest);
        json_close_object(writer);
    }
    json_close_object(writer);
}

// The type of a field's values; NULL where only the field around it has one.
static const char *type_of(const struct scenario *scenario, const struct field_plan *plan)
{
    const struct schema *schema = source_schema(scenario->source);
    for (size_t i = 0; plan->name && i < schema->count; i++)
        if (!strcmp(schema->fields[i].name, plan->name))
            return value_type_name(schema->fields[i].type);
    return plan->type_given ? value_type_name(plan->type) : NULL;
}

static void echo_config(struct echo *echo, const struct field_plan *plan)
{
    const struct generator *generator = plan->generator;
    void *shown = mem_new(1, generator->config_size);
    if (generator->config_size > 0)
        memcpy(shown, plan->config, generator->config_size);
    char **path = generator_path(generator, shown);
    if (path)
        *path = echo_file(echo, *path);
    json_open_object(&echo->writer);
    echo_rows(&echo->writer, generator->params, shown);
    json_close_object(&echo->writer);
    mem_free(path ? *path : NULL);
    mem_free(shown);
}

static void echo_generator(struct echo *echo, const struct field_plan *plan)
{
    struct json_writer *writer = &echo->writer;
    json_name(writer, plan->generator->name);
    if (!strcmp(plan->generator->name, "shares")) {
        echo_shares(echo, plan->config);
    } else {
        echo_config(echo, plan);
    }
    json_name(writer, "format");
    json_text(writer, plan->format);
    json_name(writer, "type");
    json_text(writer, type_of(echo->scenario, plan));
}

static void echo_fields(struct echo *echo, const struct field_plan *fields, size_t count)
{
    json_name(&echo->writer, "fields");
    json_open_object(&echo->writer);
    for (size_t i = 0; i < count; i++) {
        json_name(&echo->writer, fields[i].name);
        json_open_object(&echo->writer);
        echo_generator(echo, &fields[i]);
        json_close_object(&echo->writer);
    }
    json_close_object(&echo->writer);
}

static void echo_columns(struct echo *echo, const struct trace_plan *plan)
{
    struct json_writer *writer = &echo->writer;
    bool any = false;
    for (size_t i = 0; i < plan->column_count; i++)
        any = any || plan->columns[i].header || plan->columns[i].number > 0;
    json_name(writer, "columns");
    if (!any) {
        json_null(writer);
        return;
    }
    json_open_object(writer);
    for (size_t i = 0; i < plan->column_count; i++) {
        json_name(writer, plan->columns[i].field);
        if (plan->columns[i].header)
            json_text(writer, plan->columns[i].header);
        else
            json_uint(writer, plan->columns[i].number);
    }
    json_close_object(writer);
}

static void echo_time(struct echo *echo)
{
    const struct scenario_forms *forms = echo->scenario->forms;
    json_name(&echo->writer, "time");
    if (!forms->trace.time_field) {
        json_null(&echo->writer);
        return;
    }
    json_open_object(&echo->writer);
    echo_rows(&echo->writer, rows_at("workload.trace.time"), &forms->trace);
    json_close_object(&echo->writer);
}

static void echo_parse(struct echo *echo)
{
    const struct scenario_forms *forms = echo->scenario->forms;
    json_name(&echo->writer, "parse");
    if (!forms->trace.parse_from) {
        json_null(&echo->writer);
        return;
    }
    json_open_object(&echo->writer);
    echo_rows(&echo->writer, rows_at("workload.trace.parse"), &forms->trace);
    json_close_object(&echo->writer);
}

static void echo_op(struct echo *echo)
{
    const struct scenario_forms *forms = echo->scenario->forms;
    json_name(&echo->writer, "op");
    if (!forms->trace.op_column) {
        json_null(&echo->writer);
        return;
    }
    json_open_object(&echo->writer);
    echo_rows(&echo->writer, rows_at("workload.trace.op"), &forms->trace);
    json_close_object(&echo->writer);
}

static void echo_header(struct echo *echo)
{
    const int header = echo->scenario->forms->header;
    json_name(&echo->writer, "header");
    if (header == HEADER_AUTO)
        json_null(&echo->writer);
    else
        json_bool(&echo->writer, header == HEADER_YES);
}

static void echo_trace(struct echo *echo)
{
    const struct scenario *scenario = echo->scenario;
    struct json_writer *writer = &echo->writer;
    json_name(writer, "trace");
    json_open_object(writer);
    json_name(writer, "path");
    if (echo->hashes) {
        struct buffer hash = {0};
        buffer_format(&hash, "sha256:%s", source_content_hash(scenario->source));
        json_text(writer, (const char *)hash.data);
        buffer_done(&hash);
    } else {
        json_open_list(writer, true);
        for (size_t i = 0; i < scenario->forms->trace.paths.count; i++)
            json_text(writer, scenario->forms->trace.paths.items[i]);
        json_close_list(writer);
    }
    echo_header(echo);
    echo_columns(echo, scenario->workload.trace);
    echo_time(echo);
    echo_parse(echo);
    echo_op(echo);
    const struct param *row = rows_at("workload.trace");
    for (; row->name; row++) {
        const struct param one[] = {*row, {0}};
        if (strcmp(row->name, "path") != 0 && strcmp(row->name, "columns") != 0)
            echo_rows(writer, one, &scenario->forms->trace);
    }
    json_close_object(writer);
}

// The names that the process has.
static void echo_arrivals(struct echo *echo)
{
    const struct arrival_form *form = &echo->scenario->forms->arrivals;
    const struct arrival_plan *plan = &echo->scenario->workload.arrivals;
    struct json_writer *writer = &echo->writer;
    json_name(writer, "arrivals");
    json_open_object(writer);
    for (const struct param *row = rows_at("workload.arrivals"); row->name; row++) {
        const struct param one[] = {*row, {0}};
        if (load_arrivals_have(row->name, form->process))
            echo_rows(writer, one, form);
    }
    if (plan->process == ARRIVAL_STEPS) {
        json_name(writer, "steps");
        json_open_list(writer, false);
        for (size_t i = 0; i < plan->step_count; i++) {
            json_open_list(writer, true);
            json_number(writer, (double)plan->steps[i].at_ns / (double)NS_PER_S);
            json_number(writer, plan->steps[i].rate_per_s);
            json_close_list(writer);
        }
        json_close_list(writer);
    }
    json_close_object(writer);
}

static void echo_weight(struct echo *echo, const struct mix_form *form)
{
    if (!form->is_rate) {
        json_number(&echo->writer, form->value);
        return;
    }
    struct buffer rate = {0};
    text_number(&rate, form->value);
    buffer_text(&rate, "/s");
    json_text(&echo->writer, (const char *)rate.data);
    buffer_done(&rate);
}

static void echo_update(struct echo *echo, const struct mix_form *form)
{
    const struct workload_plan *plan = &echo->scenario->workload;
    json_open_object(&echo->writer);
    json_name(&echo->writer, "weight");
    echo_weight(echo, form);
    json_name(&echo->writer, "set");
    json_open_list(&echo->writer, true);
    for (size_t i = 0; i < plan->update_set_count; i++)
        json_text(&echo->writer, plan->fields[plan->update_set[i]].name);
    json_close_list(&echo->writer);
    json_close_object(&echo->writer);
}

// `with_set`: says what an update sets, which the workload's mix does and no phase.
static void echo_mix(struct echo *echo, const struct mix_form *forms, size_t count, bool with_set)
{
    json_name(&echo->writer, "mix");
    json_open_object(&echo->writer);
    for (size_t i = 0; i < count; i++) {
        json_name(&echo->writer, forms[i].name);
        if (with_set && !strcmp(forms[i].name, "update"))
            echo_update(echo, &forms[i]);
        else
            echo_weight(echo, &forms[i]);
    }
    json_close_object(&echo->writer);
}

static void echo_phases(struct echo *echo)
{
    const struct scenario_forms *forms = echo->scenario->forms;
    const struct workload_plan *plan = &echo->scenario->workload;
    struct json_writer *writer = &echo->writer;
    if (plan->phase_count == 0)
        return;
    json_name(writer, "phases");
    json_open_list(writer, false);
    for (size_t i = 0; i < plan->phase_count; i++) {
        const struct phase_part *part = &forms->phases[i];
        json_open_object(writer);
        echo_rows(writer, rows_at("workload.phases.N"), &part->form);
        if (part->mix)
            echo_mix(echo, part->mix, part->mix_count, false);
        if (plan->phases[i].field_count > 0)
            echo_fields(echo, plan->phases[i].fields, plan->phases[i].field_count);
        json_close_object(writer);
    }
    json_close_list(writer);
}

static void echo_order(struct echo *echo)
{
    const struct scenario *scenario = echo->scenario;
    struct json_writer *writer = &echo->writer;
    if (!scenario->order_by && scenario->order_fields.count == 0)
        return;
    json_name(writer, "order");
    json_open_flat_object(writer);
    json_name(writer, "by");
    if (scenario->order_by) {
        json_text(writer, scenario->order_by);
    } else {
        json_open_list(writer, true);
        for (size_t i = 0; i < scenario->order_fields.count; i++)
            json_text(writer, scenario->order_fields.items[i]);
        json_close_list(writer);
    }
    json_close_object(writer);
}

void echo_workload(struct echo *echo)
{
    const struct scenario *scenario = echo->scenario;
    struct json_writer *writer = &echo->writer;
    json_name(writer, "workload");
    json_open_object(writer);
    if (scenario->workload.field_count > 0)
        echo_fields(echo, scenario->workload.fields, scenario->workload.field_count);
    if (scenario->workload.trace)
        echo_trace(echo);
    echo_arrivals(echo);
    echo_mix(echo, scenario->forms->mix, scenario->forms->mix_count, true);
    json_name(writer, "row");
    json_open_object(writer);
    json_name(writer, "columns");
    json_number(writer, scenario->row_columns);
    json_name(writer, "value_bytes");
    if (scenario->row_value_field)
        json_text(writer, scenario->row_value_field);
    else
        json_uint(writer, scenario->row_value_bytes);
    json_close_object(writer);
    echo_order(echo);
    echo_phases(echo);
    json_close_object(writer);
}
