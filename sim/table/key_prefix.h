// key_prefix.h -- eight bytes of a key as one number, which decide most comparisons.
#ifndef HOTSIM_TABLE_KEY_PREFIX_H
#define HOTSIM_TABLE_KEY_PREFIX_H

#include "base/types.h"

#include <string.h>

// Of keys that share their first `from` bytes, the one with the lesser number is the lesser; equal
// numbers decide nothing. The eight bytes after those, big-endian; zeros where the key has ended.
static inline uint64_t key_prefix_of(struct bytes key, size_t from)
{
    const size_t size = key.size > from ? key.size - from : 0;
    uint64_t prefix = 0;
    if (size >= sizeof prefix)
        memcpy(&prefix, key.data + from, sizeof prefix);
    else if (size > 0)
        memcpy(&prefix, key.data + from, size);
    return __builtin_bswap64(prefix);
}

// Bytes that both begin with.
static inline size_t key_shared_size(struct bytes a, struct bytes b)
{
    size_t size = 0;
    while (size < a.size && size < b.size && a.data[size] == b.data[size])
        size++;
    return size;
}

#endif
