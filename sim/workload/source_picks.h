// source_picks.h -- reads that do not take any record alike: by the values of the records, and by
// their age.
//
// Values of a preload of which a sample is given are those of the sample: what has few records may
// be missing.
#ifndef HOTSIM_WORKLOAD_SOURCE_PICKS_H
#define HOTSIM_WORKLOAD_SOURCE_PICKS_H

#include "stats/sampler.h"
#include "workload/mix.h"
#include "workload/value_pool.h"

// Different combinations of values that all queries together hold: below 48 MiB.
enum { PICK_VALUES_MAX = 1 << 20 };

struct source_picks {
    struct value_pool **pools; // [count] by query; NULL: its values do not matter
    size_t count;
    struct zipf ages; // of the draw before
};

// For the queries that the mix draws.
void source_picks_init(struct source_picks *picks, const struct workload_plan *plan,
                       const struct mix *mix);
void source_picks_done(struct source_picks *picks);

// How a query picks; NULL: as written, as all that is no query.
const struct query_pick *source_pick_of(const struct workload_plan *plan, int kind, uint16_t query);

// How many of `records` are newer than the one that is read.
uint64_t source_picks_age(struct source_picks *picks, uint64_t records, double theta,
                          struct rng *rng);

struct picked_rows {
    struct batch *batch; // with all fields filled
    sim_ns *record_at;   // [BATCH_ROWS]
    uint64_t *entity;    // [BATCH_ROWS], or NULL
};
// In the order of the rows: puts are added, and reads by value take a record of those added before,
// drawn by `stream` at their number. True where a row has another record now, so that the fields
// must be filled again.
bool source_picks_settle(struct source_picks *picks, const struct workload_plan *plan,
                         const struct picked_rows *rows, struct rng stream);

#endif
