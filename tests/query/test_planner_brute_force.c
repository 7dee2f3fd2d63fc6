// Brute force: whatever the key, the query and the records, every row that a query asks for lies in
// one of its ranges, and where a plan says that nothing must be filtered, nothing else does.
#include "brute_ask.h"

#include <criterion/criterion.h>

static const char *const clauses[] = {
    "where x = $x",
    "where a = $a",
    "where ts = $ts",
    "where a = $a and ts = $ts",
    "where a = $a and x = $x and h = $h and ts = $ts and e = $e and i = $i and u = $u",
    "where a = $a and x between $x - 50 and $x + 50",
    "where x between $x - 5 and $x + 5",
    "where x > $x",
    "where x <= $x and a = $a",
    "where ts between $ts - 100000 and $ts",
    "where ts >= $ts and ts < $ts + 2d and a = $a",
    "where ts < $ts",
    "where a in ($a, 'q', 'qq') and ts > $ts - 1000",
    "where x in ($x, 3, -3, 5000) and a >= $h",
    "where a like 'q%'",
    "where a like 'q%' and h = $h",
    "where a like '%a'",
    "where a > $a and a < 'z'",
    "where a between $a and $h",
    "where a <= $a and x = $x",
    "where h = $h and a < $a",
    "where a >= $h and a < $a",
    "where h > $h and a = $a",
    "where a > $h and h < $a",
    "where e > 'login' and ts = $ts",
    "where e < $e",
    "where e = 'login' and ts > $ts",
    "where e in ('login', 'error') and ts between $ts - 1000 and $ts + 1000",
    "where e like 'log%'",
    "where u = $u",
    "where u between $u - 3 and $u + 3",
    "where u > $u",
    "where i = $i and u >= $u",
    "where i between -20 and 20",
    "where i < $i and x = $x",
    "where d = $d",
    "where d = 1.5",
    "where d between $d - 0.5 and $d + 20 and a = $a",
    "where d > $d and a = $a",
    "where d < $d",
    "where d in (1.5, $d)",
    "where a = $a order by ts desc limit 3",
    "where a = $a and h like 'q%' and x > 3",
    "where a like 'a%' and a > 'ab' and ts > 5",
    "where a = 'q' and e = $e and h = $h and ts > $ts - 10",
    "limit 3",
};

static void check_design(const char *design, char encoding, uint64_t seed)
{
    struct brute_table table;
    brute_table_init(&table, design, encoding, seed);
    struct rng rng = rng_stream(seed, design, (uint64_t)encoding + 1000);
    for (size_t i = 0; i < sizeof clauses / sizeof clauses[0]; i++) {
        struct brute_ask ask;
        const struct plan_context context = brute_context(&table, &rng);
        brute_ask_init(&ask, &table, clauses[i], &context);
        for (int drawn = 0; drawn < 4; drawn++) {
            brute_ask_bind(&ask, rng_upto(&rng, BRUTE_ROWS - 1));
            brute_check_rows(&ask);
        }
        brute_ask_done(&ask);
    }
    brute_table_done(&table);
}

static void check_encoding(char encoding)
{
    for (uint64_t seed = 1; seed <= brute_rounds(); seed++) {
        for (size_t i = 0; i < brute_design_count; i++)
            check_design(brute_designs[i], encoding, seed);
    }
}

Test(planner, misses_no_row_where_numbers_are_binary)
{
    check_encoding('b');
}

Test(planner, misses_no_row_where_numbers_are_text)
{
    check_encoding('t');
}

Test(planner, misses_no_row_in_an_ordered_store)
{
    check_encoding('o');
}

Test(planner, misses_no_row_on_slices)
{
    check_encoding('s');
}
