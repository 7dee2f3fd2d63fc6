// The clock of a topology: what is due when, and what it is told of.
#include "topology/topology.h"

#include "base/mem.h"
#include "topology/topology_state.h"

#include <assert.h>
#include <string.h>

static void take_tables(struct topology *topology)
{
    const struct topology_config *config = &topology->config;
    topology->tables = mem_new(config->table_count, sizeof *topology->tables);
    for (uint32_t t = 0; t < config->table_count; t++) {
        topology->tables[t] = config->tables[t];
        const uint32_t beyond = config->tables[t].first + config->tables[t].capacity;
        topology->partitions = beyond > topology->partitions ? beyond : topology->partitions;
    }
}

static void make_room(struct topology *topology)
{
    const uint32_t partitions = topology->partitions;
    const uint32_t servers = topology->config.server_capacity;
    const uint32_t tables = topology->config.table_count;
    topology->server_of = mem_new(partitions, sizeof *topology->server_of);
    topology->offline_until = mem_new(partitions, sizeof *topology->offline_until);
    topology->regions = mem_new(partitions, sizeof *topology->regions);
    topology->due = mem_new(partitions, sizeof *topology->due);
    topology->is_alive = mem_new(servers, sizeof *topology->is_alive);
    topology->server_regions = mem_new(servers, sizeof *topology->server_regions);
    topology->regions_here = mem_new((size_t)tables * servers, sizeof *topology->regions_here);
    topology->is_full = mem_new(tables, sizeof *topology->is_full);
    topology->agenda = event_queue_new();
}

static void open_tables(struct topology *topology)
{
    for (uint32_t t = 0; t < topology->config.table_count; t++) {
        const struct topology_table *table = &topology->tables[t];
        const uint32_t count = partition_map_count(table->map);
        for (uint32_t p = table->first; p < table->first + count; p++) {
            const uint32_t server = topology->config.server_of[p];
            topology->server_of[p] = server;
            topology->server_regions[server]++;
            ++*topology_here(topology, t, server);
            topology_open_region(topology, p, t, 0);
        }
    }
}

struct topology *topology_new(const struct topology_config *config)
{
    struct topology *topology = mem_new(1, sizeof *topology);
    topology->config = *config;
    assert(config->servers >= 1 && config->servers <= config->server_capacity);
    take_tables(topology);
    make_room(topology);
    topology->is_settling = true;
    for (uint32_t s = 0; s < config->servers; s++)
        topology->is_alive[s] = true;
    open_tables(topology);
    if (config->store->balancer.policy != BALANCER_NONE)
        topology_plan(topology, DUE_BALANCE, 0, config->store->balancer.period_ns);
    for (size_t i = 0; i < config->incident_count; i++)
        topology_plan(topology, DUE_INCIDENT, (uint32_t)i, config->incidents[i].at_ns);
    return topology;
}

void topology_free(struct topology *topology)
{
    if (!topology)
        return;
    for (uint32_t p = 0; p < topology->partitions; p++)
        heat_done(&topology->regions[p].heat);
    mem_free(topology->tables);
    mem_free(topology->server_of);
    mem_free(topology->offline_until);
    mem_free(topology->regions);
    mem_free(topology->due);
    mem_free(topology->is_alive);
    mem_free(topology->server_regions);
    mem_free(topology->regions_here);
    mem_free(topology->is_full);
    event_queue_free(topology->agenda);
    mem_free(topology->events);
    buffer_done(&topology->keys);
    mem_free(topology);
}

const uint32_t *topology_server_of(const struct topology *topology)
{
    return topology->server_of;
}

const sim_ns *topology_offline_until(const struct topology *topology)
{
    return topology->offline_until;
}

uint64_t topology_version(const struct topology *topology)
{
    return topology->version;
}

// ---- what is due ----

void topology_plan(struct topology *topology, enum topology_due kind, uint32_t subject, sim_ns at)
{
    const uint32_t coded = subject * DUE_KINDS + kind;
    event_queue_push(topology->agenda,
                     (struct event){.at = at, .order = topology->planned++, .subject = coded});
}

sim_ns topology_next(const struct topology *topology)
{
    const struct event *first = event_queue_first(topology->agenda);
    return first ? first->at : UINT64_MAX;
}

static void happen(struct topology *topology, enum topology_due kind, uint32_t subject, sim_ns now)
{
    switch (kind) {
    case DUE_REWRITTEN:
        topology_rewritten(topology, subject, now);
        break;
    case DUE_HALF:
        topology_half_ready(topology, subject, now);
        break;
    case DUE_BALANCE:
        topology_balance(topology, now);
        topology_plan(topology, DUE_BALANCE, 0, now + topology->config.store->balancer.period_ns);
        break;
    case DUE_INCIDENT:
        topology_incident(topology, &topology->config.incidents[subject], now);
        break;
    case DUE_KINDS:
        break;
    }
}

void topology_fire(struct topology *topology)
{
    const sim_ns now = topology_next(topology);
    assert(now != UINT64_MAX && now >= topology->now);
    topology->now = now;
    while (topology_next(topology) == now) {
        const uint32_t coded = event_queue_first(topology->agenda)->subject;
        event_queue_pop(topology->agenda);
        happen(topology, (enum topology_due)(coded % DUE_KINDS), coded / DUE_KINDS, now);
    }
}

// ---- what it is told ----

void topology_note_due(struct topology *topology, uint32_t partition)
{
    struct region *region = &topology->regions[partition];
    if (!region->is_due)
        topology->due[topology->due_count++] = partition;
    region->is_due = true;
}

bool topology_wrote(struct topology *topology, uint32_t partition, uint64_t bytes, sim_ns now)
{
    struct region *region = &topology->regions[partition];
    const struct split_config *split = &topology->tables[region->table].store->split;
    region->writes++;
    region->fresh += (double)bytes;
    if (split->policy == SPLIT_BUSY && !topology->is_settling)
        (void)region_memory_put(&region->memory, split, bytes, now);
    if (!(region->fresh > region->look_above))
        return false;
    topology_note_due(topology, partition);
    return true;
}

void topology_read(struct topology *topology, uint32_t partition)
{
    topology->regions[partition].reads++;
}

void topology_look(struct topology *topology, sim_ns now)
{
    topology->now = now;
    for (size_t i = 0; i < topology->due_count; i++) {
        const uint32_t partition = topology->due[i];
        topology->regions[partition].is_due = false;
        topology_look_at(topology, partition, now);
    }
    topology->due_count = 0;
}

// ---- what happened ----

void topology_log(struct topology *topology, const struct topology_event *event)
{
    if (topology->is_settling)
        return;
    if (topology->event_count == topology->event_capacity) {
        topology->event_capacity = topology->event_capacity > 0 ? 2 * topology->event_capacity : 64;
        topology->events =
            mem_resize(topology->events, topology->event_capacity, sizeof *topology->events);
    }
    struct topology_event *kept = &topology->events[topology->event_count++];
    *kept = *event;
    kept->key = bytes_of(NULL, event->key.size);
    buffer_append(&topology->keys, event->key.data, event->key.size);
}

const struct topology_event *topology_events(const struct topology *topology, size_t *out_count)
{
    size_t offset = 0;
    for (size_t i = 0; i < topology->event_count; i++) {
        struct bytes *key = &topology->events[i].key;
        *key = bytes_of(topology->keys.data + offset, key->size);
        offset += key->size;
    }
    *out_count = topology->event_count;
    return topology->events;
}

uint32_t topology_stuck(const struct topology *topology, uint32_t table)
{
    const struct topology_table *its = &topology->tables[table];
    uint32_t stuck = 0;
    for (uint32_t p = its->first; p < its->first + partition_map_count(its->map); p++)
        stuck += topology->regions[p].is_stuck;
    return stuck;
}

bool topology_is_full(const struct topology *topology, uint32_t table)
{
    return topology->is_full[table];
}

static bool counts_agree(const struct topology *topology)
{
    const uint32_t servers = topology->config.server_capacity;
    uint32_t *regions = mem_new(servers, sizeof *regions);
    bool agree = true;
    for (uint32_t t = 0; t < topology->config.table_count; t++) {
        const struct topology_table *table = &topology->tables[t];
        uint32_t *here = mem_new(servers, sizeof *here);
        for (uint32_t p = table->first; p < table->first + partition_map_count(table->map); p++) {
            here[topology->server_of[p]]++;
            regions[topology->server_of[p]]++;
            agree = agree && topology->is_alive[topology->server_of[p]];
        }
        for (uint32_t s = 0; s < servers; s++)
            agree = agree && here[s] == *topology_here(topology, t, s);
        mem_free(here);
    }
    for (uint32_t s = 0; s < servers; s++)
        agree = agree && regions[s] == topology->server_regions[s];
    mem_free(regions);
    return agree;
}

bool topology_verify(const struct topology *topology, struct err *err)
{
    for (uint32_t t = 0; t < topology->config.table_count; t++) {
        if (!partition_map_covers(topology->tables[t].map))
            return err_fail(err, ERR_BUG, "after its splits a table does not cover the key space");
    }
    return counts_agree(topology) ||
           err_fail(err, ERR_BUG,
                    "regions are not where their servers count them, or on lost ones");
}
