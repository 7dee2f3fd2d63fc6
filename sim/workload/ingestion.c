#include "workload/ingestion.h"

#include "base/arena.h"
#include "base/mem.h"
#include "table/partition_map.h"

#include <stdlib.h>
#include <string.h>

struct place { // of a record in the order of ingestion
    struct bytes sort_key;
    uint64_t arrival;
};

struct ingestion {
    const struct schema *schema;
    struct ingestion_order order;
    struct batch *pages; // BATCH_ROWS records each, but for the last
    size_t page_count;
    struct place *places;
    uint64_t count, capacity, next;
    struct arena memory; // texts and sort keys
    struct key_batch keys;
    struct buffer sort_key;
};

void ingestion_order_done(struct ingestion_order *order)
{
    key_program_free(order->program);
    mem_free(order->fields);
    *order = (struct ingestion_order){0};
}

struct ingestion *ingestion_new(const struct schema *schema, struct ingestion_order *order)
{
    struct ingestion *ingestion = mem_new(1, sizeof *ingestion);
    *ingestion = (struct ingestion){.schema = schema, .order = *order};
    *order = (struct ingestion_order){0};
    return ingestion;
}

void ingestion_free(struct ingestion *ingestion)
{
    if (!ingestion)
        return;
    for (size_t i = 0; i < ingestion->page_count; i++)
        batch_done(&ingestion->pages[i]);
    mem_free(ingestion->pages);
    mem_free(ingestion->places);
    arena_done(&ingestion->memory);
    buffer_done(&ingestion->keys.bytes);
    buffer_done(&ingestion->sort_key);
    ingestion_order_done(&ingestion->order);
    mem_free(ingestion);
}

// ---- sort keys ----

static void put_number(struct buffer *out, int64_t number)
{
    const uint64_t flipped = (uint64_t)number ^ (UINT64_C(1) << 63);
    for (int shift = 56; shift >= 0; shift -= 8)
        buffer_byte(out, (uint8_t)(flipped >> shift));
}

// A text ends with 00 01, and 00 within it becomes 00 FF, so that what follows it does not count
// before it.
static void put_text(struct buffer *out, struct bytes text)
{
    for (size_t i = 0; i < text.size; i++) {
        buffer_byte(out, text.data[i]);
        if (text.data[i] == 0)
            buffer_byte(out, 0xff);
    }
    buffer_byte(out, 0);
    buffer_byte(out, 1);
}

static void put_fields(struct ingestion *ingestion, const struct batch *batch, size_t row)
{
    for (size_t i = 0; i < ingestion->order.field_count; i++) {
        const struct column *column = &batch->columns[ingestion->order.fields[i]];
        if (column->texts)
            put_text(&ingestion->sort_key, column->texts[row]);
        else
            put_number(&ingestion->sort_key, column->numbers[row]);
    }
}

// The part of the key before or behind its leftmost dot.
static bool put_part(struct ingestion *ingestion, size_t row, struct err *err)
{
    const struct bytes key = key_at(&ingestion->keys, row);
    const struct bytes sharding = sharding_key_of(key);
    if (sharding.size == key.size)
        return err_fail(err, ERR_INPUT,
                        "workload.order: the key of record %llu has no `.` that would end its "
                        "sharding key",
                        (unsigned long long)ingestion->count + 1);
    if (ingestion->order.by == BY_SHARDING)
        buffer_append(&ingestion->sort_key, key.data, sharding.size);
    else
        buffer_append(&ingestion->sort_key, key.data + sharding.size + 1,
                      key.size - sharding.size - 1);
    return true;
}

// ---- records ----

static void keep_row(struct ingestion *ingestion, const struct batch *batch, size_t row)
{
    if (ingestion->count % BATCH_ROWS == 0) {
        ingestion->pages =
            mem_resize(ingestion->pages, ingestion->page_count + 1, sizeof *ingestion->pages);
        batch_init(&ingestion->pages[ingestion->page_count++], ingestion->schema);
    }
    struct batch *page = &ingestion->pages[ingestion->page_count - 1];
    const size_t at = page->count;
    batch_put_row(page, batch, row);
    for (size_t i = 0; i < page->column_count; i++) {
        struct bytes *texts = page->columns[i].texts;
        if (texts)
            texts[at] = arena_copy(&ingestion->memory, texts[at]);
    }
}

static bool add_row(struct ingestion *ingestion, const struct batch *batch, size_t row,
                    struct err *err)
{
    if (batch->kind[row] != OP_PUT)
        return err_fail(err, ERR_INPUT,
                        "workload.order is of puts alone; this workload holds other operations");
    if (ingestion->count == INGESTION_ROWS_MAX)
        return err_fail(err, ERR_INPUT,
                        "workload.order holds all records to put them in order: at most %d",
                        INGESTION_ROWS_MAX);
    buffer_clear(&ingestion->sort_key);
    if (ingestion->order.by == BY_FIELDS)
        put_fields(ingestion, batch, row);
    else if (!put_part(ingestion, row, err))
        return false;
    if (ingestion->count == ingestion->capacity) {
        ingestion->capacity = ingestion->capacity > 0 ? 2 * ingestion->capacity : BATCH_ROWS;
        ingestion->places =
            mem_resize(ingestion->places, ingestion->capacity, sizeof *ingestion->places);
    }
    keep_row(ingestion, batch, row);
    const struct bytes key = bytes_of(ingestion->sort_key.data, ingestion->sort_key.size);
    ingestion->places[ingestion->count] = (struct place){
        .sort_key = arena_copy(&ingestion->memory, key), .arrival = ingestion->count};
    ingestion->count++;
    return true;
}

bool ingestion_add(struct ingestion *ingestion, const struct batch *batch, struct err *err)
{
    if (ingestion->order.by != BY_FIELDS &&
        !key_program_run(ingestion->order.program, batch, &ingestion->keys, err))
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < batch->count; i++)
        ok = add_row(ingestion, batch, i, err);
    return ok;
}

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a;
    const struct place *y = b;
    const int order = key_compare(x->sort_key, y->sort_key);
    return order != 0 ? order : (x->arrival > y->arrival) - (x->arrival < y->arrival);
}

void ingestion_sort(struct ingestion *ingestion)
{
    qsort(ingestion->places, ingestion->count, sizeof *ingestion->places, compare_places);
}

void ingestion_rewind(struct ingestion *ingestion)
{
    ingestion->next = 0;
}

static const struct batch *page_of(const struct ingestion *ingestion, uint64_t arrival)
{
    return &ingestion->pages[arrival / BATCH_ROWS];
}

void ingestion_next(struct ingestion *ingestion, struct batch *out_batch)
{
    out_batch->count = 0;
    while (out_batch->count < BATCH_ROWS && ingestion->next < ingestion->count) {
        const uint64_t now = ingestion->next++;
        const uint64_t comes = ingestion->places[now].arrival;
        const size_t row = out_batch->count;
        const struct batch *clock = page_of(ingestion, now);
        batch_put_row(out_batch, page_of(ingestion, comes), comes % BATCH_ROWS);
        out_batch->sequence[row] = clock->sequence[now % BATCH_ROWS];
        out_batch->record[row] = clock->record[now % BATCH_ROWS];
        out_batch->at[row] = clock->at[now % BATCH_ROWS];
        out_batch->clock_ns[row] = clock->clock_ns[now % BATCH_ROWS];
    }
}
