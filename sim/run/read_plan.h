// read_plan.h -- a where-clause on a design: planned on each of its tables that may answer, and the
// cheapest taken. The run and `explain` choose by this same function.
//
// Each plan has a key program of its own, so that making ranges disturbs no keys being spelled.
//
// Threads: a plan belongs to one thread.
#ifndef HOTSIM_RUN_READ_PLAN_H
#define HOTSIM_RUN_READ_PLAN_H

#include "base/err.h"
#include "config/scenario.h"
#include "query/planner.h"
#include "run/design_table.h"
#include "run/key_census.h"

// One table of the design, cut.
struct read_source {
    const struct design_table *table;
    double records; // put into it until the end, at least as many as rows then
};

struct read_planning {
    const struct scenario *scenario;
    const struct scenario_design *design;
    const struct read_source *sources;   // [tables of the design]
    const struct record_census *records; // how many values fields have; NULL: not known
};

struct read_plan {
    struct key_program *program;
    struct query_plan *plan;
    size_t table;   // of the design
    double cost_ns; // of the servers' time, with the gets that references need
};

// Errors: ERR_INPUT where the clause names a table that the design does not have. The clause
// outlives the plan.
bool read_plan_choose(const struct read_planning *planning, const struct clause *clause,
                      struct read_plan *out_plan, struct err *err);
void read_plan_done(struct read_plan *plan); // zeroed is fine

// The clause that a query asks for; of a raw scan what it is meant to find, NULL where nobody says.
char *read_plan_where(const struct scenario_query *query, const struct schema *schema);
// A raw scan's plan in words.
char *read_plan_scan_words(const struct scenario_query *query, const struct schema *schema);

#endif
