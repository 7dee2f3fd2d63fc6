// value.h -- a value of each type from its text, and texts from numbers.
#ifndef HOTSIM_WORKLOAD_VALUE_H
#define HOTSIM_WORKLOAD_VALUE_H

#include "base/batch.h"
#include "base/schema.h"

enum { DECIMAL_DIGITS_MAX = 18, NUMBER_TEXT_MAX = 20 };

struct value {
    int64_t number;
    uint8_t scale;     // decimal
    struct bytes text; // string, bytes, decimal
};

// Numbers are an optional minus and digits; a decimal may have a point, and at most 18 digits in
// all. Nothing else: no blanks, no plus, no exponent. `scratch` takes decoded bytes. False where
// the text is not such a value.
bool value_read(enum value_type type, struct bytes text, struct buffer *scratch,
                struct value *out_value);
const char *value_expected(enum value_type type); // "a whole number in -2147483648..2147483647"

// The digits of a number, at most NUMBER_TEXT_MAX bytes without a NUL; their count.
size_t value_write(int64_t number, bool is_unsigned, uint8_t *out);

// At most 60 bytes of a text, printable, for a message.
void value_show(struct buffer *out, struct bytes text);

#endif
