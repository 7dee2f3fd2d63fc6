// reads_state.h -- the inside of reads, shared by planning (reads.c), executing (reads_execute.c)
// and look-ups of what references point to (reads_gets.c).
#ifndef HOTSIM_RUN_READS_STATE_H
#define HOTSIM_RUN_READS_STATE_H

#include "base/batch.h"
#include "base/key_batch.h"
#include "query/raw_scan.h"
#include "run/read_range.h"
#include "run/reads.h"

struct reading {
    struct raw_scan *raw;  // executed as written on the design's first table; else NULL
    char *words;           // its plan
    struct clause *clause; // of a raw scan what it is meant to find, or NULL
    struct read_plan plan;
    struct bound_clause bound;
    struct match_count history;
    double relative_variance; // of the rows examined, summed over occurrences
    uint64_t occurrences;
    struct match_marks *marks;
    double returned, returned_by_sample; // rows of all occurrences; of those not counted one by one
    bool is_sampled;                     // some of them were not counted one by one
    double usual_matches;                // of late, where all rows were looked at; NaN: never
    bool gets_all; // on a reference: its key does not tell whether the row matches
};

// What references point to: the rows that an occurrence must get from another table.
struct reference_gets {
    const struct read_table *target; // NULL: the design has no table of rows
    struct key_program *program;     // of the target
    struct batch records;            // matches whose rows are to be found
    struct key_batch keys;
    double *per_partition; // [partitions of the target]
    double located;
    struct err fault; // the first
};

struct reads {
    struct reads_config config;
    struct read_table *tables;
    struct reading *readings;
    size_t reading_count;
    struct reference_gets gets;
    uint64_t walked, walk_max; // rows looked at one by one, and until when that goes on

    // Of the occurrence executed last.
    struct range_list ranges;
    struct read_request request;
    struct read_price price;
    uint64_t occurrence;
    uint64_t *server_seen;    // [servers] the occurrence that last touched it
    uint64_t *partition_seen; // [partitions]
    uint64_t *sharding;       // hashes of sharding keys
    size_t sharding_count, sharding_capacity;
};

// Adds a request to the occurrence, and counts what it touches.
void reads_add_branch(struct reads *reads, struct read_branch branch);

bool reference_gets_open(struct reads *reads, struct err *err);
void reference_gets_close(struct reference_gets *gets);
void reference_gets_begin(struct reference_gets *gets);
// A row that points to one that must be got; `context` is the gets.
void reference_gets_found(void *context, const struct batch *batch, size_t row);
// Sends `count` gets, spread as those that were located.
bool reference_gets_send(struct reads *reads, double count, struct err *err);

#endif
