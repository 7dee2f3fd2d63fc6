// read_columns.h -- what is shown of a query on a design, in a reader's words: one row a column.
#ifndef HOTSIM_REPORT_READ_COLUMNS_H
#define HOTSIM_REPORT_READ_COLUMNS_H

#include "base/buffer.h"
#include "metrics/result.h"

struct read_column {
    const char *title;
    bool is_optional; // left out where there is no room
    void (*cell)(struct buffer *out, const struct design_result *design,
                 const struct query_result *query);
};
const struct read_column *read_columns(size_t *out_count);

// "16", "16 (all)": the scans of a typical occurrence.
void read_scans(struct buffer *out, const struct query_result *query);
// A count of rows: "50", "1.6 k".
void read_count(struct buffer *out, double rows);

#endif
