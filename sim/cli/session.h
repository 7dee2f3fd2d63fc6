// session.h -- what the commands that read a scenario share: opening it, its run's options, its
// faults.
#ifndef HOTSIM_CLI_SESSION_H
#define HOTSIM_CLI_SESSION_H

#include "cli/command.h"
#include "cli/terminal.h"
#include "config/scenario.h"
#include "run/run.h"

struct session {
    struct call *call;
    struct scenario *scenario; // owned
    struct progress progress;
};

// Opens the first operand with the flags' overrides. All faults of the file are printed here.
bool session_open(struct call *call, struct session *out_session, struct err *err);
void session_done(struct session *session);

struct run_options session_run_options(struct session *session);

// The resolved plan, whole (`hotsim check`), or its first lines (`hotsim compare`), on stdout.
bool session_print_plan(struct session *session, bool whole, struct err *err);

#endif
