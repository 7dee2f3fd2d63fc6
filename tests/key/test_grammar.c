// How a program is read: statements, names, literals, blanks.
#include "key_case.h"

#include "base/text.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

struct reading {
    const char *program;
    const char *fields;
    const char *key; // as text, with \xNN
};

static const char *as_hex(const char *key)
{
    static char hex[512];
    struct buffer bytes = {0};
    size_t fault;
    cr_assert(text_key_decode(key, &bytes, &fault));
    hex[0] = '\0';
    for (size_t i = 0; i < bytes.size; i++)
        snprintf(hex + 2 * i, 3, "%02x", bytes.data[i]);
    buffer_done(&bytes);
    return hex;
}

static void check(const struct reading *rows, size_t count, char encoding)
{
    for (size_t i = 0; i < count; i++)
        cr_expect(eq(str, (char *)key_case_run(rows[i].program, rows[i].fields, encoding),
                     (char *)as_hex(rows[i].key)),
                  "%s", rows[i].program);
}

static const struct reading literals[] = {
    {"[user]_[n].[date(ts, '%Y')]", "user=u ts:long=0", "u_16.1970"},
    {"[a][#][b]", "a=x b=y", "x#y"},
    {"[a][|][b]", "a=x b=y", "x|y"},
    {"[a][.][b][:][-]", "a=x b=y", "x.y:-"},
    {"[a]['::'][b][\"<\"]", "a=x b=y", "x::y<"},
    {"[a][ _ ][b]", "a=x b=y", "x_y"},
    {"[a][[][b]['[]']", "a=x b=y", "x[y[]"},
    {"[a]['it\\'s']", "a=x", "xit's"},
    {"[a]\\x00[b]", "a=x b=y", "x\\x00y"},
    {"[a]['\\x01\\\\']", "a=x", "x\\x01\\x5C"},
    {"  [a] \n\t [b] ", "a=x b=y", "xy"},
    {"[a] [b]", "a=x b=y", "x y"},
    {" user-[a] ", "a=x", "user-x"},
    {"year=[date(ts,'%Y')]", "ts:long=0", "year=1970"},
    {"year = <a>", "a=x", "year = x"},
    {"year={a}", "a=x", "year=x"},
    {"[a];[b];", "a=x b=y", "x;y;"},
    {"[a]b = 5;[b]", "a=x b=y", "xb = 5;y"},
    {"{a}<b>", "a=x b=y", "xy"},
    {"a->[a]", "a=x", "a->x"},
    {"[a]['']", "a=x", "x"},
    {"[a][']'][']", "a=x", "x]'"},
};

Test(grammar, text_between_components_is_literal)
{
    check(literals, sizeof literals / sizeof literals[0], 't');
}

static const struct reading statements[] = {
    {"b = ts % 16; [b][ts]", "ts:long=18", "218"},
    {"b = ts % 16\n[b][ts]", "ts:long=18", "218"},
    {"b = ts % 16 [b][ts]", "ts:long=18", "218"},
    {"b = ts % 16;\r\n\r\n  [b]", "ts:long=18", "2"},
    {"long b = ts % numBuckets; [b]", "ts:long=18", "2"},
    {"LONG b=ts;[b]", "ts:int=18", "18"},
    {"string s = ts; [s + 1]", "ts:long=18", "181"},
    {"int i = ts; [i]", "ts:long=4294967297", "1"},
    {"ulong u = x; [u]", "x:long=-1", "18446744073709551615"},
    {"decimal d = ts; [d + 0.5]", "ts:long=18", "18.5"},
    {"a = x; b = a + 1; [b]", "x:long=1", "2"},
    {"a = x; a = a + 1; a = a * 2; [a]", "x:long=1", "4"},
    {"x = x + 1; [x]", "x:long=1", "2"},
    {"pk1 = x", "x=q", "q"},
    {"a = x; pk1 = a;", "x=q", "q"},
    {"my-bucket = x % 4; [my-bucket]", "x:long=6", "2"},
    {"my-bucket = x % 4; [MY_BUCKET]", "x:long=6", "2"},
    {"a = (x +\n 1); [a]", "x:long=1", "2"},
    {"a =\n x; [a]", "x:long=1", "1"},
    {"`a b` = x; [`a b`]", "x:long=1", "1"},
    {"s = x + ';[' ; [s]", "x=q", "q;["},
};

Test(grammar, statements_end_at_semicolons_newlines_and_brackets)
{
    check(statements, sizeof statements / sizeof statements[0], 't');
}

static const struct reading names[] = {
    {"[userId]", "userid=a", "a"},
    {"[log-event]", "log_event=a", "a"},
    {"[LOG_EVENT]", "log-event=a", "a"},
    {"[<log event>]", "log_event=a", "a"},
    {"<Log-Event>", "log_event=a", "a"},
    {"[`id.orig_h`]", "id.orig_h=a", "a"},
    {"<id.orig_h>", "id.orig_h=a", "a"},
    {"[a]", "A=1 a=2", "2"},
    {"[A]", "A=1 a=2", "1"},
    {"[a-b]", "a:long=5 b:long=3", "2"},
    {"[a-b]", "a:long=5 b:long=3 a-b:long=9", "9"},
    {"[a-b]", "a:long=5 b:long=3 a_b:long=9", "9"},
    {"[a - b]", "a:long=5 b:long=3 a_b:long=9", "2"},
    {"[a-b-c]", "a:long=5 b:long=3 c:long=1 a_b:long=9", "8"},
    {"[a-1]", "a:long=5", "4"},
    {"[a-n]", "a:long=50", "34"},
    {"[n + a]", "a:long=1", "17"},
    {"[N + a]", "a:long=1", "17"},
    {"[n]", "n:long=3", "3"},
    {"[num-buckets + a]", "a:long=1 num_buckets:long=3", "4"},
    {"[\xc3\xa9t\xc3\xa9]", "\xc3\xa9t\xc3\xa9=a", "a"},
    {"[Long.MAX_VALUE % 10 + Long]", "Long:long=1", "8"},
    {"[Math + 1]", "Math:long=1", "2"},
    {"[desc]", "desc=q", "q"},
    {"[md5]", "md5=q", "q"},
    {"[hash.substring(0, 1)]", "hash=q", "q"},
};

Test(grammar, names_are_matched_where_only_one_fits)
{
    check(names, sizeof names / sizeof names[0], 't');
}

Test(grammar, a_program_in_one_line_means_the_same)
{
    static const struct {
        const char *program;
        const char *line;
    } rows[] = {
        {"long  bucket =  ts %\tn ;\n [bucket]\n[ts] ", "long bucket = ts % n; [bucket][ts]"},
        {"pk1 = a + ts", "pk1 = a + ts; [pk1]"},
        {"[ a   DESC ] [ts]", "[ a DESC ] [ts]"},
        {"`q` = a; [`q`]", "`q` = a; [`q`]"},
        {"[a]\n_\n['x  y'][ts]", "[a]_['x  y'][ts]"},
        {"<a>_{xxHash(<ts>) % 64}.<ts>", "<a>_{xxHash(<ts>) % 64}.<ts>"},
        {"[a]\\x00[ts]", "[a]\\x00[ts]"},
        {"\\x20[a]x [ts]\\x20", "\\x20[a]x [ts]\\x20"},
        {"[a]\xc3\xa9[ts]", "[a]\xc3\xa9[ts]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct key_case it;
        struct err err = {0};
        key_case_init(&it, "a=x ts:long=18", 'b');
        struct key_program *program = key_program_new(rows[i].program, &it.context, &err);
        cr_assert(program != NULL, "%s: %s", rows[i].program, err.message);
        cr_expect(eq(str, (char *)key_program_text(program), (char *)rows[i].line));
        char first[256];
        snprintf(first, sizeof first, "%s", key_case_hex(program, &it));
        cr_expect(eq(str, first, (char *)key_case_run(rows[i].line, "a=x ts:long=18", 'b')));
        key_program_free(program);
        key_case_done(&it);
    }
}
