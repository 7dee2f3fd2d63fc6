#include "metrics/result.h"

#include "metrics/result_field.h"

#include <string.h>

// The rest of `path` behind `name` and a point; the end of the path where the name ends it; NULL
// where the path does not begin with the name.
static const char *behind(const char *path, const char *name)
{
    const size_t size = strlen(name);
    if (strncmp(path, name, size) != 0)
        return NULL;
    if (path[size] == '\0')
        return path + size;
    return path[size] == '.' && path[size + 1] != '\0' ? path + size + 1 : NULL;
}

// Names may hold points themselves, so the longest that fits is meant.
static void *find_item(const void *base, const struct result_field *list, const char **path)
{
    void *found = NULL;
    const char *rest = NULL;
    for (size_t i = 0; i < result_count(base, list); i++) {
        const char *after = behind(*path, result_item_name(base, list, i));
        if (after && (!rest || after > rest)) {
            rest = after;
            found = result_item(base, list, i);
        }
    }
    *path = rest;
    return found;
}

static bool read_number(const void *at, enum result_kind kind, double *out_value)
{
    if (kind == RESULT_NUMBER)
        *out_value = *(const double *)at;
    else if (kind == RESULT_COUNT)
        *out_value = (double)*(const uint64_t *)at;
    else if (kind == RESULT_SMALL)
        *out_value = *(const uint32_t *)at;
    else if (kind == RESULT_FLAG)
        *out_value = *(const bool *)at ? 1 : 0;
    else
        return false;
    return true;
}

static const struct result_field *find_field(const struct result_field *fields, const char **path)
{
    for (const struct result_field *field = fields; field->name; field++) {
        const char *rest = behind(*path, field->name);
        if (rest) {
            *path = rest;
            return field;
        }
    }
    return NULL;
}

bool result_metric(const struct design_result *design, const char *path, double *out_value)
{
    const void *base = design;
    const struct result_field *fields = result_design_fields;
    for (;;) {
        const struct result_field *field = find_field(fields, &path);
        if (!field)
            return false;
        const bool has_names = field->members && strcmp(field->members->name, "name") == 0;
        if (field->kind == RESULT_OBJECT)
            base = result_at(base, field->offset);
        else if ((field->kind == RESULT_LIST || field->kind == RESULT_MAP) && has_names)
            base = find_item(base, field, &path);
        else
            return *path == '\0' &&
                   read_number(result_at(base, field->offset), field->kind, out_value);
        if (!base)
            return false;
        fields = field->members;
    }
}
