// hotsim explain --key PROGRAM --field NAME[:TYPE]=VALUE ... -- the bytes of one key, or a key read
// back.

#include "base/mem.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/listing.h"
#include "cli/given_record.h"
#include "json/writer.h"
#include "key/expression.h"
#include "key/program.h"
#include "table/partition_map.h"

#include <stdio.h>
#include <string.h>

static const char *const encoding_names[] = {"binary", "text", "ordered", NULL};

static const struct flag one_key[] = {
    {.name = "key",
     .letter = 'k',
     .kind = FLAG_TEXT,
     .offset = offsetof(struct flags, key),
     .value = "PROGRAM",
     .help = "the key program"},
    {.name = "field",
     .letter = 'f',
     .kind = FLAG_TEXTS,
     .offset = offsetof(struct flags, fields),
     .value = "NAME[:TYPE]=VALUE",
     .help = "a field of the record; without a type a string; may be repeated"},
    {.name = "encoding",
     .kind = FLAG_CHOICE,
     .offset = offsetof(struct flags, encoding),
     .choices = encoding_names,
     .value = "binary|text|ordered",
     .help = "how numbers become bytes"},
    {.name = "slices",
     .offset = offsetof(struct flags, slices),
     .help = "a store of 1024 slices: names are text, and the sharding key picks the slice"},
    {.name = "decode",
     .kind = FLAG_TEXT,
     .offset = offsetof(struct flags, decode),
     .value = "KEY",
     .help = "read the fields back from a key (\\xNN for bytes that cannot be typed)"},
    {.name = "set",
     .letter = 'S',
     .kind = FLAG_TEXTS,
     .offset = offsetof(struct flags, sets),
     .value = "params.NAME=N",
     .help = "a constant that the program uses; may be repeated"},
    {.name = "seed",
     .kind = FLAG_COUNT,
     .offset = offsetof(struct flags, seed),
     .value = "N",
     .max = INT64_MAX,
     .help = "of random(n); default 1"},
    {0},
};
static const struct flag_group one_key_group = {"One key", one_key};
static const struct flag_group *const groups[] = {&one_key_group, &flags_listing, &flags_general,
                                                  NULL};

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

static void hex_of(struct buffer *out, struct bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        buffer_format(out, "%02x", bytes.data[i]);
}

static char *hex_text(struct bytes bytes)
{
    struct buffer hex = {0};
    buffer_text(&hex, "");
    hex_of(&hex, bytes);
    return buffer_take(&hex);
}

static char *key_text(struct bytes bytes)
{
    struct buffer text = {0};
    buffer_text(&text, "");
    text_key(&text, bytes);
    return buffer_take(&text);
}

static struct bytes part_bytes(const struct key_part *part, struct bytes key)
{
    return bytes_of(key.data + part->offset, part->width);
}

static void name_and_text(struct json_writer *writer, const char *name, char *text)
{
    json_name(writer, name);
    json_text(writer, text);
    mem_free(text);
}

static void key_as_json(const struct key_parts *parts, struct bytes key, struct buffer *out)
{
    struct json_writer writer = {.out = out};
    json_open_object(&writer);
    name_and_text(&writer, "key", key_text(key));
    name_and_text(&writer, "key_hex", hex_text(key));
    json_name(&writer, "components");
    json_open_list(&writer, false);
    for (size_t i = 0; i < parts->count; i++) {
        const struct key_part *part = &parts->items[i];
        if (part->is_literal)
            continue;
        json_open_object(&writer);
        name_and_text(&writer, "text", mem_text_of(part->text));
        name_and_text(&writer, "bytes_hex", hex_text(part_bytes(part, key)));
        json_name(&writer, "offset");
        json_uint(&writer, part->offset);
        json_name(&writer, "width");
        json_uint(&writer, part->width);
        json_close_object(&writer);
    }
    json_close_list(&writer);
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
        char *sharding = key_text(sharding_key_of(key));
        buffer_format(out, "  sharding key %s, slice %u of %d\n", sharding,
                      partition_map_find(slices, key), SLICES);
        mem_free(sharding);
        partition_map_free(slices);
    }
    if (facts.igz_rewritten)
        buffer_text(out, "  {xxHash(x) % n} is read as igz_bucket(x, n), the platform's own "
                         "suffix\n");
    if (facts.plain_xxhash_suffix)
        buffer_text(out, "  [xxHash(x) % n] is plain XXH64: the platform's own suffix differs; "
                         "write igz_bucket(x, n)\n");
    if (facts.uses_random)
        buffer_text(out, "  random(n) is drawn when the record is written: a reader does not know "
                         "it\n");
    buffer_text(out, facts.invertible ? "  every field can be read back from the key\n"
                                      : "  not every field can be read back from the key\n");
}

static void key_as_table(const struct call *call, const struct key_program *program,
                         const struct key_parts *parts, struct bytes key, struct buffer *out)
{
    struct listing listing = {.columns = {"offset", "bytes", "part", "becomes", "meaning", NULL}};
    for (size_t i = 0; i < parts->count; i++) {
        const struct key_part *part = &parts->items[i];
        add_cell(&listing, number_text(part->offset));
        add_cell(&listing, number_text(part->width));
        add_cell(&listing, mem_text_of(part->text));
        add_cell(&listing, key_text(part_bytes(part, key)));
        listing_cell(&listing, part->is_literal ? "as written" : part->meaning);
    }
    const enum listing_format format = (enum listing_format)call->flags.format;
    if (format == LISTING_TABLE) {
        char *text = key_text(key), *hex = hex_text(key);
        buffer_format(out, "key  %s\nhex  %s\n     %zu bytes\n\n", text, hex, key.size);
        mem_free(text);
        mem_free(hex);
    }
    listing_print(&listing, format, LISTING_WIDTH, out);
    listing_done(&listing);
    if (format == LISTING_TABLE) {
        buffer_byte(out, '\n');
        add_notes(call, program, key, out);
    }
}

static bool show_key(const struct call *call, struct key_program *program,
                     const struct given_record *record, struct err *err)
{
    struct key_batch keys = {0};
    const bool ok = key_program_run(program, &record->batch, &keys, err);
    if (ok) {
        struct key_parts parts = {0};
        struct buffer out = {0};
        key_program_parts(program, 0, &parts);
        if (call->flags.json || call->flags.format == LISTING_JSON)
            key_as_json(&parts, key_at(&keys, 0), &out);
        else
            key_as_table(call, program, &parts, key_at(&keys, 0), &out);
        (void)fwrite(out.data, 1, out.size, stdout);
        key_parts_done(&parts);
        buffer_done(&out);
    }
    buffer_done(&keys.bytes);
    return ok;
}

static void decoded_as_json(const struct key_decoded *decoded, struct bytes key, struct buffer *out)
{
    struct json_writer writer = {.out = out};
    json_open_object(&writer);
    name_and_text(&writer, "key", key_text(key));
    name_and_text(&writer, "key_hex", hex_text(key));
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

static bool explain(struct call *call, struct err *err)
{
    if (call->operands.count > 0) {
        err_fail(err, ERR_INPUT, "explain: a whole scenario is not explained by this version");
        return err_hint(err, "one key is: hotsim explain --key PROGRAM --field NAME=VALUE ...");
    }
    if (!call->flags.key) {
        err_fail(err, ERR_INPUT, "explain: --key is missing");
        return err_hint(err, "hotsim explain --key '[user][ts]' --field user=ann --field "
                             "ts:long=1364248490");
    }
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
        .encoding = call->flags.slices ? ENCODING_TEXT : (enum encoding)call->flags.encoding,
        .slices = call->flags.slices,
        .seed = call->flags.seed.given ? call->flags.seed.value : 1,
    };
    call->fault_name = "--key";
    call->fault_text = call->flags.key;
    program = key_program_new(call->flags.key, &context, err);
    ok = program && (call->flags.decode ? show_decoded(call, program, err)
                                        : show_key(call, program, &record, err));
done:
    key_program_free(program);
    given_record_done(&record);
    constants_done(&constants);
    return ok;
}

const struct command command_explain = {
    .name = "explain",
    .operands = "",
    .summary = "the bytes of one key, part by part, and back",
    .help = "  hotsim explain --key '[md5(user).subStr(0,4)][user][ts]' --field user=ann \\\n"
            "                 --field ts:long=1364248490\n"
            "  hotsim explain --key '[user]_[n]' --field user --field n --decode ann_7\n"
            "\n"
            "Types: string, long, int, ulong, decimal, time, bytes. Strings are taken as they "
            "are.\n",
    .groups = groups,
    .operands_max = 1,
    .run = explain,
};
