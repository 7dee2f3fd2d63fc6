#include "workload/value_pool.h"

#include "base/mem.h"
#include "hash/hash.h"

#include <assert.h>
#include <string.h>

enum { LEVEL_MAX = 63 };

struct entry {
    uint64_t hash;
    struct stored_record record;
};

struct value_pool {
    const size_t *fields;
    size_t field_count;
    size_t limit;
    uint64_t salt;
    uint32_t level;
    struct entry *entries;
    size_t count, capacity;
    uint32_t *slots; // [slot_count] 1 + the place of an entry; 0: free
    size_t slot_count;
};

struct value_pool *value_pool_new(const size_t *fields, size_t field_count, size_t limit,
                                  uint64_t seed)
{
    struct value_pool *pool = mem_new(1, sizeof *pool);
    assert(limit >= 1 && limit < UINT32_MAX);
    *pool = (struct value_pool){.fields = fields,
                                .field_count = field_count,
                                .limit = limit,
                                .salt = rng_stream(seed, "values", 0).state};
    return pool;
}

void value_pool_free(struct value_pool *pool)
{
    if (!pool)
        return;
    mem_free(pool->entries);
    mem_free(pool->slots);
    mem_free(pool);
}

static uint64_t hash_of(const struct value_pool *pool, const struct batch *batch, size_t row)
{
    uint64_t hash = pool->salt;
    for (size_t i = 0; i < pool->field_count; i++) {
        const struct column *column = &batch->columns[pool->fields[i]];
        const uint64_t value =
            column->texts ? hash_xxh3(column->texts[row]) : (uint64_t)column->numbers[row];
        hash = rng_mix(hash + rng_mix(value + UINT64_C(0x9e3779b97f4a7c15)));
    }
    return hash;
}

// By the highest bits: the lowest ones choose the slot.
static bool survives(const struct value_pool *pool, uint64_t hash)
{
    return pool->level == 0 || hash >> (64 - pool->level) == 0;
}

static uint32_t *slot_of(const struct value_pool *pool, uint64_t hash)
{
    size_t at = (size_t)hash & (pool->slot_count - 1);
    while (pool->slots[at] != 0 && pool->entries[pool->slots[at] - 1].hash != hash)
        at = (at + 1) & (pool->slot_count - 1);
    return &pool->slots[at];
}

static void fill_slots(struct value_pool *pool)
{
    memset(pool->slots, 0, pool->slot_count * sizeof *pool->slots);
    for (size_t i = 0; i < pool->count; i++)
        *slot_of(pool, pool->entries[i].hash) = (uint32_t)i + 1;
}

// Room for one more, with at least half of the slots free.
static void grow(struct value_pool *pool)
{
    if (pool->count == pool->capacity) {
        pool->capacity = pool->capacity > 0 ? 2 * pool->capacity : 256;
        if (pool->capacity > pool->limit)
            pool->capacity = pool->limit;
        pool->entries = mem_resize(pool->entries, pool->capacity, sizeof *pool->entries);
    }
    if (2 * (pool->count + 1) > pool->slot_count) {
        pool->slot_count = pool->slot_count > 0 ? 2 * pool->slot_count : 512;
        pool->slots = mem_resize(pool->slots, pool->slot_count, sizeof *pool->slots);
        fill_slots(pool);
    }
}

static void thin(struct value_pool *pool)
{
    size_t kept = 0;
    pool->level++;
    for (size_t i = 0; i < pool->count; i++) {
        if (survives(pool, pool->entries[i].hash))
            pool->entries[kept++] = pool->entries[i];
    }
    pool->count = kept;
    fill_slots(pool);
}

void value_pool_add(struct value_pool *pool, const struct batch *batch, size_t row,
                    const struct stored_record *record)
{
    const uint64_t hash = hash_of(pool, batch, row);
    if (!survives(pool, hash) || (pool->count > 0 && *slot_of(pool, hash) != 0))
        return;
    while (pool->count == pool->limit && pool->level < LEVEL_MAX)
        thin(pool);
    if (!survives(pool, hash) || pool->count == pool->limit)
        return;
    grow(pool);
    pool->entries[pool->count++] = (struct entry){.hash = hash, .record = *record};
    *slot_of(pool, hash) = (uint32_t)pool->count;
}

size_t value_pool_count(const struct value_pool *pool)
{
    return pool->count;
}

const struct stored_record *value_pool_at(const struct value_pool *pool, size_t place)
{
    assert(place < pool->count);
    return &pool->entries[place].record;
}

uint64_t value_pool_scale(const struct value_pool *pool)
{
    return UINT64_C(1) << pool->level;
}

bool value_pool_draw(const struct value_pool *pool, struct rng *rng, struct stored_record *out)
{
    if (pool->count == 0)
        return false;
    *out = *value_pool_at(pool, (size_t)rng_upto(rng, pool->count - 1));
    return true;
}
