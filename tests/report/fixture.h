// fixture.h -- results made in code, so that reports can be tested without a run.
#ifndef HOTSIM_TESTS_FIXTURE_H
#define HOTSIM_TESTS_FIXTURE_H

#include "metrics/result.h"

struct fixture_shape {
    const char *name;
    uint32_t partitions, servers, windows;
    uint64_t writes;
    // What partition takes of a window's writes (need not sum to 1): NULL is even.
    double (*share)(uint32_t partition, uint32_t window, const struct fixture_shape *shape);
};

double share_even(uint32_t partition, uint32_t window, const struct fixture_shape *shape);
double share_moving(uint32_t partition, uint32_t window,
                    const struct fixture_shape *shape); // one after the other
double share_first(uint32_t partition, uint32_t window,
                   const struct fixture_shape *shape); // all on the first
double share_hashed(uint32_t partition, uint32_t window,
                    const struct fixture_shape *shape); // as chance has it

// A result of `compare` over these designs, whole and consistent; result_free frees it.
struct result *fixture_result(const struct fixture_shape *shapes, size_t count);
// time first, bucketed and hash prefix on 8 servers, 32 regions.
struct result *fixture_three(void);

// Adds a query with its latency to a design: 100 occurrences, so many rows read for each one found,
// and so many scans issued and needed.
void fixture_query(struct design_result *design, const char *name, double amplification,
                   double issued, double needed);

#endif
