// design_table.h -- one table of one design, made ready: its key program, its first partitions, its
// service times.
#ifndef HOTSIM_RUN_DESIGN_TABLE_H
#define HOTSIM_RUN_DESIGN_TABLE_H

#include "base/err.h"
#include "cluster/service.h"
#include "config/scenario.h"
#include "key/program.h"
#include "run/sample.h"
#include "table/partition_map.h"

struct design_table {
    const struct scenario_table *plan;
    struct key_program *program;
    struct key_facts facts;
    int algorithm; // enum presplit_kind: the one used, `auto` resolved
    uint64_t regions_wanted;
    size_t splits_merged;
    struct key_sample
        *learned; // PRESPLIT_LEARNED or a heat map by quantiles: keys of the survey; else NULL
    struct bytes learned_last; // the highest learned key; size 0: none
    uint64_t learned_count;
    struct partition_map *map;
    uint32_t first_partition; // id of its first partition over the design's tables
    struct service_sampler put_service;
};

// Compiles the program and settles the pre-split algorithm; a learned one gets a sample to be
// filled by the survey.
bool design_table_open(struct design_table *table, const struct scenario_table *plan,
                       const struct scenario *scenario, struct err *err);
// Cuts the table, once the survey has filled the sample. `puts`: of the whole stream.
bool design_table_cut(struct design_table *table, uint64_t puts, struct err *err);
void design_table_close(struct design_table *table);

// What one write costs this table, in bytes: columns x (key + value + the store's overhead).
struct row_sizes {
    double columns;
    uint64_t value_bytes; // used where value_column < 0
    int value_column;     // a field that gives the bytes of a row's values
};

#endif
