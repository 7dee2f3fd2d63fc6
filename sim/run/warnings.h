// warnings.h -- where an answer could mislead, said with its reason. One catalog entry each, in
// warnings.c.
#ifndef HOTSIM_RUN_WARNINGS_H
#define HOTSIM_RUN_WARNINGS_H

#include "metrics/result.h"
#include "run/course.h"

struct lane;

// Appends to out->warnings what is due for this design. `out` holds all else already.
void design_warnings(const struct lane *lane, struct design_result *out);

// Appends one; both texts are copied.
void warning_add(struct warning **warnings, size_t *count, const char *code, const char *message);

#endif
