// ycsb.h -- a scenario from the property file of a YCSB workload
// (site.ycsb.workloads.CoreWorkload).
//
// What a scenario can say is taken: proportions, request distributions with YCSB's own quirks, the
// spelling of keys (`insertorder`, `zeropadding`), sizes, `target`. What it cannot is an error
// where it would change the answer, and else stands as a comment in the scenario.
#ifndef HOTSIM_CLI_YCSB_H
#define HOTSIM_CLI_YCSB_H

#include "base/err.h"

// The scenario's text, which the caller frees; NULL on error. A path that cannot be opened but is
// named workloada to workloadf is that workload as YCSB ships it.
char *ycsb_scenario(const char *path, struct err *err);

#endif
