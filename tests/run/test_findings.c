// Every rule of the catalog raised by one scenario and not by another that differs in what matters.

#include "base/mem.h"
#include "run/finding.h"

#include <criterion/criterion.h>

#include <string.h>

#define USERS                                                                                      \
    "\"user\": {\"zipf\": {\"cardinality\": 5000, \"theta\": 0.3}, \"format\": \"user%04d\"}"
#define CLOCK "\"ts\": {\"clock\": {\"unit\": \"us\"}}"
#define COUNTER "\"id\": {\"sequence\": {\"start\": 100000}}"
#define HBASE "{\"profile\": \"hbase\", \"servers\": 8}"
#define SLOW_ROWS "{\"profile\": \"hbase\", \"service\": {\"row_us\": 100000}}"
#define CUT(algorithm) "{\"profile\": \"hbase\", \"servers\": 8, \"presplit\": {" algorithm "}}"

struct example {
    const char *code;
    bool due;
    const char *fields;
    const char *design; // as JSON
    const char *store;
    const char *says; // part of the message; NULL: any
};

static const struct example examples[] = {
    // what decides the place of a write
    {"rising-first", true, USERS "," CLOCK, "\"[ts][user]\"", HBASE, "`[ts]` rises"},
    {"rising-first", true, USERS "," CLOCK, "\"ts = Long.MAX_VALUE - ts; [ts][user]\"", HBASE,
     "`[ts]` falls"},
    {"rising-first", true, USERS "," CLOCK, "\"[date(ts, '%Y%m%d')][user]\"", HBASE,
     "stays the same"},
    {"rising-first", true, USERS "," CLOCK ", \"shop\": [\"one\"]", "\"[shop][ts]\"", HBASE,
     "`[ts]` rises"},
    {"rising-first", true, USERS "," CLOCK, "\"[ts DESC][user]\"", HBASE, "`[ts DESC]` falls"},
    {"rising-first", false, USERS "," CLOCK, "\"[user][ts]\"", HBASE, NULL},
    {"rising-first", false, USERS "," CLOCK, "\"b = ts % 16; [b][ts][user]\"", HBASE, NULL},
    {"rising-first", false, USERS "," CLOCK, "\"[reverse(dec(ts, 20))]\"", HBASE, NULL},
    {"one-slice-at-a-time", true, USERS "," CLOCK, "\"[date(ts, '%Y%m%d')].[user]\"", "\"iguazio\"",
     "100 %"},
    {"one-slice-at-a-time", false, USERS "," CLOCK, "\"[user].[date(ts, '%Y%m%d')]\"",
     "\"iguazio\"", NULL},
    {"few-first-values", true, "\"state\": [\"new\", \"paid\", \"sent\"]," CLOCK, "\"[state][ts]\"",
     HBASE, "has 3 values"},
    {"few-first-values", true, "\"user\": {\"uniform\": {\"cardinality\": 100}}," CLOCK,
     "\"[user].[ts]\"", "\"iguazio\"", "about 95 of 1024"},
    {"few-first-values", false, USERS "," CLOCK, "\"[user][ts]\"", HBASE, NULL},
    {"few-first-values", false, USERS "," CLOCK, "\"b = ts % 4; [b][user][ts]\"", HBASE, NULL},
    {"skewed-first", true,
     "\"tenant\": {\"shares\": {\"acme\": \"40%\", \"rest\": {\"uniform\": "
     "{\"cardinality\": 900}}}}," CLOCK,
     "\"[tenant][ts]\"", HBASE, "`acme` is 4"},
    {"skewed-first", true,
     "\"tenant\": {\"shares\": {\"acme\": \"40%\", \"rest\": {\"uniform\": "
     "{\"cardinality\": 900}}}}," CLOCK,
     "\"[tenant].[ts]\"", "\"iguazio\"", "its slice"},
    {"skewed-first", false, USERS "," CLOCK, "\"[user][ts]\"", HBASE, NULL},
    {"one-hot-value", true,
     "\"tenant\": {\"shares\": {\"acme\": \"40%\", \"rest\": {\"uniform\": "
     "{\"cardinality\": 900}}}}," CLOCK,
     "\"[tenant][ts]\"", HBASE, "salt = if(tenant == 'acme', random(4), 0)"},
    {"one-hot-value", false,
     "\"tenant\": {\"shares\": {\"acme\": \"40%\", \"apex\": \"35%\", "
     "\"rest\": {\"uniform\": {\"cardinality\": 900}}}}," CLOCK,
     "\"[tenant][ts]\"", HBASE, NULL},
    {"one-hot-value", false,
     "\"tenant\": {\"shares\": {\"acme\": \"40%\", \"rest\": {\"uniform\": {\"cardinality\": "
     "900}}}}," CLOCK,
     "\"salt = if(tenant == 'acme', random(4), 0); [salt][tenant][ts]\"", HBASE, NULL},
    {"one-key", true, "\"topic\": [\"orders\"]", "\"[topic]\"", HBASE, "all 20000 writes"},
    {"one-key", false, "\"topic\": [\"orders\"]," CLOCK, "\"[topic][ts]\"", HBASE, NULL},
    {"repeated-key", true, "\"user\": {\"zipf\": {\"cardinality\": 1000, \"theta\": 0.99}}",
     "\"[user]\"", HBASE, "one key takes 1"},
    {"repeated-key", false, "\"user\": {\"zipf\": {\"cardinality\": 1000, \"theta\": 0.99}}," CLOCK,
     "\"[user][ts]\"", HBASE, NULL},
    {"not-unique", true, USERS, "\"[user]\"", HBASE, "15"},
    {"not-unique", false, USERS "," COUNTER, "\"[user][id]\"", HBASE, NULL},
    {"not-unique", false, USERS, "\"[user]\"",
     "{\"profile\": \"hbase\", \"servers\": 8, \"versions\": 3}", NULL},

    // hashes, salts, buckets
    {"random-suffix", true, USERS "," COUNTER, "\"[user][id][random(100)]\"", HBASE, "100 rows"},
    {"random-suffix", true, USERS "," COUNTER, "\"[user].[random(100)]\"", "\"iguazio\"",
     "sorting key"},
    {"random-suffix", false, USERS "," COUNTER, "\"[random(100)][user][id]\"", HBASE, NULL},
    {"random-suffix", false, USERS "," COUNTER, "\"[user]_[random(100)].[id]\"", "\"iguazio\"",
     NULL},
    {"random-prefix", true, USERS "," COUNTER, "\"[random(100)][user][id]\"", HBASE,
     "all 100 values"},
    {"random-prefix", true, USERS "," COUNTER, "\"[user]_[random(100)].[id]\"", "\"iguazio\"",
     "all 100 values"},
    {"random-prefix", false, USERS "," COUNTER, "\"[user][id][random(100)]\"", HBASE, NULL},
    {"hash-of-rising", true, USERS "," CLOCK, "\"[md5(ts)][ts][user]\"", HBASE, "only `ts`"},
    {"hash-of-rising", false, USERS "," CLOCK, "\"[md5(user)][ts]\"", HBASE, NULL},
    {"hash-of-entity", true, USERS "," CLOCK, "\"[md5(user).subStr(0,4)][user][ts]\"", HBASE,
     "from `user` alone"},
    {"hash-of-entity", false, USERS "," COUNTER, "\"[md5(user + id).subStr(0,4)][user][id]\"",
     HBASE, NULL},
    {"buckets-per-server", true, USERS "," CLOCK, "\"b = ts % 20; [b][ts][user]\"",
     "{\"profile\": \"hbase\", \"servers\": 16}", "1.60 times"},
    {"buckets-per-server", true, USERS "," CLOCK, "\"b = ts % 4; [b][ts][user]\"",
     "{\"profile\": \"hbase\", \"servers\": 5}", "4 of 5 servers"},
    {"buckets-per-server", false, USERS "," CLOCK, "\"b = ts % 32; [b][ts][user]\"",
     "{\"profile\": \"hbase\", \"servers\": 16}", NULL},
    {"unused-buckets", true, USERS ", \"n\": {\"sequence\": {\"step\": 1000}}",
     "\"b = n % 16; [b][n]\"", HBASE, "only 2 of 16"},
    {"unused-buckets", true, USERS ", \"n\": {\"sequence\": {\"step\": 1000}}",
     "\"b = n % 64; [b][n]\"", HBASE, "only 8 of 64"},
    {"unused-buckets", false, USERS ", \"n\": {\"sequence\": {\"step\": 1000}}",
     "\"b = n % 7; [b][n]\"", HBASE, NULL},
    {"few-behind-buckets", true, "\"host\": {\"uniform\": {\"cardinality\": 10}}," CLOCK,
     "\"b = xxhash(host) % 20; [b][host][ts]\"", HBASE, "of 20 buckets"},
    {"few-behind-buckets", false, "\"host\": {\"uniform\": {\"cardinality\": 500}}," CLOCK,
     "\"b = xxhash(host) % 20; [b][host][ts]\"", HBASE, NULL},
    {"bucket-of-clock", true, USERS ", \"ts\": {\"clock\": {\"unit\": \"ms\"}}",
     "\"b = ts % 16; [b][ts][user]\"", HBASE, "changes only when the clock ticks"},
    {"bucket-of-clock", false, USERS "," CLOCK, "\"b = ts % 16; [b][ts][user]\"", HBASE, NULL},
    {"negative-modulo", true, USERS "," CLOCK, "\"b = hashCode(user) % 16; [b][user][ts]\"", HBASE,
     "-15..15, 31 buckets"},
    {"negative-modulo", false, USERS "," CLOCK,
     "\"b = floormod(hashCode(user), 16); [b][user][ts]\"", HBASE, NULL},
    {"negative-modulo", false, USERS "," CLOCK, "\"b = xxhash(user) % 16; [b][user][ts]\"", HBASE,
     NULL},
    {"abs-of-smallest", true, USERS "," CLOCK, "\"b = abs(hashCode(user)) % 16; [b][user][ts]\"",
     HBASE, "2^32"},
    {"abs-of-smallest", false, USERS "," CLOCK, "\"b = abs(hashCode(user) % 16); [b][user][ts]\"",
     HBASE, NULL},

    // the store
    {"many-columns", true, USERS "," CLOCK, "\"[user][ts][user][ts]\"", "\"lindorm\"", "4 columns"},
    {"many-columns", false, USERS "," CLOCK, "\"[user][ts][user]\"", "\"lindorm\"", NULL},
    {"many-columns", false, USERS "," CLOCK, "\"[user][ts][user][ts]\"", HBASE, NULL},
    {"varying-column", true,
     "\"host\": {\"uniform\": {\"cardinality\": 90}, \"format\": \"h%d\"}," CLOCK, "\"[host][ts]\"",
     "\"lindorm\"", "(3 to 4 bytes)"},
    {"varying-column", false,
     "\"host\": {\"uniform\": {\"cardinality\": 90}, \"format\": \"h%02d\"}," CLOCK,
     "\"[host][ts]\"", "\"lindorm\"", NULL},
    {"varying-column", false,
     "\"host\": {\"uniform\": {\"cardinality\": 90}, \"format\": \"h%d\"}," CLOCK, "\"[host][ts]\"",
     HBASE, NULL},
    {"long-key", true, USERS "," CLOCK, "\"[rpad(user, ' ', 2100)][ts]\"", "\"lindorm\"",
     "refuses"},
    {"long-key", true, USERS "," CLOCK, "\"[user].[rpad(user, ' ', 250)]\"", "\"iguazio\"", "255"},
    {"long-key", false, USERS "," CLOCK, "\"[rpad(user, ' ', 200)][ts]\"", HBASE, NULL},
    {"early-dot", true,
     "\"host\": {\"uniform\": {\"cardinality\": 90}, \"format\": \"h.%02d\"}," CLOCK,
     "\"[host].[ts]\"", "\"iguazio\"", "leftmost dot"},
    {"early-dot", false, USERS "," CLOCK, "\"[user].[ts]\"", "\"iguazio\"", NULL},
    {"plain-xxhash-suffix", true, USERS "," CLOCK, "\"[user]_[xxHash(ts) % 64].[ts]\"",
     "\"iguazio\"", "plain XXH64"},
    {"plain-xxhash-suffix", false, USERS "," CLOCK, "\"{user}_{xxHash(ts) % 64}.{ts}\"",
     "\"iguazio\"", NULL},
    {"inferred-suffix", true, USERS "," CLOCK, "\"{user}_{xxHash(ts) % 64}.{ts}\"", "\"iguazio\"",
     "0..n-1"},
    {"inferred-suffix", false, USERS "," CLOCK, "\"{user}.{ts}\"", "\"iguazio\"", NULL},
    {"learned-behind-rising-key", true, USERS "," CLOCK, "\"[ts][user]\"", HBASE, "rises"},
    {"learned-behind-rising-key", false, USERS "," CLOCK, "\"[user][ts]\"", HBASE, NULL},
    {"cold-halves", true, USERS "," COUNTER, "\"[dec(id, 8)]\"",
     CUT("\"algorithm\": \"decimal\", \"regions\": 10"), "cold"},
    {"cold-halves", false, USERS "," COUNTER, "\"[reverse(dec(id, 8))]\"",
     CUT("\"algorithm\": \"decimal\", \"regions\": 10"), NULL},
    {"regions-unreached", true, USERS "," COUNTER, "\"[upper(md5(id))]\"",
     CUT("\"algorithm\": \"hex\", \"regions\": 16"), "letters"},
    {"regions-unreached", true, USERS "," COUNTER, "\"[md5(id)]\"",
     CUT("\"algorithm\": \"uniform\", \"regions\": 16"), "14 of 16 regions"},
    {"regions-unreached", true, USERS "," COUNTER, "\"[id]\"",
     CUT("\"algorithm\": \"keys\", \"keys\": [\"a\", \"b\"]"), "text"},
    {"regions-unreached", false, USERS "," COUNTER, "\"[md5(id)]\"",
     CUT("\"algorithm\": \"hex\", \"regions\": 16"), NULL},
    {"buckets-per-region", true, USERS "," CLOCK, "\"[phoenix_salt(user, 20)][user][ts]\"",
     CUT("\"algorithm\": \"uniform\", \"regions\": 16"),
     "one region holds 16 of the buckets, and 14 regions hold none"},
    {"buckets-per-region", false, USERS "," CLOCK, "\"[phoenix_salt(user, 16)][user][ts]\"",
     CUT("\"algorithm\": \"buckets\""), NULL},
    {"buckets-per-region", false, USERS "," CLOCK, "\"[phoenix_salt(user, 2)][user][ts]\"",
     CUT("\"algorithm\": \"keys\", \"keys\": [\"\\\\x01\", \"\\\\x01user25\"]"), NULL},
    {"number-sorting-key", true, USERS "," CLOCK, "\"[user].[ts]\"", "\"iguazio\"", "a number"},
    {"number-sorting-key", false, USERS "," CLOCK, "\"[user].[dec(ts, 20)]\"", "\"iguazio\"", NULL},

    // how components are written
    {"open-length", true,
     "\"host\": {\"uniform\": {\"cardinality\": 30}, \"format\": \"host%d\"}," CLOCK,
     "\"[host][ts]\"", HBASE, "(5 to 6 bytes)"},
    {"open-length", false,
     "\"host\": {\"uniform\": {\"cardinality\": 30}, \"format\": \"host%d\"}," CLOCK,
     "\"[host]_[ts]\"", HBASE, NULL},
    {"open-length", false,
     "\"host\": {\"uniform\": {\"cardinality\": 30}, \"format\": \"host%d\"}," CLOCK,
     "\"[host][ts]\"", "\"lindorm\"", NULL},
    {"open-length", false, USERS "," CLOCK, "\"[user][ts]\"", HBASE, NULL},
    {"open-length", false, "\"event\": [\"login\", \"logout\", \"error\"]," CLOCK,
     "\"[event][ts]\"", HBASE, NULL},
    {"open-length", true, "\"event\": [\"log\", \"logout\", \"error\"]," CLOCK, "\"[event][ts]\"",
     HBASE, "`[event]`"},
    {"delimiter-inside", true, "\"a\": [\"x_y\", \"x\", \"zz\"]," COUNTER, "\"[a]_[id]\"", HBASE,
     "hold the `_`"},
    {"delimiter-inside", false, "\"a\": [\"x_y\", \"x\", \"zz\"]," COUNTER, "\"[a]|[id]\"", HBASE,
     NULL},
    {"pad-above-data", true, USERS "," CLOCK, "\"[rpad(user, 'x', 20)][ts]\"", HBASE, "`x`"},
    {"pad-above-data", false, USERS "," CLOCK, "\"[rpad(user, '\\\\x00', 20)][ts]\"", HBASE, NULL},
    {"unpadded-number", true, "\"n\": {\"uniform\": {\"cardinality\": 2000}}", "\"[str(n)]\"",
     HBASE, "(1 to 4 bytes)"},
    {"unpadded-number", true, "\"n\": {\"uniform\": {\"cardinality\": 2000}}," CLOCK,
     "\"[ts].[n]\"", "\"iguazio\"", "`[n]`"},
    {"unpadded-number", false, "\"n\": {\"uniform\": {\"cardinality\": 2000}}", "\"[dec(n, 4)]\"",
     HBASE, NULL},
    {"unpadded-number", false, "\"n\": {\"uniform\": {\"cardinality\": 2000}}", "\"[n]\"", HBASE,
     NULL},
    {"signed-binary", true, "\"n\": {\"uniform\": {\"min\": -5, \"max\": 5}}", "\"[n]\"", HBASE,
     "`[n]`"},
    {"signed-binary", false, "\"n\": {\"uniform\": {\"min\": -5, \"max\": 5}}", "\"[ordered(n)]\"",
     HBASE, NULL},
    {"signed-binary", false, "\"n\": {\"uniform\": {\"min\": -5, \"max\": 5}}", "\"[n]\"",
     "\"lindorm\"", NULL},
    {"number-as-text", true, USERS "," CLOCK, "\"[user][str(ts)]\"", HBASE, "16 digits"},
    {"number-as-text", false, USERS "," CLOCK, "\"[user][ts]\"", HBASE, NULL},
    {"number-as-text", false, USERS "," CLOCK, "\"[user][long(num(str(ts)))]\"", HBASE, NULL},
    {"hex-for-raw", true, USERS "," CLOCK, "\"[md5(user)][ts]\"", HBASE, "16 bytes less"},
    {"hex-for-raw", false, USERS "," CLOCK, "\"[short(xxhash(user))][user][ts]\"", HBASE, NULL},
};
enum { EXAMPLE_COUNT = sizeof examples / sizeof examples[0] };

// What readers pay: the same with a query.
static const struct {
    struct example example;
    const char *where;
} readers[] = {
    {{"wide-fan-out", true, USERS "," CLOCK, "\"[md5(user).subStr(0,4)][ts]\"", SLOW_ROWS,
      "65.5 k scans"},
     "where ts between now - 1ms and now"},
    {{"wide-fan-out", true, USERS "," CLOCK, "\"[md5(user).subStr(0,4)][ts]\"", HBASE,
      "would be 65.5 k scans"},
     "where ts between now - 1ms and now"},
    {{"wide-fan-out", false, USERS "," CLOCK, "\"[md5(user).subStr(0,4)][user][ts]\"", HBASE, NULL},
     "where user = $user"},
    {{"wide-fan-out", false, USERS "," CLOCK, "\"b = ts % 16; [b][ts]\"", HBASE, NULL},
     "where ts between now - 1ms and now"},
    {{"whole-table", true, USERS "," CLOCK, "\"[ts][user]\"", HBASE,
      "`q` reads the whole table, about 20 k rows for 4"},
     "where user = $user"},
    {{"whole-table", true, USERS "," CLOCK, "\"[ts][user]\"", HBASE, "until it has enough"},
     "where user = $user order by ts desc limit 1"},
    {{"whole-table", false, USERS "," CLOCK, "\"[user][ts]\"", HBASE, NULL}, "where user = $user"},
};
enum { READER_COUNT = sizeof readers / sizeof readers[0] };

static struct explanation *explain(const struct example *example, const char *where,
                                   struct err *err)
{
    struct buffer text = {0};
    buffer_format(&text, "{%s%s%s", where ? "\"queries\": {\"q\": \"" : "", where ? where : "",
                  where ? "\"}, " : "");
    buffer_format(&text,
                  "\"workload\": {\"fields\": {%s}, \"mix\": {\"put\": \"30k/s\"}}, "
                  "\"designs\": {\"d\": %s}, \"store\": %s, \"run\": {\"operations\": 20000}}",
                  example->fields, example->design, example->store);
    const struct scenario_options options = {0};
    const struct run_options run = {.command = "explain", .jobs = 1};
    struct diagnostics diagnostics = {0};
    struct scenario *scenario =
        scenario_open_text((const char *)text.data, "example", &options, &diagnostics, err);
    struct explanation *explanation = scenario ? explain_scenario(scenario, &run, err) : NULL;
    scenario_free(scenario);
    diagnostics_done(&diagnostics);
    buffer_done(&text);
    return explanation;
}

static const struct finding *finding_named(const struct finding_list *findings, const char *code)
{
    for (size_t i = 0; i < findings->count; i++) {
        if (strcmp(findings->items[i].code, code) == 0)
            return &findings->items[i];
    }
    return NULL;
}

static void check(const struct example *it, const char *where)
{
    struct err err = {0};
    struct explanation *explanation = explain(it, where, &err);
    cr_expect(explanation, "%s: %s: %s", it->code, it->design, err.message);
    if (!explanation)
        return;
    const struct finding *finding = finding_named(&explanation->designs[0].findings, it->code);
    cr_expect_eq(finding != NULL, it->due, "%s: %s on %s: %s", it->code, it->design, it->store,
                 finding ? finding->message : "not raised");
    if (finding && it->due && it->says)
        cr_expect(strstr(finding->message, it->says), "%s lacks \"%s\": %s", it->code, it->says,
                  finding->message);
    explanation_free(explanation);
}

Test(findings, each_is_raised_where_it_is_due_and_nowhere_else, .timeout = 120)
{
    for (size_t i = 0; i < EXAMPLE_COUNT; i++)
        check(&examples[i], NULL);
}

Test(findings, readers_prices_are_raised_where_they_are_due, .timeout = 120)
{
    for (size_t i = 0; i < READER_COUNT; i++)
        check(&readers[i].example, readers[i].where);
}

static bool has_example(const char *code, bool due)
{
    for (size_t i = 0; i < EXAMPLE_COUNT; i++) {
        if (strcmp(examples[i].code, code) == 0 && examples[i].due == due)
            return true;
    }
    for (size_t i = 0; i < READER_COUNT; i++) {
        if (strcmp(readers[i].example.code, code) == 0 && readers[i].example.due == due)
            return true;
    }
    return false;
}

Test(findings, catalog_is_whole)
{
    const struct finding_rule *rule;
    for (size_t i = 0; (rule = finding_at(i)); i++) {
        cr_expect(rule->means && rule->remedy && rule->say, "%s", rule->code);
        cr_expect(!strchr(rule->means, '\n') && !strchr(rule->remedy, '\n'), "%s", rule->code);
        cr_expect_neq(rule->means[strlen(rule->means) - 1], '.', "%s", rule->code);
        for (size_t j = 0; j < i; j++)
            cr_expect(strcmp(finding_at(j)->code, rule->code) != 0, "%s twice", rule->code);
        cr_expect(has_example(rule->code, true) && has_example(rule->code, false),
                  "%s has no example", rule->code);
    }
}

Test(findings, worst_comes_first)
{
    const struct example example = {
        .fields = USERS "," CLOCK,
        .design = "\"[ts][user][ts][user][ts][user]\"",
        .store = "\"lindorm\"",
    };
    struct err err = {0};
    struct explanation *explanation = explain(&example, NULL, &err);
    cr_assert(explanation, "%s", err.message);
    const struct finding_list *findings = &explanation->designs[0].findings;
    cr_assert_gt(findings->count, 1);
    cr_expect_str_eq(findings->items[0].code, "many-columns");
    cr_expect_eq(findings->items[0].level, FINDING_ERROR);
    for (size_t i = 1; i < findings->count; i++)
        cr_expect_leq(findings->items[i].level, findings->items[i - 1].level);
    explanation_free(explanation);
}

Test(findings, light_load_on_a_rising_key_is_only_noted)
{
    const struct scenario_options options = {0};
    const struct run_options run = {.command = "explain", .jobs = 1};
    struct diagnostics diagnostics = {0};
    struct err err = {0};
    struct scenario *scenario = scenario_open_text(
        "{\"workload\": {\"fields\": {\"ts\": \"clock\"}, \"mix\": {\"put\": \"30/min\"}}, "
        "\"designs\": [\"[ts]\"], \"store\": \"hbase\", \"run\": {\"operations\": 3000}}",
        "example", &options, &diagnostics, &err);
    cr_assert(scenario, "%s", err.message);
    struct explanation *explanation = explain_scenario(scenario, &run, &err);
    cr_assert(explanation, "%s", err.message);
    const struct finding *finding =
        finding_named(&explanation->designs[0].findings, "rising-first");
    cr_assert(finding);
    cr_expect_eq(finding->level, FINDING_NOTE);
    cr_expect(strstr(finding->message, "no hotspot yet"), "%s", finding->message);
    explanation_free(explanation);
    scenario_free(scenario);
    diagnostics_done(&diagnostics);
}
