// component.h -- the pieces of a key, for those who plan reads of it: what each depends on, which
// bytes some values of a field have there, and which values can be listed.
//
// A piece is what cannot be taken apart further: a literal, or one value as it stands in the key.
// [a + '_' + b] is three of them; in an ordered store their bytes are escaped and a zero byte, a
// literal, ends them.
//
// Decimals are taken to be spelled without needless zeros in front; zeros behind may be there.
//
// Threads:   evaluates within the program, so what key_program_run gave last is lost.
// Ownership: the pieces own what they give out; bytes are good until the next call that makes any.
#ifndef HOTSIM_KEY_COMPONENT_H
#define HOTSIM_KEY_COMPONENT_H

#include "base/arena.h"
#include "base/buffer.h"
#include "key/function.h"
#include "key/program.h"

struct key_piece {
    struct bytes text; // as written in the program
    bool is_literal;
    struct bytes literal;
    size_t width;   // bytes in every key; 0: varies
    bool is_closed; // what follows cannot be taken for more of it
    int end_byte;   // each value ends with it, and holds it elsewhere only before its complement;
                    // -1: none
    bool is_number; // made from a number, however it is spelled
};

struct key_pieces;

struct key_pieces *key_pieces_new(struct key_program *program); // the program outlives them
void key_pieces_free(struct key_pieces *pieces);                // NULL is fine
size_t key_pieces_count(const struct key_pieces *pieces);
const struct key_piece *key_piece_at(const struct key_pieces *pieces, size_t piece);
bool key_piece_reads(const struct key_pieces *pieces, size_t piece, size_t field);
// The most different keys that records can have, by how many different values each field has
// (0: not known) and each random(n) can give. INFINITY: no way to tell.
double key_pieces_most_keys(const struct key_pieces *pieces, const double *distinct);

// --- how the bytes of a piece follow the values of one field ---

struct key_course {
    bool by_range;  // order is kept or reversed, at least in stretches
    bool always;    // ... over all values of the field, without a break
    bool injective; // the field's value can be told from the bytes
    bool by_prefix; // what begins the value tells what begins the bytes
    bool by_suffix; // what ends it does
    bool reversed;
};
struct key_course key_piece_course(const struct key_pieces *pieces, size_t piece, size_t field);

struct key_given { // a value of a field, as in batches
    int64_t number;
    uint8_t scale;
    struct bytes text;
};
struct key_interval { // open: the end itself is outside, which of decimals is not minded
    bool has_low, has_high, low_open, high_open;
    struct key_given low, high;
};
struct key_span { // bytes first..last in a piece; open: with all that begins with `last`
    bool has_last;
    struct bytes first, last;
    bool open;
    bool first_out, last_out; // no value of the interval has these very bytes
    bool closed;              // of the values in it, none begins another
    bool even;                // all values in it have as many bytes
    size_t least;             // bytes that each value has at least
};
struct key_spans {
    struct key_span *items;
    size_t count, capacity;
    struct arena storage;
    struct buffer work; // one value's bytes
};
void key_spans_done(struct key_spans *spans);

// The bytes that values of `field` within the interval have in the piece, by rising values of the
// field. False where they are in no order. None where the field has no such values.
bool key_piece_spans(struct key_pieces *pieces, size_t piece, size_t field,
                     const struct key_interval *interval, struct key_spans *out_spans);
// The same for texts that begin, or end, so.
bool key_piece_affix_span(struct key_pieces *pieces, size_t piece, size_t field, struct bytes affix,
                          bool is_suffix, struct key_spans *out_spans);

// --- listing values ---

struct key_known {   // of one field, by a query
    uint64_t values; // it is one of so many given ones; 0: not so
    bool is_spelled; // decimals: as in the records, not only of the same value
    bool is_ranged;  // it lies in `interval`
    bool is_natural; // it is not negative
    struct key_interval interval;
};

enum key_variable_kind { VARIABLE_FIELD, VARIABLE_SOURCE, VARIABLE_STEPS };

// What is listed so that pieces have values: a field; an expression whose values are known
// beforehand; one that goes in steps while its field goes through an interval.
struct key_variable {
    enum key_variable_kind kind;
    size_t field;    // FIELD, STEPS
    size_t node;     // SOURCE, STEPS: for the pieces' own use
    uint64_t values; // how many; of STEPS with the interval that was given
    bool is_full;    // all values that there are, not only those asked for
};
enum { KEY_VARIABLES_MAX = 12 };
struct key_variables {
    struct key_variable items[KEY_VARIABLES_MAX];
    size_t count;
};

// Adds what must be listed to list the piece, the fewest values that will do; false where the piece
// cannot be, or has more than `limit` values. `known` has an item a field.
bool key_piece_variables(struct key_pieces *pieces, size_t piece, const struct key_known *known,
                         uint64_t limit, struct key_variables *variables);
// Drops what the others determine.
void key_variables_reduce(const struct key_pieces *pieces, struct key_variables *variables);

// As written, for words: "timestamp % 16".
struct bytes key_variable_text(const struct key_pieces *pieces,
                               const struct key_variable *variable);

struct key_values_list {
    struct column column; // `room` rows
    size_t count, room;
    struct arena storage; // of texts that were made
};
void key_values_list_clear(struct key_values_list *list);
void key_values_list_add(struct key_values_list *list, enum value_type type,
                         struct key_given value);
void key_values_list_done(struct key_values_list *list);

// The variable's values: of a SOURCE and of STEPS all, of a FIELD those that the schema lists
// (given ones are added by the caller). False beyond `limit`.
bool key_variable_list(struct key_pieces *pieces, const struct key_variable *variable,
                       const struct key_known *known, uint64_t limit,
                       struct key_values_list *out_list);

// Evaluates combinations first .. first + count - 1 of the lists, the first variable fastest. count
// is at most BATCH_ROWS.
void key_pieces_run(struct key_pieces *pieces, const struct key_variables *variables,
                    const struct key_values_list *lists, uint64_t first, size_t count);
// Appends the bytes of a piece that was listed; false where no record can have these values.
bool key_piece_put(const struct key_pieces *pieces, size_t piece, size_t row, struct buffer *out);
void key_pieces_rest(struct key_pieces *pieces); // after the last key_piece_put

struct bytes key_decimal_text(int64_t scaled, uint8_t scale, struct arena *arena);

#endif
