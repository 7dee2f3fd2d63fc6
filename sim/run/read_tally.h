// read_tally.h -- the prices of a reading's occurrences, as distributions.
#ifndef HOTSIM_RUN_READ_TALLY_H
#define HOTSIM_RUN_READ_TALLY_H

#include "metrics/result.h"
#include "run/reads.h"
#include "stats/histogram.h"

enum { READ_PRICES = 6 };

struct read_tally {
    struct histogram *prices[READ_PRICES]; // in the order of struct read_price
    uint64_t occurrences;
    double examined, returned; // in all
    double work_ns;
    double missed, foreign; // in all, of raw scans; else NaN
};

void read_tally_init(struct read_tally *tally);
void read_tally_done(struct read_tally *tally);
void read_tally_add(struct read_tally *tally, const struct read_price *price);

// The prices of a query's result; its other members are left as they are.
void read_tally_collect(const struct read_tally *tally, struct query_result *out);

#endif
