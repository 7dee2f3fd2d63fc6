// plan.h -- `workload` of a scenario: plain data that says which operations will come. Filled by
// config/.
#ifndef HOTSIM_WORKLOAD_PLAN_H
#define HOTSIM_WORKLOAD_PLAN_H

#include "base/err.h"
#include "base/param.h"
#include "base/schema.h"
#include "base/types.h"
#include "key/program.h"

// ---- generated fields ----

struct generator; // workload/generator.h

struct field_plan {
    char *name;
    const struct generator *generator; // of the catalog in workload/generator.h
    void *config; // a struct of generator->config_size, filled by generator->params
    char *format; // "host%03d", or NULL: the value itself; makes it a string
    bool type_given;
    enum value_type type;
};

// Frees the contents, the config too, which may be NULL.
void field_plan_done(struct field_plan *field);

// ---- a recorded workload ----

// The catalog behind it is workload/format.h.
enum trace_format {
    TRACE_AUTO,
    TRACE_CSV,
    TRACE_TSV,
    TRACE_JSONL,
    TRACE_YCSB,
    TRACE_TWITTER,
    TRACE_ROCKSDB,
    TRACE_REDIS_MONITOR,
    TRACE_APACHE,
    TRACE_PATTERN,
    TRACE_FORMAT_COUNT
};
enum trace_sort { SORT_NONE, SORT_TIME };
enum trace_on_error { ON_ERROR_STOP, ON_ERROR_SKIP };
enum trace_header { HEADER_AUTO, HEADER_YES, HEADER_NO };
extern const char *const trace_format_names[]; // "auto" "csv" "tsv" ..., NULL-ended
extern const char *const trace_sort_names[];   // "none" "time"
extern const char *const trace_on_error_names[];

struct trace_column {
    char *field;     // the field's name
    char *header;    // by header name, or NULL
    uint64_t number; // by number from 1, or 0
    enum value_type type;
    bool type_given;
};

// What texts of the column of operations stand for, beside the usual words.
struct trace_op_map {
    char **texts;
    int *ops; // enum trace_op, workload/trace_op.h
    size_t count;
};

struct trace_plan {
    struct param_texts paths; // one or several, in order; "-" is standard input; a folder stands
                              // for the files in it; resolved against the scenario's folder
    int format;
    char *pattern; // TRACE_PATTERN: a POSIX extended regular expression with named groups
    int header;
    char delimiter; // 0: of the format, or guessed
    char quote;     // 0: none; '"' by default in csv
    bool quote_given;
    char *comment;                // lines that begin with it are left out; NULL: none
    char *null;                   // text that stands for no value; NULL: none
    char *null_as;                // what such a value becomes; default the empty text
    struct trace_column *columns; // NULL: all columns, by header name; also where no entry has a
                                  // header or a number: then the entries give types alone
    size_t column_count;
    char *parse_from, *parse_as; // row keys taken apart: a column, a layout (workload/key_parse.h)
    char *op_column;             // tells puts from gets; NULL: every row is a put
    struct trace_op_map op_map;
    char *time_field; // arrivals; NULL: none or to be guessed
    bool time_guess;  // nothing was said: look for a time column
    enum time_unit time_unit;
    char *time_format; // strftime-like, or NULL: epoch number or ISO 8601, by sight
    double speed;
    int sort;
    bool sort_given;
    uint64_t limit; // rows; 0: all
    int on_error;
};

// ---- arrivals and mix ----

enum arrival_process {
    ARRIVAL_POISSON,
    ARRIVAL_CONSTANT,
    ARRIVAL_PERIODIC,
    ARRIVAL_SINE,
    ARRIVAL_BURST,
    ARRIVAL_STEPS,
    ARRIVAL_CLOSED, // an operation comes when a client is ready for it
    ARRIVAL_PROCESS_COUNT
};
extern const char *const arrival_process_names[];

struct arrival_step {
    uint64_t at_ns;
    double rate_per_s; // from then on
};

struct arrival_plan {
    int process;
    double rate_per_s;            // operations; sine: the mean; 0: not given; closed: the pace of
                                  // the record clock, by which operations and warm-up are counted
    bool even;                    // sine, burst, steps: evenly spaced in place of Poisson
    double amplitude_per_s;       // sine
    uint64_t every_ns, length_ns; // burst: one each so long, and how long it is
    double factor, between;       // burst: times the rate in one, and between them
    struct arrival_step *steps;   // steps: from time 0 on
    size_t step_count;
    // periodic: each value of `entity` reports once a period
    char *entity;
    uint64_t period_ns; // of a sine too
    bool aligned;       // all at the same moment of the period; else spread by a hash of the entity
    uint64_t jitter_ns; // uniform in 0..jitter added to each report
    // closed
    uint64_t clients, think_ns;
};

struct mix_entry {
    int kind;       // enum op_kind
    uint16_t query; // OP_QUERY: index
    double share;   // of all operations; the shares sum to 1
    // Operations of this kind a second, where the mix is given in rates; else 0. Beside arrivals
    // that set their own pace (times of a recording, periodic) rates of all but puts are
    // independent Poisson streams merged by time; shares follow the rows: each such operation comes
    // at the time of the row before it.
    double rate_per_s;
};

// Whose record a query reads, of those stored by then.
enum pick_kind {
    PICK_AS_WRITTEN, // any record, each as likely
    PICK_UNIFORM,    // one that holds the drawn values of `fields`, each combination as likely
    PICK_LATEST,     // the k-th newest has weight 1 / k^theta
};
extern const char *const pick_names[]; // ends with NULL
struct query_pick {
    enum pick_kind kind;
    double theta;
    size_t *fields; // of the schema; owned
    size_t field_count;
};

// Records that are stored before the first operation: the beginning of the stream's puts. Either a
// time's worth of them, or so many.
struct preload_plan {
    uint64_t ns;   // 0: by rows
    uint64_t rows; // 0: by time
};

// From `at_ns` of the run on, other operations. What a phase does not name stays as it was before
// it.
struct workload_phase {
    uint64_t at_ns;
    struct mix_entry *mix; // NULL: as before
    size_t mix_count;
    double rate_per_s;         // 0: as before; poisson and constant arrivals
    struct field_plan *fields; // of the names and types that the workload's fields have
    size_t field_count;
};

struct workload_plan {
    struct field_plan *fields;
    size_t field_count;
    struct workload_phase *phases; // in order of time, the first after 0
    size_t phase_count;
    struct trace_plan *trace; // NULL: synthetic
    struct arrival_plan arrivals;
    struct mix_entry *mix;
    size_t mix_count;
    size_t *update_set;      // the fields whose values an update draws anew, by their numbers here;
    size_t update_set_count; // owned
    struct query_pick *picks; // [pick_count] of each query; those beyond pick as written
    size_t pick_count;
    uint64_t operations;            // 0: the whole trace, or by duration
    uint64_t duration_ns;           // 0: by operations
    struct preload_plan preload;    // neither: nothing
    const struct key_param *params; // for `expr`
    size_t param_count;
    uint64_t seed;
};

// Frees the contents, generators' configs too.
void workload_plan_done(struct workload_plan *plan);

#endif
