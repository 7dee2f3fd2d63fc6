// phrases.h -- what a finding before the run and a warning after it say in the same words.
#ifndef HOTSIM_RUN_PHRASES_H
#define HOTSIM_RUN_PHRASES_H

#include "base/buffer.h"

void phrase_one_key(struct buffer *out, uint64_t writes);
void phrase_repeated_key(struct buffer *out, double share, bool slices);
// "...: the key rises, and no split point made in advance can divide it"
void phrase_behind_rising_key(struct buffer *out, bool rises);
// `algorithm`: of the pre-split.
void phrase_unreached(struct buffer *out, uint64_t idle, uint64_t regions, const char *algorithm);
void phrase_early_dots(struct buffer *out, uint64_t early, bool at_least);
void phrase_plain_suffix(struct buffer *out);
void phrase_inferred_suffix(struct buffer *out);

#endif
