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
    if (table->heat_sample && (partitions > HEAT_ROWS_MAX || table->may_split)) {
        make_heat_map(table);
        table->heat_rows = partition_map_count(table->heat_map);
    } else if (partitions <= HEAT_ROWS_MAX) {
        table->heat_rows = partitions;
    } else {
        const uint32_t together = (partitions + HEAT_ROWS_MAX - 1) / HEAT_ROWS_MAX;
        table->heat_rows = (partitions + together - 1) / together;
    }
}

static void start_table(struct lane *lane, size_t t, const struct lane_setup *setup)
{
    struct lane_table *table = &lane->tables[t];
    const struct store_config *store = &table->table.plan->store;
    table->row_places = table->may_split ? 1 : partition_map_count(table->table.map);
    table->rows = row_set_new(ROWS_EXACT_MAX, table->row_places, store->versions);
    // Apart from what is stored at the end.
    const bool has_before =
        setup->course->warmup_operations > 0 || setup->course->preloaded > 0 || lane->has_changes;
    const bool is_slices = partition_map_is_slices(table->table.map);
    if (has_before)
        table->measured_rows = row_set_new(ROWS_EXACT_MAX, table->row_places, store->versions);
    if (is_slices)
        table->sharding_keys = row_set_new(ROWS_EXACT_MAX, 1, 1);
    if (is_slices && has_before)
        table->all_sharding_keys = row_set_new(ROWS_EXACT_MAX, 1, 1);
    const struct service_config service = service_resolved(store);
    table->table.put_service =
        service_sampler_of(&service, service.put_ns, lane->scenario->seed, "put", t);
}

static bool cut_tables(struct lane *lane, const struct lane_setup *setup, struct err *err)
{
    uint32_t partitions = 0;
    uint32_t heat_rows = 0;
    for (size_t t = 0; t < lane->table_count; t++) {
        struct lane_table *table = &lane->tables[t];
        if (!design_table_cut(&table->table, setup->course->kinds[OP_PUT], err))
            return err_context(err, "design \"%s\"", lane->design->name);
        table->table.first_partition = partitions;
        table->may_split = lane_table_may_split(lane, table);
        lane->is_outgrown |= table->may_split && !table->heat_sample;
        table->capacity = partition_map_count(table->table.map);
        if (table->may_split)
            table->capacity += TOPOLOGY_GROWTH_MAX;
        table->edges = key_edges_new(table->capacity);
        partitions += table->capacity;
        plan_heat_rows(table);
        table->heat_first = heat_rows;
        heat_rows += table->heat_rows;
        start_table(lane, t, setup);
    }
    lane->partitions = partitions;
    return true;
}

static void place_partitions(struct lane *lane)
{
    lane->placed = mem_new(lane->partitions, sizeof *lane->placed);
    lane->server_of = lane->placed;
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct design_table *table = &lane->tables[t].table;
        placement_fill(table->plan->store.placement, lane->servers, partition_map_count(table->map),
                       lane->scenario->seed, t, lane->placed + table->first_partition);
    }
}

static uint32_t *heat_rows_of_partitions(const struct lane *lane, bool with_heat)
{
    uint32_t *row_of = mem_new(lane->partitions, sizeof *row_of);
    for (uint32_t i = 0; i < lane->partitions; i++)
        row_of[i] = HEAT_ELSEWHERE;
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct lane_table *table = &lane->tables[t];
        const uint32_t partitions = partition_map_count(table->table.map);
        const uint32_t together = (partitions + table->heat_rows - 1) / table->heat_rows;
        for (uint32_t i = 0; i < partitions; i++)
            row_of[table->table.first_partition + i] =
                table->heat_map || !with_heat ? HEAT_ELSEWHERE : table->heat_first + i / together;
    }
    return row_of;
}

// Counts with a heat map, or without.
static struct ledger *make_ledger(const struct lane *lane, bool with_heat)
{
    const size_t tables = lane->table_count;
    uint32_t *table_first = mem_new(tables + 1, sizeof *table_first);
    uint32_t *table_count = mem_new(tables, sizeof *table_count);
    for (size_t t = 0; t < tables; t++) {
        table_first[t] = lane->tables[t].table.first_partition;
        table_count[t] = partition_map_count(lane->tables[t].table.map);
    }
    table_first[tables] = lane->partitions;
    const struct lane_table *last = &lane->tables[tables - 1];
    uint32_t *heat_row_of = heat_rows_of_partitions(lane, with_heat);
    const struct ledger_layout layout = {
        .partitions = lane->partitions,
        .servers = lane->servers,
        .server_capacity = lane->server_capacity,
        .server_of = lane->server_of,
        .table_first = table_first,
        .table_count = table_count,
        .tables = (uint32_t)tables,
        .windows = lane->course.windows,
        .heat_rows = with_heat ? last->heat_first + last->heat_rows : 0,
        .heat_row_of = heat_row_of,
    };
    struct ledger *ledger = ledger_new(&layout);
    mem_free(heat_row_of);
    mem_free(table_count);
    mem_free(table_first);
    return ledger;
}

// Servers are numbered on as they are added.
static uint32_t servers_ever(const struct lane *lane)
{
    const struct scenario_run *run = &lane->scenario->run;
    uint32_t servers = lane->servers;
    for (size_t i = 0; i < run->incident_count; i++)
        servers = run->incidents[i].server >= servers ? run->incidents[i].server + 1 : servers;
    return servers;
}

static void make_cluster(struct lane *lane)
{
    const struct store_config *store = &lane->design->tables[0].store;
    const struct cluster_config config = {
        .servers = lane->server_capacity,
        .handlers = (uint32_t)store->handlers,
        .partition_limit = (uint32_t)store->partition_limit,
        .queue = store->queue,
        .network_ns = service_resolved(store).network_ns,
        .server_of = lane->server_of,
        .offline_until = lane->topology ? topology_offline_until(lane->topology) : NULL,
        .partitions = lane->partitions,
        .client = &store->client,
        .clients = lane->is_closed ? (uint32_t)lane->scenario->workload.arrivals.clients : 0,
        .think_ns = lane->scenario->workload.arrivals.think_ns,
        .seed = lane->scenario->seed,
    };
    lane->cluster = cluster_new(&config);
}

static void make_classes(struct lane *lane, bool with_get)
{
    lane->reading_count = lane->scenario->query_count + (with_get ? 1 : 0);
    lane->class_count = CLASS_READS + lane->reading_count + (lane->has_changes ? 2 : 0);
    lane->classes = mem_new(lane->class_count, sizeof *lane->classes);
    for (size_t i = 0; i < lane->class_count; i++) {
        lane->classes[i].latency = histogram_new();
        lane->classes[i].busy_ns = mem_new(lane->partitions, sizeof *lane->classes[i].busy_ns);
        lane->classes[i].server_busy_ns =
            mem_new(lane->server_capacity, sizeof *lane->classes[i].server_busy_ns);
    }
}

static bool make_reads(struct lane *lane, const struct lane_setup *setup, bool with_get,
                       struct err *err)
{
    struct read_table *tables = mem_new(lane->table_count, sizeof *tables);
    const uint64_t *kinds = setup->course->kinds;
    const double records = (double)(kinds[OP_PUT] + setup->course->preloaded - kinds[OP_DELETE]);
    for (size_t t = 0; t < lane->table_count; t++) {
        tables[t] = (struct read_table){
            .table = &lane->tables[t].table, .rows = &lane->tables[t].stored, .records = records};
    }
    const struct reads_config config = {.scenario = lane->scenario,
                                        .design = lane->design,
                                        .tables = tables,
                                        .server_of = lane->server_of,
                                        .partitions = lane->partitions,
                                        .servers = lane->servers,
                                        .records = setup->records,
                                        .with_get = with_get};
    lane->reads = reads_new(&config, err);
    mem_free(tables);
    if (!lane->reads)
        return err_context(err, "design \"%s\"", lane->design->name);
    lane->book = setup->book;
    lane->tallies = mem_new(reads_count(lane->reads), sizeof *lane->tallies);
    for (size_t i = 0; i < reads_count(lane->reads); i++)
        read_tally_init(&lane->tallies[i]);
    const struct service_config service = service_resolved(&lane->design->tables[0].store);
    lane->read_service =
        service_sampler_of(&service, (uint64_t)READ_UNIT_NS, lane->scenario->seed, "read", 0);
    for (size_t t = 0; t < lane->table_count; t++) {
        if (partition_map_is_slices(lane->tables[t].table.map) && !lane->read_sharding_keys)
            lane->read_sharding_keys = row_set_new(ROWS_EXACT_MAX, 1, 1);
    }
    return true;
}

// Rows are held for reads, and to know where a region is halved.
static void hold_rows(struct lane *lane)
{
    const bool reads = lane->reading_count > 0;
    for (size_t t = 0; t < lane->table_count; t++) {
        struct lane_table *table = &lane->tables[t];
        if (reads || table->may_split)
            table_rows_init(&table->stored, partition_map_is_slices(table->table.map));
    }
}

bool lane_start(struct lane *lane, const struct lane_setup *setup, struct err *err)
{
    const bool with_get = setup->course->kinds[OP_GET] > 0;
    const uint64_t *kinds = setup->course->kinds;
    lane->course = *setup->course;
    lane->has_changes = kinds[OP_UPDATE] + kinds[OP_DELETE] > 0;
    lane->first_record = setup->course->preloaded;
    lane->first_number = setup->course->preloaded_given;
    lane->servers = (uint32_t)lane->design->tables[0].store.servers;
    lane->server_capacity = servers_ever(lane);
    if (!cut_tables(lane, setup, err))
        return false;
    place_partitions(lane);
    make_classes(lane, with_get);
    hold_rows(lane);
    lane_animate(lane);
    lane->ledger = make_ledger(lane, true);
    if (lane->reading_count > 0)
        lane->read_ledger = make_ledger(lane, false);
    make_cluster(lane);
    if (lane->topology && lane->first_record == 0)
        topology_begin(lane->topology);
    return lane->reading_count == 0 || make_reads(lane, setup, with_get, err);
}
