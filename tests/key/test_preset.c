// Named designs and the programs that they become.
#include "key/preset.h"
#include "key_case.h"

#include "base/mem.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

struct expansion {
    const char *preset;
    struct preset_values values;
    const char *fields;
    const char *program; // or the error
};

static const char log_fields[] = "host=h1 event=login ts:long:us=1364248490000000";

static const struct expansion expansions[] = {
    {"plain", {0}, log_fields, "[host][event][ts]"},
    {"plain", {0}, "id.orig_h=a a-b=c", "[`id.orig_h`][`a-b`]"},
    {"plain", {.of = "x = ts; [x]_[host]"}, log_fields, "x = ts; [x]_[host]"},
    {"hash-prefix", {.of = "[host][ts]"}, log_fields, "[md5(host).subStr(0,4)][host][ts]"},
    {"hash-prefix",
     {.of = "[host][ts]", .chars = 2, .by = "ts"},
     log_fields,
     "[md5(ts).subStr(0,2)][host][ts]"},
    {"hash-prefix",
     {.chars = 33},
     log_fields,
     "`chars` of the preset hash-prefix must be 1..32, got 33"},
    {"hash-tail-prefix", {.of = "[ts]"}, log_fields, "[md5(ts).right(4)][ts]"},
    {"hashed", {.of = "[host][ts]"}, log_fields, "[md5(host)][ts]"},
    {"hashed", {.of = "[host][ts]", .by = "ts"}, log_fields, "[host][md5(ts)]"},
    {"hashed",
     {.of = "[host][ts]", .by = "event"},
     log_fields,
     "`event` is no component of the key [host][ts]"},
    {"reverse", {.of = "[host][ts]"}, log_fields, "[reverse(host)][ts]"},
    {"byte-inverted", {.of = "[ts][host]"}, log_fields, "[reverse_bytes(ts)][host]"},
    {"bucket",
     {.of = "[ts][host]", .buckets = 16},
     log_fields,
     "bucket = ts % 16; [bucket][ts][host]"},
    {"bucket", {.of = "[host][ts]"}, log_fields, "bucket = xxh64(host) % 16; [bucket][host][ts]"},
    {"bucket",
     {.of = "[ts]", .by = "ts / 60", .buckets = 4},
     log_fields,
     "bucket = (ts / 60) % 4; [bucket][ts]"},
    {"bucket",
     {.of = "[ts]", .by = "ts + numBuckets", .buckets = 4},
     log_fields,
     "bucket = (ts + numBuckets) % 4; [bucket][ts]"},
    {"bucket",
     {.of = "[bucket][ts]"},
     "bucket:long=3 ts:long=5",
     "key_bucket = bucket % 16; [key_bucket][bucket][ts]"},
    {"bucket", {.of = "[d]"}, "d:decimal=1.5", "bucket = num(d) % 16; [bucket][d]"},
    {"bucket", {.of = "[ts DESC][host]"}, log_fields, "bucket = ts % 16; [bucket][ts DESC][host]"},
    {"bucket", {.of = "x = ts + 1; [x]"}, log_fields, "x = ts + 1; bucket = x % 16; [bucket][x]"},
    {"bucket",
     {.of = "pk1 = ts + 1"},
     log_fields,
     "pk1 = ts + 1; bucket = pk1 % 16; [bucket][pk1]"},
    {"random-prefix", {.of = "[ts]"}, log_fields, "[random(100)][ts]"},
    {"random-suffix", {.of = "[host][ts]", .buckets = 7}, log_fields, "[host][ts][random(7)]"},
    {"reverse-timestamp", {0}, log_fields, "[host][event][Long.MAX_VALUE - (ts)]"},
    {"reverse-timestamp",
     {.of = "[host][ts]", .by = "ts"},
     "host=h ts=5",
     "[host][Long.MAX_VALUE - num(ts)]"},
    {"padded", {.of = "[host][event]"}, log_fields, "[rpad(host, '\\x00', 20)][event]"},
    {"padded", {.of = "[ts][host]", .width = 16}, log_fields, "[dec(ts, 16)][host]"},
    {"delimited", {0}, log_fields, "[host]['_'][event]['_'][ts]"},
    {"delimited", {.delimiter = "::"}, log_fields, "[host]['::'][event]['::'][ts]"},
    {"delimited",
     {.delimiter = "'"},
     log_fields,
     "`char` is the text between components, got \"'\""},
    {"even-distribution",
     {.of = "<host>.<event>"},
     log_fields,
     "<host>_{xxHash(<event>) % 64}.<event>"},
    {"even-distribution",
     {.of = "[host][event][ts]", .buckets = 8},
     log_fields,
     "[host]_{xxHash(concat(event, ts)) % 8}.[event][ts]"},
    {"even-distribution",
     {.of = "[host]"},
     log_fields,
     "even-distribution needs a sharding key and a sorting key, got [host]"},
    {"phoenix-salt",
     {.of = "[host]_[ts]"},
     log_fields,
     "[phoenix_salt(host, bytes('_'), ts, 16)][host]_[ts]"},
    {"opentsdb-salt",
     {.of = "[host][ts][event]"},
     log_fields,
     "[opentsdb_salt(host, event, 20)][host][ts][event]"},
    {"opentsdb-salt", {.of = "[ts]", .buckets = 4}, log_fields, "[opentsdb_salt(ts, 4)][ts]"},
    {"opentsdb-salt",
     {.of = "[ts]", .buckets = 400},
     log_fields,
     "`n` of the preset opentsdb-salt must be 1..256, got 400"},
    {"day-sharded", {0}, log_fields, "[date(ts, '%Y%m%d')].[host][event][ts]"},
    {"day-sharded",
     {.of = "[host]", .by = "ts"},
     "host=a ts=5",
     "[date(num(ts), '%Y%m%d')].[host]"},
    {"plain", {.of = "[host"}, log_fields, "of: `[` is not closed: no `]` follows"},
    {"plain", {.of = "host"}, log_fields, "`of` has no component"},
};

Test(preset, becomes_the_program_that_its_literature_prints)
{
    for (size_t i = 0; i < sizeof expansions / sizeof expansions[0]; i++) {
        const struct expansion *it = &expansions[i];
        struct key_case key;
        struct err err = {0};
        key_case_init(&key, it->fields, 'b');
        const struct preset *preset = preset_named(it->preset);
        cr_assert(preset != NULL, "%s", it->preset);
        char *program = preset_expand(preset, &it->values, &key.schema, &err);
        cr_expect(eq(str, program ? program : err.message, (char *)it->program), "%s", it->preset);
        if (program) {
            struct key_program *compiled = key_program_new(program, &key.context, &err);
            cr_expect(compiled != NULL, "%s: %s", program, err.message);
            key_program_free(compiled);
        }
        mem_free(program);
        key_case_done(&key);
    }
}

Test(preset, catalog_is_whole)
{
    size_t count;
    const struct preset *presets = preset_catalog(&count);
    cr_assert(eq(sz, count, 16));
    for (size_t i = 0; i < count; i++) {
        cr_expect(presets[i].summary[0] != '\0' && presets[i].expands[0] != '\0' &&
                  presets[i].source[0] != '\0' && presets[i].members != NULL);
        cr_expect(preset_named(presets[i].name) == &presets[i]);
    }
    cr_expect(preset_named("salted") == NULL);
}
