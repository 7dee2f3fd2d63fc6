#include "key_case.h"

#include "base/mem.h"
#include "base/text.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct key_param params[] = {
    {"n", 16}, {"numBuckets", 16}, {"zero", 0}, {"preconfigured_modulus", 64}};

static void read_listed(struct field *field, char *values)
{
    field->values = mem_new(CASE_FIELDS_MAX, sizeof *field->values);
    for (char *rest = NULL, *one = strtok_r(values, ",", &rest); one;
         one = strtok_r(NULL, ",", &rest))
        field->values[field->value_count++] = mem_text(one);
}

// Cuts what follows `mark` off `text`; NULL where the mark is not there.
static char *cut(char *text, char mark)
{
    char *at = strchr(text, mark);
    if (!at)
        return NULL;
    *at = '\0';
    return at + 1;
}

static void read_field(struct field *field, char *described)
{
    char *listed = cut(described, '{');
    if (listed)
        listed[strlen(listed) - 1] = '\0';
    char *range = cut(described, '@');
    char *type = cut(described, ':');
    char *unit = type ? cut(type, ':') : NULL;
    field->name = mem_text(described);
    if (type)
        cr_assert(value_type_named(type, &field->type), "%s", type);
    if (unit)
        cr_assert(time_unit_named(unit, &field->unit), "%s", unit);
    if (listed)
        read_listed(field, listed);
    if (range) {
        char *end;
        field->bounded = true;
        field->min = strtoll(range, &end, 10);
        field->max = strtoll(end + 2, NULL, 10);
    }
}

static void put_decimal(struct column *column, const char *value)
{
    const char *point = strchr(value, '.');
    char digits[32] = "";
    snprintf(digits, sizeof digits, "%.*s%s", point ? (int)(point - value) : 30, value,
             point ? point + 1 : "");
    column->numbers[0] = strtoll(digits, NULL, 10);
    column->scales[0] = point ? (uint8_t)strlen(point + 1) : 0;
}

static void put_value(struct column *column, const char *value, struct buffer *arena)
{
    if (column->type == TYPE_DECIMAL)
        put_decimal(column, value);
    else if (column->type == TYPE_ULONG)
        column->numbers[0] = (int64_t)strtoull(value, NULL, 10);
    else if (column->numbers)
        column->numbers[0] = strtoll(value, NULL, 10);
    if (!column->texts)
        return;
    struct buffer text = {0};
    size_t fault;
    cr_assert(text_key_decode(value, &text, &fault), "%s", value);
    const size_t start = arena->size;
    buffer_append(arena, text.data, text.size);
    column->texts[0] = bytes_of(arena->data + start, text.size);
    buffer_done(&text);
}

void key_case_init(struct key_case *it, const char *fields, char encoding)
{
    enum { ARENA_BYTES = 1 << 17 };
    *it = (struct key_case){0};
    it->schema.fields = mem_new(CASE_FIELDS_MAX, sizeof *it->schema.fields);
    char *copy = mem_text(fields);
    const char *values[CASE_FIELDS_MAX];
    for (char *rest = NULL, *one = strtok_r(copy, " ", &rest); one;
         one = strtok_r(NULL, " ", &rest)) {
        cr_assert(it->schema.count < CASE_FIELDS_MAX);
        values[it->schema.count] = cut(one, '=');
        read_field(&it->schema.fields[it->schema.count++], one);
    }
    batch_init(&it->batch, &it->schema);
    // Room for all texts at once: their views must not move.
    it->batch.arena.data = mem_new(ARENA_BYTES, 1);
    it->batch.arena.capacity = ARENA_BYTES;
    it->batch.count = 1;
    for (size_t i = 0; i < it->schema.count; i++)
        put_value(&it->batch.columns[i], values[i], &it->batch.arena);
    mem_free(copy);
    it->context = (struct key_context){
        .schema = &it->schema,
        .params = params,
        .param_count = sizeof params / sizeof params[0],
        .encoding = encoding == 't'   ? ENCODING_TEXT
                    : encoding == 'o' ? ENCODING_ORDERED
                                      : ENCODING_BINARY,
        .slices = encoding == 's',
        .seed = 1,
    };
}

void key_case_done(struct key_case *it)
{
    batch_done(&it->batch);
    schema_done(&it->schema);
}

const char *key_case_hex(struct key_program *program, struct key_case *it)
{
    static char shown[2 * KEY_BYTES_MAX + 1];
    struct key_batch keys = {0};
    struct err err = {0};
    if (!key_program_run(program, &it->batch, &keys, &err)) {
        snprintf(shown, sizeof shown, "ERROR: %s", err.message);
    } else {
        const struct bytes key = key_at(&keys, 0);
        shown[0] = '\0';
        for (size_t i = 0; i < key.size; i++)
            snprintf(shown + 2 * i, 3, "%02x", key.data[i]);
    }
    buffer_done(&keys.bytes);
    return shown;
}

const char *key_case_run(const char *program, const char *fields, char encoding)
{
    static char message[2048];
    struct key_case it;
    struct err err = {0};
    key_case_init(&it, fields, encoding);
    struct key_program *compiled = key_program_new(program, &it.context, &err);
    const char *shown = message;
    if (compiled)
        shown = key_case_hex(compiled, &it);
    else
        snprintf(message, sizeof message, "ERROR: %s", err.message);
    key_program_free(compiled);
    key_case_done(&it);
    return shown;
}
