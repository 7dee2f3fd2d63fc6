// trace_layout.h -- how the rows of a recording become fields: what the plan says, completed from
// the file's head.
#ifndef HOTSIM_WORKLOAD_TRACE_LAYOUT_H
#define HOTSIM_WORKLOAD_TRACE_LAYOUT_H

#include "workload/delimited.h"
#include "workload/format.h"
#include "workload/key_parse.h"
#include "workload/plan.h"
#include "workload/source.h"
#include "workload/times.h"
#include "workload/trace_sample.h"
#include "workload/value.h"

struct layout_column {
    char *name;
    size_t cell; // its place in a row, from 0
    enum value_type type;
    enum time_unit unit;     // of the field
    struct time_reader time; // TYPE_TIME
    bool is_raw;             // the cell holds the very bytes: there is nothing to decode
    bool has_null;           // `null_value` stands for the null text
    struct value null_value;
    struct buffer null_bytes; // TYPE_BYTES: the decoded null value
    struct buffer decoded;    // TYPE_BYTES: the value of the row read last
};

struct trace_layout {
    const struct trace_plan *plan;
    const struct param_texts *paths; // the files
    const struct recording_format *recording;
    struct cutter *cutter; // NULL: delimited
    struct delimited_format format;
    const char *null; // the text that stands for no value, or NULL
    bool has_header;
    bool is_named; // columns have names of their own, in a header or elsewhere
    size_t width;  // columns of every row
    char **names;  // of them
    size_t name_count;
    struct layout_column *columns;
    size_t column_count;
    // Fields taken from a column that holds row keys; they follow the columns.
    bool has_parse;
    size_t parse_column; // index into `columns`
    struct key_parse parse;
    struct buffer key; // the one being parsed, decoded
    bool has_op;
    size_t op_column; // index into `columns`
    bool has_time;
    size_t time_column; // index into `columns`, or behind them into the fields of `parse`
    struct time_reader time;
    struct trace_guess guess;
};

// Reads the head of the reader's first file, sets the reader's format and rewinds it. Nothing to
// free on error.
bool trace_layout_init(struct trace_layout *layout, const struct trace_plan *plan,
                       const struct param_texts *paths, struct delimited *reader, struct err *err);
void trace_layout_done(struct trace_layout *layout);

// Its parts: columns, then times.
bool trace_layout_settle_columns(struct trace_layout *layout, const struct trace_sample *sample,
                                 struct err *err);
bool trace_layout_settle_parse(struct trace_layout *layout, struct err *err);
bool trace_layout_settle_op(struct trace_layout *layout, struct err *err);
bool trace_layout_settle_times(struct trace_layout *layout, const struct trace_sample *sample,
                               struct err *err);

// Where a row stands, for messages.
struct row_origin {
    const char *file;
    uint64_t line;
};

static inline size_t trace_layout_fields(const struct trace_layout *layout)
{
    return layout->column_count + layout->parse.named;
}
// Name, type and unit of a field.
struct field trace_layout_field(const struct trace_layout *layout, size_t index);

// The cells of a row, a column each, as values of all fields; texts are views of the cells or of
// the layout. Errors name the place.
bool trace_layout_read(struct trace_layout *layout, const struct row_origin *origin,
                       const struct bytes *cells, struct value *out_values, struct err *err);

// Puts the place in front of an error.
bool trace_layout_place(const char *column, const struct row_origin *origin, struct err *err);

// Writes the note of what was guessed; sort is known last.
void trace_layout_note(struct trace_layout *layout);

#endif
