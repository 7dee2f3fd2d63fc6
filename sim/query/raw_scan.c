#include "query/raw_scan.h"

#include "base/key_batch.h"
#include "base/mem.h"
#include "base/text.h"
#include "query/plan.h"

#include <string.h>

struct raw_bound {
    struct key_program *program; // NULL: `literal`
    struct buffer literal;
    struct key_batch keys;
};

struct raw_scan {
    struct raw_bound from, to;
    bool has_to;
    uint32_t slices;
    struct batch record; // one row
};

static void bound_done(struct raw_bound *bound)
{
    key_program_free(bound->program);
    buffer_done(&bound->literal);
    buffer_done(&bound->keys.bytes);
}

// Reads 'text', in which '' is a quote.
static bool read_quoted(const char *text, struct buffer *out, struct err *err)
{
    const char quote = text[0];
    struct buffer inner = {0};
    size_t at = 1;
    for (; text[at] != '\0' && (text[at] != quote || text[at + 1] == quote); at++) {
        buffer_byte(&inner, (uint8_t)text[at]);
        at += text[at] == quote;
    }
    buffer_byte(&inner, 0);
    size_t fault = 0;
    bool ok = false;
    if (text[at] == '\0')
        (void)(err_fail(err, ERR_INPUT, "this quote is not closed"), err_place(err, 0, 1));
    else if (text[at + 1] != '\0')
        (void)(err_fail(err, ERR_INPUT, "a quoted text stands alone as a bound"),
               err_place(err, at + 1, strlen(text) - at - 1));
    else if (!text_key_decode((const char *)inner.data, out, &fault))
        (void)(err_fail(err, ERR_INPUT, "a broken escape; a byte is written \\xNN"),
               err_place(err, 0, strlen(text)));
    else
        ok = true;
    buffer_done(&inner);
    return ok;
}

static bool bound_init(struct raw_bound *bound, const char *text, const struct key_context *context,
                       struct err *err)
{
    *bound = (struct raw_bound){0};
    if (text[0] == '\'' || text[0] == '"')
        return read_quoted(text, &bound->literal, err);
    struct key_context either = *context;
    either.constant = true;
    bound->program = key_program_new(text, &either, err);
    return bound->program != NULL;
}

bool raw_bound_check(const char *text, const struct key_context *context, struct err *err)
{
    struct raw_bound bound;
    const bool ok = bound_init(&bound, text, context, err);
    bound_done(&bound);
    return ok;
}

struct raw_scan *raw_scan_new(const char *from, const char *to, const struct key_context *context,
                              uint32_t slices, struct err *err)
{
    struct raw_scan *scan = mem_new(1, sizeof *scan);
    scan->slices = slices;
    scan->has_to = to != NULL;
    batch_init(&scan->record, context->schema);
    if (!bound_init(&scan->from, from, context, err) ||
        (to && !bound_init(&scan->to, to, context, err))) {
        raw_scan_free(scan);
        return NULL;
    }
    return scan;
}

void raw_scan_free(struct raw_scan *scan)
{
    if (!scan)
        return;
    bound_done(&scan->from);
    bound_done(&scan->to);
    batch_done(&scan->record);
    mem_free(scan);
}

static void take_record(struct raw_scan *scan, const struct batch *batch, size_t row)
{
    scan->record.count = 1;
    scan->record.sequence[0] = batch->sequence[row];
    scan->record.record[0] = batch->record[row];
    for (size_t i = 0; i < scan->record.column_count; i++) {
        const struct column *from = &batch->columns[i];
        const struct column *to = &scan->record.columns[i];
        if (to->numbers)
            to->numbers[0] = from->numbers[row];
        if (to->scales)
            to->scales[0] = from->scales[row];
        if (to->texts)
            to->texts[0] = from->texts[row];
    }
}

static bool spell(const struct raw_scan *scan, struct raw_bound *bound, struct bytes *out,
                  struct err *err)
{
    *out = bytes_of(bound->literal.data, bound->literal.size);
    if (!bound->program)
        return true;
    if (!key_program_run(bound->program, &scan->record, &bound->keys, err))
        return false;
    *out = key_at(&bound->keys, 0);
    return true;
}

bool raw_scan_ranges(struct raw_scan *scan, const struct batch *batch, size_t row,
                     struct range_list *out, struct err *err)
{
    struct bytes start;
    struct bytes stop = {0};
    take_record(scan, batch, row);
    if (!spell(scan, &scan->from, &start, err) ||
        (scan->has_to && !spell(scan, &scan->to, &stop, err)))
        return false;
    range_list_clear(out);
    range_list_add(out, scan->slices > 0 ? plan_slice(start, scan->slices) : 0, start, stop);
    (void)range_list_settle(out, false);
    out->in_order = true;
    out->reverse = out->point = out->filtered = false;
    return true;
}
