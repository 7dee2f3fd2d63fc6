// Rows of a tree: where they are, how many, how large.
#include "table/row_tree_state.h"

#include <assert.h>

static uint32_t child_of(const struct inner *inner, struct bytes key)
{
    bool same;
    const uint32_t at = node_find(&inner->node, key, &same);
    return same ? at : at - 1;
}

void row_tree_step_down(struct path *path, uint32_t level, struct bytes key)
{
    struct inner *inner = (struct inner *)path->node;
    path->inner[level] = inner;
    path->child[level] = child_of(inner, key);
    path->node = inner->children[path->child[level]];
}

void row_tree_find(const struct row_tree *tree, struct bytes key, struct path *path)
{
    path->node = tree->root;
    for (uint32_t level = 0; level < tree->levels; level++)
        row_tree_step_down(path, level, key);
}

struct row_cursor row_tree_seek(const struct row_tree *tree, struct bytes key)
{
    struct path path;
    bool same;
    row_tree_find(tree, key, &path);
    struct row_cursor cursor = {.leaf = (struct leaf *)path.node,
                                .at = node_find(path.node, key, &same)};
    cursor.rank = cursor.at;
    for (uint32_t level = 0; level < tree->levels; level++) {
        for (uint32_t i = 0; i < path.child[level]; i++)
            cursor.rank += path.inner[level]->rows[i];
    }
    return cursor;
}

uint64_t row_tree_bytes_before(const struct row_tree *tree, struct bytes key)
{
    struct path path;
    bool same;
    row_tree_find(tree, key, &path);
    const struct leaf *leaf = (struct leaf *)path.node;
    const uint32_t at = node_find(path.node, key, &same);
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < at; i++)
        bytes += leaf->sizes[i];
    for (uint32_t level = 0; level < tree->levels; level++) {
        for (uint32_t i = 0; i < path.child[level]; i++)
            bytes += path.inner[level]->bytes[i];
    }
    return bytes;
}

uint64_t row_tree_bytes(const struct row_tree *tree)
{
    return tree->bytes;
}

struct bytes row_tree_key_at(const struct row_tree *tree, uint64_t rank)
{
    assert(rank < tree->count);
    const struct node *node = tree->root;
    for (uint32_t level = 0; level < tree->levels; level++) {
        const struct inner *inner = (const struct inner *)node;
        uint32_t child = 0;
        while (rank >= inner->rows[child])
            rank -= inner->rows[child++];
        node = inner->children[child];
    }
    return stored_bytes(node->keys[rank]);
}

struct row_cursor row_tree_end(const struct row_tree *tree)
{
    return (struct row_cursor){
        .leaf = tree->last, .at = tree->last->node.count, .rank = tree->count};
}

static struct row row_at(const struct leaf *leaf, uint32_t at)
{
    const struct stored_key *key = leaf->node.keys[at];
    return (struct row){.key = stored_bytes(key),
                        .hash = key->hash,
                        .record = leaf->records[at],
                        .size = leaf->sizes[at]};
}

static void step_forward(struct row_cursor *cursor)
{
    while (cursor->at == cursor->leaf->node.count) {
        cursor->leaf = cursor->leaf->after;
        cursor->at = 0;
    }
    cursor->rank++;
}

struct row row_cursor_next(struct row_cursor *cursor)
{
    step_forward(cursor);
    return row_at(cursor->leaf, cursor->at++);
}

uint32_t row_cursor_next_record(struct row_cursor *cursor)
{
    step_forward(cursor);
    return cursor->leaf->records[cursor->at++];
}

uint32_t row_cursor_previous_record(struct row_cursor *cursor)
{
    while (cursor->at == 0) {
        cursor->leaf = cursor->leaf->before;
        cursor->at = cursor->leaf->node.count;
    }
    cursor->rank--;
    return cursor->leaf->records[--cursor->at];
}
