#include "read_case.h"

#include "../query/random_design.h"

#include "base/mem.h"
#include "hash/hash.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the scenario ----

// The fields of brute.h.
static const char fields[] =
    "{\"x\": {\"type\": \"long\", \"uniform\": {\"min\": -9223372036854775808, \"max\": "
    "9223372036854775807}}, \"ts\": {\"clock\": {\"unit\": \"s\", \"start\": "
    "\"1970-01-01T00:00:00Z\"}}, \"a\": "
    "{\"type\": "
    "\"string\", \"uniform\": 5}, \"h\": {\"type\": \"string\", \"uniform\": 5}, \"u\": {\"type\": "
    "\"ulong\", \"uniform\": {\"min\": 0, \"max\": 9223372036854775807}}, \"e\": [\"login\", "
    "\"logout\", \"error\"], \"d\": {\"type\": \"decimal\", \"uniform\": 5}, \"i\": {\"type\": "
    "\"int\", \"uniform\": {\"min\": -2147483648, \"max\": 2147483647}}}";

static void add_quoted(struct buffer *json, const struct buffer *text)
{
    buffer_byte(json, '"');
    for (size_t i = 0; i < text->size; i++) {
        if (text->data[i] == '\\' || text->data[i] == '"')
            buffer_byte(json, '\\');
        buffer_byte(json, text->data[i]);
    }
    buffer_byte(json, '"');
}

static void add_store(struct rng *rng, char encoding, struct buffer *json)
{
    buffer_format(json, "{\"profile\": \"custom\", \"servers\": %d, \"max_ranges\": %d, ",
                  1 + (int)rng_upto(rng, 4), rng_upto(rng, 3) == 0 ? 20 : 1000);
    if (encoding == 's')
        buffer_format(json, "\"layout\": \"slices\", \"slices\": %d, ", BRUTE_SLICES);
    buffer_format(json, "\"encoding\": \"%s\", ",
                  encoding == 'b'   ? "binary"
                  : encoding == 'o' ? "ordered"
                                    : "text");
    buffer_format(json, "\"service\": {\"seek_us\": %d, \"row_us\": 1, \"reverse_factor\": 1.5}}",
                  rng_upto(rng, 2) == 0 ? 1 : 1000);
}

static void add_design(struct read_case *it, struct rng *rng, struct buffer *json)
{
    it->table_count = 1 + (rng_upto(rng, 2) == 0);
    const bool refers = rng_upto(rng, 1);
    buffer_format(json, "{\"one\": {\"tables\": {");
    for (size_t t = 0; t < it->table_count; t++) {
        random_design(rng, it->encoding == 's', &it->programs[t]);
        buffer_format(json, "%s\"t%zu\": {\"key\": ", t > 0 ? ", " : "", t);
        add_quoted(json, &it->programs[t]);
        buffer_format(json, ", \"holds\": \"%s\"}", t == 1 && refers ? "reference" : "row");
    }
    buffer_format(json, "}}}");
}

static void add_queries(struct read_case *it, struct rng *rng, struct buffer *json)
{
    for (size_t q = 0; q < CASE_QUERIES; q++) {
        const size_t t = rng_upto(rng, it->table_count - 1);
        random_where(rng, (const char *)it->programs[t].data, &it->where[q]);
        buffer_format(json, "%s\"q%zu\": ", q > 0 ? ", " : "", q);
        add_quoted(json, &it->where[q]);
    }
}

static void open_scenario(struct read_case *it, struct rng *rng)
{
    struct buffer json = {0};
    struct diagnostics diagnostics = {0};
    struct err err = {0};
    const struct scenario_options options = {0};
    buffer_format(&json, "{\"workload\": {\"fields\": %s}, \"store\": ", fields);
    add_store(rng, it->encoding, &json);
    buffer_format(&json, ", \"designs\": ");
    add_design(it, rng, &json);
    buffer_format(&json, ", \"queries\": {");
    add_queries(it, rng, &json);
    buffer_format(&json, "}}");
    char *text = buffer_take(&json);
    it->scenario = scenario_open_text(text, "s", &options, &diagnostics, &err);
    cr_assert(it->scenario != NULL, "seed %" PRIu64 ": %s: %.*s", it->seed, text,
              (int)diagnostics.text.size, (const char *)diagnostics.text.data);
    diagnostics_done(&diagnostics);
    mem_free(text);
    it->design = &it->scenario->designs[0];
}

// ---- records ----

static void draw_records(struct read_case *it, struct rng *rng)
{
    bool alike = false;
    for (size_t t = 0; t < it->table_count; t++)
        alike = alike || strstr((const char *)it->programs[t].data, "(d)");
    for (size_t l = 0; l < CASE_LOADS; l++) {
        struct batch *batch = &it->loads[l];
        batch_init(batch, source_schema(it->scenario->source));
        brute_draw(rng, batch, &it->texts, alike);
        for (size_t i = 0; i < BRUTE_ROWS; i++) {
            batch->record[i] = batch->sequence[i] = l * BRUTE_ROWS + i;
            batch->kind[i] = OP_PUT;
            batch->clock_ns[i] = 0;
            batch->columns[FIELD_U].numbers[i] &= INT64_MAX;
        }
    }
}

const struct batch *read_case_record(const struct read_case *it, uint32_t record, size_t *out_row)
{
    *out_row = record % BRUTE_ROWS;
    return &it->loads[record / BRUTE_ROWS];
}

// ---- tables ----

static int by_bytes(const void *a, const void *b)
{
    return key_compare(*(const struct bytes *)a, *(const struct bytes *)b);
}

// At keys of the records to come, and at what begins or follows them.
static void cut(struct read_case *it, struct case_table *table, struct rng *rng)
{
    struct key_batch keys = {0};
    struct err err = {0};
    const size_t wanted = rng_upto(rng, 12);
    cr_assert(key_program_run(table->table.program, &it->loads[0], &keys, &err),
              "seed %" PRIu64 ": %s", it->seed, err.message);
    for (size_t i = 0; i < wanted; i++) {
        struct bytes key = key_at(&keys, rng_upto(rng, BRUTE_ROWS - 1));
        key.size -= rng_upto(rng, 2) == 0 ? key.size / 2 : 0;
        if (key.size > 0)
            table->splits[table->split_count++] = arena_copy(&table->keys, key);
    }
    buffer_done(&keys.bytes);
    if (table->split_count > 0)
        qsort(table->splits, table->split_count, sizeof *table->splits, by_bytes);
    size_t kept = 0;
    for (size_t i = 0; i < table->split_count; i++) {
        if (kept == 0 || key_compare(table->splits[kept - 1], table->splits[i]) != 0)
            table->splits[kept++] = table->splits[i];
    }
    table->split_count = kept;
}

static void open_table(struct read_case *it, size_t t, struct rng *rng)
{
    struct case_table *table = &it->tables[t];
    struct err err = {0};
    cr_assert(design_table_open(&table->table, &it->design->tables[t], it->scenario, &err), "%s",
              err.message);
    if (it->encoding == 's') {
        table->table.map = partition_map_new_slices(BRUTE_SLICES);
        table->partitions = BRUTE_SLICES;
    } else {
        cut(it, table, rng);
        table->table.map = partition_map_new_regions(table->splits, table->split_count);
        table->partitions = (uint32_t)table->split_count + 1;
    }
    table->table.first_partition = it->partitions;
    it->partitions += table->partitions;
    table_rows_init(&table->rows, it->encoding == 's');
}

static uint32_t partition_of(const struct read_case *it, const struct case_table *table,
                             const struct case_row *row)
{
    uint32_t partition = row->slice;
    for (size_t i = 0; it->encoding != 's' && i < table->split_count; i++)
        partition += key_compare(table->splits[i], row->key) <= 0;
    return partition;
}

static int by_place(const void *a, const void *b)
{
    const struct case_row *left = a;
    const struct case_row *right = b;
    const int order = left->slice != right->slice ? (left->slice < right->slice ? -1 : 1)
                                                  : key_compare(left->key, right->key);
    return order != 0 ? order : (left->record > right->record) - (left->record < right->record);
}

static void keep_newest(struct case_table *table)
{
    size_t kept = 0;
    qsort(table->stored, table->stored_count, sizeof *table->stored, by_place);
    for (size_t i = 0; i < table->stored_count; i++) {
        const struct case_row *row = &table->stored[i];
        if (kept > 0 && table->stored[kept - 1].slice == row->slice &&
            key_compare(table->stored[kept - 1].key, row->key) == 0)
            kept--;
        table->stored[kept++] = *row;
    }
    table->stored_count = kept;
}

static void store(struct read_case *it, struct case_table *table, const struct batch *batch)
{
    struct key_batch keys = {0};
    struct err err = {0};
    uint64_t hash[BRUTE_ROWS];
    uint32_t record[BRUTE_ROWS], slice[BRUTE_ROWS];
    cr_assert(key_program_run(table->table.program, batch, &keys, &err), "seed %" PRIu64 ": %s",
              it->seed, err.message);
    for (size_t i = 0; i < BRUTE_ROWS; i++) {
        const struct bytes key = key_at(&keys, i);
        hash[i] = hash_xxh3(key);
        record[i] = (uint32_t)batch->record[i];
        slice[i] = brute_slice(it->encoding == 's', key);
        struct case_row *row = &table->stored[table->stored_count++];
        *row = (struct case_row){slice[i], arena_copy(&table->keys, key), record[i], 0};
        row->partition = partition_of(it, table, row);
    }
    const struct stored_rows put = {&keys, hash, record, slice, record};
    table_rows_add(&table->rows, &put, 0, BRUTE_ROWS);
    buffer_done(&keys.bytes);
    keep_newest(table);
}

void read_case_load(struct read_case *it)
{
    const struct batch *batch = &it->loads[it->loaded++];
    record_book_add(it->book, batch);
    for (size_t t = 0; t < it->table_count; t++)
        store(it, &it->tables[t], batch);
}

// ---- life ----

static void open_reads(struct read_case *it)
{
    struct err err = {0};
    struct read_table tables[CASE_TABLES];
    for (size_t t = 0; t < it->table_count; t++)
        tables[t] =
            (struct read_table){&it->tables[t].table, &it->tables[t].rows, it->rows_expected};
    const struct reads_config config = {
        .scenario = it->scenario,
        .design = it->design,
        .tables = tables,
        .server_of = it->server_of,
        .partitions = it->partitions,
        .servers = it->servers,
    };
    it->reads = reads_new(&config, &err);
    cr_assert(it->reads != NULL, "seed %" PRIu64 ": %s", it->seed, err.message);
}

void read_case_init(struct read_case *it, uint64_t seed, char encoding)
{
    struct rng rng = rng_stream(seed, "read case", (uint64_t)encoding);
    *it = (struct read_case){.seed = seed, .encoding = encoding};
    open_scenario(it, &rng);
    draw_records(it, &rng);
    for (size_t t = 0; t < it->table_count; t++)
        open_table(it, t, &rng);
    it->servers = (uint32_t)it->design->tables[0].store.servers;
    it->server_of = mem_new(it->partitions, sizeof *it->server_of);
    for (uint32_t p = 0; p < it->partitions; p++)
        it->server_of[p] = (uint32_t)rng_upto(&rng, it->servers - 1);
    it->rows_expected = rng_upto(&rng, 1) ? 1e7 : 1e3;
    it->book = record_book_new(source_schema(it->scenario->source), ROWS_EXACT_MAX);
    open_reads(it);
}

void read_case_done(struct read_case *it)
{
    reads_free(it->reads);
    record_book_free(it->book);
    for (size_t l = 0; l < CASE_LOADS; l++)
        batch_done(&it->loads[l]);
    for (size_t t = 0; t < it->table_count; t++) {
        table_rows_done(&it->tables[t].rows);
        design_table_close(&it->tables[t].table);
        arena_done(&it->tables[t].keys);
        buffer_done(&it->programs[t]);
    }
    for (size_t q = 0; q < CASE_QUERIES; q++)
        buffer_done(&it->where[q]);
    arena_done(&it->texts);
    mem_free(it->server_of);
    scenario_free(it->scenario);
}

// ---- one read ----

void case_read_init(struct case_read *read, const struct read_case *it, size_t query)
{
    struct err err = {0};
    struct read_source sources[CASE_TABLES];
    for (size_t t = 0; t < it->table_count; t++)
        sources[t] = (struct read_source){&it->tables[t].table, it->rows_expected};
    const struct read_planning planning = {
        .scenario = it->scenario, .design = it->design, .sources = sources};
    *read = (struct case_read){.it = it};
    read->clause =
        clause_new((const char *)it->where[query].data, source_schema(it->scenario->source), &err);
    cr_assert(read->clause != NULL);
    cr_assert(read_plan_choose(&planning, read->clause, &read->plan, &err), "%s", err.message);
    bound_clause_init(&read->bound, read->clause);
}

void case_read_done(struct case_read *read)
{
    range_list_done(&read->ranges);
    bound_clause_done(&read->bound);
    read_plan_done(&read->plan);
    clause_free(read->clause);
}

void case_read_execute(struct case_read *read, size_t query, uint32_t drawn)
{
    const struct read_case *it = read->it;
    struct err err = {0};
    size_t row;
    const struct batch *batch = read_case_record(it, drawn, &row);
    snprintf(read->what, sizeof read->what,
             "seed %" PRIu64 ", encoding %c, %zu loads, tables %s and %s, %s, drawn %u: %s",
             it->seed, it->encoding, it->loaded, (const char *)it->programs[0].data,
             it->table_count > 1 ? (const char *)it->programs[1].data : "none",
             (const char *)it->where[query].data, drawn, query_plan_facts(read->plan.plan)->words);
    cr_assert(reads_execute(it->reads, query, batch, row, it->book, &err), "%s: %s", read->what,
              err.message);
    read->price = *reads_price(it->reads);
    cr_assert(clause_bind(read->clause, batch, row, 0, &read->bound, &err), "%s", read->what);
    cr_assert(query_plan_ranges(read->plan.plan, &read->bound, &read->ranges, &err), "%s",
              read->what);
}

bool case_read_matches(const struct case_read *read, uint32_t record)
{
    size_t row;
    const struct batch *batch = read_case_record(read->it, record, &row);
    return bound_clause_matches(&read->bound, batch, row);
}
