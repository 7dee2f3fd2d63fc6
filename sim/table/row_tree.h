// row_tree.h -- rows in key order: put, removed, counted between two keys without walking them,
// walked from any place both ways.
//
// A B+ tree. A node knows the bounds of the keys that can come to it, hence how many bytes they all
// begin with; the eight bytes after those stand in the node as a number, so that a search seldom
// looks at a key. An inner node counts the rows below each child, and adds up their sizes. Keys
// that rise or fall, alone or in several streams side by side, fill the leaves; rows in any other
// order leave them about 70 % full.
//
// A leaf stays where it is when its rows are removed, and so do their keys; a tree that was emptied
// that way is made anew by whoever owns it (row_tree_is_sparse).
//
// Ownership: the tree owns a copy of each key; what a cursor gives is good until the next put or
//            removal.
// Memory:    25 bytes a row in full leaves, and for its key 12 bytes and the key, in eights.
#ifndef HOTSIM_TABLE_ROW_TREE_H
#define HOTSIM_TABLE_ROW_TREE_H

#include "base/types.h"

struct row {
    struct bytes key;
    uint64_t hash;   // the caller's, given back with the row
    uint32_t record; // the caller's; a later put of the same key replaces it, as
    uint32_t size;   // the bytes that the row takes
};

struct row_tree;

struct row_tree *row_tree_new(void);
void row_tree_free(struct row_tree *tree); // NULL is fine

void row_tree_put(struct row_tree *tree, const struct row *rows, size_t count);
uint64_t row_tree_count(const struct row_tree *tree);

// Removes the row of a key; false where there is none.
bool row_tree_remove(struct row_tree *tree, struct bytes key);
// More rows were removed than are left, and enough to matter: walking and memory go by what was
// put.
bool row_tree_is_sparse(const struct row_tree *tree);

// Of all rows whose key is less.
uint64_t row_tree_bytes_before(const struct row_tree *tree, struct bytes key);
uint64_t row_tree_bytes(const struct row_tree *tree); // of all
// The key of the row that so many are before, which must be there.
struct bytes row_tree_key_at(const struct row_tree *tree, uint64_t rank);

// A place between two rows; `rank` rows are before it.
struct row_cursor {
    const struct leaf *leaf;
    uint32_t at;
    uint64_t rank;
};

// Before the first row whose key is not less; and behind the last row.
struct row_cursor row_tree_seek(const struct row_tree *tree, struct bytes key);
struct row_cursor row_tree_end(const struct row_tree *tree);

// The row that the cursor passes, which must be there.
struct row row_cursor_next(struct row_cursor *cursor);
// Its record alone, which needs no look at the key.
uint32_t row_cursor_next_record(struct row_cursor *cursor);
uint32_t row_cursor_previous_record(struct row_cursor *cursor);

#endif
