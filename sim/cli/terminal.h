// terminal.h -- what a person sees beside the results: errors, warnings and progress, on stderr.
#ifndef HOTSIM_CLI_TERMINAL_H
#define HOTSIM_CLI_TERMINAL_H

#include "cli/command.h"

#include <stdio.h>

// Whether colour goes to `stream`: as --color says; auto means a terminal, and neither NO_COLOR nor
// TERM=dumb.
bool terminal_colour(const struct call *call, FILE *stream);

// Columns of the terminal behind `stream`; 0 where it is none.
size_t terminal_width(FILE *stream);

// "hotsim: error: ...", its hint, and with -v the place in our source. Where call->fault_text says
// which text err's place speaks of, that text stands below, with a caret. Control bytes are
// removed.
void terminal_error(const struct call *call, const struct err *err);

// "warning: ..."; nothing with -q.
void terminal_warning(const struct call *call, const char *message);

// A line about what is being done; nothing with -q.
void terminal_note(const struct call *call, const char *message);

// Lines of our own making, as they are; nothing with -q.
void terminal_text(const struct call *call, const char *text);

// ---- the progress bar: only on a terminal, or where --progress asks for it ----

struct progress {
    bool shown;
    bool drawn;     // something stands on the line
    double begun_s; // when the stage began
    double drawn_s; // when it was last drawn
    char stage[64]; // cut
};

struct progress progress_of(const struct call *call);

// `share` is 0..1, or NaN where it is not known. For run_options.progress, with a struct progress
// as context.
void progress_show(void *context, const char *stage, double share);

void progress_clear(struct progress *progress);

#endif
