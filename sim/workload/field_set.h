// field_set.h -- the generated fields of a workload, filled in the order in which they need each
// other.
#ifndef HOTSIM_WORKLOAD_FIELD_SET_H
#define HOTSIM_WORKLOAD_FIELD_SET_H

#include "base/batch.h"
#include "base/err.h"
#include "workload/plan.h"

struct field_set;

// Adds the plan's fields to the schema, which outlives the set, and opens their generators.
// Expressions may read any other field, of a recording too, in any order but a circle. `stream`
// tells the draws of one set from those of another. NULL on error.
struct field_set *field_set_new(const struct workload_plan *plan, struct schema *schema,
                                uint64_t stream, struct err *err);
void field_set_free(struct field_set *set); // NULL is fine

// Makes the field the one whose values report in turn (periodic arrivals); tells how many it has.
bool field_set_take_turns(struct field_set *set, const char *name, uint64_t *out_count,
                          struct err *err);

// Fills the generated columns of all rows. `record` and `at` of the batch are those of the records.
// `ranks`: the entity of each row, where one takes turns; else NULL.
bool field_set_fill(struct field_set *set, struct batch *batch, const uint64_t *ranks,
                    struct err *err);
// The same for the fields of the plan that are `wanted` alone.
bool field_set_fill_some(struct field_set *set, struct batch *batch, const bool *wanted,
                         struct err *err);

#endif
