// The records that queries are matched with: all of them up to a limit, then a fair share.
#include "run/record_book.h"

#include "../key/key_case.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LIMIT = 1000, STEP = 100 };

// Record n has n * 3 as its number and "name n" as its text.
struct writing {
    struct key_case it;
    struct record_book *book;
    uint64_t written;
    char texts[BATCH_ROWS][16];
};

static void begin(struct writing *writing)
{
    key_case_init(&writing->it, "id:long=0 name=x", 'b');
    writing->book = record_book_new(&writing->it.schema, LIMIT);
    writing->written = 0;
}

static void end(struct writing *writing)
{
    record_book_free(writing->book);
    key_case_done(&writing->it);
}

// Every second operation is a read, which is no record.
static void write_records(struct writing *writing, size_t count)
{
    struct batch *batch = &writing->it.batch;
    cr_assert(2 * count <= BATCH_ROWS);
    for (batch->count = 0; batch->count < 2 * count; batch->count++) {
        const size_t i = batch->count;
        const bool is_put = i % 2 == 0;
        const uint64_t number = is_put ? writing->written++ : 999999;
        batch->kind[i] = is_put ? OP_PUT : OP_QUERY;
        batch->record[i] = number;
        batch->columns[0].numbers[i] = (int64_t)(3 * number);
        snprintf(writing->texts[i], sizeof writing->texts[i], "name %" PRIu64, number);
        batch->columns[1].texts[i] = bytes_of(writing->texts[i], strlen(writing->texts[i]));
    }
    record_book_add(writing->book, batch);
    memset(writing->texts, 'z', sizeof writing->texts); // the book holds copies
}

static bool is_right(const struct writing *writing, uint64_t number)
{
    const struct batch *page;
    size_t row;
    char name[16];
    if (!record_book_find(writing->book, number, &page, &row))
        return false;
    snprintf(name, sizeof name, "name %" PRIu64, number);
    const struct bytes text = page->columns[1].texts[row];
    cr_assert(eq(u64, page->record[row], number));
    cr_assert(eq(i64, page->columns[0].numbers[row], (int64_t)(3 * number)));
    cr_assert(text.size == strlen(name) && memcmp(text.data, name, text.size) == 0, "%s", name);
    return true;
}

Test(record_book, holds_every_put_up_to_its_limit)
{
    static struct writing writing;
    begin(&writing);
    while (writing.written < LIMIT)
        write_records(&writing, STEP);
    cr_expect(eq(u64, record_book_count(writing.book), LIMIT));
    cr_expect(eq(u64, record_book_held(writing.book), LIMIT));
    cr_expect(eq(u64, record_book_scale(writing.book), 1));
    for (uint64_t n = 0; n < LIMIT; n++)
        cr_assert(is_right(&writing, n), "%" PRIu64, n);
    cr_expect(not(is_right(&writing, LIMIT)));
    cr_expect(not(is_right(&writing, UINT64_MAX)));
    end(&writing);
}

Test(record_book, holds_a_fair_share_beyond_it)
{
    static struct writing writing;
    static bool held_before[64 * LIMIT];
    uint64_t scale = 1;
    uint64_t looked_at = 0; // records that there were when it was thinned last
    begin(&writing);
    while (writing.written < 50 * LIMIT) {
        write_records(&writing, STEP);
        const uint64_t held = record_book_held(writing.book);
        cr_assert(held <= LIMIT + LIMIT / 6); // thinned by how many there were, not by what is held
        if (record_book_scale(writing.book) == scale)
            continue;
        // Thinned: what is held was held before, or has come since.
        cr_assert(eq(u64, record_book_scale(writing.book), 2 * scale));
        scale *= 2;
        uint64_t found = 0;
        for (uint64_t n = 0; n < writing.written; n++) {
            const bool is_held = is_right(&writing, n);
            cr_assert(is_held == false || n >= looked_at || held_before[n]);
            held_before[n] = is_held;
            found += is_held;
        }
        looked_at = writing.written;
        cr_assert(eq(u64, found, held));
        // A binomial share of 1 / scale, within five standard deviations.
        const double expected = (double)writing.written / (double)scale;
        cr_assert(le(dbl, ((double)held - expected) * ((double)held - expected), 25 * expected));
    }
    cr_expect(eq(u64, scale, 64));
    end(&writing);
}

Test(record_book, holds_the_same_whatever_the_batches)
{
    static struct writing many, few;
    begin(&many);
    begin(&few);
    while (many.written < 7 * LIMIT)
        write_records(&many, 7);
    while (few.written < many.written)
        write_records(&few, many.written - few.written < 512 ? many.written - few.written : 512);
    cr_assert(eq(u64, record_book_held(many.book), record_book_held(few.book)));
    for (uint64_t n = 0; n < many.written; n++)
        cr_assert(is_right(&many, n) == is_right(&few, n), "%" PRIu64, n);
    // By place they come in the order in which they were written.
    uint64_t last = 0;
    for (uint64_t place = 0; place < record_book_held(few.book); place++) {
        const struct batch *page;
        size_t row;
        record_book_at(few.book, place, &page, &row);
        cr_assert(place == 0 || page->record[row] > last);
        last = page->record[row];
    }
    end(&many);
    end(&few);
}
