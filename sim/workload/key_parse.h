// key_parse.h -- recorded row keys taken apart: `parse: {"from": "rowkey", "as": LAYOUT}`.
//
// A layout is written as parts end to end: "[salt:2][user:8 long]_[name]".
//   [name:8 long]  raw big-endian, two's complement, of 1 to 8 bytes (int: to 4, ulong: unsigned)
//   [name:4]       so many bytes as they are; with `decimal`, digits
//   [name]         as many bytes as stand before the next literal, or are left by what follows;
//                  with a type of numbers, their digits
//   [:2]           bytes that nobody needs
//   anything else  itself, with \xNN for a byte
// Only one part in a stretch between literals may lack a width.
#ifndef HOTSIM_WORKLOAD_KEY_PARSE_H
#define HOTSIM_WORKLOAD_KEY_PARSE_H

#include "base/buffer.h"
#include "base/err.h"
#include "workload/value.h"

struct key_parse_part {
    char *name;            // NULL: a literal, or bytes that are passed over
    struct buffer literal; // size 0: none
    enum value_type type;
    size_t width; // 0: varies
    struct buffer decoded;
};

struct key_parse {
    struct key_parse_part *parts;
    size_t count;
    size_t named; // parts with names: the fields, in this order
};

bool key_parse_init(struct key_parse *parse, const char *layout, struct err *err);
void key_parse_done(struct key_parse *parse);

// The fields of a key; texts are views of it. False where it does not fit, saying which part.
bool key_parse_read(struct key_parse *parse, struct bytes key, struct value *out_values,
                    struct err *err);

#endif
