#include "base/buffer.h"

#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void reserve(struct buffer *buffer, size_t extra)
{
    const size_t wanted = buffer->size + extra + 1;
    if (wanted <= buffer->capacity)
        return;
    size_t capacity = buffer->capacity > 0 ? buffer->capacity : 64;
    while (capacity < wanted)
        capacity *= 2;
    buffer->data = mem_resize(buffer->data, capacity, 1);
    buffer->capacity = capacity;
}

void buffer_append(struct buffer *buffer, const void *data, size_t size)
{
    reserve(buffer, size);
    if (size > 0)
        memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
    buffer->data[buffer->size] = 0;
}

void buffer_text(struct buffer *buffer, const char *text)
{
    buffer_append(buffer, text, strlen(text));
}

void buffer_byte(struct buffer *buffer, uint8_t byte)
{
    buffer_append(buffer, &byte, 1);
}

void buffer_format_list(struct buffer *buffer, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int wanted = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (wanted <= 0)
        return;
    reserve(buffer, (size_t)wanted);
    (void)vsnprintf((char *)buffer->data + buffer->size, (size_t)wanted + 1, format, arguments);
    buffer->size += (size_t)wanted;
}

void buffer_format(struct buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    buffer_format_list(buffer, format, arguments);
    va_end(arguments);
}

void buffer_clear(struct buffer *buffer)
{
    buffer->size = 0;
    if (buffer->data)
        buffer->data[0] = 0;
}

void buffer_done(struct buffer *buffer)
{
    mem_free(buffer->data);
    *buffer = (struct buffer){0};
}

char *buffer_take(struct buffer *buffer)
{
    reserve(buffer, 0);
    buffer->data[buffer->size] = 0;
    char *text = (char *)buffer->data;
    *buffer = (struct buffer){0};
    return text;
}
