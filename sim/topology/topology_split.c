// Regions that are looked at, and split.
#include "topology/topology_state.h"

#include "base/mem.h"
#include "topology/split_policy.h"

#include <math.h>

bool topology_can_split(const struct topology *topology, uint32_t table)
{
    const struct topology_table *its = &topology->tables[table];
    return its->rows.bytes && !partition_map_is_slices(its->map) &&
           its->store->split.policy != SPLIT_NONE;
}

static void range_of(const struct topology *topology, uint32_t partition, struct bytes *out_start,
                     struct bytes *out_stop)
{
    const struct topology_table *table = &topology->tables[topology->regions[partition].table];
    partition_map_range(table->map, partition - table->first, out_start, out_stop);
}

static double bytes_of_region(const struct topology *topology, uint32_t partition)
{
    const struct topology_rows *rows = &topology->tables[topology->regions[partition].table].rows;
    struct bytes start;
    struct bytes stop;
    range_of(topology, partition, &start, &stop);
    return rows->bytes(rows->context, start, stop);
}

static void open_files(struct topology *topology, struct region *region, double bytes)
{
    const double per_s = topology->tables[region->table].store->split.compact_bytes_per_s;
    region->files = bytes > 0 ? 1 : 0;
    region->rewritten_at = region->opened_at;
    if (per_s > 0 && !topology->is_settling)
        region->rewritten_at += (sim_ns)fmin(bytes / per_s * (double)NS_PER_S, 1e18);
}

void topology_open_region(struct topology *topology, uint32_t partition, uint32_t table, sim_ns at)
{
    const struct split_config *split = &topology->tables[table].store->split;
    struct region *region = &topology->regions[partition];
    heat_done(&region->heat);
    *region = (struct region){
        .table = table,
        .max_bytes = split_policy_max_bytes(split, topology->config.seed, topology->opened++),
        .look_above = topology_can_split(topology, table) ? (double)split->flush_bytes : INFINITY,
        .opened_at = at,
        .rewritten_at = at,
    };
    region_memory_open(&region->memory, at);
}

// ---- whether ----

static struct split_view view_of(struct topology *topology, uint32_t partition, sim_ns now)
{
    struct region *region = &topology->regions[partition];
    const struct split_config *split = &topology->tables[region->table].store->split;
    const uint32_t server = topology->server_of[partition];
    struct bytes hot_key;
    return (struct split_view){
        .bytes = region->stored,
        .max_bytes = region->max_bytes,
        .table_regions_here = *topology_here(topology, region->table, server),
        .table_regions = partition_map_count(topology->tables[region->table].map),
        .server_regions = topology->server_regions[server],
        .now_ns = now,
        .opened_ns = region->opened_at,
        .has_references = now < region->rewritten_at,
        .files = region->files,
        .blocked_share = split->policy == SPLIT_BUSY
                             ? region_memory_refused_share(&region->memory, split, now)
                             : 0,
        .is_hot = topology_heat(topology, partition, now, &hot_key) == HEAT_DIVISIBLE,
    };
}

// Bytes are halved where there are too many of them, else requests.
static bool find_point(struct topology *topology, uint32_t partition, const struct split_view *view,
                       struct buffer *out_key)
{
    const struct topology_table *table = &topology->tables[topology->regions[partition].table];
    struct bytes start;
    struct bytes stop;
    struct bytes middle;
    range_of(topology, partition, &start, &stop);
    const bool by_heat =
        view->is_hot && view->bytes <= split_policy_threshold(&table->store->split, view);
    const bool found =
        by_heat ? topology_heat(topology, partition, view->now_ns, &middle) == HEAT_DIVISIBLE
                : table->rows.middle(table->rows.context, start, stop, &middle);
    return found && split_point_restrict(&table->store->split, middle, start, out_key);
}

// ---- how ----

static uint32_t place_of_high_half(struct topology *topology, uint32_t partition)
{
    const struct region *region = &topology->regions[partition];
    const uint32_t parent = topology->server_of[partition];
    switch ((enum split_daughters)topology->tables[region->table].store->split.daughters) {
    case DAUGHTERS_PARENT:
        break;
    case DAUGHTERS_OTHER:
        return topology_emptiest(topology, false, parent);
    case DAUGHTERS_LOAD:
        return topology_emptiest(topology, true, parent);
    }
    return parent;
}

// Before so much is written no look can find the region large enough: of a policy that goes by the
// region's bytes alone.
static double next_look(const struct topology *topology, uint32_t partition)
{
    const struct region *region = &topology->regions[partition];
    const struct split_config *config = &topology->tables[region->table].store->split;
    if (config->flush_bytes > 0)
        return (double)config->flush_bytes;
    const double least = fmin((double)region->max_bytes, split_policy_least_bytes(config));
    return fmax(0, least - region->stored);
}

static void open_half(struct topology *topology, uint32_t partition, uint32_t table, sim_ns opened)
{
    topology->offline_until[partition] = opened;
    topology_open_region(topology, partition, table, opened);
    struct region *region = &topology->regions[partition];
    region->stored = bytes_of_region(topology, partition);
    open_files(topology, region, region->stored);
    region->look_above = next_look(topology, partition);
    if (!topology->is_settling)
        topology_plan(topology, DUE_HALF, partition, region->rewritten_at);
}

static void split(struct topology *topology, uint32_t partition, struct bytes key, sim_ns now)
{
    const uint32_t table = topology->regions[partition].table;
    const struct topology_table *its = &topology->tables[table];
    const uint32_t from = topology->server_of[partition];
    const uint32_t to = place_of_high_half(topology, partition);
    const uint32_t high = its->first + partition_map_split(its->map, partition - its->first, key);
    const sim_ns gap = topology->is_settling ? 0 : its->store->split.offline_ns;

    topology->version++;
    topology->server_of[high] = to;
    topology->server_regions[to]++;
    ++*topology_here(topology, table, to);
    open_half(topology, partition, table, now + gap);
    open_half(topology, high, table, now + gap);
    topology_log(topology, &(struct topology_event){.at = now,
                                                    .kind = TOPOLOGY_SPLIT,
                                                    .table = table,
                                                    .partition = partition,
                                                    .high = high,
                                                    .from = from,
                                                    .to = to,
                                                    .offline_ns = gap,
                                                    .key = key});
    const struct topology_listener *listener = &topology->config.listener;
    if (listener->added)
        listener->added(listener->context, table, high, to);
}

static bool has_room(struct topology *topology, uint32_t table)
{
    const struct topology_table *its = &topology->tables[table];
    topology->is_full[table] |= partition_map_count(its->map) == its->capacity;
    return !topology->is_full[table];
}

static bool split_if_wanted(struct topology *topology, uint32_t partition, sim_ns now)
{
    struct region *region = &topology->regions[partition];
    const struct split_config *config = &topology->tables[region->table].store->split;
    const struct split_view view = view_of(topology, partition, now);
    struct bytes hot_key;
    region->is_stuck = topology_heat(topology, partition, now, &hot_key) == HEAT_SINGLE_KEY;
    if (now < topology->offline_until[partition] || !split_policy_wants(config, &view) ||
        !has_room(topology, region->table))
        return false;
    struct buffer key = {0};
    const bool found = find_point(topology, partition, &view, &key);
    region->is_stuck = !found;
    if (found)
        split(topology, partition, bytes_of(key.data, key.size), now);
    buffer_done(&key);
    return found;
}

// ---- when ----

// What was written goes to a file; enough of them are rewritten together.
static void flush(struct topology *topology, uint32_t partition, sim_ns now)
{
    struct region *region = &topology->regions[partition];
    const struct split_config *config = &topology->tables[region->table].store->split;
    if (region->fresh > 0)
        region->files++;
    region->loose += region->fresh;
    region->fresh = 0;
    region->stored = bytes_of_region(topology, partition);
    if (config->compact_bytes_per_s == 0 || topology->is_settling) {
        region->files = 1;
        region->loose = 0;
    } else if (region->files >= config->compact_min_files && region->rewriting_until == 0) {
        const double s = region->loose / config->compact_bytes_per_s;
        region->rewriting_until = now + 1 + (sim_ns)fmin(s * (double)NS_PER_S, 1e18);
        region->loose = 0;
        topology_plan(topology, DUE_REWRITTEN, partition, region->rewriting_until);
    }
}

void topology_look_at(struct topology *topology, uint32_t partition, sim_ns now)
{
    if (!topology_can_split(topology, topology->regions[partition].table))
        return;
    const struct region *region = &topology->regions[partition];
    if (region->fresh > region->look_above)
        flush(topology, partition, now);
    if (!split_if_wanted(topology, partition, now))
        topology->regions[partition].look_above = next_look(topology, partition);
}

void topology_half_ready(struct topology *topology, uint32_t partition, sim_ns now)
{
    const struct region *region = &topology->regions[partition];
    if (now == region->rewritten_at)
        (void)split_if_wanted(topology, partition, now);
}

void topology_rewritten(struct topology *topology, uint32_t partition, sim_ns now)
{
    struct region *region = &topology->regions[partition];
    if (now != region->rewriting_until)
        return; // it was split meanwhile
    region->rewriting_until = 0;
    region->files = 1;
    (void)split_if_wanted(topology, partition, now);
}

void topology_begin(struct topology *topology)
{
    for (uint32_t t = 0; t < topology->config.table_count; t++) {
        const struct topology_table *table = &topology->tables[t];
        if (!topology_can_split(topology, t))
            continue;
        // High halves come behind; a low one is looked at again until it stays whole.
        for (uint32_t p = table->first; p < table->first + partition_map_count(table->map); p++) {
            flush(topology, p, 0);
            while (split_if_wanted(topology, p, 0))
                continue;
        }
    }
    topology->is_settling = false;
    for (uint32_t p = 0; p < topology->partitions; p++)
        topology->regions[p].reads = topology->regions[p].writes = 0;
}
