// record_log.h -- the records stored so far, for operations that read, update or delete one of
// them.
//
// It keeps when each record arrived and whose it was, for up to RECORD_LOG_MAX records; beyond, for
// every second, fourth, ... record and for the newest RECORD_LOG_RECENT, so that memory stays below
// 100 MiB. A read draws uniformly from what is kept, or asks for a record by its number.
//
// A record that is deleted is not given again, and one that is updated is given with its newest
// version. Both are of those that are kept: where these are a sample, so is what is left.
#ifndef HOTSIM_WORKLOAD_RECORD_LOG_H
#define HOTSIM_WORKLOAD_RECORD_LOG_H

#include "base/rng.h"
#include "base/types.h"

enum { RECORD_LOG_MAX = 2 * 1024 * 1024, RECORD_LOG_RECENT = 1 << 16 };

struct stored_record {
    uint64_t number;
    sim_ns at;
    uint64_t entity;
    uint64_t stored;  // number of what was stored last: as batch.record
    uint64_t updates; // 0: as it was put; else 1 + the number of the update that wrote it last
    sim_ns updated_at;
};

struct record_log;

struct record_log *record_log_new(void);
void record_log_free(struct record_log *log); // NULL is fine
// The next record, which is `stored` as it is put.
void record_log_add(struct record_log *log, sim_ns at, uint64_t entity, uint64_t stored);
uint64_t record_log_added(const struct record_log *log);
// False while none is there.
bool record_log_draw(const struct record_log *log, struct rng *rng,
                     struct stored_record *out_record);
// Record `number`, of those added; where it is not kept or was deleted, the nearest before it that
// is there, or else the nearest after it. False where none is.
bool record_log_at(const struct record_log *log, uint64_t number, struct stored_record *out_record);

// A record that was given, and has not changed since: `to` is what it is now. It keeps its number.
void record_log_change(struct record_log *log, const struct stored_record *to);
void record_log_remove(struct record_log *log, uint64_t number);

#endif
