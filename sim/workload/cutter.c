#include "base/mem.h"
#include "workload/format.h"
#include "workload/value.h"

#include <assert.h>
#include <string.h>

size_t cutter_name(struct cutter *cutter, struct bytes name)
{
    for (size_t i = 0; i < cutter->count; i++)
        if (bytes_are(name, cutter->names[i]))
            return i;
    cutter->names = mem_resize(cutter->names, cutter->count + 1, sizeof *cutter->names);
    cutter->names[cutter->count] = mem_text_of(name);
    return cutter->count++;
}

struct cutter *cutter_new(const struct recording_format *format, const struct trace_plan *plan,
                          struct bytes head, struct err *err)
{
    struct cutter *cutter = mem_new(1, sizeof *cutter);
    cutter->format = format;
    for (const struct format_column *column = format->columns; column && column->name; column++)
        (void)cutter_name(cutter, bytes_of(column->name, strlen(column->name)));
    if (format->open && !format->open(cutter, plan, head, err)) {
        cutter_free(cutter);
        return NULL;
    }
    cutter->cells = mem_new(cutter->count, sizeof *cutter->cells);
    return cutter;
}

void cutter_free(struct cutter *cutter)
{
    if (!cutter)
        return;
    if (cutter->state && cutter->format->close)
        cutter->format->close(cutter->state);
    for (size_t i = 0; i < cutter->count; i++)
        mem_free(cutter->names[i]);
    mem_free(cutter->names);
    mem_free(cutter->cells);
    mem_free(cutter->room);
    mem_free(cutter);
}

enum cut cutter_cut(struct cutter *cutter, struct bytes line, struct err *fault)
{
    const char *null = cutter->format->null ? cutter->format->null : "";
    for (size_t i = 0; i < cutter->count; i++)
        cutter->cells[i] = bytes_of(null, strlen(null));
    if (cutter->room_size < line.size + ROOM_SPARE) {
        cutter->room_size = 2 * (line.size + ROOM_SPARE);
        cutter->room = mem_resize(cutter->room, cutter->room_size, 1);
    }
    cutter->room_used = 0;
    return cutter->format->cut(cutter, line, fault);
}

uint8_t *cutter_take(struct cutter *cutter, size_t size)
{
    assert(cutter->room_used + size <= cutter->room_size);
    uint8_t *room = cutter->room + cutter->room_used;
    cutter->room_used += size;
    return room;
}

bool take_line(struct bytes *text, bool whole_only, struct bytes *out_line)
{
    const uint8_t *newline = text->size > 0 ? memchr(text->data, '\n', text->size) : NULL;
    if (!newline && (whole_only || text->size == 0))
        return false;
    size_t size = newline ? (size_t)(newline - text->data) : text->size;
    const size_t taken = newline ? size + 1 : size;
    size -= size > 0 && text->data[size - 1] == '\r';
    *out_line = bytes_of(text->data, size);
    *text = bytes_of(text->data + taken, text->size - taken);
    return true;
}

bool take_word(struct bytes *text, struct bytes *out_word)
{
    const uint8_t *blank = text->size > 0 ? memchr(text->data, ' ', text->size) : NULL;
    const size_t size = blank ? (size_t)(blank - text->data) : text->size;
    const size_t taken = blank ? size + 1 : size;
    *out_word = bytes_of(text->data, size);
    *text = bytes_of(text->data + taken, text->size - taken);
    return size > 0;
}

bool bytes_are(struct bytes text, const char *wanted)
{
    return text.size == strlen(wanted) && memcmp(text.data, wanted, text.size) == 0;
}

bool bytes_begin(struct bytes text, const char *wanted)
{
    const size_t size = strlen(wanted);
    return text.size >= size && memcmp(text.data, wanted, size) == 0;
}

bool bytes_are_digits(struct bytes text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
    return text.size > 0;
}

int hex_digit(uint8_t byte)
{
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    const uint8_t letter = byte | 0x20;
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

enum cut cut_fault(struct err *fault, const char *expected, struct bytes found)
{
    struct buffer shown = {0};
    value_show(&shown, found);
    buffer_text(&shown, "");
    (void)err_fail(fault, ERR_INPUT, "expected %s, found `%s`", expected, (char *)shown.data);
    buffer_done(&shown);
    return CUT_FAULT;
}
