// phased_fields.h -- the generated fields of a workload whose phases may have other generators for
// some of them.
//
// A record has the values of the phase in which it arrived, however late it is read. Generators
// count the records of the whole stream, so that a sequence goes on where the phase before would
// have been.
//
// Errors: ERR_INPUT beginning with "phases: " for a field that is not there or has another type or
//         unit.
#ifndef HOTSIM_WORKLOAD_PHASED_FIELDS_H
#define HOTSIM_WORKLOAD_PHASED_FIELDS_H

#include "base/batch.h"
#include "base/err.h"
#include "workload/plan.h"

struct phased_fields;

// As field_set_new; bounds and lists of values in the schema hold for all phases.
struct phased_fields *phased_fields_new(const struct workload_plan *plan, struct schema *schema,
                                        uint64_t stream, struct err *err);
void phased_fields_free(struct phased_fields *fields); // NULL is fine

// As field_set_take_turns; no phase may have another generator for that field.
bool phased_fields_take_turns(struct phased_fields *fields, const char *name, uint64_t *out_count,
                              struct err *err);

struct filling {
    sim_ns start;          // where on the batch's clock the run begins
    const uint64_t *ranks; // the entity of each row, where one takes turns; else NULL
    const bool *wanted;    // [fields of the plan] these alone; NULL: all
};

// As field_set_fill, or field_set_fill_some.
bool phased_fields_fill(struct phased_fields *fields, struct batch *batch,
                        const struct filling *filling, struct err *err);

#endif
