// tables.h -- what a scenario can say: one table for each of its objects.
//
// The tables read, check, give defaults, echo and document. A row of kind PARAM_OBJECT without
// members is read by code, since its members have names of the user's choice or several shapes; its
// help says what it takes. Names in capitals in a path stand for any name: `queries.Q`,
// `designs.D.tables.T`.
#ifndef HOTSIM_CONFIG_TABLES_H
#define HOTSIM_CONFIG_TABLES_H

#include "base/param.h"
#include "base/types.h"

// A name or a value that other versions know and this one refuses, with the reason in words.
struct later_name {
    const char *member; // the row that takes the value; NULL: `name` itself is a member
    const char *name;
    const char
        *what; // "simulate closed loops", as in "this version does not simulate closed loops"
};

struct field_table {
    const char *path; // "" is the scenario itself
    const char *summary;
    const struct param *rows;       // ends with a row whose name is NULL
    const struct later_name *later; // ends with a row whose name is NULL; or NULL
    const char *short_form;         // the member that a bare value stands for, or NULL
};

// All tables in order: NULL gives the first, the last gives NULL.
const struct field_table *field_table_next(const struct field_table *table);
const struct field_table *field_table_at(const char *path); // NULL: none

// ---- the structs that the tables fill, where the plain data of other rooms has another shape ----

struct root_form {
    uint64_t version;
    char *title;
    uint64_t seed;
};

struct field_form {
    int type; // enum value_type; only where `type` is given
    char *format;
};

struct trace_form {
    struct param_texts paths; // as given
    int format;
    char *pattern;
    char *delimiter, *quote, *comment, *null, *null_as;
    struct param_pairs columns, types;
    char *op_column;
    struct param_pairs op_map;
    char *parse_from, *parse_as;
    char *time_field;
    int time_unit; // enum time_unit
    char *time_format;
    double speed, rate_per_s;
    int sort;
    uint64_t limit;
    int on_error;
};

struct arrival_form {
    uint64_t clients, think_ns;
    int process;
    double rate_per_s;
    int spacing; // 0 poisson, 1 constant
    char *entity;
    uint64_t period_ns, jitter_ns;
    int phase; // 0 spread, 1 aligned
    double mean, amplitude;
    uint64_t every_ns, length_ns;
    double factor, between;
};

struct phase_form {
    uint64_t at_ns;
    double rate_per_s; // 0: as before
};

struct row_form {
    double columns;
};

struct query_form {
    char *where;
};

struct scan_form {
    char *from, *to;
};

struct preset_form {
    char *key, *preset, *of, *by, *delimiter;
    uint64_t buckets, chars, width;
    int holds;
};

struct run_form {
    uint64_t operations, duration_ns, warmup_ns, windows, window_ns;
};

struct incident_form {
    uint64_t at_ns, lose, add;
};

struct expect_form {
    char *design, *metric;
    double min, max; // where given
};

struct latest_form {
    double theta;
};

struct weight_form {
    double value;
};

#endif
