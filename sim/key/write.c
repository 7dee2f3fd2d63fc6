// The hot end of a key program: components of a batch become keys.
#include "base/mem.h"
#include "key/compiled.h"
#include "key/functions.h"

#include <string.h>

enum { READABLE_BEYOND = 16 };

size_t key_component_width(const struct key_component *component)
{
    switch (component->kind) {
    case COMPONENT_LITERAL:
        return component->literal.size;
    case COMPONENT_LONG:
        return 8;
    case COMPONENT_INT:
        return 4;
    case COMPONENT_TEXT:
        break;
    }
    return component->node->width;
}

struct bytes key_component_at(const struct key_component *component, size_t row, uint8_t *room)
{
    switch (component->kind) {
    case COMPONENT_LITERAL:
        return component->literal;
    case COMPONENT_LONG:
        key_put_u64(room, (uint64_t)component->node->column.numbers[row] ^ component->flip);
        return bytes_of(room, 8);
    case COMPONENT_INT:
        key_put_u32(room,
                    (uint32_t)((uint64_t)component->node->column.numbers[row] ^ component->flip));
        return bytes_of(room, 4);
    case COMPONENT_TEXT:
        break;
    }
    return component->node->column.texts[row];
}

// The number of bytes before each key.
static bool measure(const struct key_program *program, const struct batch *batch,
                    struct key_batch *out, struct err *err)
{
    size_t fixed = 0;
    for (size_t i = 0; i < program->count; i++) {
        if (program->components[i].kind != COMPONENT_TEXT)
            fixed += key_component_width(&program->components[i]);
    }
    size_t sizes[BATCH_ROWS];
    for (size_t row = 0; row < batch->count; row++)
        sizes[row] = fixed;
    for (size_t i = 0; i < program->count; i++) {
        if (program->components[i].kind != COMPONENT_TEXT)
            continue;
        const struct bytes *texts = program->components[i].node->column.texts;
        for (size_t row = 0; row < batch->count; row++)
            sizes[row] += texts[row].size;
    }
    size_t at = 0;
    for (size_t row = 0; row < batch->count; row++) {
        if (sizes[row] > KEY_BYTES_MAX)
            return err_fail(err, ERR_INPUT, "record %llu: a key of %zu bytes; the limit is %d",
                            (unsigned long long)batch->record[row] + 1, sizes[row], KEY_BYTES_MAX);
        out->start[row] = (uint32_t)at;
        at += sizes[row];
    }
    out->start[batch->count] = (uint32_t)at;
    return true;
}

// Most texts of a key are shorter than 16 bytes: two overlapping moves are cheaper than a call.
static uint8_t *put_text(uint8_t *at, const uint8_t *text, size_t size)
{
    if (size > 16) {
        memcpy(at, text, size);
    } else if (size >= 8) {
        memcpy(at, text, 8);
        memcpy(at + size - 8, text + size - 8, 8);
    } else if (size >= 4) {
        memcpy(at, text, 4);
        memcpy(at + size - 4, text + size - 4, 4);
    } else if (size > 0) {
        at[0] = text[0];
        at[size / 2] = text[size / 2];
        at[size - 1] = text[size - 1];
    }
    return at + size;
}

// What the loop over rows needs of a component, side by side.
struct writer {
    enum component_kind kind;
    const struct bytes *texts;
    const int64_t *numbers;
    uint64_t flip;
    struct bytes literal;
};

static uint8_t *write_row(const struct writer *writers, size_t count, size_t row, uint8_t *at)
{
    for (size_t i = 0; i < count; i++) {
        const struct writer *writer = &writers[i];
        switch (writer->kind) {
        case COMPONENT_TEXT:
            at = put_text(at, writer->texts[row].data, writer->texts[row].size);
            break;
        case COMPONENT_LONG:
            key_put_u64(at, (uint64_t)writer->numbers[row] ^ writer->flip);
            at += 8;
            break;
        case COMPONENT_INT:
            key_put_u32(at, (uint32_t)((uint64_t)writer->numbers[row] ^ writer->flip));
            at += 4;
            break;
        case COMPONENT_LITERAL:
            at = put_text(at, writer->literal.data, writer->literal.size);
            break;
        }
    }
    return at;
}

// WRITERS_AT_ONCE components a pass over the rows; most keys need one pass. `cursors` say where
// each row goes on.
static void write_keys(const struct key_program *program, struct key_batch *out, size_t rows)
{
    enum { WRITERS_AT_ONCE = 16 };
    struct writer writers[WRITERS_AT_ONCE];
    uint32_t cursors[BATCH_ROWS];
    for (size_t row = 0; row < rows; row++)
        cursors[row] = out->start[row];
    for (size_t first = 0; first < program->count; first += WRITERS_AT_ONCE) {
        size_t count = program->count - first;
        count = count < WRITERS_AT_ONCE ? count : WRITERS_AT_ONCE;
        for (size_t i = 0; i < count; i++) {
            const struct key_component *component = &program->components[first + i];
            const struct column *column = component->node ? &component->node->column : NULL;
            writers[i] = (struct writer){
                .kind = component->kind,
                .texts = column ? column->texts : NULL,
                .numbers = column ? column->numbers : NULL,
                .flip = component->flip,
                .literal = component->literal,
            };
        }
        uint8_t *data = out->bytes.data;
        for (size_t row = 0; row < rows; row++)
            cursors[row] = (uint32_t)(write_row(writers, count, row, data + cursors[row]) - data);
    }
    memset(out->bytes.data + out->start[rows], 0, READABLE_BEYOND);
}

static void make_room(struct buffer *buffer, size_t size)
{
    if (buffer->capacity < size) {
        buffer->data = mem_resize(buffer->data, 2 * size, 1);
        buffer->capacity = 2 * size;
    }
}

bool key_program_run(struct key_program *program, const struct batch *batch, struct key_batch *out,
                     struct err *err)
{
    key_graph_run(program->graph, batch, batch->count);
    for (size_t i = 0; i < program->count; i++) {
        const struct key_node *node = program->components[i].node;
        if (node && !key_node_sound(program->graph, node, batch, batch->count, err))
            return false;
    }
    if (!measure(program, batch, out, err))
        return false;
    const size_t size = out->start[batch->count];
    make_room(&out->bytes, size + READABLE_BEYOND);
    write_keys(program, out, batch->count);
    out->bytes.size = size;
    out->count = batch->count;
    return true;
}
