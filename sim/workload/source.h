// source.h -- the stream of operations: a generator or a recording, a batch at a time.
//
// The stream is a function of the plan alone: the same for every design, thread count and run, and
// again after a rewind.
#ifndef HOTSIM_WORKLOAD_SOURCE_H
#define HOTSIM_WORKLOAD_SOURCE_H

#include "base/batch.h"
#include "base/err.h"
#include "workload/ingestion.h"
#include "workload/plan.h"

struct source;

// Opens the workload; for a trace it looks at the head of the file for what was left to be guessed,
// and (where times give arrivals and nothing was said of sorting) reads it once to see whether they
// are in order. The plan must outlive the source. Its mix and arrivals.rate_per_s are read at the
// first source_next and after every rewind (as is `preload`), so that a caller can set them once it
// knows whether a recording has times: the rate is 0 where they give arrivals, and must be given
// everywhere else. Its `picks` are read then too.
struct source *source_open(const struct workload_plan *plan, struct err *err); // NULL on error
void source_close(struct source *source);                                      // NULL is fine

const struct schema *source_schema(const struct source *source);

// What was taken from the file and not from the scenario, as lines for a person ("format csv,
// header, time column ts (s)"), and the choices made, for the echo of the config.
struct trace_guess {
    bool any;
    int format, header, sort;
    char delimiter;
    const char *comment; // what begins a line that is left out, or NULL
    char *time_field;    // or NULL
    enum time_unit time_unit;
    const char *time_format; // as strftime, where it was seen; or NULL
    char *note;              // one line
};
const struct trace_guess *source_guess(const struct source *source); // NULL where synthetic

// What the whole stream holds. Known after source_survey, which reads the stream once (and
// rewinds).
struct survey {
    uint64_t operations;
    uint64_t kinds[OP_KIND_COUNT];
    sim_ns first_at, last_at;
    uint64_t rows_read, rows_skipped; // of a trace
};
// `each` (may be NULL) sees every batch, so that keys can be learned in the same pass; false from
// it stops with its error.
bool source_survey(struct source *source,
                   bool (*each)(void *context, const struct batch *batch, struct err *err),
                   void *context, struct survey *out_survey, struct err *err);

// The records that are stored before the first operation: puts, of which only `record`, `sequence`
// (their number among those given), `clock_ns` and the columns mean something; an empty batch at
// the end. Asked for after a rewind and before source_next, which passes over what is left.
//
// All are given up to PRELOAD_GIVEN_MAX; of more that are generated at the pace of a process, which
// can be made in any order, one of every so many, each drawn from its share of the stream.
enum { PRELOAD_GIVEN_MAX = 1 << 20 };
bool source_preload(struct source *source, struct batch *out_batch, struct err *err);
// How many there are, and are given, and how long they take on the record clock. Known once
// source_preload or source_next came to their end.
void source_preloaded(const struct source *source, uint64_t *out_records, uint64_t *out_given,
                      sim_ns *out_ns);

// From now on records come in another order of ingestion, which the source takes over.
void source_set_order(struct source *source, struct ingestion_order *order);

// The next batch; an empty one at the end.
bool source_next(struct source *source, struct batch *out_batch, struct err *err);
bool source_rewind(struct source *source, struct err *err);

// Faults of skipped rows: count, and the first few as "file:line: message" lines.
// Of the pass that came furthest; 0 rows where synthetic.
uint64_t source_rows_read(const struct source *source);
uint64_t source_skipped(const struct source *source, const char *const **out_examples,
                        size_t *out_count);

// Bytes read of bytes in all (of the compressed file), for the progress bar; 0 of 0 where unknown.
void source_progress(const struct source *source, uint64_t *out_done, uint64_t *out_total);

// SHA-256 of a trace's decompressed bytes as hex (64 digits), or "" where synthetic. Known after a
// survey.
const char *source_content_hash(const struct source *source);

#endif
