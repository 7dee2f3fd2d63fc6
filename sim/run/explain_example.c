// One record's key, part by part, and where it lands.

#include "run/explain_parts.h"

#include "base/mem.h"
#include "base/text.h"

static void copy(struct buffer *out, struct bytes bytes)
{
    buffer_text(out, "");
    buffer_append(out, bytes.data, bytes.size);
}

void explain_example_take(const struct key_program *program, struct bytes key,
                          struct explain_example *out)
{
    struct key_parts parts = {0};
    key_program_parts(program, 0, &parts);
    *out = (struct explain_example){
        .parts = mem_new(parts.count, sizeof *out->parts),
        .part_count = parts.count,
    };
    copy(&out->key, key);
    for (size_t i = 0; i < parts.count; i++) {
        const struct key_part *part = &parts.items[i];
        out->parts[i] = (struct explain_part){
            .text = mem_text_of(part->text),
            .is_literal = part->is_literal,
            .meaning = mem_text(part->meaning),
            .offset = part->offset,
            .width = part->width,
            .fixed_width = part->fixed_width,
        };
    }
    key_parts_done(&parts);
}

void explain_example_done(struct explain_example *example)
{
    for (size_t i = 0; i < example->part_count; i++) {
        mem_free(example->parts[i].text);
        mem_free(example->parts[i].meaning);
    }
    mem_free(example->parts);
    buffer_done(&example->key);
    buffer_done(&example->start);
    buffer_done(&example->end);
    buffer_done(&example->sharding);
    *example = (struct explain_example){0};
}

void explain_example_land(const struct partition_map *map, const uint32_t *server_of,
                          struct explain_example *example)
{
    const struct bytes key = bytes_of(example->key.data, example->key.size);
    struct bytes start, end;
    example->partition = partition_map_find(map, key);
    example->server = server_of[example->partition];
    partition_map_range(map, example->partition, &start, &end);
    copy(&example->start, start);
    copy(&example->end, end);
    copy(&example->sharding,
         partition_map_is_slices(map) ? sharding_key_of(key) : bytes_of(NULL, 0));
}

static char *value_text(const struct column *column, size_t row)
{
    struct buffer text = {0};
    buffer_text(&text, "");
    if (column->texts)
        text_key(&text, column->texts[row]);
    else if (column->type == TYPE_ULONG)
        buffer_format(&text, "%llu", (unsigned long long)column->numbers[row]);
    else
        buffer_format(&text, "%lld", (long long)column->numbers[row]);
    return buffer_take(&text);
}

struct explain_value *explain_record(const struct schema *schema, const struct batch *batch)
{
    struct explain_value *record = mem_new(schema->count, sizeof *record);
    for (size_t i = 0; i < schema->count; i++)
        record[i] = (struct explain_value){
            .name = mem_text(schema->fields[i].name),
            .value = value_text(&batch->columns[i], 0),
        };
    return record;
}
