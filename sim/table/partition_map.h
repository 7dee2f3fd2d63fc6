// partition_map.h -- which partition a key belongs to. One map serves regions and slices: only what
// is sorted differs.
//
// Regions: contiguous ranges [start, end) of the key space; the first starts at the empty key, the
//          last has no end; a key equal to a boundary belongs to the right.
// Slices:  the hash of the sharding key (all before the leftmost '.', or the whole key) picks one
// of
//          a fixed number; keys are sorted within.
//
// A partition keeps its id for life. Ids follow key order as long as nothing is split; of a split
// the low part keeps its id and the high part gets the next, and each has its place in key order.
//
// Ownership: the map owns its boundary keys. Errors: none.
#ifndef HOTSIM_TABLE_PARTITION_MAP_H
#define HOTSIM_TABLE_PARTITION_MAP_H

#include "base/key_batch.h"
#include "base/types.h"

struct partition_map;

// Regions: `splits` are sorted, distinct, not empty keys (copied); splits + 1 partitions.
struct partition_map *partition_map_new_regions(const struct bytes *splits, size_t split_count);
struct partition_map *partition_map_new_slices(uint32_t slices);
void partition_map_free(struct partition_map *map); // NULL is fine

uint32_t partition_map_count(const struct partition_map *map);
bool partition_map_is_slices(const struct partition_map *map);

// The partition id of every key.
void partition_map_route(const struct partition_map *map, const struct key_batch *keys,
                         uint32_t *out_partition);
uint32_t partition_map_find(const struct partition_map *map, struct bytes key);

// First key, and first key beyond (size 0: none). For slices both are empty.
void partition_map_range(const struct partition_map *map, uint32_t partition,
                         struct bytes *out_start, struct bytes *out_end);

// Splits a region at a key that lies within it, behind its start (copied). Gives the id of the high
// part: what partition_map_count was.
uint32_t partition_map_split(struct partition_map *map, uint32_t partition, struct bytes key);

// Ids and places in key order.
uint32_t partition_map_id_at(const struct partition_map *map, uint32_t place);
uint32_t partition_map_place_of(const struct partition_map *map, uint32_t partition);

// True where the partitions cover the key space without gap or overlap (checked in every run).
bool partition_map_covers(const struct partition_map *map);

// The sharding key of an item's name, as the slice layout reads it.
struct bytes sharding_key_of(struct bytes name);

#endif
