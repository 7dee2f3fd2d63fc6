#include "workload/record.h"

#include "base/mem.h"

#include <string.h>

// Finds the quote that closes the field opened at `cursor->at`; leaves the cursor behind it.
static enum scan close_quote(struct cursor *cursor, uint8_t quote)
{
    uint8_t *from = cursor->at + 1;
    for (;;) {
        uint8_t *found =
            from < cursor->end ? memchr(from, quote, (size_t)(cursor->end - from)) : NULL;
        if (!found || (found + 1 == cursor->end && !cursor->is_last)) {
            cursor->fault = cursor->at;
            return cursor->is_last ? SCAN_UNCLOSED : SCAN_MORE;
        }
        if (found + 1 == cursor->end || found[1] != quote) {
            cursor->at = found + 1;
            return SCAN_DONE;
        }
        from = found + 2;
    }
}

enum scan record_scan(const struct delimited_format *format, struct cursor *cursor)
{
    const uint8_t quote = (uint8_t)format->quote;
    const uint8_t delimiter = (uint8_t)format->delimiter;
    for (;;) {
        if (cursor->at < cursor->end && *cursor->at == quote) {
            const enum scan result = close_quote(cursor, quote);
            if (result != SCAN_DONE)
                return result;
            const bool is_cut =
                cursor->at == cursor->end || (*cursor->at == '\r' && cursor->at + 1 == cursor->end);
            if (is_cut)
                return cursor->is_last ? SCAN_DONE : SCAN_MORE;
            if (*cursor->at == '\n' || (*cursor->at == '\r' && cursor->at[1] == '\n'))
                return SCAN_DONE;
            if (*cursor->at != delimiter) {
                cursor->fault = cursor->at;
                return SCAN_TAIL;
            }
        } else {
            while (cursor->at < cursor->end && *cursor->at != delimiter && *cursor->at != '\n')
                cursor->at++;
            if (cursor->at == cursor->end)
                return cursor->is_last ? SCAN_DONE : SCAN_MORE;
            if (*cursor->at == '\n')
                return SCAN_DONE;
        }
        cursor->at++;
    }
}

static bool is_passed_over(const struct delimited_format *format, const uint8_t *from,
                           const uint8_t *end)
{
    if (from == end)
        return true;
    const size_t size = format->comment ? strlen(format->comment) : 0;
    return size > 0 && (size_t)(end - from) >= size && memcmp(from, format->comment, size) == 0;
}

static uint8_t *without_return(uint8_t *from, uint8_t *end)
{
    return end > from && end[-1] == '\r' ? end - 1 : end;
}

enum scan record_find(const struct delimited_format *format, uint8_t *from, uint8_t *end,
                      bool is_last, struct extent *out_extent)
{
    uint8_t *newline = memchr(from, '\n', (size_t)(end - from));
    struct extent *out = out_extent;
    *out = (struct extent){.line_end = newline ? newline : end};
    if (!newline && !is_last)
        return SCAN_MORE;

    out->content_end = without_return(from, out->line_end);
    out->passed_over = is_passed_over(format, from, out->content_end);
    if (out->passed_over || format->quote == 0 ||
        !memchr(from, (uint8_t)format->quote, (size_t)(out->line_end - from)))
        return SCAN_DONE;

    out->has_quote = true;
    struct cursor cursor = {.at = from, .end = end, .is_last = is_last};
    const enum scan scan = record_scan(format, &cursor);
    out->fault = cursor.fault;
    out->line_end = cursor.at;
    out->content_end = without_return(from, cursor.at);
    if (scan == SCAN_DONE && cursor.at < end && *cursor.at == '\r')
        out->line_end++;
    return scan;
}

// Takes the quotes off a field, in place: the closing one ends it, a doubled one becomes one.
static uint8_t *unquote(uint8_t *from, uint8_t *end, uint8_t quote, uint8_t **out_to)
{
    uint8_t *to = from;
    while (from < end) {
        if (*from == quote) {
            if (from + 1 == end || from[1] != quote)
                break;
            from++;
        }
        *to++ = *from++;
    }
    *out_to = to;
    return from + 1;
}

static void add_field(struct field_list *fields, const uint8_t *from, const uint8_t *to)
{
    if (fields->count == fields->capacity) {
        fields->capacity = fields->capacity > 0 ? 2 * fields->capacity : 32;
        fields->items = mem_resize(fields->items, fields->capacity, sizeof *fields->items);
    }
    fields->items[fields->count++] = bytes_of(from, (size_t)(to - from));
}

void field_list_done(struct field_list *fields)
{
    mem_free(fields->items);
    *fields = (struct field_list){0};
}

void record_split(const struct delimited_format *format, uint8_t *from, uint8_t *end,
                  bool has_quote, struct field_list *out_fields)
{
    const uint8_t quote = (uint8_t)format->quote;
    out_fields->count = 0;
    for (;;) {
        if (has_quote && from < end && *from == quote) {
            uint8_t *to;
            uint8_t *next = unquote(from + 1, end, quote, &to);
            add_field(out_fields, from + 1, to);
            from = next;
        } else {
            uint8_t *to = memchr(from, (uint8_t)format->delimiter, (size_t)(end - from));
            add_field(out_fields, from, to ? to : end);
            from = to ? to : end;
        }
        if (from >= end)
            return;
        from++;
    }
}
