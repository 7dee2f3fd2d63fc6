// load_overrides.c -- what the command line changes: --set path=value, --key [NAME=]PROGRAM.
//
// Both put values into the tree that was read from the file, each with its place in the flag's
// text, so that one reader reads and checks everything.
#include "config/load.h"

#include "base/mem.h"
#include "workload/generator.h"

#include <ctype.h>
#include <string.h>

struct override {
    struct loading *loading;
    size_t source;
    const char *text;
    size_t path_length; // up to the `=`
};

static void fail_override(struct override *it, size_t offset, size_t length, const char *message)
{
    const struct fault_place place = {.source = it->source, .offset = offset, .length = length};
    faults_add(&it->loading->reader.faults, place, "%s", message);
}

static const struct json_node *child_of(const struct json_node *node, const char *name)
{
    if (json_kind_of(node) != JSON_LIST)
        return json_member(node, name);
    size_t index = 0;
    for (const char *at = name; *at != '\0'; at++) {
        if (!isdigit((unsigned char)*at) || index > 1000000)
            return NULL;
        index = 10 * index + (size_t)(*at - '0');
    }
    const struct json_node *item = json_first(node);
    for (; item && index > 0; index--)
        item = json_next(item);
    return item;
}

// Names may hold dots: the longest that exists counts, else the text up to the next dot.
static size_t segment_length(const struct override *it, const struct json_node *node, size_t from)
{
    const size_t first = strcspn(it->text + from, ".=");
    size_t best = 0;
    for (size_t end = from + first; first > 0 && end <= it->path_length; end++) {
        if (end < it->path_length && it->text[end] != '.')
            continue;
        char *name = mem_text_of(bytes_of(it->text + from, end - from));
        if (child_of(node, name))
            best = end - from;
        mem_free(name);
    }
    return best > 0 ? best : first;
}

// The table's path of a member: names of the user's choice become the capital of their table.
static void step_pattern(struct buffer *pattern, const char *name)
{
    static const struct {
        const char *container, *member;
    } named[] = {{"queries", "Q"},
                 {"designs", "D"},
                 {"designs.D.tables", "T"},
                 {"workload.fields", "F"},
                 {"expect", "N"}};
    const char *here = pattern->size > 0 ? (const char *)pattern->data : "";
    const char *step = name;
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
        if (!strcmp(here, named[i].container))
            step = named[i].member;
    if (!strcmp(step, "store"))
        buffer_clear(pattern);
    buffer_format(pattern, "%s%s", pattern->size > 0 ? "." : "", step);
}

// The member that a bare value at this path stands for, or NULL.
static const char *short_form(const char *pattern, const char *name, const struct json_node *node)
{
    static const char field[] = "workload.fields.F";
    const enum json_kind kind = json_kind_of(node);
    if (!strcmp(pattern, field) && kind == JSON_LIST)
        return "choice";
    if (!strcmp(pattern, field) && kind == JSON_TEXT)
        return json_text_of(node);
    if (!strcmp(pattern, "store.presplit") && kind == JSON_LIST)
        return "keys";
    const struct field_table *table = field_table_at(pattern);
    if (table)
        return table->short_form;
    const struct generator *generator = generator_named(name);
    return generator && !strncmp(pattern, field, strlen(field)) ? generator->shorthand : NULL;
}

// Makes `node` an object into which more can be put; false where it cannot be one.
static bool open_up(struct override *it, const struct json_node *node, const char *pattern,
                    const char *name)
{
    const enum json_kind kind = json_kind_of(node);
    struct json_doc *doc = it->loading->reader.doc;
    const bool items = kind == JSON_LIST && strncmp(pattern, "workload.fields.F", 17) != 0 &&
                       strcmp(pattern, "store.presplit") != 0;
    if (kind == JSON_OBJECT || items)
        return true;
    const char *member = short_form(pattern, name, node);
    if (!member)
        return false;
    char *kept = mem_text(member);
    json_doc_wrap(doc, node, kept);
    if (!strcmp(pattern, "workload.fields.F") && kind == JSON_TEXT)
        (void)json_doc_put(doc, node, kept,
                           json_doc_new_object(doc, (struct json_spot){.source = it->source}));
    mem_free(kept);
    return true;
}

// A list of programs becomes an object of names, so that one can be added or named.
static void name_designs(struct loading *loading)
{
    const struct json_node *designs = json_member(loading->root, "designs");
    if (!designs || json_kind_of(designs) != JSON_LIST)
        return;
    for (const struct json_node *item = json_first(designs); item; item = json_next(item))
        if (json_kind_of(item) != JSON_TEXT)
            return;
    json_doc_name_items(loading->reader.doc, designs);
}

// What the flag gives: JSON where it is JSON, else a text.
static struct json_node *new_value(struct override *it, struct json_spot spot)
{
    struct json_doc *doc = it->loading->reader.doc;
    spot.offset = it->path_length + 1;
    spot.length = strlen(it->text) - spot.offset;
    struct json_node *value = json_doc_new_value(doc, spot);
    return value ? value : json_doc_new_text(doc, spot, it->text + spot.offset);
}

// One step along the path; NULL at its end, or after a fault.
static const struct json_node *step(struct override *it, const struct json_node *node,
                                    struct buffer *pattern, size_t *from)
{
    struct json_doc *doc = it->loading->reader.doc;
    const size_t length = segment_length(it, node, *from);
    if (length == 0) {
        fail_override(it, *from, 1, "a name is missing in this path");
        return NULL;
    }
    char *name = mem_text_of(bytes_of(it->text + *from, length));
    const struct json_spot spot = {.source = it->source,
                                   .name_offset = *from,
                                   .name_length = length,
                                   .offset = *from,
                                   .length = length};
    const struct json_node *child = child_of(node, name);
    *from += length + 1;
    step_pattern(pattern, name);
    if (*from > it->path_length) {
        if (!json_doc_put(doc, node, name, new_value(it, spot)))
            fail_override(it, spot.offset, length, "the list has no such item; they count from 0");
        child = NULL;
    } else if (!child) {
        if (json_doc_put(doc, node, name, json_doc_new_object(doc, spot)))
            child = child_of(node, name);
        else
            fail_override(it, spot.offset, length, "the list has no such item; they count from 0");
    } else if (!open_up(it, child, (const char *)pattern->data, name)) {
        fail_override(it, spot.offset, length, "this value has no members");
        child = NULL;
    }
    mem_free(name);
    return child;
}

static void apply_set(struct loading *loading, const char *text)
{
    struct override it = {.loading = loading, .text = text};
    it.source = load_add_source(loading, "--set", text);
    const char *equals = strchr(text, '=');
    if (!equals || equals == text) {
        fail_override(&it, 0, strlen(text), "expected path=value, for example store.servers=12");
        return;
    }
    it.path_length = (size_t)(equals - text);
    if (!strncmp(text, "designs.", 8))
        name_designs(loading);
    struct buffer pattern = {0};
    size_t from = 0;
    const struct json_node *node = loading->root;
    while (node)
        node = step(&it, node, &pattern, &from);
    buffer_done(&pattern);
}

static const char *skip_name(const char *at)
{
    while (isalnum((unsigned char)*at) || *at == '_' || *at == '-')
        at++;
    return at;
}

static const char *skip_spaces(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

// The length of the name in NAME=PROGRAM, or 0 where the text is a program from its beginning: a
// name holds no bracket, quote or semicolon, and what follows the `=` begins a key, or a statement
// (`x = ...`, `long x = ...`).
static size_t name_length(const char *text)
{
    const size_t length = strcspn(text, "=[<{('\";");
    if (length == 0 || text[length] != '=')
        return 0;
    const char *rest = skip_spaces(text + length + 1);
    if (*rest != '\0' && strchr("[<{", *rest))
        return length;
    const char *word = skip_spaces(skip_name(rest));
    if (word != rest && isalpha((unsigned char)*word))
        word = skip_spaces(skip_name(word));
    return word != rest && word[0] == '=' && word[1] != '=' ? length : 0;
}

static void apply_key(struct loading *loading, const char *text)
{
    struct override it = {.loading = loading, .text = text};
    struct json_doc *doc = loading->reader.doc;
    it.source = load_add_source(loading, "--key", text);
    const size_t length = name_length(text);
    size_t trimmed = length;
    while (trimmed > 0 && text[trimmed - 1] == ' ')
        trimmed--;
    const char *program = length > 0 ? skip_spaces(text + length + 1) : text;
    const size_t start = (size_t)(program - text);
    struct json_spot spot = {.source = it.source,
                             .name_length = length > 0 ? trimmed : strlen(text),
                             .offset = start,
                             .length = strlen(text) - start};
    name_designs(loading);
    const struct json_node *designs = json_member(loading->root, "designs");
    if (!designs) {
        const struct json_spot here = {.source = it.source};
        (void)json_doc_put(doc, loading->root, "designs", json_doc_new_object(doc, here));
        designs = json_member(loading->root, "designs");
    }
    if (json_kind_of(designs) != JSON_OBJECT)
        return; // not a design list, which will be noted
    char *name = mem_text_of(bytes_of(text, spot.name_length));
    if (json_member(designs, name))
        fail_override(&it, 0, spot.name_length, "a design of this name exists already");
    else
        (void)json_doc_put(doc, designs, name, json_doc_new_text(doc, spot, program));
    mem_free(name);
}

void load_overrides(struct loading *loading)
{
    for (size_t i = 0; i < loading->options->set_count; i++)
        apply_set(loading, loading->options->sets[i]);
    for (size_t i = 0; i < loading->options->key_count; i++)
        apply_key(loading, loading->options->keys[i]);
}
