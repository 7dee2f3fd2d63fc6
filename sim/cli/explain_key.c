// One key: its bytes, part by part, from fields on the command line; or its fields, read back.

#include "base/mem.h"
#include "base/text.h"
#include "cli/explain.h"
#include "cli/given_record.h"
#include "cli/listing.h"
#include "key/expression.h"
#include "key/program.h"
#include "table/partition_map.h"

#include <stdio.h>
#include <string.h>

enum { SLICES = 1024 };

struct constants {
    struct key_param *items;
    size_t count;
};

static void constants_done(struct constants *constants)
{
    for (size_t i = 0; i < constants->count; i++)
        mem_free((void *)(uintptr_t)constants->items[i].name);
    mem_free(constants->items);
}

// "params.NAME=N"
static bool read_constants(const struct param_texts *sets, struct constants *out, struct err *err)
{
    static const char prefix[] = "params.";
    out->items = mem_new(sets->count, sizeof *out->items);
    for (size_t i = 0; i < sets->count; i++) {
        const char *set = sets->items[i];
        const char *equals = strchr(set, '=');
        const char *name = set + sizeof prefix - 1;
        if (strncmp(set, prefix, sizeof prefix - 1) != 0 || !equals || equals == name)
            return err_fail(err, ERR_INPUT, "--set: expected params.NAME=N, got `%s`", set);
        double value;
        bool whole;
        struct key_param *param = &out->items[out->count];
        if (!key_constant(equals + 1, NULL, 0, &value, &whole, &param->value, err))
            return err_context(err, "--set %s", set);
        if (!whole)
            return err_fail(err, ERR_INPUT, "--set %s: expected a whole number", set);
        param->name = mem_text_of(bytes_of(name, (size_t)(equals - name)));
        out->count++;
    }
    return true;
}

static enum encoding encoding_of(const struct call *call)
{
    return call->flags.slices ? ENCODING_TEXT : (enum encoding)call->flags.encoding;
}

static struct bytes part_bytes(const struct key_part *part, struct bytes key)
{
    return bytes_of(key.data + part->offset, part->width);
}

static void key_as_json(const struct key_parts *parts, struct bytes key,
                        const struct finding_list *findings, struct buffer *out)
{
    struct json_writer writer = {.out = out};
    json_open_object(&writer);
    explain_text_member(&writer, "key", explain_printable(key));
    explain_text_member(&writer, "key_hex", explain_hex(key));
    json_name(&writer, "components");
    json_open_list(&writer, false);
    for (size_t i = 0; i < parts->count; i++) {
        const struct key_part *part = &parts->items[i];
        if (part->is_literal)
            continue;
        json_open_object(&writer);
        explain_text_member(&writer, "text", mem_text_of(part->text));
        explain_text_member(&writer, "bytes_hex", explain_hex(part_bytes(part, key)));
        json_name(&writer, "offset");
        json_uint(&writer, part->offset);
        json_name(&writer, "width");
        json_uint(&writer, part->width);
        json_close_object(&writer);
    }
    json_close_list(&writer);
    findings_as_json(findings, &writer);
    json_close_object(&writer);
    buffer_byte(out, '\n');
}

static void add_cell(struct listing *listing, char *text)
{
    listing_cell(listing, text);
    mem_free(text);
}

static char *number_text(uint64_t number)
{
    struct buffer text = {0};
    buffer_format(&text, "%llu", (unsigned long long)number);
    return buffer_take(&text);
}

static void add_notes(const struct call *call, const struct key_program *program, struct bytes key,
                      struct buffer *out)
{
    const struct key_facts facts = key_program_facts(program);
    if (call->flags.slices) {
        struct partition_map *slices = partition_map_new_slices(SLICES);
        char *sharding = explain_printable(sharding_key_of(key));
        buffer_format(out, "  sharding key %s, slice %u of %d\n", sharding,
                      partition_map_find(slices, key), SLICES);
        mem_free(sharding);
        partition_map_free(slices);
    }
    buffer_text(out, facts.invertible ? "  every field can be read back from the key\n"
                                      : "  not every field can be read back from the key\n");
}

struct shown_key {
    const struct key_program *program;
    struct key_parts parts;
    struct bytes bytes;
    struct finding_list findings;
};

static void key_as_table(const struct call *call, const struct shown_key *shown, struct buffer *out)
{
    const struct key_parts *parts = &shown->parts;
    const struct bytes key = shown->bytes;
    struct listing listing = {.columns = {"offset", "bytes", "part", "becomes", "meaning", NULL}};
    for (size_t i = 0; i < parts->count; i++) {
        const struct key_part *part = &parts->items[i];
        add_cell(&listing, number_text(part->offset));
        add_cell(&listing, number_text(part->width));
        add_cell(&listing, mem_text_of(part->text));
        add_cell(&listing, explain_printable(part_bytes(part, key)));
        listing_cell(&listing, part->is_literal ? "as written" : part->meaning);
    }
    const enum listing_format format = (enum listing_format)call->flags.format;
    if (format == LISTING_TABLE) {
        char *text = explain_printable(key), *hex = explain_hex(key);
        buffer_format(out, "key  %s\nhex  %s\n     %zu bytes\n\n", text, hex, key.size);
        mem_free(text);
        mem_free(hex);
    }
    listing_print(&listing, format, EXPLAIN_WIDTH, out);
    listing_done(&listing);
    if (format == LISTING_TABLE) {
        struct page page = {.out = out, .width = EXPLAIN_WIDTH};
        buffer_byte(out, '\n');
        add_notes(call, shown->program, key, out);
        findings_as_text(&shown->findings, &page);
    }
}

static bool show_key(const struct call *call, struct key_program *program,
                     const struct given_record *record, struct err *err)
{
    struct key_batch keys = {0};
    const bool ok = key_program_run(program, &record->batch, &keys, err);
    if (ok) {
        struct shown_key shown = {.program = program, .bytes = key_at(&keys, 0)};
        struct buffer out = {0};
        key_program_parts(program, 0, &shown.parts);
        explain_key_findings(program, &record->schema, encoding_of(call), call->flags.slices,
                             &shown.findings);
        if (call->flags.json || call->flags.format == LISTING_JSON)
            key_as_json(&shown.parts, shown.bytes, &shown.findings, &out);
        else
            key_as_table(call, &shown, &out);
        (void)fwrite(out.data, 1, out.size, stdout);
        finding_list_done(&shown.findings);
        key_parts_done(&shown.parts);
        buffer_done(&out);
    }
    buffer_done(&keys.bytes);
    return ok;
}

static void decoded_as_json(const struct key_decoded *decoded, struct bytes key, struct buffer *out)
{
    struct json_writer writer = {.out = out};
    json_open_object(&writer);
    explain_text_member(&writer, "key", explain_printable(key));
    explain_text_member(&writer, "key_hex", explain_hex(key));
    json_name(&writer, "fields");
    json_open_object(&writer);
    for (size_t i = 0; i < decoded->count; i++) {
        json_name(&writer, decoded->items[i].name);
        json_text(&writer, decoded->items[i].value);
    }
    json_close_object(&writer);
    json_close_object(&writer);
    buffer_byte(out, '\n');
}

static bool show_decoded(const struct call *call, const struct key_program *program,
                         struct err *err)
{
    struct buffer key = {0}, out = {0};
    struct key_decoded decoded = {0};
    size_t fault;
    buffer_text(&key, "");
    bool ok = text_key_decode(call->flags.decode, &key, &fault);
    if (!ok)
        err_fail(err, ERR_INPUT, "--decode: \\x wants two hex digits, at character %zu of `%s`",
                 fault + 1, call->flags.decode);
    const struct bytes bytes = bytes_of(key.data, key.size);
    ok = ok && key_program_decode(program, bytes, &decoded, err);
    if (ok) {
        struct listing listing = {.columns = {"field", "value", NULL}};
        for (size_t i = 0; i < decoded.count; i++) {
            listing_cell(&listing, decoded.items[i].name);
            listing_cell(&listing, decoded.items[i].value);
        }
        if (call->flags.json || call->flags.format == LISTING_JSON)
            decoded_as_json(&decoded, bytes, &out);
        else
            listing_print(&listing, (enum listing_format)call->flags.format, LISTING_WIDTH, &out);
        (void)fwrite(out.data, 1, out.size, stdout);
        listing_done(&listing);
    }
    key_decoded_done(&decoded);
    buffer_done(&key);
    buffer_done(&out);
    return ok;
}

bool explain_one_key(struct call *call, struct err *err)
{
    if (call->flags.keys.count != 1)
        return err_fail(err, ERR_INPUT, "explain: one --key at a time, got %zu",
                        call->flags.keys.count);
    const char *text = call->flags.keys.items[0];
    struct constants constants = {0};
    struct given_record record = {0};
    struct key_program *program = NULL;
    bool ok = read_constants(&call->flags.sets, &constants, err) &&
              given_record_read(&call->flags.fields, !call->flags.decode, &record, err);
    if (!ok)
        goto done;

    const struct key_context context = {
        .schema = &record.schema,
        .params = constants.items,
        .param_count = constants.count,
        .encoding = encoding_of(call),
        .slices = call->flags.slices,
        .seed = call->flags.seed.given ? call->flags.seed.value : 1,
    };
    call->fault_name = "--key";
    call->fault_text = text;
    program = key_program_new(text, &context, err);
    ok = program && (call->flags.decode ? show_decoded(call, program, err)
                                        : show_key(call, program, &record, err));
done:
    key_program_free(program);
    given_record_done(&record);
    constants_done(&constants);
    return ok;
}
