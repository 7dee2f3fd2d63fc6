// meta.h -- what a saved result says of the run that made it: command line, folder, start,
// duration.
#ifndef HOTSIM_CLI_META_H
#define HOTSIM_CLI_META_H

#include "cli/command.h"
#include "report/report.h"

#include <time.h>

struct meta {
    char *folder, *command_line; // owned
    char started_at[32];         // ISO 8601, UTC
    struct timespec begun;
};

struct meta meta_begin(const struct call *call);
void meta_done(struct meta *meta);

// Until now; the texts are views into `meta` and `call`.
struct report_meta meta_now(const struct meta *meta, const struct call *call);

#endif
