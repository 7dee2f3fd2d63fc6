// Which columns a recording has, what they are called, and which of them are fields.
#include "workload/trace_layout.h"

#include "base/mem.h"
#include "base/text.h"
#include "workload/guess.h"

#include <inttypes.h>
#include <string.h>

enum { NAMES_SHOWN_MAX = 30 };

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
    if (layout->is_named)
        return false;
    for (size_t i = 0; i < plan->column_count; i++)
        any_named |= plan->columns[i].header != NULL;
    if (plan->header != HEADER_AUTO)
        return plan->header == HEADER_YES;
    if (chooses_columns(plan))
        return any_named;
    layout->guess.any = true;
    return guess_header(sample, NULL);
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

static bool fail_header(const struct trace_layout *layout, const char *wanted, struct err *err)
{
    char **names = layout->names;
    struct buffer list = {0};
    for (size_t i = 0; i < layout->width && i < NAMES_SHOWN_MAX; i++) {
        buffer_text(&list, i > 0 ? ", " : "");
        value_show(&list, bytes_of(names[i], strlen(names[i])));
    }
    if (layout->width > NAMES_SHOWN_MAX)
        buffer_text(&list, ", ...");
    err_fail(err, ERR_INPUT, "%s: the header has no column `%s`", layout->paths->items[0], wanted);
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
                      size_t *out_cell, struct err *err)
{
    if (!column->header) {
        if (column->number < 1 || column->number > layout->width)
            return err_fail(err, ERR_INPUT,
                            "%s: field `%s` is column %" PRIu64 ", but rows have %zu columns",
                            layout->paths->items[0], column->field, column->number, layout->width);
        *out_cell = (size_t)column->number - 1;
        return true;
    }
    for (size_t i = 0; layout->is_named && i < layout->width; i++) {
        if (strcmp(layout->names[i], column->header) == 0) {
            *out_cell = i;
            return true;
        }
    }
    if (!layout->is_named)
        return err_fail(err, ERR_INPUT, "%s: column `%s` is given by name, but there is no header",
                        layout->paths->items[0], column->header);
    return fail_header(layout, column->header, err);
}

// Where all columns are fields: the types that the plan gives to some of them.
static bool type_columns(struct trace_layout *layout, struct err *err)
{
    for (size_t i = 0; i < layout->plan->column_count; i++) {
        const struct trace_column *given = &layout->plan->columns[i];
        size_t cell = 0;
        while (cell < layout->width && strcmp(layout->names[cell], given->field) != 0)
            cell++;
        if (cell == layout->width)
            return fail_header(layout, given->field, err);
        layout->columns[cell].type = given->type;
    }
    return true;
}

static bool map_columns(struct trace_layout *layout, struct err *err)
{
    const struct trace_plan *plan = layout->plan;
    const bool chosen = chooses_columns(plan);
    layout->column_count = chosen ? plan->column_count : layout->width;
    layout->columns = mem_new(layout->column_count, sizeof *layout->columns);
    for (size_t i = 0; i < layout->column_count; i++) {
        struct layout_column *column = &layout->columns[i];
        if (!chosen) {
            *column = (struct layout_column){.name = mem_text(layout->names[i]), .cell = i};
            continue;
        }
        const struct trace_column *given = &plan->columns[i];
        if (!find_cell(layout, given, &column->cell, err))
            return false;
        column->name = mem_text(given->field);
        column->type = given->type_given ? given->type : TYPE_STRING;
    }
    return chosen || type_columns(layout, err);
}

static bool read_null(struct layout_column *column, const struct trace_layout *layout,
                      struct err *err)
{
    const struct trace_plan *plan = layout->plan;
    const bool is_number = column->type != TYPE_STRING && column->type != TYPE_BYTES;
    if (!layout->null || (is_number && !plan->null_as))
        return true;
    const char *text = plan->null_as ? plan->null_as : "";
    column->has_null = value_read(column->type, bytes_of(text, strlen(text)), &column->null_bytes,
                                  &column->null_value);
    return column->has_null || err_fail(err, ERR_INPUT, "field `%s`: null_as `%s`, expected %s",
                                        column->name, text, value_expected(column->type));
}

// ---- all of them ----

static void name_columns(struct trace_layout *layout, const struct trace_sample *sample)
{
    if (layout->names)
        return; // by the format, or by a line #fields
    layout->names = mem_new(layout->width, sizeof *layout->names);
    for (size_t i = 0; i < layout->width; i++) {
        struct buffer number = {0};
        buffer_format(&number, "column%zu", i + 1);
        layout->names[i] =
            layout->has_header ? header_name(sample, i) : mem_text((char *)number.data);
        buffer_done(&number);
    }
}

static void mark_raw(struct trace_layout *layout)
{
    const struct format_column *known = layout->recording->columns;
    for (size_t i = 0; known && i < layout->column_count; i++)
        layout->columns[i].is_raw = known[layout->columns[i].cell].is_raw;
}

bool trace_layout_settle_columns(struct trace_layout *layout, const struct trace_sample *sample,
                                 struct err *err)
{
    layout->width = trace_sample_width(sample, 0);
    if (layout->names && layout->name_count != layout->width)
        return err_fail(err, ERR_INPUT, "%s: #fields names %zu columns, but rows have %zu",
                        layout->paths->items[0], layout->name_count, layout->width);
    layout->has_header = settle_header(layout, sample);
    layout->is_named |= layout->has_header;
    layout->guess.header = layout->has_header ? HEADER_YES : HEADER_NO;
    name_columns(layout, sample);
    layout->name_count = layout->width;
    if (!map_columns(layout, err))
        return false;
    mark_raw(layout);
    for (size_t i = 0; i < layout->column_count; i++)
        if (!read_null(&layout->columns[i], layout, err))
            return false;
    return true;
}

// ---- keys ----

struct field trace_layout_field(const struct trace_layout *layout, size_t index)
{
    if (index < layout->column_count) {
        const struct layout_column *column = &layout->columns[index];
        return (struct field){.name = column->name, .type = column->type, .unit = column->unit};
    }
    size_t left = index - layout->column_count, part = 0;
    while (!layout->parse.parts[part].name || left-- > 0)
        part++;
    const bool is_arrival = layout->has_time && layout->time_column == index;
    return (struct field){.name = layout->parse.parts[part].name,
                          .type = layout->parse.parts[part].type,
                          .unit = is_arrival ? layout->plan->time_unit : UNIT_NONE};
}

// The column that the plan names for `what`.
static bool find_field(const struct trace_layout *layout, const char *what, const char *name,
                       size_t *out_column, struct err *err)
{
    const char **names = mem_new(layout->column_count, sizeof *names);
    size_t found = layout->column_count;
    for (size_t i = 0; i < layout->column_count; i++) {
        names[i] = layout->columns[i].name;
        found = strcmp(names[i], name) == 0 ? i : found;
    }
    *out_column = found;
    const bool ok = found < layout->column_count;
    const int nearest = text_nearest(name, names, layout->column_count);
    if (!ok)
        err_fail(err, ERR_INPUT, "%s: %s `%s` is not a column of the recording",
                 layout->paths->items[0], what, name);
    if (!ok && nearest >= 0)
        err_hint(err, "did you mean `%s`?", names[nearest]);
    mem_free(names);
    return ok;
}

bool trace_layout_settle_op(struct trace_layout *layout, struct err *err)
{
    const char *name = layout->plan->op_column;
    layout->has_op = name && find_field(layout, "op.column", name, &layout->op_column, err);
    return !name || layout->has_op;
}

bool trace_layout_settle_parse(struct trace_layout *layout, struct err *err)
{
    const struct trace_plan *plan = layout->plan;
    if (!plan->parse_from)
        return true;
    layout->has_parse =
        find_field(layout, "parse.from", plan->parse_from, &layout->parse_column, err);
    if (!layout->has_parse)
        return false;
    if (!key_parse_init(&layout->parse, plan->parse_as, err))
        return false;
    for (size_t i = 0; i < layout->column_count; i++)
        for (size_t j = layout->column_count; j < trace_layout_fields(layout); j++)
            if (strcmp(layout->columns[i].name, trace_layout_field(layout, j).name) == 0)
                return err_fail(err, ERR_INPUT, "parse.as: `%s` is a column of the recording, too",
                                layout->columns[i].name);
    return true;
}
