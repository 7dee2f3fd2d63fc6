// commands.h -- the rows of the catalog, one file each.
#ifndef HOTSIM_CLI_COMMANDS_H
#define HOTSIM_CLI_COMMANDS_H

#include "cli/command.h"

extern const struct command command_compare;
extern const struct command command_run;
extern const struct command command_check;
extern const struct command command_explain;
extern const struct command command_plot;
extern const struct command command_trace;
extern const struct command command_list;
extern const struct command command_init;
extern const struct command command_selftest;
extern const struct command command_help_row;
extern const struct command command_version;

#endif
