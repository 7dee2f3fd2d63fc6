// trace_paths.h -- the files of a recording: those named, and those in the folders named.
#ifndef HOTSIM_WORKLOAD_TRACE_PATHS_H
#define HOTSIM_WORKLOAD_TRACE_PATHS_H

#include "base/err.h"
#include "base/param.h"

// A folder stands for the files right in it, in the order of their names' bytes; hidden ones and
// folders within are left out. An error where there is none. The caller frees the list with
// trace_paths_done, also after an error.
bool trace_paths_find(const struct param_texts *given, struct param_texts *out_paths,
                      struct err *err);
void trace_paths_done(struct param_texts *paths);

#endif
