#include "cli/given_record.h"

#include "base/mem.h"
#include "base/text.h"
#include "workload/value.h"

#include <string.h>

static bool read_type(const char *name, struct field *field, struct err *err)
{
    if (value_type_named(name, &field->type))
        return true;
    const char *names[TYPE_BYTES + 1];
    for (int type = 0; type <= TYPE_BYTES; type++)
        names[type] = value_type_name((enum value_type)type);
    err_fail(err, ERR_INPUT, "--field %s: unknown type `%s`", field->name, name);
    const int nearest = text_nearest(name, names, TYPE_BYTES + 1);
    if (nearest >= 0)
        return err_hint(err, "did you mean %s?", names[nearest]);
    return err_hint(err, "types: string, long, int, ulong, decimal, time, bytes");
}

// The name and type before the first `=` of the text.
static bool read_head(const char *text, struct field *field, struct err *err)
{
    const char *equals = strchr(text, '=');
    const size_t head_size = equals ? (size_t)(equals - text) : strlen(text);
    const char *colon = memchr(text, ':', head_size);
    const size_t name_size = colon ? (size_t)(colon - text) : head_size;
    if (name_size == 0)
        return err_fail(err, ERR_INPUT, "--field: expected NAME=VALUE or NAME:TYPE=VALUE, got `%s`",
                        text);
    field->name = mem_text_of(bytes_of(text, name_size));
    field->type = TYPE_STRING;
    if (!colon)
        return true;
    char *type = mem_text_of(bytes_of(colon + 1, head_size - name_size - 1));
    const bool ok = read_type(type, field, err);
    mem_free(type);
    return ok;
}

// Decoded bytes are appended to the batch's arena, which moves while it grows: the columns get
// their views of it once all are read.
static bool read_value(const struct field *field, const char *text, struct column *column,
                       struct buffer *arena, struct err *err)
{
    struct buffer decoded = {0};
    struct value value = {0};
    const bool ok = value_read(field->type, bytes_of(text, strlen(text)), &decoded, &value);
    if (!ok)
        err_fail(err, ERR_INPUT, "--field %s: expected %s, got `%s`", field->name,
                 value_expected(field->type), text);
    if (ok && column->numbers)
        column->numbers[0] = value.number;
    if (ok && column->scales)
        column->scales[0] = value.scale;
    if (ok && column->texts)
        column->texts[0] = value.text;
    if (ok && field->type == TYPE_BYTES)
        buffer_append(arena, value.text.data, value.text.size);
    buffer_done(&decoded);
    return ok;
}

static void place_decoded(const struct schema *schema, struct batch *batch)
{
    size_t start = 0;
    for (size_t i = 0; i < schema->count; i++) {
        if (schema->fields[i].type != TYPE_BYTES)
            continue;
        struct bytes *text = &batch->columns[i].texts[0];
        text->data = text->size > 0 ? batch->arena.data + start : (const uint8_t *)"";
        start += text->size;
    }
}

static bool read_fields(const struct param_texts *fields, struct schema *schema, struct err *err)
{
    schema->fields = mem_new(fields->count, sizeof *schema->fields);
    for (size_t i = 0; i < fields->count; i++) {
        struct field *field = &schema->fields[schema->count++];
        if (!read_head(fields->items[i], field, err))
            return false;
        for (size_t j = 0; j + 1 < schema->count; j++)
            if (strcmp(schema->fields[j].name, field->name) == 0)
                return err_fail(err, ERR_INPUT, "--field %s is given twice", field->name);
    }
    return true;
}

bool given_record_read(const struct param_texts *fields, bool values_needed,
                       struct given_record *out_record, struct err *err)
{
    *out_record = (struct given_record){0};
    struct schema *schema = &out_record->schema;
    struct batch *batch = &out_record->batch;
    if (!read_fields(fields, schema, err))
        return false;

    batch_init(batch, schema);
    batch->count = 1;
    for (size_t i = 0; i < schema->count; i++) {
        const char *equals = strchr(fields->items[i], '=');
        if (!equals && values_needed) {
            err_fail(err, ERR_INPUT, "--field %s has no value", schema->fields[i].name);
            return err_hint(err, "--field %s=VALUE", fields->items[i]);
        }
        if (equals &&
            !read_value(&schema->fields[i], equals + 1, &batch->columns[i], &batch->arena, err))
            return false;
    }
    place_decoded(schema, batch);
    return true;
}

void given_record_done(struct given_record *record)
{
    batch_done(&record->batch);
    schema_done(&record->schema);
}
