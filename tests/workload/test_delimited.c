// Delimited text: every rule of the format, and every way of breaking it with its message.

#include "bench.h"

#include "base/mem.h"
#include "workload/delimited.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct delimited_format csv = {.delimiter = ',', .quote = '"'};
static const struct delimited_format tsv = {.delimiter = '\t', .comment = "#"};

// Rows as "line:cell|cell;..." with faults as "!message;".
static char *read_all(const char *path, const struct delimited_format *format)
{
    char *const paths[] = {mem_text(path)};
    const struct param_texts texts = {.items = (char **)paths, .count = 1};
    struct err err = {0};
    struct buffer out = {0};
    struct delimited *reader = delimited_open(&texts, format, &err);
    cr_assert(reader != NULL, "%s", err.message);
    for (;;) {
        struct err fault = {0};
        struct delimited_row row;
        const enum delimited_result result = delimited_next(reader, &row, &fault);
        if (result == ROW_END)
            break;
        if (result != ROW_READ) {
            const char *at = strstr(fault.message, path);
            buffer_format(&out, "!%s;", at ? at + strlen(path) + 1 : fault.message);
            if (result == ROW_FAILED)
                break;
            continue;
        }
        buffer_format(&out, "%d:", (int)row.line);
        for (size_t i = 0; i < row.count; i++) {
            buffer_text(&out, i > 0 ? "|" : "");
            buffer_append(&out, row.fields[i].data, row.fields[i].size);
        }
        buffer_byte(&out, ';');
    }
    delimited_close(reader);
    mem_free(paths[0]);
    buffer_append(&out, NULL, 0);
    return buffer_take(&out);
}

struct sheet {
    const char *text;
    const char *want;
};

static const struct sheet sheets[] = {
    {"a,b\n1,2\n", "1:a|b;2:1|2;"},
    {"a,b\n1,2", "1:a|b;2:1|2;"},
    {"a,b\r\n1,2\r\n", "1:a|b;2:1|2;"},
    {"a,b\r\n1,2\r", "1:a|b;2:1|2;"},
    {"\xef\xbb\xbf"
     "a,b\n",
     "1:a|b;"},
    {"\xef\xbb\xbf\"a,\",b\n", "1:a,|b;"},
    {"", ""},
    {"\n\r\n\n", ""},
    {"a\n\nb\n", "1:a;3:b;"},
    {",\n", "1:|;"},
    {"a,\n", "1:a|;"},
    {",,\n", "1:||;"},
    {"\"a,b\",c\n", "1:a,b|c;"},
    {"\"a\nb\",c\nd,e\n", "1:a\nb|c;3:d|e;"},
    {"\"a\r\nb\"\r\nd\r\n", "1:a\r\nb;3:d;"},
    {"\"he said \"\"no\"\"\",x\n", "1:he said \"no\"|x;"},
    {"\"\",\"\"\n", "1:|;"},
    {"\"\"\"\"\n", "1:\";"},
    {"x,\"a\"", "1:x|a;"},
    {"x,\"a\"\r", "1:x|a;"},
    {"5\" pipe,x\n", "1:5\" pipe|x;"},
    {"a,b\"c\"d\n", "1:a|b\"c\"d;"},
    {"a b , c\n", "1:a b | c;"},
    {"x\n\"open,1\ny\n", "1:x;!2: the quote that opens in this line is never closed;3:y;"},
    {"x\n\"a\nb\",\"open\ny\n",
     "1:x;!3: the quote that opens in this line is never closed;!3: the quote that opens in this "
     "line is never closed;4:y;"},
    {"\"a\"b,c\nd\n",
     "!1: text follows a closing quote, expected a delimiter or the line end;2:d;"},
    {"\"a\" ,c\nd\n",
     "!1: text follows a closing quote, expected a delimiter or the line end;2:d;"},
};

Test(delimited, every_rule_of_the_format_holds, .fini = bench_end)
{
    for (size_t i = 0; i < sizeof sheets / sizeof sheets[0]; i++) {
        const char *path = bench_text(sheets[i].text);
        char *got = read_all(path, &csv);
        cr_expect(eq(str, got, (char *)sheets[i].want), "sheet %zu", i);
        mem_free(got);
    }
}

Test(delimited, comments_are_passed_over_and_quotes_are_plain_in_tsv, .fini = bench_end)
{
    const char *path = bench_text("#head\n#more\n1\t\"x\n#gone\n2\ty#\n#");
    char *got = read_all(path, &tsv);
    cr_expect(eq(str, got, "3:1|\"x;5:2|y#;"));
    mem_free(got);
}

Test(delimited, a_nul_byte_is_a_fault_with_its_place, .fini = bench_end)
{
    const char *path = bench_file("rows.csv", "a,b\n1,\0002\n3,4\n", 13);
    char *got = read_all(path, &csv);
    cr_expect(eq(str, got, "1:a|b;!2: NUL byte at byte 6, expected text;3:3|4;"));
    mem_free(got);
}

// A record of `size` bytes between two short ones, quoted or not.
static char *read_long(size_t size, bool quoted)
{
    struct buffer text = {0};
    buffer_text(&text, "first\n");
    char *x = mem_new(size, 1);
    memset(x, 'x', size);
    if (quoted)
        x[0] = x[size - 1] = '"';
    buffer_append(&text, x, size);
    buffer_text(&text, "\nlast\n");
    char *got = read_all(bench_file("rows.csv", text.data, text.size), &csv);
    if (strlen(got) > 200)
        memmove(got + 8, got + strlen(got) - 8, 9);
    mem_free(x);
    buffer_done(&text);
    return got;
}

Test(delimited, a_record_may_take_a_mebibyte_and_no_more, .fini = bench_end)
{
    for (int quoted = 0; quoted < 2; quoted++) {
        for (int over = -1; over <= 1; over++) {
            char *got = read_long((size_t)(RECORD_BYTES_MAX + over), quoted);
            cr_expect(eq(str, got,
                         over <= 0 ? "1:first;;3:last;"
                                   : "1:first;!2: the record that begins at byte 6 is longer than "
                                     "1048576 bytes;3:last;"),
                      "quoted %d, over %d", quoted, over);
            mem_free(got);
        }
    }
}

Test(delimited, a_line_of_a_hundred_megabytes_fails_with_its_place, .fini = bench_end)
{
    const size_t size = 100 * 1000 * 1000;
    char *text = mem_new(size, 1);
    memset(text, 'x', size);
    memcpy(text, "a,b\n", 4);
    memcpy(text + size - 5, "\nc,d\n", 5);
    char *got = read_all(bench_packed(PACKED_ZSTD, text, size), &csv);
    cr_expect(eq(str, got,
                 "1:a|b;!2: the record that begins at byte 4 is longer than 1048576 bytes;3:c|d;"));
    mem_free(got);
    mem_free(text);
}

// Records of many lengths, so that each kind of boundary falls on the end of a block somewhere.
Test(delimited, blocks_may_end_anywhere, .fini = bench_end)
{
    struct buffer text = {0}, want = {0};
    int line = 1;
    for (int i = 0; i < 60000; i++) {
        buffer_format(&text, "%d,\"%.*s\"\"\n,\",%.*s\r\n", i, i % 37,
                      "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy", i % 11, "zzzzzzzzzzzz");
        buffer_format(&want, "%d:%d|%.*s\"\n,|%.*s;", line, i, i % 37,
                      "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy", i % 11, "zzzzzzzzzzzz");
        line += 2;
    }
    char *got = read_all(bench_file("rows.csv", text.data, text.size), &csv);
    cr_expect(strcmp(got, (char *)want.data) == 0);
    mem_free(got);
    buffer_done(&text);
    buffer_done(&want);
}

Test(delimited, files_follow_each_other_with_lines_of_their_own, .fini = bench_end)
{
    char *const paths[] = {(char *)bench_text("a\nb"), (char *)bench_text("c\n"),
                           (char *)bench_text("d")};
    const struct param_texts texts = {.items = (char **)paths, .count = 3};
    struct err err = {0};
    struct delimited *reader = delimited_open(&texts, &csv, &err);
    struct delimited_row row;
    const struct {
        char cell;
        uint64_t line;
        int file;
        bool is_first;
    } want[] = {{'a', 1, 0, true}, {'b', 2, 0, false}, {'c', 1, 1, true}, {'d', 1, 2, true}};
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < 4; i++) {
            cr_assert(eq(int, delimited_next(reader, &row, &err), ROW_READ));
            cr_expect(eq(int, row.fields[0].data[0], want[i].cell));
            cr_expect(eq(u64, row.line, want[i].line));
            cr_expect(eq(ptr, (void *)row.file, (void *)paths[want[i].file]));
            cr_expect(eq(int, row.is_first, want[i].is_first));
        }
        cr_expect(eq(int, delimited_next(reader, &row, &err), ROW_END));
        cr_assert(delimited_rewind(reader, &err));
    }
    // printf 'a\nbc\nd' | sha256sum
    cr_expect(eq(str, (char *)delimited_hash(reader),
                 "19474d3d57394f6dfc93d03a670b31076e1999f12d3199ad8744d67164093900"));
    delimited_close(reader);
}
