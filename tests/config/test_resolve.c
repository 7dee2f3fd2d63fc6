#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The three scenarios that the documentation begins with.
static const char trace_text[] =
    "{ \"workload\": {\"trace\": \"rows.csv\"}, \"designs\": [\"[ts][host]\", \"[host][ts]\"], "
    "\"store\": \"hbase\" }";

static const char small_text[] =
    "{\"workload\": {"
    "  \"fields\": {\"host\": {\"zipf\": 200}, \"event\": [\"login\", \"logout\", \"error\"], "
    "\"ts\": \"clock\"},"
    "  \"mix\": {\"put\": \"30k/s\", \"recent\": \"20/s\"}},"
    " \"queries\": {\"recent\": \"where host = $host order by ts desc limit 50\"},"
    " \"designs\": [\"[ts][host][event]\", \"[host][event][ts]\", "
    "\"bucket = ts % 16; [bucket][ts][host][event]\"],"
    " \"store\": {\"profile\": \"hbase\", \"servers\": 8}}";

static const char full_text[] =
    "{\"hotsim\": 1, \"title\": \"Log events: which row key?\", \"seed\": 42,\n"
    " \"workload\": {\n"
    "  \"fields\": {\n"
    "   \"hostname\": {\"zipf\": {\"cardinality\": 200, \"theta\": 0.8}, \"format\": "
    "\"host%03d\"},\n"
    "   \"log_event\": {\"choice\": [\"login\", \"logout\", \"error\"], \"weights\": [5, 4, 1]},\n"
    "   \"timestamp\": {\"clock\": {\"unit\": \"us\"}}},\n"
    "  \"mix\": {\"put\": \"30k/s\", \"host_recent\": \"20/s\", \"last_minute\": \"2/min\"},\n"
    "  \"row\": {\"columns\": 4, \"value_bytes\": 200}},\n"
    " \"queries\": {\n"
    "  \"host_recent\": \"where hostname = $hostname order by timestamp desc limit 50\",\n"
    "  \"last_minute\": \"where timestamp between now - 60s and now\"},\n"
    " \"params\": {\"numBuckets\": 16},\n"
    " \"designs\": {\n"
    "  \"time first\": \"[timestamp][hostname][log_event]\",\n"
    "  \"host first\": \"[hostname][log_event][timestamp]\",\n"
    "  \"bucketed\": \"long bucket = timestamp % numBuckets; "
    "[bucket][timestamp][hostname][log_event]\",\n"
    "  \"md5 prefix\": \"[md5(hostname).subStr(0,4)][hostname][log_event][timestamp]\",\n"
    "  \"newest first\": \"timestamp = Long.MAX_VALUE - timestamp; "
    "[hostname][timestamp][log_event]\",\n"
    "  \"two tables\": {\"tables\": {\"by_host\": \"[hostname][timestamp]\",\n"
    "   \"by_time\": {\"preset\": \"bucket\", \"of\": \"[timestamp][hostname]\", \"buckets\": 16, "
    "\"holds\": \"reference\"}}}},\n"
    " \"store\": {\"profile\": \"hbase\", \"servers\": 8},\n"
    " \"run\": {\"operations\": 2000000, \"warmup_s\": 5, \"preload\": \"30s\"},\n"
    " \"expect\": [{\"design\": \"bucketed\", \"metric\": \"writes.servers.peak_to_mean\", "
    "\"max\": 1.6}]}";

static bool warns(const struct scenario *scenario, const char *code)
{
    for (size_t i = 0; i < scenario->warning_count; i++)
        if (!strcmp(scenario->warnings[i].code, code))
            return true;
    return false;
}

static struct scenario *good(struct opened *opened)
{
    cr_assert(opened->scenario != NULL, "%s", opened->text);
    return opened->scenario;
}

Test(resolve, a_path_and_two_keys_are_a_scenario)
{
    struct opened opened = opened_of(trace_text, NULL);
    const struct scenario *scenario = good(&opened);
    cr_expect(same_text(scenario->title, "s.json"));
    cr_expect(same_text(scenario->name, "s"));
    cr_expect(eq(u64, scenario->seed, 1));
    cr_assert(eq(sz, scenario->design_count, 2));
    cr_expect(same_text(scenario->designs[1].name, "[host][ts]"));
    cr_expect(same_text(scenario->designs[1].tables[0].name, ""));
    cr_expect(eq(u64, scenario->store.servers, 8));
    cr_expect(eq(u64, scenario->store.handlers, 30));
    cr_expect(eq(u64, scenario->workload.operations, 0));
    cr_expect(eq(u64, scenario->run.windows, 100));
    cr_expect(eq(dbl, scenario->row_columns, 1));
    cr_expect(eq(u64, scenario->row_value_bytes, 100));
    const struct schema *schema = source_schema(scenario->source);
    cr_assert(eq(sz, schema->count, 3));
    cr_expect(eq(int, schema->fields[0].type, TYPE_STRING));
    cr_expect(not(warns(scenario, "rate-by-default")));
    // What was found in the file stands in the config.
    cr_expect(strstr(scenario->config, "\"header\": true") != NULL);
    cr_expect(strstr(scenario->config, "\"field\": \"ts\"") != NULL);
    cr_expect(strstr(scenario->config, "\"format\": \"csv\"") != NULL);
    opened_done(&opened);
}

Test(resolve, rates_in_the_mix_make_the_rate)
{
    struct opened opened = opened_of(small_text, NULL);
    const struct scenario *scenario = good(&opened);
    cr_expect(epsilon_eq(dbl, scenario->workload.arrivals.rate_per_s, 30020, 1e-9));
    cr_assert(eq(sz, scenario->workload.mix_count, 2));
    cr_expect(epsilon_eq(dbl, scenario->workload.mix[1].share, 20.0 / 30020, 1e-12));
    cr_expect(epsilon_eq(dbl, scenario->queries[0].rate_per_s, 20, 1e-9));
    cr_expect(eq(u64, scenario->workload.operations, 1000000));
    const struct schema *schema = source_schema(scenario->source);
    cr_expect(eq(int, schema->fields[0].type, TYPE_LONG));
    cr_expect(eq(int, schema->fields[1].type, TYPE_STRING));
    cr_expect(eq(sz, schema->fields[1].value_count, 3));
    cr_expect(eq(int, schema->fields[2].unit, UNIT_US));
    cr_expect(eq(sz, scenario->warning_count, 0));
    opened_done(&opened);
}

Test(resolve, the_full_scenario)
{
    struct opened opened = opened_of(full_text, NULL);
    const struct scenario *scenario = good(&opened);
    cr_expect(same_text(scenario->title, "Log events: which row key?"));
    cr_expect(eq(u64, scenario->seed, 42));
    cr_expect(epsilon_eq(dbl, scenario->workload.arrivals.rate_per_s, 30000 + 20 + 2.0 / 60, 1e-9));
    cr_expect(eq(u64, scenario->workload.operations, 2000000));
    cr_expect(eq(u64, scenario->run.warmup_ns, 5 * NS_PER_S));
    cr_expect(same_text(scenario->run.preload, "30s"));
    cr_expect(eq(dbl, scenario->row_columns, 4));
    cr_expect(eq(u64, scenario->row_value_bytes, 200));
    cr_assert(eq(sz, scenario->design_count, 6));
    const struct scenario_design *two = &scenario->designs[5];
    cr_assert(eq(sz, two->table_count, 2));
    cr_expect(same_text(two->tables[0].name, "by_host"));
    cr_expect(not(two->tables[0].holds_reference));
    cr_expect(two->tables[1].holds_reference);
    cr_expect(strstr(two->tables[1].key, "% 16") != NULL, "%s", two->tables[1].key);
    cr_expect(strncmp(two->key, "by_host: [hostname][timestamp]; by_time: ", 41) == 0);
    cr_assert(eq(sz, scenario->expect_count, 1));
    cr_expect(not(scenario->expects[0].has_min));
    cr_expect(eq(dbl, scenario->expects[0].max, 1.6));
    cr_expect(eq(u64, scenario->workload.preload.ns, 30 * NS_PER_S));
    cr_expect(eq(sz, scenario->warning_count, 0));
    opened_done(&opened);
}

Test(resolve, without_a_rate_sixty_percent_of_an_ideal_spread)
{
    // 2 servers x 3 handlers / 1 ms = 6000 a second.
    struct opened opened =
        opened_of("{\"workload\": {\"fields\": {\"u\": {\"zipf\": 9}}}, \"designs\": [\"[u]\"], "
                  "\"store\": {\"profile\": \"custom\", \"servers\": 2, \"handlers\": 3}}",
                  NULL);
    const struct scenario *scenario = good(&opened);
    cr_expect(epsilon_eq(dbl, scenario->workload.arrivals.rate_per_s, 3600, 1e-9));
    cr_expect(warns(scenario, "rate-by-default"));
    opened_done(&opened);
}

static void expect_pace(const char *arrivals, double rate, bool is_told)
{
    struct buffer text = {0};
    buffer_format(&text,
                  "{\"workload\": {\"fields\": {\"u\": {\"zipf\": 9}}, \"arrivals\": "
                  "{\"process\": \"closed\", %s}}, \"designs\": [\"[u]\"], \"store\": "
                  "{\"profile\": \"custom\", \"servers\": 2, \"handlers\": 3}}",
                  arrivals);
    struct opened opened = opened_of((const char *)text.data, NULL);
    const struct scenario *scenario = good(&opened);
    cr_expect(epsilon_eq(dbl, scenario->workload.arrivals.rate_per_s, rate, 1e-9), "%s", arrivals);
    cr_expect(eq(int, warns(scenario, "rate-by-default"), is_told), "%s", arrivals);
    opened_done(&opened);
    buffer_done(&text);
}

// A put takes 1 ms: clients that think 9 ms come 100 times a second; 6 handlers serve 6000.
Test(resolve, records_of_a_closed_loop_are_as_far_apart_as_clients_can_ask)
{
    expect_pace("\"clients\": 3, \"think_ms\": 9", 300, true);
    expect_pace("\"clients\": 2", 2000, true);
    expect_pace("\"clients\": 64", 3600, true);
    expect_pace("\"clients\": 64, \"rate_per_s\": 10", 10, false);
}

Test(resolve, a_recording_without_times_comes_at_the_default_rate)
{
    struct opened opened =
        opened_of("{\"workload\": {\"trace\": \"plain.csv\"}, \"designs\": [\"[a]\"]}", NULL);
    const struct scenario *scenario = good(&opened);
    cr_expect(epsilon_eq(dbl, scenario->workload.arrivals.rate_per_s, 0.6 * 8 * 30 / 0.0015, 1e-6));
    cr_expect(warns(scenario, "rate-by-default"));
    cr_expect(strstr(scenario->config, "\"time\": null") != NULL);
    opened_done(&opened);
}

Test(resolve, the_profile_custom_adds_nothing)
{
    struct opened opened =
        opened_of("{\"workload\": {\"fields\": {\"u\": {\"zipf\": 9}}}, \"designs\": [\"[u]\"], "
                  "\"store\": \"custom\"}",
                  NULL);
    const struct store_config *store = &good(&opened)->store;
    cr_expect(eq(u64, store->servers, 1));
    cr_expect(eq(u64, store->handlers, 1));
    cr_expect(eq(u64, store->queue, UINT64_MAX));
    cr_expect(eq(u64, store->partition_limit, 0));
    cr_expect(eq(u64, store->row_overhead_bytes, 0));
    cr_expect(eq(int, store->presplit.algorithm, PRESPLIT_NONE));
    cr_expect(eq(int, store->service.distribution, SERVICE_DETERMINISTIC));
    cr_expect(eq(u64, store->service.put_ns, NS_PER_MS));
    cr_expect(eq(u64, store->service.seek_ns, NS_PER_MS));
    cr_expect(eq(u64, store->service.row_ns, 10 * NS_PER_US));
    cr_expect(eq(u64, store->service.network_ns, 0));
    opened_done(&opened);
}

// What moves, by the numbers that the vendors give and the assumptions that profiles make.
Test(resolve, stores_move_as_their_profiles_say)
{
    static const struct {
        const char *profile;
        int policy;
        uint64_t max_mib;
        double jitter;
        uint64_t early_regions, early_mib, flush_mib, split_offline_ms;
        int daughters, balancer;
        uint64_t retries;
    } rows[] = {
        {"hbase", SPLIT_STEPPING, 10240, 0.25, 0, 0, 128, 2000, DAUGHTERS_PARENT,
         BALANCER_STOCHASTIC, 15},
        {"apsaradb-hbase", SPLIT_STEPPING, 10240, 0.25, 0, 0, 128, 2000, DAUGHTERS_PARENT,
         BALANCER_STOCHASTIC, 15},
        {"maprdb", SPLIT_CONSTANT, 6144, 0, 4, 256, 0, 1000, DAUGHTERS_OTHER, BALANCER_NONE, 15},
        {"lindorm", SPLIT_SIZE_OR_HEAT, 8192, 0, 0, 0, 0, 1000, DAUGHTERS_LOAD, BALANCER_LOAD, 15},
        {"iguazio", SPLIT_NONE, 10240, 0, 0, 0, 0, 0, DAUGHTERS_PARENT, BALANCER_NONE, 0},
        {"custom", SPLIT_NONE, 10240, 0, 0, 0, 0, 0, DAUGHTERS_PARENT, BALANCER_NONE, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "{\"workload\": {\"fields\": {\"u\": {\"zipf\": 9}}}, \"designs\": [\"[u]\"], "
                 "\"store\": \"%s\"}",
                 rows[i].profile);
        struct opened opened = opened_of(text, NULL);
        const struct store_config *store = &good(&opened)->store;
        const struct split_config *split = &store->split;
        cr_expect(eq(int, split->policy, rows[i].policy), "%s", rows[i].profile);
        cr_expect(eq(u64, split->max_bytes >> 20, rows[i].max_mib), "%s", rows[i].profile);
        cr_expect(eq(dbl, split->jitter, rows[i].jitter), "%s", rows[i].profile);
        cr_expect(eq(u64, split->early_regions, rows[i].early_regions), "%s", rows[i].profile);
        cr_expect(eq(u64, split->early_bytes >> 20, rows[i].early_mib), "%s", rows[i].profile);
        cr_expect(eq(u64, split->flush_bytes >> 20, rows[i].flush_mib), "%s", rows[i].profile);
        cr_expect(eq(u64, split->offline_ns / NS_PER_MS, rows[i].split_offline_ms), "%s",
                  rows[i].profile);
        cr_expect(eq(int, split->daughters, rows[i].daughters), "%s", rows[i].profile);
        cr_expect(eq(int, store->balancer.policy, rows[i].balancer), "%s", rows[i].profile);
        cr_expect(eq(u64, store->client.retries, rows[i].retries), "%s", rows[i].profile);
        opened_done(&opened);
    }
}

Test(resolve, the_weights_of_hbase_are_592_in_all)
{
    struct opened opened = opened_of("{\"workload\": {\"fields\": {\"u\": {\"zipf\": 9}}}, "
                                     "\"designs\": [\"[u]\"], \"store\": \"hbase\"}",
                                     NULL);
    const struct balancer_config *b = &good(&opened)->store.balancer;
    cr_expect(eq(dbl,
                 b->region_count_cost + b->move_cost + b->locality_cost + b->rack_cost +
                     b->table_skew_cost + b->read_cost + b->coprocessor_cost + b->write_cost +
                     b->memory_cost + b->file_cost,
                 592));
    cr_expect(eq(dbl, b->write_cost, 5));
    cr_expect(eq(dbl, b->min_cost, 0.025));
    cr_expect(eq(u64, b->period_ns, 300 * NS_PER_S));
    opened_done(&opened);
}

Test(resolve, slices_of_a_profile_of_regions_do_not_split)
{
    struct opened opened =
        opened_of("{\"workload\": {\"fields\": {\"user\": {\"zipf\": 100}}}, \"designs\": {\"d\": "
                  "\"[user]\", \"e\": {\"key\": \"[user]\", \"store\": {\"layout\": \"slices\"}}}, "
                  "\"store\": {\"profile\": \"hbase\", \"split\": \"constant\"}}",
                  NULL);
    const struct scenario *scenario = good(&opened);
    cr_expect(eq(int, scenario->designs[0].tables[0].store.split.policy, SPLIT_CONSTANT));
    cr_expect(eq(int, scenario->designs[1].tables[0].store.split.policy, SPLIT_NONE));
    opened_done(&opened);
}

Test(resolve, expressions_move_with_params)
{
    struct opened opened = opened_of(
        "{\"params\": {\"n\": 16, \"m\": \"n / 2\"}, \"workload\": {\"fields\": {\"u\": {\"zipf\": "
        "\"n * 10\"}}}, \"designs\": {\"d\": {\"preset\": \"bucket\", \"of\": \"[u]\", "
        "\"buckets\": "
        "\"n\"}}, \"store\": {\"servers\": \"m\", \"presplit\": {\"algorithm\": \"hex\", "
        "\"regions\": \"2 * n\"}}, \"run\": {\"operations\": \"30k\"}}",
        NULL);
    const struct scenario *scenario = good(&opened);
    cr_expect(eq(u64, scenario->store.servers, 8));
    cr_expect(eq(u64, scenario->store.presplit.regions, 32));
    cr_expect(eq(u64, scenario->workload.operations, 30000));
    cr_expect(same_text(scenario->designs[0].preset, "bucket"));
    cr_expect(strstr(scenario->designs[0].key, "16") != NULL);
    cr_expect(strstr(scenario->config, "\"cardinality\": 160") != NULL);
    opened_done(&opened);
}

Test(resolve, stores_are_overridden_from_the_outside_in)
{
    struct opened opened = opened_of(
        "{\"workload\": {\"fields\": {\"u\": {\"zipf\": 9}}}, "
        "\"store\": {\"servers\": 4, \"presplit\": \"hex\", \"service\": {\"put_us\": 100, "
        "\"get_us\": 7}},"
        "\"designs\": {\"a\": \"[u]\", "
        "\"b\": {\"key\": \"[u]\", \"store\": {\"service\": {\"put_us\": \"2ms\"}}},"
        "\"c\": {\"store\": {\"servers\": 5}, \"tables\": {\"t\": {\"key\": \"[u]\", "
        "\"store\": {\"presplit\": [\"a\", \"b\\\\x00\"]}}, "
        "\"v\": \"[u]\"}},"
        "\"d\": {\"key\": \"[u]\", \"store\": \"iguazio\"}}}",
        NULL);
    const struct scenario *scenario = good(&opened);
    const struct store_config *b = &scenario->designs[1].tables[0].store;
    cr_expect(eq(u64, b->service.put_ns, 2 * NS_PER_MS));
    cr_expect(eq(u64, b->service.get_ns, 7 * NS_PER_US));
    cr_expect(eq(u64, b->servers, 4));
    const struct store_config *t = &scenario->designs[2].tables[0].store;
    cr_expect(eq(u64, t->servers, 5));
    cr_expect(eq(int, t->presplit.algorithm, PRESPLIT_KEYS));
    cr_expect(eq(sz, t->presplit.keys.count, 2));
    cr_expect(eq(u64, scenario->designs[2].tables[1].store.servers, 5));
    const struct store_config *d = &scenario->designs[3].tables[0].store;
    cr_expect(eq(int, d->layout, LAYOUT_SLICES));
    cr_expect(eq(int, d->encoding, ENCODING_TEXT));
    cr_expect(eq(u64, d->servers, 4));
    cr_expect(eq(u64, d->service.put_ns, 100 * NS_PER_US));
    // Pre-splits of the regions around do not stand in the way of slices.
    cr_expect(eq(int, d->presplit.algorithm, PRESPLIT_NONE));
    opened_done(&opened);
}

Test(resolve, a_queue_can_be_endless_or_bounded)
{
    static const char *const texts[] = {"null", "\"endless\"", "0", "50"};
    static const uint64_t want[] = {UINT64_MAX, UINT64_MAX, 0, 50};
    for (size_t i = 0; i < 4; i++) {
        char text[256];
        (void)snprintf(
            text, sizeof text,
            "{\"workload\": {\"fields\": {\"u\": {\"zipf\": 9}}}, \"designs\": [\"[u]\"], "
            "\"store\": {\"queue\": %s}}",
            texts[i]);
        struct opened opened = opened_of(text, NULL);
        cr_expect(eq(u64, good(&opened)->store.queue, want[i]), "%s", texts[i]);
        opened_done(&opened);
    }
}

Test(resolve, queries_beside_a_recording_leave_its_pace)
{
    struct opened opened = opened_of(
        "{\"workload\": {\"trace\": \"rows.csv\", \"mix\": {\"q\": \"2/s\"}}, \"queries\": "
        "{\"q\": \"where host = $host\"}, \"designs\": [\"[host]\"]}",
        NULL);
    const struct scenario *scenario = good(&opened);
    cr_expect(eq(dbl, scenario->workload.arrivals.rate_per_s, 0));
    cr_expect(eq(dbl, scenario->queries[0].rate_per_s, 2));
    opened_done(&opened);
}

Test(resolve, weights_share_the_rate)
{
    struct opened opened = opened_of(
        "{\"workload\": {\"fields\": {\"u\": {\"zipf\": 9}}, \"mix\": {\"put\": 3, \"q\": 1, "
        "\"get\": 0}, \"arrivals\": {\"process\": \"constant\", \"rate_per_s\": \"6k/min\"}}, "
        "\"queries\": {\"q\": \"where u = 1\", \"unused\": \"where u = 2\"}, \"designs\": "
        "[\"[u]\"]}",
        NULL);
    const struct scenario *scenario = good(&opened);
    cr_expect(epsilon_eq(dbl, scenario->workload.arrivals.rate_per_s, 100, 1e-9));
    cr_expect(eq(int, scenario->workload.arrivals.process, ARRIVAL_CONSTANT));
    cr_expect(eq(dbl, scenario->workload.mix[0].share, 0.75));
    cr_expect(epsilon_eq(dbl, scenario->queries[0].rate_per_s, 25, 1e-9));
    cr_expect(eq(dbl, scenario->queries[1].rate_per_s, 0));
    opened_done(&opened);
}

Test(resolve, values_have_the_size_of_a_field_or_a_number)
{
    struct opened opened = opened_of(
        "{\"workload\": {\"fields\": {\"value_size\": {\"zipf\": 9}}, \"row\": {\"value_bytes\": "
        "\"value-size\"}}, \"designs\": [\"[value_size]\"]}",
        NULL);
    cr_expect(same_text(good(&opened)->row_value_field, "value-size"));
    opened_done(&opened);
    opened = opened_of("{\"workload\": {\"fields\": {\"u\": {\"zipf\": 9}}, \"row\": "
                       "{\"value_bytes\": \"4KiB\"}}, \"designs\": [\"[u]\"]}",
                       NULL);
    cr_expect(good(&opened)->row_value_field == NULL);
    cr_expect(eq(u64, good(&opened)->row_value_bytes, 4096));
    opened_done(&opened);
}

Test(resolve, a_process_beside_recorded_times_is_said_to_be_unused)
{
    struct opened opened =
        opened_of("{\"workload\": {\"trace\": \"rows.csv\", \"arrivals\": \"constant\"}, "
                  "\"designs\": [\"[host]\"]}",
                  NULL);
    size_t count = 0;
    for (size_t i = 0; i < good(&opened)->warning_count; i++)
        count += !strcmp(good(&opened)->warnings[i].code, "process-unused");
    cr_expect(eq(sz, count, 1));
    opened_done(&opened);
}

static const double MEAN_TOLERANCE = 1e-9;

// 20 s at 5 a second, nothing for 10, then 30: 100 + 300 in 40 s.
Test(resolve, the_rate_of_a_query_is_its_share_of_the_mean_rate)
{
    struct opened opened = opened_of(
        "{\"workload\": {\"fields\": {\"u\": \"clock\"}, \"arrivals\": {\"process\": \"steps\", "
        "\"steps\": [[0, 5], [20, 0], [30, \"30/s\"]]}, \"mix\": {\"put\": 3, \"q\": 1}}, "
        "\"queries\": "
        "{\"q\": \"where u = 5\"}, \"designs\": [\"[u]\"], \"run\": {\"duration_s\": 40}}",
        NULL);
    cr_expect(epsilon_eq(dbl, good(&opened)->queries[0].rate_per_s, 0.25 * 10, MEAN_TOLERANCE));
    opened_done(&opened);
}

// ---- the echo ----

static const char *const echoed[] = {
    trace_text,
    small_text,
    full_text,
    "{\"workload\": {\"trace\": \"plain.csv\"}, \"designs\": [\"[a]\"]}",
    "{\"workload\": {\"fields\": {\"a\": {\"zipf\": 9}, \"b\": [\"x\"]}, \"mix\": {\"put\": 1, "
    "\"update\": {\"weight\": 0, \"set\": [\"a\"]}}, \"phases\": [{\"at_s\": \"1500ms\", "
    "\"rate_per_s\": \"3k/s\", \"fields\": {\"b\": {\"uniform\": 7, \"format\": \"y%d\"}}}, "
    "{\"at_s\": 2, "
    "\"mix\": {\"put\": \"20/s\", \"update\": \"5/s\", \"q\": \"1/min\"}}]}, \"queries\": {\"q\": "
    "\"where b "
    "= $b\"}, \"designs\": [\"[a]\"]}",
    "{\"workload\": {\"fields\": {\"a\": \"clock\"}, \"arrivals\": {\"process\": \"sine\", "
    "\"amplitude\": 7, \"period_s\": \"24h\", \"mean\": \"600/min\"}}, \"designs\": [\"[a]\"]}",
    "{\"workload\": {\"fields\": {\"a\": \"clock\"}, \"arrivals\": {\"process\": \"sine\", "
    "\"amplitude\": 7, \"period_s\": 5}}, \"designs\": [\"[a]\"]}",
    "{\"workload\": {\"fields\": {\"a\": \"clock\"}, \"arrivals\": {\"process\": \"burst\", "
    "\"every_s\": "
    "60, \"length_s\": 1.5, \"factor\": 9, \"between\": 0, \"spacing\": \"constant\"}, \"mix\": "
    "{\"put\": "
    "\"30/s\"}}, \"designs\": [\"[a]\"]}",
    "{\"workload\": {\"fields\": {\"a\": \"clock\"}, \"arrivals\": {\"process\": \"steps\", "
    "\"steps\": "
    "[[0, 5], [\"1500ms\", 0], [2, \"3k/s\"]]}}, \"designs\": [\"[a]\"]}",
    "{\"workload\": {\"fields\": {\"y\": {\"ycsb_zipfian\": 9}, \"h\": {\"hotset\": "
    "{\"cardinality\": 9, "
    "\"hot_share\": \"30%\"}}, \"l\": \"latest\", \"k\": {\"keyrange\": 900}, \"n\": {\"normal\": "
    "{\"mean\": 5, \"deviation\": 0.5, \"min\": -3}}, \"w\": {\"histogram\": \"weights.csv\"}, "
    "\"o\": "
    "{\"owned\": \"y\", \"each\": 3, \"lasts\": \"20min\"}, \"g\": {\"uniform\": 5, "
    "\"grows_every\": 7}}}, \"designs\": [\"[y]\"]}",
    "{\"workload\": {\"trace\": {\"path\": \"rows.csv\", \"columns\": {\"h\": \"host\", \"t\": "
    "\"ts\"}, \"types\": {\"t\": \"decimal\"}, \"time\": {\"field\": \"t\", \"unit\": \"s\"}, "
    "\"speed\": 2}, \"mix\": {\"q\": \"2/s\"}}, \"queries\": {\"q\": \"where h = $h\"}, "
    "\"designs\": [\"[h]\"]}",
    "{\"workload\": {\"fields\": {\"h\": {\"zipf\": 9}}, \"mix\": {\"put\": 1, \"q\": 1}}, "
    "\"queries\": {\"q\": {\"where\": \"where h = $h\", \"pick\": {\"latest\": {\"theta\": "
    "0.5}}}, \"r\": {\"scan\": {\"from\": \"[h]\"}, \"pick\": \"uniform\"}}, \"designs\": "
    "[\"[h]\"]}",
    "{\"workload\": {\"fields\": {\"m\": {\"uniform\": 50}, \"s\": {\"shares\": {\"a\": \"30%\", "
    "\"rest\": {\"zipf\": 5, \"format\": \"r%d\"}}}, \"x\": {\"expr\": \"m + 1\"}}, \"arrivals\": "
    "{\"process\": \"periodic\", \"entity\": \"m\", \"period_s\": \"15min\", \"phase\": "
    "\"aligned\", \"jitter\": \"1500ms\"}}, \"designs\": {\"a\": {\"key\": \"[m]\", \"store\": "
    "{\"queue\": 5}}, \"b\": {\"store\": \"lindorm\", \"tables\": {\"t\": {\"preset\": "
    "\"hash-prefix\", \"of\": \"[m]\"}}}}, \"run\": {\"window_s\": 2, \"preload\": {\"rows\": "
    "\"3k\"}, \"duration_s\": \"1.5min\"}, \"store\": {\"ttl\": \"7d\", \"service\": {\"put_us\": "
    "\"1501ns\", \"server_gets_per_s\": \"3k/s\"}, \"presplit\": {\"first\": \"a\", \"last\": "
    "\"z\", \"regions\": 5}}}",
};

Test(echo, read_again_it_is_the_same)
{
    for (size_t i = 0; i < sizeof echoed / sizeof echoed[0]; i++) {
        struct opened first = opened_of(echoed[i], NULL);
        cr_assert(first.scenario != NULL, "%s\n%s", echoed[i], first.text);
        struct opened second = opened_of(first.scenario->config, NULL);
        cr_assert(second.scenario != NULL, "%s\n%s", first.scenario->config, second.text);
        cr_expect(same_text(second.scenario->config, first.scenario->config), "%s\n%s",
                  first.scenario->config, second.scenario->config);
        opened_done(&second);
        opened_done(&first);
    }
}

static char *sealed_hash(const char *text)
{
    struct opened opened = opened_of(text, NULL);
    cr_assert(opened.scenario != NULL, "%s", opened.text);
    scenario_seal(opened.scenario);
    char *hash = strdup(opened.scenario->hash);
    opened_done(&opened);
    return hash;
}

Test(echo, the_hash_is_of_what_is_resolved_and_not_of_how_it_was_written)
{
    char *plain = sealed_hash("{\"workload\": {\"fields\": {\"u\": {\"zipf\": 9}}}, "
                              "\"designs\": [\"[u]\"]}");
    char *spelled =
        sealed_hash("{ /* same */ \"designs\": {\"[u]\": {\"key\": \"[u]\"}}, \"store\": "
                    "\"hbase\", \"seed\": 1, \"workload\": {\"fields\": {\"u\": {\"zipf\": "
                    "{\"cardinality\": \"9\", \"theta\": 0.99}}}}}");
    char *other = sealed_hash("{\"workload\": {\"fields\": {\"u\": {\"zipf\": 10}}}, "
                              "\"designs\": [\"[u]\"]}");
    char *file = sealed_hash("{\"workload\": {\"fields\": {\"u\": {\"histogram\": "
                             "\"weights.csv\"}}}, \"designs\": [\"[u]\"]}");
    char *same = sealed_hash("{\"workload\": {\"fields\": {\"u\": {\"histogram\": "
                             "\"same.csv\"}}}, \"designs\": [\"[u]\"]}");
    cr_expect(eq(sz, strlen(plain), 16));
    cr_expect(eq(sz, strspn(plain, "0123456789abcdef"), 16));
    cr_expect(same_text(plain, spelled));
    cr_expect(not(same_text(plain, other)));
    cr_expect(same_text(file, same), "a file counts by its content");
    free(file);
    free(same);
    free(plain);
    free(spelled);
    free(other);
}
