// history.h -- queries that look further back than there are rows.
#ifndef HOTSIM_RUN_HISTORY_H
#define HOTSIM_RUN_HISTORY_H

#include "config/scenario.h"
#include "metrics/result.h"
#include "run/course.h"

// A warning for each query whose range over a field of time is wider than preload and run together.
void warn_of_history(const struct scenario *scenario, const struct course *course,
                     struct warning **warnings, size_t *count);

#endif
