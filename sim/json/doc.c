#include "json/tree.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

size_t json_doc_add_source(struct json_doc *doc, const char *text)
{
    doc->sources = mem_resize(doc->sources, doc->source_count + 1, sizeof *doc->sources);
    doc->sources[doc->source_count] = bytes_of(mem_text(text), strlen(text));
    return doc->source_count++;
}

// Gives every item of the tree its place: the walk meets them in the order of the scan.
static size_t number_items(struct json_doc *doc, cJSON *item, size_t next)
{
    item->valueint = (int)next;
    item->valuedouble = doc->places.items[next].number;
    next++;
    for (cJSON *child = item->child; child; child = child->next)
        next = number_items(doc, child, next);
    return next;
}

static int by_name(const void *a, const void *b)
{
    const cJSON *const *left = a, *const *right = b;
    const int order = strcmp((*left)->string, (*right)->string);
    return order != 0 ? order
                      : ((*left)->valueint > (*right)->valueint) -
                            ((*left)->valueint < (*right)->valueint);
}

static void find_duplicates(struct json_doc *doc, const cJSON *item)
{
    for (const cJSON *child = item->child; child; child = child->next)
        find_duplicates(doc, child);
    const size_t count = json_count(node_of(item));
    if (!cJSON_IsObject(item) || count < 2)
        return;
    const cJSON **members = mem_new(count, sizeof *members);
    size_t filled = 0;
    for (const cJSON *child = item->child; child; child = child->next)
        members[filled++] = child;
    qsort(members, count, sizeof *members, by_name);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(members[i - 1]->string, members[i]->string) != 0)
            continue;
        doc->duplicates =
            mem_resize(doc->duplicates, doc->duplicate_count + 1, sizeof *doc->duplicates);
        doc->duplicates[doc->duplicate_count++] = members[i];
    }
    mem_free(members);
}

cJSON *json_parse_source(struct json_doc *doc, struct json_spot spot, bool comments,
                         struct err *err)
{
    const struct bytes text = {.data = doc->sources[spot.source].data + spot.offset,
                               .size = spot.length};
    struct json_places places = {0};
    struct buffer clean = {0};
    cJSON *item = NULL;
    if (!json_scan(text, comments, &places, &clean, err))
        goto done;
    item = cJSON_ParseWithLength((const char *)clean.data, clean.size);
    if (!item) {
        err_fail(err, ERR_MACHINE, "out of memory");
        goto done;
    }
    const size_t first = doc->places.count;
    for (size_t i = 0; i < places.count; i++) {
        struct json_place place = places.items[i];
        place.source = spot.source;
        place.offset += spot.offset;
        place.name_offset += spot.offset;
        json_places_add(&doc->places, place);
    }
    const size_t numbered = number_items(doc, item, first);
    assert(numbered == doc->places.count);
    find_duplicates(doc, item);
done:
    mem_free(places.items);
    buffer_done(&clean);
    return item;
}

struct json_doc *json_doc_parse_all(const char *text, size_t size, bool comments, struct err *err)
{
    struct json_doc *doc = mem_new(1, sizeof *doc);
    doc->sources = mem_new(1, sizeof *doc->sources);
    doc->sources[doc->source_count++] = bytes_of(mem_text_of(bytes_of(text, size)), size);
    doc->root = json_parse_source(doc, (struct json_spot){.length = size}, comments, err);
    if (!doc->root) {
        json_doc_free(doc);
        return NULL;
    }
    return doc;
}

struct json_doc *json_doc_parse(const char *text, size_t size, bool comments, struct err *err)
{
    struct json_doc *doc = json_doc_parse_all(text, size, comments, err);
    if (!doc || doc->duplicate_count == 0)
        return doc;
    const struct json_node *second = node_of(doc->duplicates[0]);
    size_t offset, length;
    json_name_place_of(doc, second, &offset, &length);
    err_fail(err, ERR_INPUT, "`%s` is given twice", json_name_of(second));
    err_place(err, offset, length);
    json_doc_free(doc);
    return NULL;
}

void json_doc_free(struct json_doc *doc)
{
    if (!doc)
        return;
    cJSON_Delete(doc->root);
    for (size_t i = 0; i < doc->source_count; i++)
        mem_free((void *)(uintptr_t)doc->sources[i].data);
    mem_free(doc->sources);
    mem_free(doc->duplicates);
    mem_free(doc->places.items);
    mem_free(doc);
}

const struct json_node *json_doc_root(const struct json_doc *doc)
{
    return node_of(doc->root);
}

enum json_kind json_kind_of(const struct json_node *node)
{
    const cJSON *item = item_of(node);
    if (cJSON_IsObject(item))
        return JSON_OBJECT;
    if (cJSON_IsArray(item))
        return JSON_LIST;
    if (cJSON_IsString(item))
        return JSON_TEXT;
    if (cJSON_IsNumber(item))
        return JSON_NUMBER;
    return cJSON_IsBool(item) ? JSON_BOOL : JSON_NULL;
}

const char *json_text_of(const struct json_node *node)
{
    assert(json_kind_of(node) == JSON_TEXT);
    return item_of(node)->valuestring;
}

double json_number_of(const struct json_node *node)
{
    assert(json_kind_of(node) == JSON_NUMBER);
    return item_of(node)->valuedouble;
}

bool json_bool_of(const struct json_node *node)
{
    assert(json_kind_of(node) == JSON_BOOL);
    return cJSON_IsTrue(item_of(node));
}

size_t json_count(const struct json_node *node)
{
    return (size_t)cJSON_GetArraySize(item_of(node));
}

const struct json_node *json_first(const struct json_node *node)
{
    return node_of(item_of(node)->child);
}

const struct json_node *json_next(const struct json_node *node)
{
    return node_of(item_of(node)->next);
}

const char *json_name_of(const struct json_node *node)
{
    return item_of(node)->string;
}

const struct json_node *json_member(const struct json_node *object, const char *name)
{
    if (!cJSON_IsObject(item_of(object)))
        return NULL;
    for (const cJSON *child = item_of(object)->child; child; child = child->next)
        if (!strcmp(child->string, name))
            return node_of(child);
    return NULL;
}

void json_place_of(const struct json_doc *doc, const struct json_node *node, size_t *out_offset,
                   size_t *out_length)
{
    *out_offset = place_of(doc, node)->offset;
    *out_length = place_of(doc, node)->length;
}

void json_name_place_of(const struct json_doc *doc, const struct json_node *node,
                        size_t *out_offset, size_t *out_length)
{
    const struct json_place *place = place_of(doc, node);
    *out_offset = place->name_length > 0 ? place->name_offset : place->offset;
    *out_length = place->name_length > 0 ? place->name_length : place->length;
}

size_t json_source_of(const struct json_doc *doc, const struct json_node *node)
{
    return place_of(doc, node)->source;
}

struct bytes json_source_text(const struct json_doc *doc, size_t source)
{
    return doc->sources[source];
}

size_t json_doc_duplicate_count(const struct json_doc *doc)
{
    return doc->duplicate_count;
}

const struct json_node *json_doc_duplicate(const struct json_doc *doc, size_t index)
{
    return node_of(doc->duplicates[index]);
}
