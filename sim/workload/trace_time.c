// Which column tells the times of a recording, and how they are written.
#include "workload/trace_layout.h"

#include "base/mem.h"
#include "base/text.h"
#include "workload/guess.h"

#include <inttypes.h>
#include <string.h>

static bool find_time_column(struct trace_layout *layout, const char *name, struct err *err)
{
    const size_t count = trace_layout_fields(layout);
    const char **names = mem_new(count, sizeof *names);
    for (size_t i = 0; i < count; i++) {
        names[i] = trace_layout_field(layout, i).name;
        if (strcmp(names[i], name) == 0) {
            layout->has_time = true;
            layout->time_column = i;
        }
    }
    const int nearest = text_nearest(name, names, count);
    if (!layout->has_time) {
        err_fail(err, ERR_INPUT, "%s: time.field `%s` is not a column of the recording",
                 layout->paths->items[0], name);
        if (nearest >= 0)
            err_hint(err, "did you mean `%s`?", names[nearest]);
    }
    mem_free(names);
    return layout->has_time;
}

// The cell of the column that the format says holds times; false where it says nothing.
static bool known_time_cell(const struct trace_layout *layout, size_t *out_cell)
{
    const char *known = layout->recording->time_column;
    for (size_t i = 0; known && i < layout->width; i++) {
        *out_cell = i;
        if (strcmp(layout->names[i], known) == 0)
            return true;
    }
    return false;
}

static void guess_time(struct trace_layout *layout, const struct trace_sample *sample)
{
    size_t cell;
    struct bytes *names = mem_new(layout->width, sizeof *names);
    for (size_t i = 0; i < layout->width; i++)
        names[i] = bytes_of(layout->names[i], strlen(layout->names[i]));
    layout->guess.any = true;
    const bool is_known = known_time_cell(layout, &cell);
    const bool found = is_known || guess_time_column(sample, layout->has_header,
                                                     layout->is_named ? names : NULL, &cell);
    mem_free(names);
    if (!found)
        return;
    if (!is_known && !layout->plan->time_format)
        layout->guess.time_format = guess_date_format(sample, layout->has_header, cell);
    for (size_t i = 0; i < layout->column_count && !layout->has_time; i++) {
        layout->has_time = layout->columns[i].cell == cell;
        layout->time_column = i;
    }
}

// How the times of a column are written: as the plan says, or as the format does.
struct time_spelling {
    enum time_unit unit;
    const char *format;
};
static struct time_spelling spelling_of(const struct trace_layout *layout, size_t cell,
                                        bool is_arrival)
{
    const struct trace_plan *plan = layout->plan;
    struct time_spelling spelling = {.unit = plan->time_unit,
                                     .format = is_arrival ? plan->time_format : NULL};
    if (is_arrival && !spelling.format)
        spelling.format = layout->guess.time_format;
    size_t known;
    if (known_time_cell(layout, &known) && known == cell) {
        if (spelling.unit == UNIT_NONE)
            spelling.unit = layout->recording->time_unit;
        if (!spelling.format)
            spelling.format = layout->recording->time_form;
    }
    return spelling;
}

// The unit of a field of times: as said, as the digits tell, or microseconds for spelled times.
static enum time_unit unit_of(const struct trace_layout *layout, const struct trace_sample *sample,
                              size_t cell, struct time_spelling spelling)
{
    if (spelling.unit != UNIT_NONE)
        return spelling.unit;
    for (size_t row = layout->has_header; !spelling.format && row < sample->count; row++) {
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

// The time is a part of the row key.
static bool settle_parsed_time(struct trace_layout *layout, struct err *err)
{
    const struct trace_plan *plan = layout->plan;
    if (plan->time_unit == UNIT_NONE && !plan->time_format) {
        err_fail(err, ERR_INPUT, "time.field `%s` is read from a key: its unit is needed",
                 plan->time_field);
        return err_hint(err, "for example \"unit\": \"ms\"");
    }
    layout->time = time_reader_of(plan->time_unit, plan->time_format);
    layout->guess.time_field = mem_text(plan->time_field);
    layout->guess.time_unit = plan->time_unit;
    return true;
}

bool trace_layout_settle_times(struct trace_layout *layout, const struct trace_sample *sample,
                               struct err *err)
{
    const struct trace_plan *plan = layout->plan;
    if (plan->time_format && !time_format_check(plan->time_format, err))
        return false;
    if (plan->time_field && !find_time_column(layout, plan->time_field, err))
        return false;
    if (!plan->time_field && plan->time_guess)
        guess_time(layout, sample);
    for (size_t i = 0; i < layout->column_count; i++) {
        struct layout_column *column = &layout->columns[i];
        const bool is_arrival = layout->has_time && layout->time_column == i;
        const struct time_spelling spelling = spelling_of(layout, column->cell, is_arrival);
        if (is_arrival || column->type == TYPE_TIME)
            column->unit = unit_of(layout, sample, column->cell, spelling);
        column->time = time_reader_of(spelling.unit, spelling.format);
        if (is_arrival || column->type == TYPE_TIME)
            see_times(layout, sample, column);
    }
    if (!layout->has_time)
        return true;
    if (layout->time_column >= layout->column_count)
        return settle_parsed_time(layout, err);
    struct layout_column *column = &layout->columns[layout->time_column];
    layout->time = column->time;
    layout->guess.time_field = mem_text(column->name);
    layout->guess.time_unit = column->unit;
    return true;
}
