// param.h -- one row for each thing that a scenario can say.
//
// A table of rows describes the members of one JSON object and the C struct that they fill.
// The same rows validate, give defaults, print `hotsim list` and echo the resolved value into
// the result, so that the four cannot disagree. Plug-ins (generators, split policies, ...) own
// their tables; the scenario's own tables are in config/.
//
// The fallback is written as in a scenario ("0.99", "20ms", "endless"); NULL: the member must be
// given;
// "": absent stays absent (the struct keeps its zero, the echo says null).
#ifndef HOTSIM_BASE_PARAM_H
#define HOTSIM_BASE_PARAM_H

#include "base/types.h"

enum param_kind {
    PARAM_BOOL,     // bool
    PARAM_COUNT,    // uint64_t; whole; a number or an expression over `params` ("2 * numBuckets",
                    // "30k")
    PARAM_INTEGER,  // int64_t; the same, signed
    PARAM_NUMBER,   // double; the same, with a fraction
    PARAM_SHARE,    // double; 0.3 or "30%"
    PARAM_DURATION, // uint64_t ns; "20ms", or a number in the unit of `scale` (ns per 1)
    PARAM_SIZE,     // uint64_t bytes; "64KiB", "10GB", or a number of bytes
    PARAM_RATE,     // double, per second; "30k/s", "2/min", or a number per second
    PARAM_TEXT,     // char *, owned
    PARAM_CHOICE,   // int: index into `choices`
    PARAM_TEXTS,    // struct param_texts; a list, or one text
    PARAM_NUMBERS,  // struct param_numbers; a list
    PARAM_PAIRS,    // struct param_pairs; an object of name: text (or number, kept as its text)
    PARAM_OBJECT,   // a struct filled by the rows in `members`
};

struct param_texts {
    char **items;
    size_t count;
};

struct param_numbers {
    double *items;
    size_t count;
};

struct param_pairs {
    char **names;
    char **values;
    size_t count;
};

struct param {
    const char *name; // as written in a scenario; NULL ends a table
    enum param_kind kind;
    size_t offset;   // of the member in the struct that the table fills
    double min, max; // inclusive, in the unit of the C member; both 0: anything
    double scale;    // PARAM_DURATION: ns per 1 where a bare number is given; 0: bare is an error
    const char *fallback;        // see above
    const char *help;            // one line, no full stop
    const char *const *choices;  // PARAM_CHOICE: the names, NULL-ended
    const struct param *members; // PARAM_OBJECT
};

#endif
