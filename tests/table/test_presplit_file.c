#include "base/key_batch.h"
#include "base/mem.h"
#include "table/presplit.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Reads `size` bytes through a file.
static bool read_back(const char *content, size_t size, struct split_list *splits, struct err *err)
{
    char path[] = "/tmp/hotsim-splits-XXXXXX";
    const int file = mkstemp(path);
    cr_assert(ge(int, file, 0));
    cr_assert(eq(sz, (size_t)write(file, content, size), size));
    (void)close(file);
    const bool ok = presplit_read_file(path, splits, err);
    (void)unlink(path);
    return ok;
}

static void expect_points(const char *content, size_t size, const char *want)
{
    struct split_list splits = {0};
    struct err err = {0};
    cr_assert(read_back(content, size, &splits, &err), "%s", err.message);
    struct buffer got = {0};
    buffer_text(&got, "");
    for (size_t i = 0; i < splits.count; i++)
        buffer_format(&got, i > 0 ? " %.*s" : "%.*s", (int)splits.items[i].size,
                      (const char *)splits.items[i].data);
    cr_expect(eq(str, (char *)got.data, (char *)want));
    buffer_done(&got);
    split_list_done(&splits);
}

Test(presplit_file, reads_a_key_a_line)
{
    expect_points("10\n20\n30\n", 9, "10 20 30");
    expect_points("10\n20\n30", 8, "10 20 30");
    expect_points("10\r\n20\r\n", 8, "10 20");
    expect_points("10\r\n20\r", 7, "10 20");
    expect_points("b\na\n", 4, "a b");
    expect_points("\xEF\xBB\xBF"
                  "a\n",
                  5, "a");
    expect_points(" a \n", 4, " a ");
    expect_points("\\x41b\n", 6, "Ab");
}

static void expect_refused(const char *content, size_t size, const char *reason)
{
    struct split_list splits = {0};
    struct err err = {0};
    cr_expect(not(read_back(content, size, &splits, &err)), "%s", reason);
    cr_expect(eq(int, err.code, ERR_INPUT));
    cr_expect(ne(ptr, strstr(err.message, reason), NULL), "%s", err.message);
    cr_expect(ne(ptr, strstr(err.message, "/tmp/hotsim-splits-"), NULL), "%s", err.message);
}

Test(presplit_file, names_the_line_of_a_fault)
{
    expect_refused("", 0, "no split points");
    expect_refused("a\n\nb\n", 5, "line 2: an empty split point");
    expect_refused("a\nb\na\n", 6, "line 3: the split point `a` is that of line 1 again");
    expect_refused("a\n\\x0", 5, "line 2: a broken escape at character 1");
    expect_refused("a\0b\n", 4, "line 1: a NUL byte");
}

Test(presplit_file, takes_keys_up_to_the_limit_and_not_beyond)
{
    char *content = malloc(KEY_BYTES_MAX + 2);
    memset(content, 'k', KEY_BYTES_MAX + 1);
    struct split_list splits = {0};
    struct err err = {0};
    cr_expect(read_back(content, KEY_BYTES_MAX, &splits, &err), "%s", err.message);
    cr_expect(eq(sz, splits.items[0].size, KEY_BYTES_MAX));
    split_list_done(&splits);
    expect_refused(content, KEY_BYTES_MAX + 1, "line 1: a key of 32768 bytes");
    free(content);
}

Test(presplit_file, takes_points_up_to_the_limit_and_not_beyond)
{
    struct buffer content = {0};
    for (int i = 0; i < PRESPLIT_REGIONS_MAX - 1; i++)
        buffer_format(&content, "%07d\n", i);
    struct split_list splits = {0};
    struct err err = {0};
    cr_expect(read_back((char *)content.data, content.size, &splits, &err), "%s", err.message);
    cr_expect(eq(sz, splits.count, PRESPLIT_REGIONS_MAX - 1));
    split_list_done(&splits);
    buffer_text(&content, "zzz\n");
    expect_refused((char *)content.data, content.size, "1000000 split points");
    buffer_done(&content);
}

Test(presplit_file, says_what_is_wrong_with_the_file)
{
    struct split_list splits = {0};
    struct err err = {0};
    cr_expect(not(presplit_read_file("/tmp/hotsim-no-such-file", &splits, &err)));
    cr_expect(eq(int, err.code, ERR_INPUT));
    cr_expect(ne(ptr, strstr(err.message, "No such file"), NULL));
    err = (struct err){0};
    cr_expect(not(presplit_read_file("/tmp", &splits, &err)));
    cr_expect(eq(int, err.code, ERR_INPUT));
    cr_expect(ne(ptr, strstr(err.message, "directory"), NULL), "%s", err.message);
}
