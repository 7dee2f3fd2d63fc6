// crew.h -- threads that move lanes: each chunk of batches through every lane, in order.
//
// Lane i belongs to worker i % jobs for the whole run, so a lane sees its chunks in order and no
// two threads touch it; the number of threads never changes a byte. With one job the caller's
// thread does the work.
//
// Between crew_start and the next crew_wait the chunk must stay as it is; meanwhile the caller
// fills another.
#ifndef HOTSIM_RUN_CREW_H
#define HOTSIM_RUN_CREW_H

#include "base/err.h"
#include "run/lane.h"

enum chunk_work { WORK_SURVEY, WORK_PRELOAD, WORK_PRELOADED, WORK_STEP, WORK_FINISH };

struct chunk {
    enum chunk_work work;
    const struct batch *batches;
    size_t count;
};

struct crew;

struct crew *crew_new(struct lane **lanes, size_t lane_count, uint32_t jobs);
void crew_free(struct crew *crew); // NULL is fine

void crew_start(struct crew *crew, const struct chunk *chunk);
// Waits for the chunk; the fault of the first lane that has one.
bool crew_wait(struct crew *crew, struct err *err);

#endif
