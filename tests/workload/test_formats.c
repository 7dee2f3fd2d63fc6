// Formats of recordings: a fixture of each, every way of breaking it with its message, and a round
// trip of values that are hard to write.

#include "bench.h"

#include "base/mem.h"
#include "base/rng.h"
#include "base/text.h"
#include "workload/format.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Cells of a line as "a|b", "-" for a line that is passed over, or "!message".
static char *cut_line(struct cutter *cutter, struct bytes line)
{
    struct err fault = {0};
    struct buffer out = {0};
    buffer_text(&out, "");
    const enum cut cut = cutter_cut(cutter, line, &fault);
    if (cut == CUT_NONE)
        buffer_text(&out, "-");
    if (cut == CUT_FAULT)
        buffer_format(&out, "!%s", fault.message);
    for (size_t i = 0; cut == CUT_ROW && i < cutter->count; i++) {
        buffer_text(&out, i > 0 ? "|" : "");
        text_key(&out, cutter->cells[i]);
    }
    return buffer_take(&out);
}

static struct cutter *cutter_of(int format, const char *head, struct err *err)
{
    const struct trace_plan plan = {.format = format};
    return cutter_new(recording_format_at(format), &plan, bytes_of(head, strlen(head)), err);
}

struct line {
    int format;
    const char *text;
    const char *want;
};

static const struct line lines[] = {
    // ycsb
    {TRACE_YCSB, "READ usertable user1 [ <all fields>]", "READ|usertable|user1|"},
    {TRACE_YCSB, "SCAN usertable user1 17 [ field0 ]", "SCAN|usertable|user1|17"},
    {TRACE_YCSB, "INSERT t user1 [ field0=a [b] c ]", "INSERT|t|user1|"},
    {TRACE_YCSB, "DELETE t user1", "DELETE|t|user1|"},
    {TRACE_YCSB, "[OVERALL], RunTime(ms), 42", "-"},
    {TRACE_YCSB, "\"recordcount\"=\"5\"", "-"},
    {TRACE_YCSB, "2024-01-01 00:00:10:000 10 sec: 99 operations;", "-"},
    {TRACE_YCSB, "WRITE t user1",
     "!expected READ, UPDATE, INSERT, SCAN or DELETE first, found `WRITE t user1`"},
    {TRACE_YCSB, "READ", "!expected a table after the operation, found `READ`"},
    {TRACE_YCSB, "READ usertable ", "!expected a key after the table, found `READ usertable `"},
    {TRACE_YCSB, "SCAN t user1 [ <all fields>]",
     "!expected a number of rows after the key of a SCAN, found `SCAN t user1 [ <all fields>]`"},
    {TRACE_YCSB, "READ t user1", "!expected fields between `[` and `]`, found `READ t user1`"},
    // twitter
    {TRACE_TWITTER, "0,q:q:1:8WTfjZU14ee,17,213,4,get,0", "0|q:q:1:8WTfjZU14ee|17|213|4|get|0"},
    {TRACE_TWITTER, "7,a,b,,4,9,1,set,600", "7|a,b,|4|9|1|set|600"},
    {TRACE_TWITTER, "7,,0,9,1,delete,0", "7||0|9|1|delete|0"},
    {TRACE_TWITTER, "7,a,4,9,1,set",
     "!expected timestamp,key,key size,value size,client id,op,TTL, found `7,a,4,9,1,set`"},
    {TRACE_TWITTER, "", "!expected timestamp,key,key size,value size,client id,op,TTL, found ``"},
    {TRACE_TWITTER, "1.5,a,4,9,1,set,6", "!timestamp: expected a whole number, found `1.5`"},
    {TRACE_TWITTER, "1,a,4,x,1,set,6", "!value_size: expected a whole number, found `x`"},
    {TRACE_TWITTER, "1,a,4,9,1,steal,6",
     "!expected an operation such as get, set or delete, found `steal`"},
    // rocksdb
    {TRACE_ROCKSDB, "0x6B6579 1 0 100 1545239280123456", "key|put|0|100|1545239280123456"},
    {TRACE_ROCKSDB, "0x00ff5C 8 3 0 1", "\\x00\\xFF\\x5C|multi_get|3|0|1"},
    {TRACE_ROCKSDB, "0x 0 0 0 1", "|get|0|0|1"},
    {TRACE_ROCKSDB, "1 0 100 1545239280123456",
     "!expected a key in hex such as 0x6B6579, found `1 0 100 1545239280123456`"},
    {TRACE_ROCKSDB, "0x6B6 1 0 100 15",
     "!expected a key in hex such as 0x6B6579, found `0x6B6 1 0 100 15`"},
    {TRACE_ROCKSDB, "0x6G 1 0 100 15",
     "!expected a key in hex such as 0x6B6579, found `0x6G 1 0 100 15`"},
    {TRACE_ROCKSDB, "0x6B 1 0 100",
     "!expected key, type, column family, value size and time, found `0x6B 1 0 100`"},
    {TRACE_ROCKSDB, "0x6B 1 0 100 5 6", "!expected five values, found `0x6B 1 0 100 5 6`"},
    {TRACE_ROCKSDB, "0x6B 9 0 100 5", "!expected an operation's type in 0..8, found `9`"},
    // redis-monitor
    {TRACE_REDIS_MONITOR,
     "1339518083.107412 [0 127.0.0.1:60866] \"SET\" \"a b\" \"123\" \"EX\" \"60\"",
     "1339518083.107412|0|127.0.0.1:60866|set|a b|7"},
    {TRACE_REDIS_MONITOR, "1.5 [15 unix:/tmp/a b] \"get\" \"\\\"\\\\\\x00\\n\"",
     "1.5|15|unix:/tmp/a b|get|\"\\x5C\\x00\\x0A|0"},
    {TRACE_REDIS_MONITOR, "1.5 [0 lua] \"ping\"", "1.5|0|lua|ping||0"},
    {TRACE_REDIS_MONITOR, "OK", "-"},
    {TRACE_REDIS_MONITOR, "15 [0 lua] \"ping\"",
     "!expected a time such as 1339518083.107412 first, found `15 [0 lua] \"ping\"`"},
    {TRACE_REDIS_MONITOR, "1.5 [lua] \"ping\"",
     "!expected [database client] and a quoted command, found `1.5 [lua] \"ping\"`"},
    {TRACE_REDIS_MONITOR, "1.5 [0 lua] ping",
     "!expected [database client] and a quoted command, found `1.5 [0 lua] ping`"},
    {TRACE_REDIS_MONITOR, "1.5 [0 lua] \"get\" \"a",
     "!expected an argument in quotes, with Redis' escapes, found `\"a`"},
    {TRACE_REDIS_MONITOR, "1.5 [0 lua] \"get\" \"a\\q\"",
     "!expected an argument in quotes, with Redis' escapes, found `\"a\\x5Cq\"`"},
    {TRACE_REDIS_MONITOR, "1.5 [0 lua] \"get\"x",
     "!expected an argument in quotes, with Redis' escapes, found `\"get\"x`"},
    // apache
    {TRACE_APACHE,
     "127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] \"GET /a b.gif HTTP/1.0\" 200 2326",
     "127.0.0.1|-|frank|10/Oct/2000:13:55:36 -0700|GET|/a b.gif|HTTP/1.0|200|2326|-|-"},
    {TRACE_APACHE, "h - - [t] \"GET / HTTP/1.1\" 304 - \"http://x/\" \"a \\\"b\\\" c\"",
     "h|-|-|t|GET|/|HTTP/1.1|304|-|http://x/|a \\x5C\"b\\x5C\" c"},
    {TRACE_APACHE, "h - - [t] \"-\" 408 0", "h|-|-|t|-|-|-|408|0|-|-"},
    {TRACE_APACHE, "h - - [t] \"\" 408 0", "h|-|-|t|-|-|-|408|0|-|-"},
    {TRACE_APACHE, "h - -", "!expected host, identity, user and [time], found `h - -`"},
    {TRACE_APACHE, "h - - [t \"-\" 408 0",
     "!expected a time between `[` and `]`, found `h - - [t \"-\" 408 0`"},
    {TRACE_APACHE, "h - - [t] GET / 200 1", "!expected a request in quotes, found `GET / 200 1`"},
    {TRACE_APACHE, "h - - [t] \"GET / 200 1",
     "!expected a request in quotes, found `\"GET / 200 1`"},
    {TRACE_APACHE, "h - - [t] \"-\" x 1",
     "!expected a status such as 200 after the request, found `h - - [t] \"-\" x 1`"},
    {TRACE_APACHE, "h - - [t] \"-\" 200 x",
     "!expected a number of bytes, or -, after the status, found `h - - [t] \"-\" 200 x`"},
    {TRACE_APACHE, "h - - [t] \"-\" 200 1 \"-\"",
     "!expected a referer and an agent in quotes, found ``"},
    {TRACE_APACHE, "h - - [t] \"-\" 200 1 \"-\" \"-\" x",
     "!expected the end of the line, found `x`"},
    // jsonl: the columns are those of the head below
    {TRACE_JSONL, "{\"a\":1,\"b\":{\"c\":\"x\",\"d\":true}}", "1|x|true"},
    {TRACE_JSONL, " {\"b\":{\"d\":null}, \"a\":-1.5e3 } ", "-1.5e3||"},
    {TRACE_JSONL, "{\"a\":[1,{\"a\":2}],\"b\":3,\"later\":4}", "[1,{\"a\":2}]||"},
    {TRACE_JSONL, "{\"a\":\"\\u00e9\\ud83d\\ude00\\n\\\"\\/\"}",
     "\\xC3\\xA9\\xF0\\x9F\\x98\\x80\\x0A\"/||"},
    {TRACE_JSONL, "{\"\\u0061\":7}", "7||"},
    {TRACE_JSONL, "{}", "||"},
    {TRACE_JSONL, "[1]", "!expected an object in each line, found `[1]`"},
    {TRACE_JSONL, "{\"a\":1,\"a\":2}", "!`a` is there twice"},
    {TRACE_JSONL, "{\"a\":01}", "!character 6: a number has no leading zeros"},
    {TRACE_JSONL, "{\"a\":1", "!character 1: this `{` is not closed"},
    {TRACE_JSONL, "{\"a\":1} x", "!character 9: unexpected text after the end of the value"},
    {TRACE_JSONL, "{\"a\":\"\xff\"}", "!character 7: byte 0xff is not UTF-8"},
    {TRACE_JSONL, "{a:1}", "!character 2: expected a name in double quotes"},
};

static const char *const heads[TRACE_FORMAT_COUNT] = {
    [TRACE_JSONL] = "{\"a\":1,\"b\":{\"c\":2}}\n{\"b\":{\"d\":3}}\n"};

Test(formats, each_line_becomes_cells_or_a_message_that_says_what_was_expected)
{
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct err err = {0};
        const char *head = heads[lines[i].format] ? heads[lines[i].format] : "";
        struct cutter *cutter = cutter_of(lines[i].format, head, &err);
        cr_assert(cutter != NULL, "%s", err.message);
        // In memory of its own size, so that reading beyond its end is seen.
        const size_t size = strlen(lines[i].text);
        uint8_t *copy = mem_new(size, 1);
        memcpy(copy, lines[i].text, size);
        char *got = cut_line(cutter, bytes_of(copy, size));
        cr_expect(eq(str, got, (char *)lines[i].want), "%s", lines[i].text);
        mem_free(got);
        mem_free(copy);
        cutter_free(cutter);
    }
}

Test(formats, no_line_cut_short_or_changed_does_harm)
{
    struct rng rng = rng_stream(7, "formats", 0);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct err err = {0};
        const char *head = heads[lines[i].format] ? heads[lines[i].format] : "";
        struct cutter *cutter = cutter_of(lines[i].format, head, &err);
        const size_t size = strlen(lines[i].text);
        for (size_t keep = 0; keep <= 2 * size; keep++) {
            const size_t left = keep < size ? keep : size;
            uint8_t *copy = mem_new(left, 1);
            memcpy(copy, lines[i].text, left);
            if (keep > size && left > 0)
                copy[rng_upto(&rng, left - 1)] = (uint8_t)(1 + rng_upto(&rng, 254));
            struct err fault = {0};
            const enum cut cut = cutter_cut(cutter, bytes_of(copy, left), &fault);
            cr_expect(eq(int, cut == CUT_FAULT, fault.message[0] != '\0'));
            mem_free(copy);
        }
        cutter_free(cutter);
    }
}

Test(formats, every_format_of_the_catalog_is_named_as_in_scenarios_and_says_what_it_is)
{
    for (int i = TRACE_AUTO + 1; i < TRACE_FORMAT_COUNT; i++) {
        const struct recording_format *format = recording_format_at(i);
        cr_assert(format != NULL);
        cr_expect(eq(str, (char *)format->name, (char *)trace_format_names[i]));
        cr_expect(format->summary && !strchr(format->summary, '\n'));
        cr_expect(eq(int, format->cut == NULL, i == TRACE_CSV || i == TRACE_TSV));
        for (const struct format_column *a = format->columns; a && a->name; a++)
            for (const struct format_column *b = format->columns; b < a; b++)
                cr_expect(strcmp(a->name, b->name) != 0);
    }
    cr_expect(recording_format_at(TRACE_AUTO) == NULL);
}

// ---- patterns ----

struct expression {
    const char *pattern, *line, *want;
};

static const struct expression expressions[] = {
    {"^(?<ts>[0-9.]+) (?<host>[^ ]+)", "12.5 a-b rest", "12.5|a-b"},
    {"(?<b>b+)(x)?(?<c>c)?", "aabbx", "bb|"},
    {"(a|(?<b>b))(?<end>.)", "b!", "b|!"},
    {"\\((?<inside>[^)]*)\\)", "f(x)", "x"},
    {"[(](?<inside>[^])]*)[])]", "f(x)", "x"},
    {"(?<n>[[:digit:]]{2,4})", "12345", "1234"},
    {"^(?<a>x)$", "y", "!expected a line that the pattern describes, found `y`"},
};

static struct cutter *pattern_new(const char *text, struct err *err)
{
    const struct trace_plan plan = {.format = TRACE_PATTERN, .pattern = (char *)(uintptr_t)text};
    return cutter_new(&format_pattern, &plan, bytes_of("", 0), err);
}

Test(formats, a_pattern_s_named_groups_are_columns)
{
    for (size_t i = 0; i < sizeof expressions / sizeof expressions[0]; i++) {
        struct err err = {0};
        struct cutter *cutter = pattern_new(expressions[i].pattern, &err);
        cr_assert(cutter != NULL, "%s", err.message);
        char *got = cut_line(cutter, bytes_of(expressions[i].line, strlen(expressions[i].line)));
        cr_expect(eq(str, got, (char *)expressions[i].want), "%s", expressions[i].pattern);
        mem_free(got);
        cutter_free(cutter);
    }
}

static const struct expression refused[] = {
    {"", "", "the format `pattern` needs a `pattern`"},
    {"(a)", "", "pattern `(a)`: no group has a name, as in (?<host>[^ ]+)"},
    {"(?<a>x", "", "pattern `(?<a>x`: Unmatched ( or \\("},
    {"(?<a>[x", "", "pattern `(?<a>[x`: an unclosed `[` at character 6"},
    {"(?<a>x)(?<a>y)", "",
     "pattern `(?<a>x)(?<a>y)`: a group's name for the second time at character 8"},
    {"(?:x)", "", "pattern `(?:x)`: expected a group's name, as in (?<host>[^ ]+), at character 1"},
    {"(?<a b>x)", "",
     "pattern `(?<a b>x)`: expected a group's name, as in (?<host>[^ ]+), at character 1"},
    {"(?<a>x)\\1", "",
     "pattern `(?<a>x)\\1`: a back reference, which is not allowed, at character 8"},
    {"(?<a>(x{100}){11})", "",
     "pattern `(?<a>(x{100}){11})`: more than 1000 repeats in all at character 14"},
};

Test(formats, a_pattern_that_cannot_be_is_refused_with_its_place)
{
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct err err = {0};
        cr_expect(pattern_new(refused[i].pattern, &err) == NULL);
        cr_expect(eq(str, err.message, (char *)refused[i].want));
    }
}

// ---- round trips ----

static void write_json_text(struct buffer *out, const uint8_t *text, size_t size)
{
    buffer_byte(out, '"');
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '"' || text[i] == '\\' || text[i] < 0x20)
            buffer_format(out, "\\u%04x", text[i]);
        else
            buffer_byte(out, text[i]);
    }
    buffer_byte(out, '"');
}

static void write_redis_text(struct buffer *out, const uint8_t *text, size_t size)
{
    buffer_byte(out, '"');
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '"' || text[i] == '\\')
            buffer_format(out, "\\%c", text[i]);
        else if (text[i] < 0x20 || text[i] > 0x7e)
            buffer_format(out, "\\x%02x", text[i]);
        else
            buffer_byte(out, text[i]);
    }
    buffer_byte(out, '"');
}

static void write_hex(struct buffer *out, const uint8_t *text, size_t size)
{
    buffer_text(out, "0x");
    for (size_t i = 0; i < size; i++)
        buffer_format(out, "%02X", text[i]);
}

static void write_line(int format, uint64_t n, const uint8_t *key, size_t size, struct buffer *out)
{
    switch (format) {
    case TRACE_CSV:
        buffer_format(out, "%" PRIu64 ",\"", n);
        for (size_t i = 0; i < size; i++)
            buffer_format(out, key[i] == '"' ? "\"%c" : "%c", key[i]);
        buffer_text(out, "\"");
        break;
    case TRACE_JSONL:
        buffer_format(out, "{\"n\":%" PRIu64 ",\"in\":{\"key\":", n);
        write_json_text(out, key, size);
        buffer_text(out, "}}");
        break;
    case TRACE_REDIS_MONITOR:
        buffer_format(out, "%" PRIu64 ".000001 [0 c] \"get\" ", 1600000000 + n);
        write_redis_text(out, key, size);
        break;
    case TRACE_ROCKSDB:
        write_hex(out, key, size);
        buffer_format(out, " 0 0 0 %" PRIu64, n);
        break;
    case TRACE_TWITTER:
        buffer_format(out, "%" PRIu64 ",", n);
        buffer_append(out, key, size);
        buffer_text(out, ",4,9,1,get,0");
        break;
    default:
        cr_assert(false);
    }
    buffer_byte(out, '\n');
}

struct journey {
    int format;
    const char *time, *column; // as columns of the plan
    uint8_t least, most;       // bytes that its keys are made of
};

static const struct journey journeys[] = {
    {TRACE_CSV, NULL, NULL, 1, 127},
    {TRACE_JSONL, "n", "in.key", 1, 127},
    {TRACE_REDIS_MONITOR, "timestamp", "key", 0, 255},
    {TRACE_ROCKSDB, "timestamp", "key", 0, 255},
    {TRACE_TWITTER, "timestamp", "key", ' ', '~'},
};

Test(formats, what_was_written_is_what_is_read, .fini = bench_end)
{
    enum { ROWS = 300, KEY_MAX = 40 };
    for (size_t i = 0; i < sizeof journeys / sizeof journeys[0]; i++) {
        const struct journey *journey = &journeys[i];
        struct rng rng = rng_stream(11, "journeys", i);
        struct buffer text = {0}, want = {0};
        for (uint64_t n = 0; n < ROWS; n++) {
            uint8_t key[KEY_MAX];
            const size_t size = (size_t)rng_upto(&rng, KEY_MAX - 1) + 1;
            for (size_t at = 0; at < size; at++)
                key[at] =
                    (uint8_t)(journey->least + rng_upto(&rng, journey->most - journey->least));
            write_line(journey->format, n, key, size, &text);
            buffer_append(&want, key, size);
        }
        struct workload_plan plan = bench_trace(bench_file("x", text.data, text.size));
        plan.trace->format = journey->format;
        plan.trace->time_guess = false;
        plan.arrivals.rate_per_s = 1000;
        bench_column(&plan, "key", journey->column, journey->column ? 0 : 2, TYPE_STRING);
        struct err err = {0};
        struct source *source = source_open(&plan, &err);
        cr_assert(source != NULL, "%s", err.message);
        struct batch batch;
        batch_init(&batch, source_schema(source));
        struct buffer got = {0};
        do {
            cr_assert(source_next(source, &batch, &err), "%s", err.message);
            for (size_t row = 0; row < batch.count; row++)
                buffer_append(&got, batch.columns[0].texts[row].data,
                              batch.columns[0].texts[row].size);
        } while (batch.count > 0);
        cr_expect(eq(sz, got.size, want.size), "%s", trace_format_names[journey->format]);
        cr_expect(got.size == want.size && memcmp(got.data, want.data, want.size) == 0, "%s",
                  trace_format_names[journey->format]);
        batch_done(&batch);
        source_close(source);
        buffer_done(&got);
        buffer_done(&want);
        buffer_done(&text);
        workload_plan_done(&plan);
    }
}

// ---- through the whole reader ----

struct sight {
    const char *text, *note;
};

static const struct sight sights[] = {
    {"{\"ts\":1521911720.5,\"h\":\"a\"}\n{\"ts\":1521911721.5,\"h\":\"b\"}\n",
     "format jsonl, columns of the format, time column ts (s)"},
    {"OK\n1339518083.107412 [0 a:1] \"get\" \"k\"\n",
     "format redis-monitor, columns of the format, time column timestamp (s)"},
    {"h - - [10/Oct/2000:13:55:36 -0700] \"-\" 200 1\n",
     "format apache, columns of the format, time column time (%d/%b/%Y:%H:%M:%S %z)"},
    {"\"a\"=\"b\"\nREAD t k [ <all fields>]\n",
     "format ycsb, columns of the format, no time column"},
    {"5,k,1,9,1,get,0\n", "format twitter, columns of the format, time column timestamp (s)"},
    {"0x6B 1 0 1 1545239280123456\n",
     "format rocksdb, columns of the format, time column timestamp (us)"},
    {"1,2,3,4,5,6,7\n", "format csv, delimiter comma, no header, no time column"},
    {"{\"a\n7\n", "format csv, delimiter comma, header, no time column"},
};

Test(formats, are_told_by_their_lines, .fini = bench_end)
{
    for (size_t i = 0; i < sizeof sights / sizeof sights[0]; i++) {
        struct workload_plan plan = bench_trace(bench_text(sights[i].text));
        plan.arrivals.rate_per_s = 1;
        struct err err = {0};
        struct source *source = source_open(&plan, &err);
        cr_assert(source != NULL, "%s", err.message);
        cr_expect(eq(str, source_guess(source)->note, (char *)sights[i].note));
        source_close(source);
        workload_plan_done(&plan);
    }
}

Test(formats, a_fault_is_told_with_its_file_and_line, .fini = bench_end)
{
    const char *path =
        bench_text("OK\n1.5 [0 a:1] \"get\" \"k\"\n\nspoilt\n1.6 [0 a:1] \"get\" \"k\"\n");
    struct workload_plan plan = bench_trace(path);
    plan.trace->format = TRACE_REDIS_MONITOR;
    const struct err err = bench_error(&plan);
    struct buffer want = {0};
    buffer_format(&want, "%s:4: expected a time such as 1339518083.107412 first, found `spoilt`",
                  path);
    cr_expect(eq(str, (char *)err.message, (char *)want.data));
    plan.trace->on_error = ON_ERROR_SKIP;
    char *rows = bench_rows(&plan);
    cr_expect(strstr(rows, "spoilt") == NULL && strlen(rows) > 0);
    mem_free(rows);
    buffer_done(&want);
    workload_plan_done(&plan);
}
