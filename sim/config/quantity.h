// quantity.h -- numbers as people write them: "30k", "20ms", "64KiB", "118k/s", "30%", "2 *
// numBuckets".
//
// Exact where the result is an integer: no text passes through a double on its way to a count or to
// nanoseconds. An expression (key/expression.h) may stand wherever a number may; its value is in
// the row's own unit.
#ifndef HOTSIM_CONFIG_QUANTITY_H
#define HOTSIM_CONFIG_QUANTITY_H

#include "base/err.h"
#include "base/param.h"
#include "key/program.h"

struct quantity {
    double value; // in the unit of the C member that the row fills
    bool whole;   // `magnitude` is exact
    bool negative;
    uint64_t magnitude;
    bool with_unit; // the text named a unit ("/s", "ms", "KiB", "%"), not only a multiplier ("k")
};

// Reads a text for a row of one of the numeric kinds. ERR_INPUT, with a place in the text where
// that is known.
bool quantity_of(const char *text, const struct param *row, const struct key_param *params,
                 size_t param_count, struct quantity *out_quantity, struct err *err);

// "a whole number", "a duration such as \"20ms\"", ...
const char *quantity_kind_words(enum param_kind kind);

#endif
