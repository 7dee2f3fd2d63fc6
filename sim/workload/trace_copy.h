// trace_copy.h -- a recording written anew as csv (RFC 4180, with a header), all of it or the rows
// of some of its entities.
//
// Sampling is by entity: all rows of an entity are kept or none, by a hash of it and the seed, so
// that an entity stays as hot among the rest as it was. How far that moved the skew is told. Keys
// of raw bytes are written with \xNN, to be read with the type bytes.
#ifndef HOTSIM_WORKLOAD_TRACE_COPY_H
#define HOTSIM_WORKLOAD_TRACE_COPY_H

#include "workload/trace_rows.h"

struct trace_copying {
    const struct trace_plan *plan;
    const struct trace_watch *watch;
    const char *entity; // column; NULL: every row is kept
    double share;       // of entities, above 0 and at most 1
    uint64_t seed;
    bool (*write)(void *context, struct bytes text); // false stops: ERR_MACHINE
    void *context;
};

// Of the rows read, or of those kept.
struct copied_side {
    uint64_t rows;
    double entities;
    double top_share; // of the rows of the hottest; too low by at most share_error
    double share_error;
    double theta; // of Zipf's law; NaN: none fits
};

struct trace_copied {
    struct copied_side all, kept; // without an entity, rows alone
    struct fault_log faults;
};

bool trace_copy(const struct trace_copying *copying, struct trace_copied *out_copied,
                struct err *err);
void trace_copied_done(struct trace_copied *copied);

#endif
