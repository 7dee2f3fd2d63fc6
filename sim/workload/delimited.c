#include "workload/delimited.h"

#include "base/mem.h"
#include "hash/content_hash.h"
#include "workload/byte_stream.h"
#include "workload/format.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { BLOCK_BYTES = 256 * 1024, BUFFER_BYTES = RECORD_BYTES_MAX + 2 * BLOCK_BYTES };

struct delimited {
    const struct param_texts *paths;
    struct delimited_format format;
    struct byte_stream **streams; // one a path
    size_t file;                  // index of the one being read
    bool file_ended;              // its stream is at the end
    bool file_begun;              // a record of it was given, or its head was looked at
    bool row_given;               // a record of it was given
    uint8_t *buffer;              // [BUFFER_BYTES]
    size_t start, end;            // what of it is still to be read
    uint64_t offset;              // of buffer[0] in the decompressed file
    uint64_t line;                // number of the line at `start`
    bool skips_line;              // the rest of this line belongs to a faulty record
    const uint8_t *nul;           // the first NUL byte at or after `start`, or NULL
    struct field_list fields;
    struct content_hash *hasher; // NULL once the hash is known
    char hash[CONTENT_HASH_DIGITS + 1];
};

static void open_file(struct delimited *reader, size_t file)
{
    reader->file = file;
    reader->file_ended = reader->file_begun = reader->row_given = reader->skips_line = false;
    reader->start = reader->end = 0;
    reader->offset = 0;
    reader->line = 1;
    reader->nul = NULL;
}

struct delimited *delimited_open(const struct param_texts *paths,
                                 const struct delimited_format *format, struct err *err)
{
    assert(paths->count > 0);
    struct delimited *reader = mem_new(1, sizeof *reader);
    reader->paths = paths;
    reader->format = *format;
    reader->streams = mem_new(paths->count, sizeof *reader->streams);
    reader->buffer = mem_new(BUFFER_BYTES, 1);
    reader->hasher = content_hash_new();
    for (size_t i = 0; i < paths->count; i++) {
        reader->streams[i] = byte_stream_open(paths->items[i], err);
        if (!reader->streams[i]) {
            delimited_close(reader);
            return NULL;
        }
    }
    open_file(reader, 0);
    return reader;
}

void delimited_close(struct delimited *reader)
{
    if (!reader)
        return;
    for (size_t i = 0; i < reader->paths->count; i++)
        byte_stream_close(reader->streams[i]);
    content_hash_free(reader->hasher);
    mem_free(reader->streams);
    mem_free(reader->buffer);
    field_list_done(&reader->fields);
    mem_free(reader);
}

void delimited_set_format(struct delimited *reader, const struct delimited_format *format)
{
    reader->format = *format;
}

bool delimited_rewind(struct delimited *reader, struct err *err)
{
    for (size_t i = 0; i < reader->paths->count; i++) {
        if (!byte_stream_rewind(reader->streams[i], err))
            return false;
    }
    if (reader->hasher)
        content_hash_begin(reader->hasher);
    open_file(reader, 0);
    return true;
}

static void finish_hash(struct delimited *reader)
{
    if (!reader->hasher)
        return;
    content_hash_end(reader->hasher, reader->hash);
    content_hash_free(reader->hasher);
    reader->hasher = NULL;
}

static void find_nul(struct delimited *reader, size_t from)
{
    reader->nul = reader->end > from ? memchr(reader->buffer + from, 0, reader->end - from) : NULL;
}

// Reads another block behind what is there; sets file_ended where there is none.
static bool fill(struct delimited *reader, struct err *err)
{
    if (reader->start > 0) {
        memmove(reader->buffer, reader->buffer + reader->start, reader->end - reader->start);
        if (reader->nul)
            reader->nul -= reader->start;
        reader->offset += reader->start;
        reader->end -= reader->start;
        reader->start = 0;
    }
    assert(reader->end + BLOCK_BYTES <= BUFFER_BYTES);
    size_t got;
    if (!byte_stream_read(reader->streams[reader->file], reader->buffer + reader->end, BLOCK_BYTES,
                          &got, err))
        return false;
    if (reader->hasher && got > 0)
        content_hash_add(reader->hasher, bytes_of(reader->buffer + reader->end, got));
    reader->end += got;
    reader->file_ended = got == 0;
    if (!reader->nul)
        find_nul(reader, reader->end - got);
    return true;
}

bool delimited_drain(struct delimited *reader, struct err *err)
{
    while (reader->hasher) {
        reader->start = reader->end;
        reader->nul = NULL;
        if (!reader->file_ended && !fill(reader, err))
            return false;
        if (!reader->file_ended)
            continue;
        if (reader->file + 1 == reader->paths->count)
            finish_hash(reader);
        else
            open_file(reader, reader->file + 1);
    }
    return true;
}

const char *delimited_hash(const struct delimited *reader)
{
    return reader->hash;
}

void delimited_progress(const struct delimited *reader, uint64_t *out_done, uint64_t *out_total)
{
    *out_done = *out_total = 0;
    for (size_t i = 0; i < reader->paths->count; i++) {
        *out_done += i < reader->file    ? byte_stream_size(reader->streams[i])
                     : i == reader->file ? byte_stream_offset(reader->streams[i])
                                         : 0;
        *out_total += byte_stream_size(reader->streams[i]);
    }
}

static void pass_byte_order_mark(struct delimited *reader)
{
    reader->file_begun = true;
    if (reader->end - reader->start >= 3 &&
        memcmp(reader->buffer + reader->start, "\xef\xbb\xbf", 3) == 0)
        reader->start += 3;
}

bool delimited_peek(struct delimited *reader, struct bytes *out_head, struct err *err)
{
    if (!reader->file_begun) {
        if (!fill(reader, err))
            return false;
        pass_byte_order_mark(reader);
    }
    *out_head = bytes_of(reader->buffer + reader->start, reader->end - reader->start);
    return true;
}

// ---- records ----

static enum delimited_result fault_at(struct delimited *reader, uint64_t line, const char *message,
                                      struct err *err)
{
    err_fail(err, ERR_INPUT, "%s:%" PRIu64 ": %s", reader->paths->items[reader->file], line,
             message);
    reader->skips_line = true;
    return ROW_FAULT;
}

static enum delimited_result fault_nul(struct delimited *reader, struct err *err)
{
    err_fail(err, ERR_INPUT, "%s:%" PRIu64 ": NUL byte at byte %" PRIu64 ", expected text",
             reader->paths->items[reader->file], reader->line,
             reader->offset + (uint64_t)(reader->nul - reader->buffer));
    err_hint(err, "UTF-16 text must be converted to UTF-8");
    reader->skips_line = true;
    return ROW_FAULT;
}

static enum delimited_result fault_length(struct delimited *reader, const uint8_t *quote,
                                          struct err *err)
{
    err_fail(err, ERR_INPUT,
             "%s:%" PRIu64 ": the record that begins at byte %" PRIu64 " is longer than %d bytes",
             reader->paths->items[reader->file], reader->line, reader->offset + reader->start,
             RECORD_BYTES_MAX);
    if (quote)
        err_hint(err, "a quote that opens at byte %" PRIu64 " is not closed within it",
                 reader->offset + (uint64_t)(quote - reader->buffer));
    reader->skips_line = true;
    return ROW_FAULT;
}

static uint64_t count_lines(const uint8_t *from, const uint8_t *end)
{
    uint64_t count = 0;
    while (from < end && (from = memchr(from, '\n', (size_t)(end - from)))) {
        count++;
        from++;
    }
    return count;
}

static enum delimited_result fault_scan(struct delimited *reader, enum scan scan,
                                        const uint8_t *fault, struct err *err)
{
    const uint64_t line = reader->line + count_lines(reader->buffer + reader->start, fault);
    return fault_at(reader, line,
                    scan == SCAN_TAIL
                        ? "text follows a closing quote, expected a delimiter or the line end"
                        : "the quote that opens in this line is never closed",
                    err);
}

// Moves behind `end` and its line end.
static void consume(struct delimited *reader, const uint8_t *end)
{
    const uint8_t *start = reader->buffer + reader->start;
    reader->line += count_lines(start, end);
    reader->start = (size_t)(end - reader->buffer);
    if (reader->start < reader->end) {
        reader->start++;
        reader->line++;
    }
    if (reader->nul && reader->nul < reader->buffer + reader->start)
        find_nul(reader, reader->start);
}

static bool skip_line(struct delimited *reader, struct err *err)
{
    for (;;) {
        const uint8_t *from = reader->buffer + reader->start;
        const uint8_t *newline = memchr(from, '\n', reader->end - reader->start);
        reader->start = newline ? (size_t)(newline - reader->buffer) + 1 : reader->end;
        find_nul(reader, reader->start);
        if (newline) {
            reader->line++;
            break;
        }
        if (!fill(reader, err))
            return false;
        if (reader->file_ended)
            break;
    }
    reader->skips_line = false;
    return true;
}

// Fills the buffer, steps to the next file, or finds the end. ROW_READ: look again.
static enum delimited_result read_on(struct delimited *reader, struct err *err)
{
    if (!reader->file_ended) {
        if (!fill(reader, err))
            return ROW_FAILED;
        if (!reader->file_begun)
            pass_byte_order_mark(reader);
        return ROW_READ;
    }
    if (reader->file + 1 == reader->paths->count) {
        finish_hash(reader);
        return ROW_END;
    }
    open_file(reader, reader->file + 1);
    return ROW_READ;
}

static enum cut cut_row(struct delimited *reader, const struct extent *extent,
                        struct delimited_row *out_row, struct err *err)
{
    uint8_t *start = reader->buffer + reader->start;
    struct cutter *cutter = reader->format.cutter;
    if (!cutter) {
        record_split(&reader->format, start, extent->content_end, extent->has_quote,
                     &reader->fields);
        out_row->fields = reader->fields.items;
        out_row->count = reader->fields.count;
        return CUT_ROW;
    }
    out_row->fields = cutter->cells;
    out_row->count = cutter->count;
    const enum cut cut =
        cutter_cut(cutter, bytes_of(start, (size_t)(extent->content_end - start)), err);
    if (cut == CUT_FAULT)
        (void)err_context(err, "%s:%" PRIu64, reader->paths->items[reader->file], reader->line);
    return cut;
}

static enum cut give_row(struct delimited *reader, const struct extent *extent,
                         struct delimited_row *out_row, struct err *err)
{
    *out_row = (struct delimited_row){
        .line = reader->line,
        .file = reader->paths->items[reader->file],
        .is_first = !reader->row_given,
    };
    const enum cut cut = cut_row(reader, extent, out_row, err);
    reader->row_given |= cut == CUT_ROW;
    consume(reader, extent->line_end);
    return cut;
}

enum delimited_result delimited_next(struct delimited *reader, struct delimited_row *out_row,
                                     struct err *err)
{
    for (;;) {
        if (reader->skips_line && !skip_line(reader, err))
            return ROW_FAILED;
        struct extent extent = {0};
        const size_t size = reader->end - reader->start;
        uint8_t *start = reader->buffer + reader->start;
        const enum scan scan = size > 0 ? record_find(&reader->format, start, start + size,
                                                      reader->file_ended, &extent)
                                        : SCAN_MORE;
        if (scan == SCAN_MORE && size > RECORD_BYTES_MAX)
            return fault_length(reader, extent.fault, err);
        if (scan == SCAN_MORE) {
            const enum delimited_result result = read_on(reader, err);
            if (result != ROW_READ)
                return result;
            continue;
        }
        if (scan != SCAN_DONE)
            return fault_scan(reader, scan, extent.fault, err);
        if (extent.line_end - start > RECORD_BYTES_MAX)
            return fault_length(reader, NULL, err);
        if (reader->nul && reader->nul < extent.line_end)
            return fault_nul(reader, err);
        if (extent.passed_over) {
            consume(reader, extent.line_end);
            continue;
        }
        const enum cut cut = give_row(reader, &extent, out_row, err);
        if (cut != CUT_NONE)
            return cut == CUT_ROW ? ROW_READ : err->code == ERR_MACHINE ? ROW_FAILED : ROW_FAULT;
    }
}
