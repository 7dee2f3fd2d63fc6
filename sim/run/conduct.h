// conduct.h -- takes all lanes through the stream: the survey first, where one is due, then the
// run.
#ifndef HOTSIM_RUN_CONDUCT_H
#define HOTSIM_RUN_CONDUCT_H

#include "run/course.h"
#include "run/lane.h"
#include "run/run.h"

// Only the survey: afterwards the lanes are started (cut, placed), and `census`, where given, has
// seen every batch.
struct field_census;
bool conduct_survey(struct scenario *scenario, struct lane **lanes,
                    const struct run_options *options, struct field_census *census,
                    struct course *out_course, struct err *err);

// `lanes` are new; afterwards they are finished and can be collected.
bool conduct(struct scenario *scenario, struct lane **lanes, const struct run_options *options,
             struct course *out_course, struct err *err);

#endif
