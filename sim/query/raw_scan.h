// raw_scan.h -- a scan as a client writes it: from one key to another, each a key program over the
// drawn record's fields, executed as written.
//
// A component is spelled as the same component of the design's key: by the table's encoding. A text
// in quotes is itself; \xNN is a byte in it, and a quote is written twice. A bound of no bytes has
// no other side: all from the first key on, or to the last.
//
// On slices the scan asks the slice of the first key's sharding key, and no other.
//
// Threads: a scan compiles programs of its own, and belongs to one thread.
// Errors:  of a text: ERR_INPUT with its place; of a record: ERR_INPUT that names it.
#ifndef HOTSIM_QUERY_RAW_SCAN_H
#define HOTSIM_QUERY_RAW_SCAN_H

#include "key/program.h"
#include "query/planner.h"

// Whether a bound can be spelled.
bool raw_bound_check(const char *text, const struct key_context *context, struct err *err);

struct raw_scan;

// `to` NULL: to the end. `slices`: how many; 0: regions. NULL on error; the context's schema
// outlives the scan.
struct raw_scan *raw_scan_new(const char *from, const char *to, const struct key_context *context,
                              uint32_t slices, struct err *err);
void raw_scan_free(struct raw_scan *scan); // NULL is fine

// The range of one occurrence, whose drawn record is `row` of `batch`; none where it ends before it
// begins.
bool raw_scan_ranges(struct raw_scan *scan, const struct batch *batch, size_t row,
                     struct range_list *out_ranges, struct err *err);

#endif
