#include "config/load.h"

#include "base/mem.h"
#include "workload/trace_op.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct json_node *member_of(const struct json_node *object, const char *name)
{
    return json_kind_of(object) == JSON_OBJECT ? json_member(object, name) : NULL;
}

// One character, or none: of a delimiter or a quote.
static char read_character(struct loading *loading, const struct json_node *trace, const char *name,
                           const char *text)
{
    if (!text || text[0] == '\0')
        return '\0';
    if (!strcmp(text, "tab"))
        return '\t';
    if (text[1] != '\0' || (unsigned char)text[0] >= 0x80 || text[0] == '\n' || text[0] == '\r')
        faults_add(&loading->reader.faults,
                   place_of_value(&loading->reader, json_member(trace, name)),
                   "`%s` must be one ASCII character", name);
    return text[0];
}

static int read_header(struct loading *loading, const struct json_node *trace,
                       const struct trace_form *form)
{
    const struct json_node *node = member_of(trace, "header");
    if (node && json_kind_of(node) == JSON_BOOL)
        return json_bool_of(node) ? HEADER_YES : HEADER_NO;
    if (node && json_kind_of(node) != JSON_NULL)
        faults_add(&loading->reader.faults, place_of_value(&loading->reader, node),
                   "`header` must be true or false");
    // A column by its name needs a header; where all are numbers there is none.
    bool names = false;
    for (size_t i = 0; i < form->columns.count; i++) {
        const char *value = form->columns.values[i];
        names = names || strspn(value, "0123456789") != strlen(value);
    }
    return form->columns.count == 0 ? HEADER_AUTO : names ? HEADER_YES : HEADER_NO;
}

static struct trace_column *column_named(struct trace_plan *plan, const char *field)
{
    for (size_t i = 0; i < plan->column_count; i++)
        if (!strcmp(plan->columns[i].field, field))
            return &plan->columns[i];
    return NULL;
}

static struct trace_column *add_column(struct trace_plan *plan, const char *field)
{
    plan->columns = mem_resize(plan->columns, plan->column_count + 1, sizeof *plan->columns);
    struct trace_column *column = &plan->columns[plan->column_count++];
    *column = (struct trace_column){.field = mem_text(field)};
    return column;
}

static void read_columns(struct loading *loading, const struct json_node *trace,
                         const struct trace_form *form, struct trace_plan *plan)
{
    const struct json_node *object = member_of(trace, "columns");
    for (size_t i = 0; i < form->columns.count; i++) {
        const char *value = form->columns.values[i];
        const struct json_node *node = json_member(object, form->columns.names[i]);
        struct trace_column *column = add_column(plan, form->columns.names[i]);
        if (json_kind_of(node) == JSON_TEXT) {
            column->header = mem_text(value);
        } else if (!json_uint_of(loading->reader.doc, node, &column->number) ||
                   column->number == 0 || column->number > 100000) {
            faults_add(&loading->reader.faults, place_of_value(&loading->reader, node),
                       "a column is a header's name or a number from 1, got %s", value);
        }
        load_check_name(loading, node);
    }
}

static void read_types(struct loading *loading, const struct json_node *trace,
                       const struct trace_form *form, struct trace_plan *plan)
{
    static const char *const names[] = {"string",  "long", "int",  "ulong",
                                        "decimal", "time", "bytes"};
    const bool all_columns = plan->column_count == 0;
    const struct json_node *object = member_of(trace, "types");
    struct faults *faults = &loading->reader.faults;
    for (size_t i = 0; i < form->types.count; i++) {
        const char *field = form->types.names[i];
        const struct json_node *node = json_member(object, field);
        struct trace_column *column = column_named(plan, field);
        if (!column && !all_columns) {
            faults_add(faults, place_of_name(&loading->reader, node),
                       "`types` names `%s`, which is not in `columns`", field);
            continue;
        }
        if (!column) // beside all columns: only a type
            column = add_column(plan, field);
        column->type_given = true;
        if (!value_type_named(form->types.values[i], &column->type)) {
            faults_add(faults, place_of_value(&loading->reader, node), "unknown type `%s`",
                       form->types.values[i]);
            faults_suggest(faults, form->types.values[i], names, sizeof names / sizeof names[0],
                           "the types are");
        }
    }
}

static void read_time(struct loading *loading, const struct json_node *trace,
                      struct trace_form *form, struct trace_plan *plan)
{
    const struct json_node *time = member_of(trace, "time");
    loading->forms->time_refused = time && json_kind_of(time) == JSON_NULL;
    if (!time)
        plan->time_guess = form->rate_per_s == 0;
    else if (!loading->forms->time_refused)
        read_object(&loading->reader, "workload.trace.time", time, form);
    if (form->time_field)
        plan->time_field = mem_text(form->time_field);
    plan->time_unit = (enum time_unit)form->time_unit;
    if (form->time_format)
        plan->time_format = mem_text(form->time_format);
}

static char *copy(const char *text)
{
    return text ? mem_text(text) : NULL;
}

static void read_parse(struct loading *loading, const struct json_node *trace,
                       struct trace_form *form, struct trace_plan *plan)
{
    const struct json_node *parse = member_of(trace, "parse");
    if (!parse || json_kind_of(parse) == JSON_NULL)
        return;
    read_object(&loading->reader, "workload.trace.parse", parse, form);
    // One without the other has been noted.
    if (form->parse_from && form->parse_as) {
        plan->parse_from = mem_text(form->parse_from);
        plan->parse_as = mem_text(form->parse_as);
    }
}

static void read_op(struct loading *loading, const struct json_node *trace, struct trace_form *form,
                    struct trace_plan *plan)
{
    const struct json_node *op = member_of(trace, "op");
    struct faults *faults = &loading->reader.faults;
    if (!op || json_kind_of(op) == JSON_NULL)
        return;
    read_object(&loading->reader, "workload.trace.op", op, form);
    if (form->op_column)
        plan->op_column = mem_text(form->op_column);
    struct trace_op_map *map = &plan->op_map;
    map->texts = mem_new(form->op_map.count, sizeof *map->texts);
    map->ops = mem_new(form->op_map.count, sizeof *map->ops);
    for (size_t i = 0; i < form->op_map.count; i++) {
        const char *value = form->op_map.values[i];
        int at = 0;
        while (trace_op_names[at] && strcmp(trace_op_names[at], value) != 0)
            at++;
        map->texts[map->count] = mem_text(form->op_map.names[i]);
        map->ops[map->count++] = at;
        if (trace_op_names[at])
            continue;
        const struct json_node *texts = member_of(op, "map");
        faults_add(faults,
                   place_of_value(&loading->reader, json_member(texts, form->op_map.names[i])),
                   "unknown operation `%s`", value);
        faults_hint(faults, "a recorded row is replayed as put or get, or left out: skip");
    }
}

static void check_paths(struct loading *loading, const struct json_node *trace,
                        const struct trace_form *form)
{
    const struct json_node *node = member_of(trace, "path");
    if (!node)
        return; // missing, which has been noted
    if (form->paths.count == 0)
        faults_add(&loading->reader.faults, place_of_value(&loading->reader, node),
                   "`path` names no file");
    for (size_t i = 0; i < form->paths.count; i++)
        if (form->paths.items[i][0] == '\0')
            faults_add(&loading->reader.faults, place_of_value(&loading->reader, node),
                       "`path` must not be empty");
}

void load_trace(struct loading *loading, const struct json_node *node)
{
    struct reader *reader = &loading->reader;
    struct trace_form *form = &loading->forms->trace;
    struct trace_plan *plan = mem_new(1, sizeof *plan);
    loading->scenario->workload.trace = plan;
    read_object(reader, "workload.trace", node, form);
    check_paths(loading, node, form);
    plan->paths.items = mem_new(form->paths.count, sizeof *plan->paths.items);
    for (size_t i = 0; i < form->paths.count; i++)
        plan->paths.items[plan->paths.count++] = mem_text(load_path(loading, form->paths.items[i]));
    plan->pattern = copy(form->pattern);
    plan->format = form->pattern && form->format == TRACE_AUTO ? TRACE_PATTERN : form->format;
    plan->header = loading->forms->header = read_header(loading, node, form);
    plan->delimiter = read_character(loading, node, "delimiter", form->delimiter);
    plan->quote_given = form->quote != NULL;
    plan->quote = read_character(loading, node, "quote", form->quote);
    plan->comment = copy(form->comment);
    plan->null = copy(form->null);
    plan->null_as = copy(form->null_as);
    read_columns(loading, node, form, plan);
    read_types(loading, node, form, plan);
    read_time(loading, node, form, plan);
    read_parse(loading, node, form, plan);
    read_op(loading, node, form, plan);
    plan->speed = form->speed;
    plan->sort = form->sort;
    plan->sort_given = member_of(node, "sort") != NULL;
    plan->limit = form->limit;
    plan->on_error = form->on_error;
}
