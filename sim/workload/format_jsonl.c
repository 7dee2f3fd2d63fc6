// JSON Lines: an object a line. A member of an object within is named by its path, `user.id`; a
// list is a cell as it is written. A member that is absent or null is a cell without a value.
//
// Columns are those that the plan names, else the members seen in the recording's first lines, in
// the order in which they came; others that come later are passed over.
#include "base/mem.h"
#include "json/scan.h"
#include "workload/format.h"

#include <string.h>

enum { LINES_LOOKED_AT = 100, PATH_DEPTH_MAX = JSON_DEPTH_LIMIT };

struct jsonl {
    struct json_places places;
    struct buffer clean; // of the scan
    struct buffer path;  // of the member at hand
    bool is_learning;    // members become columns
    size_t next;         // the column that the next member is likely to be
    bool *seen;          // [count], in this line
};

static void close(void *state)
{
    struct jsonl *jsonl = state;
    mem_free(jsonl->places.items);
    buffer_done(&jsonl->clean);
    buffer_done(&jsonl->path);
    mem_free(jsonl->seen);
    mem_free(jsonl);
}

static uint32_t code_unit(const uint8_t *digits)
{
    return (uint32_t)(hex_digit(digits[0]) << 12 | hex_digit(digits[1]) << 8 |
                      hex_digit(digits[2]) << 4 | hex_digit(digits[3]));
}

static size_t write_utf8(uint32_t point, uint8_t *to)
{
    if (point < 0x80) {
        to[0] = (uint8_t)point;
        return 1;
    }
    const size_t size = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const uint8_t leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = size - 1; i > 0; i--, point >>= 6)
        to[i] = (uint8_t)(0x80 | (point & 0x3f));
    to[0] = (uint8_t)(leads[size] | point);
    return size;
}

// The escape behind a backslash, which the scan found right; bytes of it that were read.
static size_t read_escape(const uint8_t *at, uint8_t *to, size_t *out_written)
{
    static const char names[] = "bfnrt";
    static const char bytes[] = "\b\f\n\r\t";
    const char *found = strchr(names, *at);
    *out_written = 1;
    if (*at != 'u') {
        to[0] = found ? (uint8_t)bytes[found - names] : *at;
        return 1;
    }
    uint32_t point = code_unit(at + 1);
    size_t taken = 5;
    if (point >= 0xd800 && point <= 0xdbff) {
        point = 0x10000 + ((point - 0xd800) << 10) + (code_unit(at + 7) - 0xdc00);
        taken = 11;
    }
    *out_written = write_utf8(point, to);
    return taken;
}

// A text without its quotes; `to` has as much room as it.
static struct bytes decode(struct bytes text, uint8_t *to)
{
    size_t size = 0;
    for (size_t at = 0; at < text.size;) {
        if (text.data[at] != '\\') {
            to[size++] = text.data[at++];
            continue;
        }
        size_t written;
        at += 1 + read_escape(text.data + at + 1, to + size, &written);
        size += written;
    }
    return bytes_of(to, size);
}

static struct bytes read_text(struct cutter *cutter, struct bytes quoted)
{
    const struct bytes text = bytes_of(quoted.data + 1, quoted.size - 2);
    if (!memchr(text.data, '\\', text.size))
        return text;
    return decode(text, cutter_take(cutter, text.size));
}

// The column of the path; cutter->count where it is none.
static size_t find_column(struct cutter *cutter, struct bytes path)
{
    struct jsonl *jsonl = cutter->state;
    if (jsonl->is_learning)
        return cutter_name(cutter, path);
    for (size_t i = 0; i < cutter->count; i++) {
        const size_t column = (jsonl->next + i) % cutter->count;
        if (bytes_are(path, cutter->names[column])) {
            jsonl->next = column + 1;
            return column;
        }
    }
    return cutter->count;
}

static bool put_cell(struct cutter *cutter, struct bytes value, struct err *fault)
{
    struct jsonl *jsonl = cutter->state;
    const struct bytes path = bytes_of(jsonl->path.data, jsonl->path.size);
    const size_t column = find_column(cutter, path);
    if (jsonl->is_learning || column == cutter->count)
        return true;
    if (jsonl->seen[column])
        return err_fail(fault, ERR_INPUT, "`%s` is there twice", cutter->names[column]);
    jsonl->seen[column] = true;
    if (value.data[0] == '"')
        cutter->cells[column] = read_text(cutter, value);
    else if (!bytes_are(value, "null"))
        cutter->cells[column] = value;
    return true;
}

// Puts the member's name behind the path of the object that it is in.
static void extend_path(struct cutter *cutter, size_t parent_size, struct bytes quoted)
{
    struct jsonl *jsonl = cutter->state;
    jsonl->path.size = parent_size;
    if (parent_size > 0)
        buffer_byte(&jsonl->path, '.');
    const struct bytes name = bytes_of(quoted.data + 1, quoted.size - 2);
    uint8_t *copy = mem_new(name.size + 1, 1);
    const struct bytes decoded = decode(name, copy);
    buffer_append(&jsonl->path, decoded.data, decoded.size);
    mem_free(copy);
}

// Walks the values of an object in the order in which they begin.
static bool walk(struct cutter *cutter, struct bytes line, struct err *fault)
{
    struct jsonl *jsonl = cutter->state;
    size_t ends[PATH_DEPTH_MAX + 1], path_sizes[PATH_DEPTH_MAX + 1];
    size_t depth = 0, passed = 0;
    ends[0] = line.size;
    path_sizes[0] = 0;
    for (size_t i = 1; i < jsonl->places.count; i++) {
        const struct json_place *place = &jsonl->places.items[i];
        if (place->offset < passed)
            continue; // within a list
        while (place->offset >= ends[depth])
            depth--;
        extend_path(cutter, path_sizes[depth],
                    bytes_of(line.data + place->name_offset, place->name_length));
        if (line.data[place->offset] == '{') {
            depth++;
            ends[depth] = place->offset + place->length;
            path_sizes[depth] = jsonl->path.size;
            continue;
        }
        passed = place->offset + place->length;
        if (!put_cell(cutter, bytes_of(line.data + place->offset, place->length), fault))
            return false;
    }
    return true;
}

static enum cut cut(struct cutter *cutter, struct bytes line, struct err *fault)
{
    struct jsonl *jsonl = cutter->state;
    jsonl->places.count = 0;
    jsonl->next = 0;
    buffer_clear(&jsonl->clean);
    if (!jsonl->is_learning)
        memset(jsonl->seen, 0, cutter->count * sizeof *jsonl->seen);
    if (!json_scan(line, false, &jsonl->places, &jsonl->clean, fault)) {
        (void)err_context(fault, "character %zu", fault->offset + 1);
        fault->length = 0;
        return CUT_FAULT;
    }
    const struct json_place *root = &jsonl->places.items[0];
    if (line.data[root->offset] != '{')
        return cut_fault(fault, "an object in each line", line);
    return walk(cutter, line, fault) ? CUT_ROW : CUT_FAULT;
}

static bool name_columns(struct cutter *cutter, const struct trace_plan *plan, struct bytes head)
{
    struct jsonl *jsonl = cutter->state;
    for (size_t i = 0; i < plan->column_count; i++)
        if (plan->columns[i].header)
            (void)cutter_name(cutter,
                              bytes_of(plan->columns[i].header, strlen(plan->columns[i].header)));
    if (cutter->count > 0)
        return true;
    jsonl->is_learning = true;
    struct bytes line;
    const bool is_short = !memchr(head.data, '\n', head.size);
    for (size_t i = 0; i < LINES_LOOKED_AT && take_line(&head, !is_short, &line); i++) {
        struct err ignored = {0};
        if (line.size > 0)
            (void)cut(cutter, line, &ignored);
    }
    jsonl->is_learning = false;
    return cutter->count > 0;
}

static bool open(struct cutter *cutter, const struct trace_plan *plan, struct bytes head,
                 struct err *err)
{
    struct jsonl *jsonl = mem_new(1, sizeof *jsonl);
    cutter->state = jsonl;
    if (head.size == 0 || !name_columns(cutter, plan, head))
        return err_fail(err, ERR_INPUT,
                        "expected an object in each line, and found none in the first");
    jsonl->seen = mem_new(cutter->count, sizeof *jsonl->seen);
    return true;
}

const struct recording_format format_jsonl = {
    .name = "jsonl",
    .summary = "a JSON object a line; members within objects are named by their path, user.id",
    .null = "",
    .open = open,
    .close = close,
    .cut = cut,
};
