// brute_ask.h -- one query on all rows of a brute_table: its ranges, compared with what a full scan
// says.
#ifndef HOTSIM_TESTS_BRUTE_ASK_H
#define HOTSIM_TESTS_BRUTE_ASK_H

#include "brute.h"
#include "query/planner.h"

struct brute_ask {
    const struct brute_table *table;
    const char *where;
    struct clause *clause;
    struct query_plan *plan;
    struct bound_clause bound;
    struct range_list ranges;
    char what[1200]; // everything that a failure must say to be repeated
};

// A store of random limits and costs, so that each way of reading is taken now and then.
struct plan_context brute_context(const struct brute_table *table, struct rng *rng);

void brute_ask_init(struct brute_ask *ask, const struct brute_table *table, const char *where,
                    const struct plan_context *context);
void brute_ask_done(struct brute_ask *ask);
// Makes the ranges of one occurrence; `drawn` is the record that gives `$field`.
void brute_ask_bind(struct brute_ask *ask, size_t drawn);

// Every row that matches lies in a range, every other outside where the plan says so; ranges are
// disjoint, and those of points hold one key.
void brute_check_rows(const struct brute_ask *ask);
// Where the ranges come in the order that is asked for: they do, and the first rows of each hold
// the first of all. False where they come in none.
bool brute_check_order(const struct brute_ask *ask);

#endif
