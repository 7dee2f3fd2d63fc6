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
static void collect_keys(const struct lane_table *table, struct write_summary *out)
{
    const struct row_set *measured = table->measured_rows ? table->measured_rows : table->rows;
    out->distinct_keys = row_set_rows(measured);
    out->distinct_keys_error = row_set_error(measured);
    const double fresh = row_set_rows(table->rows) - table->rows_before;
    const double overwrites = (double)table->measured_writes - fresh;
    out->overwrites = overwrites > 0 ? overwrites : 0;
    out->top_key_share = table->measured_writes > 0 && row_set_is_exact(measured)
                             ? (double)row_set_top_count(measured) / (double)table->measured_writes
                             : NAN;
    out->sharding_accessed = NAN;
    out->sharding_total = NAN;
    if (table->sharding_keys) {
        out->sharding_accessed = row_set_rows(table->sharding_keys);
        out->sharding_total = out->sharding_accessed;
    }
}

static void collect_table(const struct lane *lane, size_t t, struct table_result *out)
{
    const struct lane_table *table = &lane->tables[t];
    const struct scenario_table *plan = table->table.plan;
    const uint32_t partitions = partition_map_count(table->table.map);
    const double writes = (double)table->measured_writes;
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
        .row_bytes_mean = writes > 0 ? (double)table->row_bytes / writes : NAN,
    };
    collect_keys(table, &out->writes);
    ledger_summarise(lane->ledger, (uint32_t)t, &out->writes);
}

// Over all tables: counts by partition and server come from the ledger, keys add up.
static void collect_writes(const struct lane *lane, struct design_result *out)
{
    struct write_summary *writes = &out->writes;
    *writes = out->tables[0].writes;
    for (size_t t = 1; t < out->table_count; t++) {
        const struct write_summary *other = &out->tables[t].writes;
        writes->distinct_keys += other->distinct_keys;
        writes->overwrites += other->overwrites;
        writes->distinct_keys_error = fmax(writes->distinct_keys_error, other->distinct_keys_error);
        writes->sharding_accessed += other->sharding_accessed;
        writes->sharding_total += other->sharding_total;
        writes->top_key_share = fmax(writes->top_key_share, other->top_key_share);
    }
    ledger_summarise(lane->ledger, (uint32_t)out->table_count, writes);
}

static struct latency_summary latency_of(const struct lane *lane, bool overloaded)
{
    const struct histogram *latency = lane->put_latency;
    struct latency_summary out = {
        .name = mem_text("put"),
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

// The most service that one station must give: a server with its handlers, or a limited partition
// with its places.
static double busiest_ns(const struct lane *lane)
{
    const struct store_config *store = &lane->design->tables[0].store;
    double most = 0;
    for (uint32_t s = 0; s < lane->servers; s++)
        most = fmax(most, (double)lane->server_busy_ns[s] / (double)store->handlers);
    for (uint32_t p = 0; store->partition_limit > 0 && p < lane->partitions; p++)
        most = fmax(most, (double)lane->partition_busy_ns[p] / (double)store->partition_limit);
    return most;
}

// A queue that is never emptied: more work than a station can do, or a busy one whose queue is
// longer at the end than half-way. A station with time to spare only meets a burst.
static bool is_overloaded(const struct lane *lane, double utilisation)
{
    if (lane->design->tables[0].store.queue != UINT64_MAX)
        return false;
    const uint64_t left = lane->waiting_at_end;
    return utilisation >= 1 ||
           (utilisation > 0.8 && left > 1000 && left > lane->measured_puts / 50 &&
            left > lane->waiting_at_middle + lane->waiting_at_middle / 2);
}

static void collect_throughput(const struct lane *lane, struct design_result *out)
{
    const double measured_s = course_measured_s(&lane->course);
    const double operations = (double)course_measured_operations(&lane->course);
    const double busiest_s = busiest_ns(lane) / (double)NS_PER_S;
    uint64_t most = 0;
    wide_uint sum = 0;
    for (uint32_t s = 0; s < lane->servers; s++) {
        sum += lane->server_busy_ns[s];
        most = lane->server_busy_ns[s] > most ? lane->server_busy_ns[s] : most;
    }
    const uint64_t others = course_measured_operations(&lane->course) - lane->measured_puts;
    out->offered_per_s = measured_s > 0 ? operations / measured_s : NAN;
    out->served_per_s = measured_s > 0 ? (double)(lane->served_in_time + others) / measured_s : NAN;
    out->saturation_per_s = busiest_s > 0 ? operations / busiest_s : NAN;
    out->utilisation_max = measured_s > 0 ? busiest_s / measured_s : NAN;
    out->effective_servers = most > 0 ? (double)sum / (double)most : NAN;
    out->rejected = lane->rejected;
    out->overloaded = is_overloaded(lane, out->utilisation_max);
}

static char *printable(struct bytes key)
{
    struct buffer text = {0};
    text_key(&text, key);
    return buffer_take(&text);
}

static void collect_partitions(const struct lane *lane, size_t t, struct partition_result *out)
{
    const struct lane_table *table = &lane->tables[t];
    const uint32_t first = table->table.first_partition;
    const uint32_t count = partition_map_count(table->table.map);
    double *rows = mem_new(count, sizeof *rows);
    double *bytes = mem_new(count, sizeof *bytes);
    row_set_partitions(table->rows, rows, bytes);
    for (uint32_t i = 0; i < count; i++) {
        struct bytes start;
        struct bytes end;
        partition_map_range(table->table.map, i, &start, &end);
        out[i] = (struct partition_result){
            .table = (uint32_t)t,
            .id = i,
            .start = printable(start),
            .end = printable(end),
            .server = lane->server_of[first + i],
            .writes = ledger_writes(lane->ledger)[first + i],
            .rows = rows[i],
            .bytes = bytes[i],
        };
    }
    mem_free(rows);
    mem_free(bytes);
}

// Keys are stored once a column; what is not value and not the store's own is key.
static double stored_key_bytes(const struct lane *lane, const struct lane_table *table, double rows)
{
    if (table->measured_writes == 0)
        return 0;
    const double mean_key = (double)table->key_bytes / (double)table->measured_writes;
    return rows * lane->sizes.columns * mean_key;
}

static void collect_storage(const struct lane *lane, struct design_result *out)
{
    for (size_t i = 0; i < out->partition_count; i++) {
        out->rows += out->partitions[i].rows;
        out->bytes += out->partitions[i].bytes;
    }
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct lane_table *table = &lane->tables[t];
        out->key_bytes += stored_key_bytes(lane, table, row_set_rows(table->rows));
        out->rows_estimated |= !row_set_is_exact(table->rows);
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
    return printable(start);
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

static void collect_queries(const struct lane *lane, struct design_result *out)
{
    const struct scenario *scenario = lane->scenario;
    out->query_count = scenario->query_count;
    out->queries = mem_new(out->query_count, sizeof *out->queries);
    for (size_t i = 0; i < out->query_count; i++)
        out->queries[i] = (struct query_result){.name = mem_text(scenario->queries[i].name),
                                                .count = lane->query_counts[i]};
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
        .partition_count = lane->partitions,
        .partitions = mem_new(lane->partitions, sizeof *out->partitions),
    };
    for (size_t t = 0; t < lane->table_count; t++) {
        collect_table(lane, t, &out->tables[t]);
        collect_partitions(lane, t, out->partitions + lane->tables[t].table.first_partition);
    }
    collect_writes(lane, out);
    collect_throughput(lane, out);
    out->latency_count = 1;
    out->latencies = mem_new(1, sizeof *out->latencies);
    out->latencies[0] = latency_of(lane, out->overloaded);
    collect_storage(lane, out);
    collect_queries(lane, out);
    ledger_timeline(lane->ledger, out);
    collect_heat_rows(lane, out);
    design_warnings(lane, out);
}
