// Web servers' access logs, in Apache's common or combined form (nginx writes the latter):
//
//   127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /a.gif HTTP/1.0" 200 2326 "referer" "agent"
//
// Within quotes a backslash keeps the next character from ending them; texts are given as written.
#include "workload/format.h"

#include <string.h>

enum {
    COLUMN_HOST,
    COLUMN_IDENT,
    COLUMN_USER,
    COLUMN_TIME,
    COLUMN_METHOD,
    COLUMN_PATH,
    COLUMN_PROTOCOL,
    COLUMN_STATUS,
    COLUMN_BYTES,
    COLUMN_REFERER,
    COLUMN_AGENT
};

static const struct format_column columns[] = {
    {"host", false},   {"ident", false},   {"user", false},     {"time", false},
    {"method", false}, {"path", false},    {"protocol", false}, {"status", false},
    {"bytes", false},  {"referer", false}, {"agent", false},    {0}};

// Moves behind `marker`; what stood before it.
static bool take_until(struct bytes *text, const char *marker, struct bytes *out)
{
    const size_t size = strlen(marker);
    const uint8_t *found = text->size > 0 ? memmem(text->data, text->size, marker, size) : NULL;
    if (!found)
        return false;
    const size_t at = (size_t)(found - text->data);
    *out = bytes_of(text->data, at);
    *text = bytes_of(found + size, text->size - at - size);
    return true;
}

// A quoted text and the blank behind it.
static bool take_quoted(struct bytes *text, struct bytes *out)
{
    if (text->size < 2 || text->data[0] != '"')
        return false;
    size_t at = 1;
    while (at < text->size && text->data[at] != '"')
        at += text->data[at] == '\\' ? 2 : 1;
    if (at >= text->size || (at + 1 < text->size && text->data[at + 1] != ' '))
        return false;
    *out = bytes_of(text->data + 1, at - 1);
    const size_t taken = at + 1 < text->size ? at + 2 : at + 1;
    *text = bytes_of(text->data + taken, text->size - taken);
    return true;
}

// "GET /a.gif HTTP/1.0"; anything else is a path alone.
static void cut_request(struct bytes request, struct bytes *cells)
{
    const uint8_t *first = memchr(request.data, ' ', request.size);
    const uint8_t *last = memrchr(request.data, ' ', request.size);
    const size_t end = last ? (size_t)(last - request.data) : 0;
    const struct bytes protocol = bytes_of(request.data + end + 1, request.size - end - 1);
    if (!first || last == first || !bytes_begin(protocol, "HTTP/")) {
        cells[COLUMN_PATH] = request;
        return;
    }
    const size_t begin = (size_t)(first - request.data);
    cells[COLUMN_METHOD] = bytes_of(request.data, begin);
    cells[COLUMN_PATH] = bytes_of(first + 1, end - begin - 1);
    cells[COLUMN_PROTOCOL] = protocol;
}

static enum cut cut(struct cutter *cutter, struct bytes line, struct err *fault)
{
    struct bytes rest = line, request, *cells = cutter->cells;
    if (!take_word(&rest, &cells[COLUMN_HOST]) || !take_word(&rest, &cells[COLUMN_IDENT]) ||
        !take_until(&rest, " [", &cells[COLUMN_USER]) || cells[COLUMN_USER].size == 0)
        return cut_fault(fault, "host, identity, user and [time]", line);
    if (!take_until(&rest, "] ", &cells[COLUMN_TIME]))
        return cut_fault(fault, "a time between `[` and `]`", line);
    if (!take_quoted(&rest, &request))
        return cut_fault(fault, "a request in quotes", rest);
    if (request.size > 0)
        cut_request(request, cells);
    if (!take_word(&rest, &cells[COLUMN_STATUS]) || !bytes_are_digits(cells[COLUMN_STATUS]))
        return cut_fault(fault, "a status such as 200 after the request", line);
    if (!take_word(&rest, &cells[COLUMN_BYTES]) ||
        (!bytes_are_digits(cells[COLUMN_BYTES]) && !bytes_are(cells[COLUMN_BYTES], "-")))
        return cut_fault(fault, "a number of bytes, or -, after the status", line);
    if (rest.size == 0)
        return CUT_ROW;
    if (!take_quoted(&rest, &cells[COLUMN_REFERER]) || !take_quoted(&rest, &cells[COLUMN_AGENT]))
        return cut_fault(fault, "a referer and an agent in quotes", rest);
    return rest.size == 0 ? CUT_ROW : cut_fault(fault, "the end of the line", rest);
}

const struct recording_format format_apache = {
    .name = "apache",
    .summary = "a web server's access log, common or combined",
    .columns = columns,
    .time_column = "time",
    .time_form = "%d/%b/%Y:%H:%M:%S %z",
    .null = "-",
    .cut = cut,
};
