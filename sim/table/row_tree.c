#include "table/row_tree.h"
#include "base/mem.h"
#include "table/row_tree_state.h"

#include <assert.h>
#include <string.h>

static struct stored_key *room_for_key(struct row_tree *tree, uint64_t hash, size_t size)
{
    const size_t whole = offsetof(struct stored_key, bytes) + size;
    struct stored_key *stored = (void *)arena_take(&tree->memory, whole);
    stored->hash = hash;
    stored->size = (uint32_t)size;
    return stored;
}

static struct stored_key *store_key(struct row_tree *tree, struct bytes key, uint64_t hash)
{
    struct stored_key *stored = room_for_key(tree, hash, key.size);
    if (key.size > 0)
        memcpy(stored->bytes, key.data, key.size);
    return stored;
}

// The least key of all that are greater.
static struct stored_key *store_successor(struct row_tree *tree, const struct stored_key *key)
{
    struct stored_key *stored = room_for_key(tree, 0, key->size + 1);
    memcpy(stored->bytes, key->bytes, key->size);
    stored->bytes[key->size] = 0;
    return stored;
}

static void *new_node(struct row_tree *tree, size_t size, const struct stored_key *low,
                      const struct stored_key *high)
{
    struct node *node = (void *)arena_take(&tree->memory, size);
    memset(node, 0, size);
    node->low = low;
    node->high = high;
    return node;
}

struct row_tree *row_tree_new(void)
{
    struct row_tree *tree = mem_new(1, sizeof *tree);
    const struct stored_key *nothing = store_key(tree, (struct bytes){0}, 0);
    tree->last = new_node(tree, sizeof *tree->last, nothing, NULL);
    tree->root = &tree->last->node;
    tree->latest.node = tree->root;
    return tree;
}

void row_tree_free(struct row_tree *tree)
{
    if (!tree)
        return;
    arena_done(&tree->memory);
    mem_free(tree);
}

uint64_t row_tree_count(const struct row_tree *tree)
{
    return tree->count;
}

static void fetch(const struct node *node, size_t size)
{
    for (size_t i = 0; i < size; i += LINE_BYTES)
        __builtin_prefetch((const uint8_t *)node + i, 1);
}

// The same for several, level by level.
static void find_paths(const struct row_tree *tree, const struct row *rows, size_t count,
                       struct path *paths)
{
    for (size_t i = 0; i < count; i++)
        paths[i].node = tree->root;
    for (uint32_t level = 0; level < tree->levels; level++) {
        const bool is_last = level + 1 == tree->levels;
        for (size_t i = 0; i < count; i++) {
            row_tree_step_down(&paths[i], level, rows[i].key);
            fetch(paths[i].node, is_last ? sizeof(struct leaf) : offsetof(struct node, keys));
        }
    }
}

static void insert_child(struct inner *inner, uint32_t at, struct node *child, struct load load)
{
    const uint32_t behind = inner->node.count - at;
    memmove(inner->rows + at + 1, inner->rows + at, behind * sizeof *inner->rows);
    memmove(inner->bytes + at + 1, inner->bytes + at, behind * sizeof *inner->bytes);
    memmove(inner->children + at + 1, inner->children + at, behind * sizeof *inner->children);
    inner->rows[at] = load.rows;
    inner->bytes[at] = load.bytes;
    inner->children[at] = child;
    node_insert(&inner->node, at, child->low);
}

static struct inner *split_inner(struct row_tree *tree, struct inner *left, struct load *out_load)
{
    const struct stored_key *bound = left->node.keys[NODE_WAYS / 2];
    struct inner *right = new_node(tree, sizeof *right, bound, left->node.high);
    memcpy(right->rows, left->rows + NODE_WAYS / 2, NODE_WAYS / 2 * sizeof *left->rows);
    memcpy(right->bytes, left->bytes + NODE_WAYS / 2, NODE_WAYS / 2 * sizeof *left->bytes);
    memcpy(right->children, left->children + NODE_WAYS / 2, NODE_WAYS / 2 * sizeof *left->children);
    node_divide(&left->node, &right->node, NODE_WAYS / 2, bound);
    *out_load = (struct load){0};
    for (uint32_t i = 0; i < right->node.count; i++) {
        out_load->rows += right->rows[i];
        out_load->bytes += right->bytes[i];
    }
    return right;
}

static void grow_root(struct row_tree *tree, struct node *right, struct load load)
{
    assert(tree->levels < LEVELS_MAX);
    struct node *left = tree->root;
    struct inner *root = new_node(tree, sizeof *root, left->low, NULL);
    const struct load rest = {.rows = (uint32_t)tree->count - load.rows,
                              .bytes = tree->bytes - load.bytes};
    insert_child(root, 0, left, rest);
    insert_child(root, 1, right, load);
    tree->root = &root->node;
    tree->levels++;
}

// `right` took this load from the node that the path goes through below this many levels.
static void add_right(struct row_tree *tree, const struct path *path, uint32_t levels,
                      struct node *right, struct load load)
{
    if (levels == 0) {
        grow_root(tree, right, load);
        return;
    }
    struct inner *parent = path->inner[levels - 1];
    uint32_t at = path->child[levels - 1];
    parent->rows[at] -= load.rows;
    parent->bytes[at++] -= load.bytes;
    if (parent->node.count == NODE_WAYS) {
        struct load moved;
        struct inner *next = split_inner(tree, parent, &moved);
        // The new child's rows are in no node yet.
        const bool goes_right = at > NODE_WAYS / 2;
        moved.rows += goes_right ? load.rows : 0;
        moved.bytes += goes_right ? load.bytes : 0;
        add_right(tree, path, levels - 1, &next->node, moved);
        parent = goes_right ? next : parent;
        at -= goes_right ? NODE_WAYS / 2 : 0;
    }
    insert_child(parent, at, right, load);
}

// Makes room at the path's full leaf for a row before its place `at`. A leaf that the row comes
// before or behind stays full and its bounds close around what it holds, so that whichever way the
// keys go on, they find an empty leaf.
static void split_leaf(struct row_tree *tree, const struct path *path, uint32_t at)
{
    struct leaf *left = (struct leaf *)path->node;
    const uint32_t stays = at == 0 || at == NODE_WAYS ? at : NODE_WAYS / 2;
    const struct stored_key *bound = stays == NODE_WAYS
                                         ? store_successor(tree, left->node.keys[NODE_WAYS - 1])
                                         : left->node.keys[stays];
    struct leaf *right = new_node(tree, sizeof *right, bound, left->node.high);
    memcpy(right->records, left->records + stays, (NODE_WAYS - stays) * sizeof *left->records);
    memcpy(right->sizes, left->sizes + stays, (NODE_WAYS - stays) * sizeof *left->sizes);
    node_divide(&left->node, &right->node, stays, bound);

    right->before = left;
    right->after = left->after;
    if (right->after)
        right->after->before = right;
    else
        tree->last = right;
    left->after = right;
    struct load load = {.rows = right->node.count};
    for (uint32_t i = 0; i < load.rows; i++)
        load.bytes += right->sizes[i];
    add_right(tree, path, tree->levels, &right->node, load);
    tree->splits++;
}

static void insert_row(struct row_tree *tree, const struct path *path, uint32_t at,
                       const struct row *row)
{
    struct leaf *leaf = (struct leaf *)path->node;
    memmove(leaf->records + at + 1, leaf->records + at,
            (leaf->node.count - at) * sizeof *leaf->records);
    memmove(leaf->sizes + at + 1, leaf->sizes + at, (leaf->node.count - at) * sizeof *leaf->sizes);
    leaf->records[at] = row->record;
    leaf->sizes[at] = row->size;
    node_insert(&leaf->node, at, store_key(tree, row->key, row->hash));
    for (uint32_t level = 0; level < tree->levels; level++) {
        path->inner[level]->rows[path->child[level]]++;
        path->inner[level]->bytes[path->child[level]] += row->size;
    }
    tree->count++;
    tree->bytes += row->size;
}

static void replace_row(struct row_tree *tree, const struct path *path, uint32_t at,
                        const struct row *row)
{
    struct leaf *leaf = (struct leaf *)path->node;
    const uint64_t change = (uint64_t)row->size - leaf->sizes[at]; // wraps where it shrinks
    leaf->records[at] = row->record;
    if (change == 0)
        return;
    leaf->sizes[at] = row->size;
    for (uint32_t level = 0; level < tree->levels; level++)
        path->inner[level]->bytes[path->child[level]] += change;
    tree->bytes += change;
}

static void put_at(struct row_tree *tree, struct path *path, const struct row *row)
{
    for (;;) {
        bool same;
        const uint32_t at = node_find(path->node, row->key, &same);
        if (same) {
            replace_row(tree, path, at, row);
            return;
        }
        if (path->node->count < NODE_WAYS) {
            insert_row(tree, path, at, row);
            return;
        }
        split_leaf(tree, path, at);
        row_tree_find(tree, row->key, path);
    }
}

// A group of rows: those at its start that go where the last one went, then the others.
static void put_group(struct row_tree *tree, const struct row *rows, size_t count)
{
    struct path paths[GROUP];
    const uint64_t splits = tree->splits;
    size_t near = 0;
    while (near < count && node_spans(tree->latest.node, rows[near].key))
        paths[near++] = tree->latest;
    find_paths(tree, rows + near, count - near, paths + near);
    for (size_t i = 0; i < count; i++) {
        if (tree->splits != splits)
            row_tree_find(tree, rows[i].key, &paths[i]);
        put_at(tree, &paths[i], &rows[i]);
    }
    tree->latest = paths[count - 1];
}

void row_tree_put(struct row_tree *tree, const struct row *rows, size_t count)
{
    for (size_t first = 0; first < count; first += GROUP)
        put_group(tree, rows + first, count - first < GROUP ? count - first : GROUP);
    assert(tree->count < UINT32_MAX);
}

bool row_tree_remove(struct row_tree *tree, struct bytes key)
{
    struct path path;
    bool same;
    row_tree_find(tree, key, &path);
    const uint32_t at = node_find(path.node, key, &same);
    if (!same)
        return false;
    struct leaf *leaf = (struct leaf *)path.node;
    const uint32_t size = leaf->sizes[at];
    node_remove(&leaf->node, at);
    const uint32_t behind = leaf->node.count - at;
    memmove(leaf->records + at, leaf->records + at + 1, behind * sizeof *leaf->records);
    memmove(leaf->sizes + at, leaf->sizes + at + 1, behind * sizeof *leaf->sizes);
    for (uint32_t level = 0; level < tree->levels; level++) {
        path.inner[level]->rows[path.child[level]]--;
        path.inner[level]->bytes[path.child[level]] -= size;
    }
    tree->count--;
    tree->bytes -= size;
    tree->removed++;
    return true;
}

bool row_tree_is_sparse(const struct row_tree *tree)
{
    return tree->removed >= SPARSE_MIN && tree->removed > tree->count;
}
