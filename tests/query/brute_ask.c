#include "brute_ask.h"

#include "base/key_batch.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>

struct plan_context brute_context(const struct brute_table *table, struct rng *rng)
{
    enum { MAX_RANGES = 3000 };
    return (struct plan_context){
        .program = table->program,
        .slices = table->slices,
        .partitions = table->slices ? BRUTE_SLICES : 10,
        .max_ranges = rng_upto(rng, 3) == 0 ? 20 : MAX_RANGES,
        .seek_ns = rng_upto(rng, 2) == 0 ? 1 : 1e6,
        .row_ns = 1000,
        .get_ns = 1e6,
        .reverse_factor = 1.5,
        .rows = rng_upto(rng, 1) ? 1e7 : 1e3,
    };
}

void brute_ask_init(struct brute_ask *ask, const struct brute_table *table, const char *where,
                    const struct plan_context *context)
{
    struct err err = {0};
    *ask = (struct brute_ask){
        .table = table, .where = where, .clause = clause_new(where, &table->it.schema, &err)};
    cr_assert(ask->clause != NULL, "seed %" PRIu64 ": %s: %s", table->seed, where, err.message);
    ask->plan = query_plan_new(ask->clause, context, &err);
    cr_assert(ask->plan != NULL, "seed %" PRIu64 ", key %s: %s", table->seed, table->design,
              err.message);
    bound_clause_init(&ask->bound, ask->clause);
}

void brute_ask_done(struct brute_ask *ask)
{
    range_list_done(&ask->ranges);
    bound_clause_done(&ask->bound);
    query_plan_free(ask->plan);
    clause_free(ask->clause);
}

void brute_ask_bind(struct brute_ask *ask, size_t drawn)
{
    struct err err = {0};
    const struct brute_table *table = ask->table;
    snprintf(ask->what, sizeof ask->what,
             "seed %" PRIu64 ", encoding %c, key %s, %s, drawn %zu: %s", table->seed,
             table->encoding, table->design, ask->where, drawn, query_plan_facts(ask->plan)->words);
    cr_assert(clause_bind(ask->clause, &table->it.batch, drawn, 0, &ask->bound, &err), "%s",
              ask->what);
    cr_assert(query_plan_ranges(ask->plan, &ask->bound, &ask->ranges, &err), "%s", ask->what);
}

static bool is_inside(const struct range_list *ranges, uint32_t slice, struct bytes key)
{
    for (size_t i = 0; i < ranges->count; i++) {
        const struct key_range *range = &ranges->items[i];
        if (range->slice == slice && key_compare(range->start, key) <= 0 &&
            (range->stop.size == 0 || key_compare(key, range->stop) < 0))
            return true;
    }
    return false;
}

static void check_disjoint(const struct range_list *ranges, const char *what)
{
    for (size_t i = 0; i < ranges->count; i++) {
        const struct key_range *range = &ranges->items[i];
        cr_assert(range->stop.size == 0 || key_compare(range->start, range->stop) < 0, "%s", what);
        if (i == 0 || ranges->items[i - 1].slice != range->slice)
            continue;
        const struct bytes stop = ranges->items[i - 1].stop;
        cr_assert(stop.size > 0 && key_compare(stop, range->start) <= 0, "%s", what);
    }
}

void brute_check_rows(const struct brute_ask *ask)
{
    const struct brute_table *table = ask->table;
    const struct range_list *ranges = &ask->ranges;
    check_disjoint(ranges, ask->what);
    for (size_t row = 0; row < BRUTE_ROWS; row++) {
        const struct bytes key = key_at(&table->keys, row);
        const bool matches = bound_clause_matches(&ask->bound, &table->it.batch, row);
        const bool inside = is_inside(ranges, brute_slice(table->slices, key), key);
        cr_assert(matches == false || inside, "row %zu missed: %s", row, ask->what);
        cr_assert(ranges->filtered || matches == inside, "row %zu is foreign: %s", row, ask->what);
    }
    for (size_t i = 0; ranges->point && i < ranges->count; i++)
        cr_assert(ranges->items[i].stop.size == ranges->items[i].start.size + 1, "%s", ask->what);
}
