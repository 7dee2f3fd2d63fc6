// tsv.h -- tables for scripts: tab-separated, a first line with names and units, no quoting.
//
// Texts lose their control bytes, so that a line is a record; an undefined number is an empty cell.
#ifndef HOTSIM_REPORT_TSV_H
#define HOTSIM_REPORT_TSV_H

#include "base/buffer.h"
#include "metrics/result.h"

void tsv_comparison(struct buffer *out, const struct result *result); // a line a design
void tsv_partitions(struct buffer *out, const struct result *result); // a line a partition
void tsv_windows(struct buffer *out, const struct result *result);    // a line a window
void tsv_lorenz(struct buffer *out, const struct result *result);     // a line a step of a curve
void tsv_queries(struct buffer *out, const struct result *result);    // a line a design and query
void tsv_break_even(struct buffer *out, const struct result *result); // a line a break-even

void tsv_text(struct buffer *out, const char *text);
// "3<tab>name": the number from 1, which graphs go by.
void tsv_design(struct buffer *out, const struct result *result, size_t design);
void tsv_number(struct buffer *out, double value);

#endif
