// support.h -- scenarios from texts, for the tests of config/.
#ifndef HOTSIM_TESTS_CONFIG_SUPPORT_H
#define HOTSIM_TESTS_CONFIG_SUPPORT_H

#include "config/scenario.h"

struct opened {
    struct scenario *scenario; // NULL: refused
    char *text;                // the faults as printed, the file's path replaced by "s.json"
    size_t faults;
    enum err_code code;
};

// Opens `text` as a scenario file `name` in a folder of its own that also holds rows.csv (ts, host,
// n; two rows in order of time) and plain.csv (a, b; no times),
// and weights.csv and same.csv (a histogram, twice).
struct opened opened_as(const char *name, const char *text, const struct scenario_options *options);
struct opened opened_of(const char *text, const struct scenario_options *options); // NULL: none
void opened_done(struct opened *opened);

bool same_text(const char *got, const char *want);

#endif
