// sample.h -- some of the keys that a table would get, kept in bounded memory, for cuts that are
// learned.
//
// SAMPLE_FIRST keeps the first `limit` keys: what an operator would learn split points from.
// SAMPLE_SPREAD keeps every m-th key, m a power of two that grows as the run does: `limit / 2` ..
// `limit` keys that stand for the whole run. Both are a function of the stream alone.
#ifndef HOTSIM_RUN_SAMPLE_H
#define HOTSIM_RUN_SAMPLE_H

#include "base/err.h"
#include "base/key_batch.h"

enum sample_policy { SAMPLE_FIRST, SAMPLE_SPREAD };

struct key_sample;

enum { KEY_SAMPLE_BYTES_MAX = 1 << 30 }; // more is ERR_INPUT
struct key_sample *key_sample_new(enum sample_policy policy, uint64_t limit);
void key_sample_free(struct key_sample *sample); // NULL is fine
bool key_sample_add(struct key_sample *sample, const struct key_batch *keys, struct err *err);
bool key_sample_is_full(const struct key_sample *sample); // no further key would be looked at
uint64_t key_sample_count(const struct key_sample *sample);
// Views of the first `count` keys, in order of arrival; the caller frees the list, not the keys.
struct bytes *key_sample_list(const struct key_sample *sample, uint64_t count);

#endif
