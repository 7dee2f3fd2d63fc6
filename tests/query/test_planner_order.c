// Brute force, for rows in order: where a plan says that each range comes in the order that is
// asked for, it does, and the first rows of each range hold the first of all.
#include "brute_ask.h"

#include <criterion/criterion.h>

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

static size_t check_clause(const struct brute_table *table, const char *where, struct rng *rng)
{
    struct brute_ask ask;
    const struct plan_context context = brute_context(table, rng);
    brute_ask_init(&ask, table, where, &context);
    size_t compared = 0;
    for (int i = 0; i < 3; i++) {
        brute_ask_bind(&ask, rng_upto(rng, BRUTE_ROWS - 1));
        compared += brute_check_order(&ask);
    }
    brute_ask_done(&ask);
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
