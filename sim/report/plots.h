// plots.h -- the data files and graphs of a result.
#ifndef HOTSIM_REPORT_PLOTS_H
#define HOTSIM_REPORT_PLOTS_H

#include "base/err.h"
#include "metrics/result.h"

#include <signal.h>

struct plots_request {
    bool draw;
    const char *kind;                         // the graph; NULL: every one
    const volatile sig_atomic_t *interrupted; // not 0: stop with ERR_INTERRUPTED; NULL: never
};

// Fills root/data with comparison, partitions, windows, lorenz, queries, break_even, and what the
// graphs add (heatmap-N, latency, reads), all .tsv; and, where
// `draw`, root/plots with NAME.gp, NAME-labels.tsv, NAME.png and NAME.svg of the graphs asked for.
bool plots_make(const struct result *result, const char *root, const struct plots_request *request,
                struct err *err);

#endif
