// number_format.h -- `format` of a generated field: "host%03d".
//
// A text with exactly one conversion: % flags (0 -) width (at most 200) and one of d u x X s; %% is
// a percent sign. %s takes any value as its text, the others whole numbers. Read here and never
// handed to printf.
#ifndef HOTSIM_WORKLOAD_NUMBER_FORMAT_H
#define HOTSIM_WORKLOAD_NUMBER_FORMAT_H

#include "base/buffer.h"
#include "base/err.h"
#include "base/types.h"

struct number_format {
    struct buffer before, after; // the text around the conversion
    size_t width;
    bool pads_zeros, is_left;
    char conversion;
};

// The fault is placed in the text. Init an empty format before; done frees it.
bool number_format_read(const char *text, struct number_format *out_format, struct err *err);
void number_format_done(struct number_format *format);

// Bytes that a text of a value of at most `value_bytes` takes at most.
size_t number_format_room(const struct number_format *format, size_t value_bytes);
// Writes one; the bytes written.
size_t number_format_number(const struct number_format *format, int64_t number, bool is_unsigned,
                            uint8_t *out);
size_t number_format_text(const struct number_format *format, struct bytes text, uint8_t *out);

#endif
