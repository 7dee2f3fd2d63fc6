// Brute force, over keys and queries put together by chance: no row is missed in any bucket, none
// is foreign where nothing needs to be filtered, and what is said to be in order is.
//
// A failure prints its seed, of which key, records and query all follow.
#include "brute_ask.h"
#include "random_design.h"

#include <criterion/criterion.h>

enum { DESIGNS = 500, QUERIES = 6, DRAWN = 2 };

// How many occurrences came in order.
static size_t check_seed(char encoding, uint64_t seed)
{
    struct rng rng = rng_stream(seed, "random design", (uint64_t)encoding);
    struct buffer design = {0};
    struct buffer where = {0};
    struct brute_table table;
    size_t ordered = 0;
    random_design(&rng, encoding == 's', &design);
    brute_table_init(&table, (const char *)design.data, encoding, seed);
    for (int i = 0; i < QUERIES; i++) {
        struct brute_ask ask;
        random_where(&rng, table.design, &where);
        const struct plan_context context = brute_context(&table, &rng);
        brute_ask_init(&ask, &table, (const char *)where.data, &context);
        for (int drawn = 0; drawn < DRAWN; drawn++) {
            brute_ask_bind(&ask, rng_upto(&rng, BRUTE_ROWS - 1));
            brute_check_rows(&ask);
            ordered += brute_check_order(&ask);
        }
        brute_ask_done(&ask);
    }
    brute_table_done(&table);
    buffer_done(&where);
    buffer_done(&design);
    return ordered;
}

static void check_encoding(char encoding)
{
    size_t ordered = 0;
    for (uint64_t seed = 1; seed <= DESIGNS * brute_rounds(); seed++)
        ordered += check_seed(encoding, seed);
    cr_expect(ordered > DESIGNS / 5, "%zu occurrences in order", ordered);
}

Test(random_keys, miss_no_row_where_numbers_are_binary)
{
    check_encoding('b');
}

Test(random_keys, miss_no_row_where_numbers_are_text)
{
    check_encoding('t');
}

Test(random_keys, miss_no_row_in_an_ordered_store)
{
    check_encoding('o');
}

Test(random_keys, miss_no_row_on_slices)
{
    check_encoding('s');
}
