#include "config/reader.h"

#include "base/mem.h"

#include <assert.h>
#include <string.h>

struct layers layers_of(const struct json_node *node)
{
    return (struct layers){.nodes = {node}, .count = node ? 1 : 0};
}

static const struct json_node *given(struct layers layers, const char *name)
{
    for (size_t i = layers.count; i > 0; i--) {
        const struct json_node *node = json_member(layers.nodes[i - 1], name);
        if (node)
            return node;
    }
    return NULL;
}

struct layers layers_member(struct layers layers, const char *name)
{
    struct layers out = {.count = 0};
    for (size_t i = 0; i < layers.count; i++) {
        const struct json_node *node = json_member(layers.nodes[i], name);
        if (node && json_kind_of(node) == JSON_OBJECT)
            out.nodes[out.count++] = node;
    }
    return out;
}

struct fault_place place_of_value(const struct reader *reader, const struct json_node *node)
{
    struct fault_place place = {.source = json_source_of(reader->doc, node)};
    json_place_of(reader->doc, node, &place.offset, &place.length);
    return place;
}

struct fault_place place_of_name(const struct reader *reader, const struct json_node *node)
{
    struct fault_place place = {.source = json_source_of(reader->doc, node)};
    json_name_place_of(reader->doc, node, &place.offset, &place.length);
    return place;
}

struct fault_place place_in_value(const struct reader *reader, const struct json_node *node,
                                  size_t offset, size_t length)
{
    struct fault_place place = {.source = json_source_of(reader->doc, node)};
    place.offset = json_place_in_text(reader->doc, node, offset);
    const size_t end = json_place_in_text(reader->doc, node, offset + length);
    place.length = end > place.offset ? end - place.offset : 1;
    return place;
}

void fault_of_err(struct reader *reader, const struct json_node *node, struct err *err)
{
    struct fault_place place = {.nowhere = true};
    if (node && err->length > 0 && json_kind_of(node) == JSON_TEXT)
        place = place_in_value(reader, node, err->offset, err->length);
    else if (node)
        place = place_of_value(reader, node);
    faults_add(&reader->faults, place, "%s", err->message);
    if (err->hint[0] != '\0')
        faults_hint(&reader->faults, "%s", err->hint);
    *err = (struct err){0};
}

// "designs.D.tables.T" as a person says it: "designs.tables".
static char *shown_path(const struct field_table *table)
{
    struct buffer out = {0};
    for (const char *at = table->path; *at != '\0';) {
        const size_t length = strcspn(at, ".");
        const bool any_name = length == 1 && at[0] >= 'A' && at[0] <= 'Z';
        if (!any_name)
            buffer_format(&out, "%s%.*s", out.size > 0 ? "." : "", (int)length, at);
        at += length + (at[length] == '.');
    }
    if (out.size == 0)
        buffer_text(&out, "the scenario");
    return buffer_take(&out);
}

bool object_of(struct reader *reader, const struct field_table *table, const struct json_node *node)
{
    const enum json_kind kind = json_kind_of(node);
    if (kind == JSON_OBJECT)
        return true;
    if (table->short_form && kind != JSON_NULL) {
        json_doc_wrap(reader->doc, node, table->short_form);
        return true;
    }
    char *path = shown_path(table);
    faults_add(&reader->faults, place_of_value(reader, node), "%s must be an object", path);
    mem_free(path);
    return false;
}

static const struct later_name *later_of(const struct field_table *table, const char *member,
                                         const char *name)
{
    for (const struct later_name *it = table->later; it && it->name; it++)
        if ((member ? it->member && !strcmp(it->member, member) : !it->member) &&
            !strcmp(it->name, name))
            return it;
    return NULL;
}

static void refuse_name(struct reader *reader, const struct field_table *table,
                        const struct json_node *member, const char *const *others,
                        size_t other_count)
{
    enum { NAMES_MAX = 400 };
    const char *names[NAMES_MAX];
    size_t count = 0;
    for (const struct param *row = table->rows; row->name && count < NAMES_MAX; row++)
        names[count++] = row->name;
    for (size_t i = 0; i < other_count && count < NAMES_MAX; i++)
        names[count++] = others[i];
    const struct later_name *later = later_of(table, NULL, json_name_of(member));
    if (later) {
        faults_add(&reader->faults, place_of_name(reader, member), "`%s`: this version does not %s",
                   later->name, later->what);
        return;
    }
    char *path = shown_path(table);
    faults_add(&reader->faults, place_of_name(reader, member), "unknown name `%s` in %s",
               json_name_of(member), path);
    mem_free(path);
    faults_suggest(&reader->faults, json_name_of(member), names, count, "known names are");
}

void check_names(struct reader *reader, const struct field_table *table,
                 const struct json_node *object, const char *const *others, size_t other_count)
{
    for (const struct json_node *it = json_first(object); it; it = json_next(it)) {
        const char *name = json_name_of(it);
        bool known = false;
        for (const struct param *row = table->rows; row->name && !known; row++)
            known = !strcmp(row->name, name);
        for (size_t i = 0; i < other_count && !known; i++)
            known = !strcmp(others[i], name);
        if (!known)
            refuse_name(reader, table, it, others, other_count);
    }
}

static char *path_of(const char *outer, const char *name)
{
    struct buffer path = {0};
    buffer_format(&path, "%s%s%s", outer, outer[0] != '\0' ? "." : "", name);
    return buffer_take(&path);
}

// The members of a nested object: its layers are checked here, as only the outer object's were.
static void read_nested(struct reader *reader, const struct field_table *table,
                        const struct param *row, struct layers layers,
                        const struct store_profile *profile, void *target)
{
    char *path = path_of(table->path, row->name);
    const struct field_table *nested = field_table_at(path);
    assert(nested && nested->rows == row->members);
    for (size_t i = 0; i < layers.count; i++) {
        const struct json_node *node = json_member(layers.nodes[i], row->name);
        if (node && object_of(reader, nested, node))
            check_names(reader, nested, node, NULL, 0);
    }
    read_rows(reader, nested, layers_member(layers, row->name), profile, target);
    mem_free(path);
}

static const char *default_of(const struct field_table *table, const struct param *row,
                              const struct store_profile *profile)
{
    if (!profile)
        return row->fallback;
    char *path = path_of(table->path, row->name);
    const char *const below = "store.";
    assert(!strncmp(path, below, strlen(below)));
    const struct profile_default *found = store_profile_default(profile, path + strlen(below));
    mem_free(path);
    return found ? found->value : row->fallback;
}

// A value that a later version takes, as `split.policy` or `arrivals.process` have.
static bool refuse_later(struct reader *reader, const struct field_table *table,
                         const struct param *row, const struct json_node *node)
{
    if (json_kind_of(node) != JSON_TEXT)
        return false;
    const struct later_name *later = later_of(table, row->name, json_text_of(node));
    if (later)
        faults_add(&reader->faults, place_of_value(reader, node), "`%s`: this version does not %s",
                   later->name, later->what);
    return later != NULL;
}

static void set_default(struct reader *reader, const struct param *row, const char *text,
                        void *target)
{
    if (text[0] == '\0')
        return;
    struct err err = {0};
    const bool ok = value_of_text(reader, text, row, target, &err);
    assert(ok);
}

static void refuse_missing(struct reader *reader, const struct field_table *table,
                           const struct param *row, const struct json_node *object)
{
    char *path = shown_path(table);
    faults_add(&reader->faults, place_of_value(reader, object), "`%s` is missing in %s", row->name,
               path);
    faults_hint(&reader->faults, "%s: %s", row->name, row->help);
    mem_free(path);
}

void read_rows(struct reader *reader, const struct field_table *table, struct layers layers,
               const struct store_profile *profile, void *target)
{
    for (const struct param *row = table->rows; row->name; row++) {
        if (row->kind == PARAM_OBJECT) {
            if (row->members)
                read_nested(reader, table, row, layers, profile, (char *)target + row->offset);
            continue;
        }
        const struct json_node *node = given(layers, row->name);
        if (node && !refuse_later(reader, table, row, node) &&
            read_value(reader, node, row, target))
            continue;
        const char *fallback = default_of(table, row, profile);
        if (fallback) {
            set_default(reader, row, fallback, target);
        } else if (!node && layers.count > 0) {
            refuse_missing(reader, table, row, layers.nodes[layers.count - 1]);
        }
    }
}

void read_object(struct reader *reader, const char *path, const struct json_node *node,
                 void *target)
{
    const struct field_table *table = field_table_at(path);
    if (node && object_of(reader, table, node))
        check_names(reader, table, node, NULL, 0);
    else
        node = NULL;
    read_rows(reader, table, layers_of(node), NULL, target);
}
