// A lane that lives: its batches go through in spans during which nothing changes.
//
// A span ends before the next instant at which the topology goes on by itself, behind a put that
// makes a region due to be looked at, and (where it matters which operation comes when: in a closed
// loop, or where requests are told apart by their keys) behind every operation. What a span's puts
// store is stored before its regions are looked at, so that a split falls where the rows are.
//
// Whether a lane lives is decided before the run, from what is going to be written: holding rows in
// order costs time. A still lane that turns out to have outgrown a threshold is run again, living.

#include "run/lane_state.h"

#include "base/mem.h"
#include "topology/split_policy.h"
#include "workload/phases.h"

#include <math.h>

// ---- whether ----

// What is known of sizes before the run may be wrong by so much without being overlooked.
static const double size_slack = 1.5;
// Bytes of a key that was not spelled yet.
enum { KEY_BYTES_GUESSED = 64 };

static bool splits(const struct lane_table *table)
{
    const struct store_config *store = &table->table.plan->store;
    return store->layout == LAYOUT_REGIONS && store->split.policy != SPLIT_NONE;
}

static bool reaches(const struct lane_table *table, double bytes, sim_ns last_at)
{
    const struct split_config *split = &table->table.plan->store.split;
    return bytes * size_slack > split_policy_least_bytes(split) ||
           (split_policy_feels_heat(split) && last_at > split->heat_ns);
}

bool lane_table_looks_split(const struct lane *lane, const struct lane_table *table)
{
    const struct workload_plan *workload = &lane->scenario->workload;
    const double rate = phases_mean_rate(workload);
    const double rows = workload->operations > 0
                            ? (double)workload->operations
                            : (double)workload->duration_ns / (double)NS_PER_S * rate;
    const double row = (double)lane->sizes.value_bytes + KEY_BYTES_GUESSED +
                       (double)table->table.plan->store.row_overhead_bytes;
    const double last_s = rate > 0 ? rows / rate : 0;
    return splits(table) &&
           (lane->all_live || reaches(table, rows * row * lane->sizes.columns,
                                      (sim_ns)fmin(last_s * (double)NS_PER_S, 1e18)));
}

bool lane_table_may_split(const struct lane *lane, const struct lane_table *table)
{
    const struct course *course = &lane->course;
    const double rows = (double)(course->preloaded + course->kinds[OP_PUT]);
    const double row =
        table->surveyed > 0 ? (double)table->surveyed_row_bytes / (double)table->surveyed : 0;
    return splits(table) && (lane->all_live || reaches(table, rows * row, course->last_at));
}

static bool has_outgrown(const struct lane_table *table)
{
    const uint32_t count = table->row_places;
    double *rows = mem_new(2 * (size_t)count, sizeof *rows);
    double *bytes = rows + count;
    bool outgrown = false;
    row_set_partitions(table->rows, rows, bytes);
    for (uint32_t i = 0; i < count; i++)
        outgrown |= bytes[i] > split_policy_least_bytes(&table->table.plan->store.split);
    mem_free(rows);
    return outgrown;
}

bool lane_outgrew(const struct lane *lane)
{
    bool outgrew = lane->is_outgrown;
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct lane_table *table = &lane->tables[t];
        outgrew =
            outgrew || (table->rows && splits(table) && !table->may_split && has_outgrown(table));
    }
    return outgrew;
}

static bool may_move(const struct lane *lane)
{
    const struct store_config *store = &lane->design->tables[0].store;
    if (lane->scenario->run.incident_count > 0)
        return true;
    return store->balancer.policy != BALANCER_NONE &&
           lane->course.last_at >= store->balancer.period_ns;
}

// ---- what it is made of ----

static double stored_bytes(void *context, struct bytes start, struct bytes stop)
{
    struct table_rows *rows = context;
    return table_rows_bytes(rows, start, stop);
}

static bool stored_middle(void *context, struct bytes start, struct bytes stop,
                          struct bytes *out_key)
{
    struct table_rows *rows = context;
    return table_rows_middle(rows, start, stop, out_key);
}

static void on_added(void *context, uint32_t table, uint32_t partition, uint32_t server)
{
    struct lane *lane = context;
    ledger_add_partition(lane->ledger, table, partition, server);
    if (lane->read_ledger)
        ledger_add_partition(lane->read_ledger, table, partition, server);
}

static void on_moved(void *context, uint32_t partition, uint32_t server)
{
    struct lane *lane = context;
    ledger_move(lane->ledger, partition, server);
    if (lane->read_ledger)
        ledger_move(lane->read_ledger, partition, server);
}

static void set_alive(struct lane *lane, uint32_t server, bool is_alive)
{
    ledger_set_alive(lane->ledger, server, is_alive);
    if (lane->read_ledger)
        ledger_set_alive(lane->read_ledger, server, is_alive);
}

static void on_lost(void *context, uint32_t server)
{
    struct lane *lane = context;
    cluster_lose_server(lane->cluster, &lane->sink, server);
    set_alive(lane, server, false);
}

static void on_restored(void *context, uint32_t server)
{
    struct lane *lane = context;
    set_alive(lane, server, true);
}

static void make_topology(struct lane *lane)
{
    struct topology_table *tables = mem_new(lane->table_count, sizeof *tables);
    for (size_t t = 0; t < lane->table_count; t++) {
        struct lane_table *table = &lane->tables[t];
        tables[t] = (struct topology_table){
            .map = table->table.map,
            .store = &table->table.plan->store,
            .first = table->table.first_partition,
            .capacity = table->capacity,
        };
        if (table->may_split)
            tables[t].rows = (struct topology_rows){
                .context = &table->stored, .bytes = stored_bytes, .middle = stored_middle};
    }
    const struct topology_config config = {
        .tables = tables,
        .table_count = (uint32_t)lane->table_count,
        .store = &lane->design->tables[0].store,
        .incidents = lane->scenario->run.incidents,
        .incident_count = lane->scenario->run.incident_count,
        .servers = lane->servers,
        .server_capacity = lane->server_capacity,
        .server_of = lane->placed,
        .seed = lane->scenario->seed,
        .listener = {.context = lane,
                     .added = on_added,
                     .moved = on_moved,
                     .lost = on_lost,
                     .restored = on_restored},
    };
    lane->topology = topology_new(&config);
    lane->feels_heat = topology_feels_heat(lane->topology);
    lane->server_of = topology_server_of(lane->topology);
    mem_free(tables);
}

void lane_animate(struct lane *lane)
{
    bool moves = may_move(lane);
    for (size_t t = 0; t < lane->table_count; t++)
        moves = moves || lane->tables[t].may_split;
    if (moves)
        make_topology(lane);
    lane->is_closed = lane->scenario->workload.arrivals.process == ARRIVAL_CLOSED;
    if (!lane->is_closed)
        return;
    lane->issued_at = mem_new(BATCH_ROWS, sizeof *lane->issued_at);
    lane->put_issued_at = mem_new(BATCH_ROWS, sizeof *lane->put_issued_at);
    // How long it takes is seen when it has ended.
    lane->course.last_at = lane->course.middle = UINT64_MAX;
}

// ---- before the run ----

static bool tell_put(struct lane *lane, size_t put, sim_ns at)
{
    bool is_due = false;
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct lane_table *table = &lane->tables[t];
        if (table->fate[put] == ROW_KEPT)
            continue;
        const uint32_t partition = table->partition[put];
        is_due |= topology_wrote(lane->topology, partition, table->size[put], at);
        if (lane->feels_heat)
            is_due |= topology_asked(lane->topology, partition, key_at(&table->keys, put), at);
    }
    return is_due;
}

// Keys are told apart anew where a split came after they were.
static void route_anew(struct lane *lane)
{
    if (!lane->topology || lane->routed_version == topology_version(lane->topology))
        return;
    lane->routed_version = topology_version(lane->topology);
    for (size_t t = 0; t < lane->table_count; t++)
        lane_route(&lane->tables[t]);
}

void lane_live_preload(struct lane *lane, const struct batch *batch)
{
    lane->routed_version = topology_version(lane->topology);
    size_t stored = 0;
    for (size_t i = 0; i < batch->count; i++) {
        if (!tell_put(lane, i, 0) && i + 1 < batch->count)
            continue;
        lane_preload_rows(lane, batch, stored, i + 1);
        stored = i + 1;
        topology_look(lane->topology, 0);
        route_anew(lane);
    }
}

// ---- the run ----

// When the next operation comes; all that is due until then has happened.
static bool go_on_until_next(struct lane *lane, const struct batch *batch, size_t i, sim_ns *out_at,
                             struct err *err)
{
    for (;;) {
        const sim_ns due = lane->topology ? topology_next(lane->topology) : UINT64_MAX;
        if (lane->is_closed) {
            if (!cluster_next_issue(lane->cluster, &lane->sink, due, out_at, err))
                return false;
        } else {
            *out_at = batch->at[i];
        }
        if (*out_at < due)
            return true;
        if (!cluster_run_until(lane->cluster, &lane->sink, due, err))
            return false;
        topology_fire(lane->topology);
        route_anew(lane);
    }
}

// Where nothing moves and nothing is read, a batch of a closed loop goes through in one piece: what
// is counted by time is counted when it is known.
static bool live_at_once(struct lane *lane, const struct batch *batch, const struct batch *puts,
                         struct err *err)
{
    const struct span all = {.end = batch->count, .put_end = puts->count};
    if (!lane_serve(lane, batch, puts, &all, err))
        return false;
    lane->put_at = lane->issued_at;
    lane_count_puts(lane, puts, &all);
    const uint64_t warmup = lane->course.warmup_operations;
    if (batch->sequence[0] <= warmup && warmup - batch->sequence[0] < batch->count)
        lane->course.first_measured_at = lane->issued_at[warmup - batch->sequence[0]];
    lane->last_issued_at = lane->issued_at[batch->count - 1];
    return true;
}

static void note_issue(struct lane *lane, const struct batch *batch, const struct span *span,
                       sim_ns at)
{
    if (!lane->is_closed)
        return;
    lane->issued_at[span->begin] = at;
    lane->put_issued_at[span->put_begin] = at; // meant where it is a put
    if (batch->kind[span->begin] == OP_REPLACED) {
        lane->issued_at[span->begin + 1] = at;
        lane->put_issued_at[span->put_begin + 1] = at;
    }
    lane->last_issued_at = at;
    if (batch->sequence[span->begin] == lane->course.warmup_operations)
        lane->course.first_measured_at = at;
}

// The longest span from `span` on.
static void extend(struct lane *lane, const struct batch *batch, struct span *span)
{
    const sim_ns due = lane->topology ? topology_next(lane->topology) : UINT64_MAX;
    const bool is_single = lane->is_closed || (lane->feels_heat && lane->reads);
    bool is_due = false;
    int kind;
    do {
        kind = batch->kind[span->end++];
        if (op_writes(kind)) {
            is_due |= lane->topology && tell_put(lane, span->put_end, lane->put_at[span->put_end]);
            span->put_end++;
        }
    } while (kind == OP_REPLACED ||
             (!is_single && !is_due && span->end < batch->count && batch->at[span->end] < due));
}

bool lane_live(struct lane *lane, const struct batch *batch, const struct batch *puts,
               struct err *err)
{
    lane->at = lane->is_closed ? lane->issued_at : batch->at;
    lane->put_at = lane->is_closed ? lane->put_issued_at : puts->at;
    lane->routed_version = lane->topology ? topology_version(lane->topology) : 0;
    if (lane->is_closed && !lane->topology && !lane->reads && !lane->has_changes)
        return live_at_once(lane, batch, puts, err);
    struct span span = {0};
    while (span.begin < batch->count) {
        sim_ns at;
        if (!go_on_until_next(lane, batch, span.begin, &at, err))
            return false;
        note_issue(lane, batch, &span, at);
        extend(lane, batch, &span);
        lane_count_puts(lane, puts, &span);
        if (!lane_serve(lane, batch, puts, &span, err))
            return false;
        if (lane->topology) {
            topology_look(lane->topology, lane->at[span.end - 1]);
            route_anew(lane);
        }
        span.begin = span.end;
        span.put_begin = span.put_end;
    }
    return true;
}

bool lane_live_finish(struct lane *lane, struct err *err)
{
    if (lane->is_closed)
        lane->course.last_at = lane->last_issued_at;
    return !lane->topology || topology_verify(lane->topology, err);
}
