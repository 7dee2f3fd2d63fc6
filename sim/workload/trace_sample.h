// trace_sample.h -- the first rows of a recording, kept, so that what was left open can be guessed
// from them.
#ifndef HOTSIM_WORKLOAD_TRACE_SAMPLE_H
#define HOTSIM_WORKLOAD_TRACE_SAMPLE_H

#include "base/buffer.h"
#include "workload/delimited.h"

enum { SAMPLE_ROWS = 100 };

struct trace_sample {
    size_t count;                   // rows
    size_t starts[SAMPLE_ROWS + 1]; // row i is cells[starts[i]] .. cells[starts[i + 1]]
    struct bytes *cells;            // views into `texts`
    struct buffer texts;
};

// Reads up to SAMPLE_ROWS rows of the first file, without its faulty ones where `skips`.
bool trace_sample_read(struct delimited *reader, bool skips, struct trace_sample *out_sample,
                       struct err *err);
void trace_sample_done(struct trace_sample *sample);

static inline size_t trace_sample_width(const struct trace_sample *sample, size_t row)
{
    return sample->starts[row + 1] - sample->starts[row];
}

// The cell, empty where the row is too short.
static inline struct bytes trace_sample_cell(const struct trace_sample *sample, size_t row,
                                             size_t column)
{
    return column < trace_sample_width(sample, row) ? sample->cells[sample->starts[row] + column]
                                                    : bytes_of("", 0);
}

#endif
