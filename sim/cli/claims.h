// claims.h -- what four vendors' documents on row keys claim, and what a run shows of it.
//
// One row a claim. The rows with numbers have a test of the same id, which runs a scenario through
// the program and finds the number; the others wait for what they need to be simulated.
#ifndef HOTSIM_CLI_CLAIMS_H
#define HOTSIM_CLI_CLAIMS_H

#include <stddef.h>

struct claim {
    const char *id;       // "M1"
    const char *document; // "MapR-DB"
    const char *claim;    // in our words
    const char *verdict;  // "holds", "wrong", "holds in part"
    const char *shown;    // the number
};

const struct claim *claim_catalog(size_t *out_count);

#endif
