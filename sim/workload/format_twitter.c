// Twitter's cache traces (Yang, Yue, Rashmi 2020): seven values between commas, no header. The key
// is whatever stands between the first comma and the last five, since it may hold commas itself.
//
//   0,q:q:1:8WTfjZU14ee,17,213,4,get,0
#include "workload/format.h"

#include <string.h>

enum { COLUMNS = 7, COLUMN_KEY = 1 };

static const struct format_column columns[COLUMNS + 1] = {
    {"timestamp", false}, {"key", false}, {"key_size", false}, {"value_size", false},
    {"client_id", false}, {"op", false},  {"ttl", false},      {0}};

static const char *const operations[] = {"get",    "gets",    "set",    "add",  "cas", "replace",
                                         "append", "prepend", "delete", "incr", "decr"};

static bool is_operation(struct bytes word)
{
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
        if (bytes_are(word, operations[i]))
            return true;
    return false;
}

// Moves the end of `text` to the last comma before it; what was behind it.
static bool take_last(struct bytes *text, struct bytes *out_last)
{
    const uint8_t *comma = memrchr(text->data, ',', text->size);
    if (!comma)
        return false;
    const size_t at = (size_t)(comma - text->data);
    *out_last = bytes_of(comma + 1, text->size - at - 1);
    text->size = at;
    return true;
}

static enum cut cut(struct cutter *cutter, struct bytes line, struct err *fault)
{
    struct bytes *cells = cutter->cells;
    const uint8_t *comma = memchr(line.data, ',', line.size);
    struct bytes rest = line;
    bool is_whole = comma != NULL;
    if (comma) {
        const size_t at = (size_t)(comma - line.data);
        cells[0] = bytes_of(line.data, at);
        rest = bytes_of(comma + 1, line.size - at - 1);
    }
    for (size_t i = COLUMNS - 1; is_whole && i > COLUMN_KEY; i--)
        is_whole = take_last(&rest, &cells[i]);
    if (!is_whole)
        return cut_fault(fault, "timestamp,key,key size,value size,client id,op,TTL", line);
    cells[COLUMN_KEY] = rest;
    for (size_t i = 0; i < COLUMNS; i++) {
        const bool is_text = i == COLUMN_KEY || i == 5;
        if (!is_text && !bytes_are_digits(cells[i])) {
            (void)cut_fault(fault, "a whole number", cells[i]);
            (void)err_context(fault, "%s", columns[i].name);
            return CUT_FAULT;
        }
    }
    return is_operation(cells[5])
               ? CUT_ROW
               : cut_fault(fault, "an operation such as get, set or delete", cells[5]);
}

const struct recording_format format_twitter = {
    .name = "twitter",
    .summary = "Twitter's cache traces: timestamp,key,key size,value size,client id,op,TTL",
    .columns = columns,
    .time_column = "timestamp",
    .time_unit = UNIT_S,
    .cut = cut,
};
