#include "report/result_json.h"

#include "base/mem.h"
#include "fixture.h"
#include "json/doc.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

static struct buffer json_of(const struct result *result)
{
    struct buffer out = {0};
    result_json_write(&out, result);
    return out;
}

static struct bytes view(const struct buffer *buffer)
{
    return bytes_of(buffer->data, buffer->size);
}

// A result with everything that is left out elsewhere.
static struct result *full_result(void)
{
    struct result *result = fixture_three();
    struct design_result *design = &result->designs[1];
    design->preset = mem_text("bucket");
    design->events = mem_new(1, sizeof *design->events);
    design->event_count = 1;
    design->events[0] = (struct event_result){
        .t_s = 1.5, .kind = mem_text("split"), .partition = 3, .key = mem_text("k\\x00")};
    design->warnings = mem_new(1, sizeof *design->warnings);
    design->warning_count = 1;
    design->warnings[0] = (struct warning){mem_text("a-code"), mem_text("A sentence")};
    design->queries = mem_new(1, sizeof *design->queries);
    design->query_count = 1;
    design->queries[0] = (struct query_result){.name = mem_text("recent"),
                                               .count = 7,
                                               .table = mem_text("by_time"),
                                               .plan = mem_text("1 scan"),
                                               .shape = mem_text("single"),
                                               .ranges = {1, 1, 1, 1},
                                               .read_amplification = 1.25};
    result->findings = mem_new(1, sizeof *result->findings);
    result->finding_count = 1;
    result->findings[0] = mem_text("a finding");
    result->expects = mem_new(2, sizeof *result->expects);
    result->expect_count = 2;
    result->expects[0] = (struct expect_result){.design = mem_text("bucketed"),
                                                .metric = mem_text("storage.rows"),
                                                .has_max = true,
                                                .max = 1.6,
                                                .value = 2,
                                                .state = EXPECT_MISSED};
    result->expects[1] = (struct expect_result){.design = mem_text("x"),
                                                .metric = mem_text("y"),
                                                .has_min = true,
                                                .min = 0,
                                                .value = NAN,
                                                .state = EXPECT_NOT_EVALUATED};
    return result;
}

Test(result_json, comes_back_as_it_went)
{
    struct result *result = full_result();
    struct buffer once = json_of(result);
    struct err err = {0};
    struct result *again = result_json_read(view(&once), &err);
    cr_assert(again != NULL, "%s", err.message);
    struct buffer twice = json_of(again);
    cr_expect_str_eq((const char *)once.data, (const char *)twice.data);
    cr_expect_str_eq(again->config, result->config);
    cr_expect_eq(again->designs[0].partitions[31].writes, result->designs[0].partitions[31].writes);
    cr_expect(isnan(again->expects[1].value));
    cr_expect_not(again->expects[1].has_max);
    buffer_done(&once);
    buffer_done(&twice);
    result_free(result);
    result_free(again);
}

Test(result_json, uses_the_documented_names)
{
    static const char *const names[] = {"schema", "tool",    "command",    "seed",  "scenario",
                                        "config", "designs", "comparison", "expect"};
    static const char *const design_names[] = {"name",    "key",        "invertible", "tables",
                                               "writes",  "queries",    "latency_ms", "throughput",
                                               "storage", "partitions", "timeline",   "heatmap",
                                               "events",  "warnings",   "assumptions"};
    struct result *result = fixture_three();
    struct buffer out = json_of(result);
    struct err err = {0};
    struct json_doc *doc = json_doc_parse((const char *)out.data, out.size, false, &err);
    cr_assert(doc != NULL, "%s", err.message);
    const struct json_node *root = json_doc_root(doc);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        cr_expect(json_member(root, names[i]) != NULL, "%s", names[i]);
    const struct json_node *design = json_first(json_member(root, "designs"));
    for (size_t i = 0; i < sizeof design_names / sizeof design_names[0]; i++)
        cr_expect(json_member(design, design_names[i]) != NULL, "%s", design_names[i]);
    cr_expect_null(json_member(design, "preset"));
    json_doc_free(doc);
    buffer_done(&out);
    result_free(result);
}

Test(result_json, keeps_hostile_names_as_text)
{
    struct result *result = fixture_three();
    mem_free(result->designs[0].name);
    result->designs[0].name = mem_text("\"}\n\x1b[2J\xe2\x80\xae,");
    struct buffer out = json_of(result);
    struct err err = {0};
    struct result *again = result_json_read(view(&out), &err);
    cr_assert(again != NULL, "%s", err.message);
    cr_expect_str_eq(again->designs[0].name, result->designs[0].name);
    buffer_done(&out);
    result_free(result);
    result_free(again);
}

struct damage {
    const char *find, *put, *message;
};

static const struct damage damages[] = {
    {"hotsim.result/1", "hotsim.result/9", "not a result: \"schema\" must be \"hotsim.result/1\""},
    {"\"seed\": 42,\n  \"scenario\"", "\"seed\": -1,\n  \"scenario\"",
     "seed: must be a whole number"},
    {"\"command\": \"compare\"", "\"command\": null", "command: must be a text"},
    {"\"state\": \"missed\"", "\"state\": \"maybe\"",
     "expect: item 1: state: must be \"met\", \"missed\" or \"not evaluated\""},
    {"\"comparison\"", "\"comparision\"", "comparison: must be there"},
    {"\"ranking\": [\"bucketed", "\"ranking\": [\"bracketed",
     "comparison: ranking: must be the name of a design"},
    {"\"servers\": 8,\n", "\"servers\": 9,\n",
     "designs: item 1: timeline: windows: item 1: server_writes: must be as many numbers as there "
     "are servers"},
    {"\"t_s\": 1.5, \"kind\"", "\"t_s\": \"x\", \"kind\"",
     "designs: item 2: events: item 1: t_s: must be a number"},
    {"{\"table\": \"\", \"id\"", "{\"table\": \"none\", \"id\"",
     "designs: item 1: partitions: item 1: table: must be the name of one of the design's tables"},
};

Test(result_json, says_what_is_wrong_with_a_damaged_file)
{
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct result *result = full_result();
        struct buffer out = json_of(result);
        const char *text = (const char *)out.data;
        const char *at = strstr(text, damages[i].find);
        cr_assert(at != NULL, "%s", damages[i].find);
        struct buffer damaged = {0};
        buffer_append(&damaged, text, (size_t)(at - text));
        buffer_text(&damaged, damages[i].put);
        buffer_text(&damaged, at + strlen(damages[i].find));
        struct err err = {0};
        cr_expect_null(result_json_read(view(&damaged), &err), "%s", damages[i].put);
        cr_expect_str_eq(err.message, damages[i].message);
        cr_expect_eq(err.code, ERR_INPUT);
        buffer_done(&damaged);
        buffer_done(&out);
        result_free(result);
    }
}

Test(result_json, survives_being_cut_anywhere)
{
    static const struct fixture_shape shape = {"small", 2, 2, 2, 10, share_even};
    struct result *result = fixture_result(&shape, 1);
    struct buffer out = json_of(result);
    for (size_t size = 0; size + 1 < out.size; size++) {
        struct err err = {0};
        cr_expect_null(result_json_read(bytes_of(out.data, size), &err), "%zu", size);
        cr_expect_eq(err.code, ERR_INPUT);
    }
    buffer_done(&out);
    result_free(result);
}
