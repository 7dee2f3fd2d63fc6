// Values of a where-clause as numbers: what fits a type, and which is greater.
#include "base/key_batch.h"
#include "key/component.h"
#include "query/clause_parts.h"

static void limits_of(enum value_type type, wide_int *low, wide_int *high)
{
    *low = type == TYPE_ULONG ? 0 : type == TYPE_INT ? INT32_MIN : INT64_MIN;
    *high = type == TYPE_ULONG ? (wide_int)UINT64_MAX : type == TYPE_INT ? INT32_MAX : INT64_MAX;
}

struct bound_value clause_whole(enum value_type type, wide_int number)
{
    wide_int low;
    wide_int high;
    limits_of(type, &low, &high);
    if (number < low || number > high)
        return (struct bound_value){.beyond = number < low ? -1 : 1};
    return (struct bound_value){.number = (int64_t)(uint64_t)number};
}

wide_int clause_scaled(wide_int number, unsigned from, unsigned to)
{
    for (; from < to; from++)
        number *= 10;
    return number;
}

struct bound_value clause_decimal(wide_int number, uint8_t scale, struct arena *arena)
{
    static const wide_int limit = INT64_C(999999999999999999);
    while (scale > 0 && (number % 10 == 0 || number > limit || number < -limit)) {
        number = number / 10 - (number % 10 < 0);
        scale--;
    }
    if (number > limit || number < -limit)
        return (struct bound_value){.beyond = number < 0 ? -1 : 1};
    return (struct bound_value){.number = (int64_t)number,
                                .scale = scale,
                                .text = key_decimal_text((int64_t)number, scale, arena)};
}

uint8_t clause_unit_scale(enum time_unit unit)
{
    uint8_t scale = 0;
    for (uint64_t ns = time_unit_ns(unit); ns > 1; ns /= 10)
        scale++;
    return scale;
}

int bound_value_compare(const struct field *field, const struct bound_value *a,
                        const struct bound_value *b)
{
    if (a->beyond != b->beyond)
        return a->beyond < b->beyond ? -1 : 1;
    if (field->type == TYPE_STRING || field->type == TYPE_BYTES)
        return key_compare(a->text, b->text);
    wide_int left = a->number;
    wide_int right = b->number;
    if (field->type == TYPE_ULONG) {
        left = (uint64_t)a->number;
        right = (uint64_t)b->number;
    } else if (field->type == TYPE_DECIMAL) {
        left = clause_scaled(left, a->scale, b->scale);
        right = clause_scaled(right, b->scale, a->scale);
    }
    return (left > right) - (left < right);
}

struct bound_value bound_value_of(const struct column *column, size_t row)
{
    return (struct bound_value){
        .number = column->numbers ? column->numbers[row] : 0,
        .scale = column->scales ? column->scales[row] : 0,
        .text = column->texts ? column->texts[row] : (struct bytes){0},
    };
}

static wide_int base_number(const struct clause_value *value, const struct field *field,
                            const struct clause_occurrence *occurrence, uint8_t *out_scale)
{
    *out_scale = 0;
    if (value->base == BASE_NOW) {
        const int64_t unit_ns = (int64_t)time_unit_ns(field->unit);
        const int64_t now = occurrence->now_ns;
        if (field->type != TYPE_DECIMAL)
            return now / unit_ns - (now % unit_ns < 0);
        *out_scale = clause_unit_scale(field->unit);
        return now;
    }
    const struct column *column = &occurrence->batch->columns[value->field];
    const struct bound_value drawn = bound_value_of(column, occurrence->row);
    *out_scale = drawn.scale;
    return column->type == TYPE_ULONG ? (wide_int)(uint64_t)drawn.number : drawn.number;
}

struct bound_value clause_value_at(const struct clause_value *value, const struct field *field,
                                   const struct clause_occurrence *occurrence, struct arena *arena)
{
    if (value->base == BASE_LITERAL)
        return value->literal;
    const bool text = field->type == TYPE_STRING || field->type == TYPE_BYTES;
    const struct column *column =
        value->base == BASE_FIELD ? &occurrence->batch->columns[value->field] : NULL;
    if (text || (column && column->type == TYPE_DECIMAL && value->offset == 0)) {
        struct bound_value drawn = bound_value_of(column, occurrence->row);
        drawn.text = arena_copy(arena, drawn.text);
        return drawn;
    }
    uint8_t scale;
    wide_int number = base_number(value, field, occurrence, &scale);
    const uint8_t common = scale > value->offset_scale ? scale : value->offset_scale;
    number = clause_scaled(number, scale, common) +
             clause_scaled(value->offset, value->offset_scale, common);
    return field->type == TYPE_DECIMAL ? clause_decimal(number, common, arena)
                                       : clause_whole(field->type, number);
}
