// trace_commands.h -- what `hotsim trace` does, one function an action.
#ifndef HOTSIM_CLI_TRACE_COMMANDS_H
#define HOTSIM_CLI_TRACE_COMMANDS_H

#include "cli/command.h"
#include "workload/trace_rows.h"

bool trace_convert(struct call *call, const struct trace_plan *plan,
                   const struct trace_watch *watch, struct err *err);
bool trace_sample(struct call *call, const struct trace_plan *plan, const struct trace_watch *watch,
                  struct err *err);

#endif
