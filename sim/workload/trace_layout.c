#include "workload/trace_layout.h"

#include "base/mem.h"
#include "base/text.h"
#include "workload/guess.h"

#include <inttypes.h>
#include <string.h>

// A line "#fields", as Zeek and others write it, names the columns of what follows.
static void read_fields_line(struct trace_layout *layout, struct bytes head)
{
    static const char mark[] = "#fields";
    struct bytes line;
    while (take_line(&head, true, &line) && bytes_begin(line, "#")) {
        const size_t size = sizeof mark - 1;
        if (!bytes_begin(line, mark) || line.size == size ||
            line.data[size] != (uint8_t)layout->format.delimiter)
            continue;
        struct field_list names = {0};
        uint8_t *copy = mem_new(line.size, 1);
        memcpy(copy, line.data, line.size);
        record_split(&layout->format, copy + size + 1, copy + line.size, false, &names);
        layout->names = mem_new(names.count, sizeof *layout->names);
        for (size_t i = 0; i < names.count; i++)
            layout->names[i] = mem_text_of(names.items[i]);
        layout->name_count = names.count;
        layout->is_named = true;
        field_list_done(&names);
        mem_free(copy);
        return;
    }
}

// Cells are made by a cutter of the format's own.
static bool settle_cutter(struct trace_layout *layout, struct bytes head, struct err *err)
{
    struct cutter *cutter = cutter_new(layout->recording, layout->plan, head, err);
    layout->cutter = layout->format.cutter = cutter;
    if (!cutter)
        return err_context(err, "%s", layout->paths->items[0]);
    layout->names = mem_new(cutter->count, sizeof *layout->names);
    for (size_t i = 0; i < cutter->count; i++)
        layout->names[i] = mem_text(cutter->names[i]);
    layout->name_count = cutter->count;
    layout->is_named = true;
    return true;
}

static void settle_delimiter(struct trace_layout *layout, struct bytes head)
{
    const struct trace_plan *plan = layout->plan;
    struct delimited_format *format = &layout->format;
    format->delimiter = plan->delimiter             ? plan->delimiter
                        : plan->format == TRACE_CSV ? ','
                        : plan->format == TRACE_TSV ? '\t'
                                                    : guess_delimiter(head, format->comment);
    if (plan->format == TRACE_AUTO)
        layout->guess.format = format->delimiter == '\t' ? TRACE_TSV : TRACE_CSV;
    format->quote = plan->quote_given                   ? plan->quote
                    : layout->guess.format == TRACE_CSV ? '"'
                                                        : '\0';
    layout->guess.delimiter = format->delimiter;
    if (format->comment)
        read_fields_line(layout, head);
}

static bool settle_format(struct trace_layout *layout, struct delimited *reader, struct err *err)
{
    const struct trace_plan *plan = layout->plan;
    struct delimited_format *format = &layout->format;
    struct bytes head;
    if (!delimited_peek(reader, &head, err))
        return false;

    const bool is_open = plan->format == TRACE_AUTO;
    const bool is_delimited = plan->delimiter || plan->quote_given || plan->header != HEADER_AUTO;
    format->comment = plan->comment ? plan->comment : is_open && guess_comment(head) ? "#" : NULL;
    layout->guess.format = is_open && !is_delimited ? recording_format_guess(head) : plan->format;
    layout->recording = recording_format_at(layout->guess.format);
    if (!layout->recording || !layout->recording->cut)
        settle_delimiter(layout, head);
    else if (!settle_cutter(layout, head, err))
        return false;
    layout->recording = recording_format_at(layout->guess.format);
    layout->null = plan->null ? plan->null : layout->recording->null;
    layout->guess.comment = format->comment;
    layout->guess.any |= is_open;
    delimited_set_format(reader, format);
    return true;
}

static bool settle_rows(struct trace_layout *layout, const struct trace_sample *sample,
                        struct err *err)
{
    const char *path = layout->paths->items[0];
    if (sample->count == 0)
        return err_fail(err, ERR_INPUT, "%s: is empty, expected rows", path);
    if (!trace_layout_settle_columns(layout, sample, err))
        return false;
    if (layout->has_header && sample->count == 1 && layout->paths->count == 1)
        return err_fail(err, ERR_INPUT, "%s: holds a header and no rows", path);
    return trace_layout_settle_parse(layout, err) && trace_layout_settle_op(layout, err) &&
           trace_layout_settle_times(layout, sample, err);
}

bool trace_layout_init(struct trace_layout *layout, const struct trace_plan *plan,
                       const struct param_texts *paths, struct delimited *reader, struct err *err)
{
    *layout = (struct trace_layout){.plan = plan, .paths = paths};
    struct trace_sample sample = {0};
    const bool ok = settle_format(layout, reader, err) &&
                    trace_sample_read(reader, plan->on_error == ON_ERROR_SKIP, &sample, err) &&
                    settle_rows(layout, &sample, err) && delimited_rewind(reader, err);
    trace_sample_done(&sample);
    if (!ok)
        trace_layout_done(layout);
    return ok;
}

void trace_layout_done(struct trace_layout *layout)
{
    for (size_t i = 0; i < layout->column_count; i++) {
        mem_free(layout->columns[i].name);
        buffer_done(&layout->columns[i].null_bytes);
        buffer_done(&layout->columns[i].decoded);
    }
    mem_free(layout->columns);
    for (size_t i = 0; i < layout->name_count; i++)
        mem_free(layout->names[i]);
    mem_free(layout->names);
    cutter_free(layout->cutter);
    key_parse_done(&layout->parse);
    buffer_done(&layout->key);
    mem_free(layout->guess.time_field);
    mem_free(layout->guess.note);
    *layout = (struct trace_layout){0};
}

static const char *delimiter_name(char delimiter)
{
    return delimiter == '\t'  ? "tab"
           : delimiter == ',' ? "comma"
           : delimiter == ';' ? "semicolon"
                              : "bar";
}

void trace_layout_note(struct trace_layout *layout)
{
    const struct trace_guess *guess = &layout->guess;
    struct buffer note = {0};
    if (layout->plan->format == TRACE_AUTO)
        buffer_format(&note, "format %s, ", trace_format_names[guess->format]);
    if (layout->plan->format == TRACE_AUTO && !layout->cutter)
        buffer_format(&note, "delimiter %s, ", delimiter_name(guess->delimiter));
    if (layout->format.comment && !layout->plan->comment)
        buffer_format(&note, "comment lines `%s`, ", layout->format.comment);
    buffer_text(&note, layout->cutter       ? "columns of the format"
                       : layout->has_header ? "header"
                       : layout->is_named   ? "columns of #fields"
                                            : "no header");
    if (layout->has_time && !layout->plan->time_field)
        buffer_format(&note, ", time column %s (%s)", guess->time_field,
                      layout->time.form == TIME_ISO      ? "ISO 8601"
                      : layout->time.form == TIME_FORMAT ? layout->time.format
                                                         : time_unit_name(guess->time_unit));
    else if (!layout->has_time && layout->plan->time_guess)
        buffer_text(&note, ", no time column");
    if (guess->sort == SORT_TIME && !layout->plan->sort_given)
        buffer_text(&note, ", times not in order: sorted");
    mem_free(layout->guess.note);
    layout->guess.note = buffer_take(&note);
}
