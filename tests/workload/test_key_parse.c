// Recorded row keys taken apart: every kind of part, every way not to fit, every wrong layout.

#include "bench.h"

#include "base/mem.h"
#include "workload/key_parse.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <string.h>

struct taking {
    const char *layout;
    const char *key;
    size_t size;
    const char *want; // numbers and texts, or "!message"
};

static const struct taking takings[] = {
    {"[salt:2][user:8 long][ts:8 long]", "ab\0\0\0\0\0\0\0\7\xff\xff\xff\xff\xff\xff\xff\xfe", 18,
     "ab|7|-2"},
    {"[a:1 int][b:2 int][c:4 int]", "\xff\x80\0\x80\0\0\0", 7, "-1|-32768|-2147483648"},
    {"[a:1 ulong][b:8 ulong]", "\xff\xff\xff\xff\xff\xff\xff\xff\xff", 9,
     "255|18446744073709551615"},
    {"[user]_[ts long]", "ann_17", 6, "ann|17"},
    {"[a]_[b]", "x_y_z", 5, "x|y_z"},
    {"[a]_[b]", "_", 1, "|"},
    {"[a][ts:8 long]", "ann\0\0\0\0\0\0\0\1", 11, "ann|1"},
    {"[a][b:2]_[c]", "longer__z", 9, "long|er|_z"},
    {"[:2][a:2]", "xxab", 4, "ab"},
    {"[ts:13 decimal]", "1521911720865", 13, "1521911720865"},
    {"\\x00[a]\\xff", "\0k\xff", 3, "k"},
    {"[a bytes]", "\\x", 2, "\\x"},
    {"[salt:2][user:8 long]", "ab\0\0\0", 5, "!expected 8 bytes of `user`, found 3"},
    {"[a:2]", "abc", 3, "!expected its end, found `c`"},
    {"[a]_[b]", "xy", 2, "!expected `_`, found `xy`"},
    {"_[b]", "xy", 2, "!expected `_`, found `xy`"},
    {"[a long]", "7x", 2,
     "!expected `a`, a whole number in -9223372036854775808..9223372036854775807, found `7x`"},
    {"[a long]", "", 0,
     "!expected `a`, a whole number in -9223372036854775808..9223372036854775807, found ``"},
    {"[a][b:4]", "x", 1, "!expected 4 bytes of `b`, found 1"},
};

static void show(const struct key_parse *parse, const struct value *values, struct buffer *out)
{
    size_t field = 0;
    for (size_t i = 0; i < parse->count; i++) {
        const enum value_type type = parse->parts[i].type;
        if (!parse->parts[i].name)
            continue;
        buffer_text(out, field > 0 ? "|" : "");
        const struct value *value = &values[field++];
        if (type == TYPE_ULONG)
            buffer_format(out, "%" PRIu64, (uint64_t)value->number);
        else if (type == TYPE_LONG || type == TYPE_INT)
            buffer_format(out, "%" PRId64, value->number);
        else
            buffer_append(out, value->text.data, value->text.size);
    }
}

Test(key_parse, a_key_is_taken_apart_or_the_part_that_does_not_fit_is_named)
{
    for (size_t i = 0; i < sizeof takings / sizeof takings[0]; i++) {
        const struct taking *taking = &takings[i];
        struct key_parse parse;
        struct err err = {0};
        cr_assert(key_parse_init(&parse, taking->layout, &err), "%s", err.message);
        struct value values[8] = {0};
        struct buffer got = {0};
        buffer_text(&got, "");
        uint8_t *copy = mem_new(taking->size, 1);
        memcpy(copy, taking->key, taking->size);
        if (key_parse_read(&parse, bytes_of(copy, taking->size), values, &err))
            show(&parse, values, &got);
        else
            buffer_format(&got, "!%s", err.message);
        cr_expect(eq(str, (char *)got.data, (char *)taking->want), "%s", taking->layout);
        buffer_done(&got);
        mem_free(copy);
        key_parse_done(&parse);
    }
}

static const struct {
    const char *layout, *want;
} wrong[] = {
    {"", "parse.as: character 1: expected parts with names, such as [user:8 long][name]"},
    {"abc", "parse.as: character 1: expected parts with names, such as [user:8 long][name]"},
    {"[a:8 long", "parse.as: character 1: this `[` is not closed"},
    {"[a][b]", "parse.as: nothing tells where `a` ends and `b` begins: one of them needs a width"},
    {"[a]_[b:2][c][d]",
     "parse.as: nothing tells where `c` ends and `d` begins: one of them needs a width"},
    {"[a:0]", "parse.as: character 4: expected a width of 1 to 32767 bytes"},
    {"[a:x]", "parse.as: character 4: expected a width of 1 to 32767 bytes"},
    {"[a:32768]", "parse.as: character 4: expected a width of 1 to 32767 bytes"},
    {"[a:9 long]", "parse.as: character 6: a raw number is at most so wide: int 4, else 8"},
    {"[a:5 int]", "parse.as: character 6: a raw number is at most so wide: int 4, else 8"},
    {"[a:8 lang]",
     "parse.as: character 6: expected a type: string, long, int, ulong, decimal or bytes"},
    {"[a:8long]", "parse.as: character 5: expected a blank and a type, or `]`"},
    {"[a:1][a:1]", "parse.as: character 6: a name for the second time"},
    {"[a]\\xq", "parse.as: character 4: `\\x` takes two hexadecimal digits"},
};

Test(key_parse, a_wrong_layout_is_refused_with_its_place)
{
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct key_parse parse;
        struct err err = {0};
        cr_expect(eq(int, key_parse_init(&parse, wrong[i].layout, &err), false));
        cr_expect(eq(str, err.message, (char *)wrong[i].want), "%s", wrong[i].layout);
    }
}

static struct workload_plan keys_plan(const char *text, const char *as)
{
    struct workload_plan plan = bench_trace(bench_text(text));
    plan.trace->parse_from = mem_text("key");
    plan.trace->parse_as = mem_text(as);
    plan.trace->time_guess = false;
    plan.trace->time_field = mem_text("ts");
    plan.trace->time_unit = UNIT_MS;
    return plan;
}

Test(key_parse, printable_keys_become_fields_and_their_time, .fini = bench_end)
{
    struct workload_plan plan =
        keys_plan("key\n\\x01\\x02a_1000\nz\\x5Cb_1500\n", "[salt:2][user]_[ts long]");
    char *rows = bench_rows(&plan);
    const char *want = "0 put 0 \\x01\\x02a_1000 \x01\x02 a 1000\n"
                       "500000000 put 1 z\\x5Cb_1500 z\\ b 1500\n";
    cr_expect(eq(str, rows, (char *)want));
    mem_free(rows);
    workload_plan_done(&plan);
}

Test(key_parse, rows_that_do_not_fit_are_faults_that_can_be_passed_over, .fini = bench_end)
{
    const char text[] = "key\na_1000\nnone\nb_1500\nc\\xq_2000\n";
    struct workload_plan plan = keys_plan(text, "[user]_[ts long]");
    struct err err = bench_error(&plan);
    cr_expect(strstr(err.message, ":3: column `key`: key `none` does not fit `[user]_[ts long]`: "
                                  "expected `_`, found `none`") != NULL,
              "%s", err.message);
    plan.trace->on_error = ON_ERROR_SKIP;
    err = (struct err){0};
    struct source *source = source_open(&plan, &err);
    cr_assert(source != NULL, "%s", err.message);
    struct survey survey;
    cr_assert(source_survey(source, NULL, NULL, &survey, &err), "%s", err.message);
    cr_expect(eq(u64, survey.rows_read, 2));
    cr_expect(eq(u64, survey.rows_skipped, 2));
    // Still known when the next pass has begun.
    const char *const *examples;
    size_t count;
    cr_expect(eq(u64, source_skipped(source, &examples, &count), 2));
    cr_expect(eq(u64, source_rows_read(source), 2));
    cr_assert(eq(sz, count, 2));
    cr_expect(strstr(examples[1], ":5: column `key`: `c\\x5Cxq_2000`, expected bytes") != NULL,
              "%s", examples[1]);
    source_close(source);
    workload_plan_done(&plan);
}
