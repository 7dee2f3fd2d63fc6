// text.h -- texts for people and for files: numbers, escapes, the nearest name.
//
// Everything is independent of the locale.
#ifndef HOTSIM_BASE_TEXT_H
#define HOTSIM_BASE_TEXT_H

#include "base/buffer.h"
#include "base/types.h"

// The shortest decimal text that reads back as the same double ("0.1", "1e+21", "-3"), as JSON
// allows: plain from 1e-6 to below 1e21. Minus zero is "0". NaN and infinity, which JSON has not,
// are a bug and assert.
void text_number(struct buffer *out, double value);

// For a table: at most three significant digits and an SI prefix ("118 k", "1.25 M", "0.62");
// below 0.0001 and from 1e21 on with an exponent. NaN is "-", infinity "inf", here and in the two
// below.
void text_si(struct buffer *out, double value);

// "6.9 ms", "1.1 s", "120 us": at most three significant digits; min, h and d from two of them on.
void text_duration(struct buffer *out, double ns);

// "12 B", "3.4 KiB", "10 GiB".
void text_size(struct buffer *out, double size_bytes);

// Row keys for a person and for HBase's toBytesBinary: printable ASCII as it is, all else and `\`
// as \xNN.
void text_key(struct buffer *out, struct bytes key);

// Undoes text_key, as HBase's toBytesBinary: a `\` without an x is itself. Appends to `out`; false,
// and `out` as it was, where \x lacks its two hex digits, with the offset of the fault.
bool text_key_decode(const char *text, struct buffer *out, size_t *out_fault);

// For a terminal: control bytes, C1 and bidi marks removed, broken UTF-8 shown as '?'.
void text_plain(struct buffer *out, struct bytes text);

// Columns that a UTF-8 text takes on a terminal (one a code point).
size_t text_width(const char *text);

// The index of the name nearest to `text` (letter case ignored, `-` and `_` the same), or -1 where
// none is near enough to suggest: more than a third of the letters wrong (Damerau-Levenshtein), and
// neither begins like the other.
int text_nearest(const char *text, const char *const *names, size_t count);

#endif
