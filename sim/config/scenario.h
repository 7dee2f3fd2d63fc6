// scenario.h -- a scenario, read, checked and resolved: plain data for run/ and cli/.
#ifndef HOTSIM_CONFIG_SCENARIO_H
#define HOTSIM_CONFIG_SCENARIO_H

#include "base/param.h"
#include "cluster/store.h"
#include "key/program.h"
#include "workload/plan.h"
#include "workload/source.h"

struct scenario_query {
    char *name;
    char *where;               // the clause as written; of a raw scan what it is meant to find, or
                               // NULL
    char *scan_from, *scan_to; // a raw scan's key programs (scan_to NULL: to the end); else NULL
    char *pick;                // "as_written", "uniform", "latest"
    double pick_theta;
    double rate_per_s; // in the mix; 0: planned and priced only
};

struct scenario_table {
    char *name; // "" for a design's only table
    char *key;  // the key program (a preset already expanded)
    bool holds_reference;
    struct store_config store; // resolved: the scenario's, then the design's, then the table's
    bool has_store;            // the table, or the design that it is, has a `store` of its own
};

struct scenario_design {
    char *name;
    char *key;    // as shown: the program, or "by_host: ...; by_time: ..."
    char *preset; // or NULL
    struct scenario_table *tables;
    size_t table_count;
    bool has_store;            // several tables: the design has a `store` of its own,
    struct store_config store; // which is this; else the scenario's
};

struct scenario_expect {
    char *design, *metric;
    bool has_min, has_max;
    double min, max;
};

struct scenario_run {
    uint64_t warmup_ns;
    uint64_t windows; // of equal operation count; 0 where window_ns is given
    uint64_t window_ns;
    struct incident *incidents; // in order of time
    size_t incident_count;
    char *preload;          // as written; NULL: none
    uint64_t preload_bytes; // of the first design's first table, before it is known how many rows
                            // of `workload.preload` that is; 0: given in rows or time
};

struct scenario_warning {
    char *code, *message;
};

struct scenario_forms;

struct scenario {
    char *path; // as given; "" where made from flags
    char *name; // file name without folder and ending
    char *title;
    uint64_t seed;
    struct workload_plan workload;
    char *order_by;                  // `workload.order`: "sharding", "sorting"; NULL: none,
    struct param_texts order_fields; // or these
    double row_columns;              // `workload.row`
    uint64_t row_value_bytes;        // a column; used where row_value_field is NULL
    char *row_value_field;
    struct scenario_query *queries;
    size_t query_count;
    struct key_param *params;
    size_t param_count;
    struct scenario_design *designs;
    size_t design_count;
    struct store_config store;
    struct scenario_run run;
    struct scenario_expect *expects;
    size_t expect_count;
    struct scenario_warning *warnings;
    size_t warning_count;

    struct source *source; // opened, with its schema known; owned
    char *config;          // the resolved scenario as JSON text (2 spaces), paths as given
    char *hash;            // 16 hex digits; set by scenario_seal
    char *sealed_config;   // `config` with each path replaced by its content's hash, for
                           // result.json; set by scenario_seal

    struct scenario_forms *forms; // how it was spelled; for config/ alone
};

// What the command line adds to a scenario.
struct scenario_options {
    const char *const *sets; // "store.servers=12"
    size_t set_count;
    const char *const *keys; // --key 'NAME=PROGRAM' or 'PROGRAM'
    size_t key_count;
    const char *const *only; // --design; all where empty
    size_t only_count;
    bool seed_given;
    uint64_t seed;
    // Where the operand is a recording and not a scenario: servers, store, ... come as sets.
};

// Every fault of a file in one go, each with file:line:column, its line, a caret, and a hint.
struct diagnostics {
    struct buffer text; // as printed
    size_t count;
};
void diagnostics_done(struct diagnostics *diagnostics);

// Reads a scenario file, or (where the file is not JSON by its look, or is "-") a recording, for
// which a scenario is made. NULL on error: diagnostics hold what is wrong, ready to print;
// err.code tells the exit (ERR_INPUT, ERR_MACHINE).
struct scenario *scenario_open(const char *path, const struct scenario_options *options,
                               struct diagnostics *diagnostics, struct err *err);
// The same for a scenario at hand as text, known by `name`; paths are relative to the current
// folder.
struct scenario *scenario_open_text(const char *json, const char *name,
                                    const struct scenario_options *options,
                                    struct diagnostics *diagnostics, struct err *err);
void scenario_free(struct scenario *scenario);

// How the table's key programs are compiled.
struct key_context scenario_table_context(const struct scenario *scenario,
                                          const struct scenario_table *table);

// Whether a query from the table `wanted` (NULL: any) is answered by this one. A design's only
// table answers to every name.
bool scenario_table_answers(const struct scenario_design *design, size_t table, const char *wanted);

// The hash over `config`, in which each path is replaced by its content's hash; needs a survey's
// content hash for traces.
void scenario_seal(struct scenario *scenario);

// The scenario that was made for a recording, as text that can be saved and run; NULL where a
// scenario file was given.
const char *scenario_made(const struct scenario *scenario);

#endif
