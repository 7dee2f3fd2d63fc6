// plan.h -- the inside of a query plan: the ways that were found, and what each needs.
//
// Inside the planner only.
#ifndef HOTSIM_QUERY_PLAN_H
#define HOTSIM_QUERY_PLAN_H

#include "key/component.h"
#include "query/planner.h"

enum { WAYS_MAX = 64 };

struct plan_way {
    size_t listed; // pieces before this one are listed
    bool ranged;   // piece `listed` is ranged by the condition of `field`
    size_t field;
    bool point;       // all pieces are listed
    bool scatter;     // slices: all of them, whole
    bool whole_slice; // slices: all of the sharding keys' slices
    struct key_variables variables;
    bool in_order, reverse, filtered;
    double ranges, examined, cost_ns;
};

struct query_plan {
    const struct clause *clause;
    const struct schema *schema;
    struct plan_context context;
    struct key_pieces *pieces;
    bool *apart;                    // [pieces]: as it is listed, no value begins another
    struct plan_way ways[WAYS_MAX]; // the deeper, the later
    struct plan_choice choices[WAYS_MAX];
    size_t way_count;
    size_t chosen;
    double returned;
    struct plan_facts facts;

    // For one occurrence.
    struct key_known *known; // [fields]
    struct key_values_list lists[KEY_VARIABLES_MAX];
    struct key_spans spans;
    struct buffer work;        // what is listed
    struct buffer start, stop; // of a range
};

// Slices: the number of pieces that must be listed to know the sharding key; SIZE_MAX: the key
// holds no dot, so that all of it is.
size_t plan_sharding_pieces(const struct query_plan *plan);
// Whether what follows the sharding key is one number.
bool plan_sorts_by_number(const struct query_plan *plan);

// Finds all ways.
void plan_find_ways(struct query_plan *plan);
// Whether the rows of each range come in the order that is asked for.
void plan_judge_order(const struct query_plan *plan, struct plan_way *way);
void plan_find_apart(struct query_plan *plan); // before any order is judged
// What is known of the order and the completeness of one.
void plan_judge_way(const struct query_plan *plan, struct plan_way *way);
// Expects no more rows than there can be different keys; before anything is priced.
void plan_bound_rows(struct query_plan *plan);
// What it costs.
void plan_price_way(const struct query_plan *plan, struct plan_way *way);
double plan_rows_returned(const struct query_plan *plan);
// In words, a text that the caller owns.
char *plan_way_words(const struct query_plan *plan, const struct plan_way *way);

// Whether each condition of the field that a way is ranged by can be seen from the piece's course.
bool plan_can_range(const struct query_plan *plan, size_t piece, size_t field);

// What the query says of each field before an occurrence.
void plan_guess_known(const struct query_plan *plan, struct key_known *out_known);

static inline double plan_combinations(const struct plan_way *way)
{
    double combinations = 1;
    for (size_t i = 0; i < way->variables.count; i++)
        combinations *= (double)way->variables.items[i].values;
    return combinations;
}

// Whether a way reads all rows.
static inline bool plan_is_whole(const struct plan_way *way)
{
    return way->scatter || (way->variables.count == 0 && !way->ranged && !way->point);
}

static inline bool plan_is_text(const struct query_plan *plan, size_t field)
{
    const enum value_type type = plan->schema->fields[field].type;
    return type == TYPE_STRING || type == TYPE_BYTES;
}

// --- ranges ---

uint32_t plan_slice(struct bytes key, uint32_t slices); // of a key, or of its sharding key alone
void range_list_clear(struct range_list *ranges);
// Adds [start, stop), copied.
void range_list_add(struct range_list *ranges, uint32_t slice, struct bytes start,
                    struct bytes stop);
// Sorted and disjoint: what overlaps becomes one, and with `join` what touches. True where ranges
// overlapped that were not the same.
bool range_list_settle(struct range_list *ranges, bool join);

#endif
