// inspect.h -- a compiled key taken apart, for those who judge it: what each component is, and the
// expressions it is made of.
//
// Views belong to the program. Columns of nodes are those of the batch that was run last.
#ifndef HOTSIM_KEY_INSPECT_H
#define HOTSIM_KEY_INSPECT_H

#include "key/node.h"
#include "key/program.h"

struct key_trait {     // one component of the key
    struct bytes text; // as written: "[md5(userid).subStr(0,4)]", or the literal itself
    bool is_literal;
    struct bytes literal;         // its bytes, where it is one
    const struct key_node *value; // what is written between the brackets; NULL: a literal
    bool is_number;               // raw big-endian; else text or bytes
    bool sign_flipped;            // a raw number that sorts right when negative
    bool descending;
    bool
        ends_itself; // a text that the encoding ends, so that the next component cannot run into it
    size_t width;    // bytes in every key; 0: varies
    uint64_t values; // how many it can have, where they can be listed; else 0
    bool is_random;  // depends on random(n)
};

size_t key_trait_count(const struct key_program *program);
struct key_trait key_trait_at(const struct key_program *program, size_t index);

// The component's bytes in rows 0..count-1 of the batch that was run last; numbers go to `room`.
void key_trait_values(const struct key_program *program, size_t index, size_t count,
                      uint8_t (*room)[8], struct bytes *out_values);

// Whether the expression depends on the field.
bool key_node_reads(const struct key_node *node, size_t field);

// The first call of a function, or of one of a family ("digest", "salt"), in the expression; NULL:
// none.
const struct key_node *key_node_call_of(const struct key_node *node, const char *name);
const struct key_node *key_node_family_of(const struct key_node *node, const char *family);

// The constant value of argument `index`; false where it is not given or not constant.
bool key_node_argument(const struct key_node *node, size_t index, int64_t *out_value);

// Whether it is, or holds end to end with other texts, a number's own decimal digits, with nothing
// that keeps their count the same. To be asked where numbers are written as text.
bool key_node_is_bare_number(const struct key_node *node);

#endif
