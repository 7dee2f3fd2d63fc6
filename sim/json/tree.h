// tree.h -- what a json_doc is made of, for the files of this room alone.
//
// A json_node is a cJSON item, whose otherwise unused `valueint` is the index of its place. This is
// the one header that includes cJSON.
#ifndef HOTSIM_JSON_TREE_H
#define HOTSIM_JSON_TREE_H

#include "json/doc.h"
#include "json/scan.h"

#include <cjson/cJSON.h>

struct json_doc {
    cJSON *root;
    struct json_places places;
    struct bytes *sources; // owned texts
    size_t source_count;
    const cJSON **duplicates;
    size_t duplicate_count;
};

static inline cJSON *item_of(const struct json_node *node)
{
    return (cJSON *)(uintptr_t)node;
}

static inline const struct json_node *node_of(const cJSON *item)
{
    return (const struct json_node *)item;
}

static inline const struct json_place *place_of(const struct json_doc *doc,
                                                const struct json_node *node)
{
    return &doc->places.items[item_of(node)->valueint];
}

// Parses what `spot` shows of its source and appends the places of its values; NULL on error.
cJSON *json_parse_source(struct json_doc *doc, struct json_spot spot, bool comments,
                         struct err *err);

#endif
