// value_census.h -- what a stream of values (of a field, of a component, of whole keys) is like:
// how many there are, which is the most frequent, and whether they rise.
//
// Rising and falling are judged over stretches of STRETCH values: a value rises where it is not
// below the highest of its stretch so far. Values in random order do so about ln(STRETCH) times in
// STRETCH; those of a clock always, and those of a clock's remainder only within a round. Of a long
// stream a part of the stretches is looked at.
//
// Ownership: values are looked at, and the most frequent ones copied.
#ifndef HOTSIM_RUN_VALUE_CENSUS_H
#define HOTSIM_RUN_VALUE_CENSUS_H

#include "base/types.h"

struct value_census;

// Different values are counted exactly up to `limit`, beyond it from a sample.
struct value_census *value_census_new(size_t limit);
void value_census_free(struct value_census *census); // NULL is fine
void value_census_add(struct value_census *census, const struct bytes *values, size_t count);

struct value_summary {
    uint64_t count;
    double distinct;
    double error; // relative, of `distinct`; 0: all were counted, else `top_share` is at least so
    double top_share; // of the most frequent value
    struct bytes top; // it; cut at VALUE_BYTES_SHOWN; a view into the census
    double second_share;
    double rising_share, falling_share; // not below (not above) all before it in its stretch
    double repeat_share;                // the same as the value before it
    uint64_t width_min, width_max;
    double width_mean;
    double digits_share; // made of digits alone
};
enum { VALUE_BYTES_SHOWN = 64 };
struct value_summary value_census_summary(struct value_census *census);

#endif
