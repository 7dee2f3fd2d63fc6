#include "report/result_json.h"

#include "base/mem.h"
#include "json/doc.h"
#include "metrics/result_field.h"

#include <math.h>
#include <string.h>

struct reading {
    const struct json_doc *doc;
    const char *text;
    struct result *result;
    struct design_result *design; // that the walk is in
};

static bool refuse(const struct reading *from, const struct json_node *node, struct err *err,
                   const char *wanted)
{
    size_t offset, length;
    json_place_of(from->doc, node, &offset, &length);
    err_fail(err, ERR_INPUT, "must be %s", wanted);
    return err_place(err, offset, length);
}

static bool expect_kind(const struct reading *from, const struct json_node *node,
                        enum json_kind kind, struct err *err)
{
    static const char *const names[] = {
        [JSON_NULL] = "null",   [JSON_BOOL] = "true or false", [JSON_NUMBER] = "a number",
        [JSON_TEXT] = "a text", [JSON_LIST] = "a list",        [JSON_OBJECT] = "an object"};
    return json_kind_of(node) == kind || refuse(from, node, err, names[kind]);
}

static bool read_members(struct reading *from, const struct json_node *node,
                         const struct result_field *fields, void *base, struct err *err);

// Items of a list, or members of an object that are items by their name.
static bool read_items(struct reading *from, const struct json_node *node,
                       const struct result_field *field, void *base, struct err *err)
{
    const bool is_map = field->kind == RESULT_MAP;
    if (!expect_kind(from, node, is_map ? JSON_OBJECT : JSON_LIST, err))
        return false;
    const size_t count = json_count(node);
    *(void **)result_at(base, field->offset) = mem_new(count, field->item_size);
    *(size_t *)result_at(base, field->count_offset) = count;
    size_t i = 0;
    for (const struct json_node *at = json_first(node); at; at = json_next(at), i++) {
        void *item = result_item(base, field, i);
        if (field->members == result_design_fields)
            from->design = item;
        if (is_map)
            *(char **)result_at(item, field->members->offset) = mem_text(json_name_of(at));
        if (!read_members(from, at, field->members + is_map, item, err))
            return err_context(err, "item %zu", i + 1);
    }
    return true;
}

static bool read_texts(struct reading *from, const struct json_node *node,
                       const struct result_field *field, void *base, struct err *err)
{
    if (!expect_kind(from, node, JSON_LIST, err))
        return false;
    char **texts = mem_new(json_count(node), sizeof *texts);
    *(char ***)result_at(base, field->offset) = texts;
    size_t *count = result_at(base, field->count_offset);
    for (const struct json_node *at = json_first(node); at; at = json_next(at)) {
        if (!expect_kind(from, at, JSON_TEXT, err))
            return false;
        texts[(*count)++] = mem_text(json_text_of(at));
    }
    return true;
}

static bool read_design(struct reading *from, const struct json_node *node, uint32_t *out_index,
                        struct err *err)
{
    if (!expect_kind(from, node, JSON_TEXT, err))
        return false;
    for (size_t i = 0; i < from->result->design_count; i++) {
        if (strcmp(from->result->designs[i].name, json_text_of(node)) == 0) {
            *out_index = (uint32_t)i;
            return true;
        }
    }
    return refuse(from, node, err, "the name of a design");
}

static bool read_designs(struct reading *from, const struct json_node *node,
                         const struct result_field *field, void *base, struct err *err)
{
    if (!expect_kind(from, node, JSON_LIST, err))
        return false;
    uint32_t *designs = mem_new(json_count(node), sizeof *designs);
    *(uint32_t **)result_at(base, field->offset) = designs;
    size_t *count = result_at(base, field->count_offset);
    for (const struct json_node *at = json_first(node); at; at = json_next(at)) {
        if (!read_design(from, at, &designs[(*count)++], err))
            return false;
    }
    return true;
}

static bool read_table(struct reading *from, const struct json_node *node, uint32_t *out_table,
                       struct err *err)
{
    if (!expect_kind(from, node, JSON_TEXT, err))
        return false;
    for (size_t i = 0; i < from->design->table_count; i++) {
        if (strcmp(from->design->tables[i].name, json_text_of(node)) == 0) {
            *out_table = (uint32_t)i;
            return true;
        }
    }
    return refuse(from, node, err, "the name of one of the design's tables");
}

static bool read_state(struct reading *from, const struct json_node *node, int *out_state,
                       struct err *err)
{
    if (!expect_kind(from, node, JSON_TEXT, err))
        return false;
    for (int i = 0; result_state_names[i]; i++) {
        if (strcmp(result_state_names[i], json_text_of(node)) == 0) {
            *out_state = i;
            return true;
        }
    }
    return refuse(from, node, err, "\"met\", \"missed\" or \"not evaluated\"");
}

static bool read_uint(struct reading *from, const struct json_node *node, uint64_t max,
                      uint64_t *out_value, struct err *err)
{
    uint64_t value = 0;
    if (json_kind_of(node) != JSON_NUMBER || !json_uint_of(from->doc, node, &value) || value > max)
        return refuse(from, node, err,
                      max > UINT32_MAX ? "a whole number" : "a whole number below 2^32");
    *out_value = value;
    return true;
}

static bool read_servers(struct reading *from, const struct json_node *node, uint64_t **out_counts,
                         struct err *err)
{
    if (!expect_kind(from, node, JSON_LIST, err))
        return false;
    if (json_count(node) != from->design->servers)
        return refuse(from, node, err, "as many numbers as there are servers");
    uint64_t *counts = *out_counts = mem_new(from->design->servers, sizeof *counts);
    for (const struct json_node *at = json_first(node); at; at = json_next(at)) {
        if (!read_uint(from, at, UINT64_MAX, counts++, err))
            return false;
    }
    return true;
}

static bool read_grid(struct reading *from, const struct json_node *node, uint32_t **out_cells,
                      struct err *err)
{
    const size_t width = from->design->window_count;
    if (!expect_kind(from, node, JSON_LIST, err))
        return false;
    if (json_count(node) != from->design->heat_row_count)
        return refuse(from, node, err, "as many lists as there are buckets");
    uint32_t *cells = *out_cells = mem_new(from->design->heat_row_count * width, sizeof *cells);
    for (const struct json_node *row = json_first(node); row; row = json_next(row)) {
        if (!expect_kind(from, row, JSON_LIST, err))
            return false;
        if (json_count(row) != width)
            return refuse(from, row, err, "as many numbers as there are windows");
        for (const struct json_node *at = json_first(row); at; at = json_next(at)) {
            uint64_t value;
            if (!read_uint(from, at, UINT32_MAX, &value, err))
                return false;
            *cells++ = (uint32_t)value;
        }
    }
    return true;
}

// The text of a value, moved back to the left margin.
static char *raw_text(const struct reading *from, const struct json_node *node)
{
    size_t offset, length;
    json_place_of(from->doc, node, &offset, &length);
    struct buffer out = {0};
    for (size_t i = 0; i < length; i++) {
        const char *at = from->text + offset + i;
        buffer_byte(&out, (uint8_t)*at);
        if (*at == '\n' && length - i > 2 && at[1] == ' ' && at[2] == ' ')
            i += 2;
    }
    return buffer_take(&out);
}

static bool read_number(struct reading *from, const struct json_node *node,
                        const struct result_field *field, void *base, struct err *err)
{
    double *value = result_at(base, field->offset);
    if (field->kind == RESULT_NUMBER && json_kind_of(node) == JSON_NULL) {
        *value = NAN;
        return true;
    }
    if (!expect_kind(from, node, JSON_NUMBER, err))
        return false;
    *value = json_number_of(node);
    if (field->kind == RESULT_BOUND)
        *(bool *)result_at(base, field->count_offset) = true;
    return true;
}

static bool read_text(struct reading *from, const struct json_node *node, enum result_kind kind,
                      char **out_text, struct err *err)
{
    if (kind == RESULT_JSON && json_kind_of(node) == JSON_NULL)
        return true;
    if (kind != RESULT_JSON && !expect_kind(from, node, JSON_TEXT, err))
        return false;
    *out_text = kind == RESULT_JSON ? raw_text(from, node) : mem_text(json_text_of(node));
    return true;
}

static bool read_flag(struct reading *from, const struct json_node *node, bool *out_flag,
                      struct err *err)
{
    if (!expect_kind(from, node, JSON_BOOL, err))
        return false;
    *out_flag = json_bool_of(node);
    return true;
}

static bool read_small(struct reading *from, const struct json_node *node, uint32_t *out_value,
                       struct err *err)
{
    uint64_t value;
    if (!read_uint(from, node, UINT32_MAX, &value, err))
        return false;
    *out_value = (uint32_t)value;
    return true;
}

static bool read_value(struct reading *from, const struct json_node *node,
                       const struct result_field *field, void *base, struct err *err)
{
    void *at = result_at(base, field->offset);
    switch (field->kind) {
    case RESULT_OBJECT:
        return read_members(from, node, field->members, at, err);
    case RESULT_LIST:
    case RESULT_MAP:
        return read_items(from, node, field, base, err);
    case RESULT_TEXTS:
        return read_texts(from, node, field, base, err);
    case RESULT_DESIGNS:
        return read_designs(from, node, field, base, err);
    case RESULT_TEXT:
    case RESULT_OPTION:
    case RESULT_JSON:
        return read_text(from, node, field->kind, at, err);
    case RESULT_SERVERS:
        return read_servers(from, node, at, err);
    case RESULT_GRID:
        return read_grid(from, node, at, err);
    case RESULT_COUNT:
        return read_uint(from, node, UINT64_MAX, at, err);
    case RESULT_SMALL:
        return read_small(from, node, at, err);
    case RESULT_FLAG:
        return read_flag(from, node, at, err);
    case RESULT_STATE:
        return read_state(from, node, at, err);
    case RESULT_TABLE:
        return read_table(from, node, at, err);
    case RESULT_NUMBER:
    case RESULT_BOUND:
        break;
    }
    return read_number(from, node, field, base, err);
}

static bool read_members(struct reading *from, const struct json_node *node,
                         const struct result_field *fields, void *base, struct err *err)
{
    if (!expect_kind(from, node, JSON_OBJECT, err))
        return false;
    for (const struct result_field *field = fields; field->name; field++) {
        const struct json_node *member = json_member(node, field->name);
        if (!member && (field->kind == RESULT_OPTION || field->kind == RESULT_BOUND))
            continue;
        if (!member)
            return refuse(from, node, err, "there"), err_context(err, "%s", field->name);
        if (!read_value(from, member, field, base, err))
            return err_context(err, "%s", field->name);
    }
    return true;
}

static bool read_head(struct reading *from, const struct json_node *root, struct err *err)
{
    const bool is_object = json_kind_of(root) == JSON_OBJECT;
    const struct json_node *schema = is_object ? json_member(root, "schema") : NULL;
    if (!schema || json_kind_of(schema) != JSON_TEXT ||
        strcmp(json_text_of(schema), RESULT_SCHEMA) != 0)
        return err_fail(err, ERR_INPUT, "not a result: \"schema\" must be \"" RESULT_SCHEMA "\"");
    const struct json_node *tool = json_member(root, "tool");
    if (!tool || !expect_kind(from, tool, JSON_OBJECT, err))
        return err_fail(err, ERR_INPUT, "tool: must be there");
    const struct json_node *version = json_member(tool, "version");
    if (!version || json_kind_of(version) != JSON_TEXT)
        return err_fail(err, ERR_INPUT, "tool: version: must be a text");
    from->result->version = mem_text(json_text_of(version));
    return true;
}

struct result *result_json_read(struct bytes text, struct err *err)
{
    struct json_doc *doc = json_doc_parse((const char *)text.data, text.size, false, err);
    if (!doc)
        return NULL;
    struct result *result = mem_new(1, sizeof *result);
    struct reading from = {.doc = doc, .text = (const char *)text.data, .result = result};
    const struct json_node *root = json_doc_root(doc);
    if (!read_head(&from, root, err) || !read_members(&from, root, result_fields, result, err)) {
        result_free(result);
        result = NULL;
    } else {
        result->scenario_name = mem_text(result->title ? result->title : "");
    }
    json_doc_free(doc);
    return result;
}
