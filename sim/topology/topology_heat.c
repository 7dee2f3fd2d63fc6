// Regions that are asked too often.
#include "topology/topology_state.h"

#include "topology/split_policy.h"

static double puts_per_s(const struct store_config *store)
{
    const struct service_config *service = &store->service;
    return service->server_puts_per_s > 0
               ? service->server_puts_per_s
               : (double)store->handlers * (double)NS_PER_S / (double)service->put_ns;
}

static struct heat_limit limit_of(const struct topology *topology, uint32_t table)
{
    const struct store_config *store = topology->tables[table].store;
    const struct split_config *split = &store->split;
    return (struct heat_limit){
        .per_s = split->heat_per_s > 0 ? split->heat_per_s : split->heat_share * puts_per_s(store),
        .for_ns = split->heat_ns};
}

static bool feels(const struct topology *topology, uint32_t table)
{
    return split_policy_feels_heat(&topology->tables[table].store->split) &&
           topology_can_split(topology, table);
}

bool topology_feels_heat(const struct topology *topology)
{
    bool some = false;
    for (uint32_t t = 0; t < topology->config.table_count; t++)
        some = some || feels(topology, t);
    return some;
}

bool topology_asked(struct topology *topology, uint32_t partition, struct bytes key, sim_ns now)
{
    struct region *region = &topology->regions[partition];
    if (topology->is_settling || !feels(topology, region->table))
        return false;
    const struct heat_limit limit = limit_of(topology, region->table);
    const struct rng rng = rng_stream(topology->config.seed, "heat", partition);
    if (!heat_asked(&region->heat, &limit, key, rng, now))
        return false;
    topology_note_due(topology, partition);
    return true;
}

enum heat_verdict topology_heat(const struct topology *topology, uint32_t partition, sim_ns now,
                                struct bytes *out_key)
{
    const struct region *region = &topology->regions[partition];
    *out_key = bytes_of(NULL, 0);
    if (!feels(topology, region->table))
        return HEAT_COLD;
    const struct heat_limit limit = limit_of(topology, region->table);
    return heat_judge(&region->heat, &limit, now, out_key);
}
