// Regions that move: by the balancer, and off servers that are lost.
#include "topology/topology_state.h"

#include "base/mem.h"
#include "base/rng.h"
#include "topology/balancer.h"

#include <math.h>

static uint64_t requests_of_server(const struct topology *topology, uint32_t server)
{
    uint64_t requests = 0;
    for (uint32_t t = 0; t < topology->config.table_count; t++) {
        const struct topology_table *table = &topology->tables[t];
        for (uint32_t p = table->first; p < table->first + partition_map_count(table->map); p++) {
            const struct region *region = &topology->regions[p];
            requests += topology->server_of[p] == server ? region->reads + region->writes : 0;
        }
    }
    return requests;
}

uint32_t topology_emptiest(const struct topology *topology, bool by_requests, uint32_t but)
{
    uint32_t best = but;
    uint64_t least = UINT64_MAX;
    for (uint32_t s = 0; s < topology->config.server_capacity; s++) {
        if (s == but || !topology->is_alive[s])
            continue;
        const uint64_t load =
            by_requests ? requests_of_server(topology, s) : topology->server_regions[s];
        if (load < least) {
            least = load;
            best = s;
        }
    }
    return best;
}

void topology_move(struct topology *topology, uint32_t partition, uint32_t to, sim_ns offline_ns)
{
    const uint32_t table = topology->regions[partition].table;
    const uint32_t from = topology->server_of[partition];
    const sim_ns back = topology->now + offline_ns;
    topology->server_regions[from]--;
    topology->server_regions[to]++;
    --*topology_here(topology, table, from);
    ++*topology_here(topology, table, to);
    topology->server_of[partition] = to;
    if (back > topology->offline_until[partition])
        topology->offline_until[partition] = back;
    topology_log(topology, &(struct topology_event){.at = topology->now,
                                                    .kind = TOPOLOGY_MOVE,
                                                    .table = table,
                                                    .partition = partition,
                                                    .high = partition,
                                                    .from = from,
                                                    .to = to,
                                                    .offline_ns = offline_ns});
    const struct topology_listener *listener = &topology->config.listener;
    if (listener->moved)
        listener->moved(listener->context, partition, to);
}

// ---- balancing ----

// What is not in files, of what was written since a look; without flushes it all is.
static double in_memory(const struct region *region, const struct split_config *split)
{
    const double flush = (double)split->flush_bytes;
    return flush > 0 ? region->fresh - flush * floor(region->fresh / flush) : 0;
}

// Regions as the balancer sees them; `ids` tells which partition each is.
static struct balancer_region *list_regions(const struct topology *topology, uint32_t *ids,
                                            uint32_t *out_count)
{
    struct balancer_region *regions = mem_new(topology->partitions, sizeof *regions);
    uint32_t count = 0;
    for (uint32_t t = 0; t < topology->config.table_count; t++) {
        const struct topology_table *table = &topology->tables[t];
        for (uint32_t p = table->first; p < table->first + partition_map_count(table->map); p++) {
            const struct region *region = &topology->regions[p];
            ids[count] = p;
            regions[count++] = (struct balancer_region){
                .table = t,
                .server = topology->server_of[p],
                .reads = (double)region->reads,
                .writes = (double)region->writes,
                .memory = in_memory(region, &table->store->split),
                .bytes = region->stored + region->fresh,
            };
        }
    }
    *out_count = count;
    return regions;
}

static void forget_requests(struct topology *topology)
{
    for (uint32_t p = 0; p < topology->partitions; p++)
        topology->regions[p].reads = topology->regions[p].writes = 0;
}

void topology_balance(struct topology *topology, sim_ns now)
{
    const struct balancer_config *config = &topology->config.store->balancer;
    uint32_t *ids = mem_new(topology->partitions, sizeof *ids);
    uint32_t count;
    struct balancer_region *regions = list_regions(topology, ids, &count);
    const struct balancer_view view = {.regions = regions,
                                       .region_count = count,
                                       .table_count = topology->config.table_count,
                                       .is_alive = topology->is_alive,
                                       .server_count = topology->config.server_capacity,
                                       .seed = rng_mix(topology->config.seed ^ now)};
    struct balancer_move *moves = mem_new(count, sizeof *moves);
    const size_t planned = balancer_plan(config, &view, moves);
    for (size_t i = 0; i < planned; i++)
        topology_move(topology, ids[moves[i].region], moves[i].to, config->offline_ns);
    forget_requests(topology);
    mem_free(moves);
    mem_free(regions);
    mem_free(ids);
}

// ---- servers that come and go ----

// Its regions go where there are the fewest, once it is seen that it is lost.
static void lose(struct topology *topology, uint32_t server)
{
    const struct store_config *store = topology->config.store;
    topology->is_alive[server] = false;
    for (uint32_t t = 0; t < topology->config.table_count; t++) {
        const struct topology_table *table = &topology->tables[t];
        for (uint32_t p = table->first; p < table->first + partition_map_count(table->map); p++) {
            if (topology->server_of[p] == server)
                topology_move(topology, p, topology_emptiest(topology, false, server),
                              store->detect_ns + store->balancer.offline_ns);
        }
    }
}

void topology_incident(struct topology *topology, const struct incident *incident, sim_ns now)
{
    const struct topology_listener *listener = &topology->config.listener;
    topology_log(topology, &(struct topology_event){.at = now,
                                                    .kind = incident->is_lost ? TOPOLOGY_LOST
                                                                              : TOPOLOGY_ADDED,
                                                    .from = incident->server,
                                                    .to = incident->server});
    if (incident->is_lost) {
        lose(topology, incident->server);
        if (listener->lost)
            listener->lost(listener->context, incident->server);
        return;
    }
    topology->is_alive[incident->server] = true;
    if (listener->restored)
        listener->restored(listener->context, incident->server);
}
