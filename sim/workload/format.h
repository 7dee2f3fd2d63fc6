// format.h -- the formats of recordings, and the cutter that makes cells of a record's line.
//
// A format is a file of its own and a line in the catalog. csv and tsv have no `cut`: their records
// may span lines, so workload/record.h both finds and cuts them. Of all others a record is a line.
//
// Ownership: cells are views into the line or into the cutter, good until the next cut.
// Errors:    a fault says what was found and what was expected; the reader puts the place before
// it.
#ifndef HOTSIM_WORKLOAD_FORMAT_H
#define HOTSIM_WORKLOAD_FORMAT_H

#include "base/err.h"
#include "base/schema.h"
#include "base/types.h"
#include "workload/plan.h"

struct cutter;

enum cut {
    CUT_ROW,
    CUT_NONE, // the line is none of the recording's rows, and may stand there
    CUT_FAULT
};

struct format_column {
    const char *name; // NULL ends a list
    bool is_raw;      // the cell holds a key's very bytes, nothing that is still to be decoded
};

struct recording_format {
    const char *name;
    const char *summary;                 // one line, no full stop
    const struct format_column *columns; // NULL: the recording or the plan names them
    const char *time_column;             // and how its times are written; or NULL
    enum time_unit time_unit;
    const char *time_form; // as strftime, or NULL
    const char *null;      // the text of a cell without a value; NULL: none but the plan's
    // Where the columns are not fixed: names them, from the plan and the recording's head.
    // Optional.
    bool (*open)(struct cutter *cutter, const struct trace_plan *plan, struct bytes head,
                 struct err *err);
    void (*close)(void *state); // optional
    // Fills cutter->cells. NULL: delimited text.
    enum cut (*cut)(struct cutter *cutter, struct bytes line, struct err *fault);
};

struct cutter {
    const struct recording_format *format;
    char **names; // of the columns
    size_t count;
    struct bytes *cells; // [count]; without a value before each cut
    void *state;         // the format's own
    uint8_t *room;       // as many bytes as the line has, and ROOM_SPARE: decoded texts
    size_t room_size, room_used;
};

enum { ROOM_SPARE = 64 };

// By enum trace_format; TRACE_AUTO has none.
const struct recording_format *recording_format_at(int format);

// The format that most lines of the head are in, csv and tsv apart; TRACE_AUTO where there is none.
int recording_format_guess(struct bytes head);

// NULL on error. `head` is the recording's beginning.
struct cutter *cutter_new(const struct recording_format *format, const struct trace_plan *plan,
                          struct bytes head, struct err *err);
void cutter_free(struct cutter *cutter); // NULL is fine
enum cut cutter_cut(struct cutter *cutter, struct bytes line, struct err *fault);

// ---- for the formats ----

// Adds a column; a name that is there already is found. Its index.
size_t cutter_name(struct cutter *cutter, struct bytes name);

// Room for `size` bytes, to be written before the next call.
uint8_t *cutter_take(struct cutter *cutter, size_t size);

// The first line of `text`, without its end, moving behind it; false where none that is whole is
// left. A head's last line may be cut: with `whole_only` it is none.
bool take_line(struct bytes *text, bool whole_only, struct bytes *out_line);

// The bytes up to a blank, moving behind it; false where there are none.
bool take_word(struct bytes *text, struct bytes *out_word);

bool bytes_are(struct bytes text, const char *wanted);
bool bytes_begin(struct bytes text, const char *wanted);
bool bytes_are_digits(struct bytes text); // one or more
int hex_digit(uint8_t byte);              // 0..15, or -1

// "expected ..., found `...`"; CUT_FAULT.
enum cut cut_fault(struct err *fault, const char *expected, struct bytes found);

extern const struct recording_format format_csv, format_tsv, format_jsonl, format_ycsb,
    format_twitter, format_rocksdb, format_redis_monitor, format_apache, format_pattern;

#endif
