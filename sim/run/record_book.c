#include "run/record_book.h"

#include "base/mem.h"
#include "base/rng.h"

#include <string.h>

struct record_book {
    const struct schema *schema;
    uint64_t limit;
    uint64_t seen;
    uint32_t level;
    uint64_t held;
    struct batch *pages; // full but for the last; records in rising order
    size_t page_count, page_capacity;
    struct text_block *texts; // blocks that the pages' texts lie in, newest first
};

// Texts never move, so that views into them stay good.
struct text_block {
    struct text_block *older;
    size_t used, size;
    uint8_t data[];
};

enum { TEXT_BLOCK_BYTES = 1 << 18 };

struct record_book *record_book_new(const struct schema *schema, uint64_t limit)
{
    struct record_book *book = mem_new(1, sizeof *book);
    *book = (struct record_book){.schema = schema, .limit = limit};
    return book;
}

static void free_pages(struct record_book *book)
{
    for (size_t i = 0; i < book->page_count; i++)
        batch_done(&book->pages[i]);
    mem_free(book->pages);
    while (book->texts) {
        struct text_block *older = book->texts->older;
        mem_free(book->texts);
        book->texts = older;
    }
    book->pages = NULL;
    book->page_count = 0;
    book->page_capacity = 0;
    book->held = 0;
}

void record_book_free(struct record_book *book)
{
    if (!book)
        return;
    free_pages(book);
    mem_free(book);
}

// ---- keeping ----

static struct bytes keep_text(struct record_book *book, struct bytes text)
{
    struct text_block *block = book->texts;
    if (!block || block->size - block->used < text.size) {
        const size_t size = text.size > TEXT_BLOCK_BYTES ? text.size : TEXT_BLOCK_BYTES;
        block = mem_new(1, sizeof *block + size);
        block->older = book->texts;
        block->size = size;
        book->texts = block;
    }
    uint8_t *copy = block->data + block->used;
    if (text.size > 0)
        memcpy(copy, text.data, text.size);
    block->used += text.size;
    return bytes_of(copy, text.size);
}

static struct batch *page_with_room(struct record_book *book)
{
    if (book->page_count > 0 && book->pages[book->page_count - 1].count < BATCH_ROWS)
        return &book->pages[book->page_count - 1];
    if (book->page_count == book->page_capacity) {
        book->page_capacity = book->page_capacity > 0 ? 2 * book->page_capacity : 16;
        book->pages = mem_resize(book->pages, book->page_capacity, sizeof *book->pages);
    }
    struct batch *page = &book->pages[book->page_count++];
    batch_init(page, book->schema);
    return page;
}

static void keep(struct record_book *book, const struct batch *batch, size_t row, uint64_t number)
{
    struct batch *page = page_with_room(book);
    batch_put_row(page, batch, row);
    const size_t at = page->count - 1;
    page->record[at] = number;
    for (size_t f = 0; f < page->column_count; f++) {
        if (page->columns[f].texts)
            page->columns[f].texts[at] = keep_text(book, page->columns[f].texts[at]);
    }
    book->held++;
}

static bool survives(uint32_t level, uint64_t record)
{
    return (rng_mix(record) & ((UINT64_C(1) << level) - 1)) == 0;
}

// Writes the book anew with every second record, so that the memory of the others is given back.
static void thin(struct record_book *book)
{
    struct record_book thinner = {.schema = book->schema};
    for (size_t p = 0; p < book->page_count; p++) {
        const struct batch *page = &book->pages[p];
        for (size_t i = 0; i < page->count; i++) {
            if (survives(book->level, page->record[i]))
                keep(&thinner, page, i, page->record[i]);
        }
    }
    free_pages(book);
    book->pages = thinner.pages;
    book->page_count = thinner.page_count;
    book->page_capacity = thinner.page_capacity;
    book->texts = thinner.texts;
    book->held = thinner.held;
}

// ---- finding ----

uint64_t record_book_count(const struct record_book *book)
{
    return book->seen;
}

uint64_t record_book_held(const struct record_book *book)
{
    return book->held;
}

void record_book_at(const struct record_book *book, uint64_t place, const struct batch **out_batch,
                    size_t *out_row)
{
    *out_batch = &book->pages[place / BATCH_ROWS];
    *out_row = place % BATCH_ROWS;
}

uint64_t record_book_scale(const struct record_book *book)
{
    return UINT64_C(1) << book->level;
}

static uint64_t record_at(const struct record_book *book, uint64_t place)
{
    return book->pages[place / BATCH_ROWS].record[place % BATCH_ROWS];
}

// Thinning is even, so a record lies near its share of the way: from there by growing steps to
// either side until it is between `low` and `high`.
static void bracket(const struct record_book *book, uint64_t number, uint64_t *out_low,
                    uint64_t *out_high)
{
    uint64_t low = (uint64_t)((wide_uint)book->held * number / book->seen);
    uint64_t high = low;
    for (uint64_t step = 16; low > 0 && record_at(book, low) > number; step *= 2)
        low = low > step ? low - step : 0;
    for (uint64_t step = 16; high < book->held && record_at(book, high) < number; step *= 2)
        high = book->held - high > step ? high + step : book->held;
    *out_low = low;
    *out_high = high;
}

// The place of a record; false where it is not held.
static bool find_place(const struct record_book *book, uint64_t number, uint64_t *out_place)
{
    if (number >= book->seen || !survives(book->level, number))
        return false;
    uint64_t place = number;
    if (book->level > 0) {
        uint64_t high;
        bracket(book, number, &place, &high);
        while (place < high) {
            const uint64_t middle = place + (high - place) / 2;
            if (record_at(book, middle) < number)
                place = middle + 1;
            else
                high = middle;
        }
    }
    *out_place = place;
    return true;
}

bool record_book_find(const struct record_book *book, uint64_t number,
                      const struct batch **out_batch, size_t *out_row)
{
    uint64_t place;
    if (!find_place(book, number, &place))
        return false;
    record_book_at(book, place, out_batch, out_row);
    return true;
}

bool record_book_is_gone(const struct record_book *book, uint64_t place)
{
    return book->pages[place / BATCH_ROWS].kind[place % BATCH_ROWS] == OP_DELETE;
}

// ---- adding ----

static void lose(struct record_book *book, uint64_t number)
{
    uint64_t place;
    if (find_place(book, number, &place))
        book->pages[place / BATCH_ROWS].kind[place % BATCH_ROWS] = OP_DELETE;
}

void record_book_add(struct record_book *book, const struct batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        if (op_removes(batch->kind[i]))
            lose(book, batch->record[i]);
        if (!op_stores(batch->kind[i]))
            continue;
        const uint64_t number = book->seen++;
        if (book->seen > book->limit << book->level) {
            book->level++;
            thin(book);
        }
        if (survives(book->level, number))
            keep(book, batch, i, number);
    }
}
