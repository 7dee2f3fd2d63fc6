// pieces.h -- the inside of component.h.
//
// Inside sim/key/ only.
#ifndef HOTSIM_KEY_PIECES_H
#define HOTSIM_KEY_PIECES_H

#include "key/compiled.h"
#include "key/component.h"
#include "key/pins.h"

struct piece {
    struct key_piece shown;
    const struct key_component *number; // written out as a number; else NULL
    struct key_node *node;              // NULL: a literal
    bool escaped;                       // the text's bytes are escaped, without an end
};

struct key_pieces {
    struct key_program *program;
    struct key_graph *graph;
    struct piece *items;
    size_t count;
    struct key_pins pins;   // of the lists that are run
    struct key_pins single; // of the field whose values are tried
    uint8_t *digits;        // of whole numbers tried in a decimal, KEY_DIGITS_MAX a row
    struct arena keep;
};
enum { KEY_DIGITS_MAX = 20 };

// Fields and functions from the piece's node down to the field, where each has one argument that is
// not constant. Nodes from the piece's on, the field's last.
enum { KEY_CHAIN_MAX = 64 };
struct key_chain {
    struct key_node *nodes[KEY_CHAIN_MAX];
    size_t count; // 0: there is no such chain
};
struct key_chain key_chain_of(const struct key_pieces *pieces, struct key_node *node, size_t field);

// The argument of a node that is not constant; NULL where several are.
struct key_node *key_only_argument(const struct key_node *node);

// The number or text that was made text or bytes, or the node itself.
const struct key_node *key_spelled_value(const struct key_node *node);

// Whether the order of the chain's nodes 0.. follows the field in places.
bool key_chain_follows(const struct key_chain *chain);
// Whether what begins a text tells what begins the piece, by the chain's first `count` functions.
bool key_chain_begins(const struct key_chain *chain, size_t count);
// 1 or -1: which way.
int key_chain_direction(const struct key_chain *chain);

// The bytes of the piece, once its node was evaluated.
void key_piece_append(const struct piece *piece, size_t row, struct buffer *out);

// --- the only field, tried ---

void key_single_hold(struct key_pieces *pieces, struct key_node *field);
struct column *key_single_column(struct key_pieces *pieces);
void key_single_set(struct key_pieces *pieces, size_t row, const struct key_given *value);
void key_single_number(struct key_pieces *pieces, size_t row, wide_int number);
void key_single_run(struct key_pieces *pieces, size_t count);
void key_single_release(struct key_pieces *pieces);

// The value of a number's node, of a decimal the whole part.
wide_int key_number_at(const struct key_node *node, size_t row);

// The stretch of what reads chain->nodes[index] around its value `at`; false where there is none.
// Index 0 is read by the key itself.
bool key_stretch_of(const struct piece *piece, const struct key_chain *chain, size_t index,
                    wide_int at, struct key_stretch *out);

// The end of the stretch, from the number `from` of the field on and at most at `to`, in which the
// chain keeps (or reverses) order; false where it does not at `from`. The field is held.
bool key_chain_stretch(struct key_pieces *pieces, const struct piece *piece,
                       const struct key_chain *chain, wide_int from, wide_int to, wide_int *out_to);

// Ends of an interval of whole numbers, within the field's type and what the schema says of it.
void key_interval_numbers(const struct key_pieces *pieces, size_t field,
                          const struct key_interval *interval, wide_int *out_low,
                          wide_int *out_high);

static inline wide_int key_wide(enum value_type type, int64_t number)
{
    return type == TYPE_ULONG ? (wide_int)(uint64_t)number : number;
}

// The whole part of a decimal, down.
wide_int key_decimal_floor(int64_t number, uint8_t scale);

#endif
