// md5_lanes.h -- MD5 of sixteen short texts at once.
//
// One MD5 is a chain of 64 dependent steps, which leaves a processor mostly idle. Here each step
// works on sixteen texts in the lanes of a vector. A text of up to 55 bytes fits one 64-byte block
// with its padding; longer ones are not for here. The same bytes on every machine: 32-bit integers
// only.
#ifndef HOTSIM_HASH_MD5_LANES_H
#define HOTSIM_HASH_MD5_LANES_H

#include "base/types.h"

enum { MD5_LANES = 16, MD5_LANES_TEXT_MAX = 55, MD5_BYTES = 16 };

// Digests of `count` <= MD5_LANES texts, each of at most MD5_LANES_TEXT_MAX bytes: text i goes to
// out_digests[i].
void md5_lanes(const struct bytes *const *texts, size_t count, uint8_t *const *out_digests);

#endif
