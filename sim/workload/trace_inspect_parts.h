// trace_inspect_parts.h -- a recording being looked at, shared by trace_inspect.c and
// trace_inspect_why.c.
#ifndef HOTSIM_WORKLOAD_TRACE_INSPECT_PARTS_H
#define HOTSIM_WORKLOAD_TRACE_INSPECT_PARTS_H

#include "workload/trace_inspect.h"

struct inspecting {
    struct trace_rows rows;
    struct field_profile **profiles; // [width]
    uint64_t *hashes;                // [width]
    struct unique_search *search;
    int64_t last_ns;
    struct inspection *out;
};

// Fills out->guesses from the first rows, and rewinds the reader.
bool inspect_reasons(struct inspecting *at, struct err *err);

#endif
