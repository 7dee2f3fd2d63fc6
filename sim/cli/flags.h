// flags.h -- the flags of the command line: one row each, which is parsed and printed as help.
//
// There is no second text: what a row says is what `hotsim help COMMAND` shows. Rows come in titled
// groups that commands share; all rows fill the one `struct flags`.
//
// Forms:     --flag value, --flag=value, -f value, -fvalue, -f=value; switches may be joined (-qn);
// `--` ends
//            the flags; `-` alone is an operand. Of a flag given twice the last counts, except
//            where a flag may be given several times. Flags and operands may come in any order.
// Ownership: flags_done frees the lists; plain values point into argv.
// Errors:    ERR_INPUT, with the nearest flag as a hint.
#ifndef HOTSIM_CLI_FLAGS_H
#define HOTSIM_CLI_FLAGS_H

#include "base/buffer.h"
#include "base/err.h"
#include "base/param.h"

enum flag_kind {
    FLAG_SWITCH, // bool
    FLAG_TEXT,   // const char *
    FLAG_TEXTS,  // struct param_texts; may be given several times
    FLAG_SET,    // struct param_texts; "path=value" for the path of the row: short for --set
    FLAG_COUNT,  // struct flag_count; a whole number in min..max
    FLAG_CHOICE, // int: index into `choices`
    FLAG_WHEN,   // int: enum flag_when; the value may be left out, and then means always
};

enum flag_when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };

struct flag_count {
    bool given;
    uint64_t value;
};

struct flag {
    const char *name; // long form without the dashes; NULL ends a group
    char letter;      // short form, or 0
    enum flag_kind kind;
    size_t offset;              // in struct flags
    const char *value;          // what help calls the value; NULL: a switch
    const char *help;           // one line, no full stop
    const char *const *choices; // FLAG_CHOICE, NULL-ended
    const char *path;           // FLAG_SET
    uint64_t min, max;          // FLAG_COUNT
};

struct flag_group {
    const char *title;
    const struct flag *flags;
};

struct flags {
    bool help;
    bool json, quiet, verbose, dry_run, force, no_plots;
    int format, color, progress; // color, progress: enum flag_when
    struct flag_count seed, jobs;
    const char *output;
    struct param_texts sets, designs, keys;
    // explain
    const char *decode;
    int encoding; // enum encoding
    bool slices;
    struct param_texts fields;
    bool scenario;          // trace inspect
    const char *pattern;    // trace
    const char *by, *share; // trace sample
    const char *ycsb;       // init
    // selftest
    const char *seeds;
    // list, plot
    const char *show, *kind;
};

// Parses `count` words. Operands are appended to out_operands in order, as pointers into `words`;
// the list itself is the caller's to free.
bool flags_parse(const struct flag_group *const *groups, int count, char **words,
                 struct flags *out_flags, struct param_texts *out_operands, struct err *err);
void flags_done(struct flags *flags);

// The help of all groups, aligned.
void flags_help(const struct flag_group *const *groups, struct buffer *out);

#endif
