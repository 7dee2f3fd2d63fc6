// The pieces that presets are written with.
#include "key/preset_make.h"

#include "base/mem.h"
#include "key/expression.h"

#include <string.h>

bool making_is_component(const struct making *making, size_t part)
{
    return making->outline.parts[part].kind != PART_LITERAL;
}

struct bytes making_part(const struct making *making, size_t part)
{
    const struct key_place place = making->outline.parts[part].whole;
    return bytes_of(making->of + place.offset, place.length);
}

// The expression of a component, without DESC: a name in <...> as <...>.
char *making_expression(const struct making *making, size_t part)
{
    const struct outline_part *outlined = &making->outline.parts[part];
    const bool angles = outlined->kind == PART_ANGLES;
    const struct key_place place = angles ? outlined->whole : outlined->inner;
    char *text = mem_text_of(bytes_of(making->of + place.offset, place.length));
    const size_t size = place.length;
    if (!angles && size > 5 && strcmp(text + size - 5, " DESC") == 0)
        text[size - 5] = '\0';
    return text;
}

// The key, with `with` (if any) in place of component `part`, which is left out where `with` is "".
void making_put_key(struct making *making, size_t part, const char *with)
{
    for (size_t i = 0; i < making->outline.part_count; i++) {
        const struct bytes text = making_part(making, i);
        if (i == part)
            buffer_text(&making->out, with);
        else
            buffer_append(&making->out, text.data, text.size);
    }
}

// An expression that stands beside an operator.
static void put_operand(struct making *making, const char *expression)
{
    const bool simple = strpbrk(expression, "+-*/%=!") == NULL;
    buffer_format(&making->out, simple ? "%s" : "(%s)", expression);
}

// The type of an expression over the fields; long where params that are not known here take part.
static enum value_type type_of(const struct making *making, const char *expression,
                               enum time_unit *out_unit)
{
    const struct key_context context = {.schema = making->schema};
    struct err ignored = {0};
    *out_unit = UNIT_NONE;
    struct key_expression *compiled = key_expression_new(expression, &context, &ignored);
    if (!compiled)
        return TYPE_LONG;
    const enum value_type type = key_expression_type(compiled);
    const char *const *fields = key_expression_fields(compiled);
    for (size_t i = 0; fields[0] && i < making->schema->count; i++) {
        if (strcmp(making->schema->fields[i].name, fields[0]) == 0)
            *out_unit = making->schema->fields[i].unit;
    }
    key_expression_free(compiled);
    return type;
}

static bool is_number(enum value_type type)
{
    return type != TYPE_STRING && type != TYPE_BYTES;
}

bool making_is_number(const struct making *making, const char *expression)
{
    enum time_unit unit;
    return is_number(type_of(making, expression, &unit));
}

bool making_is_whole(const struct making *making, const char *expression)
{
    enum time_unit unit;
    const enum value_type type = type_of(making, expression, &unit);
    return is_number(type) && type != TYPE_DECIMAL;
}

static bool is_time(const struct making *making, const char *expression)
{
    enum time_unit unit;
    const enum value_type type = type_of(making, expression, &unit);
    return type == TYPE_TIME || unit != UNIT_NONE;
}

// A number for %: what is none by itself is hashed.
void making_put_number(struct making *making, const char *expression)
{
    enum time_unit unit;
    const enum value_type type = type_of(making, expression, &unit);
    if (!is_number(type))
        buffer_format(&making->out, "xxh64(%s)", expression);
    else if (type == TYPE_DECIMAL)
        buffer_format(&making->out, "num(%s)", expression);
    else
        put_operand(making, expression);
}

// `by` becomes the first component that is a time, or failing that a number, where nothing was
// said.
void making_prefer_time(struct making *making)
{
    if (making->values->by)
        return;
    size_t number = SIZE_MAX;
    for (size_t i = 0; i < making->outline.part_count; i++) {
        if (!making_is_component(making, i))
            continue;
        enum time_unit unit;
        char *expression = making_expression(making, i);
        const bool time = is_time(making, expression);
        const bool counts = time || is_number(type_of(making, expression, &unit));
        mem_free(expression);
        if (counts && number == SIZE_MAX)
            number = i;
        if (time) {
            number = i;
            break;
        }
    }
    if (number == SIZE_MAX)
        return;
    mem_free(making->by);
    making->by_part = number;
    making->by = making_expression(making, number);
}

// The components' expressions as arguments, without those of times where `timeless`. Literals stay
// in their place.
void making_put_arguments(struct making *making, size_t from, bool timeless)
{
    bool any = false;
    for (size_t i = from; i < making->outline.part_count; i++) {
        const struct outline_part *part = &making->outline.parts[i];
        if (!making_is_component(making, i)) {
            struct buffer literal = {0};
            if (part->is_sign)
                buffer_append(&literal, making->of + part->inner.offset, part->inner.length);
            else
                outline_literal(making->of, &making->outline, i, &literal);
            if (literal.size > 0 && literal.data[0] != '\'' && !timeless)
                buffer_format(&making->out, "%sbytes('%s')", any ? ", " : "",
                              (const char *)literal.data);
            any = any || (literal.size > 0 && !timeless);
            buffer_done(&literal);
            continue;
        }
        char *expression = making_expression(making, i);
        if (!timeless || !is_time(making, expression)) {
            buffer_format(&making->out, "%s%s", any ? ", " : "", expression);
            any = true;
        }
        mem_free(expression);
    }
    if (!any && timeless)
        making_put_arguments(making, from, false);
}
