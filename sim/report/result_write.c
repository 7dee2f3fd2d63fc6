#include "report/result_json.h"

#include "json/writer.h"
#include "metrics/result_field.h"

struct writing {
    struct json_writer json;
    const struct result *result;
    const struct design_result *design; // that the walk is in
};

static bool is_one_line(const struct result_field *fields)
{
    for (const struct result_field *field = fields; field->name; field++) {
        if (field->members || field->kind == RESULT_GRID || field->kind == RESULT_TEXTS)
            return false;
    }
    return true;
}

static void write_members(struct writing *to, const void *base, const struct result_field *fields);

static void write_object(struct writing *to, const void *base, const struct result_field *fields)
{
    if (is_one_line(fields))
        json_open_flat_object(&to->json);
    else
        json_open_object(&to->json);
    write_members(to, base, fields);
    json_close_object(&to->json);
}

static void write_list(struct writing *to, const void *base, const struct result_field *field)
{
    json_open_list(&to->json, false);
    for (size_t i = 0; i < result_count(base, field); i++) {
        const void *item = result_item(base, field, i);
        if (field->members == result_design_fields)
            to->design = item;
        write_object(to, item, field->members);
    }
    json_close_list(&to->json);
}

// The name is the member's, so it is left out of the value.
static void write_map(struct writing *to, const void *base, const struct result_field *field)
{
    json_open_object(&to->json);
    for (size_t i = 0; i < result_count(base, field); i++) {
        json_name(&to->json, result_item_name(base, field, i));
        write_object(to, result_item(base, field, i), field->members + 1);
    }
    json_close_object(&to->json);
}

static void write_texts(struct writing *to, const void *base, const struct result_field *field)
{
    char *const *texts = *(char *const **)result_at(base, field->offset);
    json_open_list(&to->json, false);
    for (size_t i = 0; i < result_count(base, field); i++)
        json_text(&to->json, texts[i]);
    json_close_list(&to->json);
}

static void write_designs(struct writing *to, const void *base, const struct result_field *field)
{
    const uint32_t *designs = *(const uint32_t **)result_at(base, field->offset);
    json_open_list(&to->json, true);
    for (size_t i = 0; i < result_count(base, field); i++)
        json_text(&to->json, to->result->designs[designs[i]].name);
    json_close_list(&to->json);
}

static void write_servers(struct writing *to, const uint64_t *counts)
{
    json_open_list(&to->json, true);
    for (uint32_t i = 0; counts && i < to->design->servers; i++)
        json_uint(&to->json, counts[i]);
    json_close_list(&to->json);
}

static void write_grid(struct writing *to, const uint32_t *cells)
{
    json_open_list(&to->json, false);
    for (size_t row = 0; cells && row < to->design->heat_row_count; row++) {
        json_open_list(&to->json, true);
        for (size_t i = 0; i < to->design->window_count; i++)
            json_uint(&to->json, *cells++);
        json_close_list(&to->json);
    }
    json_close_list(&to->json);
}

static void write_pointed(struct writing *to, const void *base, const struct result_field *field)
{
    const void *data = *(void *const *)result_at(base, field->offset);
    if (field->kind == RESULT_SERVERS)
        write_servers(to, data);
    else if (field->kind == RESULT_GRID)
        write_grid(to, data);
    else if (field->kind == RESULT_JSON && data)
        json_raw(&to->json, data);
    else if (field->kind == RESULT_TEXT && !data)
        json_text(&to->json, "");
    else
        json_text(&to->json, data);
}

static void write_number(struct writing *to, const void *at, enum result_kind kind)
{
    if (kind == RESULT_COUNT)
        json_uint(&to->json, *(const uint64_t *)at);
    else if (kind == RESULT_SMALL)
        json_uint(&to->json, *(const uint32_t *)at);
    else if (kind == RESULT_FLAG)
        json_bool(&to->json, *(const bool *)at);
    else if (kind == RESULT_STATE)
        json_text(&to->json, result_state_names[*(const int *)at]);
    else if (kind == RESULT_TABLE)
        json_text(&to->json, to->design->tables[*(const uint32_t *)at].name);
    else
        json_number(&to->json, *(const double *)at);
}

static void write_value(struct writing *to, const void *base, const struct result_field *field)
{
    switch (field->kind) {
    case RESULT_OBJECT:
        write_object(to, result_at(base, field->offset), field->members);
        break;
    case RESULT_LIST:
        write_list(to, base, field);
        break;
    case RESULT_MAP:
        write_map(to, base, field);
        break;
    case RESULT_TEXTS:
        write_texts(to, base, field);
        break;
    case RESULT_DESIGNS:
        write_designs(to, base, field);
        break;
    case RESULT_TEXT:
    case RESULT_OPTION:
    case RESULT_JSON:
    case RESULT_SERVERS:
    case RESULT_GRID:
        write_pointed(to, base, field);
        break;
    case RESULT_NUMBER:
    case RESULT_COUNT:
    case RESULT_SMALL:
    case RESULT_FLAG:
    case RESULT_BOUND:
    case RESULT_STATE:
    case RESULT_TABLE:
        write_number(to, result_at(base, field->offset), field->kind);
        break;
    }
}

static bool is_left_out(const void *base, const struct result_field *field)
{
    if (field->kind == RESULT_OPTION)
        return !*(char **)result_at(base, field->offset);
    return field->kind == RESULT_BOUND && !*(bool *)result_at(base, field->count_offset);
}

static void write_members(struct writing *to, const void *base, const struct result_field *fields)
{
    for (const struct result_field *field = fields; field->name; field++) {
        if (is_left_out(base, field))
            continue;
        json_name(&to->json, field->name);
        write_value(to, base, field);
    }
}

void result_json_write(struct buffer *out, const struct result *result)
{
    struct writing to = {.json = {.out = out}, .result = result};
    json_open_object(&to.json);
    json_name(&to.json, "schema");
    json_text(&to.json, RESULT_SCHEMA);
    json_name(&to.json, "tool");
    json_open_flat_object(&to.json);
    json_name(&to.json, "name");
    json_text(&to.json, "hotsim");
    json_name(&to.json, "version");
    json_text(&to.json, result->version);
    json_close_object(&to.json);
    write_members(&to, result, result_fields);
    json_close_object(&to.json);
    buffer_byte(out, '\n');
}
