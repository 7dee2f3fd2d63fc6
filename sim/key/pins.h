// pins.h -- nodes whose columns are given, so that what depends on them alone can be evaluated
// without records.
//
// Use: add nodes, fill their columns, hold, run the graph with no batch, read columns, release.
// While they are held, node->column is the pin's.
//
// Inside sim/key/ only.
#ifndef HOTSIM_KEY_PINS_H
#define HOTSIM_KEY_PINS_H

#include "key/node.h"

enum { KEY_PINS_MAX = 32 };

struct key_pins {
    struct key_graph *graph;
    struct key_node *nodes[KEY_PINS_MAX];
    struct column columns[KEY_PINS_MAX]; // BATCH_ROWS rows, owned
    struct column saved[KEY_PINS_MAX];
    size_t count;
    bool needed[KEY_NODES_MAX]; // as it was
};

void key_pins_add(struct key_pins *pins, struct key_node *node); // at most KEY_PINS_MAX
void key_pins_hold(struct key_pins *pins);
// What was run last is lost.
void key_pins_release(struct key_pins *pins);
void key_pins_done(struct key_pins *pins);

#endif
