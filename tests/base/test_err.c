#include "base/err.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

Test(err, the_first_fault_wins)
{
    struct err err = {0};
    cr_expect(not(err_fail(&err, ERR_INPUT, "must be %d", 7)));
    cr_expect(not(err_fail(&err, ERR_BUG, "later")));
    cr_expect(eq(int, err.code, ERR_INPUT));
    cr_expect(eq(str, err.message, "must be 7"));
    cr_expect(not(zero(ptr, (void *)strstr(err.source_file, "test_err.c"))));
    cr_expect(gt(int, err.source_line, 0));
}

Test(err, context_goes_in_front)
{
    struct err err = {0};
    err_fail(&err, ERR_INPUT, "no such field");
    cr_expect(not(err_context(&err, "design %s", "a")));
    cr_expect(not(err_context(&err, "file.json:%d", 3)));
    cr_expect(eq(str, err.message, "file.json:3: design a: no such field"));
}

Test(err, carries_place_and_hint)
{
    struct err err = {0};
    err_fail(&err, ERR_INPUT, "x");
    err_place(&err, 4, 0);
    err_hint(&err, "did you mean `%s`", "user");
    cr_expect(eq(sz, err.offset, 4));
    cr_expect(eq(sz, err.length, 1));
    cr_expect(eq(str, err.hint, "did you mean `user`"));
}

Test(err, cuts_a_long_message_and_keeps_the_context)
{
    char long_text[4096];
    memset(long_text, 'm', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';

    struct err err = {0};
    err_fail(&err, ERR_INPUT, "%s", long_text);
    cr_expect(eq(sz, strlen(err.message), sizeof err.message - 1));
    err_context(&err, "where");
    cr_expect(eq(sz, strlen(err.message), sizeof err.message - 1));
    cr_expect(eq(int, strncmp(err.message, "where: mmm", 10), 0));
    err_context(&err, "%s", long_text);
    cr_expect(eq(sz, strlen(err.message), sizeof err.message - 1));
    err_hint(&err, "%s", long_text);
    cr_expect(eq(sz, strlen(err.hint), sizeof err.hint - 1));
}
