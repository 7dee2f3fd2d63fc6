#include "metrics/result.h"

#include "base/mem.h"
#include "metrics/result_field.h"

static void free_members(void *base, const struct result_field *fields);

static void free_items(void *base, const struct result_field *field)
{
    const size_t count = result_count(base, field);
    if (field->kind == RESULT_TEXTS) {
        char **texts = *(char ***)result_at(base, field->offset);
        for (size_t i = 0; i < count; i++)
            mem_free(texts[i]);
        return;
    }
    for (size_t i = 0; i < count; i++)
        free_members(result_item(base, field, i), field->members);
}

static void free_member(void *base, const struct result_field *field)
{
    switch (field->kind) {
    case RESULT_OBJECT:
        free_members(result_at(base, field->offset), field->members);
        return;
    case RESULT_LIST:
    case RESULT_MAP:
    case RESULT_TEXTS:
        free_items(base, field);
        break;
    case RESULT_TEXT:
    case RESULT_OPTION:
    case RESULT_JSON:
    case RESULT_DESIGNS:
    case RESULT_SERVERS:
    case RESULT_GRID:
        break;
    case RESULT_NUMBER:
    case RESULT_COUNT:
    case RESULT_SMALL:
    case RESULT_FLAG:
    case RESULT_BOUND:
    case RESULT_STATE:
    case RESULT_TABLE:
        return;
    }
    mem_free(*(void **)result_at(base, field->offset));
}

static void free_members(void *base, const struct result_field *fields)
{
    for (const struct result_field *field = fields; field->name; field++)
        free_member(base, field);
}

void result_free(struct result *result)
{
    if (!result)
        return;
    free_members(result, result_fields);
    mem_free(result->version);
    mem_free(result->scenario_name);
    mem_free(result);
}
