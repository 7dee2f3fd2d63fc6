#include "workload/format.h"

#include <string.h>

enum { LINES_MAX = 100 };

const struct recording_format format_csv = {
    .name = "csv", .summary = "values between commas, quoted as in RFC 4180; a header names them"};
const struct recording_format format_tsv = {
    .name = "tsv",
    .summary = "values between tabs, not quoted; a header, or a line #fields, names them"};

static const struct recording_format *const catalog[] = {
    [TRACE_CSV] = &format_csv,
    [TRACE_TSV] = &format_tsv,
    [TRACE_JSONL] = &format_jsonl,
    [TRACE_YCSB] = &format_ycsb,
    [TRACE_TWITTER] = &format_twitter,
    [TRACE_ROCKSDB] = &format_rocksdb,
    [TRACE_REDIS_MONITOR] = &format_redis_monitor,
    [TRACE_APACHE] = &format_apache,
    [TRACE_PATTERN] = &format_pattern,
};
_Static_assert(sizeof catalog / sizeof catalog[0] == TRACE_FORMAT_COUNT, "a format is missing");

const struct recording_format *recording_format_at(int format)
{
    return format > TRACE_AUTO && format < TRACE_FORMAT_COUNT ? catalog[format] : NULL;
}

// Whether at least four lines of five that are not passed over are rows of this format.
static bool looks_like(const struct recording_format *format, struct bytes head)
{
    const struct trace_plan nothing = {0};
    struct err err = {0};
    struct cutter *cutter = cutter_new(format, &nothing, head, &err);
    size_t rows = 0, faults = 0;
    struct bytes line;
    const bool is_short = !memchr(head.data, '\n', head.size);
    for (size_t i = 0; cutter && i < LINES_MAX && take_line(&head, !is_short, &line); i++) {
        struct err fault = {0};
        const enum cut cut = line.size > 0 ? cutter_cut(cutter, line, &fault) : CUT_NONE;
        rows += cut == CUT_ROW;
        faults += cut == CUT_FAULT;
    }
    cutter_free(cutter);
    return rows > 0 && rows >= 4 * faults;
}

int recording_format_guess(struct bytes head)
{
    for (int i = TRACE_AUTO + 1; i < TRACE_FORMAT_COUNT && head.size > 0; i++)
        if (catalog[i]->cut && i != TRACE_PATTERN && looks_like(catalog[i], head))
            return i;
    return TRACE_AUTO;
}
