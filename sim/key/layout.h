// layout.h -- a key as pieces end to end, and where each begins in a given key.
//
// Inside sim/key/ only. A piece is a literal, or a value of fixed width, or one that ends itself,
// or one that varies; the last kind can be found by a literal after or before it, or where only one
// of them is left over.
#ifndef HOTSIM_KEY_LAYOUT_H
#define HOTSIM_KEY_LAYOUT_H

#include "key/compiled.h"

struct layout_piece {
    struct bytes literal;        // where `node` is NULL
    const struct key_node *node; // the value, before or after it became bytes
    bool is_number;              // raw big-endian, `width` bytes, xor `flip`
    uint64_t flip;
    size_t width;     // bytes in every key; 0: varies
    size_t nominal;   // bytes that it is padded to
    bool ends_itself; // an escaped text: ends with its zero byte
    bool complemented;
    struct bytes text;  // as written, for messages
    struct bytes found; // in the key at hand
};

struct layout {
    struct layout_piece *pieces;
    size_t count;
    bool too_many; // of pieces: nothing can be told
};

struct layout layout_of_program(const struct key_program *program);
struct layout layout_of_concat(const struct key_node *node, struct bytes text);
void layout_done(struct layout *layout);

// The two pieces that cannot be told apart; true where there are none.
bool layout_is_clear(const struct layout *layout, size_t *out_first, size_t *out_second);

// Fills `found`; false where the key has another shape.
bool layout_locate(struct layout *layout, struct bytes key, struct err *err);

// The one argument that is not constant; NULL where there are several.
const struct key_node *layout_argument(const struct key_node *node);

// Whether each field that the program reads can be read back from any of its keys.
bool key_layout_is_invertible(const struct key_program *program);

#endif
