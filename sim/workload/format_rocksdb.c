// The human-readable trace of RocksDB's trace_analyzer (-convert_to_human_readable_trace): the key
// in hex, the type of the operation, the column family, bytes of the value, microseconds.
//
//   0x757365723432 1 0 100 1545239280123456
#include "workload/format.h"

enum { COLUMN_KEY, COLUMN_OP, COLUMN_FAMILY, COLUMN_VALUE, COLUMN_TIME };

static const struct format_column columns[] = {
    {"key", true}, {"op", false}, {"cf", false}, {"value_size", false}, {"timestamp", false}, {0}};

// By RocksDB's TraceOperationType.
static const char *const operations[] = {"get",           "put",           "delete",
                                         "single_delete", "range_delete",  "merge",
                                         "seek",          "seek_for_prev", "multi_get"};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

static bool read_hex(struct cutter *cutter, struct bytes word, struct bytes *out_key)
{
    if (!bytes_begin(word, "0x") || word.size % 2 != 0)
        return false;
    uint8_t *to = cutter_take(cutter, word.size / 2 - 1);
    for (size_t i = 2; i < word.size; i += 2) {
        const int high = hex_digit(word.data[i]), low = hex_digit(word.data[i + 1]);
        if (high < 0 || low < 0)
            return false;
        to[i / 2 - 1] = (uint8_t)(high << 4 | low);
    }
    *out_key = bytes_of(to, word.size / 2 - 1);
    return true;
}

static enum cut cut(struct cutter *cutter, struct bytes line, struct err *fault)
{
    struct bytes rest = line, word, *cells = cutter->cells;
    if (!take_word(&rest, &word) || !read_hex(cutter, word, &cells[COLUMN_KEY]))
        return cut_fault(fault, "a key in hex such as 0x6B6579", line);
    for (size_t i = COLUMN_OP; i <= COLUMN_TIME; i++)
        if (!take_word(&rest, &cells[i]) || !bytes_are_digits(cells[i]))
            return cut_fault(fault, "key, type, column family, value size and time", line);
    if (rest.size > 0)
        return cut_fault(fault, "five values", line);
    const struct bytes type = cells[COLUMN_OP];
    const size_t number = (size_t)(type.data[0] - '0');
    if (type.size != 1 || number >= OPERATIONS)
        return cut_fault(fault, "an operation's type in 0..8", type);
    const char *name = operations[number];
    size_t size = 0;
    while (name[size])
        size++;
    cells[COLUMN_OP] = bytes_of(name, size);
    return CUT_ROW;
}

const struct recording_format format_rocksdb = {
    .name = "rocksdb",
    .summary = "RocksDB's human-readable trace: 0x6B6579 1 0 100 1545239280123456",
    .columns = columns,
    .time_column = "timestamp",
    .time_unit = UNIT_US,
    .cut = cut,
};
