// hash_set.h -- a set of 64-bit hashes that grows.
#ifndef HOTSIM_WORKLOAD_HASH_SET_H
#define HOTSIM_WORKLOAD_HASH_SET_H

#include "base/types.h"

struct hash_set {
    uint64_t *slots; // 0: free
    size_t size;     // a power of two, or 0
    size_t count;
};

// Whether it was new; makes room as it must.
bool hash_set_add(struct hash_set *set, uint64_t hash);
// Fetches the memory that hash_set_add will need.
void hash_set_expect(const struct hash_set *set, uint64_t hash);
void hash_set_done(struct hash_set *set);

#endif
