// conduct.h -- takes all lanes through the stream: the survey first, where one is due, then the run.
#ifndef HOTSIM_RUN_CONDUCT_H
#define HOTSIM_RUN_CONDUCT_H

#include "run/course.h"
#include "run/lane.h"
#include "run/run.h"

// `lanes` are new; afterwards they are finished and can be collected.
bool conduct(struct scenario *scenario, struct lane **lanes, const struct run_options *options,
             struct course *out_course, struct err *err);

#endif
