// command.h -- one row for each command: what `hotsim NAME` takes, does and says of itself.
//
// A command prints results on stdout through stdio and everything else on stderr. It returns false
// with a filled err, or true with the exit code in call->exit. `main` prints the error, and checks
// at the end that stdout took everything.
#ifndef HOTSIM_CLI_COMMAND_H
#define HOTSIM_CLI_COMMAND_H

#include "cli/flags.h"

enum exit_code {
    EXIT_DONE = 0,
    EXIT_MISSED = 1, // done, but an expectation was missed or could not be evaluated
    EXIT_INPUT = 2,
    EXIT_MACHINE = 3,
    EXIT_BUG = 4,
    EXIT_INTERRUPTED = 130,
};

struct call {
    const struct command *command;
    struct flags flags;
    struct param_texts operands;
    int word_count; // the whole command line, for the reports that quote it
    char **words;
    enum exit_code exit;

    // Of a fault with a place: the text it speaks of and what to call it; NULL: none.
    const char *fault_name, *fault_text;
    bool fault_said; // the fault was printed already, with all others of its file
};

struct command {
    const char *name;
    const char *operands;                   // as help shows them: "SCENARIO"
    const char *summary;                    // one line, no full stop
    const char *help;                       // further lines, each ended; may be NULL
    const struct flag_group *const *groups; // ends with NULL
    size_t operands_min, operands_max;
    bool (*run)(struct call *call, struct err *err);
};

const struct command *const *command_catalog(size_t *out_count);
const struct command *command_named(const char *name); // NULL: none

// ERR_INPUT that names what was meant.
bool command_unknown(const char *name, struct err *err);

void command_help(const struct command *command, struct buffer *out);
void command_overview(struct buffer *out);

// The exit code that a fault ends with; EXIT_DONE without one.
enum exit_code exit_of(const struct err *err);

// Groups that several commands share.
extern const struct flag_group flags_general;  // --help, -q, -v, --color, --progress
extern const struct flag_group flags_scenario; // -S, --seed, --servers, ...: what is run
extern const struct flag_group flags_designs;  // --key, --design
extern const struct flag_group flags_results;  // -o, --json, --format, ...: what comes out
extern const struct flag_group flags_listing;  // --json, --format of a list
extern const char *const format_flag_names[];  // of --format, NULL-ended

#endif
