// What is wrong with a program or a record, and where it is.
#include "key_case.h"

#include "base/mem.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

struct fault {
    const char *program;
    const char *fields;
    size_t offset, length;
    const char *message;
    const char *hint; // a piece of it
};

static const char some[] = "user=u tenant=t ts:long=5 d:decimal=1.5";

static const struct fault faults[] = {
    {"[md5(usr).substr(0,4)][user]", some, 5, 3, "unknown field `usr`",
     "this workload has the fields user, tenant, ts, d, the params n, numBuckets, zero, "
     "preconfigured_modulus; did you mean `user`?"},
    {"[user][...]", some, 6, 5, "`[...]` stands for the remaining columns of the key",
     "write them out"},
    {"", some, 0, 0, "the key program is empty", "[user][ts]"},
    {" \n ", some, 0, 0, "the key program is empty", ""},
    {"user", some, 0, 4, "the key names no field: every record would have the same key",
     "fields stand in brackets"},
    {"[5][n][random(3)]", some, 0, 17,
     "the key names no field: every record would have the same key", ""},
    {"[user", some, 0, 1, "`[` is not closed: no `]` follows", ""},
    {"<user", some, 0, 1, "`<` is not closed: no `>` follows", "quoted: ['<']"},
    {"{user", some, 0, 1, "`{` is not closed: no `}` follows", ""},
    {"[user]]", some, 6, 1, "`]` closes nothing", "as text it is quoted: [']']"},
    {"[]", some, 0, 2, "nothing stands in the brackets", ""},
    {"[[user]]", some, 1, 1, "brackets within brackets", "['[']"},
    {"[user.md5]", some, 9, 1, "expected `(`, and the expression ends", "backquotes"},
    {"[user +]", some, 7, 1,
     "expected a field, a number, a text or a function, and the "
     "expression ends",
     ""},
    {"[user, ts]", some, 5, 1, "expected the end of the expression, got `,`", ""},
    {"[(user]", some, 6, 1, "expected `)`, and the expression ends", ""},
    {"['user]", some, 1, 1, "`'` is not closed: no `'` follows", ""},
    {"[user = 5]", some, 6, 1, "`=` means nothing here", "=="},
    {"[user & ts]", some, 6, 1, "`&` means nothing here", ""},
    {"[md6(user)]", some, 1, 3, "unknown function `md6`", "md5"},
    {"[frobnicate(user)]", some, 1, 10, "unknown function `frobnicate`", "hotsim list functions"},
    {"[md5()]", some, 1, 5, "`md5` was given 0 arguments", "md5(x)"},
    {"[md5(user, ts)]", some, 1, 13, "`md5` was given 2 arguments", "md5(x)"},
    {"[user % 16]", some, 1, 4, "`%` takes whole numbers, and `user` is a string",
     "num(user) reads the number in a text"},
    {"[user][user % 16]", some, 7, 4, "`%` takes whole numbers, and `user` is a string", ""},
    {"s = user; [s % 16]", some, 11, 1, "`%` takes whole numbers, and `s` is a string", "num(s)"},
    {"[d % 16]", some, 1, 1, "`%` takes whole numbers, and `d` is a decimal",
     "num(d) drops the fraction"},
    {"[user - 1]", some, 1, 4, "`-` takes numbers, and `user` is a string", ""},
    {"[-user]", some, 2, 4, "`-` takes numbers, and `user` is a string", ""},
    {"[substr(user, ts, 4)]", some, 14, 2,
     "`substr` takes a constant whole number here, and `ts` is a long", ""},
    {"[substr(user, -1, 4)]", some, 14, 2, "`substr` takes positions in 0..65536, got -1", ""},
    {"[substring(user, 4, 1)]", some, 1, 21,
     "`substring` ends before it begins: it is called as substring(x, begin, end)", ""},
    {"[rpad(user, 'xy', 20)]", some, 12, 4, "`rpad` pads with one character", ""},
    {"[rpad(user, 'x', 99999)]", some, 17, 5, "`rpad` takes a width in 1..32767, got 99999", ""},
    {"[random(0)][user]", some, 8, 1, "`random` needs a positive number, got 0", ""},
    {"[phoenix_salt(user, 257)]", some, 20, 3, "`phoenix_salt` takes 1..256 buckets, got 257", ""},
    {"[igz_bucket(user, 0)]", some, 18, 1, "`igz_bucket` needs a positive number of buckets, got 0",
     ""},
    {"[floor(ts, 0)]", some, 11, 1, "the step of `floor` must be positive, got 0", ""},
    {"[date(ts, '%Q')]", some, 10, 4, "`date` does not know `%Q`", "%Y"},
    {"[date(user, '%Y')]", some, 6, 4, "`date` takes numbers, and `user` is a string", ""},
    {"[map(user, 'a')]", some, 1, 14, "`map` was given 2 arguments", "map(x"},
    {"[map(user, 'a', 'b', 'c')]", some, 1, 24,
     "`map` needs pairs of texts, and the last has no second", ""},
    {"[before(user, '')]", some, 14, 2, "the separator of `before` is empty", ""},
    {"[ts % zero]", some, 1, 9, "division by zero", ""},
    {"[ts / (2 - 2)]", some, 1, 12, "division by zero", ""},
    {"[num('word')][ts]", some, 1, 11, "`word` is no whole number that fits 64 bits", ""},
    {"[ts + 9223372036854775808]", some, 6, 19, "`9223372036854775808` does not fit 64 bits", ""},
    {"[d + 1.2345678901234567890]", some, 5, 21, "`1.2345678901234567890` has more than 18 digits",
     ""},
    {"a = b; b = a; [a]", some, 4, 1, "`b` is used before it is defined", "each other"},
    {"a = a; [a]", some, 4, 1, "`a` is defined by itself", "each other"},
    {"a = ; [user]", some, 0, 1, "nothing follows the `=` of this name", ""},
    {"word a = ts; [a]", some, 0, 4, "unknown type `word`", "string, long"},
    {"long a = user; [a]", some, 9, 4, "`user` is a string, not a long", "num(user)"},
    {"[User-Id]", "user_id=a USER_ID=b", 1, 7, "`User-Id` fits several fields",
     "`user_id`, `USER_ID`"},
    {"[id.orig_h]", "id.orig_h=a", 1, 2, "unknown field `id`", "did you mean `id.orig_h`"},
};

Test(errors, name_what_is_wrong_and_where)
{
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const struct fault *it = &faults[i];
        struct key_case key;
        struct err err = {0};
        key_case_init(&key, it->fields, 'b');
        struct key_program *program = key_program_new(it->program, &key.context, &err);
        cr_expect(program == NULL, "%s", it->program);
        cr_expect(eq(int, err.code, ERR_INPUT));
        cr_expect(eq(str, err.message, (char *)it->message), "%s", it->program);
        cr_expect(eq(sz, err.offset, it->offset), "%s", it->program);
        cr_expect(eq(sz, err.length, it->length), "%s", it->program);
        cr_expect(strstr(err.hint, it->hint) != NULL, "%s: %s", it->program, err.hint);
        key_program_free(program);
        key_case_done(&key);
    }
}

static const struct {
    const char *program;
    const char *fields;
    const char *message;
} records[] = {
    {"[x / y]", "x:long=1 y:long=0", "ERROR: record 1: division by zero in `x / y`"},
    {"[x % y]", "x:long=1 y:long=0", "ERROR: record 1: division by zero in `x % y`"},
    {"[md5(str(floormod(x, y)) + 'z')]", "x:long=1 y:long=0",
     "ERROR: record 1: division by zero in `floormod(x, y)`"},
    {"[num(a)]", "a=word", "ERROR: record 1: `word` is no whole number that fits 64 bits"},
    {"[num(a)]", "a=", "ERROR: record 1: `` is no whole number that fits 64 bits"},
    {"[num(a)]", "a=9223372036854775808",
     "ERROR: record 1: `9223372036854775808` is no whole number that fits 64 bits"},
    {"[d + 999999999999999999]", "d:decimal=1.5",
     "ERROR: record 1: `d + 999999999999999999` needs more than 18 digits"},
    {"[long_at(a, 1)]", "a=12345678",
     "ERROR: record 1: `long_at(a, 1)` reads past the end of the value"},
    {"[rpad(a, 'x', 32767)][a]", "a=ab",
     "ERROR: record 1: a key of 32769 bytes; the limit is "
     "32767"},
    {"b = rpad(a, 'x', 32767); c = b + b; [md5(c + c)]", "a=ab",
     "ERROR: record 1: `c + c` is longer than 65536 bytes"},
    {"[if(y == 0, x / y, 1)]", "x:long=1 y:long=0", "ERROR: record 1: division by zero in `x / y`"},
};

Test(errors, of_a_record_name_it_by_its_number)
{
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++)
        cr_expect(eq(str, (char *)key_case_run(records[i].program, records[i].fields, 'b'),
                     (char *)records[i].message));
    // The longest key that is allowed.
    cr_expect(eq(sz, strlen(key_case_run("[rpad(a, 'x', 32767)]", "a=ab", 'b')), 2 * 32767));
}

Test(errors, an_arm_not_taken_does_no_harm)
{
    cr_expect(
        eq(str, (char *)key_case_run("[if(y == 0, 1, x / y)]", "x:long=1 y:long=0", 't'), "31"));
}

Test(errors, nesting_has_a_limit)
{
    struct key_case it;
    key_case_init(&it, "a:long=1", 'b');
    enum { MANY = 100000 };
    static const char openers[] = {'(', '[', '{', '<', '-'};
    char *text = mem_new(MANY + 3, 1);
    for (size_t i = 0; i < sizeof openers; i++) {
        struct err err = {0};
        memset(text, openers[i], MANY);
        text[0] = '[';
        cr_expect(key_program_new(text, &it.context, &err) == NULL);
        text[MANY] = ']';
        cr_expect(key_program_new(text, &it.context, &err) == NULL);
        text[MANY] = '\0';
        cr_expect(eq(int, err.code, ERR_INPUT));
        cr_expect(err.message[0] != '\0');
    }
    // 64 levels are fine, 65 are not.
    for (size_t depth = 63; depth <= 65; depth++) {
        struct err err = {0};
        memset(text, '\0', MANY);
        text[0] = '[';
        memset(text + 1, '(', depth);
        text[depth + 1] = 'a';
        memset(text + depth + 2, ')', depth);
        text[2 * depth + 2] = ']';
        struct key_program *program = key_program_new(text, &it.context, &err);
        cr_expect(eq(int, program != NULL, depth <= 64), "%zu", depth);
        if (!program)
            cr_expect(eq(str, err.message, "nested deeper than 64"));
        key_program_free(program);
    }
    mem_free(text);
    key_case_done(&it);
}

Test(errors, size_has_a_limit)
{
    struct key_case it;
    key_case_init(&it, "a:long=1", 'b');
    struct buffer text = {0};
    buffer_text(&text, "[a");
    for (int i = 0; i < 1100; i++)
        buffer_format(&text, "+%d", i);
    buffer_text(&text, "]");
    struct err err = {0};
    cr_expect(key_program_new((const char *)text.data, &it.context, &err) == NULL);
    cr_expect(eq(str, err.message, "a key program may have at most 1024 operations"));
    buffer_clear(&text);
    for (int i = 0; i < (1 << 20) - 3; i++)
        buffer_byte(&text, 'x');
    buffer_text(&text, "[a]");
    err = (struct err){0};
    struct key_program *program = key_program_new((const char *)text.data, &it.context, &err);
    cr_expect(program != NULL, "%s", err.message);
    key_program_free(program);
    buffer_text(&text, "x");
    cr_expect(key_program_new((const char *)text.data, &it.context, &err) == NULL);
    cr_expect(eq(str, err.message, "a key program may be at most 1048576 bytes long"));
    buffer_done(&text);
    key_case_done(&it);
}
