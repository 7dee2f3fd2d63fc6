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
// The same for a scenario at hand as text.
bool session_open_text(struct call *call, const char *json, struct session *out_session,
                       struct err *err);
void session_done(struct session *session);

// Threads: as given, else one a processor.
uint32_t session_jobs(const struct flags *flags);
struct run_options session_run_options(struct session *session);

// The resolved plan on stdout, its warnings on stderr: `hotsim check`.
bool session_print_plan(struct session *session, struct err *err);

// ---- parts of the plan ----

struct plan_numbers {
    double rate_per_s, simulated_s;
    uint64_t operations, warmup_operations;
    double rows, bytes;
};

// Its first lines, which a comparison begins with too.
void plan_head(const struct scenario *scenario, const struct plan_numbers *numbers,
               struct buffer *out);
void plan_as_json(const struct scenario *scenario, const struct check_plan *plan,
                  struct buffer *out);

#endif
