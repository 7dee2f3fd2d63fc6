// frequent.h -- the most frequent values of a stream, in bounded memory.
//
// All values are counted while there are at most `capacity` different ones. Then counts are lowered
// by the same amount and those that come to nothing are dropped (Misra and Gries 1982), so that a
// count is too low by at most `error`, and no value that came more often than that is missing. Two
// values of one 64-bit hash count as one.
#ifndef HOTSIM_STATS_FREQUENT_H
#define HOTSIM_STATS_FREQUENT_H

#include "base/types.h"

enum { FREQUENT_TEXT_MAX = 64 }; // what is kept of a value

struct frequent;

struct frequent_value {
    struct bytes text; // cut at FREQUENT_TEXT_MAX
    uint64_t count;
};

struct frequent *frequent_new(size_t capacity); // at least 2
void frequent_free(struct frequent *frequent);  // NULL is fine
// Fetches the memory that frequent_add will need, so that several can be waited for at once.
void frequent_expect(const struct frequent *frequent, uint64_t hash);
void frequent_add(struct frequent *frequent, uint64_t hash, struct bytes value);

uint64_t frequent_error(const struct frequent *frequent); // 0: all counts are exact
size_t frequent_held(const struct frequent *frequent);    // different values; all, where exact

// The `count` most frequent, falling (the same count: by their bytes); fewer where fewer are held.
// Texts are views, good until the next value.
size_t frequent_top(const struct frequent *frequent, struct frequent_value *out_values,
                    size_t count);

#endif
