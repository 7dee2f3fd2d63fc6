#include "workload/source_picks.h"

#include "base/mem.h"

const struct query_pick *source_pick_of(const struct workload_plan *plan, int kind, uint16_t query)
{
    if (kind != OP_QUERY || query >= plan->pick_count)
        return NULL;
    return &plan->picks[query];
}

static const struct query_pick *pick_by_value(const struct workload_plan *plan, int kind,
                                              uint16_t query)
{
    const struct query_pick *pick = source_pick_of(plan, kind, query);
    return pick && pick->kind == PICK_UNIFORM ? pick : NULL;
}

void source_picks_init(struct source_picks *picks, const struct workload_plan *plan,
                       const struct mix *mix)
{
    size_t wanted = 0;
    for (size_t i = 0; i < mix->count; i++)
        wanted += pick_by_value(plan, mix->entries[i].kind, mix->entries[i].query) != NULL;
    *picks = (struct source_picks){0};
    if (wanted == 0)
        return;
    picks->count = plan->pick_count;
    picks->pools = mem_new(picks->count, sizeof *picks->pools);
    for (size_t i = 0; i < mix->count; i++) {
        const uint16_t query = mix->entries[i].query;
        const struct query_pick *pick = pick_by_value(plan, mix->entries[i].kind, query);
        if (pick && !picks->pools[query])
            picks->pools[query] = value_pool_new(pick->fields, pick->field_count,
                                                 PICK_VALUES_MAX / wanted, plan->seed);
    }
}

void source_picks_done(struct source_picks *picks)
{
    for (size_t i = 0; i < picks->count; i++)
        value_pool_free(picks->pools[i]);
    mem_free(picks->pools);
    *picks = (struct source_picks){0};
}

uint64_t source_picks_age(struct source_picks *picks, uint64_t records, double theta,
                          struct rng *rng)
{
    if (picks->ages.cardinality != records || picks->ages.theta != theta)
        picks->ages = zipf_of(records, theta);
    return zipf_sample(&picks->ages, rng);
}

// ---- by value ----

static void add_put(struct source_picks *picks, const struct picked_rows *rows, size_t row)
{
    const struct stored_record record = {.number = rows->batch->record[row],
                                         .at = rows->record_at[row],
                                         .entity = rows->entity ? rows->entity[row] : 0};
    for (size_t i = 0; i < picks->count; i++) {
        if (picks->pools[i])
            value_pool_add(picks->pools[i], rows->batch, row, &record);
    }
}

static bool settle_read(const struct value_pool *pool, const struct picked_rows *rows, size_t row,
                        struct rng stream)
{
    struct rng rng = rng_at(stream, rows->batch->sequence[row]);
    struct stored_record record;
    if (!value_pool_draw(pool, &rng, &record))
        return false;
    rows->batch->record[row] = record.number;
    rows->record_at[row] = record.at;
    if (rows->entity)
        rows->entity[row] = record.entity;
    return true;
}

bool source_picks_settle(struct source_picks *picks, const struct workload_plan *plan,
                         const struct picked_rows *rows, struct rng stream)
{
    const struct batch *batch = rows->batch;
    bool changed = false;
    for (size_t i = 0; picks->count > 0 && i < batch->count; i++) {
        if (batch->kind[i] == OP_PUT)
            add_put(picks, rows, i);
        else if (pick_by_value(plan, batch->kind[i], batch->query[i]))
            changed |= settle_read(picks->pools[batch->query[i]], rows, i, stream);
    }
    return changed;
}
