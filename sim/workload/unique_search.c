#include "workload/unique_search.h"

#include "base/mem.h"
#include "base/rng.h"
#include "workload/hash_set.h"

struct candidate {
    struct unique_key key;
    struct hash_set seen;
    bool is_out;  // two rows agree
    bool is_full; // its set was given up
};

struct unique_search {
    size_t columns; // of a row
    size_t used;    // of them
    uint64_t rows;
    uint64_t *first; // [SEARCH_ROWS * used]
    struct candidate *candidates;
    size_t count;
    bool is_resolved;
};

struct unique_search *unique_search_new(size_t columns)
{
    struct unique_search *search = mem_new(1, sizeof *search);
    search->columns = columns;
    search->used = columns < SEARCH_COLUMNS ? columns : SEARCH_COLUMNS;
    search->first = mem_new(SEARCH_ROWS * search->used, sizeof *search->first);
    return search;
}

void unique_search_free(struct unique_search *search)
{
    if (!search)
        return;
    for (size_t i = 0; i < search->count; i++)
        hash_set_done(&search->candidates[i].seen);
    mem_free(search->candidates);
    mem_free(search->first);
    mem_free(search);
}

static uint64_t hash_of(const struct unique_key *key, const uint64_t *hashes)
{
    if (key->count == 1)
        return hashes[key->columns[0]];
    return rng_mix(hashes[key->columns[0]] ^
                   rng_mix(hashes[key->columns[1]] + UINT64_C(0x9e3779b97f4a7c15)));
}

static size_t slots_used(const struct unique_search *search)
{
    size_t used = 0;
    for (size_t i = 0; i < search->count; i++)
        used += search->candidates[i].seen.size;
    return used;
}

static void take_row(struct unique_search *search, struct candidate *candidate,
                     const uint64_t *hashes)
{
    struct hash_set *seen = &candidate->seen;
    if (candidate->is_out || candidate->is_full)
        return;
    const bool must_grow = 2 * (seen->count + 1) > seen->size;
    if (must_grow && slots_used(search) + seen->size > SEARCH_SLOTS) {
        candidate->is_full = true;
        hash_set_done(seen);
        return;
    }
    if (!hash_set_add(seen, hash_of(&candidate->key, hashes))) {
        candidate->is_out = true;
        hash_set_done(seen);
        return;
    }
    candidate->key.rows++;
}

// Adds the key if no two of the first rows agree in it.
static bool try_key(struct unique_search *search, struct unique_key key)
{
    search->candidates =
        mem_resize(search->candidates, search->count + 1, sizeof *search->candidates);
    struct candidate *candidate = &search->candidates[search->count++];
    *candidate = (struct candidate){.key = key};
    for (uint64_t row = 0; row < search->rows && !candidate->is_out; row++)
        take_row(search, candidate, search->first + row * search->used);
    if (!candidate->is_out)
        return true;
    search->count--;
    return false;
}

static bool is_single(const struct unique_search *search, size_t column)
{
    for (size_t i = 0; i < search->count; i++)
        if (search->candidates[i].key.count == 1 && search->candidates[i].key.columns[0] == column)
            return true;
    return false;
}

// What the first rows leave.
static void resolve(struct unique_search *search)
{
    search->is_resolved = true;
    for (size_t i = 0; i < search->used; i++)
        (void)try_key(search, (struct unique_key){.count = 1, .columns = {i}});
    size_t pairs = 0;
    for (size_t i = 0; i < search->used; i++)
        for (size_t j = i + 1; j < search->used && pairs < SEARCH_PAIRS; j++)
            if (!is_single(search, i) && !is_single(search, j))
                pairs += try_key(search, (struct unique_key){.count = 2, .columns = {i, j}});
}

void unique_search_expect(const struct unique_search *search, const uint64_t *hashes)
{
    for (size_t i = 0; i < search->count; i++)
        hash_set_expect(&search->candidates[i].seen, hash_of(&search->candidates[i].key, hashes));
}

void unique_search_add(struct unique_search *search, const uint64_t *hashes)
{
    if (search->rows < SEARCH_ROWS) {
        for (size_t i = 0; i < search->used; i++)
            search->first[search->rows * search->used + i] = hashes[i];
        search->rows++;
        return;
    }
    if (!search->is_resolved)
        resolve(search);
    search->rows++;
    for (size_t i = 0; i < search->count; i++)
        take_row(search, &search->candidates[i], hashes);
}

static bool holds(const struct unique_key *key, size_t column)
{
    return key->columns[0] == column || (key->count == 2 && key->columns[1] == column);
}

size_t unique_search_end(struct unique_search *search, size_t preferred,
                         struct unique_key *out_keys, size_t count)
{
    size_t given = 0;
    if (!search->is_resolved)
        resolve(search);
    for (int rank = 0; rank < 3; rank++) {
        for (size_t i = 0; i < search->count && given < count; i++) {
            const struct unique_key *key = &search->candidates[i].key;
            const int own = key->count == 1 ? 0 : holds(key, preferred) ? 1 : 2;
            if (own == rank && !search->candidates[i].is_out)
                out_keys[given++] = *key;
        }
    }
    return given;
}
