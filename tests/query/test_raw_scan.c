// Raw scans: the bytes of both ends, and which rows lie between.
#include "../key/key_case.h"

#include "base/mem.h"
#include "base/text.h"
#include "hash/hash.h"
#include "query/raw_scan.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN_BYTES = 1024, SLICES = 1024 };

// "first .. beyond", "none", or the error; with the slice before it.
static const char *shown(char encoding, const char *fields, const char *from, const char *to)
{
    static char text[SHOWN_BYTES];
    struct key_case it;
    struct err err = {0};
    struct buffer out = {0};
    struct range_list ranges = {0};
    key_case_init(&it, fields, encoding);
    struct raw_scan *scan = raw_scan_new(from, to, &it.context, encoding == 's' ? SLICES : 0, &err);
    if (!scan || !raw_scan_ranges(scan, &it.batch, 0, &ranges, &err)) {
        buffer_format(&out, "%zu+%zu %s", err.offset, err.length, err.message);
    } else if (ranges.count == 0) {
        buffer_text(&out, "none");
    } else {
        if (encoding == 's')
            buffer_format(&out, "%u: ", ranges.items[0].slice);
        text_key(&out, ranges.items[0].start);
        buffer_text(&out, " .. ");
        text_key(&out, ranges.items[0].stop);
    }
    snprintf(text, sizeof text, "%s", (const char *)out.data);
    buffer_done(&out);
    range_list_done(&ranges);
    raw_scan_free(scan);
    key_case_done(&it);
    return text;
}

static const char words[] = "userid=user1 n:long=7 date=20180602";
static const char numbers[] = "userid:long=7 date=20180602";

Test(raw_scan, spells_its_ends_as_the_table_does)
{
    static const struct {
        char encoding;
        const char *fields, *from, *to, *want;
    } rows[] = {
        {'b', numbers, "[userid]", "[userid + 1]",
         "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x07 .. \\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x08"},
        {'o', numbers, "[userid]", "[userid + 1]",
         "\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x07 .. \\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x08"},
        {'t', numbers, "[userid]", "[userid + 1]", "7 .. 8"},
        {'b', words, "[userid]", "[userid]~", "user1 .. user1~"},
        {'b', words, "[int(5)]", "[int(-1)]", "\\x00\\x00\\x00\\x05 .. \\xFF\\xFF\\xFF\\xFF"},
        {'b', words, "[int(-1)]", "[int(5)]", "none"},
        {'b', words, "[rpad('ab', '\\x00', 4)]", "b~", "ab\\x00\\x00 .. b~"},
        {'o', words, "[userid]", "[userid]['~']", "user1\\x00 .. user1\\x00~"},
        {'b', words, "[md5(userid).substr(0,4)]_[userid]", NULL, "24c9_user1 .. "},
        // A text in quotes is itself.
        {'b', words, "'user1'", "'user2'", "user1 .. user2"},
        {'o', words, "'user1\\x00'", "\"user1\\x01\"", "user1\\x00 .. user1\\x01"},
        {'b', words, "'it''s \"'", "''", "it's \" .. "},
        {'b', words, "''", "[userid]", " .. user1"},
        // What ends before it begins holds nothing.
        {'b', words, "[userid]", "'user0'", "none"},
        {'b', words, "[userid]", "[userid]", "none"},
        // A slice is found by what comes before the dot.
        {'s', words, "<userid>.<date>", "<userid>.~", "295: user1.20180602 .. user1.~"},
        {'s', words, "<userid>", NULL, "295: user1 .. "},
        {'s', words, "'user1.'", NULL, "295: user1. .. "},
        // Faults.
        {'b', words, "[usr]", NULL, "1+3 unknown field `usr`"},
        {'b', words, "[userid]", "[userid", "0+1 `[` is not closed: no `]` follows"},
        {'b', words, "'user1", NULL, "0+1 this quote is not closed"},
        {'b', words, "'a' b", NULL, "3+2 a quoted text stands alone as a bound"},
        {'b', words, "'\\xg0'", NULL, "0+6 a broken escape; a byte is written \\xNN"},
        {'b', words, "[1 / (n - 7)]", NULL, "1+11 record 1: division by zero in `1 / (n - 7)`"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *got = shown(rows[i].encoding, rows[i].fields, rows[i].from, rows[i].to);
        cr_expect(eq(str, (char *)got, (char *)rows[i].want), "%c %s to %s", rows[i].encoding,
                  rows[i].from, rows[i].to ? rows[i].to : "the end");
    }
    cr_expect(eq(u32, hash_slice(bytes_of("user1", 5), SLICES), 295));
}

// The rows that a scan from one user to the next returns: of a number its own, of a text those of
// user10, user11, ... too.
static unsigned returned(const char *key, char encoding, bool is_number, const char *from,
                         const char *to)
{
    unsigned users = 0;
    struct key_case drawn;
    struct err err = {0};
    struct range_list ranges = {0};
    key_case_init(&drawn, is_number ? "userid:long=1 n:long=0" : "userid=user1 n:long=0", encoding);
    struct raw_scan *scan = raw_scan_new(from, to, &drawn.context, 0, &err);
    cr_assert(scan && raw_scan_ranges(scan, &drawn.batch, 0, &ranges, &err), "%s", err.message);
    cr_assert(eq(sz, ranges.count, 1));
    for (int user = 1; user <= 40; user++) {
        char fields[64];
        struct key_case it;
        struct key_batch keys = {0};
        snprintf(fields, sizeof fields,
                 is_number ? "userid:long=%d n:long=99" : "userid=user%d n:long=99", user);
        key_case_init(&it, fields, encoding);
        struct key_program *program = key_program_new(key, &it.context, &err);
        cr_assert(program && key_program_run(program, &it.batch, &keys, &err), "%s", err.message);
        users += key_compare(ranges.items[0].start, key_at(&keys, 0)) <= 0 &&
                 key_compare(key_at(&keys, 0), ranges.items[0].stop) < 0;
        buffer_done(&keys.bytes);
        key_program_free(program);
        key_case_done(&it);
    }
    range_list_done(&ranges);
    raw_scan_free(scan);
    key_case_done(&drawn);
    return users;
}

Test(raw_scan, from_one_user_to_the_next_is_right_for_numbers_only)
{
    // From user1 to user2: user1 and user10 to user19.
    cr_expect(eq(uint, returned("[userid][n]", 'b', true, "[userid]", "[userid + 1]"), 1));
    cr_expect(eq(uint, returned("[userid][n]", 'o', true, "[userid]", "[userid + 1]"), 1));
    cr_expect(eq(uint, returned("[userid][n]", 'b', false, "[userid]", "'user2'"), 11));
    cr_expect(eq(uint, returned("[userid]_[n]", 'b', false, "[userid]", "'user2'"), 11));
    // As numbers in text 1 begins 10 to 19.
    cr_expect(eq(uint, returned("[userid]_[n]", 't', true, "[userid]", "[userid + 1]"), 11));
    // An end that no name goes on with holds it apart.
    cr_expect(eq(uint, returned("[userid]_[n]", 'b', false, "[userid]_", "[userid]`"), 1));
    cr_expect(eq(uint, returned("[userid][n]", 'o', false, "[userid]", "'user1\\x01'"), 1));
}

Test(raw_scan, takes_the_drawn_row_of_a_batch)
{
    struct key_case it;
    struct err err = {0};
    struct range_list ranges = {0};
    key_case_init(&it, "userid=a n:long=1 price:decimal=1.50", 'b');
    it.batch.count = 2;
    it.batch.record[1] = 1;
    it.batch.columns[0].texts[1] = bytes_of("b", 1);
    it.batch.columns[1].numbers[1] = 2;
    it.batch.columns[2].texts[1] = bytes_of("2.5", 3);
    it.batch.columns[2].numbers[1] = 25;
    it.batch.columns[2].scales[1] = 1;
    struct raw_scan *scan =
        raw_scan_new("[userid][price]", "[userid][str(n)]z", &it.context, 0, &err);
    cr_assert(scan && raw_scan_ranges(scan, &it.batch, 1, &ranges, &err), "%s", err.message);
    cr_assert(eq(sz, ranges.count, 1));
    cr_expect(key_compare(ranges.items[0].start, bytes_of("b2.5", 4)) == 0);
    cr_expect(key_compare(ranges.items[0].stop, bytes_of("b2z", 3)) == 0);
    range_list_done(&ranges);
    raw_scan_free(scan);
    key_case_done(&it);
}
