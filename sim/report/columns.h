// columns.h -- what a comparison shows of each design: one row here is a column there.
#ifndef HOTSIM_REPORT_COLUMNS_H
#define HOTSIM_REPORT_COLUMNS_H

#include "base/buffer.h"
#include "metrics/result.h"

// For a person: the terminal's table and the one in summary.md.
struct shown_column {
    const char *title;
    const char *slices_title; // where all designs are on slices; NULL: the same
    bool is_optional;         // left out first where a terminal is narrow
    void (*cell)(struct buffer *out, const struct result *result, size_t design);
};
const struct shown_column *shown_columns(size_t *out_count);
const char *shown_column_title(const struct shown_column *column, const struct result *result);

// For a script: --format tsv and data/comparison.tsv.
struct data_column {
    const char *name; // with its unit
    const char *path; // of the metric in a design's result
};
const struct data_column *data_columns(size_t *out_count);

#endif
