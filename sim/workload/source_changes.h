// source_changes.h -- updates and deletes: which record, and what an update makes of it.
//
// An update takes a stored record, draws the fields of the plan's `update_set` anew as of its own
// arrival, computes those that are expressions of others, and leaves the rest. The record is drawn
// from then on as it is after it; a deleted one is not drawn any more. While nothing is stored, an
// update or a delete is a put.
//
// Ownership: owns its fields and scratch. Errors: those of field_set.h.
#ifndef HOTSIM_WORKLOAD_SOURCE_CHANGES_H
#define HOTSIM_WORKLOAD_SOURCE_CHANGES_H

#include "workload/phased_fields.h"
#include "workload/mix.h"
#include "workload/record_log.h"

// What a row of the batch shows: a record, in a version. Arrays by the batch's rows.
struct row_versions {
    uint64_t *record;  // the number that its fields are made by
    uint64_t *updates; // 0: as it was put; else 1 + the number of the update
    sim_ns *updated_at;
};

struct source_changes {
    bool is_on; // the mix holds updates or deletes
    struct row_versions rows;
    uint64_t updates;     // so far
    sim_ns *arrivals;     // scratch
    struct schema schema; // of `fields`
    struct phased_fields *fields;
    bool *is_new;         // [fields of the plan] drawn or computed anew
    struct batch updated; // scratch: the batch's rows that were updated
    uint16_t from[BATCH_ROWS];
};

// False with a fault; whatever was made before goes.
bool source_changes_init(struct source_changes *changes, const struct workload_plan *plan,
                         const struct mix *mix, struct err *err);
void source_changes_done(struct source_changes *changes);

// Row `row` shows this record.
void source_changes_show(struct source_changes *changes, size_t row,
                         const struct stored_record *record);

// Fills in what updates made of the rows whose other fields are filled. `start`: when the run
// begins, on the clock of records.
bool source_changes_fill(struct source_changes *changes, const struct workload_plan *plan,
                         struct batch *batch, sim_ns start, struct err *err);

#endif
