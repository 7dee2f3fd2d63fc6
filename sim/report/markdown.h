// markdown.h -- summary.md: finding, table, assumptions, graphs, command.
#ifndef HOTSIM_REPORT_MARKDOWN_H
#define HOTSIM_REPORT_MARKDOWN_H

#include "base/buffer.h"
#include "metrics/result.h"

// The same result gives the same bytes: paths and the time of the run are in meta.json only.
void markdown_summary(struct buffer *out, const struct result *result, bool has_plots);

#endif
