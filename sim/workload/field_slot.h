// field_slot.h -- one generated field at work: its generator, then `format` and `type`.
#ifndef HOTSIM_WORKLOAD_FIELD_SLOT_H
#define HOTSIM_WORKLOAD_FIELD_SLOT_H

#include "workload/generator.h"
#include "workload/number_format.h"
#include "workload/plan.h"

struct field_slot {
    const struct field_plan *plan; // NULL: not open
    void *state;
    enum value_type from, to; // what the generator gives; what the field is
    bool has_format;
    struct number_format format;
    bool converts;
    struct batch scratch; // its one column takes what is to be converted
    struct buffer decoded;
};

// Errors name the field. `is_text`: a string unless the plan says otherwise.
bool field_slot_open(struct field_slot *slot, const struct field_plan *plan, bool is_text,
                     const struct generator_context *context, struct err *err);
void field_slot_done(struct field_slot *slot); // zeroed or open

// `ranks` as in generator.h. `out` is of type `to`.
bool field_slot_fill(struct field_slot *slot, struct batch *batch, const uint64_t *ranks,
                     struct column *out, struct err *err);

#endif
