#include "workload/record_log.h"

#include "base/mem.h"

struct entry {
    sim_ns at;
    uint64_t entity;
};

struct record_log {
    uint64_t added;
    uint64_t spacing; // every so many records one is kept
    size_t count, capacity;
    struct entry *entries;
};

struct record_log *record_log_new(void)
{
    struct record_log *log = mem_new(1, sizeof *log);
    log->spacing = 1;
    return log;
}

void record_log_free(struct record_log *log)
{
    if (!log)
        return;
    mem_free(log->entries);
    mem_free(log);
}

void record_log_add(struct record_log *log, sim_ns at, uint64_t entity)
{
    if (log->added++ % log->spacing != 0)
        return;
    if (log->count == RECORD_LOG_MAX) {
        for (size_t i = 0; i < RECORD_LOG_MAX / 2; i++)
            log->entries[i] = log->entries[2 * i];
        log->count = RECORD_LOG_MAX / 2;
        log->spacing *= 2;
    }
    if (log->count == log->capacity) {
        log->capacity = log->capacity > 0 ? 2 * log->capacity : 1024;
        log->entries = mem_resize(log->entries, log->capacity, sizeof *log->entries);
    }
    log->entries[log->count++] = (struct entry){.at = at, .entity = entity};
}

bool record_log_draw(const struct record_log *log, struct rng *rng,
                     struct stored_record *out_record)
{
    if (log->count == 0)
        return false;
    const uint64_t index = rng_upto(rng, log->count - 1);
    *out_record = (struct stored_record){.number = index * log->spacing,
                                         .at = log->entries[index].at,
                                         .entity = log->entries[index].entity};
    return true;
}
