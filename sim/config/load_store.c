#include "config/load.h"

#include "base/mem.h"
#include "base/text.h"

#include <assert.h>
#include <string.h>

static const struct store_profile *profile_of(struct loading *loading, struct layers layers)
{
    const struct json_node *node = NULL;
    for (size_t i = 0; i < layers.count; i++) {
        const struct json_node *named = json_member(layers.nodes[i], "profile");
        node = named ? named : node;
    }
    if (!node)
        return store_profile_named("hbase");
    struct reader *reader = &loading->reader;
    if (json_kind_of(node) != JSON_TEXT) {
        faults_add(&reader->faults, place_of_value(reader, node), "`profile` must be a name");
        return store_profile_named("hbase");
    }
    const char *name = json_text_of(node);
    const struct store_profile *profile = store_profile_named(name);
    if (profile)
        return profile;
    size_t count;
    const struct store_profile *catalog = store_profile_catalog(&count);
    const char **names = mem_new(count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = catalog[i].name;
    faults_add(&reader->faults, place_of_value(reader, node), "unknown profile `%s`", name);
    faults_suggest(&reader->faults, name, names, count, "the profiles are");
    mem_free(names);
    return store_profile_named("hbase");
}

// A list of split points stands for {"keys": ...}.
static void spell_out_presplit(struct loading *loading, const struct json_node *store)
{
    const struct json_node *presplit = json_member(store, "presplit");
    if (presplit && json_kind_of(presplit) == JSON_LIST)
        json_doc_wrap(loading->reader.doc, presplit, "keys");
}

const struct json_node *load_last_given(struct layers layers, const char *name)
{
    const struct json_node *found = NULL;
    for (size_t i = 0; i < layers.count; i++) {
        const struct json_node *node = json_member(layers.nodes[i], name);
        found = node && json_kind_of(node) != JSON_NULL ? node : found;
    }
    return found;
}

static void check_key(struct loading *loading, const struct json_node *node)
{
    if (!node || json_kind_of(node) != JSON_TEXT)
        return;
    struct buffer key = {0};
    size_t at = 0;
    if (!text_key_decode(json_text_of(node), &key, &at))
        faults_add(&loading->reader.faults, place_in_value(&loading->reader, node, at, 2),
                   "a broken escape; a byte is written \\xNN");
    buffer_done(&key);
}

size_t load_level_of(struct layers layers, const char *name)
{
    size_t level = layers.count;
    while (level > 0 && !json_member(layers.nodes[level - 1], name))
        level--;
    return level;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

// What the algorithm needs; one that is only implied by its parts is named.
static void check_presplit(struct loading *loading, struct layers layers,
                           struct store_config *store)
{
    struct presplit_config *presplit = &store->presplit;
    const struct layers given = layers_member(layers, "presplit");
    const struct json_node *algorithm = load_last_given(given, "algorithm");
    const size_t named = load_level_of(given, "algorithm"); // parts given further in imply another
    if (load_level_of(given, "keys") > named && presplit->keys.count > 0)
        presplit->algorithm = PRESPLIT_KEYS;
    else if (load_level_of(given, "file") > named && presplit->file)
        presplit->algorithm = PRESPLIT_FILE;
    else if (load_level_of(given, "first") > named && presplit->first && presplit->last)
        presplit->algorithm = PRESPLIT_BYTES;
    const struct json_node *at = given.count > 0 ? given.nodes[given.count - 1] : NULL;
    if (!at)
        return;
    if (store->layout == LAYOUT_SLICES &&
        load_level_of(layers, "presplit") <
            larger(load_level_of(layers, "layout"), load_level_of(layers, "profile"))) {
        presplit->algorithm = PRESPLIT_NONE; // it was said of the regions around
        return;
    }
    struct reader *reader = &loading->reader;
    const struct fault_place place = place_of_value(reader, algorithm ? algorithm : at);
    if (store->layout == LAYOUT_SLICES && presplit->algorithm != PRESPLIT_AUTO &&
        presplit->algorithm != PRESPLIT_NONE)
        faults_add(&reader->faults, place, "slices have no pre-splits");
    if (presplit->algorithm == PRESPLIT_KEYS && presplit->keys.count == 0)
        faults_add(&reader->faults, place, "pre-split `keys` needs `keys`");
    if (presplit->algorithm == PRESPLIT_FILE && !presplit->file)
        faults_add(&reader->faults, place, "pre-split `file` needs `file`");
    if (presplit->algorithm == PRESPLIT_BYTES && (!presplit->first || !presplit->last))
        faults_add(&reader->faults, place, "pre-split `bytes` needs `first` and `last`");
    check_key(loading, load_last_given(given, "first"));
    check_key(loading, load_last_given(given, "last"));
    const struct json_node *keys = load_last_given(given, "keys");
    for (const struct json_node *it = keys && json_kind_of(keys) == JSON_LIST ? json_first(keys)
                                                                              : NULL;
         it; it = json_next(it))
        check_key(loading, it);
}

// Which of the profile's defaults the scenario overrides; "service.put_us" stands below "service".
static wide_uint given_of(const struct store_profile *profile, struct layers layers)
{
    wide_uint given = 0;
    for (size_t i = 0; profile->defaults[i].name; i++) {
        assert(i < 128);
        const char *name = profile->defaults[i].name;
        const char *dot = strchr(name, '.');
        struct layers below = layers;
        if (dot) {
            char *object = mem_text_of(bytes_of(name, (size_t)(dot - name)));
            below = layers_member(layers, object);
            mem_free(object);
            name = dot + 1;
        }
        if (load_last_given(below, name))
            given |= (wide_uint)1 << i;
    }
    return given;
}

void load_store(struct loading *loading, struct layers layers, struct store_config *out)
{
    const struct field_table *table = field_table_at("store");
    struct layers objects = {.count = 0};
    for (size_t i = 0; i < layers.count; i++) {
        const struct json_node *node = layers.nodes[i];
        if (!object_of(&loading->reader, table, node))
            continue;
        check_names(&loading->reader, table, node, NULL, 0);
        spell_out_presplit(loading, node);
        objects.nodes[objects.count++] = node;
    }
    const struct store_profile *profile = profile_of(loading, objects);
    *out = (struct store_config){.profile = profile, .given = given_of(profile, objects)};
    read_rows(&loading->reader, table, objects, profile, out);
    check_presplit(loading, objects, out);
    load_check_splits(loading, objects, out);
    if (out->presplit.file) {
        char *resolved = mem_text(load_path(loading, out->presplit.file));
        mem_free(out->presplit.file);
        out->presplit.file = resolved;
    }
}
