// generator.h -- where a generated field's values come from. One file and one catalog line each.
//
// A value is a function of (seed, field name, record number) -- and of the arrival time for `clock`
// -- so that any record can be made again, in any order.
#ifndef HOTSIM_WORKLOAD_GENERATOR_H
#define HOTSIM_WORKLOAD_GENERATOR_H

#include "base/batch.h"
#include "base/err.h"
#include "base/param.h"
#include "base/rng.h"
#include "base/schema.h"

struct field_plan; // workload/plan.h
struct workload_plan;
struct key_param; // key/program.h

// What a generator may know beside its config.
struct generator_context {
    struct rng stream;           // of this field alone
    const struct schema *schema; // outlives the state
    const struct key_param *params;
    size_t param_count;
    uint64_t seed;
};

struct generator {
    const char *name;           // as written in a scenario
    const char *summary;        // one line for `hotsim list generators`
    const struct param *params; // ends with a row whose name is NULL
    const char *shorthand;      // the param that a bare value stands for ("zipf": 200), or NULL
    const char *path; // the param (a text) that names a file, below the scenario's folder, or NULL
    size_t config_size;
    enum value_type type; // what it gives when nothing else is said
    bool reads_fields;    // its values, and their type, follow from other fields

    // Checks the config, which must outlive the state, and makes what sampling needs; NULL on
    // error.
    void *(*open)(const void *config, const struct generator_context *context, struct err *err);
    void (*close)(void *state); // NULL is fine
    // Fills rows 0..count-1 of `out`; `record`, `at` (when the record arrived) and, with
    // reads_fields, the columns are the batch's. Texts go to its arena, or live in the state.
    // `ranks` (NULL: draw) are the numbers of the values to take, from 0; only where popularity
    // tells how many there are.
    bool (*fill)(void *state, struct batch *batch, const uint64_t *ranks, struct column *out,
                 struct err *err);
    // What is known of the values (bounded, min, max, values, unit) for the schema.
    void (*describe)(const void *config, struct field *field);
    // Distinct values and the hottest one's share, where theory knows; 0 where it does not.
    void (*popularity)(const void *config, double *out_distinct, double *out_top_share);
    enum value_type (*type_of)(const void *state); // NULL: always `type`
    // What only the opened state knows of the values; NULL: nothing.
    void (*describe_opened)(const void *state, struct field *field);
    void (*config_done)(void *config); // frees what `params` do not describe; NULL: nothing
};

// `shares`: named values and their shares of all records; what is left goes to `rest`. It has no
// params: its config is read from an object whose members are shares ("30%" or 0.3), and `rest`, a
// field of its own: {generator, format}.
struct shares_config {
    char **names;
    double *shares; // each above 0; they sum to 1, or to less where there is a rest
    size_t count;
    struct field_plan *rest; // NULL: none; its name is not used
};

// When the plan's first clock begins, ns since 1970; without one, when a clock does by default.
int64_t clock_start_of(const struct workload_plan *plan);

const struct generator *const *generator_catalog(size_t *out_count);
const struct generator *generator_named(const char *name); // NULL where there is none

// Where the config of a generator holds the path of a file; NULL: it reads none.
char **generator_path(const struct generator *generator, void *config);

// For describe and popularity where nothing is known, or only that values are whole numbers from 0
// on.
void generator_describe_nothing(const void *config, struct field *field);
void generator_describe_from_zero(const void *config, struct field *field);
void generator_popularity_unknown(const void *config, double *out_distinct, double *out_top_share);

#endif
