// utf8.h -- code points of a text that may be broken anywhere.
//
// Strict, as RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF.
#ifndef HOTSIM_BASE_UTF8_H
#define HOTSIM_BASE_UTF8_H

#include "base/types.h"

enum { UTF8_BYTES_MAX = 4 };

// The code point that begins at `offset` < text.size, and the bytes it takes; 0 bytes, and
// *out_code_point untouched, where that byte begins none (skip it and go on).
size_t utf8_next(struct bytes text, size_t offset, uint32_t *out_code_point);

// Code points that move a cursor, ring, or turn the reading direction: not for a terminal.
bool utf8_is_unsafe(uint32_t code_point);

#endif
