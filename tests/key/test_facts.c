// What is known of a program before it runs.
#include "key_case.h"

#include "base/text.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

struct known {
    const char *program;
    const char *fields;
    char encoding;
    enum key_leading leading;
    uint64_t values;
    bool invertible;
    size_t components;
    uint64_t width;
};

static const struct known rows[] = {
    {"[x]", "x:long=1", 'b', LEADING_OTHER, 0, true, 1, 8},
    {"[x]", "x:int=1", 'b', LEADING_OTHER, 0, true, 1, 4},
    {"[x]", "x:long=1", 't', LEADING_OTHER, 0, true, 1, 0},
    {"[x]", "x:long@1000..9999=1", 't', LEADING_OTHER, 0, true, 1, 4},
    {"[a]_[x]", "a=q x:long=1", 'b', LEADING_OTHER, 0, true, 2, 0},
    {"[a][x]", "a=q x:long=1", 'b', LEADING_OTHER, 0, true, 2, 0},
    {"[a][b]", "a=q b=w", 'b', LEADING_OTHER, 0, false, 2, 0},
    {"[a][b]", "a=q b=w", 'o', LEADING_OTHER, 0, true, 2, 0},
    {"[x % 16][x]", "x:long=1", 'b', LEADING_ENUMERABLE, 31, true, 2, 16},
    {"[x % 16][x]", "x:long@0..9=1", 'b', LEADING_ENUMERABLE, 16, true, 2, 16},
    {"[num(digits(a)) % 16][a]", "a=q1", 'b', LEADING_ENUMERABLE, 16, true, 2, 0},
    {"[num(a) % 16][a]", "a=1", 'b', LEADING_ENUMERABLE, 31, true, 2, 0},
    {"[x % 16][x]", "x:ulong=1", 'b', LEADING_ENUMERABLE, 16, true, 2, 16},
    {"b = x % numBuckets; [b][x]", "x:long@0..99=1", 'b', LEADING_ENUMERABLE, 16, true, 2, 16},
    {"[xxh64(a) % 20][a]", "a=q", 'b', LEADING_ENUMERABLE, 20, true, 2, 0},
    {"[hashCode(a) % 20][a]", "a=q", 'b', LEADING_ENUMERABLE, 39, true, 2, 0},
    {"[abs(hashCode(a)) % 20][a]", "a=q", 'b', LEADING_ENUMERABLE, 39, true, 2, 0},
    {"[floormod(x, 20)][a]", "a=q x:long=1", 'b', LEADING_ENUMERABLE, 20, false, 2, 0},
    {"[dec(x % 16, 2)]_[x]", "x:long@0..9=1", 't', LEADING_ENUMERABLE, 16, true, 2, 4},
    {"[byte(x % 16)][x]", "x:long@0..9=1", 'b', LEADING_ENUMERABLE, 16, true, 2, 9},
    {"[(x % 16) / 4][x]", "x:long@0..9=1", 'b', LEADING_ENUMERABLE, 4, true, 2, 16},
    {"[x % 4 + y % 4][x]", "x:long@0..9=1 y:long@0..9=1", 'b', LEADING_ENUMERABLE, 7, false, 2, 16},
    {"[random(100)][x]", "x:long=1", 'b', LEADING_ENUMERABLE, 100, true, 2, 16},
    {"[igz_bucket(a)].[a]", "a=q", 't', LEADING_ENUMERABLE, 64, true, 2, 0},
    {"[phoenix_salt(a, 20)][a]", "a=q", 'b', LEADING_ENUMERABLE, 20, true, 2, 0},
    {"[opentsdb_salt(a, 4)][a]", "a=q", 'b', LEADING_ENUMERABLE, 4, true, 2, 0},
    {"[ev][x]", "ev{in,out,err}=in x:long=1", 'b', LEADING_ENUMERABLE, 3, true, 2, 0},
    {"[map(ev, 'in', 'i', 'out', 'i')][x]", "ev{in,out,err}=in x:long=1", 'b', LEADING_ENUMERABLE,
     2, false, 2, 0},
    {"[num(ev) + 1][x]", "ev{1,2,30}=1 x:long=1", 'b', LEADING_ENUMERABLE, 3, false, 2, 16},
    {"[if(a == 'acme', 1 + random(8), 0)][a]", "a=q", 'b', LEADING_ENUMERABLE, 9, true, 2, 0},
    {"[if(a == 'acme', a, 'x')][a]", "a=q", 'b', LEADING_OTHER, 0, false, 2, 0},
    {"p_[x % 4][x]", "x:long@0..9=1", 't', LEADING_ENUMERABLE, 4, true, 2, 4},
    {"p_[x % 4][x]", "x:long@0..10=1", 't', LEADING_ENUMERABLE, 4, true, 2, 0},
    {"[md5(a).substr(0,4)][a]", "a=q", 'b', LEADING_HEX_DIGEST, 65536, true, 2, 0},
    {"[md5(a).substr(0,2)][a]", "a=q", 'b', LEADING_HEX_DIGEST, 256, true, 2, 0},
    {"[right(md5(a), 4)][a]", "a=q", 'b', LEADING_HEX_DIGEST, 65536, true, 2, 0},
    {"[md5(a)]", "a=q", 'b', LEADING_HEX_DIGEST, UINT64_MAX, false, 1, 32},
    {"[sha256(a)][a]", "a=q", 'b', LEADING_HEX_DIGEST, UINT64_MAX, true, 2, 0},
    {"pk1 = hash(a).substring(0, 4) + a", "a=q", 'b', LEADING_HEX_DIGEST, 0, true, 1, 0},
    {"u_[md5(a).substr(0,2)]", "a=q", 'b', LEADING_ENUMERABLE, 256, false, 1, 4},
    {"[upper(md5(a))]", "a=q", 'b', LEADING_ENUMERABLE, UINT64_MAX, false, 1, 32},
    {"[reverse(a)]", "a=q", 'b', LEADING_OTHER, 0, true, 1, 0},
    {"[rpad(a, 'x', 20)][b]", "a=q b=w", 'b', LEADING_OTHER, 0, false, 2, 0},
    {"[rpad(a, '\\x00', 20)][b]", "a=q b=w", 'b', LEADING_OTHER, 0, true, 2, 0},
    {"[Long.MAX_VALUE - x][a]", "x:long=1 a=q", 'b', LEADING_OTHER, 0, true, 2, 0},
    {"[floor(x, 60)]", "x:long=1", 'b', LEADING_OTHER, 0, false, 1, 8},
    {"[int(x)]", "x:long=1", 'b', LEADING_OTHER, 0, false, 1, 4},
    {"[int(x)]", "x:long@0..99=1", 'b', LEADING_OTHER, 0, true, 1, 4},
    {"[date(x, '%Y%m%d')]", "x:long=1", 'b', LEADING_OTHER, 0, false, 1, 0},
    {"[date(x, '%Y%m%d')]", "x:long@0..1700000000=1", 'b', LEADING_OTHER, 0, false, 1, 8},
};

Test(facts, follow_from_the_program_and_the_schema)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct known *it = &rows[i];
        struct key_case key;
        struct err err = {0};
        key_case_init(&key, it->fields, it->encoding);
        struct key_program *program = key_program_new(it->program, &key.context, &err);
        cr_assert(program != NULL, "%s: %s", it->program, err.message);
        const struct key_facts facts = key_program_facts(program);
        cr_expect(eq(int, facts.leading, it->leading), "%s", it->program);
        cr_expect(eq(u64, facts.leading_values, it->values), "%s", it->program);
        cr_expect(eq(int, facts.invertible, it->invertible), "%s", it->program);
        cr_expect(eq(sz, facts.component_count, it->components), "%s", it->program);
        cr_expect(eq(u64, facts.fixed_width, it->width), "%s", it->program);
        cr_expect(eq(int, facts.uses_random, strstr(it->program, "random") != NULL), "%s",
                  it->program);
        key_program_free(program);
        key_case_done(&key);
    }
}

Test(facts, tell_the_platforms_bucket_from_a_plain_hash)
{
    static const struct {
        const char *program;
        char encoding;
        bool rewritten, plain;
    } suffixes[] = {
        {"<a>_{xxHash(<b>) % 64}.<b>", 's', true, false},
        {"<a>_[xxHash(b) % 64].<b>", 's', false, true},
        {"<a>_[xxHash(b) % 64].<b>", 'b', false, false},
        {"<a>_{igz_bucket(b)}.<b>", 's', false, false},
    };
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        struct key_case key;
        struct err err = {0};
        key_case_init(&key, "a=x b=y", suffixes[i].encoding);
        struct key_program *program = key_program_new(suffixes[i].program, &key.context, &err);
        cr_assert(program != NULL, "%s", err.message);
        const struct key_facts facts = key_program_facts(program);
        cr_expect(eq(int, facts.igz_rewritten, suffixes[i].rewritten), "%s", suffixes[i].program);
        cr_expect(eq(int, facts.plain_xxhash_suffix, suffixes[i].plain), "%s", suffixes[i].program);
        key_program_free(program);
        key_case_done(&key);
    }
}

// The values, joined by blanks, as \xNN text; or the error.
static const char *values_of(const char *text, const char *fields, char encoding, size_t limit)
{
    static char shown[4096];
    struct key_case key;
    struct err err = {0};
    key_case_init(&key, fields, encoding);
    struct key_program *program = key_program_new(text, &key.context, &err);
    cr_assert(program != NULL, "%s: %s", text, err.message);
    struct key_values values;
    struct buffer out = {0};
    if (key_program_leading_values(program, limit, &values, &err)) {
        for (size_t i = 0; i < values.count; i++) {
            buffer_text(&out, i > 0 ? " " : "");
            text_key(&out, values.items[i]);
        }
        key_values_done(&values);
    }
    snprintf(shown, sizeof shown, "%s", err.code ? err.message : (const char *)out.data);
    // The program still runs after its values were listed.
    cr_expect(strncmp(key_case_hex(program, &key), "ERROR", 5) != 0, "%s", text);
    buffer_done(&out);
    key_program_free(program);
    key_case_done(&key);
    return shown;
}

Test(facts, leading_values_are_encoded_sorted_and_there_once)
{
    static const struct {
        const char *program;
        const char *fields;
        char encoding;
        const char *values;
    } lists[] = {
        {"[x % 3][x]", "x:long@0..9=1", 't', "0 1 2"},
        {"[x % 12][x]", "x:long@0..9=1", 't', "0 1 10 11 2 3 4 5 6 7 8 9"},
        {"[x % 2][x]", "x:long=1", 't', "-1 0 1"},
        {"[int(x % 2)][x]", "x:long=1", 'b',
         "\\x00\\x00\\x00\\x00 \\x00\\x00\\x00\\x01 "
         "\\xFF\\xFF\\xFF\\xFF"},
        {"[byte(x % 2) DESC][x]", "x:long@0..9=1", 'b', "\\xFE \\xFF"},
        {"u_[dec(x % 3, 2)]", "x:long@0..9=1", 'b', "u_00 u_01 u_02"},
        {"[ev][x]", "ev{out,in}=in x:long=1", 'o', "in\\x00 out\\x00"},
        {"[phoenix_salt(ev, 3)][ev]", "ev=in", 'b', "\\x00 \\x01 \\x02"},
        {"[md5(ev).substr(0,1)]", "ev=in", 'b', "0 1 2 3 4 5 6 7 8 9 a b c d e f"},
        {"[5][x]", "x:long=1", 't', "5"},
        {"[if(a == 'acme', random(2), 7)][a]", "a=b", 't', "0 1 7"},
        {"[x]", "x:long=1", 'b', "the values of the first component, [x], cannot be listed"},
        {"[random(1000)][x]", "x:long=1", 'b',
         "the first component, [random(1000)], has more than 100 values"},
        {"[md5(a)]", "a=b", 'b', "the first component, [md5(a)], has more than 100 values"},
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        cr_expect(eq(str,
                     (char *)values_of(lists[i].program, lists[i].fields, lists[i].encoding, 100),
                     (char *)lists[i].values),
                  "%s", lists[i].program);
}

Test(facts, parts_tell_what_stands_where)
{
    struct key_case key;
    struct err err = {0};
    key_case_init(&key, "userid=alice ts:long=5", 'b');
    struct key_program *program =
        key_program_new("[md5(userid).subStr(0,4)]_[userid][ts DESC]", &key.context, &err);
    cr_assert(program != NULL);
    (void)key_case_hex(program, &key);
    struct key_parts parts;
    key_program_parts(program, 0, &parts);
    static const struct {
        const char *text, *meaning;
        bool literal, fixed;
        uint64_t offset, width;
    } wanted[] = {
        {"[md5(userid).subStr(0,4)]", "first 4 hex digits of MD5 of userid", false, true, 0, 4},
        {"_", "literal", true, true, 4, 1},
        {"[userid]", "userid", false, false, 5, 5},
        {"[ts DESC]", "ts, 8 bytes, descending", false, true, 10, 8},
    };
    cr_assert(eq(sz, parts.count, 4));
    for (size_t i = 0; i < parts.count; i++) {
        char text[64];
        snprintf(text, sizeof text, "%.*s", (int)parts.items[i].text.size,
                 (const char *)parts.items[i].text.data);
        cr_expect(eq(str, text, (char *)wanted[i].text));
        cr_expect(eq(str, (char *)parts.items[i].meaning, (char *)wanted[i].meaning));
        cr_expect(eq(int, parts.items[i].is_literal, wanted[i].literal));
        cr_expect(eq(int, parts.items[i].fixed_width, wanted[i].fixed));
        cr_expect(eq(u64, parts.items[i].offset, wanted[i].offset));
        cr_expect(eq(u64, parts.items[i].width, wanted[i].width));
    }
    key_parts_done(&parts);
    key_program_free(program);
    key_case_done(&key);
}
