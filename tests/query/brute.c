#include "brute.h"

#include "base/mem.h"
#include "hash/hash.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char brute_fields[] = "x:long=0 ts:time:s@0..4000000000=0 a=q h=q u:ulong=0 "
                            "e{login,logout,error}=login d:decimal=1.5 i:int=0";
const char *const brute_designs[] = {
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
    "[172800 - ts][a]",
    "[hex(ts, 2)][a]",
    "[floor(ts, 3600)][ts DESC][a]",
    "[date(ts, '%Y%m%d')][Long.MAX_VALUE - ts]",
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
    "[a][e][Long.MAX_VALUE - ts]",
    "[h][e]_[ts DESC]",
    "[random(3)][ts][a]",
    "[e][u][ts]",
    "[a + e][ts]",
    "[u % 12]_[dec(ts, 10)]",
    "[u % 12][ts]",
    "<e>.[dec(ts, 10)]",
    "<e>_{xxHash(<a>) % 8}.[dec(ts, 10)]",
};
const size_t brute_design_count = sizeof brute_designs / sizeof brute_designs[0];

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

void brute_draw(struct rng *rng, struct batch *batch, struct arena *arena, bool alike)
{
    static const char *const events[] = {"login", "logout", "error"};
    struct column *columns = batch->columns;
    batch->count = BRUTE_ROWS;
    for (size_t row = 0; row < BRUTE_ROWS; row++) {
        batch->record[row] = row;
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

uint32_t brute_slice(bool slices, struct bytes key)
{
    const uint8_t *dot = key.size > 0 ? memchr(key.data, '.', key.size) : NULL;
    return slices ? hash_slice(bytes_of(key.data, dot ? (size_t)(dot - key.data) : key.size),
                               BRUTE_SLICES)
                  : 0;
}

void brute_table_init(struct brute_table *table, const char *design, char encoding, uint64_t seed)
{
    struct err err = {0};
    struct rng rng = rng_stream(seed, design, (uint64_t)encoding);
    *table = (struct brute_table){
        .slices = encoding == 's', .encoding = encoding, .seed = seed, .design = design};
    key_case_init(&table->it, brute_fields, encoding);
    table->program = key_program_new(design, &table->it.context, &err);
    cr_assert(table->program != NULL, "seed %" PRIu64 ": %s: %s", seed, design, err.message);
    // What is hashed depends on how a decimal is spelled.
    brute_draw(&rng, &table->it.batch, &table->arena, strstr(design, "md5(d)") != NULL);
    cr_assert(key_program_run(table->program, &table->it.batch, &table->keys, &err), "%s: %s",
              design, err.message);
    for (size_t row = 0; row < BRUTE_ROWS; row++) {
        table->stored[row] = true;
        for (size_t i = row + 1; table->stored[row] && i < BRUTE_ROWS; i++)
            table->stored[row] = key_compare(key_at(&table->keys, row), key_at(&table->keys, i));
    }
}

void brute_table_done(struct brute_table *table)
{
    buffer_done(&table->keys.bytes);
    key_program_free(table->program);
    arena_done(&table->arena);
    key_case_done(&table->it);
}

uint64_t brute_rounds(void)
{
    const char *many = getenv("HOTSIM_FUZZ");
    return many ? strtoull(many, NULL, 10) : 1;
}
