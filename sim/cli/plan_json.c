// The resolved plan as JSON.

#include "cli/session.h"
#include "json/writer.h"

static void number_member(struct json_writer *writer, const char *name, double value)
{
    json_name(writer, name);
    json_number(writer, value);
}

static void text_member(struct json_writer *writer, const char *name, const char *value)
{
    json_name(writer, name);
    json_text(writer, value);
}

static void lists_as_json(const struct check_plan *plan, struct json_writer *writer)
{
    json_name(writer, "operations");
    json_open_list(writer, false);
    for (size_t i = 0; i < plan->kind_count; i++) {
        json_open_object(writer);
        text_member(writer, "name", plan->kinds[i].name);
        number_member(writer, "per_s", plan->kinds[i].per_s);
        number_member(writer, "count", (double)plan->kinds[i].count);
        json_close_object(writer);
    }
    json_close_list(writer);
    json_name(writer, "fields");
    json_open_list(writer, false);
    for (size_t i = 0; i < plan->field_count; i++) {
        json_open_object(writer);
        text_member(writer, "name", plan->fields[i].name);
        text_member(writer, "type", plan->fields[i].type);
        number_member(writer, "distinct", plan->fields[i].distinct);
        number_member(writer, "top_share", plan->fields[i].top_share);
        json_name(writer, "exact");
        json_bool(writer, plan->fields[i].exact);
        json_close_object(writer);
    }
    json_close_list(writer);
}

static void queries_as_json(const struct check_design *design, struct json_writer *writer)
{
    json_name(writer, "queries");
    json_open_list(writer, false);
    for (size_t q = 0; q < design->query_count; q++) {
        const struct check_query *query = &design->queries[q];
        json_open_object(writer);
        text_member(writer, "name", query->name);
        text_member(writer, "table", query->table);
        text_member(writer, "plan", query->plan);
        number_member(writer, "ranges", query->ranges);
        number_member(writer, "rows_examined", query->rows_examined);
        number_member(writer, "rows_per_s", query->rows_per_s);
        number_member(writer, "work_share", query->work_share);
        json_close_object(writer);
    }
    json_close_list(writer);
}

static void designs_as_json(const struct check_plan *plan, struct json_writer *writer)
{
    json_name(writer, "designs");
    json_open_list(writer, false);
    for (size_t i = 0; i < plan->design_count; i++) {
        const struct check_design *design = &plan->designs[i];
        json_open_object(writer);
        text_member(writer, "name", design->name);
        text_member(writer, "key", design->key);
        json_name(writer, "tables");
        json_open_list(writer, false);
        for (size_t j = 0; j < design->table_count; j++) {
            json_open_object(writer);
            text_member(writer, "table", design->tables[j].name);
            text_member(writer, "presplit", design->tables[j].presplit);
            number_member(writer, "regions", (double)design->tables[j].regions);
            number_member(writer, "key_bytes_mean", design->tables[j].key_bytes_mean);
            number_member(writer, "row_bytes_mean", design->tables[j].row_bytes_mean);
            json_close_object(writer);
        }
        json_close_list(writer);
        queries_as_json(design, writer);
        json_close_object(writer);
    }
    json_close_list(writer);
}

void plan_as_json(const struct scenario *scenario, const struct check_plan *plan,
                  struct buffer *out)
{
    struct json_writer writer = {.out = out};
    json_open_object(&writer);
    text_member(&writer, "title", scenario->title);
    json_name(&writer, "seed");
    json_uint(&writer, scenario->seed);
    number_member(&writer, "rate_per_s", plan->rate_per_s);
    number_member(&writer, "simulated_s", plan->simulated_s);
    json_name(&writer, "operation_count");
    json_uint(&writer, plan->operations);
    json_name(&writer, "warmup_operation_count");
    json_uint(&writer, plan->warmup_operations);
    json_name(&writer, "rows_skipped");
    json_uint(&writer, plan->rows_skipped);
    number_member(&writer, "capacity_per_s", plan->capacity_per_s);
    number_member(&writer, "rows", plan->rows);
    number_member(&writer, "bytes", plan->bytes);
    lists_as_json(plan, &writer);
    designs_as_json(plan, &writer);
    json_name(&writer, "config");
    json_raw(&writer, scenario->config);
    json_close_object(&writer);
    buffer_byte(out, '\n');
}
