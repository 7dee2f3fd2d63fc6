// What YCSB's basic client prints: an operation a line, between the properties before and the
// measurements behind.
//
//   INSERT usertable user6284781860667377211 [ field0=... field1=... ]
//   SCAN usertable user1000385178204227360 17 [ <all fields>]
#include "workload/format.h"

enum { COLUMN_OP, COLUMN_TABLE, COLUMN_KEY, COLUMN_ROWS };

static const struct format_column columns[] = {
    {"op", false}, {"table", false}, {"key", false}, {"rows", false}, {0}};

static bool is_operation(struct bytes word)
{
    return bytes_are(word, "READ") || bytes_are(word, "UPDATE") || bytes_are(word, "INSERT") ||
           bytes_are(word, "SCAN") || bytes_are(word, "DELETE");
}

// Lines of the program itself. A status line begins with a date.
static bool is_talk(struct bytes line)
{
    static const char *const heads[] = {"*",
                                        "\"",
                                        "[",
                                        "YCSB Client",
                                        "Loading",
                                        "Starting test",
                                        "Command line:",
                                        "Adding shutdown",
                                        "DBWrapper:"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        if (bytes_begin(line, heads[i]))
            return true;
    return line.size > 10 && bytes_are_digits(bytes_of(line.data, 4)) && line.data[4] == '-' &&
           line.data[7] == '-';
}

static enum cut cut(struct cutter *cutter, struct bytes line, struct err *fault)
{
    struct bytes rest = line, *cells = cutter->cells;
    struct bytes op;
    if (!take_word(&rest, &op) || !is_operation(op))
        return is_talk(line) ? CUT_NONE
                             : cut_fault(fault, "READ, UPDATE, INSERT, SCAN or DELETE first", line);
    cells[COLUMN_OP] = op;
    if (!take_word(&rest, &cells[COLUMN_TABLE]))
        return cut_fault(fault, "a table after the operation", line);
    if (!take_word(&rest, &cells[COLUMN_KEY]))
        return cut_fault(fault, "a key after the table", line);
    if (bytes_are(op, "SCAN") &&
        (!take_word(&rest, &cells[COLUMN_ROWS]) || !bytes_are_digits(cells[COLUMN_ROWS])))
        return cut_fault(fault, "a number of rows after the key of a SCAN", line);
    if (!bytes_are(op, "DELETE") && !bytes_begin(rest, "["))
        return cut_fault(fault, "fields between `[` and `]`", line);
    return CUT_ROW;
}

const struct recording_format format_ycsb = {
    .name = "ycsb",
    .summary = "output of YCSB's basic client: READ usertable user42 [ ... ]",
    .columns = columns,
    .null = "",
    .cut = cut,
};
