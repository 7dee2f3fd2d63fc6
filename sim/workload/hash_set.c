#include "workload/hash_set.h"

#include "base/mem.h"

enum { SLOTS_FIRST = 1024 };

static uint64_t *find(const struct hash_set *set, uint64_t hash)
{
    const size_t mask = set->size - 1;
    size_t at = (size_t)hash & mask;
    while (set->slots[at] != 0 && set->slots[at] != hash)
        at = (at + 1) & mask;
    return &set->slots[at];
}

static void grow(struct hash_set *set)
{
    const struct hash_set old = *set;
    set->size = old.size > 0 ? 2 * old.size : SLOTS_FIRST;
    set->slots = mem_new(set->size, sizeof *set->slots);
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i] != 0)
            *find(set, old.slots[i]) = old.slots[i];
    mem_free(old.slots);
}

bool hash_set_add(struct hash_set *set, uint64_t hash)
{
    hash = hash == 0 ? 1 : hash; // 0 marks a free slot
    if (2 * (set->count + 1) > set->size)
        grow(set);
    uint64_t *slot = find(set, hash);
    if (*slot == hash)
        return false;
    *slot = hash;
    set->count++;
    return true;
}

void hash_set_expect(const struct hash_set *set, uint64_t hash)
{
    if (set->size > 0)
        __builtin_prefetch(&set->slots[(size_t)hash & (set->size - 1)]);
}

void hash_set_done(struct hash_set *set)
{
    mem_free(set->slots);
    *set = (struct hash_set){0};
}
