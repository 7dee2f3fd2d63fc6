// trace_inspect.h -- a look at a recording: what it is written in, what its columns hold, which of
// them make a key. One pass in memory that does not grow with the recording.
#ifndef HOTSIM_WORKLOAD_TRACE_INSPECT_H
#define HOTSIM_WORKLOAD_TRACE_INSPECT_H

#include "base/err.h"
#include "workload/fault_log.h"
#include "workload/field_profile.h"
#include "workload/plan.h"
#include "workload/source.h"
#include "workload/time_windows.h"
#include "workload/trace_rows.h"
#include "workload/unique_search.h"

enum { INSPECT_KEYS = 8 };

// What was taken from the recording, and why.
struct inspect_guess {
    const char *what; // "format"
    char *found;      // "csv"
    char *why;
};

struct inspect_field {
    char *name;    // NULL-ended, as in the recording
    size_t number; // of its column, from 1
    struct profile_summary profile;
};

struct inspect_time {
    bool is_known;
    size_t field;
    char *format; // as strftime, or NULL: ISO 8601 or a number
    bool is_iso;
    enum time_unit unit;
    uint64_t falls; // rows whose time is before that of the row above
    struct fault_log faults;
    struct time_windows windows;
};

struct inspection {
    int format;          // enum trace_format
    const char *pattern; // the plan's
    char delimiter;      // csv, tsv; else 0
    bool has_comment;    // lines that begin with `#` are left out
    bool has_header;     // a row of names
    bool is_named;       // names are the recording's own
    struct inspect_guess *guesses;
    size_t guess_count;
    uint64_t rows;
    struct fault_log faults; // rows that are none
    struct inspect_field *fields;
    size_t field_count;
    struct inspect_time time;
    struct unique_key keys[INSPECT_KEYS];
    size_t key_count;
    size_t columns_searched; // for keys: the first so many
};

// `plan` says what is known already; its faulty rows are counted and passed over.
bool trace_inspect(const struct trace_plan *plan, const struct trace_watch *watch,
                   struct inspection *out_inspection, struct err *err);
void inspection_done(struct inspection *inspection);

#endif
