// selftest.h -- small random scenarios through the program and through the reference: every number
// is compared.
#ifndef HOTSIM_SELFTEST_SELFTEST_H
#define HOTSIM_SELFTEST_SELFTEST_H

#include "base/buffer.h"
#include "base/err.h"

#include <signal.h>

struct selftest_options {
    uint64_t first, last; // seeds, both included
    uint32_t jobs;        // threads; at least 1
    const volatile sig_atomic_t *interrupted;
    // Told now and then, from one thread at a time.
    void (*progress)(void *context, uint64_t done, uint64_t total);
    void *progress_context;
};

// The lowest seed whose results differ.
struct selftest_fault {
    uint64_t seed;
    struct buffer scenario; // its text
};
void selftest_fault_done(struct selftest_fault *fault);

// ERR_BUG where results differ, with the field and both values, and the fault filled;
// ERR_INTERRUPTED.
bool selftest_run(const struct selftest_options *options, struct selftest_fault *out_fault,
                  struct err *err);

#endif
