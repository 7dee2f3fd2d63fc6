// run.h -- one scenario through all its designs: the same operations for each, side by side.
//
// The stream is read in chunks; each design is a lane that sees every chunk in order, so that the
// number of threads never changes a byte. Learned split points take a survey pass before.
#ifndef HOTSIM_RUN_RUN_H
#define HOTSIM_RUN_RUN_H

#include "base/err.h"
#include "config/scenario.h"
#include "metrics/result.h"

#include <signal.h>

struct run_options {
    const char *command;                      // "compare", "run"
    uint32_t jobs;                            // threads; at least 1
    const volatile sig_atomic_t *interrupted; // not 0: stop with ERR_INTERRUPTED
    // Told now and then, from the calling thread: the stage in words, and how far (0..1; NaN: not
    // known). NULL: silent.
    void (*progress)(void *context, const char *stage, double share);
    void *progress_context;
    // Told once, when the workload has been surveyed and the scenario is sealed (its hash is
    // known), before the replay: the time to look whether the result's folder is free. False from
    // it stops the run with its error. NULL: not told.
    bool (*surveyed)(void *context, const struct scenario *scenario, struct err *err);
    void *surveyed_context;
};

// NULL on error. Seals the scenario (its hash) on the way.
struct result *run_scenario(struct scenario *scenario, const struct run_options *options,
                            struct err *err);

// ---- the resolved plan, before anything runs: `hotsim check`, and the first lines of `compare`
// ----

struct check_field {
    char *name, *type;
    double distinct, top_share; // NaN: not known
    bool exact;                 // counted or known, not estimated
};

struct check_table {
    char *name, *presplit; // "" for a design's only table; "learned"
    uint64_t regions;
    double key_bytes_mean, row_bytes_mean;
};

struct check_query { // as planned, for the rows expected at the end
    char *name, *table, *plan;
    double ranges, rows_examined; // of an occurrence; NaN: of a raw scan
    double rows_per_s;            // that all its occurrences read; 0: the mix does not draw it
    double work_share;            // of all handlers' time
};

struct check_design {
    char *name, *key;
    struct check_table *tables;
    size_t table_count;
    struct check_query *queries;
    size_t query_count;
};

struct check_operation {
    char *name;
    double per_s;
    uint64_t count;
};

struct check_plan {
    double rate_per_s, simulated_s;
    uint64_t operations, warmup_operations, rows_skipped;
    struct check_operation *kinds;
    size_t kind_count;
    double rows,
        bytes; // written by the end, to the first design's first table (an overwrite counts again)
    struct check_field *fields;
    size_t field_count;
    struct check_design *designs;
    size_t design_count;
    double capacity_per_s; // what an ideal spread could serve
    struct warning *warnings;
    size_t warning_count;
};

// Reads the workload once. NULL on error.
struct check_plan *run_check(struct scenario *scenario, const struct run_options *options,
                             struct err *err);
void check_plan_free(struct check_plan *plan);

#endif
