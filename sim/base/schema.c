#include "base/schema.h"

#include "base/mem.h"

#include <string.h>

static const char *const type_names[] = {"string",  "long", "int",  "ulong",
                                         "decimal", "time", "bytes"};
static const char *const unit_names[] = {"", "s", "ms", "us", "ns"};
static const uint64_t unit_ns[] = {NS_PER_S, NS_PER_S, NS_PER_MS, NS_PER_US, 1};

enum {
    TYPE_COUNT = sizeof type_names / sizeof type_names[0],
    UNIT_COUNT = sizeof unit_names / sizeof unit_names[0],
};

void schema_done(struct schema *schema)
{
    for (size_t i = 0; i < schema->count; i++) {
        struct field *field = &schema->fields[i];
        for (size_t j = 0; j < field->value_count; j++)
            mem_free(field->values[j]);
        mem_free(field->values);
        mem_free(field->name);
    }
    mem_free(schema->fields);
    *schema = (struct schema){0};
}

const char *value_type_name(enum value_type type)
{
    return type_names[type];
}

const char *time_unit_name(enum time_unit unit)
{
    return unit_names[unit];
}

bool value_type_named(const char *name, enum value_type *out_type)
{
    for (int i = 0; i < TYPE_COUNT; i++) {
        if (strcmp(type_names[i], name) == 0) {
            *out_type = (enum value_type)i;
            return true;
        }
    }
    return false;
}

bool time_unit_named(const char *name, enum time_unit *out_unit)
{
    for (int i = UNIT_S; i < UNIT_COUNT; i++) {
        if (strcmp(unit_names[i], name) == 0) {
            *out_unit = (enum time_unit)i;
            return true;
        }
    }
    return false;
}

uint64_t time_unit_ns(enum time_unit unit)
{
    return unit_ns[unit];
}
