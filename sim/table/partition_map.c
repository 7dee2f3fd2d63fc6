#include "table/partition_map.h"
#include "base/mem.h"
#include "hash/hash.h"
#include "table/key_prefix.h"

#include <assert.h>
#include <string.h>

enum { LANES = 8 }; // searches that run side by side, so that their loads overlap

// Regions are kept as the boundaries between them, in key order: the one at place p lies between
// starts[p - 1] and starts[p]. Until something is split, places are ids. What all boundaries begin
// with is compared once; the eight bytes after it, as one big-endian number, decide nearly every
// search. Only where they tie are whole keys compared.
struct partition_map {
    uint32_t count;
    bool slices;
    size_t boundary_count;
    struct bytes *starts; // views into storage
    uint64_t *prefixes;   // eight bytes of each boundary from `common_size` on, padded with zeros
    size_t common_size;   // bytes that all boundaries begin with
    struct buffer storage;
    size_t capacity;      // boundaries that there is room for
    uint32_t *ids;        // [count] by place; NULL until something is split, as
    uint32_t *places;     // [count] by id
    uint8_t **split_keys; // those that came by splits
    size_t split_key_count;
};

// key_prefix_of, where eight bytes past the key's end may be read.
static uint64_t prefix_of_readable(struct bytes key, size_t from)
{
    const size_t size = key.size - from;
    uint64_t prefix;
    memcpy(&prefix, key.data + from, sizeof prefix);
    prefix = __builtin_bswap64(prefix);
    if (size >= 8)
        return prefix;
    return size == 0 ? 0 : prefix & (UINT64_MAX << (8 * (8 - size)));
}

// The number that stands for a key in a search. A key that does not begin as all boundaries do lies
// before the first or behind the last: the least or the greatest number says so, and a tie is
// settled by whole keys.
static uint64_t rank_of(const struct partition_map *map, struct bytes key, bool readable)
{
    const size_t common = map->common_size;
    if (common > 0) {
        const size_t shared = key.size < common ? key.size : common;
        const int order = shared > 0 ? memcmp(key.data, map->starts[0].data, shared) : 0;
        if (order != 0)
            return order < 0 ? 0 : UINT64_MAX;
        if (key.size < common)
            return 0;
    }
    return readable ? prefix_of_readable(key, common) : key_prefix_of(key, common);
}

// In sorted keys, what the first and the last share is shared by all.
static size_t shared_by_all(const struct partition_map *map)
{
    return key_shared_size(map->starts[0], map->starts[map->boundary_count - 1]);
}

static void fill_prefixes(struct partition_map *map)
{
    for (size_t i = 0; i < map->boundary_count; i++)
        map->prefixes[i] = key_prefix_of(map->starts[i], map->common_size);
    map->prefixes[map->boundary_count] = UINT64_MAX;
}

struct partition_map *partition_map_new_regions(const struct bytes *splits, size_t split_count)
{
    assert(split_count < UINT32_MAX);
    struct partition_map *map = mem_new(1, sizeof *map);
    map->count = (uint32_t)split_count + 1;
    map->boundary_count = map->capacity = split_count;
    map->starts = mem_new(split_count, sizeof *map->starts);
    map->prefixes = mem_new(split_count + 1, sizeof *map->prefixes);

    for (size_t i = 0; i < split_count; i++)
        buffer_append(&map->storage, splits[i].data, splits[i].size);
    size_t offset = 0;
    for (size_t i = 0; i < split_count; i++) {
        map->starts[i] = bytes_of(map->storage.data + offset, splits[i].size);
        offset += splits[i].size;
    }

    if (split_count > 0)
        map->common_size = shared_by_all(map);
    fill_prefixes(map);
    assert(partition_map_covers(map));
    return map;
}

struct partition_map *partition_map_new_slices(uint32_t slices)
{
    assert(slices > 0);
    struct partition_map *map = mem_new(1, sizeof *map);
    map->count = slices;
    map->slices = true;
    return map;
}

void partition_map_free(struct partition_map *map)
{
    if (!map)
        return;
    for (size_t i = 0; i < map->split_key_count; i++)
        mem_free(map->split_keys[i]);
    mem_free(map->split_keys);
    mem_free(map->ids);
    mem_free(map->places);
    mem_free(map->starts);
    mem_free(map->prefixes);
    buffer_done(&map->storage);
    mem_free(map);
}

uint32_t partition_map_count(const struct partition_map *map)
{
    return map->count;
}

bool partition_map_is_slices(const struct partition_map *map)
{
    return map->slices;
}

// How many of the sorted numbers are below each rank. No branch depends on the data, and the lanes
// are unrolled, so that their loads overlap.
static void count_below(const uint64_t *sorted, size_t count, const uint64_t ranks[LANES],
                        uint32_t out_below[LANES])
{
    size_t below[LANES] = {0};
    while (count > 1) {
        const size_t half = count / 2;
#pragma GCC unroll 8
        for (size_t lane = 0; lane < LANES; lane++)
            below[lane] += half & (0 - (size_t)(sorted[below[lane] + half - 1] < ranks[lane]));
        count -= half;
    }
    for (size_t lane = 0; lane < LANES; lane++)
        out_below[lane] = (uint32_t)below[lane] + (count > 0 && sorted[below[lane]] < ranks[lane]);
}

// `below` boundaries are less than the key by their prefixes; among those that tie, whole keys
// decide.
static uint32_t settle_tie(const struct partition_map *map, struct bytes key, uint64_t rank,
                           uint32_t below)
{
    size_t low = below;
    size_t high = map->boundary_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (map->prefixes[middle] == rank && key_compare(map->starts[middle], key) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)low;
}

static uint32_t find_region(const struct partition_map *map, struct bytes key)
{
    uint64_t ranks[LANES] = {rank_of(map, key, false)};
    uint32_t below[LANES];
    count_below(map->prefixes, map->boundary_count, ranks, below);
    if (map->prefixes[below[0]] != ranks[0])
        return below[0];
    return settle_tie(map, key, ranks[0], below[0]);
}

uint32_t partition_map_find(const struct partition_map *map, struct bytes key)
{
    return map->slices ? hash_slice(sharding_key_of(key), map->count)
                       : partition_map_id_at(map, find_region(map, key));
}

// A batch of rising keys lies in one partition as a rule: its least and its greatest rank tell.
static bool route_together(const struct partition_map *map, const uint64_t *ranks, size_t count,
                           uint32_t *out_partition)
{
    uint64_t ends[LANES] = {ranks[0], ranks[0]};
    for (size_t i = 1; i < count; i++) {
        ends[0] = ranks[i] < ends[0] ? ranks[i] : ends[0];
        ends[1] = ranks[i] > ends[1] ? ranks[i] : ends[1];
    }
    uint32_t below[LANES];
    count_below(map->prefixes, map->boundary_count, ends, below);
    if (below[0] != below[1] || map->prefixes[below[1]] == ends[1])
        return false;
    for (size_t i = 0; i < count; i++)
        out_partition[i] = below[0];
    return true;
}

// The place in key order of every key.
static void route_places(const struct partition_map *map, const struct key_batch *keys,
                         uint32_t *out_partition)
{
    uint64_t ranks[BATCH_ROWS + LANES];
    const size_t count = keys->count;
    for (size_t i = 0; i < count; i++)
        ranks[i] = rank_of(map, key_at(keys, i), true);
    if (count == 0 || route_together(map, ranks, count, out_partition))
        return;

    memset(ranks + count, 0, LANES * sizeof *ranks);
    for (size_t i = 0; i < count; i += LANES) {
        uint32_t below[LANES];
        count_below(map->prefixes, map->boundary_count, ranks + i, below);
        for (size_t lane = 0; lane < LANES && i + lane < count; lane++)
            out_partition[i + lane] = below[lane];
    }
    for (size_t i = 0; i < count; i++) {
        if (map->prefixes[out_partition[i]] == ranks[i])
            out_partition[i] = settle_tie(map, key_at(keys, i), ranks[i], out_partition[i]);
    }
}

void partition_map_route(const struct partition_map *map, const struct key_batch *keys,
                         uint32_t *out_partition)
{
    if (!map->slices) {
        route_places(map, keys, out_partition);
        for (size_t i = 0; map->ids && i < keys->count; i++)
            out_partition[i] = map->ids[out_partition[i]];
        return;
    }
    for (size_t i = 0; i < keys->count; i++)
        out_partition[i] = hash_slice(sharding_key_of(key_at(keys, i)), map->count);
}

void partition_map_range(const struct partition_map *map, uint32_t partition,
                         struct bytes *out_start, struct bytes *out_end)
{
    assert(partition < map->count);
    const uint32_t place = partition_map_place_of(map, partition);
    const bool is_first = map->slices || place == 0;
    const bool is_last = map->slices || place == map->count - 1;
    *out_start = is_first ? bytes_of(NULL, 0) : map->starts[place - 1];
    *out_end = is_last ? bytes_of(NULL, 0) : map->starts[place];
}

uint32_t partition_map_id_at(const struct partition_map *map, uint32_t place)
{
    assert(place < map->count);
    return map->ids ? map->ids[place] : place;
}

uint32_t partition_map_place_of(const struct partition_map *map, uint32_t partition)
{
    assert(partition < map->count);
    return map->places ? map->places[partition] : partition;
}

// ---- splits ----

static void make_room(struct partition_map *map)
{
    if (map->boundary_count < map->capacity && map->ids)
        return;
    map->capacity = map->boundary_count < 32 ? 64 : 2 * map->boundary_count;
    map->starts = mem_resize(map->starts, map->capacity, sizeof *map->starts);
    map->prefixes = mem_resize(map->prefixes, map->capacity + 1, sizeof *map->prefixes);
    const bool is_new = !map->ids;
    map->ids = mem_resize(map->ids, map->capacity + 1, sizeof *map->ids);
    map->places = mem_resize(map->places, map->capacity + 1, sizeof *map->places);
    map->split_keys = mem_resize(map->split_keys, map->capacity, sizeof *map->split_keys);
    for (uint32_t i = 0; is_new && i < map->count; i++)
        map->ids[i] = map->places[i] = i;
}

static struct bytes keep_key(struct partition_map *map, struct bytes key)
{
    uint8_t *copy = mem_new(key.size, 1);
    memcpy(copy, key.data, key.size);
    map->split_keys[map->split_key_count++] = copy;
    return bytes_of(copy, key.size);
}

// A new boundary behind the partition at this place.
static void insert_boundary(struct partition_map *map, uint32_t place, struct bytes key)
{
    const size_t behind = map->boundary_count - place;
    memmove(map->starts + place + 1, map->starts + place, behind * sizeof *map->starts);
    memmove(map->prefixes + place + 1, map->prefixes + place, (behind + 1) * sizeof *map->prefixes);
    map->starts[place] = key;
    map->boundary_count++;
    const size_t common = shared_by_all(map);
    if (common == map->common_size)
        map->prefixes[place] = key_prefix_of(key, common);
    map->common_size = common;
}

uint32_t partition_map_split(struct partition_map *map, uint32_t partition, struct bytes key)
{
    struct bytes start;
    struct bytes end;
    assert(!map->slices);
    partition_map_range(map, partition, &start, &end);
    assert(key_compare(start, key) < 0 && (end.size == 0 || key_compare(key, end) < 0));

    make_room(map);
    const uint32_t place = map->places[partition];
    const uint32_t high = map->count;
    const size_t common = map->common_size;
    insert_boundary(map, place, keep_key(map, key));
    if (common != map->common_size)
        fill_prefixes(map);
    memmove(map->ids + place + 2, map->ids + place + 1,
            (map->count - place - 1) * sizeof *map->ids);
    map->ids[place + 1] = high;
    map->count++;
    for (uint32_t i = place + 1; i < map->count; i++)
        map->places[map->ids[i]] = i;
    return high;
}

static bool ids_are_places(const struct partition_map *map)
{
    if (!map->ids)
        return true;
    bool agree = true;
    for (uint32_t i = 0; i < map->count; i++)
        agree = agree && map->ids[i] < map->count && map->places[map->ids[i]] == i;
    return agree;
}

bool partition_map_covers(const struct partition_map *map)
{
    if (map->slices)
        return map->count > 0 && map->boundary_count == 0;
    if (map->count != map->boundary_count + 1 || !ids_are_places(map))
        return false;
    // Neighbours share a boundary, so only its order can be wrong; the first must not be the empty
    // key.
    for (size_t i = 0; i < map->boundary_count; i++) {
        const struct bytes before = i > 0 ? map->starts[i - 1] : bytes_of(NULL, 0);
        if (key_compare(before, map->starts[i]) >= 0)
            return false;
    }
    return true;
}

struct bytes sharding_key_of(struct bytes name)
{
    const uint8_t *dot = name.size > 0 ? memchr(name.data, '.', name.size) : NULL;
    return dot ? bytes_of(name.data, (size_t)(dot - name.data)) : name;
}
