#include "workload/fault_log.h"

#include "base/mem.h"

void fault_log_add(struct fault_log *log, const char *message)
{
    if (log->example_count < FAULT_EXAMPLES_MAX)
        log->examples[log->example_count++] = mem_text(message);
    log->count++;
}

void fault_log_clear(struct fault_log *log)
{
    for (size_t i = 0; i < log->example_count; i++)
        mem_free(log->examples[i]);
    *log = (struct fault_log){0};
}
