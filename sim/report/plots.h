// plots.h -- the data files and graphs of a result.
#ifndef HOTSIM_REPORT_PLOTS_H
#define HOTSIM_REPORT_PLOTS_H

#include "base/err.h"
#include "metrics/result.h"

// Fills root/data with comparison, partitions, windows, lorenz and heatmap-N .tsv; and, where
// `draw`, root/plots with NAME.gp, NAME-labels.tsv, NAME.png and NAME.svg of the graph `kind`
// (NULL: of every graph).
bool plots_make(const struct result *result, const char *root, const char *kind, bool draw,
                struct err *err);

#endif
