// trace_rows.h -- the rows of a recording as they are written, all columns, for those who look at
// it or copy it. Rows that cannot be read are counted and passed over.
#ifndef HOTSIM_WORKLOAD_TRACE_ROWS_H
#define HOTSIM_WORKLOAD_TRACE_ROWS_H

#include "workload/fault_log.h"
#include "workload/trace_layout.h"

// Called now and then: bytes of the files read, of how many.
struct trace_watch {
    void (*tick)(void *context, uint64_t done, uint64_t total);
    void *context;
};

struct trace_rows {
    struct param_texts paths; // the files
    struct delimited *reader;
    struct trace_layout layout;
    struct fault_log faults;
    uint64_t seen; // rows and faults
    const struct trace_watch *watch;
};

// The plan and the watch outlive the rows. To be closed after an error, too.
bool trace_rows_open(struct trace_rows *rows, const struct trace_plan *plan,
                     const struct trace_watch *watch, struct err *err);
void trace_rows_close(struct trace_rows *rows);

// The next row, as wide as the layout; *out_more false behind the last.
bool trace_rows_next(struct trace_rows *rows, struct delimited_row *out_row, bool *out_more,
                     struct err *err);

#endif
