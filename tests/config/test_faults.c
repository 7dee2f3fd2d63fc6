#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Scenarios with one fault around a good workload (W) and good designs (D).
#define W "\"workload\": {\"fields\": {\"user\": {\"zipf\": 100}, \"ts\": \"clock\"}}"
#define D "\"designs\": [\"[user][ts]\"]"
#define FIELD(text) "{\"workload\": {\"fields\": {\"u\": " text "}}, \"designs\": [\"[u]\"]}"
#define STORE(text) "{" W ", " D ", \"store\": " text "}"
#define RUN(text) "{" W ", " D ", \"run\": " text "}"
#define MIX(text)                                                                                  \
    "{\"workload\": {\"fields\": {\"u\": {\"zipf\": 9}}, \"mix\": " text                           \
    "}, \"queries\": {\"q\": \"where u = 1\"}, \"designs\": [\"[u]\"]}"
#define ARRIVALS(text)                                                                             \
    "{\"workload\": {\"fields\": {\"u\": {\"zipf\": 9}}, \"arrivals\": " text                      \
    "}, \"designs\": [\"[u]\"]}"
#define PHASES(rest, text)                                                                         \
    "{\"workload\": {\"fields\": {\"u\": {\"zipf\": 9}, \"v\": \"clock\"}" rest                    \
    ",\n \"phases\": " text "}, \"designs\": [\"[u]\"], \"queries\": {\"q\": \"where u = 1\"}}"
#define TRACE(text) "{\"workload\": {\"trace\": " text "}, \"designs\": [\"[host]\"]}"
#define QUERY(text) "{" W ", " D ", \"queries\": {\"q\": " text "}}"
#define TABLES(text)                                                                               \
    "{" W ", \"designs\": {\"d\": {\"tables\": {\"by_user\": \"[user][ts]\", \"by_time\": "        \
    "\"[ts][user]\"}}, \"e\": {\"tables\": {\"by_user\": \"[user]\", \"rest\": \"[ts]\"}}, "       \
    "\"f\": \"[user]\"}, \"queries\": {\"q\": \"" text "\"}}"
#define EXPECT(text) "{" W ", \"designs\": {\"d\": \"[user]\"}, \"expect\": " text "}"
#define DESIGN(text) "{" W ", \"designs\": {\"d\": " text "}}"

struct refusal {
    const char *text;
    const char *at; // what stands at the place that is named, in the first such line; "": no place
    const char *message;
    const char *hint; // or NULL
};

static const struct refusal refusals[] = {
    // the file
    {"", "", "is empty; expected a scenario", NULL},
    {"{", "{", "this `{` is not closed", NULL},
    {"{\"a\": 1,\n}", ",", "a comma before the closing `}`; remove it", NULL},
    {"[]", "[]", "the scenario must be an object", NULL},
    {"{}", "{}", "`workload` is missing in the scenario", NULL},
    {"{" W "}", "{\"workload", "`designs` is missing in the scenario", NULL},
    {"{" W ",\n \"design\": 1, " D "}", "\"design\"", "unknown name `design` in the scenario",
     "did you mean `designs`?"},
    {"{" W ", " D ",\n \"seed\": 1, \"seed\": 2}", "\"seed\"", "`seed` is given twice", NULL},
    {"{" W ", " D ",\n \"hotsim\": 2}", "2", "`hotsim` must be 1..1, got 2", NULL},
    {"{" W ", " D ",\n \"seed\": -1}", "-1", "`seed` must not be negative, got -1", NULL},
    {"{" W ", " D ",\n \"seed\": 18446744073709551616}", "18446744073709551616",
     "`seed` must be a whole number, got 18446744073709551616", NULL},
    {"{" W ", " D ",\n \"title\": 3}", "3", "`title` must be a text", NULL},
    {"{" W ", " D ",\n \"params\": {\"n\": 1.5}}", "1.5", "`n` must be a whole number, got 1.5",
     NULL},
    // fields
    {FIELD("\"clok\""), "\"clok\"", "unknown generator `clok`", "did you mean `clock`?"},
    {FIELD("{\"zipff\": 1}"), "\"zipff\"", "unknown generator `zipff`", "did you mean `zipf`?"},
    {FIELD("{}"), "{}}}, \"des", "this field has no generator", NULL},
    {FIELD("7"), "7", "a field is a generator's name, a list of values, or an object", NULL},
    {FIELD("{\"zipf\": 10, \"uniform\": 3}"), "\"uniform\"",
     "a field has one generator, not `zipf` and `uniform`", NULL},
    {FIELD("{\"hotset\": {}}"), "{}}}}, \"de", "`cardinality` is missing in hotset", NULL},
    {FIELD("{\"hotset\": {\"cardinality\": 9, \"hot_share\": \"120%\"}}"), "\"120%\"",
     "`hot_share` must be 0..1, got 120%", NULL},
    {FIELD("{\"normal\": {\"mean\": 5, \"deviation\": 2, \"max\": 4}}"), "{\"mean\"",
     "normal: the mean 5 must lie between min and max", NULL},
    {FIELD("{\"histogram\": \"rows.csv\"}"), "\"rows.csv\"",
     "histogram: rows.csv:1: weight `n`, expected a number such as 12 or 0.25", NULL},
    {FIELD("{\"owned\": \"usr\"}"), "\"usr\"", "field `u`: owned: there is no field `usr`", NULL},
    {FIELD("{\"zipf\": {\"cardinality\": 10, \"teta\": 1}}"), "\"teta\"",
     "unknown name `teta` in zipf", "did you mean `theta`?"},
    {FIELD("{\"zipf\": {}}"), "{}}}}, \"de", "`cardinality` is missing in zipf", NULL},
    {FIELD("{\"zipf\": 0}"), "0", "`cardinality` must be 1..9007199254740992, got 0", NULL},
    {FIELD("{\"zipf\": \"2 * nn\"}"), "nn",
     "`cardinality` must be a whole number: unknown param `nn`", NULL},
    {FIELD("{\"zipf\": 5, \"type\": \"lang\"}"), "\"lang\"", "unknown type `lang`",
     "did you mean `long`?"},
    {FIELD("{\"expr\": \"x + 1\"}"), "x", "field `u`: unknown field `x`", NULL},
    {"{\"workload\": {}, \"designs\": [\"[u]\"]}", "{}, \"desig",
     "a workload needs `fields` or a `trace`", NULL},
    {"{\"workload\": {\"order\": {}, \"fields\": {\"u\": \"clock\"}}, \"designs\": [\"[u]\"]}",
     "{}", "`order` takes {\"by\": \"sharding\"}, {\"by\": \"sorting\"} or {\"by\": [fields]}",
     NULL},
    // mix and arrivals
    {MIX("{\"put\": \"3/s\", \"q\": 2}"), "2}}",
     "`mix` has weights and rates; write all as weights, or all as rates (\"20/s\")", NULL},
    {MIX("{\"put\": 1, \"qq\": 2}"), "\"qq\"", "unknown name `qq` in workload.mix", NULL},
    {MIX("{\"update\": {\"set\": []}}"), "{\"set\": []}", "`update` needs a `weight`", NULL},
    {MIX("{\"update\": {\"weight\": 1, \"set\": [\"v\"]}}"), "\"v\"", "`v` is no generated field",
     "fields are u"},
    {MIX("{\"put\": 0}"), "{\"put\": 0}", "`mix` holds no operations", NULL},
    {MIX("{\"put\": \"3/fortnight\"}"), "\"3/fortnight\"",
     "`put` must be a rate such as \"30k/s\" or \"2/min\"", NULL},
    {ARRIVALS("{\"process\": \"closed\"}"), "{\"process\"", "closed arrivals need `clients`",
     "for example {\"process\": \"closed\", \"clients\": 64, \"think_ms\": 0}"},
    {ARRIVALS("{\"process\": \"poison\"}"), "\"poison\"", "unknown process `poison`",
     "did you mean `poisson`?"},
    {ARRIVALS("{\"think_ms\": 1}"), "\"think_ms\"", "`think_ms` is not for poisson arrivals", NULL},
    {ARRIVALS("{\"process\": \"periodic\"}"), "{\"process\"",
     "periodic arrivals need `entity` and `period_s`", NULL},
    {ARRIVALS("{\"process\": \"periodic\", \"entity\": \"v\", \"period_s\": 60}"), "\"v\"",
     "periodic arrivals: entity `v` is not a generated field", NULL},
    {ARRIVALS("{\"process\": \"sine\", \"mean\": 9}"), "{\"process\"",
     "sine arrivals need `period_s` and `amplitude`", NULL},
    {ARRIVALS("{\"process\": \"sine\", \"mean\": 9, \"amplitude\": 10, \"period_s\": 60}"),
     "{\"process\"", "arrivals: the amplitude (10/s) must not be above the mean rate (9/s)", NULL},
    {ARRIVALS("{\"process\": \"sine\", \"amplitude\": 1e9, \"period_s\": 60}"), "{\"process\"",
     "arrivals: the amplitude (1e+09/s) must not be above the mean rate (96000/s)", NULL},
    {ARRIVALS("{\"process\": \"burst\", \"every_s\": 5, \"length_s\": 6, \"factor\": 3, "
              "\"rate_per_s\": 9}"),
     "{\"process\"",
     "arrivals: a burst (length_s) must not be longer than the time from one to the next "
     "(every_s)",
     NULL},
    {ARRIVALS("{\"process\": \"poisson\", \"factor\": 3}"), "\"factor\"",
     "`factor` is not for poisson arrivals", NULL},
    {ARRIVALS("{\"process\": \"steps\", \"steps\": 5}"), "5",
     "`steps` must be a list of times and rates", NULL},
    {ARRIVALS("{\"process\": \"steps\", \"steps\": [[0, 1], [5]]}"), "[5]",
     "a step is a time and the rate from then on: [600, \"20k/s\"]", NULL},
    {ARRIVALS("{\"process\": \"steps\", \"steps\": [[0, 1], [5, \"x\"]]}"), "x",
     "`the rate of a step` must be a rate such as \"30k/s\" or \"2/min\": unknown param `x`", NULL},
    {ARRIVALS("{\"process\": \"steps\", \"steps\": [[0, 1], [5, 0]]}"), "{\"process\"",
     "the last of the steps, which lasts for ever: arrivals: a rate of 0 operations per second, "
     "expected 1e-06 to 1e+12",
     NULL},
    {ARRIVALS("{\"process\": \"steps\", \"steps\": [[0, 1]]}, \"mix\": {\"put\": \"3/s\"}"),
     "{\"put\"", "the steps of arrivals give the rate; write `mix` as weights", NULL},
    {"{\"workload\": {\"trace\": \"plain.csv\", \"arrivals\": {\"process\": \"sine\", \"mean\": 7, "
     "\"amplitude\": 2, \"period_s\": 5}}, \"designs\": [\"[a]\"]}",
     "7", "beside a trace the rate is trace.rate_per_s", NULL},
    {ARRIVALS("{\"rate_per_s\": \"0/s\"}"), "\"0/s\"",
     "`rate_per_s` must be 1e-9..1000000000000 per second, got 0/s", NULL},
    // traces
    {TRACE("\"nope.csv\""), "\"nope.csv\"", "nope.csv: cannot be opened: No such file or directory",
     NULL},
    {TRACE("{\"path\": \"rows.csv\", \"format\": \"jsonl\"}"), "\"rows.csv\"",
     "rows.csv: expected an object in each line, and found none in the first", NULL},
    {TRACE("{\"path\": \"rows.csv\", \"pattern\": \"(?<a>\"}"), "\"rows.csv\"",
     "rows.csv: pattern `(?<a>`: Unmatched ( or \\(", NULL},
    {TRACE("{\"path\": \"rows.csv\", \"columns\": {\"host\": 0}}"), "0",
     "a column is a header's name or a number from 1, got 0", NULL},
    {TRACE("{\"path\": \"rows.csv\", \"columns\": {\"host\": \"hots\"}}"), "\"rows.csv\"",
     "rows.csv: the header has no column `hots`",
     "did you mean `host`? The header has ts, host, n"},
    {TRACE("{\"path\": \"rows.csv\", \"types\": {\"n\": \"integer\"}}"), "\"integer\"",
     "unknown type `integer`", "the types are string, long, int, ulong, decimal, time, bytes"},
    {TRACE("{\"path\": \"rows.csv\", \"delimiter\": \";;\"}"), "\";;\"",
     "`delimiter` must be one ASCII character", NULL},
    {TRACE("{\"path\": \"rows.csv\", \"time\": {}}"), "{}}}, \"des",
     "`field` is missing in workload.trace.time", NULL},
    {TRACE("{\"path\": \"rows.csv\", \"header\": 1}"), "1", "`header` must be true or false", NULL},
    {TRACE("{\"header\": true}"), "{\"header\":", "`path` is missing in workload.trace", NULL},
    {TRACE("{\"path\": \"\"}"), "\"\"", "`path` must not be empty", NULL},
    // store
    {STORE("\"hbas\""), "\"hbas\"", "unknown profile `hbas`", "did you mean `hbase`?"},
    {STORE("{\"serverz\": 3}"), "\"serverz\"", "unknown name `serverz` in store",
     "did you mean `servers`?"},
    {STORE("{\"servers\": 0}"), "0", "`servers` must be 1..10000, got 0", NULL},
    {STORE("{\"servers\": 10001}"), "10001", "`servers` must be 1..10000, got 10001", NULL},
    {STORE("{\"servers\": \"8.5\"}"), "\"8.5\"", "`servers` must be a whole number, got 8.5", NULL},
    {STORE("{\"servers\": null}"), "null", "`servers` must be a whole number", NULL},
    {STORE("{\"servers\": []}"), "[]}}", "`servers` must be a whole number", NULL},
    {STORE("{\"service\": {\"put_us\": \"3 lightyears\"}}"), "\"3 lightyears\"",
     "`put_us` must be a duration such as \"20ms\", \"5s\" or \"2min\"", NULL},
    {STORE("{\"service\": {\"put_us\": 0}}"), "0}}", "`put_us` must be 1 ns..60 min, got 0", NULL},
    {STORE("{\"split\": {\"policy\": \"encreasing\"}}"), "\"encreasing\"",
     "unknown policy `encreasing`", "did you mean `increasing`?"},
    {STORE("{\"split\": \"bussy\"}"), "\"bussy\"", "unknown policy `bussy`",
     "did you mean `busy`?"},
    {STORE("{\"profile\": \"custom\", \"split\": {\"policy\": \"key-prefix\", \"initial_bytes\": "
           "9}}"),
     "\"key-prefix\"", "`key-prefix` needs `prefix_length`", NULL},
    {STORE("{\"split\": {\"restriction\": \"key-prefix\"}}"), "{\"restriction\"",
     "`key-prefix` needs `prefix_length`", NULL},
    {STORE("{\"split\": {\"policy\": \"delimited-prefix\", \"delimiter\": \"\"}}"),
     "\"delimited-prefix\"", "`delimited-prefix` needs `delimiter`", NULL},
    {STORE("{\"split\": {\"policy\": \"key-prefix\", \"prefix_length\": 2, \"delimiter\": \"|\", "
           "\"restriction\": \"delimited-prefix\"}}"),
     "\"key-prefix\"", "`policy` and `restriction` keep different prefixes together", NULL},
    {STORE("{\"profile\": \"custom\", \"split\": \"stepping\"}"), "\"stepping\"",
     "a table's first region on a server needs a size: `initial_bytes` or `flush_bytes`", NULL},
    {STORE("{\"profile\": \"custom\", \"split\": {\"policy\": \"busy\", \"initial_bytes\": 9}}"),
     "\"busy\"", "`busy` needs `flush_bytes`", NULL},
    {STORE("{\"split\": {\"policy\": \"load\", \"heat_share\": 0}}"), "\"load\"",
     "what is too often needs `heat_per_s` or `heat_share`", NULL},
    {STORE("{\"split\": {\"early_regions\": 4}}"), "{\"early_regions\"",
     "`early_regions` needs `early_bytes`", NULL},
    {STORE("{\"layout\": \"slices\", \"split\": \"constant\"}"), "\"constant\"",
     "slices never split", NULL},
    {STORE("{\"profile\": \"iguazio\", \"split\": \"load\"}"), "\"load\"", "slices never split",
     NULL},
    {"{" W ", \"designs\": {\"d\": {\"tables\": {\"t\": {\"key\": \"[user]\", \"store\": "
     "{\"balancer\": \"count\"}}, \"u\": \"[ts]\"}}}}",
     "\"balancer\"", "`balancer` belongs to the design's store: its tables share the servers",
     NULL},
    {"{" W ", \"designs\": {\"d\": {\"tables\": {\"t\": {\"key\": \"[user]\", \"store\": "
     "{\"client\": {\"retries\": 3}}}, \"u\": \"[ts]\"}}}}",
     "\"client\"", "`client` belongs to the design's store: its tables share the servers", NULL},
    {STORE("{\"balancer\": {\"period_s\": 0}}"), "0}}", "`period_s` must be 1 ms..36.5 k d, got 0",
     NULL},
    {STORE("{\"presplit\": \"hexx\"}"), "\"hexx\"", "unknown algorithm `hexx`",
     "did you mean `hex`?"},
    {STORE("{\"presplit\": \"keys\"}"), "\"keys\"", "pre-split `keys` needs `keys`", NULL},
    {STORE("{\"presplit\": [\"a\", \"b\\\\xg0\"]}"), "\\",
     "a broken escape; a byte is written \\xNN", NULL},
    {STORE("{\"layout\": \"slices\", \"presplit\": \"hex\"}"), "\"hex\"",
     "slices have no pre-splits", NULL},
    // queries
    {QUERY("\"where usr = 1\""), "usr", "unknown field `usr`",
     "this workload has the fields user, ts; did you mean `user`?"},
    {QUERY("\"where user = $usr\""), "usr", "unknown field `usr`",
     "this workload has the fields user, ts; did you mean `user`?"},
    {QUERY("\"where user = 'x\""), "'x", "`'` is not closed: no `'` follows", NULL},
    {QUERY("\"where ts = 'x'\""), "'x'", "`ts` is a long, and 'x' is not",
     "write a whole number that fits; $ts is that of the drawn record"},
    {QUERY("\"user = 3\""), "user", "expected where, order by or limit, got `user`", NULL},
    {QUERY("\"where user = 1 or ts = 2\""), "or", "`or` is not known: all conditions must hold",
     "several values of one field are written f in (a, b)"},
    {QUERY("\"\""), "\"", "this query is empty", NULL},
    {QUERY("\"where user = 1 order by tss desc\""), "tss", "unknown field `tss`",
     "this workload has the fields user, ts; did you mean `ts`?"},
    {QUERY("\"where user = 1 from by_user\""), "by_user", "no design has a table `by_user`",
     "the designs' tables have no names: leave `from` out"},
    {TABLES("from by_usr where user = 1"), "by_usr", "no design has a table `by_usr`",
     "did you mean `by_user`?"},
    {TABLES("from by_time where user = 1"), "by_time", "design \"e\" has no table `by_time`",
     "there are the tables by_user, rest"},
    {QUERY("{\"scan\": {\"from\": \"[usr]\", \"to\": \"[user]\"}}"), "usr", "unknown field `usr`",
     "this workload has the fields user, ts; did you mean `user`?"},
    {QUERY("{\"scan\": {\"from\": \"[user]\", \"to\": \"[user\"}}"), "[",
     "`[` is not closed: no `]` follows", NULL},
    {QUERY("{\"scan\": {\"from\": \"'user1\"}}"), "'user1", "this quote is not closed", NULL},
    {QUERY("{\"scan\": {\"from\": \"'u' + ts\"}}"), " + ts",
     "a quoted text stands alone as a bound", NULL},
    {QUERY("{\"scan\": {\"to\": \"[user]\"}}"), "{\"to\": \"", "`from` is missing in queries.scan",
     NULL},
    {QUERY("{\"pick\": \"uniform\"}"), "{\"pick\": \"",
     "a query is a where-clause or a scan, and not without either", NULL},
    {QUERY("{\"where\": \"where user = $user\", \"pick\": \"newest\"}"), "\"newest\"",
     "unknown pick `newest`", "it is one of as_written, uniform, latest"},
    {QUERY("{\"where\": \"where user = $user\", \"pick\": {\"latest\": {\"theta\": -1}}}"), "-1",
     "`theta` must be 0..100, got -1", NULL},
    {QUERY("{\"where\": \"where user = 1 and ts > now - 60\", \"pick\": \"latest\"}"), "\"latest\"",
     "`pick` chooses whose values `$` takes, and this query has no `$`",
     "leave `pick` out, or ask for a record's value: \"f = $f\""},
    {QUERY("{\"scan\": {\"from\": \"[md5(user)]\"}, \"pick\": \"uniform\"}"), "\"uniform\"",
     "the scan's bounds do not tell which values count as different",
     "say beside `scan` what it is meant to find: \"where\": \"f = $f\""},
    // run and expect
    {RUN("{\"operations\": 0}"), "0", "`operations` must be 1..1000000000000, got 0", NULL},
    {RUN("{\"operations\": 5, \"duration_s\": 5}"), "\"duration_s\"",
     "`operations` and `duration_s` say the same thing twice; leave one out", NULL},
    {RUN("{\"windows\": 10001}"), "10001", "`windows` must be 1..10000, got 10001", NULL},
    {RUN("{\"by\": \"user\"}"), "\"by\"",
     "`by`: this version does not give results by a field's values (`by`)", NULL},
    {RUN("{\"preload\": {\"row\": 1}}"), "{\"row\": 1}",
     "`preload` takes a duration, {rows} or {bytes}", NULL},
    {RUN("{\"preload\": 30}"), "30", "`preload` needs a unit, for example \"20ms\"", NULL},
    {EXPECT("[{\"design\": \"e\", \"metric\": \"writes.count\", \"min\": 1}]"), "\"e\"",
     "unknown design `e`", NULL},
    {EXPECT("[{\"design\": \"d\", \"metric\": \"write.count\", \"min\": 1}]"), "write.count",
     "unknown metric `write.count`", "did you mean `writes`?"},
    {EXPECT("[{\"design\": \"d\", \"metric\": \"writes.count\"}]"),
     "{\"design\":", "an expectation needs `min` or `max`", NULL},
    {EXPECT("{}"), "{}}", "expect must be a list", NULL},
    // phases
    {PHASES("", "{}"), "{}", "workload.phases must be a list of at most 100 changes", NULL},
    {PHASES("", "[{\"rate_per_s\": 5}]"), "{\"rate", "`at_s` is missing in workload.phases", NULL},
    {PHASES("", "[{\"at_s\": 5}]"), "5}",
     "this phase changes nothing: give it `mix`, `rate_per_s` or `fields`", NULL},
    {PHASES("", "[{\"at_s\": 5, \"rate\": 3}]"), "\"rate\"",
     "unknown name `rate` in workload.phases", "did you mean `rate_per_s`?"},
    {PHASES("", "[{\"at_s\": 5, \"rate_per_s\": 3}, {\"at_s\": 5, \"rate_per_s\": 4}]"),
     "5, \"rate_per_s\": 4", "phases must be in order of time: this one is not after the last",
     NULL},
    {PHASES("", "[{\"at_s\": 5, \"fields\": {\"w\": \"clock\"}}]"), "\"w\"",
     "a phase changes the workload's fields: `w` is none of them", "the generated fields are u, v"},
    {PHASES("", "[{\"at_s\": 5, \"fields\": {\"u\": [\"a\", \"b\"]}}]"), "[{\"at_s\"",
     "phases: field `u` is string, but before it long", NULL},
    {PHASES("", "[{\"at_s\": 5, \"mix\": {\"put\": 0}}]"), "{\"put\": 0}",
     "`mix` holds no operations", NULL},
    {PHASES("", "[{\"at_s\": 5, \"mix\": {\"put\": 1, \"r\": 1}}]"), "\"r\"",
     "unknown name `r` in workload.mix", "known names are put, get, update, delete, q"},
    {PHASES("", "[{\"at_s\": 5, \"mix\": {\"put\": \"9/s\"}, \"rate_per_s\": 8}]"), "8",
     "the rates in `mix` give the rate: leave one out", NULL},
    {PHASES("", "[{\"at_s\": 5, \"mix\": {\"update\": {\"weight\": 1, \"set\": [\"u\"]}}}]"),
     "{\"weight\"", "in a phase `update` takes a weight or a rate alone", "with weight 0"},
    {PHASES(", \"arrivals\": {\"process\": \"closed\", \"clients\": 9}",
            "[{\"at_s\": 5, \"rate_per_s\": 77}]"),
     "77", "in a closed loop clients set the pace: no phase changes the rate", NULL},
    {PHASES(", \"arrivals\": {\"process\": \"periodic\", \"entity\": \"u\", \"period_s\": 9}",
            "[{\"at_s\": 5, \"mix\": {\"put\": 77}}]"),
     "{\"put\": 77}", "rows set their own pace here: no phase changes the mix", NULL},
    {PHASES(", \"arrivals\": {\"process\": \"periodic\", \"entity\": \"u\", \"period_s\": 9}",
            "[{\"at_s\": 5, \"fields\": {\"u\": {\"zipf\": 7}}}]"),
     "", "phases: the entity `u` of periodic arrivals stays the same", NULL},
    // designs
    {"{" W ",\n \"designs\": {\n\"salted\": \"[md5(usr).substr(0,4)][user]\"}}", "usr",
     "unknown field `usr` in design \"salted\"",
     "this workload has the fields user, ts; did you mean `user`?"},
    {"{" W ",\n \"designs\": [\"[user]\", \"[user]\"]}", "\"[user]\"", "this design is given twice",
     NULL},
    {"{" W ",\n \"designs\": [3]}", "3",
     "a design in a list is a key program; a named one stands in an object", NULL},
    {DESIGN("{\"preset\": \"buckett\"}"), "\"buckett\"", "unknown preset `buckett`",
     "did you mean `bucket`?"},
    {DESIGN("{\"preset\": \"plain\", \"buckets\": 3}"), "\"buckets\"",
     "preset `plain` takes no `buckets`", NULL},
    {DESIGN("{}"), "{}}}", "a design needs a `key` or a `preset`", NULL},
    {DESIGN("{\"tables\": {}}"), "{}}}}", "`tables` must be an object of names and keys", NULL},
    {DESIGN("{\"tables\": {\"t\": {\"key\": \"[user]\", \"store\": {\"servers\": 3}}}}"),
     "\"servers\"", "`servers` belongs to the design's store: its tables share the servers", NULL},
    {DESIGN("{\"key\": \"[user]\", \"phases\": []}"), "\"phases\"",
     "`phases`: this version does not simulate changes in mid-run", NULL},
};

enum { REFUSALS = sizeof refusals / sizeof refusals[0] };

// The text at the line and column that a printed fault names.
static const char *text_at(const char *text, const char *printed)
{
    unsigned line, column;
    if (sscanf(printed, "s.json:%u:%u: error: ", &line, &column) != 2)
        return NULL;
    for (; line > 1; line--)
        text = strchr(text, '\n') + 1;
    return text + column - 1;
}

Test(faults, each_has_its_place_its_message_and_its_hint)
{
    for (size_t i = 0; i < REFUSALS; i++) {
        const struct refusal *it = &refusals[i];
        struct opened opened = opened_of(it->text, NULL);
        cr_expect(opened.scenario == NULL, "%s", it->text);
        cr_expect(eq(int, opened.code, ERR_INPUT), "%s", it->text);
        const char *message = strstr(opened.text, it->message);
        cr_expect(message && message[strlen(it->message)] == '\n', "%s\nwanted: %s\ngot: %s",
                  it->text, it->message, opened.text);
        const char *at = text_at(it->text, opened.text);
        cr_expect(at ? !strncmp(at, it->at, strlen(it->at)) : it->at[0] == '\0',
                  "%s\nwanted at: %s\ngot: %s", it->text, it->at, opened.text);
        cr_expect(it->hint == NULL || strstr(opened.text, it->hint), "%s\nwanted: %s\ngot: %s",
                  it->text, it->hint ? it->hint : "", opened.text);
        opened_done(&opened);
    }
}

Test(faults, one_cause_is_one_fault)
{
    for (size_t i = 0; i < REFUSALS; i++) {
        struct opened opened = opened_of(refusals[i].text, NULL);
        const bool empty = !strcmp(refusals[i].text, "{}"); // lacks workload and designs
        cr_expect(eq(sz, opened.faults, empty ? 2 : 1), "%s\n%s", refusals[i].text, opened.text);
        opened_done(&opened);
    }
}

Test(faults, look_as_a_compiler_shows_them)
{
    struct opened opened = opened_of("{" W ",\n  \"designs\": {\n"
                                     "    \"salted\": \"[md5(usr).substr(0,4)][user]\"}}",
                                     NULL);
    cr_expect(same_text(opened.text,
                        "s.json:3:21: error: unknown field `usr` in design \"salted\"\n"
                        "    3 |     \"salted\": \"[md5(usr).substr(0,4)][user]\"}}\n"
                        "      |                     ^^^\n"
                        "   this workload has the fields user, ts; did you mean `user`?\n"),
              "%s", opened.text);
    opened_done(&opened);
}

Test(faults, all_of_a_file_come_at_once_in_order)
{
    struct opened opened =
        opened_of("{\"seed\": -1,\n \"workload\": {\"fields\": {\"a\": \"clok\"}},\n"
                  " \"designs\": [\"[a]\"],\n \"store\": {\"servers\": 0},\n"
                  " \"run\": {\"windows\": 0}}",
                  NULL);
    cr_expect(eq(sz, opened.faults, 4), "%s", opened.text);
    const char *at = opened.text;
    static const char *const lines[] = {
        "s.json:1:10:", "s.json:2:31:", "s.json:4:23:", "s.json:5:21:"};
    for (size_t i = 0; i < 4; i++) {
        at = strstr(at, lines[i]);
        cr_assert(at != NULL, "%s\n%s", lines[i], opened.text);
    }
    opened_done(&opened);
}

Test(faults, beyond_twenty_are_counted)
{
    char text[4096] = "{\"workload\": {\"fields\": {";
    for (int i = 0; i < 23; i++) {
        char field[64];
        (void)snprintf(field, sizeof field, "%s\"f%d\": \"nothing\"", i > 0 ? ", " : "", i);
        strcat(text, field);
    }
    strcat(text, "}}, \"designs\": [\"[a]\"]}");
    struct opened opened = opened_of(text, NULL);
    cr_expect(eq(sz, opened.faults, 23));
    const char *end = strstr(opened.text, "and 3 more\n");
    cr_expect(end && end[11] == '\0', "%s", opened.text);
    opened_done(&opened);
}

Test(faults, a_long_line_is_cut_around_the_place)
{
    char text[2048] = "{\"workload\": {\"fields\": {\"u\": \"clock\"}}, \"designs\": [\"[u]\"], "
                      "\"params\": {";
    for (int i = 0; i < 60; i++) {
        char param[32];
        (void)snprintf(param, sizeof param, "\"p%d\": %d, ", i, i);
        strcat(text, param);
    }
    strcat(text, "\"last\": 1.5}}");
    struct opened opened = opened_of(text, NULL);
    char *line = strtok(opened.text, "\n");
    for (int i = 0; line; i++, line = strtok(NULL, "\n"))
        cr_expect(i == 0 || strlen(line) <= 8 + 3 + 72 + 3, "%s", line);
    opened_done(&opened);
}

Test(faults, names_reach_the_terminal_without_control_bytes)
{
    struct opened opened =
        opened_of("{" W ", " D ", \"store\": {\"a\\u001b[31mb\\u202e\": 1}}", NULL);
    cr_expect(opened.scenario == NULL);
    cr_expect(strchr(opened.text, '\033') == NULL);
    opened_done(&opened);
}

Test(faults, of_what_is_no_scenario)
{
    struct err err = {0};
    struct diagnostics diagnostics = {0};
    static const struct scenario_options none = {0};
    cr_expect(scenario_open("/nonexistent/x.json", &none, &diagnostics, &err) == NULL);
    cr_expect(
        same_text((char *)diagnostics.text.data, "/nonexistent/x.json: error: no such file\n"));
    cr_expect(eq(int, err.code, ERR_INPUT));
    diagnostics_done(&diagnostics);
}

Test(faults, a_scenario_has_at_most_16_mib)
{
    enum { LIMIT = 16 * 1024 * 1024 };
    static const char good[] = "{" W ", " D "}";
    static char text[LIMIT + 2];
    for (int extra = 0; extra <= 1; extra++) {
        memset(text, ' ', sizeof text);
        memcpy(text, good, sizeof good - 1);
        text[LIMIT + extra] = '\0';
        struct opened opened = opened_of(text, NULL);
        cr_expect(eq(int, opened.scenario != NULL, extra == 0), "%s", opened.text);
        if (extra == 1)
            cr_expect(same_text(opened.text,
                                "s.json: error: is larger than a scenario can be (16 MiB)\n"));
        opened_done(&opened);
    }
}

struct limit {
    const char *head, *item, *rest, *tail; // an item is `item`, a number, `rest`
    int max;
};

static const struct limit limits[] = {
    {"{" W ", \"designs\": {", "\"d", "\": \"[user]\"", "}}", 64},
    {"{" W ", " D ", \"params\": {", "\"p", "\": 1", "}}", 256},
    {"{" W ", " D ", \"queries\": {", "\"q", "\": \"where user = 1\"", "}}", 256},
    {"{\"workload\": {\"fields\": {", "\"f", "\": \"clock\"", "}}, \"designs\": [\"[f0]\"]}", 256},
    {"{" W ", \"designs\": {\"d\": {\"tables\": {", "\"t", "\": \"[user]\"", "}}}}", 16},
};

Test(faults, counts_are_limited_at_the_limit_and_not_before)
{
    static char text[20000];
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        for (int count = limits[i].max - 1; count <= limits[i].max + 1; count++) {
            size_t used = (size_t)snprintf(text, sizeof text, "%s", limits[i].head);
            for (int j = 0; j < count; j++) {
                used += (size_t)snprintf(text + used, sizeof text - used, "%s", j > 0 ? ", " : "");
                used += (size_t)snprintf(text + used, sizeof text - used, "%s%d%s", limits[i].item,
                                         j, limits[i].rest);
            }
            (void)snprintf(text + used, sizeof text - used, "%s", limits[i].tail);
            struct opened opened = opened_of(text, NULL);
            cr_expect(eq(int, opened.scenario != NULL, count <= limits[i].max), "%s %d\n%s",
                      limits[i].item, count, opened.text);
            opened_done(&opened);
        }
    }
}

// Whatever becomes of a good scenario, the answer is a scenario or a fault that is printed.
Test(faults, damaged_scenarios_are_read_or_refused)
{
    static const char good[] =
        "{ // c\n\"workload\": {\"fields\": {\"user\": {\"zipf\": {\"cardinality\": \"2 * n\"}}, "
        "\"e\": [\"a\", \"b\"], \"ts\": \"clock\"}, \"mix\": {\"put\": \"3k/s\", \"q\": "
        "\"1/min\"}}, "
        "\"params\": {\"n\": 16}, \"queries\": {\"q\": \"where user = $user limit 5\"}, "
        "\"designs\": {\"a\": \"[user][ts]\", \"b\": {\"preset\": \"bucket\", \"of\": \"[ts]\", "
        "\"buckets\": \"n\"}}, \"store\": {\"servers\": 4, \"presplit\": [\"a\", \"b\"]}}";
    uint64_t state = 7;
    for (int round = 0; round < 400; round++) {
        char text[sizeof good];
        memcpy(text, good, sizeof text);
        for (int change = 0; change < 1 + round % 3; change++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            const size_t at = (size_t)(state >> 33) % (sizeof text - 2);
            text[at] =
                round % 2 ? (char)(state >> 56) : text[(size_t)(state >> 40) % (sizeof text - 2)];
            text[at] = text[at] == '\0' ? '0' : text[at];
        }
        struct opened opened = opened_of(text, NULL);
        cr_expect(opened.scenario != NULL || (opened.faults > 0 && opened.text[0] != '\0'),
                  "round %d: %s", round, text);
        opened_done(&opened);
    }
}
