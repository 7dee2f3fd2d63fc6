// generator.h -- where a generated field's values come from. One file and one catalog line each.
//
// A value is a function of (seed, field name, record number) -- and of the arrival time for `clock` -- so
// that any record can be made again, in any order.
#ifndef HOTSIM_WORKLOAD_GENERATOR_H
#define HOTSIM_WORKLOAD_GENERATOR_H

#include "base/batch.h"
#include "base/err.h"
#include "base/param.h"
#include "base/rng.h"
#include "base/schema.h"

struct generator {
    const char *name;           // as written in a scenario
    const char *summary;        // one line for `hotsim list generators`
    const struct param *params; // ends with a row whose name is NULL
    const char *shorthand;      // the param that a bare value stands for ("zipf": 200), or NULL
    size_t config_size;
    enum value_type type;       // what it gives when nothing else is said

    // Checks the config and makes what sampling needs; NULL on error.
    void *(*open)(const void *config, struct rng stream, struct err *err);
    void (*close)(void *state);
    // Fills rows 0..count-1 of `out`; `record` and `at` are the batch's. Texts go to `arena`.
    bool (*fill)(void *state, const struct batch *batch, struct column *out, struct buffer *arena,
                 struct err *err);
    // What is known of the values (bounded, min, max, values) for the schema.
    void (*describe)(const void *config, struct field *field);
    // Distinct values and the hottest one's share, where theory knows; 0 where it does not.
    void (*popularity)(const void *config, double *out_distinct, double *out_top_share);
};

const struct generator *const *generator_catalog(size_t *out_count);
const struct generator *generator_named(const char *name);

#endif
