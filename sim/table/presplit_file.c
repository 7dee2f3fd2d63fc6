#include "base/key_batch.h"
#include "base/text.h"
#include "table/split_list.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool read_all(FILE *file, const char *path, struct buffer *out, struct err *err)
{
    uint8_t block[65536];
    size_t size;
    while ((size = fread(block, 1, sizeof block, file)) > 0) {
        if (out->size + size > PRESPLIT_BYTES_MAX)
            return err_fail(err, ERR_INPUT, "%s: longer than %llu bytes", path,
                            (unsigned long long)PRESPLIT_BYTES_MAX);
        buffer_append(out, block, size);
    }
    if (ferror(file))
        return err_fail(err, errno == EISDIR ? ERR_INPUT : ERR_MACHINE, "cannot read %s: %s", path,
                        strerror(errno));
    return true;
}

static bool read_path(const char *path, struct buffer *out, struct err *err)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return err_fail(err, ERR_INPUT, "cannot open %s: %s", path, strerror(errno));
    const bool ok = read_all(file, path, out, err);
    (void)fclose(file);
    return ok;
}

static size_t count_lines(struct bytes text)
{
    size_t lines = 0;
    for (size_t i = 0; i < text.size; i++)
        lines += text.data[i] == '\n';
    return lines + (text.size > 0 && text.data[text.size - 1] != '\n');
}

// One line without its end, NUL-ended so that it can be decoded.
static bool read_line(char *line, size_t size, size_t number, struct buffer *key, struct err *err)
{
    if (size > 0 && line[size - 1] == '\r')
        line[--size] = '\0';
    if (strlen(line) != size) {
        (void)err_fail(err, ERR_INPUT, "line %zu: a NUL byte", number);
        return err_hint(err, "write it as \\x00");
    }
    size_t fault = 0;
    if (!text_key_decode(line, key, &fault)) {
        (void)err_fail(err, ERR_INPUT, "line %zu: a broken escape at character %zu of `%.200s`",
                       number, fault + 1, line);
        return err_hint(err, "a byte is written \\xNN, a backslash \\x5C");
    }
    if (key->size > KEY_BYTES_MAX)
        return err_fail(err, ERR_INPUT, "line %zu: a key of %zu bytes; at most %d", number,
                        key->size, KEY_BYTES_MAX);
    return true;
}

static bool read_lines(struct buffer *text, struct split_list *splits, struct err *err)
{
    bool ok = true;
    struct buffer key = {0};
    // A byte order mark is an editor's, not the key's.
    char *line = (char *)text->data;
    char *const end = line + text->size;
    if (text->size >= 3 && memcmp(line, "\xEF\xBB\xBF", 3) == 0)
        line += 3;
    for (size_t number = 1; ok && line < end; number++) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop)
            stop = end; // the buffer ends with a NUL of its own
        *stop = '\0';
        buffer_clear(&key);
        ok = read_line(line, (size_t)(stop - line), number, &key, err);
        if (ok)
            split_list_append(splits, bytes_of(key.data, key.size));
        line = stop + 1;
    }
    buffer_done(&key);
    split_list_settle(splits);
    return ok && split_list_sort(splits, "line", err);
}

bool presplit_read_file(const char *path, struct split_list *out_splits, struct err *err)
{
    bool ok = false;
    struct buffer text = {0};
    struct split_list splits = {0};
    if (!read_path(path, &text, err))
        goto done;
    const size_t lines = count_lines(bytes_of(text.data, text.size));
    if (lines == 0) {
        (void)err_fail(err, ERR_INPUT, "%s: no split points", path);
        goto done;
    }
    if (lines >= PRESPLIT_REGIONS_MAX) {
        (void)err_fail(err, ERR_INPUT, "%s: %zu split points; at most %d", path, lines,
                       PRESPLIT_REGIONS_MAX - 1);
        goto done;
    }
    splits = split_list_of(lines);
    ok = read_lines(&text, &splits, err) || err_context(err, "%s", path);
    if (ok) {
        *out_splits = splits;
        splits = (struct split_list){0};
    }
done:
    split_list_done(&splits);
    buffer_done(&text);
    return ok;
}
