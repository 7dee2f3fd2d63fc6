#include "table/row_node.h"
#include "base/key_batch.h"
#include "table/key_prefix.h"

#include <string.h>

bool node_spans(const struct node *node, struct bytes key)
{
    return key_compare(stored_bytes(node->low), key) <= 0 &&
           (!node->high || key_compare(key, stored_bytes(node->high)) < 0);
}

static struct bytes rest_of(struct bytes key, size_t from)
{
    return from == 0 ? key : bytes_of(key.data + from, key.size - from);
}

// Order of a key and a stored one, both of which begin with the node's shared bytes.
static int compare_in(const struct node *node, struct bytes key, const struct stored_key *stored)
{
    return key_compare(rest_of(key, node->shared), rest_of(stored_bytes(stored), node->shared));
}

// How many of the node's heads are less. No branch depends on the data.
static inline uint32_t count_less(const struct node *node, uint64_t head)
{
    const uint64_t *heads = node->heads;
    uint32_t less = 0;
    uint32_t left = node->count;
    for (; left > 1; left -= left / 2)
        less += left / 2 & (0 - (uint32_t)(heads[less + left / 2 - 1] < head));
    return less + (left == 1 && heads[less] < head);
}

uint32_t node_find(const struct node *node, struct bytes key, bool *out_same)
{
    const uint64_t head = key_prefix_of(key, node->shared);
    uint32_t first = count_less(node, head);
    *out_same = false;
    if (first == node->count || node->heads[first] != head)
        return first;

    uint32_t end = head == UINT64_MAX ? node->count : count_less(node, head + 1);
    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        const int order = compare_in(node, key, node->keys[middle]);
        if (order == 0) {
            *out_same = true;
            return middle;
        }
        if (order < 0)
            end = middle;
        else
            first = middle + 1;
    }
    return first;
}

// Shares and heads, after the node's bounds have changed.
static void fit_to_bounds(struct node *node)
{
    const size_t shared =
        node->high ? key_shared_size(stored_bytes(node->low), stored_bytes(node->high)) : 0;
    if (shared == node->shared)
        return;
    node->shared = (uint32_t)shared;
    for (uint32_t i = 0; i < node->count; i++)
        node->heads[i] = key_prefix_of(stored_bytes(node->keys[i]), shared);
}

void node_insert(struct node *node, uint32_t at, const struct stored_key *key)
{
    const uint32_t behind = node->count - at;
    memmove(node->heads + at + 1, node->heads + at, behind * sizeof *node->heads);
    memmove(node->keys + at + 1, node->keys + at, behind * sizeof *node->keys);
    node->heads[at] = key_prefix_of(stored_bytes(key), node->shared);
    node->keys[at] = key;
    node->count++;
}

void node_remove(struct node *node, uint32_t at)
{
    const uint32_t behind = --node->count - at;
    memmove(node->heads + at, node->heads + at + 1, behind * sizeof *node->heads);
    memmove(node->keys + at, node->keys + at + 1, behind * sizeof *node->keys);
}

void node_divide(struct node *left, struct node *right, uint32_t at, const struct stored_key *bound)
{
    right->count = left->count - at;
    right->shared = left->shared;
    memcpy(right->heads, left->heads + at, right->count * sizeof *left->heads);
    memcpy(right->keys, left->keys + at, right->count * sizeof *left->keys);
    left->count = at;
    left->high = bound;
    fit_to_bounds(left);
    fit_to_bounds(right);
}
