// Brute force, for rows in order: where a plan says that each range comes in the order that is
// asked for, it does, and the first rows of each range hold the first of all.
#include "base/key_batch.h"
#include "base/mem.h"
#include "brute.h"
#include "query/clause_parts.h"
#include "query/planner.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RANGES = 3000 };

static const char *const clauses[] = {
    "order by ts desc limit 3",
    "order by ts limit 5",
    "order by x limit 4",
    "order by u desc limit 2",
    "order by a limit 3",
    "order by e desc limit 250",
    "order by d limit 3",
    "order by i desc limit 3",
    "where a = $a order by ts desc limit 3",
    "where a = $a order by ts limit 1",
    "where a = $a order by x desc limit 2",
    "where a = $a order by h limit 2",
    "where h = $h order by ts desc limit 4",
    "where a = $a and ts > $ts - 100000 order by ts desc limit 3",
    "where a = $a and h = $h order by ts desc limit 3",
    "where a in ($a, 'q', 'qq') order by ts desc limit 3",
    "where a in ($a, 'q', 'qq') order by a desc limit 5",
    "where e = $e order by ts desc limit 3",
    "where e in ('login', 'error') order by ts desc limit 3",
    "where e in ($e, 'log') order by ts limit 3",
    "where e = $e and a = $a order by ts limit 3",
    "where ts > $ts order by ts limit 7",
    "where ts between $ts - 200000 and $ts order by ts desc limit 7",
    "where ts between $ts - 2d and $ts + 2d and a = $a order by ts desc limit 2",
    "where x between $x - 50 and $x + 50 order by x desc limit 4",
    "where x > $x and u > 3 order by ts limit 4",
    "where u between $u - 30 and $u + 30 order by u limit 4",
    "where a like 'q%' order by a limit 10",
    "where a like 'q%' order by ts desc limit 10",
    "where i > -20 and i < 20 order by i desc limit 10",
    "where d between 1 and 20 order by d limit 4",
};

struct row {
    struct bytes key;
    struct bound_value value; // of the order field
};

struct ordering { // qsort has no context
    const struct field *field;
    bool descending;
};

static int compare(const struct ordering *ordering, const struct row *a, const struct row *b)
{
    const int order = bound_value_compare(ordering->field, &a->value, &b->value);
    return ordering->descending ? -order : order;
}

// By insertion, the equal ones as they came.
static void add_sorted(const struct ordering *ordering, struct row *rows, size_t *count,
                       const struct row *row)
{
    size_t at = (*count)++;
    for (; at > 0 && compare(ordering, &rows[at - 1], row) > 0; at--)
        rows[at] = rows[at - 1];
    rows[at] = *row;
}

static int by_key(const void *a, const void *b)
{
    return key_compare(((const struct row *)a)->key, ((const struct row *)b)->key);
}

struct check {
    const struct brute_table *table;
    const struct clause *clause;
    struct bound_clause bound;
    struct range_list ranges;
    struct ordering ordering;
    size_t field, limit;
    char what[400];
};

// The rows of a range that match, as they are read.
static size_t read_range(const struct check *check, const struct key_range *range, struct row *out)
{
    const struct brute_table *table = check->table;
    size_t count = 0;
    for (size_t row = 0; row < BRUTE_ROWS; row++) {
        const struct bytes key = key_at(&table->keys, row);
        if (table->stored[row] && brute_slice(table->slices, key) == range->slice &&
            key_compare(range->start, key) <= 0 &&
            (range->stop.size == 0 || key_compare(key, range->stop) < 0) &&
            bound_clause_matches(&check->bound, &table->it.batch, row))
            out[count++] =
                (struct row){key, bound_value_of(&table->it.batch.columns[check->field], row)};
    }
    if (count > 1)
        qsort(out, count, sizeof *out, by_key);
    for (size_t i = 0; check->ranges.reverse && i < count / 2; i++) {
        const struct row swapped = out[i];
        out[i] = out[count - 1 - i];
        out[count - 1 - i] = swapped;
    }
    return count;
}

// True where the first rows of the ranges were compared.
static bool check_occurrence(struct check *check)
{
    static struct row all[BRUTE_ROWS], merged[BRUTE_ROWS], read[BRUTE_ROWS];
    const struct brute_table *table = check->table;
    size_t all_count = 0;
    size_t merged_count = 0;
    if (!check->ranges.in_order)
        return false;
    for (size_t row = 0; row < BRUTE_ROWS; row++) {
        const struct row it = {key_at(&table->keys, row),
                               bound_value_of(&table->it.batch.columns[check->field], row)};
        if (table->stored[row] && bound_clause_matches(&check->bound, &table->it.batch, row))
            add_sorted(&check->ordering, all, &all_count, &it);
    }
    for (size_t i = 0; i < check->ranges.count; i++) {
        const size_t count = read_range(check, &check->ranges.items[i], read);
        for (size_t j = 0; j < count; j++) {
            cr_assert(j == 0 || compare(&check->ordering, &read[j - 1], &read[j]) <= 0,
                      "range %zu is not in order: %s", i, check->what);
            if (j < check->limit)
                add_sorted(&check->ordering, merged, &merged_count, &read[j]);
        }
    }
    for (size_t i = 0; i < check->limit && i < all_count; i++)
        cr_assert(i < merged_count && compare(&check->ordering, &all[i], &merged[i]) == 0,
                  "row %zu is another: %s", i, check->what);
    return true;
}

static struct plan_context context_of(struct key_program *program, bool slices, struct rng *rng)
{
    return (struct plan_context){
        .program = program,
        .slices = slices,
        .partitions = slices ? BRUTE_SLICES : 10,
        .max_ranges = rng_upto(rng, 3) == 0 ? 20 : MAX_RANGES,
        .seek_ns = rng_upto(rng, 2) == 0 ? 1e6 : 1,
        .row_ns = 1000,
        .get_ns = 1e6,
        .reverse_factor = 1.5,
        .rows = rng_upto(rng, 1) ? 1e9 : 1e3,
    };
}

static size_t check_clause(const struct brute_table *table, const char *where, struct rng *rng)
{
    struct err err = {0};
    struct check check = {.table = table, .clause = clause_new(where, &table->it.schema, &err)};
    cr_assert(check.clause != NULL, "%s: %s", where, err.message);
    const struct plan_context context = context_of(table->program, table->slices, rng);
    struct query_plan *plan = query_plan_new(check.clause, &context, &err);
    cr_assert(plan != NULL, "%s", where);
    (void)clause_is_ordered(check.clause, &check.field, &check.ordering.descending);
    check.ordering.field = &table->it.schema.fields[check.field];
    check.limit = clause_limit(check.clause);
    bound_clause_init(&check.bound, check.clause);
    size_t compared = 0;
    for (int i = 0; i < 3; i++) {
        const size_t drawn = rng_upto(rng, BRUTE_ROWS - 1);
        snprintf(check.what, sizeof check.what, "seed %" PRIu64 ", key %s (%s), %s, drawn %zu: %s",
                 table->seed, table->design, table->slices ? "slices" : "regions", where, drawn,
                 query_plan_facts(plan)->words);
        cr_assert(clause_bind(check.clause, &table->it.batch, drawn, 0, &check.bound, &err));
        cr_assert(query_plan_ranges(plan, &check.bound, &check.ranges, &err));
        compared += check_occurrence(&check);
    }
    range_list_done(&check.ranges);
    bound_clause_done(&check.bound);
    query_plan_free(plan);
    clause_free((struct clause *)(uintptr_t)check.clause);
    return compared;
}

static void check_encoding(char encoding)
{
    size_t compared = 0;
    for (uint64_t seed = 1; seed <= brute_rounds(); seed++) {
        for (size_t i = 0; i < brute_design_count; i++) {
            struct brute_table table;
            brute_table_init(&table, brute_designs[i], encoding, seed);
            struct rng rng = rng_stream(seed, table.design, (uint64_t)encoding + 2000);
            for (size_t j = 0; j < sizeof clauses / sizeof clauses[0]; j++)
                compared += check_clause(&table, clauses[j], &rng);
            brute_table_done(&table);
        }
    }
    cr_expect(compared > 200, "%zu occurrences in order", compared);
}

Test(planner, takes_the_first_rows_of_each_range_where_numbers_are_binary)
{
    check_encoding('b');
}

Test(planner, takes_the_first_rows_of_each_range_where_numbers_are_text)
{
    check_encoding('t');
}

Test(planner, takes_the_first_rows_of_each_range_in_an_ordered_store)
{
    check_encoding('o');
}

Test(planner, takes_the_first_rows_of_each_range_on_slices)
{
    check_encoding('s');
}
