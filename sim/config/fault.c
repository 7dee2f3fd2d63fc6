#include "config/fault.h"

#include "base/mem.h"
#include "base/text.h"
#include "json/doc.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_COLUMNS = 72, COLUMNS_BEFORE = 40, NAMES_SHOWN = 24 };

void faults_done(struct faults *faults)
{
    for (size_t i = 0; i < faults->count; i++) {
        mem_free(faults->items[i].message);
        mem_free(faults->items[i].hint);
    }
    mem_free(faults->items);
    *faults = (struct faults){0};
}

static bool is_known(const struct faults *faults, struct fault_place place, const char *message)
{
    for (size_t i = 0; i < faults->count; i++) {
        const struct fault *fault = &faults->items[i];
        if (fault->place.source == place.source && fault->place.offset == place.offset &&
            !strcmp(fault->message, message))
            return true;
    }
    return false;
}

void faults_add(struct faults *faults, struct fault_place place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct buffer text = {0};
    buffer_format_list(&text, format, arguments);
    char *message = buffer_take(&text);
    va_end(arguments);
    faults->repeated = is_known(faults, place, message);
    if (faults->repeated) {
        mem_free(message);
        return;
    }
    if (faults->count == faults->capacity) {
        faults->capacity = faults->capacity > 0 ? 2 * faults->capacity : 16;
        faults->items = mem_resize(faults->items, faults->capacity, sizeof *faults->items);
    }
    faults->items[faults->count++] = (struct fault){.place = place, .message = message};
}

void faults_hint(struct faults *faults, const char *format, ...)
{
    if (faults->repeated || faults->count == 0)
        return;
    va_list arguments;
    va_start(arguments, format);
    char **hint = &faults->items[faults->count - 1].hint;
    mem_free(*hint);
    struct buffer text = {0};
    buffer_format_list(&text, format, arguments);
    *hint = buffer_take(&text);
    va_end(arguments);
}

void faults_suggest(struct faults *faults, const char *given, const char *const *names,
                    size_t count, const char *what)
{
    const int nearest = text_nearest(given, names, count);
    if (nearest >= 0) {
        faults_hint(faults, "did you mean `%s`?", names[nearest]);
        return;
    }
    if (count == 0)
        return;
    struct buffer list = {0};
    for (size_t i = 0; i < count && i < NAMES_SHOWN; i++)
        buffer_format(&list, "%s%s", i > 0 ? ", " : "", names[i]);
    if (count > NAMES_SHOWN)
        buffer_format(&list, " and %zu more", count - NAMES_SHOWN);
    faults_hint(faults, "%s %s", what, (const char *)list.data);
    buffer_done(&list);
}

static int by_place(const void *a, const void *b)
{
    const struct fault_place *left = &((const struct fault *)a)->place;
    const struct fault_place *right = &((const struct fault *)b)->place;
    if (left->nowhere != right->nowhere)
        return left->nowhere - right->nowhere;
    if (left->source != right->source)
        return left->source < right->source ? -1 : 1;
    return (left->offset > right->offset) - (left->offset < right->offset);
}

// The line around a place, cut to what fits, and the caret below it.
struct excerpt {
    struct bytes text;   // the whole text
    size_t begin, end;   // of the line
    size_t offset, stop; // of the place in it
};

static bool continues(uint8_t byte)
{
    return (byte & 0xc0) == 0x80;
}

static size_t columns_between(struct bytes text, size_t from, size_t to)
{
    size_t columns = 0;
    for (size_t i = from; i < to; i++)
        columns += !continues(text.data[i]);
    return columns;
}

static struct excerpt excerpt_of(struct bytes text, struct fault_place place)
{
    struct excerpt it = {.text = text};
    it.offset = place.offset < text.size ? place.offset : text.size;
    if (it.offset == text.size && it.offset > 0 && text.data[it.offset - 1] == '\n')
        it.offset--; // the end of a text shows its last line
    it.begin = it.offset;
    while (it.begin > 0 && text.data[it.begin - 1] != '\n')
        it.begin--;
    if (it.begin == 0 && text.size >= 3 && !memcmp(text.data, "\xef\xbb\xbf", 3))
        it.begin = it.offset < 3 ? it.offset : 3;
    it.end = it.offset;
    while (it.end < text.size && text.data[it.end] != '\n' && text.data[it.end] != '\r')
        it.end++;
    it.stop = place.length < it.end - it.offset ? it.offset + place.length : it.end;
    return it;
}

// Appends text[from..to) for a terminal, each code point one column wide.
static void append_plain(struct buffer *out, struct bytes text, size_t from, size_t to)
{
    struct buffer spaced = {0};
    for (size_t i = from; i < to; i++)
        buffer_byte(&spaced, text.data[i] < 0x20 || text.data[i] == 0x7f ? ' ' : text.data[i]);
    if (spaced.size > 0)
        text_plain(out, bytes_of(spaced.data, spaced.size));
    buffer_done(&spaced);
}

static void print_excerpt(struct buffer *out, const struct excerpt *it, size_t line)
{
    size_t from = it->begin, to = it->end;
    if (columns_between(it->text, from, to) > LINE_COLUMNS) {
        while (columns_between(it->text, from, it->offset) > COLUMNS_BEFORE)
            from++;
        while (continues(it->text.data[from]))
            from++;
        to = from;
        for (size_t columns = 0; to < it->end && columns < LINE_COLUMNS; columns++)
            do
                to++;
            while (to < it->end && continues(it->text.data[to]));
    }
    if (line > 0)
        buffer_format(out, "%5zu | ", line);
    else
        buffer_text(out, "      | ");
    buffer_text(out, from > it->begin ? "..." : "");
    append_plain(out, it->text, from, to);
    buffer_text(out, to < it->end ? "...\n      | " : "\n      | ");
    const size_t indent = columns_between(it->text, from, it->offset) + (from > it->begin ? 3 : 0);
    for (size_t i = 0; i < indent; i++)
        buffer_byte(out, ' ');
    const size_t stop = it->stop < to ? it->stop : to;
    size_t carets = stop > it->offset ? columns_between(it->text, it->offset, stop) : 1;
    const uint8_t first = it->offset < it->text.size ? it->text.data[it->offset] : 0;
    if (first == '{' || first == '[')
        carets = 1; // of an object or a list its beginning is enough
    for (size_t i = 0; i < carets; i++)
        buffer_byte(out, '^');
    buffer_byte(out, '\n');
}

static void print_fault(const struct fault *fault, const struct bytes *texts,
                        const char *const *labels, struct buffer *out)
{
    const struct fault_place *place = &fault->place;
    text_plain(out, bytes_of(labels[place->source], strlen(labels[place->source])));
    size_t line = 0, column = 0;
    struct bytes text = {0};
    if (!place->nowhere)
        text = texts[place->source];
    if (!place->nowhere && place->source == 0) {
        json_line_column((const char *)text.data, text.size, place->offset, &line, &column);
        buffer_format(out, ":%zu:%zu", line, column);
    }
    buffer_text(out, ": error: ");
    text_plain(out, bytes_of(fault->message, strlen(fault->message)));
    buffer_byte(out, '\n');
    if (!place->nowhere) {
        const struct excerpt excerpt = excerpt_of(text, *place);
        print_excerpt(out, &excerpt, line);
    }
    if (fault->hint) {
        buffer_text(out, "   ");
        text_plain(out, bytes_of(fault->hint, strlen(fault->hint)));
        buffer_byte(out, '\n');
    }
}

void faults_print(struct faults *faults, const struct bytes *texts, const char *const *labels,
                  struct buffer *out)
{
    qsort(faults->items, faults->count, sizeof *faults->items, by_place);
    for (size_t i = 0; i < faults->count && i < FAULTS_SHOWN_MAX; i++)
        print_fault(&faults->items[i], texts, labels, out);
    if (faults->count > FAULTS_SHOWN_MAX)
        buffer_format(out, "and %zu more\n", faults->count - FAULTS_SHOWN_MAX);
}
