// reads.h -- a lane's reads: each occurrence becomes ranges, the ranges partitions, the partitions
// requests.
//
// A reading is what reads: each query of the scenario, in its order, and behind them the point read
// (`get`), which binds every field of the key. Each is planned once, on the cheapest of the
// design's tables.
//
// Rows are counted as they stand when the read comes (read_range.h). A match on a table that holds
// references costs one get more in the design's first table of rows; gets are sent together, one
// request a partition, once all ranges were read. Where a reference's key does not tell whether the
// row matches, every row of the range is got.
//
// A raw scan reads the design's first table as it is written. What it is meant to find is counted
// by the planned ranges, at no cost, and compared: rows missed, rows foreign.
//
// Threads: belongs to one lane.
#ifndef HOTSIM_RUN_READS_H
#define HOTSIM_RUN_READS_H

#include "base/err.h"
#include "config/scenario.h"
#include "run/read_plan.h"
#include "run/record_book.h"
#include "run/table_rows.h"

// One request to one partition.
struct read_branch {
    uint32_t partition;     // over the design's tables
    uint8_t follows;        // enum branch_follows of cluster/cluster.h
    double mean_ns;         // of its service
    struct bytes begins_at; // its first key, until the next occurrence; data NULL: not known
};

struct read_request {
    struct read_branch *branches;
    size_t count, capacity;
};

// The price of an occurrence.
struct read_price {
    uint64_t ranges, ranges_necessary; // issued; of these, holding a match
    uint64_t partitions, servers;      // touched, each once
    double rows_examined, rows_returned;
    double work_ns;                   // of the servers, in the mean of the service times
    double rows_missed, rows_foreign; // of a raw scan that is known to be meant for some; else NaN
};

// One table of the design, as reads see it.
struct read_table {
    const struct design_table *table;
    struct table_rows *rows;
    double records; // that are put into it until the end
};

struct reads_config {
    const struct scenario *scenario;
    const struct scenario_design *design;
    const struct read_table *tables; // [tables of the design]
    const uint32_t *server_of;       // [partitions], over the design's tables
    uint32_t partitions, servers;
    const struct record_census *records; // of the survey
    bool with_get;                       // the mix holds point reads
};

struct reads;

struct reads *reads_new(const struct reads_config *config, struct err *err); // NULL on error
void reads_free(struct reads *reads);                                        // NULL is fine

size_t reads_count(const struct reads *reads); // queries, and the point read where there is one

// How far the run is, 0..1: rows are looked at one by one in every part of it.
void reads_set_progress(struct reads *reads, double share);

// Executes one occurrence now: `row` of `batch` is the drawn record, `clock_ns` the record clock.
bool reads_execute(struct reads *reads, size_t reading, const struct batch *batch, size_t row,
                   const struct record_book *book, struct err *err);
// Of the occurrence executed last.
const struct read_request *reads_request(const struct reads *reads);
const struct read_price *reads_price(const struct reads *reads);

// How a reading is answered.
struct read_way {
    const char *words;
    enum plan_shape shape;
    size_t table; // of the design
    // Expected of a typical occurrence at the end of the run; NaN: of a raw scan.
    double ranges, rows_examined, work_ns;
};
struct read_way reads_way(const struct reads *reads, size_t reading);
// Relative standard error of the rows that one of its occurrences examined; 0: counted exactly.
double reads_error(const struct reads *reads, size_t reading);
// The same of the rows that match, of all occurrences together; 1: not known.
double reads_match_error(const struct reads *reads, size_t reading);
// Slices: hash of each sharding key that the last occurrence asked for by name; 0 of them where it
// asked whole slices.
const uint64_t *reads_sharding_keys(const struct reads *reads, size_t *out_count);

#endif
