#include "cluster/cluster.h"
#include "base/mem.h"
#include "cluster/way.h"

#include <assert.h>
#include <string.h>

struct cluster {
    struct cluster_config config;
    struct client_config client;
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

void outcomes_reject(struct outcomes *outcomes, uint32_t tag, sim_ns now)
{
    const uint32_t its =
        outcomes->clients ? clients_ended(outcomes->clients, tag, now + outcomes->network_ns) : tag;
    outcomes_add_rejected(outcomes, its);
}

void outcomes_add_rejected(struct outcomes *outcomes, uint32_t tag)
{
    outcomes->sink->rejected(outcomes->sink->context, tag);
    outcomes->rejected++;
}

void outcomes_time_out(struct outcomes *outcomes, uint32_t tag, sim_ns at, bool is_let_go)
{
    const struct cluster_sink *sink = outcomes->sink;
    const bool is_awaited = outcomes->clients && !is_let_go;
    const uint32_t its = is_awaited ? clients_ended(outcomes->clients, tag, at) : tag;
    (sink->timed_out ? sink->timed_out : sink->rejected)(sink->context, its);
    outcomes->timed_out++;
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

// Whether a branch may have to wait elsewhere than at a server, or come again.
static bool needs_calendar(const struct cluster_config *config)
{
    const struct client_config *client = config->client;
    const bool come_again =
        config->offline_until || (client->retries > 0 && config->queue != UINT64_MAX);
    const bool has_limits =
        client->total_tasks > 0 || client->server_tasks > 0 || client->region_tasks > 0;
    return config->partition_limit > 0 || come_again || has_limits || client->timeout_ns > 0 ||
           client->buffer_bytes > 0 || config->force_calendar;
}

struct cluster *cluster_new(const struct cluster_config *config)
{
    assert(config->servers >= 1 && config->servers <= CLUSTER_SERVERS_MAX);
    assert(config->handlers >= 1 && config->handlers <= CLUSTER_HANDLERS_MAX);
    struct cluster *cluster = mem_new(1, sizeof *cluster);
    cluster->config = *config;
    cluster->client = config->client ? *config->client : (struct client_config){0};
    cluster->client.count = cluster->client.count > 0 ? cluster->client.count : 1;
    cluster->config.client = &cluster->client;
    cluster->servers = mem_new(config->servers, sizeof *cluster->servers);
    cluster->outcomes.network_ns = config->network_ns;
    cluster->outcomes.clients = clients_new(config->clients, config->think_ns, config->seed);

    cluster->chains = chains_of();
    const struct way way = {.config = &cluster->config,
                            .servers = cluster->servers,
                            .outcomes = &cluster->outcomes,
                            .chains = &cluster->chains};
    if (needs_calendar(&cluster->config))
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
    clients_free(cluster->outcomes.clients);
    mem_free(cluster->servers);
    mem_free(cluster);
}

// The caller's side of the contract; what it breaks would corrupt memory or time. Faults are
// gathered, so that the loops run in vectors.
static void check_times(const struct cluster *cluster, const struct cluster_batch *batch)
{
    assert(batch->at[0] >= cluster->last_at && batch->at[batch->count - 1] < SIM_NS_END);
    uint64_t goes_back = 0;
    for (size_t i = 1; i < batch->count; i++)
        goes_back |= batch->at[i] < batch->at[i - 1];
    assert(!goes_back);
}

static void check_batch(const struct cluster *cluster, const struct cluster_batch *batch)
{
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

static bool offer(struct cluster *cluster, const struct cluster_batch *batch, struct err *err)
{
    cluster->last_at = batch->at[batch->count - 1];
    return cluster->calendar ? calendar_offer(cluster->calendar, batch, err)
                             : stations_offer(cluster->stations, batch, err);
}

static bool run_until(struct cluster *cluster, sim_ns until, struct err *err)
{
    return cluster->calendar ? calendar_run_until(cluster->calendar, until, err)
                             : stations_run_until(cluster->stations, until, err);
}

// ---- closed loops ----

// When a client is ready, all that happens until then having happened, or `limit`.
static bool find_issue(struct cluster *cluster, sim_ns limit, sim_ns *out_at, struct err *err)
{
    for (;;) {
        const sim_ns ready = clients_next(cluster->outcomes.clients);
        const sim_ns next =
            cluster->calendar ? calendar_next(cluster->calendar) : stations_next(cluster->stations);
        const bool is_over = ready >= limit && next >= limit;
        if (is_over || ready < next) {
            *out_at = is_over ? limit : ready;
            return true;
        }
        assert(next != UINT64_MAX);
        if (!run_until(cluster, next, err))
            return false;
    }
}

// Each when a client is ready for it, by the client's number.
static bool offer_to_clients(struct cluster *cluster, const struct cluster_batch *batch,
                             struct err *err)
{
    if (cluster->stations && stations_are_plain(cluster->stations, batch))
        return stations_offer_closed(cluster->stations, batch, err);
    for (size_t i = 0; i < batch->count; i++) {
        sim_ns at;
        if (!find_issue(cluster, UINT64_MAX, &at, err))
            return false;
        if (at >= SIM_NS_END)
            return fail_at_end_of_time(err);
        if (batch->issued_at)
            batch->issued_at[i] = at;
        const uint32_t client = clients_take(cluster->outcomes.clients, batch->tag[i]);
        const struct cluster_batch one = {
            .count = 1,
            .at = &at,
            .tag = &client,
            .first_branch = batch->first_branch + i,
            .partition = batch->partition,
            .service_ns = batch->service_ns,
            .follows = batch->follows,
            .bytes = batch->bytes ? batch->bytes + i : NULL,
            .parallel = batch->parallel ? batch->parallel + i : NULL,
        };
        if (!offer(cluster, &one, err))
            return false;
    }
    return true;
}

bool cluster_next_issue(struct cluster *cluster, const struct cluster_sink *sink, sim_ns limit,
                        sim_ns *out_at, struct err *err)
{
    cluster->outcomes.sink = sink;
    return find_issue(cluster, limit, out_at, err);
}

// ---- all loops ----

bool cluster_offer(struct cluster *cluster, const struct cluster_batch *batch,
                   const struct cluster_sink *sink, struct err *err)
{
    if (batch->count == 0)
        return true;
    const bool is_closed = cluster->outcomes.clients != NULL;
    if (!is_closed)
        check_times(cluster, batch);
    check_batch(cluster, batch);
    cluster->operations += batch->count;
    cluster->branches += batch->first_branch[batch->count] - batch->first_branch[0];
    cluster->outcomes.sink = sink;
    const bool ok = is_closed ? offer_to_clients(cluster, batch, err) : offer(cluster, batch, err);
    outcomes_flush(&cluster->outcomes);
    return ok;
}

bool cluster_run_until(struct cluster *cluster, const struct cluster_sink *sink, sim_ns now,
                       struct err *err)
{
    cluster->outcomes.sink = sink;
    return run_until(cluster, now, err);
}

void cluster_lose_server(struct cluster *cluster, const struct cluster_sink *sink, uint32_t server)
{
    assert(cluster->calendar);
    cluster->outcomes.sink = sink;
    calendar_lose_server(cluster->calendar, server);
}

bool cluster_drain(struct cluster *cluster, const struct cluster_sink *sink, struct err *err)
{
    cluster->outcomes.sink = sink;
    if (cluster->calendar)
        calendar_send_buffers(cluster->calendar);
    const bool ok = run_until(cluster, SIM_NS_END, err);
    assert(!ok || cluster->chains.branches.taken == 0);
    outcomes_flush(&cluster->outcomes);
    return ok;
}

uint32_t cluster_longest_queue(const struct cluster *cluster, uint32_t partition)
{
    return cluster->calendar ? calendar_longest_queue(cluster->calendar, partition) : 0;
}

uint64_t cluster_retried(const struct cluster *cluster)
{
    return cluster->calendar ? calendar_retried(cluster->calendar) : 0;
}

uint64_t cluster_timed_out(const struct cluster *cluster)
{
    return cluster->outcomes.timed_out;
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
        branches +=
            cluster->servers[i].accepted - cluster->servers[i].lost + cluster->servers[i].rejected;
    if (cluster->calendar)
        branches += calendar_at_clients(cluster->calendar);
    if (branches != cluster->branches)
        return err_fail(err, ERR_BUG,
                        "%llu branches came, %llu were accepted, rejected, dropped, not begun or "
                        "are at the clients",
                        (unsigned long long)cluster->branches, (unsigned long long)branches);

    const uint64_t in_flight = cluster->calendar ? calendar_in_flight(cluster->calendar)
                                                 : stations_in_flight(cluster->stations);
    const struct outcomes *told = &cluster->outcomes;
    const uint64_t done = told->done + told->count;
    if (done + told->rejected + told->timed_out + in_flight != cluster->operations)
        return err_fail(err, ERR_BUG,
                        "%llu operations in, %llu done, %llu rejected or timed out, %llu in flight",
                        (unsigned long long)cluster->operations, (unsigned long long)done,
                        (unsigned long long)(told->rejected + told->timed_out),
                        (unsigned long long)in_flight);
    return !cluster->calendar || calendar_verify(cluster->calendar, err);
}
