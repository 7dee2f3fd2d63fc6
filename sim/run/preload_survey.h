// preload_survey.h -- looks through what is stored before the first operation, ahead of the run:
// queries are planned by what a table holds at the end.
#ifndef HOTSIM_RUN_PRELOAD_SURVEY_H
#define HOTSIM_RUN_PRELOAD_SURVEY_H

#include "base/err.h"
#include "config/scenario.h"
#include "run/course.h"

// Shows every batch of it to the listener (NULL: nobody looks), and rewinds. `out_weight`: how many
// records each that was shown stands for. A preload that is given in bytes is made rows first, by
// the mean row of the first design's first table in the first batch.
bool preload_survey(struct scenario *scenario, const struct course_listener *listener,
                    double *out_weight, struct err *err);

#endif
