#include "workload/phased_fields.h"

#include "base/mem.h"
#include "workload/arena.h"
#include "workload/field_set.h"
#include "workload/generator.h"

#include <string.h>

// The fields from a time on.
struct stage {
    sim_ns begin;
    struct workload_plan plan; // views, but for `fields`, a list of views
    struct schema schema;      // its own
    struct field_set *set;
};

struct phased_fields {
    const struct workload_plan *plan;
    uint64_t stream;
    size_t recorded; // fields of the schema before the generated ones
    struct field_set *first;
    struct stage *stages; // [count], after the first set
    size_t count;
    struct batch part; // rows of one stage, where a batch has several
    uint64_t *part_ranks;
};

// ---- opening ----

static bool is_text(enum value_type type)
{
    return type == TYPE_STRING || type == TYPE_BYTES;
}

static bool replace(const struct schema *schema, const struct field_plan *field,
                    struct workload_plan *plan, struct err *err)
{
    for (size_t i = 0; i < plan->field_count; i++) {
        if (strcmp(plan->fields[i].name, field->name) != 0)
            continue;
        plan->fields[i] = *field;
        const enum value_type type = schema->fields[schema->count - plan->field_count + i].type;
        // Texts do not become numbers unasked.
        if (!field->type_given && !field->format &&
            (is_text(type) || !is_text(field->generator->type))) {
            plan->fields[i].type_given = true;
            plan->fields[i].type = type;
        }
        return true;
    }
    return err_fail(err, ERR_INPUT, "phases: `%s` is not among the workload's fields", field->name);
}

static struct schema recorded_part(const struct schema *schema, size_t count)
{
    struct schema part = {.fields = mem_new(count, sizeof *part.fields), .count = count};
    for (size_t i = 0; i < count; i++) {
        part.fields[i] = schema->fields[i];
        part.fields[i].name = mem_text(schema->fields[i].name);
        part.fields[i].values = NULL;
        part.fields[i].value_count = 0;
    }
    return part;
}

static void forget_values(struct field *field)
{
    for (size_t i = 0; i < field->value_count; i++)
        mem_free(field->values[i]);
    mem_free(field->values);
    field->values = NULL;
    field->value_count = 0;
}

static bool has_value(const struct field *field, const char *value)
{
    for (size_t i = 0; i < field->value_count; i++) {
        if (!strcmp(field->values[i], value))
            return true;
    }
    return false;
}

// What is known of the field holds for the stage's too.
static bool widen(struct field *field, const struct field *other, struct err *err)
{
    if (field->type != other->type)
        return err_fail(err, ERR_INPUT, "phases: field `%s` is %s, but before it %s", field->name,
                        value_type_name(other->type), value_type_name(field->type));
    if (field->unit != other->unit)
        return err_fail(err, ERR_INPUT, "phases: field `%s` has another unit of time than before",
                        field->name);
    field->bounded = field->bounded && other->bounded;
    field->min = other->min < field->min ? other->min : field->min;
    field->max = other->max > field->max ? other->max : field->max;
    if (!other->values) {
        forget_values(field);
        return true;
    }
    for (size_t i = 0; field->values && i < other->value_count; i++) {
        if (has_value(field, other->values[i]))
            continue;
        field->values = mem_resize(field->values, field->value_count + 1, sizeof *field->values);
        field->values[field->value_count++] = mem_text(other->values[i]);
    }
    return true;
}

// `before`: the fields that the phase changes.
static bool open_stage(struct phased_fields *fields, const struct workload_plan *before,
                       const struct workload_phase *phase, struct schema *schema, struct err *err)
{
    struct stage *stage = &fields->stages[fields->count++];
    stage->begin = phase->at_ns;
    stage->plan = *before;
    stage->plan.fields = mem_new(before->field_count, sizeof *stage->plan.fields);
    memcpy(stage->plan.fields, before->fields, before->field_count * sizeof *before->fields);
    for (size_t i = 0; i < phase->field_count; i++) {
        if (!replace(schema, &phase->fields[i], &stage->plan, err))
            return false;
    }
    stage->schema = recorded_part(schema, fields->recorded);
    stage->set = field_set_new(&stage->plan, &stage->schema, fields->stream, err);
    if (!stage->set)
        return err_context(err, "phases");
    for (size_t i = fields->recorded; i < schema->count; i++) {
        if (!widen(&schema->fields[i], &stage->schema.fields[i], err))
            return false;
    }
    return true;
}

static bool open_stages(struct phased_fields *fields, struct schema *schema, struct err *err)
{
    const struct workload_plan *plan = fields->plan;
    const struct workload_plan *before = plan;
    fields->stages = mem_new(plan->phase_count, sizeof *fields->stages);
    for (size_t i = 0; i < plan->phase_count; i++) {
        if (plan->phases[i].field_count == 0)
            continue;
        if (!open_stage(fields, before, &plan->phases[i], schema, err))
            return false;
        before = &fields->stages[fields->count - 1].plan;
    }
    if (fields->count > 0) {
        batch_init(&fields->part, schema);
        fields->part_ranks = mem_new(BATCH_ROWS, sizeof *fields->part_ranks);
    }
    return true;
}

struct phased_fields *phased_fields_new(const struct workload_plan *plan, struct schema *schema,
                                        uint64_t stream, struct err *err)
{
    struct phased_fields *fields = mem_new(1, sizeof *fields);
    fields->plan = plan;
    fields->stream = stream;
    fields->recorded = schema->count;
    fields->first = field_set_new(plan, schema, stream, err);
    if (!fields->first || !open_stages(fields, schema, err)) {
        phased_fields_free(fields);
        return NULL;
    }
    return fields;
}

void phased_fields_free(struct phased_fields *fields)
{
    if (!fields)
        return;
    for (size_t i = 0; i < fields->count; i++) {
        field_set_free(fields->stages[i].set);
        schema_done(&fields->stages[i].schema);
        mem_free(fields->stages[i].plan.fields);
    }
    if (fields->part_ranks)
        batch_done(&fields->part);
    mem_free(fields->part_ranks);
    mem_free(fields->stages);
    field_set_free(fields->first);
    mem_free(fields);
}

bool phased_fields_take_turns(struct phased_fields *fields, const char *name, uint64_t *out_count,
                              struct err *err)
{
    for (size_t i = 0; i < fields->plan->phase_count; i++) {
        const struct workload_phase *phase = &fields->plan->phases[i];
        for (size_t j = 0; j < phase->field_count; j++)
            if (!strcmp(phase->fields[j].name, name))
                return err_fail(err, ERR_INPUT,
                                "phases: the entity `%s` of periodic arrivals stays the same",
                                name);
    }
    if (!field_set_take_turns(fields->first, name, out_count, err))
        return false;
    for (size_t i = 0; i < fields->count; i++) {
        if (!field_set_take_turns(fields->stages[i].set, name, out_count, err))
            return false;
    }
    return true;
}

// ---- filling ----

// The stage of a record: 0 is the first set.
static size_t stage_at(const struct phased_fields *fields, sim_ns start, sim_ns at)
{
    size_t stage = 0;
    while (stage < fields->count && start + fields->stages[stage].begin <= at)
        stage++;
    return stage;
}

static bool fill(const struct phased_fields *fields, size_t stage, struct batch *batch,
                 const struct filling *filling, struct err *err)
{
    struct field_set *set = stage == 0 ? fields->first : fields->stages[stage - 1].set;
    return filling->wanted ? field_set_fill_some(set, batch, filling->wanted, err)
                           : field_set_fill(set, batch, filling->ranks, err);
}

// The values of the part's rows become those of the batch's. Texts move to `to`; gives what is
// behind them.
static uint8_t *put_back(const struct column *from, const uint16_t *rows, size_t count,
                         struct column *out, uint8_t *to)
{
    for (size_t i = 0; i < count; i++) {
        if (out->numbers)
            out->numbers[rows[i]] = from->numbers[i];
        if (out->scales)
            out->scales[rows[i]] = from->scales[i];
        if (!out->texts)
            continue;
        const struct bytes text = from->texts[i];
        if (text.size > 0)
            memcpy(to, text.data, text.size);
        out->texts[rows[i]] = bytes_of(to, text.size);
        to += text.size;
    }
    return to;
}

static size_t text_size(const struct column *column, size_t count)
{
    size_t size = 0;
    for (size_t i = 0; column->texts && i < count; i++)
        size += column->texts[i].size;
    return size;
}

static void take_back(const struct phased_fields *fields, const uint16_t *rows, struct batch *batch,
                      const bool *wanted)
{
    const struct batch *part = &fields->part;
    for (size_t i = fields->recorded; i < part->column_count; i++) {
        if (wanted && !wanted[i - fields->recorded])
            continue;
        uint8_t *to = arena_room(batch, text_size(&part->columns[i], part->count));
        const uint8_t *end = put_back(&part->columns[i], rows, part->count, &batch->columns[i], to);
        batch->arena.size += (size_t)(end - to);
    }
}

// The batch's rows that are of the stage, by themselves.
static void gather(struct phased_fields *fields, const struct batch *batch, const uint8_t *stages,
                   size_t stage, uint16_t *out_rows)
{
    struct batch *part = &fields->part;
    part->count = 0;
    buffer_clear(&part->arena);
    for (size_t i = 0; i < batch->count; i++) {
        if (stages[i] != stage)
            continue;
        out_rows[part->count] = (uint16_t)i;
        batch_put_row(part, batch, i);
    }
}

static bool fill_stage(struct phased_fields *fields, size_t stage, const uint8_t *stages,
                       struct batch *batch, const struct filling *filling, struct err *err)
{
    uint16_t rows[BATCH_ROWS];
    gather(fields, batch, stages, stage, rows);
    for (size_t i = 0; filling->ranks && i < fields->part.count; i++)
        fields->part_ranks[i] = filling->ranks[rows[i]];
    const struct filling some = {.ranks = filling->ranks ? fields->part_ranks : NULL,
                                 .wanted = filling->wanted};
    if (fields->part.count == 0)
        return true;
    if (!fill(fields, stage, &fields->part, &some, err))
        return false;
    take_back(fields, rows, batch, filling->wanted);
    return true;
}

bool phased_fields_fill(struct phased_fields *fields, struct batch *batch,
                        const struct filling *filling, struct err *err)
{
    uint8_t stages[BATCH_ROWS];
    bool is_one = true;
    if (fields->count == 0 || batch->count == 0)
        return fill(fields, 0, batch, filling, err);
    for (size_t i = 0; i < batch->count; i++) {
        stages[i] = (uint8_t)stage_at(fields, filling->start, batch->at[i]);
        is_one = is_one && stages[i] == stages[0];
    }
    if (is_one)
        return fill(fields, stages[0], batch, filling, err);
    for (size_t stage = 0; stage <= fields->count; stage++) {
        if (!fill_stage(fields, stage, stages, batch, filling, err))
            return false;
    }
    return true;
}
