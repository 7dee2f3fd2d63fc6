// explain.h -- what a scenario's designs make of a record: the bytes, where they land, what each
// query costs, and what is wrong with the key. Before anything runs, after one reading of the
// workload.
#ifndef HOTSIM_RUN_EXPLAIN_H
#define HOTSIM_RUN_EXPLAIN_H

#include "base/buffer.h"
#include "base/err.h"
#include "config/scenario.h"
#include "key/program.h"
#include "run/run.h"

enum finding_level { FINDING_NONE, FINDING_NOTE, FINDING_WARNING, FINDING_ERROR };
extern const char *const finding_level_names[]; // "", "note", "warning", "error"

struct finding {
    const char *code, *remedy; // of the catalog
    char *message;
    enum finding_level level;
};
struct finding_list {
    struct finding *items; // the worst first
    size_t count;
};
void finding_list_done(struct finding_list *findings);

struct explain_part {
    char *text; // as written in the program
    bool is_literal;
    char *meaning;
    uint64_t offset, width;
    bool fixed_width;
};

// One record's key in one table.
struct explain_example {
    struct buffer key;
    struct explain_part *parts;
    size_t part_count;
    uint32_t partition;       // from 0
    struct buffer start, end; // of a region: its first key, and the first beyond (empty: none)
    struct buffer sharding;   // of a slice: the part of the key that picked it
    uint32_t server;
};

struct explain_table {
    char *name; // "" for a design's only table
    char *key;
    const char *encoding, *presplit;
    bool slices;
    uint32_t partitions;
    uint64_t servers;
    bool invertible;
    struct explain_example example;
};

struct explain_choice {
    char *words;
    double ranges, rows_examined, cost_ns;
    bool chosen;
};

struct explain_query {
    char *name;
    char *where;                           // as written; of a raw scan "scan from ... to ..."
    char *table;                           // where it reads; "" for a design's only table
    char *plan;                            // in words
    const char *shape;                     // "single", "multi", "scatter"
    bool whole_table, whole_slice, is_raw; // is_raw: executed as written, not planned
    double ranges, rows_examined, rows_returned, cost_ns; // NaN: not known
    double ranges_necessary; // that can hold a match, where fewer rows match than there are ranges
    double per_s;            // in the mix; 0: priced only
    struct explain_choice *choices; // all that were weighed
    size_t choice_count;
};

struct explain_design {
    char *name, *key;
    struct explain_table *tables;
    size_t table_count;
    struct explain_query *queries;
    size_t query_count;
    struct finding_list findings;
};

struct explain_value { // a field of the example record
    char *name, *value;
};

struct explanation {
    struct explain_value *record; // the workload's first put
    size_t field_count;
    struct explain_design *designs;
    size_t design_count;
};

// Reads the workload once. NULL on error.
struct explanation *explain_scenario(struct scenario *scenario, const struct run_options *options,
                                     struct err *err);
void explanation_free(struct explanation *explanation); // NULL is fine

// What the program alone says, without a workload.
void explain_key_findings(struct key_program *program, const struct schema *schema,
                          enum encoding encoding, bool slices, struct finding_list *out_findings);

#endif
