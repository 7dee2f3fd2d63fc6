#include "config/tables.h"
#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char base_text[] =
    "{\"workload\": {\"fields\": {\"host\": {\"zipf\": 200}, \"e\": [\"a\", \"b\"], \"ts\": "
    "\"clock\"}}, \"params\": {\"n\": 4}, \"queries\": {\"q\": \"where host = $host\"}, "
    "\"designs\": {\"d.1\": \"[host]\", \"f\": \"[ts]\"}, \"store\": \"hbase\", "
    "\"expect\": [{\"design\": \"f\", \"metric\": \"writes.count\", \"min\": 1}]}";

struct change {
    const char *set;
    const char *in_config; // what the resolved scenario must then hold
};

static const struct change changes[] = {
    {"store.servers=12", "\"servers\": 12"},
    {"store.servers=3 * n", "\"servers\": 12"},
    {"store.profile=lindorm", "\"profile\": \"lindorm\""},
    {"store=maprdb", "\"profile\": \"maprdb\""},
    {"store.presplit=hex", "\"algorithm\": \"hex\""},
    {"store.presplit.regions=48", "\"regions\": 48"},
    {"store.presplit.keys=[\"a\",\"b\"]", "\"keys\": [\"a\", \"b\"]"},
    {"store.service.put_us=2ms", "\"put_us\": 2000"},
    {"store.queue=null", "\"queue\": null"},
    {"params.n=9", "\"n\": 9"},
    {"params.new=7", "\"new\": 7"},
    {"seed=99", "\"seed\": 99"},
    {"title=a = b", "\"title\": \"a = b\""},
    {"workload.fields.host.zipf=7", "\"cardinality\": 7"},
    {"workload.fields.host.zipf.theta=0.5", "\"theta\": 0.5"},
    {"workload.fields.ts.clock.unit=ms", "\"unit\": \"ms\""},
    {"workload.fields.e.weights=[1,3]", "\"weights\": [1, 3]"},
    {"workload.fields.new=clock", "\"new\": {"},
    {"workload.mix.put=5k/s", "\"put\": \"5000/s\""},
    {"workload.arrivals.process=constant", "\"process\": \"constant\""},
    {"queries.q.pick=uniform", "\"pick\": \"uniform\""},
    {"designs.f=[ts][host]", "\"key\": \"[ts][host]\""},
    {"designs.d.1=[host][ts]", "\"key\": \"[host][ts]\""},
    {"designs.f.store.servers=3", "\"servers\": 3"},
    {"expect.0.min=5", "\"min\": 5"},
    {"run.operations=5000", "\"operations\": 5000"},
};

Test(overrides, each_set_reaches_its_value)
{
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        const struct scenario_options options = {.sets = &changes[i].set, .set_count = 1};
        struct opened plain = opened_of(base_text, NULL);
        struct opened opened = opened_of(base_text, &options);
        cr_assert(plain.scenario != NULL, "%s", plain.text);
        cr_assert(opened.scenario != NULL, "%s", opened.text);
        cr_expect(strstr(opened.scenario->config, changes[i].in_config) != NULL, "%s\n%s",
                  changes[i].set, opened.scenario->config);
        cr_expect(same_text(opened.scenario->config, plain.scenario->config) ==
                      !strcmp(changes[i].set, "store.queue=null"),
                  "%s", changes[i].set);
        opened_done(&opened);
        opened_done(&plain);
    }
}

struct wrong {
    const char *set, *want;
};

static const struct wrong wrongs[] = {
    {"store.serverz=3", "--set: error: unknown name `serverz` in store\n"
                        "      | store.serverz=3\n"
                        "      |       ^^^^^^^\n"
                        "   did you mean `servers`?\n"},
    {"store.servers=0", "--set: error: `servers` must be 1..10000, got 0\n"
                        "      | store.servers=0\n"
                        "      |               ^\n"},
    {"nothing", "--set: error: expected path=value, for example store.servers=12\n"
                "      | nothing\n"
                "      | ^^^^^^^\n"},
    {"store.servers.x=3", NULL}, // makes an object of a number that is not there: refused when read
    {"expect.7.min=3", "--set: error: the list has no such item; they count from 0\n"
                       "      | expect.7.min=3\n"
                       "      |        ^\n"},
    {"store..servers=3", "--set: error: a name is missing in this path\n"
                         "      | store..servers=3\n"
                         "      |       ^\n"},
    {"designs.f=[tss]", "--set: error: unknown field `tss` in design \"f\"\n"
                        "      | designs.f=[tss]\n"
                        "      |            ^^^\n"},
};

Test(overrides, faults_show_the_flag)
{
    for (size_t i = 0; i < sizeof wrongs / sizeof wrongs[0]; i++) {
        const struct scenario_options options = {.sets = &wrongs[i].set, .set_count = 1};
        struct opened opened = opened_of(base_text, &options);
        cr_expect(opened.scenario == NULL, "%s", wrongs[i].set);
        cr_expect(wrongs[i].want == NULL || strstr(opened.text, wrongs[i].want), "%s", opened.text);
        opened_done(&opened);
    }
}

struct key {
    const char *flag, *name, *program;
};

static const struct key keys[] = {
    {"[ts][host]", "[ts][host]", "[ts][host]"},
    {"mine=[ts][host]", "mine", "[ts][host]"},
    {"two words = [host]", "two words", "[host]"},
    {"igz=<host>.<ts>", "igz", "<host>.<ts>"},
    {"bucket = ts % 4; [bucket][host]", "bucket = ts % 4; [bucket][host]",
     "bucket = ts % 4; [bucket][host]"},
    {"salted=b = ts % 4; [b][host]", "salted", "b = ts % 4; [b][host]"},
    {"salted=long b = ts % 4; [b][host]", "salted", "long b = ts % 4; [b][host]"},
    {"[host]=[ts]", "[host]=[ts]", "[host]=[ts]"},
};

Test(overrides, a_key_may_begin_with_its_name)
{
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const struct scenario_options options = {.keys = &keys[i].flag, .key_count = 1};
        struct opened opened = opened_of(base_text, &options);
        cr_assert(opened.scenario != NULL, "%s", opened.text);
        cr_assert(eq(sz, opened.scenario->design_count, 3), "%s", keys[i].flag);
        cr_expect(same_text(opened.scenario->designs[2].name, keys[i].name), "%s",
                  opened.scenario->designs[2].name);
        cr_expect(same_text(opened.scenario->designs[2].key, keys[i].program));
        opened_done(&opened);
    }
}

Test(overrides, a_key_joins_a_list_of_designs)
{
    static const char *const flags[] = {"x=[ts]"};
    const struct scenario_options options = {.keys = flags, .key_count = 1};
    struct opened opened =
        opened_of("{\"workload\": {\"fields\": {\"ts\": \"clock\", \"a\": {\"zipf\": 3}}}, "
                  "\"designs\": [\"[a]\"]}",
                  &options);
    cr_assert(opened.scenario != NULL, "%s", opened.text);
    cr_expect(eq(sz, opened.scenario->design_count, 2));
    opened_done(&opened);
}

Test(overrides, only_the_named_designs_stay)
{
    static const char *const only[] = {"f"}, *const unknown[] = {"ff"};
    struct scenario_options options = {.only = only, .only_count = 1};
    struct opened opened = opened_of(base_text, &options);
    cr_assert(opened.scenario != NULL, "%s", opened.text);
    cr_expect(eq(sz, opened.scenario->design_count, 1));
    cr_expect(eq(sz, opened.scenario->expect_count, 1));
    opened_done(&opened);

    options.only = unknown;
    opened = opened_of(base_text, &options);
    cr_expect(opened.scenario == NULL);
    cr_expect(strstr(opened.text, "--design: error: unknown design `ff`") != NULL);
    opened_done(&opened);
}

Test(overrides, a_seed_on_the_command_line_wins)
{
    const struct scenario_options options = {.seed_given = true, .seed = UINT64_MAX};
    struct opened opened = opened_of(base_text, &options);
    cr_assert(opened.scenario != NULL, "%s", opened.text);
    cr_expect(eq(u64, opened.scenario->seed, UINT64_MAX));
    cr_expect(strstr(opened.scenario->config, "\"seed\": 18446744073709551615") != NULL);
    opened_done(&opened);
}

Test(overrides, a_recording_and_keys_are_a_scenario)
{
    static const char *const flags[] = {"[host][ts]", "t=[ts][host]"};
    static const char *const sets[] = {"store.servers=3"};
    const struct scenario_options options = {
        .keys = flags, .key_count = 2, .sets = sets, .set_count = 1};
    struct opened opened = opened_as("r.csv", "ts,host\n1700000000,a\n1700000001,b\n", &options);
    cr_assert(opened.scenario != NULL, "%s", opened.text);
    cr_expect(eq(sz, opened.scenario->design_count, 2));
    cr_expect(eq(u64, opened.scenario->store.servers, 3));
    cr_expect(same_text(opened.scenario->path, ""));
    cr_expect(same_text(opened.scenario->title, "r.csv"));
    cr_expect(same_text(opened.scenario->name, "r"));
    cr_assert(scenario_made(opened.scenario) != NULL);
    cr_expect(strstr(scenario_made(opened.scenario), "\"t\": \"[ts][host]\"") != NULL);
    opened_done(&opened);

    opened = opened_as("r.csv", "ts,host\n1700000000,a\n1700000001,b\n", NULL);
    cr_expect(opened.scenario == NULL);
    cr_expect(same_text(opened.text,
                        "r.csv: error: a recording needs row keys to compare: --key '[a][b]'\n"
                        "   this recording has the fields ts, host\n"),
              "%s", opened.text);
    opened_done(&opened);
}

Test(tables, every_row_has_help_and_a_default_that_can_be_read)
{
    size_t count = 0;
    for (const struct field_table *table = field_table_next(NULL); table;
         table = field_table_next(table)) {
        count++;
        cr_expect(table->summary && table->summary[0] != '\0', "%s", table->path);
        cr_expect(field_table_at(table->path) == table, "%s", table->path);
        for (const struct param *row = table->rows; row->name; row++) {
            cr_expect(row->help && row->help[0] != '\0', "%s.%s", table->path, row->name);
            cr_expect(row->help[strlen(row->help) - 1] != '.', "%s.%s", table->path, row->name);
            cr_expect(row->kind != PARAM_CHOICE || row->choices, "%s.%s", table->path, row->name);
            for (const struct param *other = table->rows; other != row; other++)
                cr_expect(strcmp(other->name, row->name) != 0, "%s.%s", table->path, row->name);
        }
    }
    cr_expect(ge(sz, count, 18));
}

// A default that does not read asserts, so that opening a scenario of each profile reads them all.
Test(tables, every_profile_resolves)
{
    size_t count;
    const struct store_profile *profiles = store_profile_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        char set[64];
        (void)snprintf(set, sizeof set, "store=%s", profiles[i].name);
        const char *const sets[] = {set};
        const struct scenario_options options = {.sets = sets, .set_count = 1};
        struct opened opened = opened_of(base_text, &options);
        cr_expect(opened.scenario != NULL, "%s", opened.text);
        for (const struct profile_default *row = profiles[i].defaults; row->name; row++) {
            const char *dot = strchr(row->name, '.');
            cr_expect(strstr(opened.scenario->config, dot ? dot + 1 : row->name) != NULL, "%s",
                      row->name);
        }
        opened_done(&opened);
    }
}
