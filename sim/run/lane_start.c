// Between the survey and the first batch: tables are cut, partitions placed, and room is made for
// counting.

#include "base/mem.h"
#include "run/lane_state.h"

#include <string.h>

static void make_heat_map(struct lane_table *table)
{
    const uint64_t count = key_sample_count(table->heat_sample);
    struct bytes *keys = key_sample_list(table->heat_sample, count);
    struct split_list splits = {0};
    presplit_learned(keys, count, HEAT_ROWS_MAX, &splits);
    table->heat_map = partition_map_new_regions(splits.items, splits.count);
    split_list_done(&splits);
    mem_free(keys);
}

static void plan_heat_rows(struct lane_table *table)
{
    const uint32_t partitions = partition_map_count(table->table.map);
    if (partitions <= HEAT_ROWS_MAX) {
        table->heat_rows = partitions;
    } else if (table->heat_sample) {
        make_heat_map(table);
        table->heat_rows = partition_map_count(table->heat_map);
    } else {
        const uint32_t together = (partitions + HEAT_ROWS_MAX - 1) / HEAT_ROWS_MAX;
        table->heat_rows = (partitions + together - 1) / together;
    }
}

static void start_table(struct lane *lane, size_t t, const struct course *course)
{
    struct lane_table *table = &lane->tables[t];
    const struct store_config *store = &table->table.plan->store;
    const uint32_t partitions = partition_map_count(table->table.map);
    table->rows = row_set_new(ROWS_EXACT_MAX, partitions, store->versions);
    if (course->warmup_operations > 0)
        table->measured_rows = row_set_new(ROWS_EXACT_MAX, partitions, store->versions);
    if (partition_map_is_slices(table->table.map))
        table->sharding_keys = row_set_new(ROWS_EXACT_MAX, 1, 1);
    const struct service_config service = service_resolved(store);
    table->table.put_service =
        service_sampler_of(&service, service.put_ns, lane->scenario->seed, "put", t);
}

static bool cut_tables(struct lane *lane, const struct course *course, struct err *err)
{
    uint32_t partitions = 0;
    uint32_t heat_rows = 0;
    for (size_t t = 0; t < lane->table_count; t++) {
        struct lane_table *table = &lane->tables[t];
        if (!design_table_cut(&table->table, course->kinds[OP_PUT], err))
            return err_context(err, "design \"%s\"", lane->design->name);
        table->table.first_partition = partitions;
        partitions += partition_map_count(table->table.map);
        plan_heat_rows(table);
        table->heat_first = heat_rows;
        heat_rows += table->heat_rows;
        start_table(lane, t, course);
    }
    lane->partitions = partitions;
    return true;
}

static void place_partitions(struct lane *lane)
{
    lane->server_of = mem_new(lane->partitions, sizeof *lane->server_of);
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct design_table *table = &lane->tables[t].table;
        placement_fill(table->plan->store.placement, lane->servers, partition_map_count(table->map),
                       lane->scenario->seed, t, lane->server_of + table->first_partition);
    }
}

static uint32_t *heat_rows_of_partitions(const struct lane *lane)
{
    uint32_t *row_of = mem_new(lane->partitions, sizeof *row_of);
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct lane_table *table = &lane->tables[t];
        const uint32_t partitions = partition_map_count(table->table.map);
        const uint32_t together = (partitions + table->heat_rows - 1) / table->heat_rows;
        for (uint32_t i = 0; i < partitions; i++)
            row_of[table->table.first_partition + i] =
                table->heat_map ? HEAT_ELSEWHERE : table->heat_first + i / together;
    }
    return row_of;
}

static void make_ledger(struct lane *lane, const struct course *course)
{
    const size_t tables = lane->table_count;
    uint32_t *table_first = mem_new(tables + 1, sizeof *table_first);
    for (size_t t = 0; t < tables; t++)
        table_first[t] = lane->tables[t].table.first_partition;
    table_first[tables] = lane->partitions;
    const struct lane_table *last = &lane->tables[tables - 1];
    uint32_t *heat_row_of = heat_rows_of_partitions(lane);
    const struct ledger_layout layout = {
        .partitions = lane->partitions,
        .servers = lane->servers,
        .server_of = lane->server_of,
        .table_first = table_first,
        .tables = (uint32_t)tables,
        .windows = course->windows,
        .heat_rows = last->heat_first + last->heat_rows,
        .heat_row_of = heat_row_of,
    };
    lane->ledger = ledger_new(&layout);
    mem_free(heat_row_of);
    mem_free(table_first);
}

static void make_cluster(struct lane *lane)
{
    const struct store_config *store = &lane->design->tables[0].store;
    const struct cluster_config config = {
        .servers = lane->servers,
        .handlers = (uint32_t)store->handlers,
        .partition_limit = (uint32_t)store->partition_limit,
        .queue = store->queue,
        .network_ns = service_resolved(store).network_ns,
        .server_of = lane->server_of,
        .partitions = lane->partitions,
    };
    lane->cluster = cluster_new(&config);
}

bool lane_start(struct lane *lane, const struct course *course, struct err *err)
{
    lane->course = *course;
    lane->servers = (uint32_t)lane->design->tables[0].store.servers;
    if (!cut_tables(lane, course, err))
        return false;
    place_partitions(lane);
    make_ledger(lane, course);
    make_cluster(lane);

    const size_t branches = BATCH_ROWS * lane->table_count;
    lane->put_latency = histogram_new();
    lane->server_busy_ns = mem_new(lane->servers, sizeof *lane->server_busy_ns);
    lane->partition_busy_ns = mem_new(lane->partitions, sizeof *lane->partition_busy_ns);
    lane->query_counts = mem_new(lane->scenario->query_count, sizeof *lane->query_counts);
    lane->branch_partition = mem_new(branches, sizeof *lane->branch_partition);
    lane->branch_service_ns = mem_new(branches, sizeof *lane->branch_service_ns);
    return true;
}
