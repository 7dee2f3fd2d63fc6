// planner.h -- a query and a key program: which ranges of keys a client must ask for.
//
// Component by component, left to right: bound (a few exact values), ranged (then later components
// only filter), enumerable (fan out over the domain, up to max_ranges), or free (scan what is left
// and filter). Where both fan-out and scan are possible the cheaper by the store's costs is taken,
// once, for the row count expected at the run's end.
#ifndef HOTSIM_QUERY_PLANNER_H
#define HOTSIM_QUERY_PLANNER_H

#include "key/program.h"
#include "query/clause.h"

struct plan_context {
    struct key_program *program; // outlives the plan; used by the same thread
    bool slices;         // a range is asked of one slice; without the sharding key of all of them
    uint64_t partitions; // regions or slices
    uint64_t max_ranges;
    uint64_t scan_parallelism; // 0: no limit
    double seek_ns, row_ns, get_ns, reverse_factor;
    double rows;         // expected in the table at the end
    double distinct[64]; // different values of each field of the schema, NaN: not known (first 64
                         // fields)
};

enum plan_shape { PLAN_SINGLE, PLAN_MULTI, PLAN_SCATTER };

struct plan_choice { // what was weighed
    char *words;     // "16 ranges, one a bucket, each from `timestamp` 60 s back" -- for a person
    double ranges, rows_examined, cost_ns;
    bool chosen;
};

struct plan_facts {
    enum plan_shape shape;
    bool reverse;  // rows come in descending key order
    bool in_order; // key order is query order within a range: a limit stops early
    bool filtered; // rows of the ranges may not match
    bool point;    // every range holds at most one row: gets
    bool whole_table;
    bool whole_slice; // a sorting key that is no string: all rows of the slice are read
    double ranges, rows_examined, rows_returned; // expected for a typical occurrence
    const char *words;
    const struct plan_choice *choices;
    size_t choice_count;
};

struct query_plan;
struct query_plan *query_plan_new(const struct clause *clause, const struct plan_context *context,
                                  struct err *err); // NULL on error
void query_plan_free(struct query_plan *plan);      // NULL is fine
const struct plan_facts *query_plan_facts(const struct query_plan *plan);

// The ranges of one occurrence: [start, stop), stop of size 0: to the end. Sorted, disjoint.
struct key_range {
    struct bytes start, stop;
    uint32_t slice; // slices: which one; else 0
};
struct range_list {
    struct key_range *items;
    size_t count, capacity;
    struct buffer storage;
};
void range_list_done(struct range_list *ranges);
bool query_plan_ranges(struct query_plan *plan, const struct bound_clause *bound,
                       struct range_list *out_ranges, struct err *err);

#endif
