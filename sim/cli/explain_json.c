// An explanation as JSON.

#include "base/mem.h"
#include "base/text.h"
#include "cli/explain.h"

#include <math.h>

char *explain_hex(struct bytes bytes)
{
    struct buffer hex = {0};
    buffer_text(&hex, "");
    for (size_t i = 0; i < bytes.size; i++)
        buffer_format(&hex, "%02x", bytes.data[i]);
    return buffer_take(&hex);
}

char *explain_printable(struct bytes bytes)
{
    struct buffer text = {0};
    buffer_text(&text, "");
    text_key(&text, bytes);
    return buffer_take(&text);
}

void explain_text_member(struct json_writer *writer, const char *name, char *text)
{
    json_name(writer, name);
    json_text(writer, text);
    mem_free(text);
}

static void text_member(struct json_writer *writer, const char *name, const char *text)
{
    json_name(writer, name);
    json_text(writer, text);
}

static void number_member(struct json_writer *writer, const char *name, double value)
{
    json_name(writer, name);
    json_number(writer, value);
}

static void count_member(struct json_writer *writer, const char *name, uint64_t value)
{
    json_name(writer, name);
    json_uint(writer, value);
}

static void bool_member(struct json_writer *writer, const char *name, bool value)
{
    json_name(writer, name);
    json_bool(writer, value);
}

static struct bytes view(const struct buffer *buffer)
{
    return bytes_of(buffer->data, buffer->size);
}

void findings_as_json(const struct finding_list *findings, struct json_writer *writer)
{
    json_name(writer, "findings");
    json_open_list(writer, false);
    for (size_t i = 0; i < findings->count; i++) {
        const struct finding *finding = &findings->items[i];
        json_open_object(writer);
        text_member(writer, "code", finding->code);
        text_member(writer, "level", finding_level_names[finding->level]);
        text_member(writer, "message", finding->message);
        text_member(writer, "remedy", finding->remedy);
        json_close_object(writer);
    }
    json_close_list(writer);
}

static void parts_as_json(const struct explain_example *example, struct json_writer *writer)
{
    json_name(writer, "components");
    json_open_list(writer, false);
    for (size_t i = 0; i < example->part_count; i++) {
        const struct explain_part *part = &example->parts[i];
        const struct bytes bytes = bytes_of(example->key.data + part->offset, part->width);
        json_open_object(writer);
        text_member(writer, "text", part->text);
        bool_member(writer, "literal", part->is_literal);
        explain_text_member(writer, "bytes_hex", explain_hex(bytes));
        explain_text_member(writer, "bytes", explain_printable(bytes));
        count_member(writer, "offset", part->offset);
        count_member(writer, "width", part->width);
        bool_member(writer, "fixed_width", part->is_literal || part->fixed_width);
        text_member(writer, "meaning", part->meaning);
        json_close_object(writer);
    }
    json_close_list(writer);
}

static void example_as_json(const struct explanation *explanation,
                            const struct explain_table *table, struct json_writer *writer)
{
    const struct explain_example *example = &table->example;
    json_name(writer, "example");
    if (!explanation->record) {
        json_null(writer);
        return;
    }
    json_open_object(writer);
    json_name(writer, "record");
    json_open_object(writer);
    for (size_t i = 0; i < explanation->field_count; i++)
        text_member(writer, explanation->record[i].name, explanation->record[i].value);
    json_close_object(writer);
    explain_text_member(writer, "key", explain_printable(view(&example->key)));
    explain_text_member(writer, "key_hex", explain_hex(view(&example->key)));
    parts_as_json(example, writer);
    json_name(writer, "partition");
    json_open_object(writer);
    count_member(writer, "id", example->partition);
    if (table->slices) {
        explain_text_member(writer, "sharding_key", explain_printable(view(&example->sharding)));
    } else {
        explain_text_member(writer, "start", explain_printable(view(&example->start)));
        explain_text_member(writer, "end", explain_printable(view(&example->end)));
    }
    count_member(writer, "server", example->server);
    json_close_object(writer);
    json_close_object(writer);
}

static void choices_as_json(const struct explain_query *query, struct json_writer *writer)
{
    json_name(writer, "choices");
    json_open_list(writer, false);
    for (size_t i = 0; i < query->choice_count; i++) {
        const struct explain_choice *choice = &query->choices[i];
        json_open_object(writer);
        text_member(writer, "plan", choice->words);
        number_member(writer, "ranges", choice->ranges);
        number_member(writer, "rows_examined", choice->rows_examined);
        number_member(writer, "cost_ms", choice->cost_ns / (double)NS_PER_MS);
        bool_member(writer, "chosen", choice->chosen);
        json_close_object(writer);
    }
    json_close_list(writer);
}

static void queries_as_json(const struct explain_design *design, struct json_writer *writer)
{
    json_name(writer, "queries");
    json_open_list(writer, false);
    for (size_t i = 0; i < design->query_count; i++) {
        const struct explain_query *query = &design->queries[i];
        json_open_object(writer);
        text_member(writer, "name", query->name);
        text_member(writer, "where", query->where);
        text_member(writer, "table", query->table);
        text_member(writer, "plan", query->plan);
        text_member(writer, "shape", query->shape);
        number_member(writer, "ranges", query->ranges);
        number_member(writer, "ranges_necessary", query->ranges_necessary);
        number_member(writer, "rows_examined", query->rows_examined);
        number_member(writer, "rows_returned", query->rows_returned);
        number_member(writer, "cost_ms", query->cost_ns / (double)NS_PER_MS);
        number_member(writer, "per_s", query->per_s);
        choices_as_json(query, writer);
        json_close_object(writer);
    }
    json_close_list(writer);
}

static void design_as_json(const struct explanation *explanation,
                           const struct explain_design *design, struct json_writer *writer)
{
    json_open_object(writer);
    text_member(writer, "name", design->name);
    text_member(writer, "key", design->key);
    example_as_json(explanation, &design->tables[0], writer);
    json_name(writer, "tables");
    json_open_list(writer, false);
    for (size_t t = 0; t < design->table_count; t++) {
        const struct explain_table *table = &design->tables[t];
        json_open_object(writer);
        text_member(writer, "name", table->name);
        text_member(writer, "key", table->key);
        text_member(writer, "encoding", table->encoding);
        text_member(writer, "presplit", table->presplit);
        count_member(writer, "partitions", table->partitions);
        count_member(writer, "servers", table->servers);
        bool_member(writer, "invertible", table->invertible);
        example_as_json(explanation, table, writer);
        json_close_object(writer);
    }
    json_close_list(writer);
    queries_as_json(design, writer);
    findings_as_json(&design->findings, writer);
    json_close_object(writer);
}

void explain_as_json(const struct scenario *scenario, const struct explanation *explanation,
                     struct buffer *out)
{
    struct json_writer writer = {.out = out};
    json_open_object(&writer);
    text_member(&writer, "title", scenario->title);
    count_member(&writer, "seed", scenario->seed);
    json_name(&writer, "designs");
    json_open_list(&writer, false);
    for (size_t d = 0; d < explanation->design_count; d++)
        design_as_json(explanation, &explanation->designs[d], &writer);
    json_close_list(&writer);
    json_close_object(&writer);
    buffer_byte(out, '\n');
}
