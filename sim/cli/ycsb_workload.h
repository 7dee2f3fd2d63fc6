// ycsb_workload.h -- what the property file of a YCSB workload says, checked; for ycsb.c.
#ifndef HOTSIM_CLI_YCSB_WORKLOAD_H
#define HOTSIM_CLI_YCSB_WORKLOAD_H

#include "cli/properties.h"

struct ycsb_workload {
    const char *name; // the file's, without its folder
    struct properties properties;
    double read, update, scan, insert, modify;
    const char *distribution;
    double hot_fraction, hot_share;
    uint64_t records, start, operations;
    bool is_ordered;
    uint64_t padding, fields, field_bytes, scan_min, scan_max;
    bool writes_all, has_sizes;
    double target;
};

// Texts last as long as `path` and the workload. To be freed where it fails, too.
bool ycsb_workload_read(struct ycsb_workload *ycsb, const char *path, struct err *err);
void ycsb_workload_done(struct ycsb_workload *ycsb);

#endif
