#include "workload/trace_rows.h"

#include "workload/trace_paths.h"

#include <inttypes.h>

enum { TICK_ROWS = 4096 };

bool trace_rows_open(struct trace_rows *rows, const struct trace_plan *plan,
                     const struct trace_watch *watch, struct err *err)
{
    const struct delimited_format plain = {.delimiter = ','};
    *rows = (struct trace_rows){.watch = watch};
    if (!trace_paths_find(&plan->paths, &rows->paths, err))
        return false;
    rows->reader = delimited_open(&rows->paths, &plain, err);
    return rows->reader && trace_layout_init(&rows->layout, plan, &rows->paths, rows->reader, err);
}

void trace_rows_close(struct trace_rows *rows)
{
    fault_log_clear(&rows->faults);
    trace_layout_done(&rows->layout);
    delimited_close(rows->reader);
    trace_paths_done(&rows->paths);
}

static void tick(const struct trace_rows *rows)
{
    uint64_t done, total;
    delimited_progress(rows->reader, &done, &total);
    rows->watch->tick(rows->watch->context, done, total);
}

bool trace_rows_next(struct trace_rows *rows, struct delimited_row *out_row, bool *out_more,
                     struct err *err)
{
    *out_more = true;
    for (;; rows->seen++) {
        struct err fault = {0};
        if (rows->seen % TICK_ROWS == 0)
            tick(rows);
        const enum delimited_result result = delimited_next(rows->reader, out_row, &fault);
        if (result == ROW_END) {
            *out_more = false;
            return true;
        }
        if (result == ROW_FAILED) {
            *err = fault;
            return false;
        }
        const size_t width = rows->layout.width;
        if (result == ROW_READ && out_row->count != width)
            err_fail(&fault, ERR_INPUT, "%s:%" PRIu64 ": expected %zu columns, found %zu",
                     out_row->file, out_row->line, width, out_row->count);
        if (fault.code != ERR_NONE) {
            fault_log_add(&rows->faults, fault.message);
        } else if (!(out_row->is_first && rows->layout.has_header)) {
            rows->seen++;
            return true;
        }
    }
}
