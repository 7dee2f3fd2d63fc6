// trace_op.h -- what a recording did with each row: `op: {"column": ..., "map": {...}}`.
//
// The map gives texts of the column put, get or skip. Of what it does not name the usual words are
// known, in capitals or not: put, set, insert, write, ... are puts; get, read, ... are gets. Any
// other text is a fault, since a delete or a scan taken for something else would go unseen.
#ifndef HOTSIM_WORKLOAD_TRACE_OP_H
#define HOTSIM_WORKLOAD_TRACE_OP_H

#include "base/batch.h"
#include "base/err.h"
#include "workload/plan.h"

enum trace_op { TRACE_OP_PUT, TRACE_OP_GET, TRACE_OP_SKIP };
extern const char *const trace_op_names[]; // "put" "get" "skip", NULL-ended

// False, with what was expected, where the text stands for no operation.
bool trace_op_read(const struct trace_plan *plan, struct bytes text, enum trace_op *out_op,
                   struct err *err);

#endif
