// compiled.h -- the inside of a key program, for the files that ask questions about it.
//
// Inside sim/key/ only.
#ifndef HOTSIM_KEY_COMPILED_H
#define HOTSIM_KEY_COMPILED_H

#include "key/names.h"
#include "key/node.h"
#include "key/outline.h"

enum component_kind { COMPONENT_LITERAL, COMPONENT_LONG, COMPONENT_INT, COMPONENT_TEXT };

struct key_component {
    enum component_kind kind;
    struct bytes literal;
    struct key_node *value; // as written; NULL: a literal
    struct key_node
        *node;     // what is written out: the number itself, or the text or bytes made of `value`
    uint64_t flip; // of a number: flips the sign, or all for DESC
    bool descending;
    struct bytes text; // of the program: "[md5(userid).subStr(0,4)]"
};

struct key_program {
    struct key_graph *graph;
    char *source; // the program as given
    char *text;   // in one line
    struct outline outline;
    struct key_scope scope;
    struct key_component *components;
    size_t count;
    struct key_facts facts;
};

// Bytes of the component in every key; 0: varies.
size_t key_component_width(const struct key_component *component);

// What key_program_facts gives, found once: listing values needs the columns.
struct key_facts key_facts_of(const struct key_program *program);

// The bytes of the component in row `row` of the batch that was run last. A number goes to `room`
// (8 bytes).
struct bytes key_component_at(const struct key_component *component, size_t row, uint8_t *room);

#endif
