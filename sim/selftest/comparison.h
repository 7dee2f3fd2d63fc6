// comparison.h -- two results, field by field, by the tables that write result.json.
//
// A field that is added to the tables is compared from then on: one that cannot be is listed with
// its reason, by its path.
#ifndef HOTSIM_SELFTEST_COMPARISON_H
#define HOTSIM_SELFTEST_COMPARISON_H

#include "base/buffer.h"
#include "metrics/result.h"

struct left_out {
    const char *path;   // "designs.tables.key": with all below it
    const char *reason; // one line
};
const struct left_out *comparison_left_out(size_t *out_count);

// False at the first difference, told as one line: "designs[0].writes.count: 12, expected 13".
bool comparison_same(const struct result *given, const struct result *expected,
                     struct buffer *out_difference);

#endif
