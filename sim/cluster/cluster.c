#include "cluster/cluster.h"
#include "base/mem.h"
#include "cluster/way.h"

#include <assert.h>
#include <string.h>

struct cluster {
    struct cluster_config config;
    uint32_t *server_of;
    struct cluster_server *servers;
    struct outcomes outcomes;
    struct chains chains;
    struct stations *stations; // one of the two ways; the other is NULL
    struct calendar *calendar;
    uint64_t operations, branches; // offered
    sim_ns last_at;
};

void outcomes_flush(struct outcomes *outcomes)
{
    if (outcomes->count == 0)
        return;
    outcomes->sink->done(outcomes->sink->context, outcomes->count, outcomes->tag, outcomes->done_at,
                         outcomes->latency_ns);
    outcomes->done += outcomes->count;
    outcomes->count = 0;
}

void outcomes_done_run(struct outcomes *outcomes, size_t count, const uint32_t *tag,
                       const sim_ns *at, const sim_ns *served_at)
{
    outcomes_flush(outcomes);
    for (size_t i = 0; i < count; i++) {
        outcomes->done_at[i] = served_at[i] + outcomes->network_ns;
        outcomes->latency_ns[i] = outcomes->done_at[i] - at[i];
    }
    outcomes->sink->done(outcomes->sink->context, count, tag, outcomes->done_at,
                         outcomes->latency_ns);
    outcomes->done += count;
}

void outcomes_reject(struct outcomes *outcomes, uint32_t tag)
{
    outcomes->sink->rejected(outcomes->sink->context, tag);
    outcomes->rejected++;
}

bool fail_at_end_of_time(struct err *err)
{
    (void)err_fail(err, ERR_INPUT, "the simulated time passes 292 years");
    return err_hint(err, "service times are far too long for this rate, or the rate far too low");
}

bool fail_of_backlog(struct err *err)
{
    (void)err_fail(err, ERR_MACHINE, "more than %d operations wait at once", CLUSTER_BACKLOG_MAX);
    return err_hint(err,
                    "the load is far beyond what the servers can do: lower the rate, run fewer "
                    "operations, or bound `store.queue`");
}

struct cluster *cluster_new(const struct cluster_config *config)
{
    assert(config->servers >= 1 && config->servers <= CLUSTER_SERVERS_MAX);
    assert(config->handlers >= 1 && config->handlers <= CLUSTER_HANDLERS_MAX);
    struct cluster *cluster = mem_new(1, sizeof *cluster);
    cluster->config = *config;
    cluster->server_of = mem_new(config->partitions, sizeof *cluster->server_of);
    for (uint32_t i = 0; i < config->partitions; i++) {
        assert(config->server_of[i] < config->servers);
        cluster->server_of[i] = config->server_of[i];
    }
    cluster->config.server_of = cluster->server_of;
    cluster->servers = mem_new(config->servers, sizeof *cluster->servers);
    cluster->outcomes.network_ns = config->network_ns;

    cluster->chains = chains_of();
    const struct way way = {.config = &cluster->config,
                            .servers = cluster->servers,
                            .outcomes = &cluster->outcomes,
                            .chains = &cluster->chains};
    if (config->partition_limit > 0 || config->force_calendar)
        cluster->calendar = calendar_new(&way);
    else
        cluster->stations = stations_new(&way);
    return cluster;
}

void cluster_free(struct cluster *cluster)
{
    if (!cluster)
        return;
    stations_free(cluster->stations);
    calendar_free(cluster->calendar);
    chains_done(&cluster->chains);
    mem_free(cluster->servers);
    mem_free(cluster->server_of);
    mem_free(cluster);
}

// The caller's side of the contract; what it breaks would corrupt memory or time. Faults are
// gathered, so that the loops run in vectors.
static void check_batch(const struct cluster *cluster, const struct cluster_batch *batch)
{
    assert(batch->at[0] >= cluster->last_at && batch->at[batch->count - 1] < SIM_NS_END);
    uint64_t goes_back = 0;
    for (size_t i = 1; i < batch->count; i++)
        goes_back |= batch->at[i] < batch->at[i - 1];
    assert(!goes_back);

    uint32_t crosses = 0;
    for (size_t i = 0; i < batch->count; i++)
        crosses |= batch->first_branch[i] > batch->first_branch[i + 1];
    assert(!crosses);

    uint32_t unknown = 0;
    uint64_t service_ns = 0; // or-ed, so that too great a one shows
    uint64_t takes_none = 0;
    for (uint32_t b = batch->first_branch[0]; b < batch->first_branch[batch->count]; b++) {
        unknown |= batch->partition[b] >= cluster->config.partitions;
        service_ns |= batch->service_ns[b];
        takes_none |= batch->service_ns[b] == 0;
    }
    assert(!unknown && !takes_none && service_ns < SIM_NS_END);

    for (size_t i = 0; batch->follows && i < batch->count; i++) {
        const uint32_t first = batch->first_branch[i];
        assert(first == batch->first_branch[i + 1] || !batch->follows[first]);
    }
}

bool cluster_offer(struct cluster *cluster, const struct cluster_batch *batch,
                   const struct cluster_sink *sink, struct err *err)
{
    if (batch->count == 0)
        return true;
    check_batch(cluster, batch);
    cluster->operations += batch->count;
    cluster->branches += batch->first_branch[batch->count] - batch->first_branch[0];
    cluster->last_at = batch->at[batch->count - 1];
    cluster->outcomes.sink = sink;
    const bool ok = cluster->calendar ? calendar_offer(cluster->calendar, batch, err)
                                      : stations_offer(cluster->stations, batch, err);
    outcomes_flush(&cluster->outcomes);
    return ok;
}

bool cluster_drain(struct cluster *cluster, const struct cluster_sink *sink, struct err *err)
{
    cluster->outcomes.sink = sink;
    const bool ok = cluster->calendar ? calendar_drain(cluster->calendar, err)
                                      : stations_drain(cluster->stations, err);
    assert(!ok || cluster->chains.branches.taken == 0);
    outcomes_flush(&cluster->outcomes);
    return ok;
}

struct cluster_server cluster_server_of(const struct cluster *cluster, uint32_t server)
{
    assert(server < cluster->config.servers);
    return cluster->servers[server];
}

bool cluster_verify(const struct cluster *cluster, struct err *err)
{
    uint64_t branches = cluster->chains.planned + cluster->chains.dropped;
    for (uint32_t i = 0; i < cluster->config.servers; i++)
        branches += cluster->servers[i].accepted + cluster->servers[i].rejected;
    if (branches != cluster->branches)
        return err_fail(err, ERR_BUG,
                        "%llu branches came, %llu were accepted, rejected, dropped or not begun",
                        (unsigned long long)cluster->branches, (unsigned long long)branches);

    const uint64_t in_flight = cluster->calendar ? calendar_in_flight(cluster->calendar)
                                                 : stations_in_flight(cluster->stations);
    const struct outcomes *told = &cluster->outcomes;
    if (told->done + told->rejected + in_flight != cluster->operations)
        return err_fail(err, ERR_BUG,
                        "%llu operations in, %llu done, %llu rejected, %llu in flight",
                        (unsigned long long)cluster->operations, (unsigned long long)told->done,
                        (unsigned long long)told->rejected, (unsigned long long)in_flight);
    return !cluster->calendar || calendar_verify(cluster->calendar, err);
}
