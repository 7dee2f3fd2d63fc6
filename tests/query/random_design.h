// random_design.h -- keys and queries put together by chance from all that the languages offer,
// over the fields of brute.h.
#ifndef HOTSIM_TESTS_RANDOM_DESIGN_H
#define HOTSIM_TESTS_RANDOM_DESIGN_H

#include "base/buffer.h"
#include "base/rng.h"

// A key program of one to five components, literals between some. `slices`: names, most with the
// dot that ends a sharding key.
void random_design(struct rng *rng, bool slices, struct buffer *out);

// A where-clause of up to four conditions, mostly on fields that the design speaks of.
void random_where(struct rng *rng, const char *design, struct buffer *out);

// Whether the design names the field by itself.
bool design_speaks_of(const char *design, const char *field);

#endif
