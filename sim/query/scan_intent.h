// scan_intent.h -- what a raw scan is meant to find: the rows whose fields have the drawn record's
// values, where the bounds name those fields.
//
// Component by component of `from`: [f] means f = $f, unless `to` has [f + n] with n above 1 there:
// then f lies between; [f - n] with [f] or [f + m] means f lies between those. Components of other
// expressions say nothing.
#ifndef HOTSIM_QUERY_SCAN_INTENT_H
#define HOTSIM_QUERY_SCAN_INTENT_H

#include "base/schema.h"

// A where-clause that the caller frees; NULL where the bounds say nothing. `to` NULL: to the end.
char *scan_intent(const char *from, const char *to, const struct schema *schema);

#endif
