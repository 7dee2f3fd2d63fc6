#include "json/tree.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static struct json_node *placed(struct json_doc *doc, cJSON *item, struct json_spot spot)
{
    assert(item != NULL);
    item->valueint = (int)doc->places.count;
    json_places_add(&doc->places, (struct json_place){.source = spot.source,
                                                      .offset = spot.offset,
                                                      .length = spot.length,
                                                      .name_offset = spot.name_offset,
                                                      .name_length = spot.name_length});
    return (struct json_node *)item;
}

struct json_node *json_doc_new_value(struct json_doc *doc, struct json_spot spot)
{
    struct err ignored = {0};
    cJSON *item = json_parse_source(doc, spot, false, &ignored);
    if (!item)
        return NULL;
    struct json_place *place = &doc->places.items[item->valueint];
    place->name_offset = spot.name_offset;
    place->name_length = spot.name_length;
    return (struct json_node *)item;
}

struct json_node *json_doc_new_text(struct json_doc *doc, struct json_spot spot, const char *text)
{
    return placed(doc, cJSON_CreateString(text), spot);
}

struct json_node *json_doc_new_object(struct json_doc *doc, struct json_spot spot)
{
    return placed(doc, cJSON_CreateObject(), spot);
}

// The item that `name` numbers, or NULL.
static cJSON *list_item(cJSON *list, const char *name)
{
    char *end;
    const unsigned long index = strtoul(name, &end, 10);
    if (name[0] < '0' || name[0] > '9' || *end != '\0' || index > 1000000)
        return NULL;
    return cJSON_GetArrayItem(list, (int)index);
}

static bool put_item(cJSON *container, cJSON *older, cJSON *value)
{
    const cJSON_bool replaced = cJSON_ReplaceItemViaPointer(container, older, value);
    assert(replaced);
    return true;
}

bool json_doc_put(struct json_doc *doc, const struct json_node *container, const char *name,
                  struct json_node *value)
{
    (void)doc;
    cJSON *into = item_of(container), *item = item_of(value);
    if (cJSON_IsArray(into)) {
        cJSON *older = list_item(into, name);
        if (older)
            return put_item(into, older, item);
        cJSON_Delete(item);
        return false;
    }
    cJSON *older = item_of(json_member(container, name));
    if (!older)
        return cJSON_AddItemToObject(into, name, item);
    cJSON_free(item->string);
    item->string = cJSON_malloc(strlen(name) + 1);
    assert(item->string != NULL);
    memcpy(item->string, name, strlen(name) + 1);
    return put_item(into, older, item);
}

void json_doc_wrap(struct json_doc *doc, const struct json_node *node, const char *name)
{
    // The item itself becomes the object, so that its neighbours keep their links; its value moves
    // into a new item.
    cJSON *outer = item_of(node);
    const struct json_place place = *place_of(doc, node);
    const struct json_spot spot = {.source = place.source,
                                   .name_offset = place.offset,
                                   .name_length = place.length,
                                   .offset = place.offset,
                                   .length = place.length};
    cJSON *inner = item_of(placed(doc, cJSON_CreateNull(), spot));
    inner->type = outer->type;
    inner->valuestring = outer->valuestring;
    inner->valuedouble = outer->valuedouble;
    inner->child = outer->child;
    outer->type = cJSON_Object;
    outer->valuestring = NULL;
    outer->child = NULL;
    const cJSON_bool added = cJSON_AddItemToObject(outer, name, inner);
    assert(added);
}

void json_doc_name_items(struct json_doc *doc, const struct json_node *list)
{
    (void)doc;
    for (cJSON *item = item_of(list)->child; item; item = item->next) {
        assert(cJSON_IsString(item) && !item->string);
        item->string = cJSON_malloc(strlen(item->valuestring) + 1);
        assert(item->string != NULL);
        memcpy(item->string, item->valuestring, strlen(item->valuestring) + 1);
    }
    item_of(list)->type = cJSON_Object;
}
