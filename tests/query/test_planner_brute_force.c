// Brute force: whatever the key, the query and the records, every row that a query asks for lies in
// one of its ranges, and where a plan says that nothing must be filtered, nothing else does.
#include "base/key_batch.h"
#include "brute.h"
#include "query/planner.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RANGES = 3000 };

static const char *const clauses[] = {
    "where x = $x",
    "where a = $a",
    "where ts = $ts",
    "where a = $a and ts = $ts",
    "where a = $a and x = $x and h = $h and ts = $ts and e = $e and i = $i and u = $u",
    "where a = $a and x between $x - 50 and $x + 50",
    "where x between $x - 5 and $x + 5",
    "where x > $x",
    "where x <= $x and a = $a",
    "where ts between $ts - 100000 and $ts",
    "where ts >= $ts and ts < $ts + 2d and a = $a",
    "where ts < $ts",
    "where a in ($a, 'q', 'qq') and ts > $ts - 1000",
    "where x in ($x, 3, -3, 5000) and a >= $h",
    "where a like 'q%'",
    "where a like 'q%' and h = $h",
    "where a like '%a'",
    "where a > $a and a < 'z'",
    "where a between $a and $h",
    "where a <= $a and x = $x",
    "where h = $h and a < $a",
    "where e = 'login' and ts > $ts",
    "where e in ('login', 'error') and ts between $ts - 1000 and $ts + 1000",
    "where e like 'log%'",
    "where u = $u",
    "where u between $u - 3 and $u + 3",
    "where u > $u",
    "where i = $i and u >= $u",
    "where i between -20 and 20",
    "where i < $i and x = $x",
    "where d = $d",
    "where d = 1.5",
    "where d between $d - 0.5 and $d + 20 and a = $a",
    "where d > $d and a = $a",
    "where d < $d",
    "where d in (1.5, $d)",
    "where a = $a order by ts desc limit 3",
    "where a = $a and h like 'q%' and x > 3",
    "where a like 'a%' and a > 'ab' and ts > 5",
    "where a = 'q' and e = $e and h = $h and ts > $ts - 10",
    "limit 3",
};

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

static void check_query(const struct brute_table *table, struct query_plan *plan,
                        const struct clause *clause, const char *where, size_t drawn)
{
    struct bound_clause bound;
    struct range_list ranges = {0};
    struct err err = {0};
    char what[400];
    const struct plan_facts *facts = query_plan_facts(plan);
    snprintf(what, sizeof what, "seed %" PRIu64 ", key %s (%s), %s, drawn %zu: %s", table->seed,
             table->design, table->slices ? "slices" : "regions", where, drawn, facts->words);
    bound_clause_init(&bound, clause);
    cr_assert(clause_bind(clause, &table->it.batch, drawn, 0, &bound, &err), "%s", what);
    cr_assert(query_plan_ranges(plan, &bound, &ranges, &err), "%s", what);
    check_disjoint(&ranges, what);
    for (size_t row = 0; row < BRUTE_ROWS; row++) {
        const struct bytes key = key_at(&table->keys, row);
        const bool matches = bound_clause_matches(&bound, &table->it.batch, row);
        const bool inside = is_inside(&ranges, brute_slice(table->slices, key), key);
        cr_assert(matches == false || inside, "row %zu missed: %s", row, what);
        cr_assert(facts->filtered || matches == inside, "row %zu is foreign: %s", row, what);
    }
    if (facts->point) {
        for (size_t i = 0; i < ranges.count; i++)
            cr_assert(ranges.items[i].stop.size == ranges.items[i].start.size + 1, "%s", what);
    }
    range_list_done(&ranges);
    bound_clause_done(&bound);
}

static struct plan_context context_of(struct key_program *program, bool slices, struct rng *rng)
{
    struct plan_context context = {
        .program = program,
        .slices = slices,
        .partitions = slices ? BRUTE_SLICES : 10,
        .max_ranges = rng_upto(rng, 3) == 0 ? 20 : MAX_RANGES,
        .seek_ns = rng_upto(rng, 2) == 0 ? 1 : 1e6,
        .row_ns = 1000,
        .get_ns = 1e6,
        .reverse_factor = 1.5,
        .rows = rng_upto(rng, 1) ? 1e7 : 1e3,
    };
    return context;
}

static void check_design(const char *design, char encoding, uint64_t seed)
{
    struct brute_table table;
    struct err err = {0};
    brute_table_init(&table, design, encoding, seed);
    struct rng rng = rng_stream(seed, design, (uint64_t)encoding + 1000);
    for (size_t i = 0; i < sizeof clauses / sizeof clauses[0]; i++) {
        struct clause *clause = clause_new(clauses[i], &table.it.schema, &err);
        cr_assert(clause != NULL, "%s: %s", clauses[i], err.message);
        const struct plan_context context = context_of(table.program, table.slices, &rng);
        struct query_plan *plan = query_plan_new(clause, &context, &err);
        cr_assert(plan != NULL, "%s", design);
        for (int drawn = 0; drawn < 4; drawn++)
            check_query(&table, plan, clause, clauses[i], rng_upto(&rng, BRUTE_ROWS - 1));
        query_plan_free(plan);
        clause_free(clause);
    }
    brute_table_done(&table);
}

static void check_encoding(char encoding)
{
    for (uint64_t seed = 1; seed <= brute_rounds(); seed++) {
        for (size_t i = 0; i < brute_design_count; i++)
            check_design(brute_designs[i], encoding, seed);
    }
}

Test(planner, misses_no_row_where_numbers_are_binary)
{
    check_encoding('b');
}

Test(planner, misses_no_row_where_numbers_are_text)
{
    check_encoding('t');
}

Test(planner, misses_no_row_in_an_ordered_store)
{
    check_encoding('o');
}

Test(planner, misses_no_row_on_slices)
{
    check_encoding('s');
}
