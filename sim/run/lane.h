// lane.h -- one design on its way through the stream: batch in, counts and latencies kept.
//
// Stages of a batch, each a simple loop over arrays: select the puts, spell the keys, find the
// partitions, count, draw service times, let the cluster serve.
//
// Threads: a lane is touched by one thread at a time; lanes share nothing but the scenario and the
// course, which they only read.
#ifndef HOTSIM_RUN_LANE_H
#define HOTSIM_RUN_LANE_H

#include "base/err.h"
#include "config/scenario.h"
#include "metrics/result.h"
#include "run/course.h"

struct lane;

// Compiles the design. NULL on error.
struct lane *lane_new(const struct scenario *scenario, const struct scenario_design *design,
                      struct err *err);
void lane_free(struct lane *lane); // NULL is fine

// True where keys must be looked at before the run (learned split points, a heat map over very many
// regions).
bool lane_wants_survey(const struct lane *lane);
bool lane_survey(struct lane *lane, const struct batch *batch, struct err *err);

// Mean bytes of the batch's rows in the design's first table, at any time before lane_start.
bool lane_row_bytes(struct lane *lane, const struct batch *batch, double *out_bytes,
                    struct err *err);

// What the survey found, for every lane.
struct record_census;
struct record_book;
struct lane_setup {
    const struct course *course;
    const struct record_census *records; // NULL where nothing reads
    const struct record_book *book;      // records so far, written between chunks; NULL as well
};

// Cuts the tables, places the partitions, plans the reads, and makes room for counting.
bool lane_start(struct lane *lane, const struct lane_setup *setup, struct err *err);
// Records that are stored before the run, in no time.
bool lane_preload(struct lane *lane, const struct batch *batch, struct err *err);
// After the last of them.
void lane_preloaded(struct lane *lane);
bool lane_step(struct lane *lane, const struct batch *batch, struct err *err);
// Serves what is left and checks every identity.
bool lane_finish(struct lane *lane, struct err *err);

// All lanes of a scenario; NULL with the first fault. `all_live`: every table whose policy splits
// is taken to come to it, however little is expected to be written.
struct lane **lanes_open(const struct scenario *scenario, bool all_live, struct err *err);
void lanes_close(struct lane **lanes, size_t count); // NULL is fine

// After lane_start and after lane_finish: a region comes to a size at which it may split, which was
// not expected when the keys were surveyed: the run is to be made again, all live.
bool lane_outgrew(const struct lane *lane);

// After lane_start: where tables were cut, for the plan.
struct check_design;
void lane_describe(const struct lane *lane, struct check_design *out);

// After lane_finish.
void lane_collect(const struct lane *lane, struct design_result *out);

#endif
