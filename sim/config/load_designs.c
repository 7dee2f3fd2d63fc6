#include "config/load.h"

#include "base/mem.h"
#include "key/preset.h"

#include <assert.h>
#include <string.h>

// One design or table on its way: where it stands, what surrounds it.
struct place_of_key {
    struct loading *loading;
    const struct schema *schema; // NULL: programs are not compiled
    struct layers stores;        // of the scenario, the design, the table
    const char *design;
};

static struct layers add_layer(struct layers layers, const struct json_node *node)
{
    assert(layers.count < sizeof layers.nodes / sizeof layers.nodes[0]);
    if (node)
        layers.nodes[layers.count++] = node;
    return layers;
}

static bool takes_member(const struct preset *preset, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = preset->members; at && (at = strstr(at, name)); at += length)
        if ((at == preset->members || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

// False after a fault: a member that this preset does not take.
static bool check_members(struct loading *loading, const struct json_node *node,
                          const struct preset *preset)
{
    static const char *const names[] = {"buckets", "n", "chars", "width", "char"};
    bool ok = true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct json_node *member = json_member(node, names[i]);
        if (!member || takes_member(preset, names[i]))
            continue;
        ok = false;
        faults_add(&loading->reader.faults, place_of_name(&loading->reader, member),
                   "preset `%s` takes no `%s`", preset->name, names[i]);
        if (preset->members && preset->members[0] != '\0')
            faults_hint(&loading->reader.faults, "beside `of` and `by` it takes %s",
                        preset->members);
    }
    return ok;
}

static const struct preset *find_preset(struct loading *loading, const struct json_node *node,
                                        const char *name)
{
    const struct preset *preset = preset_named(name);
    if (preset)
        return preset;
    size_t count;
    const struct preset *catalog = preset_catalog(&count);
    const char **names = mem_new(count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = catalog[i].name;
    faults_add(&loading->reader.faults, place_of_value(&loading->reader, node),
               "unknown preset `%s`", name);
    faults_suggest(&loading->reader.faults, name, names, count, "the presets are");
    mem_free(names);
    return NULL;
}

// The program that a preset becomes, or NULL.
static char *expand(const struct place_of_key *at, const struct json_node *node,
                    const struct preset_form *form)
{
    struct loading *loading = at->loading;
    const struct json_node *named = json_member(node, "preset");
    const struct preset *preset = find_preset(loading, named, form->preset);
    if (!preset)
        return NULL;
    if (!check_members(loading, node, preset) || !at->schema)
        return NULL;
    const struct preset_values values = {.of = form->of,
                                         .by = form->by,
                                         .buckets = form->buckets,
                                         .chars = form->chars,
                                         .width = form->width,
                                         .delimiter = form->delimiter};
    struct err err = {0};
    char *key = preset_expand(preset, &values, at->schema, &err);
    if (!key) {
        const struct json_node *of = json_member(node, "of"), *by = json_member(node, "by");
        fault_of_err(&loading->reader, of ? of : by ? by : named, &err);
    }
    return key;
}

static void compile(const struct place_of_key *at, const struct json_node *node,
                    const struct scenario_table *table)
{
    struct loading *loading = at->loading;
    const struct scenario *scenario = loading->scenario;
    const struct key_context context = scenario_table_context(scenario, table);
    struct err err = {0};
    struct key_program *program = key_program_new(table->key, &context, &err);
    if (!program) {
        const size_t room = sizeof err.message - strlen(err.message);
        struct buffer name = {0};
        buffer_format(&name, " in design \"%s\"", at->design);
        if (name.size < room)
            memcpy(err.message + strlen(err.message), name.data, name.size + 1);
        buffer_done(&name);
        fault_of_err(&loading->reader, node, &err);
    }
    key_program_free(program);
}

// Whether two stores say the same of a member.
static bool is_same(const char *name, const struct store_config *a, const struct store_config *b)
{
    struct buffer texts[2] = {{0}, {0}};
    for (const struct param *row = rows_at("store"); row->name; row++) {
        const struct param one[] = {*row, {0}};
        if (strcmp(row->name, name) != 0)
            continue;
        for (int i = 0; i < 2; i++) {
            struct json_writer writer = {.out = &texts[i]};
            json_open_object(&writer);
            echo_rows(&writer, one, i == 0 ? a : b);
            json_close_object(&writer);
        }
    }
    const bool same =
        texts[0].size == texts[1].size && memcmp(texts[0].data, texts[1].data, texts[0].size) == 0;
    buffer_done(&texts[0]);
    buffer_done(&texts[1]);
    return same;
}

// The cluster is the design's: a table cannot have another.
static void check_cluster(const struct place_of_key *at, const struct json_node *node,
                          const struct store_config *table, const struct store_config *design)
{
    static const char *const names[] = {"servers",  "handlers", "queue",
                                        "balancer", "client",   "detect_ms"};
    const struct json_node *store = json_member(node, "store");
    for (size_t i = 0; store && i < sizeof names / sizeof names[0]; i++) {
        const struct json_node *member = json_member(store, names[i]);
        if (member && !is_same(names[i], table, design))
            faults_add(&at->loading->reader.faults, place_of_name(&at->loading->reader, member),
                       "`%s` belongs to the design's store: its tables share the servers",
                       names[i]);
    }
}

// A table, or a design that is one; `design_store` NULL where it is the design itself.
static void read_table(const struct place_of_key *at, const struct json_node *node,
                       const struct store_config *design_store, struct scenario_table *out,
                       char **out_preset)
{
    struct loading *loading = at->loading;
    struct preset_form form = {0};
    const struct field_table *fields = field_table_at("designs.D");
    read_rows(&loading->reader, fields, layers_of(node), NULL, &form);
    const struct json_node *store = json_member(node, "store");
    out->has_store = store != NULL;
    load_store(loading, add_layer(at->stores, store), &out->store);
    if (design_store) {
        check_cluster(at, node, &out->store, design_store);
        out->store.servers = design_store->servers;
        out->store.handlers = design_store->handlers;
        out->store.queue = design_store->queue;
        out->store.balancer = design_store->balancer;
        out->store.client = design_store->client;
        out->store.detect_ns = design_store->detect_ns;
    }
    out->holds_reference = form.holds == 1;
    const struct json_node *key = json_member(node, "key");
    if (form.key)
        out->key = mem_text(form.key);
    else if (form.preset)
        out->key = expand(at, node, &form);
    else if (!key && !json_member(node, "preset"))
        faults_add(&loading->reader.faults, place_of_value(&loading->reader, node),
                   "a %s needs a `key` or a `preset`", design_store ? "table" : "design");
    if (out->key && at->schema)
        compile(at, form.key ? key : json_member(node, "preset"), out);
    if (form.key && form.preset)
        (void)find_preset(loading, json_member(node, "preset"), form.preset);
    if (out_preset && form.preset)
        *out_preset = mem_text(form.preset);
    rows_done(fields->rows, &form);
}

static void refuse_member(struct loading *loading, const struct json_node *node, const char *name,
                          const char *why)
{
    const struct json_node *member = json_member(node, name);
    if (member)
        faults_add(&loading->reader.faults, place_of_name(&loading->reader, member), "`%s` %s",
                   name, why);
}

static void read_tables(struct place_of_key *at, const struct json_node *node,
                        struct scenario_design *out)
{
    static const char *const single[] = {"key", "preset", "of",    "by",   "buckets",
                                         "n",   "chars",  "width", "char", "holds"};
    struct loading *loading = at->loading;
    const struct json_node *tables = json_member(node, "tables");
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++)
        refuse_member(loading, node, single[i], "belongs to a table where there are `tables`");
    if (json_kind_of(tables) != JSON_OBJECT || json_count(tables) == 0) {
        faults_add(&loading->reader.faults, place_of_value(&loading->reader, tables),
                   "`tables` must be an object of names and keys");
        return;
    }
    load_check_count(loading, tables, TABLES_MAX);
    const struct json_node *store = json_member(node, "store");
    at->stores = add_layer(at->stores, store);
    out->has_store = store != NULL;
    load_store(loading, at->stores, &out->store);
    const struct field_table *fields = field_table_at("designs.D.tables.T");
    out->tables = mem_new(json_count(tables), sizeof *out->tables);
    for (const struct json_node *it = json_first(tables); it; it = json_next(it)) {
        load_check_name(loading, it);
        struct scenario_table *table = &out->tables[out->table_count++];
        table->name = mem_text(json_name_of(it));
        if (!object_of(&loading->reader, fields, it))
            continue;
        check_names(&loading->reader, fields, it, NULL, 0);
        refuse_member(loading, it, "tables", "cannot stand in a table");
        read_table(at, it, &out->store, table, NULL);
    }
}

// The design's keys as one text, for people.
static char *shown_key(const struct scenario_design *design)
{
    struct buffer text = {0};
    for (size_t i = 0; i < design->table_count; i++) {
        const struct scenario_table *table = &design->tables[i];
        if (table->name[0] != '\0')
            buffer_format(&text, "%s%s: ", i > 0 ? "; " : "", table->name);
        buffer_text(&text, table->key ? table->key : "");
    }
    return buffer_take(&text);
}

static void read_design(struct loading *loading, const struct json_node *node, const char *name,
                        const struct schema *schema)
{
    struct scenario *scenario = loading->scenario;
    const struct field_table *fields = field_table_at("designs.D");
    struct scenario_design *design = &scenario->designs[scenario->design_count++];
    design->name = mem_text(name);
    if (!object_of(&loading->reader, fields, node))
        return;
    check_names(&loading->reader, fields, node, NULL, 0);
    struct place_of_key at = {.loading = loading,
                              .schema = schema,
                              .stores = layers_of(json_member(loading->root, "store")),
                              .design = name};
    if (json_member(node, "tables")) {
        read_tables(&at, node, design);
    } else {
        design->tables = mem_new(1, sizeof *design->tables);
        design->table_count = 1;
        design->tables[0].name = mem_text("");
        read_table(&at, node, NULL, &design->tables[0], &design->preset);
    }
    design->key = shown_key(design);
}

static void refuse_no_designs(struct loading *loading, const struct json_node *node,
                              const struct schema *schema)
{
    struct faults *faults = &loading->reader.faults;
    if (!loading->is_made) {
        faults_add(faults, place_of_value(&loading->reader, node),
                   "`designs` is missing in the scenario");
        faults_hint(faults, "for example \"designs\": [\"[ts][host]\", \"[host][ts]\"]");
        return;
    }
    faults_add(faults, (struct fault_place){.nowhere = true},
               "a recording needs row keys to compare: --key '[a][b]'");
    struct buffer fields = {0};
    for (size_t i = 0; schema && i < schema->count; i++)
        buffer_format(&fields, "%s%s", i > 0 ? ", " : "", schema->fields[i].name);
    if (fields.size > 0)
        faults_hint(faults, "this recording has the fields %s", (const char *)fields.data);
    buffer_done(&fields);
}

// Two designs of one name in a list; an object's have been noted.
static void check_repeated(struct loading *loading, const struct json_node *item)
{
    for (size_t i = 0; i < loading->scenario->design_count; i++)
        if (!strcmp(loading->scenario->designs[i].name, json_text_of(item)))
            faults_add(&loading->reader.faults, place_of_value(&loading->reader, item),
                       "this design is given twice");
}

void load_designs(struct loading *loading, const struct json_node *node,
                  const struct schema *schema)
{
    struct scenario *scenario = loading->scenario;
    struct reader *reader = &loading->reader;
    if (!node || json_kind_of(node) == JSON_NULL || json_count(node) == 0) {
        refuse_no_designs(loading, node ? node : loading->root, schema);
        return;
    }
    if (json_kind_of(node) != JSON_LIST && json_kind_of(node) != JSON_OBJECT) {
        faults_add(&reader->faults, place_of_value(reader, node),
                   "designs must be a list of key programs, or an object of names and designs");
        return;
    }
    load_check_count(loading, node, DESIGNS_MAX);
    scenario->designs = mem_new(json_count(node), sizeof *scenario->designs);
    for (const struct json_node *it = json_first(node); it; it = json_next(it)) {
        if (json_kind_of(node) == JSON_OBJECT) {
            load_check_name(loading, it);
            read_design(loading, it, json_name_of(it), schema);
        } else if (json_kind_of(it) == JSON_TEXT) {
            char *name = mem_text(json_text_of(it));
            check_repeated(loading, it);
            read_design(loading, it, name, schema);
            mem_free(name);
        } else {
            faults_add(&reader->faults, place_of_value(reader, it),
                       "a design in a list is a key program; a named one stands in an object");
        }
    }
}
