// What the catalog says of each function, against random values: order kept or reversed, everywhere
// or in stretches, different values kept apart, the range of what can be listed, beginnings,
// widths.
#include "key_case.h"

#include "base/arena.h"
#include "base/mem.h"
#include "base/rng.h"
#include "key/compiled.h"
#include "key/pieces.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

static const char fields[] = "x:long=0 i:int=0 u:ulong=0 b:long@0..999=0 "
                             "t:time:s@0..4000000000=0 a=q e{login,logout}=login d:decimal=1.5";
enum { FIELD_X, FIELD_I, FIELD_U, FIELD_B, FIELD_T, FIELD_A, FIELD_E, FIELD_D };

// At least one use of every function; texts hold no zero byte in those marked so, as a pad and a
// complemented end cannot be told from one.
static const struct {
    const char *program;
    bool no_zero;
} uses[] = {
    {"[md5(a)][sha1(x)][sha256(u)]", false},
    {"[xxhash(a)][xxh32(a)][xxh3(a)][crc32(a)][crc16(a)]", false},
    {"[fnv1_32(a)][fnv1a_32(a)][fnv1a_64(a)][hashCode(a)][djb2(a)][murmur3(a)]", false},
    {"[abs(x)][abs(i)][abs(b)][num(d)][num(x)]", false},
    {"[floormod(x, 7)][floormod(u, 7)][floormod(x, -7)][random(9)]", false},
    {"[floor(x, 10)][floor(i, 10)][floor(u, 10)][floor(b, 10)][floor(t, 3600)]", false},
    {"[if(a == 'q', x, 3)][if(x != 3, a, 'z')][x == 3][d == 1.5]", false},
    {"[substr(a, 0, 2)][substr(a, 1)][substring(a, 0, 3)][right(a, 2)][before(a, 'q')]"
     "[after(a, 'q')]",
     false},
    {"[substr(md5(a), 0, 4)][right(md5(a), 4)][upper(md5(a))][reverse(md5(a))]", false},
    {"[lpad(a, 'x', 4)][rpad(a, 'x', 4)][rpad(a, '\\x00', 4)][lpad(str(x), '0', 9)]", true},
    {"[dec(x)][dec(x, 4)][dec(u, 20)][dec(b, 3)][dec(i, 10)]", false},
    {"[hex(x)][hex(x, 4)][hex(u, 16)][hex(b, 3)][hex(i, 8)]", false},
    {"[reverse(a)][upper(a)][lower(a)][digits(a)][map(e, 'login', '1')][utf16le(a)]", false},
    {"[concat(a, 'x')][concat('x', a, x)][str(x)][str(b)][str(a)][str(d)]", false},
    {"[long(x)][long(u)][long(b)][int(x)][int(i)][short(x)][short(b)][byte(x)][byte(b)]", false},
    {"[reverse_bytes(x)][reverse_bits(i)][bytes(a)][crdb_int(x)][crdb_int(u)]", false},
    {"[ordered(x)][ordered(i)][ordered(u)][ordered(a)][desc(x)][desc(i)][desc(u)][x DESC]", false},
    {"[desc(a)][desc(ordered(a))][desc(md5(a))][desc(crdb_int(x))][a DESC]", true},
    {"[long_at(long(x), 0)][int_at(long(x), 4)][bytes_at(a, 1, 2)]", false},
    {"[igz_bucket(a)][igz_bucket(x, 5)][phoenix_salt(a, x, 20)][opentsdb_salt(a, 20)]", false},
    {"[date(t, '%Y%m%d')][date(x, '%F %T')][date(x, '%Y')][date(d, '%H')][date(t, '%d%m')]", false},
    {"[x + 5][x - 5][5 - x][Long.MAX_VALUE - x][x * 3][x / 7][x % 7][u % 7][u + 5][5 - u][u / 7]",
     false},
    {"[i + 5][i - 2147483647][5 - i][i * 3][i / 7][i % 7][b % 7][b * 3][7 - b][b / 7][d + 1.5]",
     false},
    {"int n = x; long m = i; ulong v = x; time w = x; int y = b; ulong z = b; "
     "[n][m][v][w][y][z]",
     false},
};

static int64_t draw_number(struct rng *rng)
{
    const uint64_t ends[] = {
        0,     100, 999, INT64_MAX, (uint64_t)INT64_MIN, INT32_MAX, (uint64_t)INT32_MIN,
        65536, 256, 9999};
    const uint64_t end = ends[rng_upto(rng, 9)];
    return rng_upto(rng, 3) == 0 ? (int64_t)(rng_next(rng) >> rng_upto(rng, 63))
                                 : (int64_t)(end + rng_upto(rng, 16) - 8);
}

// Characters of one to four bytes, and a zero byte unless it is left out.
static struct bytes draw_text(struct rng *rng, bool no_zero, struct arena *arena)
{
    static const char *const letters[] = {
        "", "q", "Q", "x", "7", "0", "_", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"};
    uint8_t *text = arena_take(arena, 32);
    size_t size = 0;
    for (uint64_t left = rng_upto(rng, 4); left > 0; left--) {
        const char *letter = letters[rng_upto(rng, 9)];
        const size_t width = letter[0] == '\0' ? !no_zero : strlen(letter);
        memcpy(text + size, letter, width);
        size += width;
    }
    return bytes_of(text, size);
}

static void draw_records(struct rng *rng, struct key_case *it, bool no_zero, struct arena *arena)
{
    struct column *columns = it->batch.columns;
    static const char *const events[] = {"login", "logout"};
    it->batch.count = BATCH_ROWS;
    for (size_t row = 0; row < BATCH_ROWS; row++) {
        it->batch.record[row] = row;
        columns[FIELD_X].numbers[row] = draw_number(rng);
        columns[FIELD_I].numbers[row] = (int32_t)(uint32_t)(uint64_t)draw_number(rng);
        columns[FIELD_U].numbers[row] = draw_number(rng);
        columns[FIELD_B].numbers[row] = (int64_t)rng_upto(rng, 999);
        columns[FIELD_T].numbers[row] = (int64_t)rng_upto(rng, 4000000000);
        columns[FIELD_A].texts[row] = draw_text(rng, no_zero, arena);
        const char *event = events[rng_upto(rng, 1)];
        columns[FIELD_E].texts[row] = bytes_of(event, strlen(event));
        columns[FIELD_D].numbers[row] = (int64_t)rng_upto(rng, 4000) - 2000;
        columns[FIELD_D].scales[row] = 2;
        columns[FIELD_D].texts[row] = key_decimal_text(columns[FIELD_D].numbers[row], 2, arena);
    }
}

static int compare(const struct key_node *node, size_t a, size_t b)
{
    if (type_is_text(node->type))
        return key_compare(node->column.texts[a], node->column.texts[b]);
    const wide_int left = key_wide(node->type, node->column.numbers[a]);
    const wide_int right = key_wide(node->type, node->column.numbers[b]);
    return (left > right) - (left < right);
}

static bool is_faulty(const struct key_node *node, size_t row)
{
    return node->has_faults && node->faults[row] != 0;
}

static void check_pair(const struct key_node *node, const struct key_node *argument, size_t a,
                       size_t b, const char *program)
{
    const int given = compare(argument, a, b);
    const int got = compare(node, a, b);
    const char *name = node->function->name;
    if (given == 0 || is_faulty(node, a) || is_faulty(node, b))
        return;
    if (node->properties & KEY_KEEPS_ORDER)
        cr_assert(given < 0 ? got <= 0 : got >= 0, "%s keeps no order in %s", name, program);
    if (node->properties & KEY_REVERSES_ORDER)
        cr_assert(given < 0 ? got >= 0 : got <= 0, "%s reverses no order in %s", name, program);
    if (node->properties & KEY_INJECTIVE)
        cr_assert(got != 0, "%s makes values the same in %s", name, program);
    if (!type_is_whole(argument->type) || !node->function->stretch)
        return;
    struct key_stretch stretch;
    const wide_int from = key_wide(argument->type, argument->column.numbers[a]);
    const wide_int to = key_wide(argument->type, argument->column.numbers[b]);
    const int direction = node->function->stretch(node, from, &stretch);
    if (direction == 0)
        return;
    cr_assert(stretch.first <= from && from <= stretch.last, "%s in %s", name, program);
    if (to >= stretch.first && to <= stretch.last)
        cr_assert(given * direction < 0 ? got <= 0 : got >= 0, "%s goes another way in %s", name,
                  program);
}

static bool begins_with(struct bytes text, struct bytes start)
{
    return text.size >= start.size &&
           (start.size == 0 || memcmp(text.data, start.data, start.size) == 0);
}

// The first `size` bytes of an argument, up to a character's end.
static struct bytes start_of(struct bytes text, size_t size)
{
    while (size > 0 && size < text.size && (text.data[size] & 0xc0) == 0x80)
        size--;
    return bytes_of(text.data, size < text.size ? size : text.size);
}

static void check_row(const struct key_node *node, const struct key_node *argument, size_t row,
                      struct arena *arena, const char *program)
{
    const char *name = node->function->name;
    if (is_faulty(node, row))
        return;
    if (node->width > 0)
        cr_assert(eq(sz, node->column.texts[row].size, node->width), "%s in %s", name, program);
    if (node->bounded && !type_is_text(node->type)) {
        const wide_int number = key_wide(node->type, node->column.numbers[row]);
        cr_assert(node->min <= number && number <= node->max, "%s in %s", name, program);
    }
    if (node->bounded && type_is_text(node->type))
        cr_assert(node->column.texts[row].data[0] <= node->max, "%s in %s", name, program);
    if (!argument || !type_is_text(argument->type))
        return;
    const struct bytes text = argument->column.texts[row];
    for (size_t size = 0; node->function->begins && size <= text.size; size++) {
        const struct bytes start = node->function->begins(node, start_of(text, size), arena);
        cr_assert(begins_with(node->column.texts[row], start), "%s in %s", name, program);
    }
}

static void check_ends(const struct key_node *node, size_t a, size_t b, const char *program)
{
    const struct bytes first = node->column.texts[a];
    const struct bytes second = node->column.texts[b];
    cr_assert(first.size == second.size || begins_with(second, first) == false,
              "%s does not end itself in %s", node->function->name, program);
}

static void check_node(const struct key_node *node, const char *program)
{
    enum { PAIRS = 8 };
    struct rng rng = rng_stream(5, "pairs", node->id);
    struct arena arena = {0};
    const struct key_node *argument = key_only_argument(node);
    if (argument && argument->constant)
        argument = NULL;
    for (size_t row = 0; row < BATCH_ROWS; row++) {
        check_row(node, argument, row, &arena, program);
        for (int i = 0; i < PAIRS; i++) {
            const size_t other = rng_upto(&rng, BATCH_ROWS - 1);
            if (argument && argument->type != TYPE_DECIMAL && node->type != TYPE_DECIMAL)
                check_pair(node, argument, row, other, program);
            if (node->properties & KEY_ENDS_ITSELF)
                check_ends(node, row, other, program);
        }
        arena_reset(&arena);
    }
    arena_done(&arena);
}

enum { SEEN_MAX = 256 };
struct seen {
    const struct key_function *functions[SEEN_MAX];
    size_t count;
};

static void check_program(const char *text, char encoding, bool no_zero, struct seen *seen)
{
    struct key_case it;
    struct arena arena = {0};
    struct key_batch keys = {0};
    struct err err = {0};
    struct rng rng = rng_stream(6, text, (uint64_t)encoding);
    key_case_init(&it, fields, encoding);
    struct key_program *program = key_program_new(text, &it.context, &err);
    cr_assert(program != NULL, "%s: %s", text, err.message);
    draw_records(&rng, &it, no_zero, &arena);
    cr_assert(key_program_run(program, &it.batch, &keys, &err), "%s: %s", text, err.message);
    for (size_t i = 0; i < program->graph->count; i++) {
        const struct key_node *node = program->graph->nodes[i];
        if (!node->function || !node->needed)
            continue;
        if (seen->count < SEEN_MAX)
            seen->functions[seen->count++] = node->function;
        if (!node->constant)
            check_node(node, text);
    }
    key_program_free(program);
    buffer_done(&keys.bytes);
    arena_done(&arena);
    key_case_done(&it);
}

Test(catalog, says_the_truth_about_every_function)
{
    static const char encodings[] = "bto";
    for (const char *encoding = encodings; *encoding; encoding++) {
        struct seen seen = {0};
        for (size_t i = 0; i < sizeof uses / sizeof uses[0]; i++)
            check_program(uses[i].program, *encoding, uses[i].no_zero, &seen);
        for (size_t i = 0; key_function_at(i); i++) {
            bool used = false;
            for (size_t j = 0; j < seen.count; j++)
                used = used || seen.functions[j] == key_function_at(i);
            cr_expect(used, "no use of %s is checked", key_function_at(i)->name);
        }
    }
}

// What the catalog says can be listed holds every value that records have.
Test(catalog, lists_every_value_that_occurs)
{
    static const char *const programs[] = {"[x % 7]",
                                           "[u % 7]",
                                           "[floormod(x, 7)]",
                                           "[random(9)]",
                                           "[x == 3]",
                                           "[igz_bucket(a)]",
                                           "[phoenix_salt(a, 20)]",
                                           "[opentsdb_salt(a, 20)]",
                                           "[md5(a).substr(0, 2)]",
                                           "[dec(x % 7, 2)]",
                                           "[e]",
                                           "[hash(e).right(3)]",
                                           "[if(a == 'q', random(4), 9)]",
                                           "[x % 7 + u % 3]",
                                           "[i % -5]"};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        struct key_case it;
        struct arena arena = {0};
        struct key_batch keys = {0};
        struct key_values values;
        struct err err = {0};
        struct rng rng = rng_stream(7, programs[i], 0);
        key_case_init(&it, fields, 'b');
        char text[100];
        snprintf(text, sizeof text, "%s[x]", programs[i]);
        struct key_program *program = key_program_new(text, &it.context, &err);
        cr_assert(program != NULL, "%s: %s", text, err.message);
        draw_records(&rng, &it, false, &arena);
        cr_assert(key_program_leading_values(program, 5000, &values, &err), "%s", err.message);
        cr_assert(key_program_run(program, &it.batch, &keys, &err), "%s: %s", text, err.message);
        for (size_t row = 0; row < BATCH_ROWS; row++) {
            bool listed = false;
            for (size_t j = 0; j < values.count; j++)
                listed = listed || begins_with(key_at(&keys, row), values.items[j]);
            cr_assert(listed, "%s, row %zu", programs[i], row);
        }
        key_values_done(&values);
        key_program_free(program);
        buffer_done(&keys.bytes);
        arena_done(&arena);
        key_case_done(&it);
    }
}
