// The rows of a table as reads count them: by range, by slice, by what one stands for.
#include "run/table_rows.h"

#include "number_keys.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

// Puts rows first, first + step, ... below beyond.
static void put(struct table_rows *rows, uint32_t first, uint32_t beyond, uint32_t step,
                uint32_t slices)
{
    static struct number_keys batch;
    static uint32_t slice[BATCH_ROWS];
    for (uint32_t n = first; n < beyond; n += (uint32_t)batch.keys.count * step) {
        number_keys_fill(&batch, n, beyond, step);
        for (size_t i = 0; i < batch.keys.count; i++)
            slice[i] = slices > 0 ? batch.number[i] % slices : 0;
        const struct stored_rows stored = {&batch.keys, batch.hash, batch.number, slice,
                                           batch.number};
        table_rows_add(rows, &stored, 0, batch.keys.count);
    }
    number_keys_done(&batch);
    batch = (struct number_keys){0};
}

static double count(struct table_rows *rows, uint32_t slice, uint32_t first, uint32_t beyond)
{
    uint8_t ends[8];
    const struct key_range range = number_range(first, beyond, slice, ends);
    const struct key_range in_index = table_rows_range(rows, &range);
    return table_rows_between(rows, &in_index);
}

Test(table_rows, count_a_range_and_a_row_once)
{
    struct table_rows rows;
    table_rows_init(&rows, false);
    put(&rows, 0, 10000, 2, 0);
    put(&rows, 0, 10000, 4, 0); // once more
    cr_expect(eq(dbl, table_rows_all(&rows), 5000));
    cr_expect(eq(dbl, table_rows_scale(&rows), 1));
    cr_expect(eq(dbl, count(&rows, 0, 0, 0), 5000));
    cr_expect(eq(dbl, count(&rows, 0, 100, 201), 51));
    cr_expect(eq(dbl, count(&rows, 0, 101, 102), 0));
    cr_expect(eq(dbl, count(&rows, 0, 9998, 0), 1));
    cr_expect(eq(dbl, count(&rows, 0, 0, 256), 128));
    cr_expect(eq(dbl, count(&rows, 0, 300, 200), 0));
    table_rows_done(&rows);
}

Test(table_rows, keep_the_slices_apart)
{
    enum { SLICES = 3 };
    struct table_rows rows;
    table_rows_init(&rows, true);
    put(&rows, 0, 3000, 1, SLICES);
    for (uint32_t s = 0; s < SLICES; s++) {
        cr_expect(eq(dbl, count(&rows, s, 0, 0), 1000), "slice %u", s);
        cr_expect(eq(dbl, count(&rows, s, 300, 600), 100), "slice %u", s);
        cr_expect(eq(dbl, count(&rows, s, 0, 300), 100), "slice %u", s);
        cr_expect(eq(dbl, count(&rows, s, 2700, 0), 100), "slice %u", s);
    }
    cr_expect(eq(dbl, count(&rows, SLICES, 0, 0), 0));
    cr_expect(eq(dbl, table_rows_all(&rows), 3000));
    table_rows_done(&rows);
}

Test(table_rows, count_what_stood_there_before_by_its_weight)
{
    struct table_rows rows;
    table_rows_init(&rows, false);
    put(&rows, 0, 1000, 10, 0); // 100 rows, each of which stands for 10
    table_rows_set_aside(&rows, 10);
    put(&rows, 1000, 1500, 1, 0);
    cr_expect(eq(dbl, table_rows_all(&rows), 1500));
    cr_expect(eq(dbl, table_rows_scale(&rows), 10));
    cr_expect(eq(dbl, count(&rows, 0, 0, 500), 500));
    cr_expect(eq(dbl, count(&rows, 0, 900, 1100), 200));
    cr_expect(eq(dbl, count(&rows, 0, 1000, 1234), 234));
    table_rows_done(&rows);
}

Test(table_rows, are_a_fair_sample_beyond_the_limit)
{
    enum { ROWS = 5 * (ROWS_EXACT_MAX / 2) }; // 2.5 times the limit: one row of four is kept
    struct table_rows rows;
    table_rows_init(&rows, false);
    put(&rows, 0, ROWS_EXACT_MAX, 1, 0);
    cr_expect(eq(dbl, table_rows_all(&rows), ROWS_EXACT_MAX));
    cr_expect(eq(dbl, table_rows_scale(&rows), 1));
    put(&rows, ROWS_EXACT_MAX, ROWS, 1, 0);
    cr_expect(eq(dbl, table_rows_scale(&rows), 4));
    // A count of n rows has a variance of 3 n.
    double squares = 0;
    enum { PARTS = 100, PART = ROWS / PARTS };
    for (uint32_t i = 0; i < PARTS; i++) {
        const double off = (count(&rows, 0, i * PART, (i + 1) * PART) - PART) / sqrt(3.0 * PART);
        cr_assert(lt(dbl, fabs(off), 4.5), "part %u", i);
        squares += off * off;
    }
    cr_expect(lt(dbl, fabs(squares / PARTS - 1), 0.5));
    table_rows_done(&rows);
}
