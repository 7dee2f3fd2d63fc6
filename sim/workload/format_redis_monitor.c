// What `redis-cli monitor` prints: the time, database and client, and the command with its
// arguments, each quoted and escaped as by Redis' sdscatrepr.
//
//   1339518083.107412 [0 127.0.0.1:60866] "set" "user:1" "a\xff\n"
#include "workload/format.h"
#include "workload/value.h"

#include <string.h>

enum { COLUMN_TIME, COLUMN_DB, COLUMN_CLIENT, COLUMN_OP, COLUMN_KEY, COLUMN_VALUE };

static const struct format_column columns[] = {{"timestamp", false},
                                               {"db", false},
                                               {"client", false},
                                               {"op", false},
                                               {"key", true},
                                               {"value_size", false},
                                               {0}};

// The byte that the escape behind a backslash stands for; how many bytes of `text` it takes, 0
// where it is none.
static size_t read_escape(struct bytes text, uint8_t *out_byte)
{
    static const char names[] = "nrtab\"\\";
    static const char bytes[] = "\n\r\t\a\b\"\\";
    const char *found = text.size > 0 && text.data[0] != 0 ? strchr(names, text.data[0]) : NULL;
    if (found) {
        *out_byte = (uint8_t)bytes[found - names];
        return 1;
    }
    if (text.size < 3 || text.data[0] != 'x')
        return 0;
    const int high = hex_digit(text.data[1]), low = hex_digit(text.data[2]);
    if (high < 0 || low < 0)
        return 0;
    *out_byte = (uint8_t)(high << 4 | low);
    return 3;
}

// A quoted argument at the head of `text`, moving behind it.
static bool take_argument(struct cutter *cutter, struct bytes *text, struct bytes *out)
{
    if (text->size < 2 || text->data[0] != '"')
        return false;
    uint8_t *to = cutter->room + cutter->room_used;
    size_t size = 0, at = 1;
    while (at < text->size && text->data[at] != '"') {
        uint8_t byte = text->data[at++];
        if (byte == '\\') {
            const size_t taken = read_escape(bytes_of(text->data + at, text->size - at), &byte);
            if (taken == 0)
                return false;
            at += taken;
        }
        to[size++] = byte;
    }
    if (at == text->size)
        return false;
    at++;
    if (at < text->size && text->data[at] != ' ')
        return false;
    at += at < text->size;
    *out = bytes_of(cutter_take(cutter, size), size);
    *text = bytes_of(text->data + at, text->size - at);
    return true;
}

// "[0 127.0.0.1:60866] "; a script's client is "lua".
static bool take_client(struct bytes *text, struct bytes *out_db, struct bytes *out_client)
{
    const uint8_t *end = memmem(text->data, text->size, "] \"", 3);
    if (!end || text->data[0] != '[')
        return false;
    struct bytes inside = bytes_of(text->data + 1, (size_t)(end - text->data) - 1);
    if (!take_word(&inside, out_db) || !bytes_are_digits(*out_db) || inside.size == 0)
        return false;
    *out_client = inside;
    const size_t taken = (size_t)(end - text->data) + 2;
    *text = bytes_of(text->data + taken, text->size - taken);
    return true;
}

static bool is_time(struct bytes text)
{
    struct value value;
    return value_read(TYPE_DECIMAL, text, NULL, &value) && memchr(text.data, '.', text.size);
}

static enum cut cut(struct cutter *cutter, struct bytes line, struct err *fault)
{
    struct bytes rest = line, argument, *cells = cutter->cells;
    if (bytes_are(line, "OK"))
        return CUT_NONE;
    if (!take_word(&rest, &cells[COLUMN_TIME]) || !is_time(cells[COLUMN_TIME]))
        return cut_fault(fault, "a time such as 1339518083.107412 first", line);
    if (!take_client(&rest, &cells[COLUMN_DB], &cells[COLUMN_CLIENT]))
        return cut_fault(fault, "[database client] and a quoted command", line);
    uint64_t value_size = 0;
    for (size_t i = 0; rest.size > 0; i++) {
        const struct bytes at = rest;
        if (!take_argument(cutter, &rest, &argument))
            return cut_fault(fault, "an argument in quotes, with Redis' escapes", at);
        if (i == 0)
            cells[COLUMN_OP] = argument;
        else if (i == 1)
            cells[COLUMN_KEY] = argument;
        else
            value_size += argument.size;
    }
    uint8_t *op = (uint8_t *)(uintptr_t)cells[COLUMN_OP].data;
    for (size_t i = 0; i < cells[COLUMN_OP].size; i++)
        op[i] = op[i] >= 'A' && op[i] <= 'Z' ? op[i] | 0x20 : op[i];
    uint8_t *digits = cutter_take(cutter, NUMBER_TEXT_MAX);
    cells[COLUMN_VALUE] = bytes_of(digits, value_write((int64_t)value_size, false, digits));
    return CUT_ROW;
}

const struct recording_format format_redis_monitor = {
    .name = "redis-monitor",
    .summary =
        "output of redis-cli monitor: 1339518083.107412 [0 127.0.0.1:60866] \"get\" \"user:1\"",
    .columns = columns,
    .time_column = "timestamp",
    .time_unit = UNIT_S,
    .null = "",
    .cut = cut,
};
