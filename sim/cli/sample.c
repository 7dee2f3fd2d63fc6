#include "cli/sample.h"

#include "base/mem.h"
#include "base/text.h"

#include <string.h>

enum { DECIMAL_DIGITS_MAX = 18 };

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

// Digits after an optional sign, as a magnitude; at most `max`.
static bool read_magnitude(const char *digits, uint64_t max, uint64_t *out)
{
    uint64_t number = 0;
    if (*digits == '\0')
        return false;
    for (; *digits; digits++) {
        const unsigned step = (unsigned)*digits - '0';
        if (step > 9 || number > (max - step) / 10)
            return false;
        number = number * 10 + step;
    }
    *out = number;
    return true;
}

static bool read_integer(const char *value, enum value_type type, int64_t *out)
{
    const bool negative = *value == '-' && type != TYPE_ULONG;
    uint64_t max = type == TYPE_ULONG ? UINT64_MAX : type == TYPE_INT ? INT32_MAX : INT64_MAX;
    max += negative;
    uint64_t magnitude;
    if (!read_magnitude(value + negative, max, &magnitude))
        return false;
    *out = (int64_t)(negative ? 0 - magnitude : magnitude);
    return true;
}

static bool read_decimal(const char *value, int64_t *out_scaled, uint8_t *out_scale)
{
    char digits[DECIMAL_DIGITS_MAX + 1];
    size_t count = 0, scale = 0;
    const bool negative = *value == '-';
    bool point = false;
    for (const char *at = value + negative; *at; at++) {
        if (*at == '.' && !point && count > 0) {
            point = true;
            continue;
        }
        if (*at < '0' || *at > '9' || count == DECIMAL_DIGITS_MAX)
            return false;
        digits[count++] = *at;
        scale += point;
    }
    digits[count] = '\0';
    uint64_t magnitude;
    if ((point && scale == 0) || !read_magnitude(digits, INT64_MAX, &magnitude))
        return false;
    *out_scaled = negative ? -(int64_t)magnitude : (int64_t)magnitude;
    *out_scale = (uint8_t)scale;
    return true;
}

static bool does_not_fit(const struct field *field, const char *value, struct err *err)
{
    static const char *const expected[] = {
        [TYPE_STRING] = "a text",
        [TYPE_LONG] = "a whole number of 64 bits",
        [TYPE_INT] = "a whole number of 32 bits",
        [TYPE_ULONG] = "a whole number from 0 to 18446744073709551615",
        [TYPE_DECIMAL] = "a number of at most 18 digits",
        [TYPE_TIME] = "a whole number of 64 bits (the time in its unit)",
        [TYPE_BYTES] = "bytes, with \\xNN for what cannot be typed",
    };
    return err_fail(err, ERR_INPUT, "--field %s: expected %s, got `%s`", field->name,
                    expected[field->type], value);
}

static bool read_value(const struct field *field, const char *value, struct column *column,
                       struct batch *batch, struct err *err)
{
    size_t fault;
    switch (field->type) {
    case TYPE_STRING:
        column->texts[0] = bytes_of(value, strlen(value));
        return true;
    case TYPE_BYTES:
        if (!text_key_decode(value, &batch->arena, &fault))
            return does_not_fit(field, value, err);
        return true;
    case TYPE_DECIMAL:
        column->texts[0] = bytes_of(value, strlen(value));
        if (!read_decimal(value, &column->numbers[0], &column->scales[0]))
            return does_not_fit(field, value, err);
        return true;
    case TYPE_LONG:
    case TYPE_INT:
    case TYPE_ULONG:
    case TYPE_TIME:
        if (!read_integer(value, field->type, &column->numbers[0]))
            return does_not_fit(field, value, err);
        return true;
    }
    return true;
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

bool sample_read(const struct param_texts *fields, bool values_needed, struct sample *out_sample,
                 struct err *err)
{
    *out_sample = (struct sample){0};
    struct schema *schema = &out_sample->schema;
    struct batch *batch = &out_sample->batch;
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
        // The bytes of one value stand in the arena, which moves while it grows: the view is taken
        // once all are read.
        const size_t start = batch->arena.size;
        if (equals && !read_value(&schema->fields[i], equals + 1, &batch->columns[i], batch, err))
            return false;
        if (schema->fields[i].type == TYPE_BYTES)
            batch->columns[i].texts[0] = bytes_of(NULL, batch->arena.size - start);
    }
    size_t start = 0;
    for (size_t i = 0; i < schema->count; i++) {
        if (schema->fields[i].type != TYPE_BYTES)
            continue;
        struct bytes *text = &batch->columns[i].texts[0];
        text->data = text->size > 0 ? batch->arena.data + start : (const uint8_t *)"";
        start += text->size;
    }
    return true;
}

void sample_done(struct sample *sample)
{
    batch_done(&sample->batch);
    schema_done(&sample->schema);
}
