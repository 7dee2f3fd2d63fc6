#include "workload/source_changes.h"

#include "base/mem.h"
#include "workload/arena.h"
#include "workload/generator.h"
#include "workload/generators.h"

#include <string.h>

static bool picks_by_value(const struct workload_plan *plan)
{
    bool any = false;
    for (size_t i = 0; i < plan->pick_count; i++)
        any = any || plan->picks[i].kind == PICK_UNIFORM;
    return any;
}

// Which fields an update computes anew is the same in all phases.
static bool turns_expressions(const struct workload_plan *plan)
{
    bool any = false;
    for (size_t i = 0; plan->update_set_count > 0 && i < plan->phase_count; i++) {
        for (size_t j = 0; j < plan->phases[i].field_count; j++) {
            const struct field_plan *field = &plan->phases[i].fields[j];
            for (size_t k = 0; k < plan->field_count; k++)
                any = any ||
                      (!strcmp(plan->fields[k].name, field->name) &&
                       plan->fields[k].generator->reads_fields != field->generator->reads_fields);
        }
    }
    return any;
}

// Of a recording each row says itself what it does; values that are gone are not kept apart from
// those that are there.
static bool check(const struct workload_plan *plan, struct err *err)
{
    if (plan->trace) {
        err_fail(err, ERR_INPUT,
                 "mix: `update` and `delete` change generated records, and not "
                 "the rows of a recording");
        return err_hint(err, "leave them out of `mix`");
    }
    if (turns_expressions(plan))
        return err_fail(err, ERR_INPUT,
                        "phases: where records are updated, a field that is an expression stays "
                        "one, and no other becomes one");
    return !picks_by_value(plan) ||
           err_fail(err, ERR_INPUT,
                    "`pick`: values cannot be picked as likely as each other where "
                    "`mix` updates or deletes records");
}

static void choose_fields(struct source_changes *changes, const struct workload_plan *plan)
{
    changes->is_new = mem_new(plan->field_count, sizeof *changes->is_new);
    for (size_t i = 0; i < plan->update_set_count; i++)
        changes->is_new[plan->update_set[i]] = true;
    for (size_t i = 0; plan->update_set_count > 0 && i < plan->field_count; i++)
        changes->is_new[i] |= plan->fields[i].generator == &generator_expr;
}

bool source_changes_init(struct source_changes *changes, const struct workload_plan *plan,
                         const struct mix *mix, struct err *err)
{
    source_changes_done(changes);
    if (!mix_has(mix, OP_UPDATE) && !mix_has(mix, OP_DELETE))
        return true;
    if (!check(plan, err))
        return false;
    changes->is_on = true;
    changes->rows = (struct row_versions){
        .record = mem_new(BATCH_ROWS, sizeof *changes->rows.record),
        .updates = mem_new(BATCH_ROWS, sizeof *changes->rows.updates),
        .updated_at = mem_new(BATCH_ROWS, sizeof *changes->rows.updated_at),
    };
    changes->arrivals = mem_new(BATCH_ROWS, sizeof *changes->arrivals);
    changes->fields = phased_fields_new(plan, &changes->schema, 1, err);
    if (!changes->fields)
        return false;
    batch_init(&changes->updated, &changes->schema);
    choose_fields(changes, plan);
    return true;
}

void source_changes_done(struct source_changes *changes)
{
    mem_free(changes->rows.record);
    mem_free(changes->rows.updates);
    mem_free(changes->rows.updated_at);
    mem_free(changes->arrivals);
    mem_free(changes->is_new);
    batch_done(&changes->updated);
    phased_fields_free(changes->fields);
    schema_done(&changes->schema);
    *changes = (struct source_changes){0};
}

void source_changes_show(struct source_changes *changes, size_t row,
                         const struct stored_record *record)
{
    changes->rows.record[row] = record->number;
    changes->rows.updates[row] = record->updates;
    changes->rows.updated_at[row] = record->updated_at;
}

static void gather(struct source_changes *changes, const struct batch *batch)
{
    struct batch *updated = &changes->updated;
    buffer_clear(&updated->arena);
    updated->count = 0;
    for (size_t i = 0; i < batch->count; i++) {
        if (changes->rows.updates[i] == 0)
            continue;
        const size_t row = updated->count;
        batch_put_row(updated, batch, i);
        updated->record[row] = changes->rows.updates[i] - 1;
        updated->at[row] = changes->rows.updated_at[i];
        changes->from[row] = (uint16_t)i;
    }
}

static void give_texts(const struct source_changes *changes, struct batch *batch, size_t f)
{
    const struct batch *updated = &changes->updated;
    const struct bytes *texts = updated->columns[f].texts;
    size_t size = 0;
    for (size_t i = 0; i < updated->count; i++)
        size += texts[i].size;
    uint8_t *to = arena_room(batch, size);
    batch->arena.size += size;
    for (size_t i = 0; i < updated->count; i++) {
        if (texts[i].size > 0)
            memcpy(to, texts[i].data, texts[i].size);
        batch->columns[f].texts[changes->from[i]] = bytes_of(to, texts[i].size);
        to += texts[i].size;
    }
}

static void give_numbers(const struct source_changes *changes, struct batch *batch, size_t f)
{
    const struct column *from = &changes->updated.columns[f];
    struct column *to = &batch->columns[f];
    for (size_t i = 0; from->numbers && i < changes->updated.count; i++)
        to->numbers[changes->from[i]] = from->numbers[i];
    for (size_t i = 0; from->scales && i < changes->updated.count; i++)
        to->scales[changes->from[i]] = from->scales[i];
}

bool source_changes_fill(struct source_changes *changes, const struct workload_plan *plan,
                         struct batch *batch, sim_ns start, struct err *err)
{
    const struct filling filling = {.start = start, .wanted = changes->is_new};
    if (plan->update_set_count == 0)
        return true;
    gather(changes, batch);
    if (changes->updated.count == 0)
        return true;
    if (!phased_fields_fill(changes->fields, &changes->updated, &filling, err))
        return false;
    for (size_t f = 0; f < plan->field_count; f++) {
        if (!changes->is_new[f])
            continue;
        give_numbers(changes, batch, f);
        if (batch->columns[f].texts)
            give_texts(changes, batch, f);
    }
    return true;
}
