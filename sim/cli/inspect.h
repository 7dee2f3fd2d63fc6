// inspect.h -- what was seen of a recording, for a person, for a script, and as a scenario to begin
// with.
#ifndef HOTSIM_CLI_INSPECT_H
#define HOTSIM_CLI_INSPECT_H

#include "base/param.h"
#include "workload/trace_inspect.h"

void inspect_as_text(const struct inspection *inspection, const struct param_texts *paths,
                     struct buffer *out);
void inspect_as_json(const struct inspection *inspection, const struct param_texts *paths,
                     struct buffer *out);

// A scenario that reads the recording as it was seen, with designs made of its columns.
void inspect_as_scenario(const struct inspection *inspection, const struct param_texts *paths,
                         struct buffer *out);

// "monotonic", "not monotonic" or "unknown", as MongoDB's analyzeShardKey has it: by whether the
// rank correlation is at least 0.7 either way.
const char *inspect_monotonicity(const struct order_summary *order);

// Rows a second over the whole recording; NaN where times do not tell.
double inspect_rate_per_s(const struct inspection *inspection);

#endif
