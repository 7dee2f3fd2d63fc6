// What must hold for any record and any text of a program.
#include "key/function.h"
#include "key/node.h"
#include "key_case.h"

#include "base/mem.h"
#include "base/rng.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char fields[] = "x:long=0 i:int=0 u:ulong=0 a=q";

// Numbers of all sizes, often near each other and near the ends.
static int64_t draw_number(struct rng *rng)
{
    const uint64_t bits = rng_next(rng) >> rng_upto(rng, 63);
    const uint64_t ends[] = {0, INT64_MAX, (uint64_t)INT64_MIN, INT32_MAX, 255, 256};
    switch (rng_upto(rng, 2)) {
    case 0:
        return (int64_t)bits;
    case 1:
        return (int64_t)(0 - bits);
    default:
        return (int64_t)(ends[rng_upto(rng, 5)] + rng_upto(rng, 4) - 2);
    }
}

static void draw_record(struct rng *rng, struct key_case *it, uint8_t *text)
{
    it->batch.columns[0].numbers[0] = draw_number(rng);
    it->batch.columns[1].numbers[0] = (int32_t)(uint32_t)(uint64_t)draw_number(rng);
    it->batch.columns[2].numbers[0] = draw_number(rng);
    const size_t size = rng_upto(rng, 4);
    for (size_t i = 0; i < size; i++)
        text[i] = (uint8_t) "\0\1ab\xff"[rng_upto(rng, 4)];
    it->batch.columns[3].texts[0] = bytes_of(text, size);
}

static int compare_hex(const char *a, const char *b)
{
    const int order = strcmp(a, b); // hex digits sort as the bytes do, the shorter prefix first
    return (order > 0) - (order < 0);
}

enum { FIELD_X, FIELD_I, FIELD_U, FIELD_A };

static int compare_values(const struct key_case *left, const struct key_case *right, int field)
{
    const struct column *a = &left->batch.columns[field];
    const struct column *b = &right->batch.columns[field];
    if (field == FIELD_A) {
        const int order = key_compare(a->texts[0], b->texts[0]);
        return (order > 0) - (order < 0);
    }
    if (field == FIELD_U)
        return ((uint64_t)a->numbers[0] > (uint64_t)b->numbers[0]) -
               ((uint64_t)a->numbers[0] < (uint64_t)b->numbers[0]);
    return (a->numbers[0] > b->numbers[0]) - (a->numbers[0] < b->numbers[0]);
}

Test(properties, order_is_kept_reversed_or_at_least_not_mixed_up)
{
    static const struct {
        const char *program;
        char encoding;
        int field;
        int direction; // 1 kept, -1 reversed
        bool injective;
    } rows[] = {
        {"[x]", 'o', FIELD_X, 1, true},
        {"[i]", 'o', FIELD_I, 1, true},
        {"[u]", 'o', FIELD_U, 1, true},
        {"[u]", 'b', FIELD_U, 1, true},
        {"[a]", 'o', FIELD_A, 1, true},
        {"[a][i / 256]", 'o', FIELD_A, 1, false},
        {"[x DESC]", 'o', FIELD_X, -1, true},
        {"[a DESC][i / 256]", 'o', FIELD_A, -1, false},
        {"[ordered(x)]", 'b', FIELD_X, 1, true},
        {"[desc(ordered(a))][i / 256]", 'o', FIELD_A, -1, false},
        {"[crdb_int(x)]", 'b', FIELD_X, 1, true},
        {"[ordered(floor(x, 64))]", 'b', FIELD_I, 0, false},
        {"[i / 7]", 'o', FIELD_I, 1, false},
        {"[Long.MAX_VALUE - u]", 'o', FIELD_I, 0, false},
    };
    // (A zero byte in a text may be misread before a number that begins with FF; such are left
    // out.)
    uint8_t left_text[8];
    uint8_t right_text[8];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct key_case left;
        struct key_case right;
        struct err err = {0};
        key_case_init(&left, fields, rows[i].encoding);
        key_case_init(&right, fields, rows[i].encoding);
        struct key_program *program = key_program_new(rows[i].program, &left.context, &err);
        cr_assert(program != NULL, "%s: %s", rows[i].program, err.message);
        struct rng rng = rng_stream(7, "test", i);
        for (int pair = 0; pair < 2000; pair++) {
            draw_record(&rng, &left, left_text);
            draw_record(&rng, &right, right_text);
            char first[128];
            snprintf(first, sizeof first, "%s", key_case_hex(program, &left));
            const int keys = compare_hex(first, key_case_hex(program, &right));
            const int values = rows[i].direction * compare_values(&left, &right, rows[i].field);
            cr_assert(rows[i].direction == 0 || values == 0 || keys == values ||
                          (!rows[i].injective && keys == 0),
                      "%s, pair %d", rows[i].program, pair);
        }
        key_program_free(program);
        key_case_done(&left);
        key_case_done(&right);
    }
}

Test(properties, what_is_invertible_comes_back)
{
    static const struct {
        const char *program;
        char encoding;
    } rows[] = {
        {"[a][x][i][u]", 'o'},
        {"[a DESC][x DESC][i DESC][u DESC]", 'o'},
        {"[x][i][u][a]", 'b'},
        {"[x]_[i]_[u]_[a]", 't'},
        {"[md5(a).substr(0,4)][a][reverse_bytes(x)][reverse_bits(i)][u]", 'b'},
        {"[Long.MAX_VALUE - x][5 + i][u - 9][bytes(a)]", 'b'},
        {"[x % 16][long(x)][ordered(i)][desc(u)][ordered(a)]", 'b'},
        {"[phoenix_salt(x, i, u, a, 20)][x]['.'][i][u][a]", 'b'},
        {"[hex(x)]/[dec(i, 4)]/[u][a]", 'b'},
        {"k = concat(x, ':', i, ':', u, ':') + a", 'o'},
    };
    uint8_t text[8];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct key_case it;
        struct err err = {0};
        key_case_init(&it, fields, rows[i].encoding);
        struct key_program *program = key_program_new(rows[i].program, &it.context, &err);
        cr_assert(program != NULL, "%s: %s", rows[i].program, err.message);
        struct rng rng = rng_stream(8, "test", i);
        for (int record = 0; record < 300; record++) {
            draw_record(&rng, &it, text);
            struct key_batch keys = {0};
            cr_assert(key_program_run(program, &it.batch, &keys, &err));
            struct key_decoded decoded;
            cr_assert(key_program_decode(program, key_at(&keys, 0), &decoded, &err),
                      "%s, record %d: %s", rows[i].program, record, err.message);
            cr_assert(eq(sz, decoded.count, 4));
            for (size_t j = 0; j < decoded.count; j++) {
                char wanted[32] = "";
                const char *name = decoded.items[j].name;
                if (name[0] == 'a')
                    continue;
                const int field = name[0] == 'x' ? FIELD_X : name[0] == 'i' ? FIELD_I : FIELD_U;
                const int64_t number = it.batch.columns[field].numbers[0];
                snprintf(wanted, sizeof wanted, field == FIELD_U ? "%" PRIu64 : "%" PRId64, number);
                cr_assert(eq(str, decoded.items[j].value, wanted), "%s", rows[i].program);
            }
            key_decoded_done(&decoded);
            buffer_done(&keys.bytes);
        }
        key_program_free(program);
        key_case_done(&it);
    }
}

Test(properties, a_batch_gives_each_row_what_it_gives_alone)
{
    static const char *const programs[] = {
        "[md5(a).substr(0,4)][a][x]", "[xxh64(a) % 16]_[reverse(a)][i DESC]",
        "b = x % 7; [dec(b, 2)][if(b == 0, a, 'z')][date(i, '%F')]"};
    enum { ROWS = BATCH_ROWS };
    static uint8_t texts[ROWS][8];
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        struct key_case it;
        struct key_case alone;
        struct err err = {0};
        key_case_init(&it, fields, 'b');
        key_case_init(&alone, fields, 'b');
        struct key_program *program = key_program_new(programs[i], &it.context, &err);
        cr_assert(program != NULL, "%s: %s", programs[i], err.message);
        struct rng rng = rng_stream(9, "test", i);
        for (size_t row = 0; row < ROWS; row++) {
            draw_record(&rng, &alone, texts[row]);
            for (int field = 0; field < 3; field++)
                it.batch.columns[field].numbers[row] = alone.batch.columns[field].numbers[0];
            it.batch.columns[FIELD_A].texts[row] = alone.batch.columns[FIELD_A].texts[0];
        }
        it.batch.count = ROWS;
        struct key_batch keys = {0};
        cr_assert(key_program_run(program, &it.batch, &keys, &err));
        cr_assert(eq(sz, keys.count, ROWS));
        for (size_t row = 0; row < ROWS; row++) {
            for (int field = 0; field < 3; field++)
                alone.batch.columns[field].numbers[0] = it.batch.columns[field].numbers[row];
            alone.batch.columns[FIELD_A].texts[0] = it.batch.columns[FIELD_A].texts[row];
            struct key_batch one = {0};
            cr_assert(key_program_run(program, &alone.batch, &one, &err));
            cr_assert(eq(int, key_compare(key_at(&keys, row), key_at(&one, 0)), 0));
            buffer_done(&one.bytes);
        }
        buffer_done(&keys.bytes);
        key_program_free(program);
        key_case_done(&it);
        key_case_done(&alone);
    }
}

// Valid programs with a few bytes changed, doubled or left out: an answer or an error, never a
// crash.
Test(properties, any_text_gives_a_program_or_an_error)
{
    static const char *const seeds[] = {
        "[md5(a).subStr(0,4)][a][x DESC]",
        "long bucket = x % numBuckets; [bucket][x]_[a][log-event]",
        "<a>_{xxHash(<x>) % 64}.<x>",
        "pk1 = hash(a).substring(0, 4) + a",
        "x = Long.MAX_VALUE - x; [if(a == 'q', dec(x % 16, 2), 'z')][lpad(a, '\\x00', 20)]",
        "year=[date(x, '%Y-%m-%d')]/[map(a, 'q', 'w')][phoenix_salt(a, x, 20)][u % 7 * -3 + 1.5]",
        "[crdb_int(i)][reverse_bits(u)][desc(ordered(a))][long_at(a, 0)][concat(a, x, `a`)]",
    };
    static const char bytes[] = "[](){}<>'\"`;.,+-*/%=!_ \n\\x0aAxq9\xc3\xff";
    const char *many = getenv("HOTSIM_FUZZ");
    const uint64_t rounds = many ? strtoull(many, NULL, 10) : 3000;
    struct key_case it;
    key_case_init(&it, fields, 'o');
    struct rng rng = rng_stream(10, "test", 0);
    for (uint64_t round = 0; round < rounds; round++) {
        const char *seed = seeds[rng_upto(&rng, sizeof seeds / sizeof seeds[0] - 1)];
        char text[512];
        snprintf(text, sizeof text, "%s", seed);
        for (uint64_t change = rng_upto(&rng, 4); change > 0 && text[0]; change--) {
            const size_t size = strlen(text);
            const size_t at = rng_upto(&rng, size - 1);
            const uint64_t kind = rng_upto(&rng, 2);
            if (kind == 0) {
                text[at] = bytes[rng_upto(&rng, sizeof bytes - 2)];
            } else if (kind == 1) {
                memmove(text + at, text + at + 1, size - at);
            } else if (2 * size - at < sizeof text) {
                memmove(text + at + (size - at), text + at, size - at + 1);
            }
        }
        it.context.encoding = (enum encoding)rng_upto(&rng, 2);
        struct err err = {0};
        struct key_program *program = key_program_new(text, &it.context, &err);
        if (!program) {
            cr_assert(eq(int, err.code, ERR_INPUT), "%s", text);
            cr_assert(err.message[0] != '\0' && err.offset <= strlen(text), "%s", text);
            continue;
        }
        const char *hex = key_case_hex(program, &it);
        char first[256];
        snprintf(first, sizeof first, "%.200s", hex);
        struct key_decoded decoded;
        struct err refused = {0};
        if (key_program_decode(program, bytes_of(first, strlen(first)), &decoded, &refused))
            key_decoded_done(&decoded);
        // Its canonical text is a program of the same keys.
        struct key_program *again = key_program_new(key_program_text(program), &it.context, &err);
        cr_assert(again != NULL, "%s\n%s\n%s", text, key_program_text(program), err.message);
        char second[256];
        snprintf(second, sizeof second, "%.200s", key_case_hex(again, &it));
        if (strncmp(first, "ERROR", 5) != 0)
            cr_assert(eq(str, first, second), "%s\n%s", text, key_program_text(program));
        key_program_free(again);
        key_program_free(program);
    }
    key_case_done(&it);
}
