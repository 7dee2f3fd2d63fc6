#include "workload/weight_file.h"

#include "base/mem.h"
#include "workload/byte_stream.h"
#include "workload/value.h"

#include <stdlib.h>
#include <string.h>

enum { CONTENT_MAX = 64 * 1024 * 1024, ROWS_MAX = 1000000, PARTS_MAX = 3 };

static bool read_content(const char *path, struct buffer *content, struct err *err)
{
    uint8_t block[16384];
    struct byte_stream *stream = byte_stream_open(path, err);
    size_t got = 1;
    bool ok = stream != NULL;
    while (ok && got > 0) {
        ok = byte_stream_read(stream, block, sizeof block, &got, err);
        if (ok && content->size + got > CONTENT_MAX)
            ok = err_fail(err, ERR_INPUT, "%s: more than %d MiB", path, CONTENT_MAX >> 20);
        if (ok)
            buffer_append(content, block, got);
    }
    byte_stream_close(stream);
    return ok;
}

static bool is_blank(uint8_t byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

static struct bytes trim(struct bytes text)
{
    while (text.size > 0 && is_blank(text.data[0]))
        text = bytes_of(text.data + 1, text.size - 1);
    while (text.size > 0 && is_blank(text.data[text.size - 1]))
        text.size--;
    return text;
}

// The parts of a line; more than PARTS_MAX count as one more.
static size_t part(struct bytes line, struct bytes *out_parts)
{
    const uint8_t delimiter = memchr(line.data, '\t', line.size)  ? '\t'
                              : memchr(line.data, ',', line.size) ? ','
                                                                  : ' ';
    size_t count = 0;
    while (count < PARTS_MAX) {
        const uint8_t *end = memchr(line.data, delimiter, line.size);
        const size_t size = end ? (size_t)(end - line.data) : line.size;
        out_parts[count++] = trim(bytes_of(line.data, size));
        if (!end)
            return count;
        line = bytes_of(end + 1, line.size - size - 1);
        if (delimiter == ' ')
            line = trim(line);
    }
    return count + 1;
}

static bool is_word(struct bytes text, const char *word)
{
    return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

static bool is_header(const struct bytes *parts, size_t count)
{
    return (count == 2 && is_word(parts[0], "value") && is_word(parts[1], "weight")) ||
           (count == 3 && is_word(parts[0], "from") && is_word(parts[1], "to") &&
            is_word(parts[2], "weight"));
}

static bool read_number(struct bytes text, int64_t *out_number)
{
    struct value value;
    if (!value_read(TYPE_LONG, text, NULL, &value))
        return false;
    *out_number = value.number;
    return true;
}

static bool read_weight(struct bytes text, double *out_weight)
{
    struct value value;
    if (!value_read(TYPE_DECIMAL, text, NULL, &value) || value.number < 0)
        return false;
    double unit = 1;
    for (uint8_t i = 0; i < value.scale; i++)
        unit *= 10;
    *out_weight = (double)value.number / unit;
    return true;
}

static bool fail_line(const struct bytes *parts, size_t count, struct err *err)
{
    struct buffer shown = {0};
    buffer_text(&shown, "");
    if (count <= PARTS_MAX)
        value_show(&shown, parts[count - 1]);
    if (count < 2 || count > PARTS_MAX)
        err_fail(err, ERR_INPUT, "expected `value weight` or `from to weight`");
    else
        err_fail(err, ERR_INPUT, "weight `%s`, expected a number such as 12 or 0.25",
                 (const char *)shown.data);
    buffer_done(&shown);
    return false;
}

static bool add_row(struct weight_file *file, const struct bytes *parts, size_t count, size_t line,
                    struct err *err)
{
    struct weight_row row = {.text = parts[0], .line = line, .is_range = count == 3};
    double weight;
    if (count < 2 || count > PARTS_MAX || !read_weight(parts[count - 1], &weight))
        return fail_line(parts, count, err);
    if (file->count == ROWS_MAX)
        return err_fail(err, ERR_INPUT, "at most %d lines", ROWS_MAX);
    row.is_number = read_number(parts[0], &row.from);
    row.to = row.from;
    if (row.is_range && !(row.is_number && read_number(parts[1], &row.to) && row.from <= row.to))
        return err_fail(err, ERR_INPUT,
                        "a range is two whole numbers, the lower first, and a weight");
    if ((file->count & (file->count - 1)) == 0) {
        const size_t room = file->count > 0 ? 2 * file->count : 1;
        file->rows = mem_resize(file->rows, room, sizeof *file->rows);
        file->weights = mem_resize(file->weights, room, sizeof *file->weights);
    }
    file->rows[file->count] = row;
    file->weights[file->count++] = weight;
    file->is_text = file->is_text || !row.is_number;
    return true;
}

static bool read_lines(struct weight_file *file, size_t *out_line, struct err *err)
{
    struct bytes rest = bytes_of(file->content.data, file->content.size);
    bool is_first = true;
    while (rest.size > 0) {
        const uint8_t *end = memchr(rest.data, '\n', rest.size);
        const size_t size = end ? (size_t)(end - rest.data) : rest.size;
        const struct bytes line = trim(bytes_of(rest.data, size));
        struct bytes parts[PARTS_MAX];
        rest = bytes_of(rest.data + size + (end != NULL), rest.size - size - (end != NULL));
        ++*out_line;
        if (line.size == 0 || line.data[0] == '#')
            continue;
        const size_t count = part(line, parts);
        if (!(is_first && is_header(parts, count)) && !add_row(file, parts, count, *out_line, err))
            return false;
        is_first = false;
    }
    return true;
}

static int compare_texts(const void *left, const void *right)
{
    const struct weight_row *a = *(const struct weight_row *const *)left;
    const struct weight_row *b = *(const struct weight_row *const *)right;
    const size_t shorter = a->text.size < b->text.size ? a->text.size : b->text.size;
    const int order = shorter > 0 ? memcmp(a->text.data, b->text.data, shorter) : 0;
    if (order != 0)
        return order;
    if (a->text.size != b->text.size)
        return a->text.size < b->text.size ? -1 : 1;
    return a->line < b->line ? -1 : 1;
}

// A text that stands twice would be two values of one name.
static bool check_texts(const struct weight_file *file, size_t *out_line, struct err *err)
{
    const struct weight_row **sorted = mem_new(file->count, sizeof *sorted);
    bool ok = true;
    for (size_t i = 0; i < file->count; i++) {
        sorted[i] = &file->rows[i];
        *out_line = file->rows[i].line;
        if (file->rows[i].is_range)
            ok = err_fail(err, ERR_INPUT, "a range among texts");
        if (!ok)
            break;
    }
    if (ok)
        qsort(sorted, file->count, sizeof *sorted, compare_texts);
    for (size_t i = 1; ok && i < file->count; i++) {
        const struct bytes a = sorted[i - 1]->text, b = sorted[i]->text;
        if (a.size != b.size || memcmp(a.data, b.data, a.size) != 0)
            continue;
        *out_line = sorted[i]->line;
        ok = err_fail(err, ERR_INPUT, "the value of line %zu again", sorted[i - 1]->line);
    }
    mem_free(sorted);
    return ok;
}

bool weight_file_read(const char *path, struct weight_file *out_file, struct err *err)
{
    struct weight_file file = {0};
    size_t line = 0;
    double sum = 0;
    bool ok = read_content(path, &file.content, err);
    if (ok && !(read_lines(&file, &line, err) && (!file.is_text || check_texts(&file, &line, err))))
        ok = err_context(err, "%s:%zu", path, line);
    for (size_t i = 0; ok && i < file.count; i++)
        sum += file.weights[i];
    if (ok && !(sum > 0))
        ok = err_fail(err, ERR_INPUT, "%s: %s", path,
                      file.count > 0 ? "all weights are 0" : "holds no value and weight");
    if (!ok)
        weight_file_done(&file);
    else
        *out_file = file;
    return ok;
}

void weight_file_done(struct weight_file *file)
{
    buffer_done(&file->content);
    mem_free(file->rows);
    mem_free(file->weights);
    *file = (struct weight_file){0};
}
