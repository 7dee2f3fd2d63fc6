// load_order.c -- `workload.order`: the records in another order of ingestion.
#include "config/load.h"

#include "base/mem.h"
#include "workload/ingestion.h"
#include "workload/phases.h"

#include <string.h>

enum { ORDER_FIELDS_MAX = 16 };

static const struct json_node *by_of(struct loading *loading, const struct json_node *order)
{
    struct reader *reader = &loading->reader;
    const struct json_node *by =
        json_kind_of(order) == JSON_OBJECT ? json_member(order, "by") : order;
    const bool is_lone = json_kind_of(order) != JSON_OBJECT || json_count(order) == 1;
    if (by && is_lone && (json_kind_of(by) == JSON_TEXT || json_kind_of(by) == JSON_LIST))
        return by;
    faults_add(&reader->faults, place_of_value(reader, order),
               "`order` takes {\"by\": \"sharding\"}, {\"by\": \"sorting\"} or {\"by\": [fields]}");
    return NULL;
}

static bool read_fields(struct loading *loading, const struct json_node *list,
                        const struct schema *schema, struct ingestion_order *out)
{
    struct reader *reader = &loading->reader;
    const size_t faults = reader->faults.count;
    load_check_count(loading, list, ORDER_FIELDS_MAX);
    out->by = BY_FIELDS;
    out->fields = mem_new(json_count(list), sizeof *out->fields);
    for (const struct json_node *it = json_first(list); it; it = json_next(it)) {
        const char *name = json_kind_of(it) == JSON_TEXT ? json_text_of(it) : "";
        const int field = load_field_index(schema, name);
        if (field < 0)
            load_unknown_field(loading, place_of_value(reader, it), name, "order");
        else if (schema->fields[field].type == TYPE_DECIMAL)
            faults_add(&reader->faults, place_of_value(reader, it),
                       "`%s` is a decimal, which no order is kept of: give it another type", name);
        else
            out->fields[out->field_count++] = (size_t)field;
    }
    if (json_count(list) == 0)
        faults_add(&reader->faults, place_of_value(reader, list), "`by` names no field");
    return reader->faults.count == faults;
}

// Keys of the first design tell what is its sharding key.
static bool read_part(struct loading *loading, const struct json_node *by,
                      struct ingestion_order *out)
{
    struct scenario *scenario = loading->scenario;
    struct reader *reader = &loading->reader;
    const bool sharding = !strcmp(json_text_of(by), "sharding");
    if (!sharding && strcmp(json_text_of(by), "sorting") != 0) {
        static const char *const names[] = {"sharding", "sorting"};
        faults_add(&reader->faults, place_of_value(reader, by), "unknown order `%s`",
                   json_text_of(by));
        faults_suggest(&reader->faults, json_text_of(by), names, 2, "an order is by");
        return false;
    }
    if (scenario->design_count == 0)
        return false;
    struct err err = {0};
    const struct scenario_table *table = &scenario->designs[0].tables[0];
    const struct key_context context = scenario_table_context(scenario, table);
    out->by = sharding ? BY_SHARDING : BY_SORTING;
    out->program = key_program_new(table->key, &context, &err);
    return out->program != NULL;
}

// For the echo.
static void keep_names(struct scenario *scenario, const struct json_node *by)
{
    struct param_texts *names = &scenario->order_fields;
    if (json_kind_of(by) == JSON_TEXT) {
        scenario->order_by = mem_text(json_text_of(by));
        return;
    }
    names->items = mem_new(json_count(by), sizeof *names->items);
    for (const struct json_node *it = json_first(by); it; it = json_next(it))
        names->items[names->count++] = mem_text(json_text_of(it));
}

static bool draws_reads(const struct workload_plan *plan)
{
    struct phased_mix mix = phased_mix_of(plan);
    const bool any = !mix_is_put_only(&mix.all);
    phased_mix_done(&mix);
    return any;
}

void load_order(struct loading *loading, const struct json_node *workload)
{
    struct scenario *scenario = loading->scenario;
    const struct json_node *order =
        workload && json_kind_of(workload) == JSON_OBJECT ? json_member(workload, "order") : NULL;
    if (!order || json_kind_of(order) == JSON_NULL)
        return;
    const struct json_node *by = by_of(loading, order);
    if (by && draws_reads(&scenario->workload)) {
        faults_add(&loading->reader.faults, place_of_value(&loading->reader, order),
                   "an order of ingestion is of puts alone: leave reads out of `mix`; queries are "
                   "priced at the end all the same");
        return;
    }
    struct ingestion_order wanted = {0};
    const struct schema *schema = source_schema(scenario->source);
    if (by && (json_kind_of(by) == JSON_LIST ? read_fields(loading, by, schema, &wanted)
                                             : read_part(loading, by, &wanted))) {
        keep_names(scenario, by);
        source_set_order(scenario->source, &wanted);
    }
    ingestion_order_done(&wanted);
}
