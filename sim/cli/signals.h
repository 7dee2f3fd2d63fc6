// signals.h -- what the system may interrupt us with.
//
// SIGINT and SIGTERM: while nothing has been begun that would need undoing, the program ends at
// once with 130; afterwards a flag is raised that the run and the writers look at. A second signal
// always ends at once. SIGPIPE and SIGXFSZ are ignored: a write that fails says so by itself.
#ifndef HOTSIM_CLI_SIGNALS_H
#define HOTSIM_CLI_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

void signals_set_up(void);

// Whether a signal ends the program at once (as at the start), or raises the flag.
void signals_end_at_once(bool at_once);

// Not 0 once a signal came.
const volatile sig_atomic_t *signals_flag(void);

#endif
