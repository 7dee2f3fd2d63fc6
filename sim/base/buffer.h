// buffer.h -- bytes that grow: texts being built, files being read.
//
// Ownership: the buffer owns its bytes; a view of them is good until the next append.
#ifndef HOTSIM_BASE_BUFFER_H
#define HOTSIM_BASE_BUFFER_H

#include "base/types.h"

#include <stdarg.h>

struct buffer {
    uint8_t *data; // always followed by a NUL once anything was appended
    size_t size;
    size_t capacity;
};

void buffer_append(struct buffer *buffer, const void *data, size_t size);
void buffer_text(struct buffer *buffer, const char *text);
void buffer_byte(struct buffer *buffer, uint8_t byte);
void buffer_format(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void buffer_format_list(struct buffer *buffer, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
void buffer_clear(struct buffer *buffer); // empties it and keeps the memory
void buffer_done(struct buffer *buffer);  // frees the contents
char *buffer_take(struct buffer *buffer); // the contents as a NUL-ended text that the caller owns

#endif
