// record_log.h -- the records stored so far, for operations that read one of them.
//
// It keeps when each record arrived and whose it was, for up to RECORD_LOG_MAX records; beyond, for
// every second, fourth, ... record and for the newest RECORD_LOG_RECENT, so that memory stays below
// 33 MiB. A read draws uniformly from what is kept, or asks for a record by its number.
#ifndef HOTSIM_WORKLOAD_RECORD_LOG_H
#define HOTSIM_WORKLOAD_RECORD_LOG_H

#include "base/rng.h"
#include "base/types.h"

enum { RECORD_LOG_MAX = 2 * 1024 * 1024, RECORD_LOG_RECENT = 1 << 16 };

struct stored_record {
    uint64_t number;
    sim_ns at;
    uint64_t entity;
};

struct record_log;

struct record_log *record_log_new(void);
void record_log_free(struct record_log *log);                            // NULL is fine
void record_log_add(struct record_log *log, sim_ns at, uint64_t entity); // the next record
// False while none is stored.
bool record_log_draw(const struct record_log *log, struct rng *rng,
                     struct stored_record *out_record);
// Record `number`, of those added; where it is not kept, the one kept before it.
struct stored_record record_log_at(const struct record_log *log, uint64_t number);

#endif
