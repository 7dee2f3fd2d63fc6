#include "base/key_batch.h"
#include "brute_ask.h"
#include "query/clause_parts.h"

#include <criterion/criterion.h>
#include <stdlib.h>

struct row {
    struct bytes key;
    struct bound_value value; // of the order field
};

struct ordering { // qsort has no context
    const struct field *field;
    size_t place;
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

static struct row row_at(const struct brute_table *table, const struct ordering *ordering,
                         size_t row)
{
    return (struct row){key_at(&table->keys, row),
                        bound_value_of(&table->it.batch.columns[ordering->place], row)};
}

static bool is_asked_for(const struct brute_ask *ask, size_t row)
{
    return ask->table->stored[row] && bound_clause_matches(&ask->bound, &ask->table->it.batch, row);
}

// The rows of a range that match, as they are read.
static size_t read_range(const struct brute_ask *ask, const struct ordering *ordering,
                         const struct key_range *range, struct row *out)
{
    const struct brute_table *table = ask->table;
    size_t count = 0;
    for (size_t row = 0; row < BRUTE_ROWS; row++) {
        const struct bytes key = key_at(&table->keys, row);
        if (brute_slice(table->slices, key) == range->slice &&
            key_compare(range->start, key) <= 0 &&
            (range->stop.size == 0 || key_compare(key, range->stop) < 0) && is_asked_for(ask, row))
            out[count++] = row_at(table, ordering, row);
    }
    if (count > 1)
        qsort(out, count, sizeof *out, by_key);
    for (size_t i = 0; ask->ranges.reverse && i < count / 2; i++) {
        const struct row swapped = out[i];
        out[i] = out[count - 1 - i];
        out[count - 1 - i] = swapped;
    }
    return count;
}

bool brute_check_order(const struct brute_ask *ask)
{
    static struct row all[BRUTE_ROWS], merged[BRUTE_ROWS], read[BRUTE_ROWS];
    struct ordering ordering;
    size_t all_count = 0;
    size_t merged_count = 0;
    if (!ask->ranges.in_order ||
        !clause_is_ordered(ask->clause, &ordering.place, &ordering.descending))
        return false;
    ordering.field = &ask->table->it.schema.fields[ordering.place];
    const size_t limit = clause_limit(ask->clause);
    for (size_t row = 0; row < BRUTE_ROWS; row++) {
        const struct row it = row_at(ask->table, &ordering, row);
        if (is_asked_for(ask, row))
            add_sorted(&ordering, all, &all_count, &it);
    }
    for (size_t i = 0; i < ask->ranges.count; i++) {
        const size_t count = read_range(ask, &ordering, &ask->ranges.items[i], read);
        for (size_t j = 0; j < count; j++) {
            cr_assert(j == 0 || compare(&ordering, &read[j - 1], &read[j]) <= 0,
                      "range %zu is not in order: %s", i, ask->what);
            if (limit == 0 || j < limit)
                add_sorted(&ordering, merged, &merged_count, &read[j]);
        }
    }
    for (size_t i = 0; (limit == 0 || i < limit) && i < all_count; i++)
        cr_assert(i < merged_count && compare(&ordering, &all[i], &merged[i]) == 0,
                  "row %zu is another: %s", i, ask->what);
    return true;
}
