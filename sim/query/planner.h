// planner.h -- a query and a key program: which ranges of keys a client must ask for.
//
// Piece by piece of the key, left to right: listed (given values, or a domain that is known, one
// range a combination, up to max_ranges), then ranged (later pieces only filter), or left free
// (what is left is scanned and filtered). Where several ways are possible the cheapest by the
// store's costs is taken, once, for the row count expected at the run's end. All of them are kept,
// with words.
//
// With a limit, values are also listed so that each range comes in the order that is asked for: the
// first rows of each, merged, hold the first of all.
//
// Every stored row that the clause asks for lies in one of the ranges, whatever the records hold.
// One assumption: decimals are spelled without needless zeros in front, and those that are hashed
// are spelled as the drawn record spells them.
//
// On slices a range is asked of the slice of its sharding key, which ends at the leftmost dot.
// Where that key is not known, all of every slice is asked for; where the sorting key is a number
// and not known, all of its slice.
//
// Estimates (ranges, rows, costs) are for a typical occurrence: a field's values count as equally
// frequent, and a condition of unknown share as a tenth.
#ifndef HOTSIM_QUERY_PLANNER_H
#define HOTSIM_QUERY_PLANNER_H

#include "key/program.h"
#include "query/clause.h"

enum { PLAN_FIELDS_KNOWN_MAX = 64 };

struct plan_context {
    struct key_program *program; // outlives the plan; used by the same thread
    bool slices;                 // a range is asked of one slice, or of all
    uint64_t partitions;         // regions or slices
    uint64_t max_ranges;
    uint64_t scan_parallelism; // 0: no limit
    double seek_ns, row_ns, get_ns, reverse_factor;
    double rows; // put into the table until the end; where their keys differ, it holds as many then
    // Of each of the first 64 fields of the schema, at the end: how many different values, and how
    // far from the least to the greatest. NaN, or 0: not known.
    double distinct[PLAN_FIELDS_KNOWN_MAX];
    double span[PLAN_FIELDS_KNOWN_MAX];
};

enum plan_shape { PLAN_SINGLE, PLAN_MULTI, PLAN_SCATTER };

struct plan_choice {   // what was weighed
    const char *words; // "16 scans, one for each `timestamp % 16`: `timestamp` in a range"
    double ranges, rows_examined, cost_ns; // cost: of the servers' time, not of the client's
    bool chosen;
};

struct plan_facts {
    enum plan_shape shape;
    bool reverse;  // rows come in descending key order
    bool in_order; // key order is query order within a range: a limit stops early
    bool filtered; // rows of the ranges may not match
    bool point;    // every range holds at most one key: gets
    bool whole_table;
    bool whole_slice; // a sorting key that is no string: all rows of the slice are read
    double ranges, rows_examined, rows_returned; // expected for a typical occurrence
    const char *words;
    const struct plan_choice *choices;
    size_t choice_count;
};

struct query_plan;
// Runs the program too, over values that it lists.
struct query_plan *query_plan_new(const struct clause *clause, const struct plan_context *context,
                                  struct err *err); // NULL on error; the clause outlives the plan
void query_plan_free(struct query_plan *plan);      // NULL is fine
const struct plan_facts *query_plan_facts(const struct query_plan *plan);

// The ranges of one occurrence: [start, stop), stop of size 0: to the end. Sorted by slice and
// start, disjoint.
struct key_range {
    struct bytes start, stop;
    uint32_t slice; // slices: which one; else 0
};
struct range_list {
    struct key_range *items;
    size_t count, capacity;
    // Of the facts, for this occurrence: one with more values than were expected falls back to a
    // shallower way.
    bool reverse, in_order, point, filtered;
    struct arena storage;
};
void range_list_done(struct range_list *ranges);
// It runs the plan's key program: what that one's last batch gave is lost, so a program that spells
// keys meanwhile must be another one. Memory is kept from one occurrence to the next.
bool query_plan_ranges(struct query_plan *plan, const struct bound_clause *bound,
                       struct range_list *out_ranges, struct err *err);

#endif
