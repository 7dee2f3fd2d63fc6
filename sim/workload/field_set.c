#include "workload/field_set.h"

#include "base/mem.h"
#include "base/text.h"
#include "workload/field_slot.h"
#include "workload/generator.h"

#include <inttypes.h>
#include <string.h>

enum { ENTITIES_MAX = 16 * 1024 * 1024 };

struct field_set {
    const struct workload_plan *plan;
    struct schema *schema;
    uint64_t stream;
    size_t first; // index of the first generated field in the schema
    size_t count;
    struct field_slot *slots; // in the plan's order
    size_t *order;            // in which they are filled
    size_t ordered;           // how many of them are open and in `order`
    size_t entity;            // the slot that takes turns; `count` where none does
};

static bool add_fields(const struct workload_plan *plan, struct schema *schema, struct err *err)
{
    for (size_t i = 0; i < plan->field_count; i++) {
        const struct field_plan *field = &plan->fields[i];
        for (size_t j = 0; j < schema->count; j++) {
            if (strcmp(schema->fields[j].name, field->name) == 0)
                return err_fail(err, ERR_INPUT, "field `%s` is there twice", field->name);
        }
        schema->fields = mem_resize(schema->fields, schema->count + 1, sizeof *schema->fields);
        schema->fields[schema->count++] = (struct field){
            .name = mem_text(field->name),
            .type = field->type_given ? field->type
                    : field->format   ? TYPE_STRING
                                      : field->generator->type,
        };
    }
    return true;
}

// What the generator knows of its values holds for the field as long as they are not respelled.
static void describe(struct field_set *set, size_t index)
{
    const struct field_slot *slot = &set->slots[index];
    struct field *field = &set->schema->fields[set->first + index];
    field->type = slot->to;
    if (slot->has_format)
        return;
    slot->plan->generator->describe(slot->plan->config, field);
    if (slot->plan->generator->describe_opened)
        slot->plan->generator->describe_opened(slot->state, field);
    const bool is_number = field->type != TYPE_STRING && field->type != TYPE_BYTES;
    field->bounded = field->bounded && is_number && field->type != TYPE_DECIMAL;
    if (field->bounded && field->type == TYPE_INT) {
        field->min = field->min < INT32_MIN ? INT32_MIN : field->min;
        field->max = field->max > INT32_MAX ? INT32_MAX : field->max;
    }
    if (!is_number)
        field->unit = UNIT_NONE;
}

static bool open_slot(struct field_set *set, size_t index, struct err *err)
{
    const struct field_plan *field = &set->plan->fields[index];
    const struct generator_context context = {
        .stream = rng_stream(set->plan->seed, field->name, set->stream),
        .schema = set->schema,
        .params = set->plan->params,
        .param_count = set->plan->param_count,
        .seed = set->plan->seed,
    };
    if (!field_slot_open(&set->slots[index], field, false, &context, err))
        return false;
    describe(set, index);
    set->order[set->ordered++] = index;
    return true;
}

// Opens those of the expressions whose fields are all known, by hiding the names of the others.
// Whether any was.
static bool open_ready(struct field_set *set)
{
    const size_t before = set->ordered;
    struct field *fields = set->schema->fields + set->first;
    char **names = mem_new(set->count, sizeof *names);
    char hidden[] = "";
    for (size_t i = 0; i < set->count; i++) {
        names[i] = fields[i].name;
        if (!set->slots[i].plan)
            fields[i].name = hidden;
    }
    for (size_t i = 0; i < set->count; i++) {
        struct err fault = {0};
        if (!set->slots[i].plan && open_slot(set, i, &fault))
            fields[i].name = names[i];
    }
    for (size_t i = 0; i < set->count; i++)
        fields[i].name = names[i];
    mem_free(names);
    return set->ordered > before;
}

// No field that reads others could be opened any more: one has a fault of its own, or they read
// each other in a circle.
static bool fail_expressions(struct field_set *set, struct err *err)
{
    struct buffer circle = {0};
    for (size_t i = 0; i < set->count; i++) {
        if (set->slots[i].plan)
            continue;
        if (!open_slot(set, i, err)) {
            buffer_done(&circle);
            return false;
        }
        buffer_format(&circle, "%s`%s`", circle.size > 0 ? ", " : "", set->plan->fields[i].name);
    }
    err_fail(err, ERR_INPUT, "these fields need each other: %s", (char *)circle.data);
    buffer_done(&circle);
    return false;
}

static bool open_all(struct field_set *set, struct err *err)
{
    for (size_t i = 0; i < set->count; i++) {
        if (!set->plan->fields[i].generator->reads_fields && !open_slot(set, i, err))
            return false;
    }
    while (set->ordered < set->count) {
        if (!open_ready(set))
            return fail_expressions(set, err);
    }
    return true;
}

struct field_set *field_set_new(const struct workload_plan *plan, struct schema *schema,
                                uint64_t stream, struct err *err)
{
    struct field_set *set = mem_new(1, sizeof *set);
    set->plan = plan;
    set->schema = schema;
    set->stream = stream;
    set->first = schema->count;
    set->count = set->entity = plan->field_count;
    set->slots = mem_new(set->count, sizeof *set->slots);
    set->order = mem_new(set->count, sizeof *set->order);
    if (!add_fields(plan, schema, err) || !open_all(set, err)) {
        field_set_free(set);
        return NULL;
    }
    return set;
}

void field_set_free(struct field_set *set)
{
    if (!set)
        return;
    for (size_t i = 0; i < set->count; i++)
        field_slot_done(&set->slots[i]);
    mem_free(set->slots);
    mem_free(set->order);
    mem_free(set);
}

static bool fail_entity(const struct field_set *set, const char *name, struct err *err)
{
    const char **names = mem_new(set->count, sizeof *names);
    for (size_t i = 0; i < set->count; i++)
        names[i] = set->plan->fields[i].name;
    const int nearest = text_nearest(name, names, set->count);
    err_fail(err, ERR_INPUT, "periodic arrivals: entity `%s` is not a generated field", name);
    if (nearest >= 0)
        err_hint(err, "did you mean `%s`?", names[nearest]);
    mem_free(names);
    return false;
}

bool field_set_take_turns(struct field_set *set, const char *name, uint64_t *out_count,
                          struct err *err)
{
    for (size_t i = 0; i < set->count; i++) {
        const struct field_plan *field = &set->plan->fields[i];
        if (strcmp(field->name, name) != 0)
            continue;
        double distinct, top_share;
        field->generator->popularity(field->config, &distinct, &top_share);
        if (!(distinct >= 1))
            return err_fail(err, ERR_INPUT,
                            "periodic arrivals: entity `%s` has no fixed number of values (%s); "
                            "expected uniform, zipf, choice or shares",
                            name, field->generator->name);
        if (distinct > ENTITIES_MAX)
            return err_fail(
                err, ERR_INPUT,
                "periodic arrivals: entity `%s` has %.0f values, at most %d are allowed", name,
                distinct, ENTITIES_MAX);
        set->entity = i;
        *out_count = (uint64_t)distinct;
        return true;
    }
    return fail_entity(set, name, err);
}

bool field_set_fill(struct field_set *set, struct batch *batch, const uint64_t *ranks,
                    struct err *err)
{
    for (size_t i = 0; i < set->count; i++) {
        const size_t index = set->order[i];
        if (!field_slot_fill(&set->slots[index], batch, index == set->entity ? ranks : NULL,
                             &batch->columns[set->first + index], err))
            return false;
    }
    return true;
}

bool field_set_fill_some(struct field_set *set, struct batch *batch, const bool *wanted,
                         struct err *err)
{
    for (size_t i = 0; i < set->count; i++) {
        const size_t index = set->order[i];
        if (wanted[index] && !field_slot_fill(&set->slots[index], batch, NULL,
                                              &batch->columns[set->first + index], err))
            return false;
    }
    return true;
}
