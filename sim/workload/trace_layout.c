#include "workload/trace_layout.h"

#include "base/mem.h"
#include "base/text.h"
#include "workload/guess.h"

#include <inttypes.h>
#include <string.h>

enum { NAMES_SHOWN_MAX = 30 };

static const char *path_of(const struct trace_plan *plan)
{
    return plan->paths.items[0];
}

// ---- format ----

static bool settle_format(struct trace_layout *layout, struct delimited *reader, struct err *err)
{
    const struct trace_plan *plan = layout->plan;
    struct delimited_format *format = &layout->format;
    struct bytes head;
    if (!delimited_peek(reader, &head, err))
        return false;

    const bool is_open = plan->format == TRACE_AUTO;
    format->comment = plan->comment ? plan->comment : is_open && guess_comment(head) ? "#" : NULL;
    format->delimiter = plan->delimiter             ? plan->delimiter
                        : plan->format == TRACE_CSV ? ','
                        : plan->format == TRACE_TSV ? '\t'
                                                    : guess_delimiter(head, format->comment);
    layout->guess.format = !is_open                    ? plan->format
                           : format->delimiter == '\t' ? TRACE_TSV
                                                       : TRACE_CSV;
    format->quote = plan->quote_given                   ? plan->quote
                    : layout->guess.format == TRACE_CSV ? '"'
                                                        : '\0';
    layout->guess.delimiter = format->delimiter;
    layout->guess.comment = format->comment;
    layout->guess.any |= is_open;
    delimited_set_format(reader, format);
    return true;
}

// ---- header ----

// True where the plan says which columns are fields; else all are, and its entries give types
// alone.
static bool chooses_columns(const struct trace_plan *plan)
{
    for (size_t i = 0; i < plan->column_count; i++)
        if (plan->columns[i].header || plan->columns[i].number > 0)
            return true;
    return false;
}

static bool settle_header(struct trace_layout *layout, const struct trace_sample *sample)
{
    const struct trace_plan *plan = layout->plan;
    bool any_named = false;
    for (size_t i = 0; i < plan->column_count; i++)
        any_named |= plan->columns[i].header != NULL;
    if (plan->header != HEADER_AUTO)
        return plan->header == HEADER_YES;
    if (chooses_columns(plan))
        return any_named;
    layout->guess.any = true;
    return guess_header(sample);
}

// The name in a header's cell; a mark that makes it a comment for other tools is not part of the
// first.
static char *header_name(const struct trace_sample *sample, size_t column)
{
    struct bytes name = trace_sample_cell(sample, 0, column);
    while (column == 0 && name.size > 1 && (name.data[0] == '#' || name.data[0] == ' '))
        name = bytes_of(name.data + 1, name.size - 1);
    return mem_text_of(name);
}

static bool fail_header(const struct trace_layout *layout, const char *wanted, char **names,
                        struct err *err)
{
    struct buffer list = {0};
    for (size_t i = 0; i < layout->width && i < NAMES_SHOWN_MAX; i++) {
        buffer_text(&list, i > 0 ? ", " : "");
        value_show(&list, bytes_of(names[i], strlen(names[i])));
    }
    if (layout->width > NAMES_SHOWN_MAX)
        buffer_text(&list, ", ...");
    err_fail(err, ERR_INPUT, "%s: the header has no column `%s`", path_of(layout->plan), wanted);
    const int nearest = text_nearest(wanted, (const char *const *)names, layout->width);
    if (nearest >= 0)
        err_hint(err, "did you mean `%s`? The header has %s", names[nearest], (char *)list.data);
    else
        err_hint(err, "the header has %s", (char *)list.data);
    buffer_done(&list);
    return false;
}

// ---- columns ----

static bool find_cell(const struct trace_layout *layout, const struct trace_column *column,
                      char **names, size_t *out_cell, struct err *err)
{
    if (!column->header) {
        if (column->number < 1 || column->number > layout->width)
            return err_fail(err, ERR_INPUT,
                            "%s: field `%s` is column %" PRIu64 ", but rows have %zu columns",
                            path_of(layout->plan), column->field, column->number, layout->width);
        *out_cell = (size_t)column->number - 1;
        return true;
    }
    for (size_t i = 0; layout->has_header && i < layout->width; i++) {
        if (strcmp(names[i], column->header) == 0) {
            *out_cell = i;
            return true;
        }
    }
    if (!layout->has_header)
        return err_fail(err, ERR_INPUT, "%s: column `%s` is given by name, but there is no header",
                        path_of(layout->plan), column->header);
    return fail_header(layout, column->header, names, err);
}

// Where all columns are fields: the types that the plan gives to some of them.
static bool type_columns(struct trace_layout *layout, char **names, struct err *err)
{
    for (size_t i = 0; i < layout->plan->column_count; i++) {
        const struct trace_column *given = &layout->plan->columns[i];
        size_t cell = 0;
        while (cell < layout->width && strcmp(names[cell], given->field) != 0)
            cell++;
        if (cell == layout->width)
            return fail_header(layout, given->field, names, err);
        layout->columns[cell].type = given->type;
    }
    return true;
}

static bool map_columns(struct trace_layout *layout, char **names, struct err *err)
{
    const struct trace_plan *plan = layout->plan;
    const bool chosen = chooses_columns(plan);
    layout->column_count = chosen ? plan->column_count : layout->width;
    layout->columns = mem_new(layout->column_count, sizeof *layout->columns);
    for (size_t i = 0; i < layout->column_count; i++) {
        struct layout_column *column = &layout->columns[i];
        if (!chosen) {
            *column = (struct layout_column){.name = mem_text(names[i]), .cell = i};
            continue;
        }
        const struct trace_column *given = &plan->columns[i];
        if (!find_cell(layout, given, names, &column->cell, err))
            return false;
        column->name = mem_text(given->field);
        column->type = given->type_given ? given->type : TYPE_STRING;
    }
    return chosen || type_columns(layout, names, err);
}

static bool read_null(struct layout_column *column, const struct trace_plan *plan, struct err *err)
{
    const bool is_number = column->type != TYPE_STRING && column->type != TYPE_BYTES;
    if (!plan->null || (is_number && !plan->null_as))
        return true;
    const char *text = plan->null_as ? plan->null_as : "";
    column->has_null = value_read(column->type, bytes_of(text, strlen(text)), &column->null_bytes,
                                  &column->null_value);
    return column->has_null || err_fail(err, ERR_INPUT, "field `%s`: null_as `%s`, expected %s",
                                        column->name, text, value_expected(column->type));
}

// ---- times ----

static bool find_time_column(struct trace_layout *layout, const char *name, struct err *err)
{
    const char **names = mem_new(layout->column_count, sizeof *names);
    for (size_t i = 0; i < layout->column_count; i++) {
        names[i] = layout->columns[i].name;
        if (strcmp(names[i], name) == 0) {
            layout->has_time = true;
            layout->time_column = i;
        }
    }
    const int nearest = text_nearest(name, names, layout->column_count);
    if (!layout->has_time) {
        err_fail(err, ERR_INPUT, "%s: time.field `%s` is not a column of the recording",
                 path_of(layout->plan), name);
        if (nearest >= 0)
            err_hint(err, "did you mean `%s`?", names[nearest]);
    }
    mem_free(names);
    return layout->has_time;
}

static void guess_time(struct trace_layout *layout, const struct trace_sample *sample,
                       struct bytes *names)
{
    size_t cell;
    layout->guess.any = true;
    if (!guess_time_column(sample, layout->has_header, names, &cell))
        return;
    for (size_t i = 0; i < layout->column_count && !layout->has_time; i++) {
        layout->has_time = layout->columns[i].cell == cell;
        layout->time_column = i;
    }
}

// The unit of a field of times: as given, as the digits tell, or microseconds for spelled times.
static enum time_unit unit_of(const struct trace_layout *layout, const struct trace_sample *sample,
                              size_t cell)
{
    const struct trace_plan *plan = layout->plan;
    if (plan->time_unit != UNIT_NONE)
        return plan->time_unit;
    for (size_t row = layout->has_header; !plan->time_format && row < sample->count; row++) {
        const enum time_unit unit = time_unit_of(trace_sample_cell(sample, row, cell));
        if (unit != UNIT_NONE)
            return unit;
    }
    return UNIT_US;
}

// Fixes the form by the first time of the sample, so that every later one is held to it.
static void see_times(const struct trace_layout *layout, const struct trace_sample *sample,
                      struct layout_column *column)
{
    for (size_t row = layout->has_header; row < sample->count; row++) {
        struct time_reader reader = column->time;
        struct err ignored = {0};
        int64_t ns;
        if (time_read(&reader, trace_sample_cell(sample, row, column->cell), &ns, &ignored)) {
            column->time = reader;
            return;
        }
    }
}

static bool settle_times(struct trace_layout *layout, const struct trace_sample *sample,
                         struct bytes *names, struct err *err)
{
    const struct trace_plan *plan = layout->plan;
    if (plan->time_format && !time_format_check(plan->time_format, err))
        return false;
    if (plan->time_field && !find_time_column(layout, plan->time_field, err))
        return false;
    if (!plan->time_field && plan->time_guess)
        guess_time(layout, sample, names);
    for (size_t i = 0; i < layout->column_count; i++) {
        struct layout_column *column = &layout->columns[i];
        const bool is_arrival = layout->has_time && layout->time_column == i;
        if (is_arrival || column->type == TYPE_TIME)
            column->unit = unit_of(layout, sample, column->cell);
        column->time = time_reader_of(plan->time_unit, is_arrival ? plan->time_format : NULL);
        if (is_arrival || column->type == TYPE_TIME)
            see_times(layout, sample, column);
    }
    if (!layout->has_time)
        return true;
    struct layout_column *column = &layout->columns[layout->time_column];
    layout->time = column->time;
    layout->guess.time_field = mem_text(column->name);
    layout->guess.time_unit = column->unit;
    return true;
}

// ---- all of it ----

static bool settle_columns(struct trace_layout *layout, const struct trace_sample *sample,
                           struct err *err)
{
    bool ok = false;
    char **names = mem_new(layout->width, sizeof *names);
    struct bytes *cells = mem_new(layout->width, sizeof *cells);
    for (size_t i = 0; i < layout->width; i++) {
        struct buffer number = {0};
        if (layout->has_header) {
            names[i] = header_name(sample, i);
        } else {
            buffer_format(&number, "column%zu", i + 1);
            names[i] = buffer_take(&number);
        }
        cells[i] = bytes_of(names[i], strlen(names[i]));
    }
    if (map_columns(layout, names, err) &&
        settle_times(layout, sample, layout->has_header ? cells : NULL, err))
        ok = true;
    for (size_t i = 0; ok && i < layout->column_count; i++)
        ok = read_null(&layout->columns[i], layout->plan, err);
    for (size_t i = 0; i < layout->width; i++)
        mem_free(names[i]);
    mem_free(names);
    mem_free(cells);
    return ok;
}

static bool settle_rows(struct trace_layout *layout, const struct trace_sample *sample,
                        struct err *err)
{
    if (sample->count == 0)
        return err_fail(err, ERR_INPUT, "%s: is empty, expected rows", path_of(layout->plan));
    layout->has_header = settle_header(layout, sample);
    layout->guess.header = layout->has_header ? HEADER_YES : HEADER_NO;
    layout->width = trace_sample_width(sample, 0);
    if (layout->has_header && sample->count == 1 && layout->plan->paths.count == 1)
        return err_fail(err, ERR_INPUT, "%s: holds a header and no rows", path_of(layout->plan));
    return settle_columns(layout, sample, err);
}

bool trace_layout_init(struct trace_layout *layout, const struct trace_plan *plan,
                       struct delimited *reader, struct err *err)
{
    *layout = (struct trace_layout){.plan = plan};
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
        buffer_format(&note, "format %s, delimiter %s, ", trace_format_names[guess->format],
                      delimiter_name(guess->delimiter));
    if (layout->format.comment && !layout->plan->comment)
        buffer_format(&note, "comment lines `%s`, ", layout->format.comment);
    buffer_text(&note, layout->has_header ? "header" : "no header");
    if (layout->has_time && !layout->plan->time_field)
        buffer_format(&note, ", time column %s (%s)", guess->time_field,
                      layout->time.form == TIME_ISO ? "ISO 8601"
                                                    : time_unit_name(guess->time_unit));
    else if (!layout->has_time && layout->plan->time_guess)
        buffer_text(&note, ", no time column");
    if (guess->sort == SORT_TIME && !layout->plan->sort_given)
        buffer_text(&note, ", times not in order: sorted");
    mem_free(layout->guess.note);
    layout->guess.note = buffer_take(&note);
}
