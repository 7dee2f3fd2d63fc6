// What a range of keys costs: rows examined until enough were found, one by one or by a sample.
#include "run/read_range.h"

#include "../key/key_case.h"
#include "number_keys.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

enum { ROWS = 100000, HOSTS = 10 };

// Row n has the key n as 4 bytes, id n and host n % 10.
struct counting {
    struct key_case it;
    struct record_book *book;
    struct table_rows rows;
    struct clause *clause;
    struct bound_clause bound;
    struct match_count history;
    struct match_marks marks;
    uint64_t walked;
    uint64_t found;
};

static void put_rows(struct counting *counting, uint32_t first, uint32_t beyond)
{
    static struct number_keys put;
    struct batch *batch = &counting->it.batch;
    for (uint32_t n = first; n < beyond; n += (uint32_t)batch->count) {
        number_keys_fill(&put, n, beyond, 1);
        batch->count = put.keys.count;
        for (size_t i = 0; i < batch->count; i++) {
            batch->kind[i] = OP_PUT;
            batch->columns[0].numbers[i] = put.number[i];
            batch->columns[1].numbers[i] = put.number[i] % HOSTS;
        }
        record_book_add(counting->book, batch);
        const struct stored_rows stored = {&put.keys, put.hash, put.number, NULL, put.number};
        table_rows_add(&counting->rows, &stored, 0, batch->count);
    }
    number_keys_done(&put);
    put = (struct number_keys){0};
}

static void begin(struct counting *counting, const char *where)
{
    struct err err = {0};
    *counting = (struct counting){0};
    key_case_init(&counting->it, "id:long=0 host:long=0", 'b');
    counting->book = record_book_new(&counting->it.schema, ROWS_EXACT_MAX);
    table_rows_init(&counting->rows, false);
    counting->clause = clause_new(where, &counting->it.schema, &err);
    cr_assert(counting->clause != NULL, "%s", err.message);
    bound_clause_init(&counting->bound, counting->clause);
    cr_assert(clause_bind(counting->clause, NULL, 0, 0, &counting->bound, &err));
}

static void end(struct counting *counting)
{
    bound_clause_done(&counting->bound);
    clause_free(counting->clause);
    table_rows_done(&counting->rows);
    record_book_free(counting->book);
    key_case_done(&counting->it);
}

static struct row_counter counter_of(struct counting *counting)
{
    return (struct row_counter){
        .filtered = true,
        .looks_at_all = true,
        .bound = &counting->bound,
        .book = counting->book,
        .rows = &counting->rows,
        .history = &counting->history,
        .marks = &counting->marks,
        .walked = &counting->walked,
        .context = counting,
    };
}

// Rows first .. beyond - 1 (0: to the end), until `wanted` were found.
static struct row_count count(struct row_counter *counter, uint32_t first, uint32_t beyond,
                              double wanted)
{
    uint8_t ends[8];
    const struct key_range range = number_range(first, beyond, 0, ends);
    return row_counter_count(counter, &range, wanted);
}

static void count_found(void *context, const struct batch *batch, size_t row)
{
    struct counting *counting = context;
    cr_assert(eq(i64, batch->columns[0].numbers[row] % HOSTS, batch->columns[1].numbers[row]));
    counting->found++;
}

Test(read_range, looks_at_rows_until_enough_were_found)
{
    static struct counting counting;
    begin(&counting, "where host = 7");
    put_rows(&counting, 0, ROWS);
    static const struct {
        uint32_t first, beyond;
        double wanted;
        bool in_order, reverse;
        double examined, returned;
    } rows[] = {
        {0, 0, INFINITY, true, false, ROWS, ROWS / HOSTS},
        {500, 1000, INFINITY, true, false, 500, 50},
        {500, 1000, 3, true, false, 28, 3}, // 507, 517, 527
        {500, 1000, 3, true, true, 23, 3},  // 997, 987, 977 of 999 ..
        {508, 517, 3, true, false, 9, 0},
        {500, 1000, 3, false, false, 500, 50}, // the best of them are known at the end
        {500, 1000, 50, true, false, 498, 50},
        {500, 1000, 51, true, false, 500, 50},
        {ROWS - 3, 0, 1, true, false, 1, 1},
        {ROWS, 0, 1, true, false, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct row_counter counter = counter_of(&counting);
        counter.in_order = rows[i].in_order;
        counter.reverse = rows[i].reverse;
        counter.found = count_found;
        counting.found = 0;
        const struct row_count seen =
            count(&counter, rows[i].first, rows[i].beyond, rows[i].wanted);
        cr_expect(eq(dbl, seen.examined, rows[i].examined), "row %zu", i);
        cr_expect(eq(dbl, seen.returned, rows[i].returned), "row %zu", i);
        cr_expect(eq(dbl, seen.variance, 0), "row %zu", i);
        cr_expect(eq(dbl, (double)counting.found, rows[i].returned), "row %zu", i);
    }
    cr_expect(eq(u64, counting.marks.count, 0));
    end(&counting);
}

Test(read_range, needs_no_look_where_nothing_is_filtered)
{
    static struct counting counting;
    begin(&counting, "where id >= 0");
    put_rows(&counting, 0, ROWS);
    struct row_counter counter = counter_of(&counting);
    counter.filtered = false;
    counter.in_order = true;
    cr_expect(eq(dbl, count(&counter, 10, 0, INFINITY).returned, ROWS - 10));
    cr_expect(eq(dbl, count(&counter, 10, 0, 30).examined, 30));
    cr_expect(eq(u64, counting.walked, 0));
    end(&counting);
}

Test(read_range, tells_matches_by_a_sample_where_it_may_not_look_at_all)
{
    static struct counting counting;
    begin(&counting, "where host = 7");
    put_rows(&counting, 0, ROWS);
    struct row_counter counter = counter_of(&counting);
    counter.looks_at_all = false;
    // Few rows are always looked at.
    cr_expect(eq(dbl, count(&counter, 0, 4000, INFINITY).returned, 400));
    cr_expect(not(counter.sampled));
    const struct row_count seen = count(&counter, 0, 0, INFINITY);
    cr_expect(counter.sampled);
    cr_expect(eq(dbl, seen.examined, ROWS));
    cr_expect(eq(dbl, seen.variance, 0));
    // 6,250 rows of 100,000 (one of 16): 625 matches, four standard deviations are 15 %.
    cr_expect(epsilon_eq(dbl, seen.returned, ROWS / HOSTS, 1500));
    cr_expect(seen.returned != ROWS / HOSTS);
    // The same sample tells no more the second time.
    const uint64_t marks = counting.marks.count;
    cr_expect(all(gt(u64, marks, 525), lt(u64, marks, 725)));
    (void)count(&counter, 0, 0, INFINITY);
    cr_expect(eq(u64, counting.marks.count, marks));
    // As many rows as it takes to find 1000: 10,000, as sure as the matches that were seen.
    counter.in_order = true;
    const struct row_count some = count(&counter, 0, 0, 1000);
    cr_expect(eq(dbl, some.returned, 1000));
    cr_expect(lt(dbl, fabs(some.examined - 10000), 4 * sqrt(some.variance)));
    cr_expect(lt(dbl, sqrt(some.variance), 1000));
    end(&counting);
}

Test(read_range, counts_what_stood_there_before_by_its_weight)
{
    static struct counting counting;
    begin(&counting, "where host = 7");
    put_rows(&counting, 0, 10000); // each stands for 100
    table_rows_set_aside(&counting.rows, 100);
    put_rows(&counting, 10000, 15000);
    struct row_counter counter = counter_of(&counting);
    const struct row_count seen = count(&counter, 0, 0, INFINITY);
    cr_expect(epsilon_eq(dbl, seen.examined, 1e6 + 5000, 1e-6));
    cr_expect(epsilon_eq(dbl, seen.returned, 1e5 + 500, 1e-6));
    cr_expect(gt(dbl, seen.variance, 0));
    end(&counting);
}
