// Why a recording is taken for what it is taken for.
#include "base/mem.h"
#include "workload/guess.h"
#include "workload/trace_inspect_parts.h"

#include <stdarg.h>
#include <string.h>

static struct inspect_guess *add(struct inspecting *at, const char *what, const char *found)
{
    struct inspection *out = at->out;
    out->guesses = mem_resize(out->guesses, out->guess_count + 1, sizeof *out->guesses);
    struct inspect_guess *guess = &out->guesses[out->guess_count++];
    *guess = (struct inspect_guess){.what = what, .found = mem_text(found)};
    return guess;
}

__attribute__((format(printf, 2, 3))) static void because(struct inspect_guess *guess,
                                                          const char *format, ...)
{
    struct buffer why = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_format_list(&why, format, arguments);
    va_end(arguments);
    guess->why = buffer_take(&why);
}

static void tell_format(struct inspecting *at, const struct trace_sample *sample)
{
    const struct trace_layout *layout = &at->rows.layout;
    struct inspect_guess *guess = add(at, "format", layout->recording->name);
    if (layout->plan->format != TRACE_AUTO) {
        because(guess, "as was said");
        return;
    }
    if (layout->cutter) {
        because(guess, "its first %zu rows are such lines", sample->count);
        return;
    }
    because(guess, "text in columns, and no other format that is known");
    size_t even = 0;
    for (size_t i = 0; i < sample->count; i++)
        even += trace_sample_width(sample, i) == layout->width;
    const char delimiter[] = {layout->format.delimiter, '\0'};
    guess = add(at, "delimiter", layout->format.delimiter == '\t' ? "tab" : delimiter);
    because(guess, "cuts %zu of the first %zu rows into %zu columns", even, sample->count,
            layout->width);
    if (layout->format.comment)
        because(add(at, "comment", layout->format.comment), "the first lines begin with it");
}

static void tell_header(struct inspecting *at, const struct trace_sample *sample)
{
    const struct trace_layout *layout = &at->rows.layout;
    if (layout->cutter)
        return;
    if (layout->has_header) {
        because(add(at, "header", "yes"),
                "no cell of row 1 is empty, a number or a time, and none comes again below");
    } else if (layout->is_named) {
        because(add(at, "header", "no"), "a line #fields names the columns");
    } else {
        struct buffer why = {0};
        (void)guess_header(sample, &why);
        buffer_text(&why, "");
        because(add(at, "header", "no"), "%s", (char *)why.data);
        buffer_done(&why);
    }
}

static void tell_time(struct inspecting *at)
{
    const struct trace_layout *layout = &at->rows.layout;
    if (!layout->has_time) {
        because(add(at, "time", "none"),
                "no column holds ISO 8601, dates, or epochs of 10, 13, 16 or 19 digits that rise");
        return;
    }
    const struct layout_column *column = &layout->columns[layout->time_column];
    struct inspect_guess *guess = add(at, "time", column->name);
    const enum time_form form = layout->time.form;
    if (layout->recording->time_column && strcmp(column->name, layout->recording->time_column) == 0)
        because(guess, "the format says so");
    else if (form == TIME_ISO)
        because(guess, "ISO 8601 in each of the first rows");
    else if (form == TIME_FORMAT)
        because(guess, "dates of 8 digits in each of the first rows, and its name");
    else
        because(guess, "a number since 1970 in each of the first rows");
    if (form == TIME_ISO)
        because(add(at, "unit", "ISO 8601"), "as it is spelled");
    else if (form == TIME_FORMAT)
        because(add(at, "unit", layout->time.format), "as it is spelled");
    else
        because(add(at, "unit", time_unit_name(column->unit)), "%s",
                layout->time.unit_guessed ? "its digits before the point: 10 s, 13 ms, 16 us, 19 ns"
                                          : "the format says so");
}

bool inspect_reasons(struct inspecting *at, struct err *err)
{
    struct trace_sample sample;
    if (!trace_sample_read(at->rows.reader, true, &sample, err))
        return false;
    tell_format(at, &sample);
    tell_header(at, &sample);
    tell_time(at);
    trace_sample_done(&sample);
    return delimited_rewind(at->rows.reader, err);
}
