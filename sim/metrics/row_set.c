#include "metrics/row_set.h"

#include "base/mem.h"
#include "stats/real.h"

#include <assert.h>
#include <string.h>

enum {
    CAPACITY_FIRST = 1024,
    PREFETCH_AHEAD = 32, // writes; about the time of one read from memory
};

struct row {
    uint64_t hash;
    uint64_t writes; // 0: an empty place
    uint32_t partition;
    uint32_t row_bytes; // of the newest write
};

// Open addressing with linear probing, at most three quarters full. The top bits of a hash give its
// place and the low bits thin the set, so that thinning does not crowd what is left.
struct row_set {
    size_t limit;
    uint64_t versions;
    uint32_t partitions;
    unsigned int level; // keys are held whose low `level` bits are 0
    size_t count;
    size_t capacity;
    struct row *rows;
};

struct row_set *row_set_new(size_t limit, uint32_t partitions, uint64_t versions)
{
    assert(limit >= 2 && versions >= 1);
    struct row_set *set = mem_new(1, sizeof *set);
    set->limit = limit;
    set->versions = versions;
    set->partitions = partitions;
    set->capacity = CAPACITY_FIRST;
    set->rows = mem_new(set->capacity, sizeof *set->rows);
    return set;
}

void row_set_free(struct row_set *set)
{
    if (!set)
        return;
    mem_free(set->rows);
    mem_free(set);
}

static size_t place_of(const struct row_set *set, uint64_t hash)
{
    return (size_t)((wide_uint)hash * set->capacity >> 64);
}

static bool is_held(const struct row_set *set, uint64_t hash)
{
    return (hash & ((UINT64_C(1) << set->level) - 1)) == 0;
}

// The row of this hash, or the empty place for it.
static struct row *find(struct row_set *set, uint64_t hash)
{
    size_t place = place_of(set, hash);
    while (set->rows[place].writes > 0 && set->rows[place].hash != hash)
        place = place + 1 < set->capacity ? place + 1 : 0;
    return &set->rows[place];
}

// Moves the rows that are still held into a table of another capacity.
static void rebuild(struct row_set *set, size_t capacity)
{
    struct row *old = set->rows;
    const size_t old_capacity = set->capacity;
    set->rows = mem_new(capacity, sizeof *set->rows);
    set->capacity = capacity;
    set->count = 0;
    for (size_t i = 0; i < old_capacity; i++) {
        if (old[i].writes > 0 && is_held(set, old[i].hash)) {
            *find(set, old[i].hash) = old[i];
            set->count++;
        }
    }
    mem_free(old);
}

// Makes room for one row more: a larger table up to the limit, then half of the rows.
static void make_room(struct row_set *set)
{
    while (set->count > set->limit) {
        set->level++;
        assert(set->level < 64);
        rebuild(set, set->capacity);
    }
    if (set->count < set->capacity / 4 * 3)
        return;
    const size_t enough = set->limit / 3 * 4 + CAPACITY_FIRST;
    rebuild(set, 2 * set->capacity < enough ? 2 * set->capacity : enough);
}

void row_set_add(struct row_set *set, const uint64_t *hash, const uint32_t *partition,
                 const uint32_t *row_bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint64_t later = hash[i + PREFETCH_AHEAD < count ? i + PREFETCH_AHEAD : i];
        if (is_held(set, later))
            __builtin_prefetch(&set->rows[place_of(set, later)], 1);
        if (!is_held(set, hash[i]))
            continue;
        assert(partition[i] < set->partitions);
        struct row *row = find(set, hash[i]);
        const bool is_new = row->writes == 0;
        *row = (struct row){hash[i], row->writes + 1, partition[i], row_bytes[i]};
        if (is_new) {
            set->count++;
            make_room(set);
        }
    }
}

bool row_set_is_exact(const struct row_set *set)
{
    return set->level == 0;
}

// One row of the sample stands for this many.
static double weight_of(const struct row_set *set)
{
    return (double)(UINT64_C(1) << set->level);
}

double row_set_error(const struct row_set *set)
{
    return set->level == 0 ? 0 : 1.2 / real_sqrt((double)set->limit);
}

// The rows behind a place that came free move up, as far as their own places let them.
static void close_gap(struct row_set *set, size_t gap)
{
    size_t at = gap;
    for (;;) {
        at = at + 1 < set->capacity ? at + 1 : 0;
        if (set->rows[at].writes == 0)
            break;
        const size_t own = place_of(set, set->rows[at].hash);
        const size_t from_own = at >= own ? at - own : at + set->capacity - own;
        const size_t from_gap = at >= gap ? at - gap : at + set->capacity - gap;
        if (from_own < from_gap)
            continue;
        set->rows[gap] = set->rows[at];
        gap = at;
    }
    set->rows[gap] = (struct row){0};
}

double row_set_remove(struct row_set *set, uint64_t hash)
{
    if (!is_held(set, hash))
        return 0;
    struct row *row = find(set, hash);
    if (row->writes == 0)
        return 0;
    close_gap(set, (size_t)(row - set->rows));
    set->count--;
    return weight_of(set);
}

double row_set_rows(const struct row_set *set)
{
    return (double)set->count * weight_of(set);
}

uint64_t row_set_top_count(const struct row_set *set)
{
    uint64_t top = 0;
    for (size_t i = 0; i < set->capacity; i++)
        top = set->rows[i].writes > top ? set->rows[i].writes : top;
    return top;
}

void row_set_partitions(const struct row_set *set, double *out_rows, double *out_bytes)
{
    memset(out_rows, 0, set->partitions * sizeof *out_rows);
    memset(out_bytes, 0, set->partitions * sizeof *out_bytes);
    const double weight = weight_of(set);
    for (size_t i = 0; i < set->capacity; i++) {
        const struct row *row = &set->rows[i];
        if (row->writes == 0)
            continue;
        const uint64_t kept = row->writes < set->versions ? row->writes : set->versions;
        out_rows[row->partition] += weight;
        out_bytes[row->partition] += weight * (double)kept * row->row_bytes;
    }
}
