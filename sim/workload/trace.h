// trace.h -- a recording, a row at a time: read, checked, typed, and sorted where that is asked
// for.
//
// Times: where they give arrivals they must not fall, unless rows are sorted; the rows are then all
// held in memory
//        (row_store.h states the limits), which else never depends on the length of the recording.
// Faults: with on_error "skip" a faulty row is left out and counted, the first few are kept; else
// it is the error. A
//        file that cannot be read, and time that goes backwards, end in an error either way.
#ifndef HOTSIM_WORKLOAD_TRACE_H
#define HOTSIM_WORKLOAD_TRACE_H

#include "base/batch.h"
#include "base/err.h"
#include "workload/plan.h"
#include "workload/source.h"
#include "workload/value.h"

struct trace;

// Opens the recording and adds its fields to the schema. With `orders`, and where the plan leaves
// it open, looks through the times whether they must be sorted. The plan outlives the trace. NULL
// on error.
struct trace *trace_open(const struct trace_plan *plan, bool orders, struct schema *schema,
                         struct err *err);
void trace_close(struct trace *trace); // NULL is fine

const struct trace_guess *trace_guess_of(const struct trace *trace);
bool trace_has_time(const struct trace *trace);

// Goes to the first row. `needs_times`: they give arrivals.
bool trace_start(struct trace *trace, bool needs_times, struct err *err);

// Steps to the next row; *out_more false behind the last.
bool trace_next(struct trace *trace, bool *out_more, struct err *err);
// What the recording did with it: OP_PUT or OP_GET.
enum op_kind trace_operation(const struct trace *trace);
// Of the row stepped to, where times are needed.
int64_t trace_time_ns(const struct trace *trace);
// Its values, a column each; good until the next step.
const struct value *trace_values(const struct trace *trace, size_t *out_count);

// Reads what is left, for the content's hash.
bool trace_finish(struct trace *trace, struct err *err);
const char *trace_hash(const struct trace *trace);
uint64_t trace_rows(const struct trace *trace);      // given since the start
uint64_t trace_rows_most(const struct trace *trace); // given in any pass
// Of the pass that left out the most.
uint64_t trace_skipped(const struct trace *trace, const char *const **out_examples,
                       size_t *out_count);
void trace_progress(const struct trace *trace, uint64_t *out_done, uint64_t *out_total);

#endif
