// field_census.h -- different values of each field, and the share of the most frequent, counted
// over the stream's puts.
#ifndef HOTSIM_RUN_FIELD_CENSUS_H
#define HOTSIM_RUN_FIELD_CENSUS_H

#include "base/batch.h"
#include "base/schema.h"

struct field_census;

struct field_census *field_census_new(const struct schema *schema);
void field_census_free(struct field_census *census); // NULL is fine
void field_census_add(struct field_census *census, const struct batch *batch);
// top share is NaN where the values were too many to count exactly.
void field_census_of(const struct field_census *census, size_t field, double *out_distinct,
                     double *out_top_share, bool *out_exact);

#endif
