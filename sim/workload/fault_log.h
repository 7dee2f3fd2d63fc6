// fault_log.h -- faults that were passed over: how many, and the first few in words.
#ifndef HOTSIM_WORKLOAD_FAULT_LOG_H
#define HOTSIM_WORKLOAD_FAULT_LOG_H

#include "base/types.h"

enum { FAULT_EXAMPLES_MAX = 5 };

struct fault_log {
    uint64_t count;
    char *examples[FAULT_EXAMPLES_MAX];
    size_t example_count;
};

void fault_log_add(struct fault_log *log, const char *message);
void fault_log_clear(struct fault_log *log); // frees the contents, too

#endif
