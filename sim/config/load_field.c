// load_field.c -- one generated field: "clock", ["a", "b"], {"zipf": 200}, {"zipf": {...},
// "format": ...}.
#include "config/load.h"

#include "base/mem.h"
#include "base/text.h"
#include "workload/generator.h"

#include <string.h>

static void unknown_generator(struct loading *loading, struct fault_place place, const char *name)
{
    size_t count;
    const struct generator *const *catalog = generator_catalog(&count);
    const char **names = mem_new(count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = catalog[i]->name;
    faults_add(&loading->reader.faults, place, "unknown generator `%s`", name);
    faults_suggest(&loading->reader.faults, name, names, count, "the generators are");
    mem_free(names);
}

// "shares": {"acme": "30%", ..., "rest": {generator}}.
static void read_shares(struct loading *loading, const struct json_node *node,
                        struct shares_config *out)
{
    static const struct param share = {
        .name = "a share", .kind = PARAM_SHARE, .min = 1e-12, .max = 1};
    struct reader *reader = &loading->reader;
    if (json_kind_of(node) != JSON_OBJECT) {
        faults_add(&reader->faults, place_of_value(reader, node),
                   "`shares` must be an object of names and shares");
        return;
    }
    out->names = mem_new(json_count(node), sizeof *out->names);
    out->shares = mem_new(json_count(node), sizeof *out->shares);
    for (const struct json_node *it = json_first(node); it; it = json_next(it)) {
        if (!strcmp(json_name_of(it), "rest") && json_kind_of(it) == JSON_OBJECT) {
            if (out->rest)
                continue; // a duplicate, which has been noted
            out->rest = mem_new(1, sizeof *out->rest);
            load_field(loading, it, out->rest);
        } else if (read_value(reader, it, &share, &out->shares[out->count])) {
            out->names[out->count++] = mem_text(json_name_of(it));
        }
    }
}

// The generator's params, from its own object, or from a bare value and the names beside it.
static void read_config(struct loading *loading, const struct json_node *field,
                        const struct json_node *value, struct field_plan *out)
{
    const struct generator *generator = out->generator;
    struct reader *reader = &loading->reader;
    out->config = mem_new(1, generator->config_size);
    if (!strcmp(generator->name, "shares")) {
        read_shares(loading, value, out->config);
        return;
    }
    const struct field_table table = {
        .path = generator->name, .rows = generator->params, .short_form = generator->shorthand};
    struct layers layers = layers_of(value);
    if (json_kind_of(value) != JSON_OBJECT && generator->shorthand)
        layers = (struct layers){.nodes = {field, value}, .count = 2};
    if (!object_of(reader, &table, value))
        return;
    check_names(reader, &table, value, NULL, 0);
    read_rows(reader, &table, layers, NULL, out->config);
    char **path = generator_path(generator, out->config);
    if (path && *path) {
        char *resolved = mem_text(load_path(loading, *path));
        mem_free(*path);
        *path = resolved;
    }
}

// Tells at once what the generator says of its config, while its place is known.
static void try_config(struct loading *loading, const struct json_node *value,
                       const struct field_plan *plan)
{
    if (plan->generator->reads_fields)
        return;
    static const struct schema empty = {0};
    const struct generator_context context = {.schema = &empty,
                                              .stream = rng_stream(0, "check", 0)};
    struct err err = {0};
    void *state = plan->generator->open(plan->config, &context, &err);
    if (state)
        plan->generator->close(state);
    else
        fault_of_err(&loading->reader, value, &err);
}

// The member of a field's object that names a generator; NULL after a fault.
static const struct json_node *generator_member(struct loading *loading,
                                                const struct json_node *field)
{
    struct reader *reader = &loading->reader;
    const struct json_node *found = NULL;
    for (const struct json_node *it = json_first(field); it; it = json_next(it)) {
        if (!generator_named(json_name_of(it)))
            continue;
        if (found && strcmp(json_name_of(found), json_name_of(it)) != 0)
            faults_add(&reader->faults, place_of_name(reader, it),
                       "a field has one generator, not `%s` and `%s`", json_name_of(found),
                       json_name_of(it));
        found = found ? found : it;
    }
    if (found)
        return found;
    const struct json_node *other = json_first(field);
    while (other &&
           (!strcmp(json_name_of(other), "type") || !strcmp(json_name_of(other), "format")))
        other = json_next(other);
    if (other)
        unknown_generator(loading, place_of_name(reader, other), json_name_of(other));
    else
        faults_add(&reader->faults, place_of_value(reader, field), "this field has no generator");
    return NULL;
}

// Names in a field's object: type, format, the generator, and beside a bare value the generator's
// params.
static void check_field_names(struct loading *loading, const struct json_node *field,
                              const struct json_node *value)
{
    enum { OTHERS_MAX = 32 };
    const char *others[OTHERS_MAX] = {json_name_of(value)};
    size_t count = 1;
    const struct param *row = generator_named(json_name_of(value))->params;
    if (json_kind_of(value) != JSON_OBJECT)
        for (; row && row->name && count < OTHERS_MAX; row++)
            others[count++] = row->name;
    for (const struct json_node *it = json_first(field); it; it = json_next(it))
        if (generator_named(json_name_of(it)) && count < OTHERS_MAX)
            others[count++] = json_name_of(it); // a second generator has been noted
    check_names(&loading->reader, field_table_at("workload.fields.F"), field, others, count);
}

void load_field(struct loading *loading, const struct json_node *node, struct field_plan *out)
{
    struct reader *reader = &loading->reader;
    if (json_name_of(node))
        out->name = mem_text(json_name_of(node));
    if (json_kind_of(node) == JSON_TEXT) {
        const char *name = json_text_of(node);
        if (!generator_named(name)) {
            unknown_generator(loading, place_of_value(reader, node), name);
            return;
        }
        json_doc_wrap(reader->doc, node, name);
        const struct json_spot here = {.source = json_source_of(reader->doc, node)};
        (void)json_doc_put(reader->doc, node, name, json_doc_new_object(reader->doc, here));
    } else if (json_kind_of(node) == JSON_LIST) {
        json_doc_wrap(reader->doc, node, "choice");
    } else if (json_kind_of(node) != JSON_OBJECT) {
        faults_add(&reader->faults, place_of_value(reader, node),
                   "a field is a generator's name, a list of values, or an object");
        return;
    }
    const struct json_node *value = generator_member(loading, node);
    if (!value)
        return;
    check_field_names(loading, node, value);
    struct field_form form = {0};
    read_rows(reader, field_table_at("workload.fields.F"), layers_of(node), NULL, &form);
    out->generator = generator_named(json_name_of(value));
    out->format = form.format;
    out->type = (enum value_type)form.type;
    out->type_given =
        json_member(node, "type") && json_kind_of(json_member(node, "type")) != JSON_NULL;
    const size_t faults = reader->faults.count;
    read_config(loading, node, value, out);
    if (reader->faults.count == faults)
        try_config(loading, value, out);
}
