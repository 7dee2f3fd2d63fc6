// What a finished lane has to say, as plain data.

#include "base/mem.h"
#include "base/text.h"
#include "run/lane_state.h"
#include "run/run.h"
#include "run/warnings.h"

#include <math.h>
#include <string.h>

static const char *const encoding_words[] = {"binary", "text", "ordered"};

static char *presplit_line(const struct design_table *table, uint32_t partitions)
{
    struct buffer line = {0};
    if (partition_map_is_slices(table->map))
        buffer_format(&line, "%u slices", partitions);
    else if (table->algorithm == PRESPLIT_NONE)
        buffer_text(&line, "none, 1 region");
    else
        buffer_format(&line, "%s, %u region%s", presplit_names[table->algorithm], partitions,
                      partitions == 1 ? "" : "s");
    return buffer_take(&line);
}

// Different keys of the measured part and what follows from them.
static void collect_keys(const struct lane_table *table, struct load_summary *out)
{
    const struct row_set *measured = table->measured_rows ? table->measured_rows : table->rows;
    out->distinct_keys = row_set_rows(measured);
    out->distinct_keys_error = row_set_error(measured);
    const double fresh = row_set_rows(table->rows) - table->rows_before + table->measured_removed;
    const double overwrites = (double)table->measured_stored - fresh;
    out->overwrites = overwrites > 0 ? overwrites : 0;
    out->top_key_share = table->measured_writes > 0 && row_set_is_exact(measured)
                             ? (double)row_set_top_count(measured) / (double)table->measured_writes
                             : NAN;
    out->sharding_accessed = NAN;
    out->sharding_total = NAN;
    if (table->sharding_keys) {
        out->sharding_accessed = row_set_rows(table->sharding_keys);
        out->sharding_total = table->all_sharding_keys ? row_set_rows(table->all_sharding_keys)
                                                       : out->sharding_accessed;
    }
}

static void collect_table(const struct lane *lane, size_t t, struct table_result *out)
{
    const struct lane_table *table = &lane->tables[t];
    const struct scenario_table *plan = table->table.plan;
    const uint32_t partitions = partition_map_count(table->table.map);
    const double writes = (double)table->measured_writes;
    const double stored = (double)table->measured_stored;
    *out = (struct table_result){
        .name = mem_text(plan->name),
        .key = mem_text(key_program_text(table->table.program)),
        .encoding = mem_text(encoding_words[plan->store.encoding]),
        .presplit = presplit_line(&table->table, partitions),
        .presplit_algorithm = mem_text(partition_map_is_slices(table->table.map)
                                           ? "none"
                                           : presplit_names[table->table.algorithm]),
        .presplit_regions = partitions,
        .key_bytes_mean = writes > 0 ? (double)table->key_bytes / writes : NAN,
        .key_bytes_max = table->key_bytes_max,
        .row_bytes_mean = stored > 0 ? (double)table->row_bytes / stored : NAN,
    };
    out->writes.key_changes = table->key_changes;
    collect_keys(table, &out->writes);
    ledger_summarise(lane->ledger, (uint32_t)t, &out->writes);
}

// Over all tables: counts by partition and server come from the ledger, keys add up.
static void collect_writes(const struct lane *lane, struct design_result *out)
{
    struct load_summary *writes = &out->writes;
    *writes = out->tables[0].writes;
    for (size_t t = 1; t < out->table_count; t++) {
        const struct load_summary *other = &out->tables[t].writes;
        writes->distinct_keys += other->distinct_keys;
        writes->overwrites += other->overwrites;
        writes->key_changes += other->key_changes;
        writes->distinct_keys_error = fmax(writes->distinct_keys_error, other->distinct_keys_error);
        writes->sharding_accessed += other->sharding_accessed;
        writes->sharding_total += other->sharding_total;
        writes->top_key_share = fmax(writes->top_key_share, other->top_key_share);
    }
    ledger_summarise(lane->ledger, (uint32_t)out->table_count, writes);
}

struct latency_summary lane_latency(const struct lane *lane, size_t class, bool overloaded)
{
    const struct histogram *latency = lane->classes[class].latency;
    struct latency_summary out = {
        .count = histogram_count(latency),
        .mean_ms = NAN,
        .p50_ms = NAN,
        .p90_ms = NAN,
        .p99_ms = NAN,
        .p999_ms = NAN,
        .max_ms = NAN,
    };
    if (overloaded || out.count == 0)
        return out;
    const double ns_per_ms = (double)NS_PER_MS;
    out.mean_ms = histogram_mean(latency) / ns_per_ms;
    out.p50_ms = histogram_percentile(latency, 0.5) / ns_per_ms;
    out.p90_ms = histogram_percentile(latency, 0.9) / ns_per_ms;
    out.p99_ms = histogram_percentile(latency, 0.99) / ns_per_ms;
    out.p999_ms = histogram_percentile(latency, 0.999) / ns_per_ms;
    out.max_ms = (double)histogram_max(latency) / ns_per_ms;
    return out;
}

// Service of the measured part: of each server, and of the busiest station, which is a server with
// its handlers, a limited partition with its places, or all clients with theirs.
struct work_done {
    wide_uint sum;
    uint64_t most; // of a server
    double busiest_s;
    double endless_s; // ... of those whose line has no end: partitions, and servers without `queue`
};

// Of the busiest partition that has a limit, in the time of one of its places.
static double busiest_limited_ns(const struct lane *lane)
{
    const double limit = (double)lane->design->tables[0].store.partition_limit;
    double busiest_ns = 0;
    for (uint32_t p = 0; limit > 0 && p < lane->partitions; p++) {
        uint64_t ns = 0;
        for (size_t i = 0; i < lane->class_count; i++)
            ns += lane->classes[i].busy_ns[p];
        busiest_ns = fmax(busiest_ns, (double)ns / limit);
    }
    return busiest_ns;
}

static double lesser(double places, uint64_t limit, double of)
{
    return limit > 0 ? fmin(places, (double)limit * of) : places;
}

// Requests that all clients may have under way at once; infinite: no limit.
static double client_places(const struct lane *lane)
{
    const struct client_config *client = &lane->design->tables[0].store.client;
    double partitions = 0;
    for (size_t t = 0; t < lane->table_count; t++)
        partitions += partition_map_count(lane->tables[t].table.map);
    double places = lesser(INFINITY, client->total_tasks, 1);
    places = lesser(places, client->server_tasks, (double)lane->servers);
    places = lesser(places, client->region_tasks, partitions);
    return places * (double)client->count;
}

static struct work_done work_done_of(const struct lane *lane)
{
    const struct store_config *store = &lane->design->tables[0].store;
    const double partition_ns = busiest_limited_ns(lane);
    struct work_done out = {0};
    for (uint32_t s = 0; s < lane->server_capacity; s++) {
        uint64_t ns = 0;
        for (size_t i = 0; i < lane->class_count; i++)
            ns += lane->classes[i].server_busy_ns[s];
        out.sum += ns;
        out.most = ns > out.most ? ns : out.most;
    }
    const double client_ns = (double)out.sum / client_places(lane);
    const double endless_ns = fmax(partition_ns, client_ns);
    const double busiest_ns = fmax(endless_ns, (double)out.most / (double)store->handlers);
    out.busiest_s = busiest_ns / (double)NS_PER_S;
    out.endless_s = (store->queue == UINT64_MAX ? busiest_ns : endless_ns) / (double)NS_PER_S;
    return out;
}

// A queue that is never emptied: more work than a station can do, or a busy one whose queue is
// longer at the end than half-way. A station with time to spare only meets a burst. `utilisation`
// is that of stations whose line has no end: others turn away what they cannot do.
static bool is_overloaded(const struct lane *lane, double utilisation)
{
    const uint64_t left = lane->waiting_at_end;
    const uint64_t operations = course_measured_operations(&lane->course);
    return utilisation >= 1 || (utilisation > 0.8 && left > 1000 && left > operations / 50 &&
                                left > lane->waiting_at_middle + lane->waiting_at_middle / 2);
}

// In a closed loop an operation comes when another is done, so that as many were done in the time
// in which they came.
static double served_in_time(const struct lane *lane)
{
    return lane->is_closed ? (double)(course_measured_operations(&lane->course) - lane->rejected -
                                      lane->timed_out)
                           : (double)lane->served_in_time;
}

static void collect_throughput(const struct lane *lane, struct design_result *out)
{
    const double measured_s = course_measured_s(&lane->course);
    const double operations = (double)course_measured_operations(&lane->course);
    const struct work_done work = work_done_of(lane);
    out->offered_per_s = measured_s > 0 && !lane->is_closed ? operations / measured_s : NAN;
    out->served_per_s = measured_s > 0 ? served_in_time(lane) / measured_s : NAN;
    out->saturation_per_s = work.busiest_s > 0 ? operations / work.busiest_s : NAN;
    out->utilisation_max = measured_s > 0 ? work.busiest_s / measured_s : NAN;
    out->effective_servers = work.most > 0 ? (double)work.sum / (double)work.most : NAN;
    out->rejected = lane->rejected;
    out->timed_out = lane->timed_out;
    out->retried = cluster_retried(lane->cluster);
    out->overloaded =
        measured_s > 0 && !lane->is_closed && is_overloaded(lane, work.endless_s / measured_s);
}

// Keys are stored once a column; what is not value and not the store's own is key.
static double stored_key_bytes(const struct lane *lane, const struct lane_table *table, double rows)
{
    if (table->measured_writes == 0)
        return 0;
    const double mean_key = (double)table->key_bytes / (double)table->measured_writes;
    const double columns = table->table.plan->holds_reference ? 1 : lane->sizes.columns;
    return rows * columns * mean_key;
}

static void collect_storage(const struct lane *lane, struct design_result *out)
{
    for (size_t i = 0; i < out->partition_count; i++) {
        out->rows += out->partitions[i].rows;
        out->bytes += out->partitions[i].bytes;
    }
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct lane_table *table = &lane->tables[t];
        const double loaded =
            table->loaded ? table->loaded_weight * row_set_rows(table->loaded) : 0;
        out->key_bytes += stored_key_bytes(lane, table, row_set_rows(table->rows) + loaded);
        out->rows_estimated |= table->loaded || !row_set_is_exact(table->rows);
    }
    out->key_overhead_ratio = out->bytes > 0 ? out->key_bytes / out->bytes : NAN;
}

static char *heat_row_start(const struct lane_table *table, uint32_t row)
{
    const struct partition_map *map = table->heat_map ? table->heat_map : table->table.map;
    if (partition_map_is_slices(map)) {
        const uint32_t together =
            (partition_map_count(map) + table->heat_rows - 1) / table->heat_rows;
        struct buffer text = {0};
        buffer_format(&text, "slice %u", row * together);
        return buffer_take(&text);
    }
    struct bytes start;
    struct bytes end;
    partition_map_range(map, row, &start, &end);
    return lane_key_text(start);
}

static void collect_heat_rows(const struct lane *lane, struct design_result *out)
{
    const struct lane_table *last = &lane->tables[lane->table_count - 1];
    out->heat_row_count = last->heat_first + last->heat_rows;
    out->heat_rows = mem_new(out->heat_row_count, sizeof *out->heat_rows);
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct lane_table *table = &lane->tables[t];
        for (uint32_t row = 0; row < table->heat_rows; row++)
            out->heat_rows[table->heat_first + row] =
                (struct heatmap_row){.table = (uint32_t)t, .start = heat_row_start(table, row)};
    }
}

void lane_describe(const struct lane *lane, struct check_design *out)
{
    *out = (struct check_design){
        .name = mem_text(lane->design->name),
        .key = mem_text(lane->design->key),
        .table_count = lane->table_count,
        .tables = mem_new(lane->table_count, sizeof *out->tables),
    };
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct lane_table *table = &lane->tables[t];
        const uint32_t partitions = partition_map_count(table->table.map);
        const double surveyed = (double)table->surveyed;
        out->tables[t] = (struct check_table){
            .name = mem_text(table->table.plan->name),
            .presplit = presplit_line(&table->table, partitions),
            .regions = partitions,
            .key_bytes_mean = surveyed > 0 ? (double)table->surveyed_key_bytes / surveyed : NAN,
            .row_bytes_mean = surveyed > 0 ? (double)table->surveyed_row_bytes / surveyed : NAN,
        };
    }
    if (lane->reads)
        lane_describe_reads(lane, out);
}

static bool is_invertible(const struct lane *lane)
{
    for (size_t t = 0; t < lane->table_count; t++) {
        if (!lane->tables[t].table.facts.invertible)
            return false;
    }
    return true;
}

void lane_collect(const struct lane *lane, struct design_result *out)
{
    const struct scenario_design *design = lane->design;
    *out = (struct design_result){
        .name = mem_text(design->name),
        .key = mem_text(design->key),
        .preset = design->preset ? mem_text(design->preset) : NULL,
        .invertible = is_invertible(lane),
        .table_count = lane->table_count,
        .tables = mem_new(lane->table_count, sizeof *out->tables),
    };
    for (size_t t = 0; t < lane->table_count; t++)
        out->partition_count += partition_map_count(lane->tables[t].table.map);
    out->partitions = mem_new(out->partition_count, sizeof *out->partitions);
    struct partition_result *next = out->partitions;
    for (size_t t = 0; t < lane->table_count; t++) {
        collect_table(lane, t, &out->tables[t]);
        lane_collect_partitions(lane, t, next);
        next += partition_map_count(lane->tables[t].table.map);
    }
    lane_collect_events(lane, out);
    collect_writes(lane, out);
    lane_collect_hotspots(lane, out);
    collect_throughput(lane, out);
    collect_storage(lane, out);
    lane_collect_reads(lane, out);
    ledger_timeline(lane->ledger, out);
    collect_heat_rows(lane, out);
    design_warnings(lane, out);
}
