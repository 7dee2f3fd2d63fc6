// Brute force: whatever the key, the query and the records, every row that a query asks for lies in
// one of its ranges, and where a plan says that nothing must be filtered, nothing else does.
#include "../key/key_case.h"

#include "base/key_batch.h"
#include "base/mem.h"
#include "base/rng.h"
#include "hash/hash.h"
#include "query/planner.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 600, SLICES = 16, MAX_RANGES = 3000 };

static const char fields[] = "x:long=0 ts:time:s@0..4000000000=0 a=q h=q u:ulong=0 "
                             "e{login,logout,error}=login d:decimal=1.5 i:int=0";
enum { FIELD_X, FIELD_TS, FIELD_A, FIELD_H, FIELD_U, FIELD_E, FIELD_D, FIELD_I, FIELDS };

static const char *const designs[] = {
    "[x]",
    "[ts]",
    "[a]",
    "[a][ts]",
    "[a][x]",
    "[ts][a]",
    "[a]_[ts]",
    "[a]_[h]_[x]",
    "[h][a]",
    "[a][h][ts]",
    "[a DESC][x DESC]",
    "[x DESC][a]",
    "[ts DESC]",
    "[a][ts DESC]",
    "bucket = ts % 16; [bucket][ts][a]",
    "bucket = x % 7; [bucket][x]",
    "bucket = floormod(x, 7); [bucket][x][a]",
    "bucket = x % 5; [dec(bucket, 2)]_[x]",
    "[u % 4][u]",
    "[i % 3][i]",
    "[i][u]",
    "[i DESC]_[u DESC]",
    "[md5(a).substr(0,1)][a][ts]",
    "[md5(a).substr(0,4)][a][ts]",
    "[md5(ts).substr(0,1)][ts]",
    "[hash(e).substr(0,2)][e][ts]",
    "x = Long.MAX_VALUE - x; [x][a]",
    "[a][Long.MAX_VALUE - ts]",
    "[a][Long.MAX_VALUE - x]",
    "[x + 100][a]",
    "[5 - i]",
    "[x * 3]",
    "[x / 10][x]",
    "[floor(ts, 86400)][a][ts]",
    "[floor(x, 100)][x]",
    "[date(ts, '%Y%m%d')][a][ts]",
    "[date(ts, '%Y-%m')]_[a]",
    "[date(x, '%Y%m%d')][x]",
    "[md5(date(ts, '%Y%m%d')).substr(0,2)][ts]",
    "[dec(ts, 10)]_[a]",
    "[dec(x, 4)][a]",
    "[hex(u, 16)]",
    "[hex(i, 3)][a]",
    "[str(x)]_[a]",
    "[reverse(a)]_[x]",
    "[substr(a, 0, 2)][a][x]",
    "[a.substr(1, 2)][x]",
    "[rpad(a, '\\x00', 5)][x]",
    "[rpad(a, 'x', 4)][h]",
    "[lpad(a, '0', 4)][h]",
    "[upper(a)][a]",
    "[a][random(10)][x]",
    "[random(10)][a][x]",
    "[a][x][random(5)]",
    "[e][ts]",
    "[e][a][x]",
    "[ts][e]",
    "[if(a == 'q', x % 4, 0)][a][x]",
    "[if(e == 'error', random(4), 9)]_[e]_[ts]",
    "[phoenix_salt(a, x, 20)][a][x]",
    "[opentsdb_salt(a, 20)][a][ts]",
    "[crdb_int(x)][a]",
    "[ordered(x)][a]",
    "[ordered(a)][x]",
    "[desc(ordered(a))][u]",
    "[long(x)][short(i)]",
    "[reverse_bytes(x)][a]",
    "[desc(x)][a]",
    "[d][a]",
    "[a]_[d]_[x]",
    "[a][num(d)][d]",
    "[date(d, '%H%M')][d]",
    "[md5(d).substr(0,1)][d]",
    "pk1 = hash(a).substring(0, 4) + a; [pk1][x]",
    "k = a + '_' + h; [k][ts]",
    "k = a + ':' + dec(ts, 10); [k]",
    "[xxh64(a) % 16][crc32(h) % 4][a][h]",
    "[ts % 16 + ts]",
    "[x][x % 3][a]",
    "[a.before('a')][a]",
    "[map(e, 'login', '1', 'logout', '2')][ts]",
    "<a>.<ts>",
    "<a>.<h>",
    "<a>_{xxHash(<ts>) % 8}.<ts>",
    "<a>_{xxHash(<h>) % 8}.<h>",
    "<a>.[date(ts, '%Y%m%d')]_<h>",
    "<h>_<a>.<x>",
    "[a]_[random(4)].[x]",
};

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

static int64_t draw_number(struct rng *rng)
{
    const int64_t ends[] = {0, 0, 100, INT64_MAX, INT64_MIN, INT32_MAX, 9999, 1000};
    const int64_t end = ends[rng_upto(rng, 7)];
    const uint64_t near = rng_upto(rng, 40) * (rng_upto(rng, 1) ? 1 : 7);
    return (int64_t)((uint64_t)end + near - 60);
}

static struct bytes draw_text(struct rng *rng, struct arena *arena)
{
    static const char letters[] = "qqqqaab__.\0\xff\xc3\xa9z0";
    const size_t size = rng_upto(rng, 3) == 0 ? rng_upto(rng, 5) : rng_upto(rng, 2);
    uint8_t *text = arena_take(arena, 8);
    for (size_t i = 0; i < size; i++)
        text[i] = (uint8_t)letters[rng_upto(rng, sizeof letters - 2)];
    return bytes_of(text, size);
}

// What is hashed depends on how a decimal is spelled: such designs get one spelling of each value.
static struct bytes draw_decimal(struct rng *rng, struct column *column, size_t row, bool alike)
{
    enum { SPELLED_AGAIN = 2 };
    static const struct {
        const char *text;
        int64_t number;
        uint8_t scale;
    } values[] = {{"1.50", 150, 2}, {"10.0", 100, 1}, {"1.5", 15, 1},        {"0", 0, 0},
                  {"-0.5", -5, 1},  {"10", 10, 0},    {"99.99", 9999, 2},    {"100", 100, 0},
                  {"2", 2, 0},      {"1", 1, 0},      {"-12.25", -1225, 2},  {"0.001", 1, 3},
                  {"1.49", 149, 2}, {"15", 15, 0},    {"86400.5", 864005, 1}};
    const size_t first = alike ? SPELLED_AGAIN : 0;
    const size_t pick = first + rng_upto(rng, sizeof values / sizeof values[0] - 1 - first);
    column->numbers[row] = values[pick].number;
    column->scales[row] = values[pick].scale;
    return bytes_of(values[pick].text, strlen(values[pick].text));
}

static void draw_records(struct rng *rng, struct key_case *it, struct arena *arena, bool alike)
{
    static const char *const events[] = {"login", "logout", "error"};
    struct column *columns = it->batch.columns;
    it->batch.count = ROWS;
    for (size_t row = 0; row < ROWS; row++) {
        it->batch.record[row] = row;
        columns[FIELD_X].numbers[row] = draw_number(rng);
        columns[FIELD_U].numbers[row] = draw_number(rng);
        columns[FIELD_I].numbers[row] = (int32_t)(uint32_t)draw_number(rng);
        columns[FIELD_TS].numbers[row] =
            (int64_t)(rng_upto(rng, 1) ? 1364200000 + rng_upto(rng, 400000) : rng_upto(rng, 300));
        columns[FIELD_A].texts[row] = draw_text(rng, arena);
        columns[FIELD_H].texts[row] = draw_text(rng, arena);
        const char *event = events[rng_upto(rng, 2)];
        columns[FIELD_E].texts[row] = bytes_of(event, strlen(event));
        columns[FIELD_D].texts[row] = draw_decimal(rng, &columns[FIELD_D], row, alike);
    }
}

static bool is_inside(const struct range_list *ranges, uint32_t slice, struct bytes key)
{
    for (size_t i = 0; i < ranges->count; i++) {
        const struct key_range *range = &ranges->items[i];
        if (range->slice == slice && key_compare(range->start, key) <= 0 &&
            (range->stop.size == 0 || key_compare(key, range->stop) < 0))
            return true;
    }
    return false;
}

static uint32_t slice_of(bool slices, struct bytes key)
{
    const uint8_t *dot = key.size > 0 ? memchr(key.data, '.', key.size) : NULL;
    return slices
               ? hash_slice(bytes_of(key.data, dot ? (size_t)(dot - key.data) : key.size), SLICES)
               : 0;
}

static void check_disjoint(const struct range_list *ranges, const char *what)
{
    for (size_t i = 0; i < ranges->count; i++) {
        const struct key_range *range = &ranges->items[i];
        cr_assert(range->stop.size == 0 || key_compare(range->start, range->stop) < 0, "%s", what);
        if (i == 0 || ranges->items[i - 1].slice != range->slice)
            continue;
        const struct bytes stop = ranges->items[i - 1].stop;
        cr_assert(stop.size > 0 && key_compare(stop, range->start) <= 0, "%s", what);
    }
}

struct table {
    struct key_case *it;
    struct key_batch keys;
    bool slices;
    uint64_t seed;
    const char *design;
};

static void check_query(const struct table *table, struct query_plan *plan,
                        const struct clause *clause, const char *where, size_t drawn)
{
    struct bound_clause bound;
    struct range_list ranges = {0};
    struct err err = {0};
    char what[400];
    const struct plan_facts *facts = query_plan_facts(plan);
    snprintf(what, sizeof what, "seed %" PRIu64 ", key %s (%s), %s, drawn %zu: %s", table->seed,
             table->design, table->slices ? "slices" : "regions", where, drawn, facts->words);
    bound_clause_init(&bound, clause);
    cr_assert(clause_bind(clause, &table->it->batch, drawn, 0, &bound, &err), "%s", what);
    cr_assert(query_plan_ranges(plan, &bound, &ranges, &err), "%s", what);
    check_disjoint(&ranges, what);
    for (size_t row = 0; row < ROWS; row++) {
        const struct bytes key = key_at(&table->keys, row);
        const bool matches = bound_clause_matches(&bound, &table->it->batch, row);
        const bool inside = is_inside(&ranges, slice_of(table->slices, key), key);
        cr_assert(matches == false || inside, "row %zu missed: %s", row, what);
        cr_assert(facts->filtered || matches == inside, "row %zu is foreign: %s", row, what);
    }
    if (facts->point) {
        for (size_t i = 0; i < ranges.count; i++)
            cr_assert(ranges.items[i].stop.size == ranges.items[i].start.size + 1, "%s", what);
    }
    range_list_done(&ranges);
    bound_clause_done(&bound);
}

static struct plan_context context_of(struct key_program *program, bool slices, struct rng *rng)
{
    struct plan_context context = {
        .program = program,
        .slices = slices,
        .partitions = slices ? SLICES : 10,
        .max_ranges = rng_upto(rng, 3) == 0 ? 20 : MAX_RANGES,
        .seek_ns = rng_upto(rng, 2) == 0 ? 1 : 1e6,
        .row_ns = 1000,
        .get_ns = 1e6,
        .reverse_factor = 1.5,
        .rows = rng_upto(rng, 1) ? 1e7 : 1e3,
    };
    return context;
}

static void check_design(const char *design, char encoding, uint64_t seed)
{
    struct key_case it;
    struct arena arena = {0};
    struct err err = {0};
    struct rng rng = rng_stream(seed, design, (uint64_t)encoding);
    key_case_init(&it, fields, encoding);
    struct table table = {.it = &it, .slices = encoding == 's', .seed = seed, .design = design};
    struct key_program *program = key_program_new(design, &it.context, &err);
    cr_assert(program != NULL, "%s: %s", design, err.message);
    draw_records(&rng, &it, &arena, strstr(design, "md5(d)") != NULL);
    cr_assert(key_program_run(program, &it.batch, &table.keys, &err), "%s: %s", design,
              err.message);
    for (size_t i = 0; i < sizeof clauses / sizeof clauses[0]; i++) {
        struct clause *clause = clause_new(clauses[i], &it.schema, &err);
        cr_assert(clause != NULL, "%s: %s", clauses[i], err.message);
        const struct plan_context context = context_of(program, table.slices, &rng);
        struct query_plan *plan = query_plan_new(clause, &context, &err);
        cr_assert(plan != NULL, "%s", design);
        for (int drawn = 0; drawn < 4; drawn++)
            check_query(&table, plan, clause, clauses[i], rng_upto(&rng, ROWS - 1));
        query_plan_free(plan);
        clause_free(clause);
    }
    buffer_done(&table.keys.bytes);
    key_program_free(program);
    arena_done(&arena);
    key_case_done(&it);
}

static void check_encoding(char encoding)
{
    const char *many = getenv("HOTSIM_FUZZ");
    const uint64_t rounds = many ? strtoull(many, NULL, 10) : 1;
    for (uint64_t seed = 1; seed <= rounds; seed++) {
        for (size_t i = 0; i < sizeof designs / sizeof designs[0]; i++)
            check_design(designs[i], encoding, seed);
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
