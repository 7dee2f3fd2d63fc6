#include "run/key_census.h"

#include "base/mem.h"
#include "key/inspect.h"
#include "run/dots.h"

#include <string.h>

// What is counted exactly: of whole keys as far as a run counts them, of parts what tells enough;
// less of each where many tables share the memory.
enum {
    KEYS_EXACT_MAX = 1 << 20,
    PARTS_EXACT_MAX = 1 << 16,
    TABLES_EXACT = 4,
    VALUES_MIN = 1 << 12
};

static size_t limit_of(size_t limit, size_t tables)
{
    const size_t share = tables > TABLES_EXACT ? limit * TABLES_EXACT / tables : limit;
    return share > VALUES_MIN ? share : VALUES_MIN;
}

// ---- records ----

struct field_count {
    struct value_census *values;
    uint64_t negative, step;
    int64_t first;         // number, of the first record
    uint64_t below, above; // how far the others go from it
    bool begun;
    double unseen; // different values of records that others stand for
};

struct record_census {
    struct field_count *fields;
    size_t field_count;
};

struct record_census *record_census_new(const struct schema *schema)
{
    struct record_census *census = mem_new(1, sizeof *census);
    census->field_count = schema->count;
    census->fields = mem_new(schema->count, sizeof *census->fields);
    for (size_t i = 0; i < schema->count; i++)
        census->fields[i].values = value_census_new(PARTS_EXACT_MAX);
    return census;
}

void record_census_free(struct record_census *census)
{
    if (!census)
        return;
    for (size_t i = 0; i < census->field_count; i++)
        value_census_free(census->fields[i].values);
    mem_free(census->fields);
    mem_free(census);
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b > 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void add_number(struct field_count *field, int64_t number, bool is_unsigned)
{
    if (!field->begun) {
        field->begun = true;
        field->first = number;
    }
    const bool is_above =
        is_unsigned ? (uint64_t)number >= (uint64_t)field->first : number >= field->first;
    const uint64_t distance = is_above ? (uint64_t)number - (uint64_t)field->first
                                       : (uint64_t)field->first - (uint64_t)number;
    uint64_t *furthest = is_above ? &field->above : &field->below;
    *furthest = distance > *furthest ? distance : *furthest;
    if (field->step != 1)
        field->step = common_divisor(field->step, distance);
    field->negative += !is_unsigned && number < 0;
}

static void add_numbers(struct field_count *field, const struct column *column, size_t count)
{
    uint8_t room[BATCH_ROWS][8];
    struct bytes values[BATCH_ROWS];
    const bool is_unsigned = column->type == TYPE_ULONG;
    for (size_t row = 0; row < count; row++) {
        const int64_t number = column->numbers[row];
        const uint64_t flip = is_unsigned ? 0 : UINT64_C(1) << 63;
        const uint64_t sorted = __builtin_bswap64((uint64_t)number ^ flip);
        memcpy(room[row], &sorted, sizeof sorted);
        values[row] = bytes_of(room[row], sizeof sorted);
        add_number(field, number, is_unsigned);
    }
    value_census_add(field->values, values, count);
}

void record_census_add(struct record_census *census, const struct batch *puts)
{
    for (size_t i = 0; i < census->field_count; i++) {
        const struct column *column = &puts->columns[i];
        if (column->texts)
            value_census_add(census->fields[i].values, column->texts, puts->count);
        else
            add_numbers(&census->fields[i], column, puts->count);
    }
}

void record_census_weigh(struct record_census *census, double weight)
{
    for (size_t i = 0; i < census->field_count; i++) {
        struct field_count *count = &census->fields[i];
        const struct value_summary seen = value_census_summary(count->values);
        if (seen.distinct > (double)seen.count / 2)
            count->unseen = seen.distinct * (weight - 1);
    }
}

struct field_summary record_census_field(const struct record_census *census, size_t field)
{
    const struct field_count *count = &census->fields[field];
    struct value_summary values = value_census_summary(count->values);
    values.distinct += count->unseen;
    return (struct field_summary){
        .values = values,
        .negative = count->negative,
        .step = count->step,
        .span = (double)count->above + (double)count->below,
    };
}

// ---- keys ----

struct part_count {
    struct value_census *values; // NULL: a literal
    struct bytes delimiter;      // the literal after it; size 0: none
    uint64_t delimited;
};

struct key_census {
    const struct key_program *program;
    const struct partition_map *map;
    struct value_census *keys, *sharding;
    struct part_count *parts;
    size_t part_count;
    uint64_t early_dots, dot_suspects;
    uint64_t *partition_writes;
    bool first_bytes[256];
};

struct key_census *key_census_new(const struct key_program *program,
                                  const struct partition_map *map, size_t tables)
{
    struct key_census *census = mem_new(1, sizeof *census);
    census->program = program;
    census->map = map;
    census->keys = value_census_new(limit_of(KEYS_EXACT_MAX, tables));
    census->part_count = key_trait_count(program);
    census->parts = mem_new(census->part_count, sizeof *census->parts);
    for (size_t i = 0; i < census->part_count; i++) {
        if (key_trait_at(program, i).is_literal)
            continue;
        census->parts[i].values = value_census_new(limit_of(PARTS_EXACT_MAX, tables));
        if (i + 1 < census->part_count)
            census->parts[i].delimiter = key_trait_at(program, i + 1).literal;
    }
    if (map)
        census->partition_writes = mem_new(partition_map_count(map), sizeof(uint64_t));
    if (map && partition_map_is_slices(map))
        census->sharding = value_census_new(limit_of(PARTS_EXACT_MAX, tables));
    return census;
}

void key_census_free(struct key_census *census)
{
    if (!census)
        return;
    for (size_t i = 0; i < census->part_count; i++)
        value_census_free(census->parts[i].values);
    value_census_free(census->keys);
    value_census_free(census->sharding);
    mem_free(census->parts);
    mem_free(census->partition_writes);
    mem_free(census);
}

static void add_parts(struct key_census *census, size_t rows)
{
    uint8_t room[BATCH_ROWS][8];
    struct bytes values[BATCH_ROWS];
    for (size_t i = 0; i < census->part_count; i++) {
        struct part_count *part = &census->parts[i];
        if (!part->values)
            continue;
        key_trait_values(census->program, i, rows, room, values);
        value_census_add(part->values, values, rows);
        const struct bytes delimiter = part->delimiter;
        for (size_t row = 0; delimiter.size > 0 && row < rows; row++)
            part->delimited +=
                values[row].size >= delimiter.size &&
                memmem(values[row].data, values[row].size, delimiter.data, delimiter.size) != NULL;
    }
}

static void add_partitions(struct key_census *census, const struct key_batch *keys)
{
    uint32_t partition[BATCH_ROWS];
    partition_map_route(census->map, keys, partition);
    for (size_t row = 0; row < keys->count; row++)
        census->partition_writes[partition[row]]++;
}

void key_census_add(struct key_census *census, const struct key_batch *keys)
{
    struct bytes values[BATCH_ROWS];
    for (size_t row = 0; row < keys->count; row++) {
        values[row] = key_at(keys, row);
        if (values[row].size > 0)
            census->first_bytes[values[row].data[0]] = true;
    }
    value_census_add(census->keys, values, keys->count);
    add_parts(census, keys->count);
    if (census->map)
        add_partitions(census, keys);
    if (!census->sharding)
        return;
    for (size_t row = 0; row < keys->count; row++)
        values[row] = sharding_key_of(values[row]);
    value_census_add(census->sharding, values, keys->count);
    census->early_dots += dots_early(census->program, keys, &census->dot_suspects);
}

struct key_summary key_census_summary(const struct key_census *census)
{
    struct key_summary summary = {
        .keys = value_census_summary(census->keys),
        .early_dots = census->early_dots,
        .dot_suspects = census->dot_suspects,
        .partition_writes = census->partition_writes,
        .first_bytes = census->first_bytes,
    };
    if (census->sharding)
        summary.sharding = value_census_summary(census->sharding);
    return summary;
}

struct value_summary key_census_component(const struct key_census *census, size_t index)
{
    return value_census_summary(census->parts[index].values);
}

uint64_t key_census_delimited(const struct key_census *census, size_t index)
{
    return census->parts[index].delimited;
}
