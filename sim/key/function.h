// function.h -- the functions of the key language, as data: how each is called, what it gives, what
// it does to order.
//
// A row is all there is to a function. The parser, `hotsim list functions`, `explain` and a planner
// of queries read the same rows. Rows live beside the code of their family, one file a family.
#ifndef HOTSIM_KEY_FUNCTION_H
#define HOTSIM_KEY_FUNCTION_H

#include "base/err.h"
#include "base/schema.h"
#include "base/types.h"

struct key_graph;
struct key_node;
struct key_run;
struct arena;

// What a function does to the order and the number of its first argument's values, all others being
// constant.
enum key_property {
    KEY_KEEPS_ORDER = 1,    // a < b gives f(a) <= f(b), in the order of the encoded key
    KEY_REVERSES_ORDER = 2, // a < b gives f(a) >= f(b)
    KEY_INJECTIVE = 4,      // different values stay different
    KEY_ENUMERABLE = 8,     // whatever the argument, the values are min..max of the node
    KEY_RANDOM = 16,        // not a function of its arguments: drawn when the record is written
    KEY_CHOOSES = 32,       // gives one of its arguments: a fault in another one does no harm
    KEY_ENDS_ITSELF = 64,   // bytes of which none are the beginning of others
    KEY_TURNS = 128,        // a text from its last character to its first; undone by itself
    KEY_BY_VALUE = 256,     // of a decimal the value counts, not how it is spelled
    KEY_BY_CHARACTER = 512, // cuts between characters, which broken UTF-8 can hide
};

// Numbers first..last, whose order a function keeps or reverses.
struct key_stretch {
    wide_int first, last;
};

// A single value, for inverting a function outside of a batch.
struct key_value {
    int64_t number;    // numbers
    struct bytes text; // texts and bytes; of a decimal, its text
};

struct key_function {
    const char *name;
    const char *aliases; // separated by blanks, or NULL; letter case is ignored in both
    const char *family; // "digest", "number", "text", "bytes", "salt", "time"; NULL: an operator or
                        // a conversion
    const char *signature; // "substr(x, start, length)"
    const char *help;      // one line, no full stop
    const char *words;     // in a sentence, with $1 for the first argument: "MD5 of $1"
    // A letter an argument: t text (a number becomes its decimal text), n whole number, m whole
    // number or a text that holds one, d number or decimal, a anything, e encoded as in a key, c
    // constant whole number, k constant text. `*` repeats the letter before it; what follows counts
    // from the end.
    const char *takes;
    size_t required;        // arguments that must be given
    enum value_type result; // unless `check` knows better
    unsigned properties;    // of enum key_property, unless `check` knows better
    int variant;            // which one, where a run serves several rows

    // Finer checks and what is known of the result (type, range, width); NULL: nothing to add.
    bool (*check)(struct key_graph *graph, struct key_node *node, struct err *err);
    // The column of the node from those of its arguments.
    void (*run)(struct key_node *node, const struct key_run *run);
    // The argument that gives `value`; false where none does. NULL: cannot be inverted.
    bool (*invert)(const struct key_node *node, struct key_value value, const struct key_run *run,
                   struct key_value *out_argument);

    // Where order is kept in some places only, or reversed: the stretch around the number `at` of
    // its one argument that is not constant, and 1 or -1; 0: not there. NULL: by the properties.
    int (*stretch)(const struct key_node *node, wide_int at, struct key_stretch *out);
    // Of texts: what the result begins with where the argument begins with `text`. NULL: not known.
    struct bytes (*begins)(const struct key_node *node, struct bytes text, struct arena *arena);
};

// The listed functions, in order of family; NULL past the last.
const struct key_function *key_function_at(size_t index);

// By name or alias, letter case ignored; NULL where there is none.
const struct key_function *key_function_named(struct bytes name);

// The listed name nearest to `name`, or NULL.
const char *key_function_nearest(struct bytes name);

#endif
