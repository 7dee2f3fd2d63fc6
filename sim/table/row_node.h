// row_node.h -- what the leaves and the inner nodes of a row tree share: sorted keys within bounds.
//
// Ownership: the keys are the tree's; a node holds pointers, which stay good as long as the tree.
#ifndef HOTSIM_TABLE_ROW_NODE_H
#define HOTSIM_TABLE_ROW_NODE_H

#include "base/types.h"

enum { NODE_WAYS = 64 }; // rows of a leaf, children of an inner node

struct stored_key {
    uint64_t hash;
    uint32_t size;
    uint8_t bytes[];
};

static inline struct bytes stored_bytes(const struct stored_key *key)
{
    return bytes_of(key->bytes, key->size);
}

// An inner node's key i is the lower bound of its child i.
struct node {
    const struct stored_key *low, *high; // low <= key < high; high NULL: no bound
    uint32_t count;
    uint32_t shared;           // bytes that all keys within the bounds begin with
    uint64_t heads[NODE_WAYS]; // the eight bytes after those
    const struct stored_key *keys[NODE_WAYS];
};

bool node_spans(const struct node *node, struct bytes key); // within the bounds

// The first of the node's keys that is not less than `key`, which is within the bounds, and whether
// it is the same.
uint32_t node_find(const struct node *node, struct bytes key, bool *out_same);

void node_insert(struct node *node, uint32_t at, const struct stored_key *key); // there is room

void node_remove(struct node *node, uint32_t at);

// The keys from `at` on go to the empty node on the right, which begins at `bound`.
void node_divide(struct node *left, struct node *right, uint32_t at,
                 const struct stored_key *bound);

#endif
