// The hotspots of a finished lane, and why they are there.

#include "base/mem.h"
#include "run/lane_state.h"

#include <math.h>

static uint32_t *places_of(const struct partition_map *map)
{
    const uint32_t count = partition_map_count(map);
    uint32_t *places = mem_new(count, sizeof *places);
    for (uint32_t i = 0; i < count; i++)
        places[i] = partition_map_is_slices(map) ? i : partition_map_place_of(map, i);
    return places;
}

static uint32_t splits_of(const struct design_result *design, uint32_t table)
{
    uint32_t splits = 0;
    for (size_t i = 0; i < design->event_count; i++)
        splits += design->events[i].table == table && design->events[i].kind[0] == 's';
    return splits;
}

static struct hot_evidence evidence_of(const struct lane *lane, size_t t,
                                       const struct design_result *design)
{
    const struct lane_table *table = &lane->tables[t];
    const struct load_summary *writes = &design->tables[t].writes;
    const double high = key_edges_high(table->edges);
    const double low = key_edges_low(table->edges);
    return (struct hot_evidence){
        .top_key_share = writes->top_key_share,
        .edge_share = fmax(high, low),
        .falling_share = low > high ? 1 : 0,
        .distinct_keys = writes->distinct_keys,
        .top_share = writes->partitions.top_share,
        .server_share = writes->server_peak_to_mean.mean / (double)writes->servers.count,
        .stuck = lane->topology ? topology_stuck(lane->topology, (uint32_t)t) : 0,
        .may_split = table->may_split,
        .splits = splits_of(design, (uint32_t)t),
    };
}

static void take(struct hotspot_summary *kept, struct hotspot_summary *other, const char *table)
{
    if (kept->verdict && !(other->share_mean > kept->share_mean)) {
        mem_free(other->verdict);
        mem_free(other->cause);
        return;
    }
    mem_free(kept->verdict);
    mem_free(kept->cause);
    mem_free(kept->table);
    *kept = *other;
    kept->table = mem_text(table);
}

void lane_collect_hotspots(const struct lane *lane, struct design_result *out)
{
    struct hot_window *windows = mem_new(lane->course.windows, sizeof *windows);
    for (size_t t = 0; t < lane->table_count; t++) {
        const size_t count = ledger_hot_windows(lane->ledger, (uint32_t)t, windows);
        uint32_t *places = places_of(lane->tables[t].table.map);
        const struct hot_evidence evidence = evidence_of(lane, t, out);
        struct hotspot_summary summary;
        hotspots_find(windows, count, (uint32_t)t, places, &out->hotspots);
        hotspots_judge(windows, count, &out->hotspots, (uint32_t)t, &evidence, &summary);
        take(&out->hotspot, &summary, lane->tables[t].table.plan->name);
        mem_free(places);
    }
    mem_free(windows);
}
