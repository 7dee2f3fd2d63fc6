// echo.c -- the resolved scenario as JSON: everything explicit, in a stable order; reading it again
// gives the same text.
#include "base/mem.h"
#include "config/load.h"
#include "hash/hash.h"
#include "json/writer.h"

#include <stdio.h>
#include <string.h>

const struct param *rows_at(const char *path)
{
    return field_table_at(path)->rows;
}

static void append_hex(struct buffer *out, const uint8_t *digest, size_t size)
{
    for (size_t i = 0; i < size; i++)
        buffer_format(out, "%02x", digest[i]);
}

static void append_sha256(struct buffer *out, struct bytes bytes)
{
    uint8_t digest[DIGEST_BYTES_MAX];
    struct digester *digester = digester_new(DIGEST_SHA256);
    digester_run(digester, bytes, digest);
    append_hex(out, digest, digester_size(digester));
    digester_free(digester);
}

// The content's hash of a small file; of one that cannot be read, of nothing.
static void append_file_hash(struct buffer *out, const char *path)
{
    struct buffer content = {0};
    FILE *file = fopen(path, "rb");
    char block[4096];
    size_t got;
    while (file && (got = fread(block, 1, sizeof block, file)) > 0)
        buffer_append(&content, block, got);
    if (file)
        (void)fclose(file);
    append_sha256(out, bytes_of(content.data, content.size));
    buffer_done(&content);
}

static const char *given_path(const struct scenario *scenario, const char *resolved)
{
    for (size_t i = 0; i < scenario->forms->path_count; i++)
        if (!strcmp(scenario->forms->paths[i].resolved, resolved))
            return scenario->forms->paths[i].given;
    return resolved;
}

char *echo_file(const struct echo *echo, const char *resolved)
{
    struct buffer file = {0};
    if (!echo->hashes)
        return mem_text(given_path(echo->scenario, resolved));
    buffer_text(&file, "sha256:");
    append_file_hash(&file, resolved);
    return buffer_take(&file);
}

// Of a policy that does nothing only its name is shown; the policy is the first row.
static void echo_store_rows(struct echo *echo, const struct store_config *store)
{
    for (const struct param *row = rows_at("store"); row->name; row++) {
        struct param one[] = {*row, {0}};
        const bool idle =
            (!strcmp(row->name, "split") && store->split.policy == SPLIT_NONE) ||
            (!strcmp(row->name, "balancer") && store->balancer.policy == BALANCER_NONE);
        const struct param policy[] = {row->members ? row->members[0] : (struct param){0}, {0}};
        if (idle)
            one[0].members = policy;
        echo_rows(&echo->writer, one, store);
    }
}

static void echo_store(struct echo *echo, const struct store_config *store)
{
    struct store_config shown = *store; // with the split file's name as it is to be shown
    if (store->presplit.file)
        shown.presplit.file = echo_file(echo, store->presplit.file);
    json_open_object(&echo->writer);
    json_name(&echo->writer, "profile");
    json_text(&echo->writer, store->profile->name);
    echo_store_rows(echo, &shown);
    json_close_object(&echo->writer);
    mem_free(store->presplit.file ? shown.presplit.file : NULL);
}

static void echo_query(struct echo *echo, const struct scenario_query *query)
{
    struct json_writer *writer = &echo->writer;
    json_name(writer, query->name);
    json_open_object(writer);
    if (query->where) {
        json_name(writer, "where");
        json_text(writer, query->where);
    }
    if (query->scan_from) {
        json_name(writer, "scan");
        json_open_object(writer);
        json_name(writer, "from");
        json_text(writer, query->scan_from);
        json_name(writer, "to");
        json_text(writer, query->scan_to);
        json_close_object(writer);
    }
    json_name(writer, "pick");
    if (strcmp(query->pick, "latest") != 0) {
        json_text(writer, query->pick);
    } else {
        json_open_object(writer);
        json_name(writer, "latest");
        json_open_object(writer);
        json_name(writer, "theta");
        json_number(writer, query->pick_theta);
        json_close_object(writer);
        json_close_object(writer);
    }
    json_close_object(writer);
}

static void echo_table(struct echo *echo, const struct scenario_table *table)
{
    json_name(&echo->writer, "key");
    json_text(&echo->writer, table->key);
    json_name(&echo->writer, "holds");
    json_text(&echo->writer, table->holds_reference ? "reference" : "row");
    if (table->has_store) {
        json_name(&echo->writer, "store");
        echo_store(echo, &table->store);
    }
}

static void echo_design(struct echo *echo, const struct scenario_design *design)
{
    struct json_writer *writer = &echo->writer;
    json_name(writer, design->name);
    json_open_object(writer);
    if (design->preset) {
        json_name(writer, "preset");
        json_text(writer, design->preset);
    }
    if (design->table_count == 1 && design->tables[0].name[0] == '\0') {
        echo_table(echo, &design->tables[0]);
        json_close_object(writer);
        return;
    }
    json_name(writer, "tables");
    json_open_object(writer);
    for (size_t i = 0; i < design->table_count; i++) {
        json_name(writer, design->tables[i].name);
        json_open_object(writer);
        echo_table(echo, &design->tables[i]);
        json_close_object(writer);
    }
    json_close_object(writer);
    if (design->has_store) {
        json_name(writer, "store");
        echo_store(echo, &design->store);
    }
    json_close_object(writer);
}

static void echo_incidents(struct echo *echo)
{
    const struct scenario_run *run = &echo->scenario->run;
    json_name(&echo->writer, "incidents");
    json_open_list(&echo->writer, false);
    for (size_t i = 0; i < run->incident_count; i++) {
        const struct incident *incident = &run->incidents[i];
        json_open_object(&echo->writer);
        json_name(&echo->writer, "t_s");
        json_number(&echo->writer, (double)incident->at_ns / (double)NS_PER_S);
        json_name(&echo->writer, incident->is_lost ? "lose" : "add");
        json_uint(&echo->writer, incident->server);
        json_close_object(&echo->writer);
    }
    json_close_list(&echo->writer);
}

static void echo_run(struct echo *echo)
{
    const char *preload = echo->scenario->run.preload;
    json_name(&echo->writer, "run");
    json_open_object(&echo->writer);
    echo_rows(&echo->writer, rows_at("run"), &echo->scenario->forms->run);
    json_name(&echo->writer, "preload");
    if (preload && preload[0] == '{')
        json_raw(&echo->writer, preload);
    else
        json_text(&echo->writer, preload);
    echo_incidents(echo);
    json_close_object(&echo->writer);
}

static void echo_expects(struct echo *echo)
{
    const struct scenario *scenario = echo->scenario;
    struct json_writer *writer = &echo->writer;
    json_name(writer, "expect");
    json_open_list(writer, false);
    for (size_t i = 0; i < scenario->expect_count; i++) {
        const struct scenario_expect *expect = &scenario->expects[i];
        json_open_object(writer);
        json_name(writer, "design");
        json_text(writer, expect->design);
        json_name(writer, "metric");
        json_text(writer, expect->metric);
        if (expect->has_min) {
            json_name(writer, "min");
            json_number(writer, expect->min);
        }
        if (expect->has_max) {
            json_name(writer, "max");
            json_number(writer, expect->max);
        }
        json_close_object(writer);
    }
    json_close_list(writer);
}

static void echo_all(struct echo *echo)
{
    const struct scenario *scenario = echo->scenario;
    struct json_writer *writer = &echo->writer;
    json_open_object(writer);
    echo_rows(writer, rows_at(""), &scenario->forms->root);
    json_name(writer, "params");
    json_open_object(writer);
    for (size_t i = 0; i < scenario->param_count; i++) {
        json_name(writer, scenario->params[i].name);
        json_int(writer, scenario->params[i].value);
    }
    json_close_object(writer);
    echo_workload(echo);
    json_name(writer, "queries");
    json_open_object(writer);
    for (size_t i = 0; i < scenario->query_count; i++)
        echo_query(echo, &scenario->queries[i]);
    json_close_object(writer);
    json_name(writer, "designs");
    json_open_object(writer);
    for (size_t i = 0; i < scenario->design_count; i++)
        echo_design(echo, &scenario->designs[i]);
    json_close_object(writer);
    json_name(writer, "store");
    echo_store(echo, &scenario->store);
    echo_run(echo);
    echo_expects(echo);
    json_close_object(writer);
}

char *scenario_echo(const struct scenario *scenario, bool hashes)
{
    struct buffer out = {0};
    struct echo echo = {.writer = {.out = &out}, .scenario = scenario, .hashes = hashes};
    echo_all(&echo);
    return buffer_take(&out);
}

void scenario_seal(struct scenario *scenario)
{
    enum { HASH_DIGITS = 16 };
    mem_free(scenario->sealed_config);
    mem_free(scenario->hash);
    scenario->sealed_config = scenario_echo(scenario, true);
    struct buffer hash = {0};
    append_sha256(&hash, bytes_of(scenario->sealed_config, strlen(scenario->sealed_config)));
    scenario->hash = mem_text_of(bytes_of(hash.data, HASH_DIGITS));
    buffer_done(&hash);
}
