// row_tree_state.h -- the inside of a row tree, shared by putting (row_tree.c) and looking
// (row_tree_look.c).
#ifndef HOTSIM_TABLE_ROW_TREE_STATE_H
#define HOTSIM_TABLE_ROW_TREE_STATE_H

#include "base/arena.h"
#include "table/row_node.h"
#include "table/row_tree.h"

enum {
    LEVELS_MAX = 8, // of inner nodes, which are at least half full: 32^8 leaves
    GROUP = 16,     // puts that look for their leaves side by side, so that their loads overlap
    LINE_BYTES = 64,
    SPARSE_MIN = 4096, // removed rows that are worth a new tree
};

struct leaf {
    struct node node;
    struct leaf *before, *after;
    uint32_t records[NODE_WAYS];
    uint32_t sizes[NODE_WAYS];
};

struct inner {
    struct node node;
    uint32_t rows[NODE_WAYS];
    uint64_t bytes[NODE_WAYS];
    struct node *children[NODE_WAYS];
};

struct load { // of a node
    uint32_t rows;
    uint64_t bytes;
};

struct path { // from the root to a leaf
    struct inner *inner[LEVELS_MAX];
    uint32_t child[LEVELS_MAX];
    struct node *node; // a leaf, once the path is whole
};

struct row_tree {
    struct arena memory;
    struct node *root;
    struct leaf *last;
    uint32_t levels; // of inner nodes
    uint64_t count, bytes;
    uint64_t removed;   // rows, since the tree was made
    uint64_t splits;    // a path is good while this stays the same
    struct path latest; // of the last put, and good
};

// The way to the leaf that spans a key.
void row_tree_find(const struct row_tree *tree, struct bytes key, struct path *path);
// The path's node of this level becomes its child.
void row_tree_step_down(struct path *path, uint32_t level, struct bytes key);

#endif
