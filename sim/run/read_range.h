// read_range.h -- what one range of keys costs at one moment: rows examined and returned.
//
// Rows are counted in the index. Where rows of the range may not match, they are walked and matched
// with the records that wrote them: exactly while table and book hold all there is; else by the
// share of matches among those that can be told. A long range is walked on the table's sample while
// more rows were looked at one by one than is right for so much of the run; READS_WALK_MAX of them
// are spread over it.
#ifndef HOTSIM_RUN_READ_RANGE_H
#define HOTSIM_RUN_READ_RANGE_H

#include "query/planner.h"
#include "run/record_book.h"
#include "run/table_rows.h"

enum { READS_WALK_MAX = 1 << 24 };

// What became of the records that a query was matched with, so far.
struct match_count {
    uint64_t seen, matched;
};

// Records that matched where not all were looked at. Each marks one bit, so that one that is found
// again and again, by occurrence after occurrence on the same sample, counts once.
enum { MATCH_MARKS = 1 << 16 };
struct match_marks {
    uint64_t bits[MATCH_MARKS / 64];
    uint64_t count; // of bits
};

struct row_counter {
    bool filtered; // rows of the ranges may not match
    bool in_order; // a limit stops early
    bool reverse;
    const struct bound_clause *bound;
    const struct record_book *book;
    struct table_rows *rows;
    struct match_count *history; // of the query, for a range of which no record can be told
    struct match_marks *marks;   // of the query; NULL: nobody asks
    uint64_t *walked;            // rows looked at one by one, added to
    bool looks_at_all;           // no range is walked on the sample
    bool sampled;                // set where one was
    // Told of each match that was seen, or (found_all) of each row; NULL: nobody asks.
    void (*found)(void *context, const struct batch *batch, size_t row);
    bool found_all;
    void *context;
};

struct row_count {
    double examined, returned;
    double variance; // of `examined`, where it rests on a sample; 0: exact
};

// Rows of a range that are read until `wanted` (INFINITY: all) were found.
struct row_count row_counter_count(struct row_counter *counter, const struct key_range *range,
                                   double wanted);

#endif
