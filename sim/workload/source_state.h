// source_state.h -- the inside of a source, shared by source.c and the two ways in which operations
// come.
#ifndef HOTSIM_WORKLOAD_SOURCE_STATE_H
#define HOTSIM_WORKLOAD_SOURCE_STATE_H

#include "workload/companions.h"
#include "workload/periodic.h"
#include "workload/phased_fields.h"
#include "workload/phases.h"
#include "workload/record_log.h"
#include "workload/row_batch.h"
#include "workload/source.h"
#include "workload/source_changes.h"
#include "workload/source_picks.h"
#include "workload/trace.h"

// What is stored before the first operation.
struct preload {
    bool is_done;
    sim_ns ns;        // how long it took on the record clock; the first operation comes then
    uint64_t records; // so far; at the pace of a process, in all
    uint64_t given;   // so far
    uint64_t stride;  // at the pace of a process: one of so many is given
};

struct source {
    const struct workload_plan *plan;
    struct schema schema;
    struct trace *trace; // NULL: synthetic
    size_t trace_columns;
    struct phased_fields *fields;
    uint64_t *ranks;        // [BATCH_ROWS] the entity of each record; NULL where none takes turns
    sim_ns *record_at;      // [BATCH_ROWS] when each row's record arrived
    struct record_log *log; // NULL: nothing reads, or rows are read from a recording
    struct rng reads;
    struct source_picks picks;
    struct source_changes changes;

    bool is_started, is_ended;
    uint64_t sequence, puts; // so far
    int64_t clock_start_ns;  // the record clock at arrival 0, where no recording tells it,
    int64_t row_clock_ns;    // and at the newest row of a recording that does
    struct kept_row kept;    // the last row of a recording
    struct preload preload;
    struct ingestion *ingestion; // another order of ingestion; NULL: as they arrive
    bool is_ingested;            // all records are in it, in order

    // Every operation at the pace of the process.
    struct arrivals arrivals;
    struct rate_curve *curve; // NULL: one rate, or a pace of their own
    struct phased_mix mix;

    // Rows at a pace of their own: recorded times, periodic devices.
    bool has_own_pace;
    struct periodic *periodic;
    struct companions companions;
    bool has_row; // the trace stands on a row that was not given yet
    int64_t first_time_ns;
    struct ratio speed; // by which recorded times are divided
    sim_ns row_at, last_row_at;
};

// Fill the batch up with the next operations and, for a recording, its rows; set is_ended at the
// end.
bool source_next_paced(struct source *source, struct batch *batch, struct err *err);
bool source_next_rows(struct source *source, struct batch *batch, struct err *err);

// Adds an operation at `at` as the last row of the batch, and the record that it writes or reads;
// of an update the last two.
void source_add_put(struct source *source, struct batch *batch, sim_ns at, uint64_t entity);
void source_add_other(struct source *source, struct batch *batch, sim_ns at,
                      const struct mix_entry *entry);

// What the preload comes to, once the pace is known; false with a fault.
bool preload_begin(struct source *source, struct err *err);
// Fills the batch up with records of it, without their generated fields.
bool preload_next(struct source *source, struct batch *batch, struct err *err);
// Record `number` of a preload at the pace of a process: when it arrived.
sim_ns preload_at(const struct preload *preload, uint64_t number);

// When a recorded time comes: since the first of the run, by the speed.
bool source_scale_time(const struct source *source, int64_t time_ns, sim_ns *out_at,
                       struct err *err);
// Writes the recording's row as row `row` of the batch.
void source_write_row(struct source *source, struct batch *batch, size_t row);

// Whether an operation at `at` is still within the plan's operations and duration.
bool source_holds(const struct source *source, sim_ns at);

#endif
