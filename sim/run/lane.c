#include "run/lane.h"

#include "base/mem.h"
#include "run/lane_state.h"

#include <assert.h>
#include <string.h>

// Completions of one class in a row go into its histogram together.
static void add_latencies(struct lane *lane, size_t count, const uint32_t *tag,
                          const uint64_t *latency_ns)
{
    uint64_t together[BATCH_ROWS];
    size_t kept = 0;
    size_t class = 0;
    for (size_t i = 0; i < count; i++) {
        if ((tag[i] & 1) == 0)
            continue;
        if (kept == BATCH_ROWS || (kept > 0 && tag[i] >> 1 != class)) {
            histogram_add(lane->classes[class].latency, together, kept);
            kept = 0;
        }
        class = tag[i] >> 1;
        together[kept++] = latency_ns[i];
    }
    if (kept > 0)
        histogram_add(lane->classes[class].latency, together, kept);
}

static void on_done(void *context, size_t count, const uint32_t *tag, const sim_ns *done_at,
                    const uint64_t *latency_ns)
{
    struct lane *lane = context;
    const struct course *course = &lane->course;
    for (size_t i = 0; i < count; i++) {
        const bool measured = (tag[i] & 1) != 0;
        lane->served_in_time += measured && done_at[i] <= course->last_at;
        lane->waiting_at_end += measured && done_at[i] > course->last_at;
        lane->waiting_at_middle +=
            measured && done_at[i] > course->middle && done_at[i] - latency_ns[i] <= course->middle;
    }
    add_latencies(lane, count, tag, latency_ns);
}

static void on_rejected(void *context, uint32_t tag)
{
    struct lane *lane = context;
    lane->rejected += tag & 1;
}

static void on_timed_out(void *context, uint32_t tag)
{
    struct lane *lane = context;
    lane->timed_out += tag & 1;
}

static bool find_sizes(struct lane *lane, struct err *err)
{
    const struct scenario *scenario = lane->scenario;
    lane->sizes = (struct row_sizes){
        .columns = scenario->row_columns,
        .value_bytes = scenario->row_value_bytes,
        .value_column = -1,
    };
    const char *name = scenario->row_value_field;
    if (!name)
        return true;
    const struct schema *schema = source_schema(scenario->source);
    for (size_t i = 0; i < schema->count; i++) {
        if (strcmp(schema->fields[i].name, name) == 0)
            lane->sizes.value_column = (int)i;
    }
    assert(lane->sizes.value_column >= 0); // the scenario was checked
    const enum value_type type = schema->fields[lane->sizes.value_column].type;
    if (type == TYPE_STRING || type == TYPE_BYTES || type == TYPE_DECIMAL)
        return err_fail(err, ERR_INPUT,
                        "workload.row.value_bytes names `%s`, which is a %s; it must be a long",
                        name, value_type_name(type));
    return true;
}

// The tables of a design share its servers, so what describes the servers must agree.
static bool tables_agree(const struct scenario_design *design, struct err *err)
{
    const struct store_config *first = &design->tables[0].store;
    for (size_t t = 1; t < design->table_count; t++) {
        const struct store_config *other = &design->tables[t].store;
        if (other->servers != first->servers || other->handlers != first->handlers ||
            other->queue != first->queue || other->partition_limit != first->partition_limit ||
            service_resolved(other).network_ns != service_resolved(first).network_ns)
            return err_fail(err, ERR_INPUT,
                            "the tables \"%s\" and \"%s\" lie on the same servers, but their "
                            "stores differ in servers, handlers, queue, partition_limit or "
                            "network_us",
                            design->tables[0].name, design->tables[t].name);
    }
    return true;
}

struct lane *lane_new(const struct scenario *scenario, const struct scenario_design *design,
                      struct err *err)
{
    struct lane *lane = mem_new(1, sizeof *lane);
    lane->scenario = scenario;
    lane->design = design;
    lane->table_count = design->table_count;
    lane->tables = mem_new(lane->table_count, sizeof *lane->tables);
    while (lane->main_table < lane->table_count && design->tables[lane->main_table].holds_reference)
        lane->main_table++;
    lane->sink = (struct cluster_sink){
        .context = lane, .done = on_done, .rejected = on_rejected, .timed_out = on_timed_out};
    bool ok = find_sizes(lane, err) && tables_agree(design, err);
    for (size_t t = 0; ok && t < lane->table_count; t++)
        ok = design_table_open(&lane->tables[t].table, &design->tables[t], scenario, err);
    if (!ok) {
        err_context(err, "design \"%s\"", design->name);
        lane_free(lane);
        return NULL;
    }
    batch_init(&lane->puts, source_schema(scenario->source));
    return lane;
}

static void table_free(struct lane_table *table)
{
    design_table_close(&table->table);
    row_set_free(table->rows);
    row_set_free(table->measured_rows);
    row_set_free(table->sharding_keys);
    row_set_free(table->all_sharding_keys);
    partition_map_free(table->heat_map);
    key_sample_free(table->heat_sample);
    key_edges_free(table->edges);
    row_set_free(table->loaded);
    table_rows_done(&table->stored);
    buffer_done(&table->keys.bytes);
}

static void free_classes(struct lane *lane)
{
    for (size_t i = 0; i < lane->class_count; i++) {
        histogram_free(lane->classes[i].latency);
        mem_free(lane->classes[i].busy_ns);
        mem_free(lane->classes[i].server_busy_ns);
    }
    mem_free(lane->classes);
}

static void free_reads(struct lane *lane)
{
    for (size_t i = 0; lane->tallies && i < reads_count(lane->reads); i++)
        read_tally_done(&lane->tallies[i]);
    mem_free(lane->tallies);
    reads_free(lane->reads);
    ledger_free(lane->read_ledger);
    row_set_free(lane->read_sharding_keys);
}

void lane_free(struct lane *lane)
{
    if (!lane)
        return;
    for (size_t t = 0; t < lane->table_count; t++)
        table_free(&lane->tables[t]);
    mem_free(lane->tables);
    topology_free(lane->topology);
    mem_free(lane->issued_at);
    mem_free(lane->put_issued_at);
    mem_free(lane->placed);
    ledger_free(lane->ledger);
    cluster_free(lane->cluster);
    free_classes(lane);
    free_reads(lane);
    mem_free(lane->branch_partition);
    mem_free(lane->branch_service_ns);
    mem_free(lane->branch_follows);
    batch_done(&lane->puts);
    mem_free(lane);
}

struct lane **lanes_open(const struct scenario *scenario, bool all_live, struct err *err)
{
    struct lane **lanes = mem_new(scenario->design_count, sizeof *lanes);
    for (size_t i = 0; i < scenario->design_count; i++) {
        lanes[i] = lane_new(scenario, &scenario->designs[i], err);
        if (!lanes[i]) {
            lanes_close(lanes, scenario->design_count);
            return NULL;
        }
        lanes[i]->all_live = all_live;
    }
    return lanes;
}

void lanes_close(struct lane **lanes, size_t count)
{
    for (size_t i = 0; lanes && i < count; i++)
        lane_free(lanes[i]);
    mem_free(lanes);
}

static bool check_counts(const struct lane *lane, struct err *err)
{
    uint64_t written = 0;
    for (uint32_t p = 0; p < lane->partitions; p++)
        written += ledger_writes(lane->ledger)[p];
    if (!ledger_adds_up(lane->ledger))
        return err_fail(err, ERR_BUG, "the writes of partitions and of servers are not the same");
    uint64_t went_in = lane->measured_puts * lane->table_count;
    for (size_t t = 0; t < lane->table_count; t++)
        went_in += lane->tables[t].key_changes;
    if (written != went_in)
        return err_fail(err, ERR_BUG, "%llu row writes went in, %llu were counted",
                        (unsigned long long)went_in, (unsigned long long)written);
    uint64_t offered = 0;
    uint64_t done = 0;
    for (size_t i = 0; i < lane->class_count; i++) {
        offered += lane->classes[i].measured;
        done += histogram_count(lane->classes[i].latency);
    }
    if (done + lane->rejected + lane->timed_out != offered ||
        lane->served_in_time + lane->waiting_at_end != done)
        return err_fail(err, ERR_BUG, "%llu operations went in, %llu were done and %llu given up",
                        (unsigned long long)offered, (unsigned long long)done,
                        (unsigned long long)(lane->rejected + lane->timed_out));
    return true;
}

// Of a still lane what a server did is what its partitions took.
static void sum_up_servers(struct lane *lane)
{
    for (size_t i = 0; i < lane->class_count && !lane->topology; i++) {
        struct lane_class *class = &lane->classes[i];
        for (uint32_t p = 0; p < lane->partitions; p++)
            class->server_busy_ns[lane->server_of[p]] += class->busy_ns[p];
    }
}

bool lane_finish(struct lane *lane, struct err *err)
{
    if (!lane_live_finish(lane, err))
        return err_context(err, "design \"%s\"", lane->design->name);
    sum_up_servers(lane);
    ledger_finish(lane->ledger, lane->course.last_at);
    if (lane->read_ledger)
        ledger_finish(lane->read_ledger, lane->course.last_at);
    return (cluster_drain(lane->cluster, &lane->sink, err) && cluster_verify(lane->cluster, err) &&
            check_counts(lane, err) && lane_price_queries(lane, err)) ||
           err_context(err, "design \"%s\"", lane->design->name);
}
