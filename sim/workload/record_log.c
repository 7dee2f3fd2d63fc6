#include "workload/record_log.h"

#include "base/mem.h"

#include <assert.h>

// Of a record that was deleted.
#define GONE UINT64_MAX

struct entry {
    sim_ns at, updated_at;
    uint64_t number;
    uint64_t stored; // GONE
    uint32_t updates;
    uint32_t entity;
};

// Entries are in the order of their numbers. Those of deleted records stay until they are as many
// as the others, so that drawing again until one is there takes two draws in the mean.
struct record_log {
    uint64_t added;
    uint64_t spacing; // every so many records one is kept
    size_t count, capacity, gone;
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

uint64_t record_log_added(const struct record_log *log)
{
    return log->added;
}

// Keeps the entries that are there, of numbers that `spacing` divides.
static void sift(struct record_log *log)
{
    size_t kept = 0;
    for (size_t i = 0; i < log->count; i++) {
        const struct entry *entry = &log->entries[i];
        if (entry->stored != GONE && entry->number % log->spacing == 0)
            log->entries[kept++] = *entry;
    }
    log->count = kept;
    log->gone = 0;
}

static void thin(struct record_log *log)
{
    if (!log->recent) {
        log->recent = mem_new(RECORD_LOG_RECENT, sizeof *log->recent);
        for (uint64_t number = log->added - RECORD_LOG_RECENT; number < log->added; number++)
            log->recent[number % RECORD_LOG_RECENT] =
                (struct entry){.number = number, .stored = GONE};
        for (size_t i = 0; i < log->count; i++) {
            const struct entry *entry = &log->entries[i];
            if (log->added - entry->number <= RECORD_LOG_RECENT)
                log->recent[entry->number % RECORD_LOG_RECENT] = *entry;
        }
    }
    log->spacing *= 2;
    sift(log);
}

void record_log_add(struct record_log *log, sim_ns at, uint64_t entity, uint64_t stored)
{
    const uint64_t number = log->added;
    const struct entry entry = {
        .at = at, .number = number, .stored = stored, .entity = (uint32_t)entity};
    while (number % log->spacing == 0 && log->count == RECORD_LOG_MAX)
        thin(log);
    log->added++;
    if (log->recent)
        log->recent[number % RECORD_LOG_RECENT] = entry;
    if (number % log->spacing != 0)
        return;
    if (log->count == log->capacity) {
        log->capacity = log->capacity > 0 ? 2 * log->capacity : 1024;
        log->entries = mem_resize(log->entries, log->capacity, sizeof *log->entries);
    }
    log->entries[log->count++] = entry;
}

static struct stored_record record_of(const struct entry *entry)
{
    return (struct stored_record){.number = entry->number,
                                  .at = entry->at,
                                  .entity = entry->entity,
                                  .stored = entry->stored,
                                  .updates = entry->updates,
                                  .updated_at = entry->updated_at};
}

bool record_log_draw(const struct record_log *log, struct rng *rng,
                     struct stored_record *out_record)
{
    if (log->count == log->gone)
        return false;
    const struct entry *entry;
    do
        entry = &log->entries[rng_upto(rng, log->count - 1)];
    while (entry->stored == GONE);
    *out_record = record_of(entry);
    return true;
}

// The place of the first entry whose number is greater.
static size_t place_behind(const struct record_log *log, uint64_t number)
{
    size_t low = 0;
    size_t high = log->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (log->entries[middle].number <= number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The slot of a number among the newest; NULL: it is not one of them.
static struct entry *recent_of(const struct record_log *log, uint64_t number)
{
    if (!log->recent || log->added - number > RECORD_LOG_RECENT)
        return NULL;
    return &log->recent[number % RECORD_LOG_RECENT];
}

bool record_log_at(const struct record_log *log, uint64_t number, struct stored_record *out_record)
{
    assert(number < log->added);
    for (uint64_t near = number; near <= number; near--) {
        const struct entry *recent = recent_of(log, near);
        if (!recent)
            break;
        if (recent->stored != GONE) {
            *out_record = record_of(recent);
            return true;
        }
    }
    const size_t behind = place_behind(log, number);
    size_t at = behind;
    while (at > 0 && log->entries[at - 1].stored == GONE)
        at--;
    if (at > 0) {
        *out_record = record_of(&log->entries[at - 1]);
        return true;
    }
    at = behind;
    while (at < log->count && log->entries[at].stored == GONE)
        at++;
    if (at < log->count)
        *out_record = record_of(&log->entries[at]);
    return at < log->count;
}

static void change(struct entry *entry, const struct stored_record *to)
{
    entry->stored = to->stored;
    entry->updates = (uint32_t)to->updates;
    entry->updated_at = to->updated_at;
}

// The entry of a number that is kept; NULL: it is not.
static struct entry *entry_of(const struct record_log *log, uint64_t number)
{
    const size_t behind = place_behind(log, number);
    return behind > 0 && log->entries[behind - 1].number == number ? &log->entries[behind - 1]
                                                                   : NULL;
}

void record_log_change(struct record_log *log, const struct stored_record *to)
{
    struct entry *const copies[] = {entry_of(log, to->number), recent_of(log, to->number)};
    for (size_t i = 0; i < 2; i++) {
        if (copies[i])
            change(copies[i], to);
    }
}

void record_log_remove(struct record_log *log, uint64_t number)
{
    struct entry *const entry = entry_of(log, number);
    struct entry *const recent = recent_of(log, number);
    if (recent)
        recent->stored = GONE;
    if (!entry)
        return;
    entry->stored = GONE;
    if (++log->gone > log->count / 2)
        sift(log);
}
