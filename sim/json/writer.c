#include "json/writer.h"

#include "base/text.h"
#include "base/utf8.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static void new_line(struct json_writer *writer)
{
    buffer_byte(writer->out, '\n');
    for (int i = 0; i < writer->depth; i++)
        buffer_text(writer->out, "  ");
}

// What stands between the value (or name) before and the one to come.
static void separate(struct json_writer *writer)
{
    if (writer->after_name) {
        writer->after_name = false;
        return;
    }
    if (writer->depth == 0)
        return;
    const int level = writer->depth - 1;
    if (writer->filled[level])
        buffer_text(writer->out, writer->flat[level] ? ", " : ",");
    if (!writer->flat[level])
        new_line(writer);
    writer->filled[level] = true;
}

// A level inside a flat one is flat too.
static void open_level(struct json_writer *writer, uint8_t bracket, bool flat)
{
    assert(writer->depth < JSON_DEPTH_MAX);
    separate(writer);
    buffer_byte(writer->out, bracket);
    const int level = writer->depth++;
    writer->flat[level] = flat || (level > 0 && writer->flat[level - 1]);
    writer->filled[level] = false;
}

static void close_level(struct json_writer *writer, uint8_t bracket)
{
    assert(writer->depth > 0);
    assert(!writer->after_name);
    const int level = --writer->depth;
    if (writer->filled[level] && !writer->flat[level])
        new_line(writer);
    buffer_byte(writer->out, bracket);
}

void json_open_object(struct json_writer *writer)
{
    open_level(writer, '{', false);
}

void json_open_flat_object(struct json_writer *writer)
{
    open_level(writer, '{', true);
}

void json_close_object(struct json_writer *writer)
{
    close_level(writer, '}');
}

void json_open_list(struct json_writer *writer, bool flat)
{
    open_level(writer, '[', flat);
}

void json_close_list(struct json_writer *writer)
{
    close_level(writer, ']');
}

static void escape_unit(struct buffer *out, uint32_t code_point)
{
    static const char short_forms[] = {
        ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r'};
    if (code_point < sizeof short_forms && short_forms[code_point] != 0)
        buffer_format(out, "\\%c", short_forms[code_point]);
    else
        buffer_format(out, "\\u%04" PRIx32, code_point);
}

// Control bytes and direction marks are escaped, so that a JSON text can be shown on a terminal.
static void quote(struct buffer *out, const char *text)
{
    const struct bytes bytes = bytes_of(text, strlen(text));
    buffer_byte(out, '"');
    for (size_t offset = 0; offset < bytes.size;) {
        uint32_t code_point = 0;
        const size_t length = utf8_next(bytes, offset, &code_point);
        if (length == 0)
            buffer_text(out, "\xef\xbf\xbd");
        else if (code_point == '"' || code_point == '\\')
            buffer_format(out, "\\%c", (char)code_point);
        else if (utf8_is_unsafe(code_point))
            escape_unit(out, code_point);
        else
            buffer_append(out, bytes.data + offset, length);
        offset += length > 0 ? length : 1;
    }
    buffer_byte(out, '"');
}

void json_name(struct json_writer *writer, const char *name)
{
    assert(!writer->after_name);
    separate(writer);
    quote(writer->out, name);
    buffer_text(writer->out, ": ");
    writer->after_name = true;
}

void json_number(struct json_writer *writer, double value)
{
    if (!isfinite(value)) {
        json_null(writer);
        return;
    }
    separate(writer);
    text_number(writer->out, value);
}

void json_uint(struct json_writer *writer, uint64_t value)
{
    separate(writer);
    buffer_format(writer->out, "%" PRIu64, value);
}

void json_int(struct json_writer *writer, int64_t value)
{
    separate(writer);
    buffer_format(writer->out, "%" PRId64, value);
}

void json_bool(struct json_writer *writer, bool value)
{
    separate(writer);
    buffer_text(writer->out, value ? "true" : "false");
}

void json_null(struct json_writer *writer)
{
    separate(writer);
    buffer_text(writer->out, "null");
}

void json_text(struct json_writer *writer, const char *text)
{
    if (!text) {
        json_null(writer);
        return;
    }
    separate(writer);
    quote(writer->out, text);
}

void json_raw(struct json_writer *writer, const char *json)
{
    separate(writer);
    size_t size = strlen(json);
    while (size > 0 && json[size - 1] == '\n')
        size--;
    // A text of this writer holds no raw line break inside a string, so every one begins a line.
    for (size_t i = 0; i < size; i++) {
        if (json[i] == '\n')
            new_line(writer);
        else
            buffer_byte(writer->out, (uint8_t)json[i]);
    }
}
