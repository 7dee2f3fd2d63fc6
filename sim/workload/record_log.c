#include "workload/record_log.h"

#include "base/mem.h"

#include <assert.h>

struct entry {
    sim_ns at;
    uint64_t entity;
};

struct record_log {
    uint64_t added;
    uint64_t spacing; // every so many records one is kept
    size_t count, capacity;
    struct entry *entries;
    struct entry
        *recent; // [RECORD_LOG_RECENT] record k at k % RECORD_LOG_RECENT; NULL: all are kept
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
    mem_free(log->recent);
    mem_free(log);
}

static void thin(struct record_log *log)
{
    if (!log->recent) {
        log->recent = mem_new(RECORD_LOG_RECENT, sizeof *log->recent);
        for (size_t i = log->count - RECORD_LOG_RECENT; i < log->count; i++)
            log->recent[i % RECORD_LOG_RECENT] = log->entries[i];
    }
    for (size_t i = 0; i < RECORD_LOG_MAX / 2; i++)
        log->entries[i] = log->entries[2 * i];
    log->count = RECORD_LOG_MAX / 2;
    log->spacing *= 2;
}

void record_log_add(struct record_log *log, sim_ns at, uint64_t entity)
{
    const uint64_t number = log->added++;
    const struct entry entry = {.at = at, .entity = entity};
    if (log->recent)
        log->recent[number % RECORD_LOG_RECENT] = entry;
    if (number % log->spacing != 0)
        return;
    if (log->count == RECORD_LOG_MAX) {
        thin(log);
        log->recent[number % RECORD_LOG_RECENT] = entry;
    }
    if (log->count == log->capacity) {
        log->capacity = log->capacity > 0 ? 2 * log->capacity : 1024;
        log->entries = mem_resize(log->entries, log->capacity, sizeof *log->entries);
    }
    log->entries[log->count++] = entry;
}

static struct stored_record record_of(uint64_t number, const struct entry *entry)
{
    return (struct stored_record){.number = number, .at = entry->at, .entity = entry->entity};
}

bool record_log_draw(const struct record_log *log, struct rng *rng,
                     struct stored_record *out_record)
{
    if (log->count == 0)
        return false;
    const uint64_t index = rng_upto(rng, log->count - 1);
    *out_record = record_of(index * log->spacing, &log->entries[index]);
    return true;
}

struct stored_record record_log_at(const struct record_log *log, uint64_t number)
{
    assert(number < log->added);
    if (log->recent && log->added - number <= RECORD_LOG_RECENT)
        return record_of(number, &log->recent[number % RECORD_LOG_RECENT]);
    const uint64_t index = number / log->spacing;
    return record_of(index * log->spacing, &log->entries[index]);
}
