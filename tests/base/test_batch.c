#include "base/batch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

static struct field fields[] = {
    {.name = "host", .type = TYPE_STRING},
    {.name = "n", .type = TYPE_LONG},
    {.name = "price", .type = TYPE_DECIMAL},
};
static const struct schema schema = {.fields = fields, .count = 3};

static void fill(struct batch *batch, size_t count)
{
    static const char digits[] = "0123456789";
    batch->count = count;
    for (size_t i = 0; i < count; i++) {
        batch->sequence[i] = 1000 + i;
        batch->record[i] = 2000 + i;
        batch->at[i] = 3000 + i;
        batch->kind[i] = i % 3 == 1 ? OP_GET : OP_PUT;
        batch->query[i] = (uint16_t)i;
        batch->columns[0].texts[i] = bytes_of(digits + i % 10, 1);
        batch->columns[1].numbers[i] = -(int64_t)i;
        batch->columns[2].numbers[i] = (int64_t)i * 100;
        batch->columns[2].scales[i] = 2;
        batch->columns[2].texts[i] = bytes_of(digits, i % 10);
    }
}

Test(batch, gives_each_type_the_columns_it_needs)
{
    struct batch batch;
    batch_init(&batch, &schema);
    cr_expect(zero(ptr, batch.columns[0].numbers));
    cr_expect(not(zero(ptr, batch.columns[0].texts)));
    cr_expect(not(zero(ptr, batch.columns[1].numbers)));
    cr_expect(zero(ptr, batch.columns[1].texts));
    cr_expect(not(zero(ptr, batch.columns[2].numbers)));
    cr_expect(not(zero(ptr, batch.columns[2].scales)));
    cr_expect(not(zero(ptr, batch.columns[2].texts)));
    batch_done(&batch);
    cr_expect(eq(sz, batch.column_count, 0));
}

Test(batch_select, keeps_the_rows_of_one_kind_whole_and_in_order)
{
    struct batch source, puts;
    batch_init(&source, &schema);
    batch_init(&puts, &schema);
    fill(&source, BATCH_ROWS);

    batch_select(&source, OP_PUT, &puts);

    cr_assert(eq(sz, puts.count, BATCH_ROWS - BATCH_ROWS / 3));
    for (size_t i = 0; i < puts.count; i++) {
        const size_t row = i / 2 * 3 + i % 2 * 2;
        cr_assert(eq(u64, puts.sequence[i], 1000 + row));
        cr_assert(eq(u64, puts.record[i], 2000 + row));
        cr_assert(eq(u64, puts.at[i], 3000 + row));
        cr_assert(eq(u8, puts.kind[i], OP_PUT));
        cr_assert(eq(u16, puts.query[i], row));
        cr_assert(puts.columns[0].texts[i].data == source.columns[0].texts[row].data);
        cr_assert(eq(i64, puts.columns[1].numbers[i], -(int64_t)row));
        cr_assert(eq(i64, puts.columns[2].numbers[i], (int64_t)row * 100));
        cr_assert(eq(u8, puts.columns[2].scales[i], 2));
        cr_assert(eq(sz, puts.columns[2].texts[i].size, row % 10));
    }
    batch_done(&source);
    batch_done(&puts);
}

Test(batch_select, of_a_kind_that_is_absent_is_empty)
{
    struct batch source, queries;
    batch_init(&source, &schema);
    batch_init(&queries, &schema);
    fill(&source, 10);
    queries.count = 5;
    batch_select(&source, OP_QUERY, &queries);
    cr_expect(eq(sz, queries.count, 0));
    batch_done(&source);
    batch_done(&queries);
}
