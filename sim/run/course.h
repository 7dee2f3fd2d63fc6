// course.h -- what is known of the whole stream before the first lane moves: its length, where the
// warm-up ends, how it falls into windows.
//
// Window numbers count from 0 over the measured part; `windows` and above belong to none (the
// operations after the last whole window).
#ifndef HOTSIM_RUN_COURSE_H
#define HOTSIM_RUN_COURSE_H

#include "base/batch.h"
#include "base/err.h"
#include "config/scenario.h"

struct course {
    uint64_t operations; // all, the warm-up included
    uint64_t kinds[OP_KIND_COUNT];
    uint64_t warmup_operations; // those that arrive before warmup_ns
    uint64_t warmup_puts;
    sim_ns warmup_ns;
    sim_ns first_measured_at, last_at;
    sim_ns middle; // half-way through the measured part
    uint32_t windows;
    uint64_t window_operations; // of equal operation count; 0: by time
    uint64_t window_ns;
    uint64_t rows_skipped;
    uint64_t preloaded, preloaded_given; // records before the first operation, and those given
    sim_ns preloaded_ns;                 // the time on the record clock that they take
};

enum { COURSE_WINDOWS_MAX = 10000 };

// The window of an operation of the measured part.
uint32_t course_window(const struct course *course, uint64_t sequence, sim_ns at);

double course_measured_s(const struct course *course);
uint64_t course_measured_operations(const struct course *course);

// Reads the stream once. `each` (may be NULL) sees every batch.
struct course_listener {
    void *context;
    bool (*each)(void *context, const struct batch *batch, struct err *err);
};
bool course_survey(struct scenario *scenario, const struct course_listener *listener,
                   struct course *out_course, struct err *err);

#endif
