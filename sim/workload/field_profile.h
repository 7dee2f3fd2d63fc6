// field_profile.h -- one column of a recording, looked at value by value in bounded memory.
#ifndef HOTSIM_WORKLOAD_FIELD_PROFILE_H
#define HOTSIM_WORKLOAD_FIELD_PROFILE_H

#include "base/schema.h"
#include "base/types.h"
#include "stats/order.h"
#include "stats/zipf_fit.h"

struct field_profile;

enum { PROFILE_VALUES = 5 };

// `values`: how many different ones are counted exactly.
struct field_profile *field_profile_new(size_t values);
void field_profile_free(struct field_profile *profile); // NULL is fine
// `hash` is the cell's. To be expected first, for all columns of a row.
void field_profile_expect(const struct field_profile *profile, uint64_t hash);
void field_profile_add(struct field_profile *profile, struct bytes cell, uint64_t hash);

struct profile_value {
    char *text;         // as in the recording; cut at 64 bytes
    uint64_t frequency; // too low by at most profile_summary.frequency_error
};

struct profile_summary {
    enum value_type type; // of all values but the null ones
    bool is_hex;          // all of the same length of at least 8 hex digits: a hash, most likely
    uint64_t rows, nulls;
    const char *null_text;                       // how most nulls are written; NULL: there are none
    double distinct;                             // null counts as a value
    double distinct_error;                       // relative standard error; 0: exact
    struct profile_value values[PROFILE_VALUES]; // the most frequent, as far as they stand out
    size_t value_count;
    uint64_t frequency_error;
    uint64_t length_min, length_max; // bytes, of all but the null ones
    double length_mean;
    struct order_summary order;
    struct zipf_fit zipf;
    double window_top_share; // mean share of the most frequent value within 1000 rows; NaN: fewer
};
struct profile_summary field_profile_summary(const struct field_profile *profile);
void profile_summary_done(struct profile_summary *summary);

#endif
