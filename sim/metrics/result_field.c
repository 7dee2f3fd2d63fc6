#include "metrics/result_field.h"

#include "base/types.h"

const char *const result_state_names[] = {"met", "missed", "not evaluated", NULL};

static const struct result_field key_bytes_fields[] = {
    {"mean", RESULT_NUMBER, offsetof(struct table_result, key_bytes_mean),
     .meaning = "bytes of a row key"},
    {"max", RESULT_COUNT, offsetof(struct table_result, key_bytes_max),
     .meaning = "bytes of the longest row key"},
    {0},
};

static const struct result_field row_bytes_fields[] = {
    {"mean", RESULT_NUMBER, offsetof(struct table_result, row_bytes_mean),
     .meaning = "bytes of a row as stored: the key once a column"},
    {0},
};

static const struct result_field table_fields[] = {
    {.name = "name", .kind = RESULT_TEXT, .offset = offsetof(struct table_result, name)},
    {.name = "key", .kind = RESULT_TEXT, .offset = offsetof(struct table_result, key)},
    {.name = "encoding", .kind = RESULT_OPTION, .offset = offsetof(struct table_result, encoding)},
    {.name = "presplit", .kind = RESULT_OPTION, .offset = offsetof(struct table_result, presplit)},
    {.name = "presplit_algorithm",
     .kind = RESULT_OPTION,
     .offset = offsetof(struct table_result, presplit_algorithm)},
    {"presplit_regions", RESULT_COUNT, offsetof(struct table_result, presplit_regions),
     .meaning = "partitions at the start"},
    {"key_bytes", RESULT_OBJECT, 0, .members = key_bytes_fields},
    {"row_bytes", RESULT_OBJECT, 0, .members = row_bytes_fields},
    {"writes", RESULT_OBJECT, offsetof(struct table_result, writes), .members = result_load_fields},
    {0},
};

static const struct result_field latency_fields[] = {
    {.name = "name", .kind = RESULT_TEXT, .offset = offsetof(struct latency_summary, name)},
    {"count", RESULT_COUNT, offsetof(struct latency_summary, count),
     .meaning = "operations measured"},
    {"mean", RESULT_NUMBER, offsetof(struct latency_summary, mean_ms),
     .meaning = "milliseconds from the intended arrival; null where empty or a queue grows"},
    {"p50", RESULT_NUMBER, offsetof(struct latency_summary, p50_ms),
     .meaning = "median, milliseconds"},
    {"p90", RESULT_NUMBER, offsetof(struct latency_summary, p90_ms),
     .meaning = "90th percentile, milliseconds"},
    {"p99", RESULT_NUMBER, offsetof(struct latency_summary, p99_ms),
     .meaning = "99th percentile, milliseconds"},
    {"p999", RESULT_NUMBER, offsetof(struct latency_summary, p999_ms),
     .meaning = "99.9th percentile, milliseconds"},
    {"max", RESULT_NUMBER, offsetof(struct latency_summary, max_ms),
     .meaning = "the slowest, milliseconds"},
    {0},
};

static const struct result_field spread_fields[] = {
    {"mean", RESULT_NUMBER, offsetof(struct spread, mean), .meaning = "of one occurrence"},
    {"p50", RESULT_NUMBER, offsetof(struct spread, p50), .meaning = "median"},
    {"p99", RESULT_NUMBER, offsetof(struct spread, p99), .meaning = "99th percentile"},
    {"max", RESULT_NUMBER, offsetof(struct spread, max), .meaning = "the most"},
    {0},
};

static const struct result_field query_fields[] = {
    {.name = "name", .kind = RESULT_TEXT, .offset = offsetof(struct query_result, name)},
    {"count", RESULT_COUNT, offsetof(struct query_result, count),
     .meaning = "times it was drawn from the mix"},
    {.name = "table", .kind = RESULT_OPTION, .offset = offsetof(struct query_result, table)},
    {.name = "plan", .kind = RESULT_OPTION, .offset = offsetof(struct query_result, plan)},
    {.name = "shape", .kind = RESULT_OPTION, .offset = offsetof(struct query_result, shape)},
    {"occurrences", RESULT_COUNT, offsetof(struct query_result, occurrences),
     .meaning = "executions that the prices are of; without a count, at the end"},
    {"ranges", RESULT_OBJECT, offsetof(struct query_result, ranges),
     .meaning = "range requests that the client issues", .members = spread_fields},
    {"ranges_necessary", RESULT_OBJECT, offsetof(struct query_result, ranges_necessary),
     .meaning = "of these, holding a match", .members = spread_fields},
    {"partitions", RESULT_OBJECT, offsetof(struct query_result, partitions),
     .meaning = "partitions touched", .members = spread_fields},
    {"servers", RESULT_OBJECT, offsetof(struct query_result, servers), .meaning = "servers touched",
     .members = spread_fields},
    {"rows_examined", RESULT_OBJECT, offsetof(struct query_result, rows_examined),
     .meaning = "rows that servers read", .members = spread_fields},
    {"rows_returned", RESULT_OBJECT, offsetof(struct query_result, rows_returned),
     .meaning = "rows that match", .members = spread_fields},
    {"work_ms", RESULT_NUMBER, offsetof(struct query_result, work_ms),
     .meaning = "time that one occurrence takes of the servers, all together"},
    {"read_amplification", RESULT_NUMBER, offsetof(struct query_result, read_amplification),
     .meaning = "rows examined / rows returned, over all occurrences"},
    {"rows_missed", RESULT_NUMBER, offsetof(struct query_result, rows_missed),
     .meaning = "mean, of a raw scan: meant and not within its bounds; else null"},
    {"rows_foreign", RESULT_NUMBER, offsetof(struct query_result, rows_foreign),
     .meaning = "mean, of a raw scan: within its bounds and not meant; else null"},
    {"returned_error", RESULT_NUMBER, offsetof(struct query_result, returned_error),
     .meaning = "relative standard error of all rows returned; 0: exact"},
    {"rows_error", RESULT_NUMBER, offsetof(struct query_result, rows_error),
     .meaning = "relative standard error of one occurrence's rows; 0: exact"},
    {"latency_ms", RESULT_OBJECT, offsetof(struct query_result, latency),
     .members = latency_fields + 1},
    {0},
};

static const struct result_field throughput_fields[] = {
    {"offered_per_s", RESULT_NUMBER, offsetof(struct design_result, offered_per_s),
     .meaning = "operations that arrive in a second"},
    {"served_per_s", RESULT_NUMBER, offsetof(struct design_result, served_per_s),
     .meaning = "operations that end in a second"},
    {"rejected", RESULT_COUNT, offsetof(struct design_result, rejected),
     .meaning = "operations that were turned away as often as they may be"},
    {"timed_out", RESULT_COUNT, offsetof(struct design_result, timed_out),
     .meaning = "operations that a client gave up; the servers did them all the same"},
    {"retried", RESULT_COUNT, offsetof(struct design_result, retried),
     .meaning = "requests that were turned away and sent again, warm-up included"},
    {"saturation_per_s", RESULT_NUMBER, offsetof(struct design_result, saturation_per_s),
     .meaning = "what it can take: measured rate / the highest utilisation"},
    {"effective_servers", RESULT_NUMBER, offsetof(struct design_result, effective_servers),
     .meaning = "as how many evenly loaded servers the cluster acts"},
    {"utilisation_max", RESULT_NUMBER, offsetof(struct design_result, utilisation_max),
     .meaning = "of the busiest server or limited partition; beyond 1 it cannot keep up"},
    {"overloaded", RESULT_FLAG, offsetof(struct design_result, overloaded),
     .meaning = "1 where a queue still grows at the end"},
    {0},
};

static const struct result_field storage_fields[] = {
    {"rows", RESULT_NUMBER, offsetof(struct design_result, rows),
     .meaning = "rows at the end, over all tables"},
    {"bytes", RESULT_NUMBER, offsetof(struct design_result, bytes),
     .meaning = "bytes at the end, kept versions included"},
    {"key_bytes", RESULT_NUMBER, offsetof(struct design_result, key_bytes),
     .meaning = "of these, row keys"},
    {"key_overhead_ratio", RESULT_NUMBER, offsetof(struct design_result, key_overhead_ratio),
     .meaning = "key_bytes / bytes"},
    {"estimated", RESULT_FLAG, offsetof(struct design_result, rows_estimated),
     .meaning = "1 where rows were too many to count one by one"},
    {0},
};

static const struct result_field partition_fields[] = {
    {.name = "table", .kind = RESULT_TABLE, .offset = offsetof(struct partition_result, table)},
    {.name = "id", .kind = RESULT_SMALL, .offset = offsetof(struct partition_result, id)},
    {.name = "start", .kind = RESULT_TEXT, .offset = offsetof(struct partition_result, start)},
    {.name = "end", .kind = RESULT_TEXT, .offset = offsetof(struct partition_result, end)},
    {.name = "server", .kind = RESULT_SMALL, .offset = offsetof(struct partition_result, server)},
    {.name = "writes", .kind = RESULT_COUNT, .offset = offsetof(struct partition_result, writes)},
    {.name = "reads", .kind = RESULT_COUNT, .offset = offsetof(struct partition_result, reads)},
    {.name = "rows", .kind = RESULT_NUMBER, .offset = offsetof(struct partition_result, rows)},
    {.name = "bytes", .kind = RESULT_NUMBER, .offset = offsetof(struct partition_result, bytes)},
    {.name = "queue_max",
     .kind = RESULT_NUMBER,
     .offset = offsetof(struct partition_result, queue_max)},
    {0},
};

static const struct result_field window_fields[] = {
    {.name = "t_s", .kind = RESULT_NUMBER, .offset = offsetof(struct window_result, t_s)},
    {.name = "server_writes",
     .kind = RESULT_SERVERS,
     .offset = offsetof(struct window_result, server_writes)},
    {.name = "hottest_partition_share",
     .kind = RESULT_NUMBER,
     .offset = offsetof(struct window_result, hottest_partition_share)},
    {.name = "hottest_server",
     .kind = RESULT_SMALL,
     .offset = offsetof(struct window_result, hottest_server)},
    {.name = "partitions",
     .kind = RESULT_SMALL,
     .offset = offsetof(struct window_result, partitions)},
    {0},
};

static const struct result_field timeline_fields[] = {
    {"window_s", RESULT_NUMBER, offsetof(struct design_result, window_s),
     .meaning = "mean length of a window of the time line, seconds"},
    {"windows", RESULT_LIST, offsetof(struct design_result, windows), .members = window_fields,
     .count_offset = offsetof(struct design_result, window_count),
     .item_size = sizeof(struct window_result)},
    {0},
};

static const struct result_field bucket_fields[] = {
    {.name = "table", .kind = RESULT_TABLE, .offset = offsetof(struct heatmap_row, table)},
    {.name = "start", .kind = RESULT_TEXT, .offset = offsetof(struct heatmap_row, start)},
    {0},
};

static const struct result_field heatmap_fields[] = {
    {"window_s", RESULT_NUMBER, offsetof(struct design_result, window_s),
     .meaning = "mean length of a column of the heat map, seconds"},
    {"buckets", RESULT_LIST, offsetof(struct design_result, heat_rows), .members = bucket_fields,
     .count_offset = offsetof(struct design_result, heat_row_count),
     .item_size = sizeof(struct heatmap_row)},
    {.name = "writes", .kind = RESULT_GRID, .offset = offsetof(struct design_result, heat)},
    {0},
};

static const struct result_field event_fields[] = {
    {.name = "t_s", .kind = RESULT_NUMBER, .offset = offsetof(struct event_result, t_s)},
    {.name = "kind", .kind = RESULT_TEXT, .offset = offsetof(struct event_result, kind)},
    {.name = "table", .kind = RESULT_TABLE, .offset = offsetof(struct event_result, table)},
    {.name = "partition", .kind = RESULT_SMALL, .offset = offsetof(struct event_result, partition)},
    {.name = "to_partition",
     .kind = RESULT_SMALL,
     .offset = offsetof(struct event_result, to_partition)},
    {.name = "from", .kind = RESULT_SMALL, .offset = offsetof(struct event_result, from)},
    {.name = "to", .kind = RESULT_SMALL, .offset = offsetof(struct event_result, to)},
    {.name = "offline_ms",
     .kind = RESULT_NUMBER,
     .offset = offsetof(struct event_result, offline_ms)},
    {.name = "key", .kind = RESULT_OPTION, .offset = offsetof(struct event_result, key)},
    {0},
};

static const struct result_field warning_fields[] = {
    {.name = "code", .kind = RESULT_TEXT, .offset = offsetof(struct warning, code)},
    {.name = "message", .kind = RESULT_TEXT, .offset = offsetof(struct warning, message)},
    {0},
};

const struct result_field result_design_fields[] = {
    {.name = "name", .kind = RESULT_TEXT, .offset = offsetof(struct design_result, name)},
    {.name = "key", .kind = RESULT_TEXT, .offset = offsetof(struct design_result, key)},
    {.name = "preset", .kind = RESULT_OPTION, .offset = offsetof(struct design_result, preset)},
    {"invertible", RESULT_FLAG, offsetof(struct design_result, invertible),
     .meaning = "1 where the record's fields can be read back from the key"},
    {.name = "store", .kind = RESULT_OPTION, .offset = offsetof(struct design_result, store_line)},
    {"servers", RESULT_SMALL, offsetof(struct design_result, servers),
     .meaning = "servers of the cluster"},
    {"tables", RESULT_LIST, offsetof(struct design_result, tables), .members = table_fields,
     .count_offset = offsetof(struct design_result, table_count),
     .item_size = sizeof(struct table_result)},
    {"writes", RESULT_OBJECT, offsetof(struct design_result, writes),
     .members = result_load_fields},
    {"reads", RESULT_OBJECT, offsetof(struct design_result, reads), .members = result_load_fields},
    {"queries", RESULT_LIST, offsetof(struct design_result, queries), .members = query_fields,
     .count_offset = offsetof(struct design_result, query_count),
     .item_size = sizeof(struct query_result)},
    {"latency_ms", RESULT_MAP, offsetof(struct design_result, latencies), .members = latency_fields,
     .count_offset = offsetof(struct design_result, latency_count),
     .item_size = sizeof(struct latency_summary)},
    {"throughput", RESULT_OBJECT, 0, .members = throughput_fields},
    {"storage", RESULT_OBJECT, 0, .members = storage_fields},
    {"partitions", RESULT_LIST, offsetof(struct design_result, partitions),
     .members = partition_fields, .count_offset = offsetof(struct design_result, partition_count),
     .item_size = sizeof(struct partition_result)},
    {"timeline", RESULT_OBJECT, 0, .members = timeline_fields},
    {"heatmap", RESULT_OBJECT, 0, .members = heatmap_fields},
    {"events", RESULT_LIST, offsetof(struct design_result, events), .members = event_fields,
     .count_offset = offsetof(struct design_result, event_count),
     .item_size = sizeof(struct event_result)},
    {"hotspots", RESULT_LIST, offsetof(struct design_result, hotspots.items),
     .members = result_hotspot_fields,
     .count_offset = offsetof(struct design_result, hotspots.count),
     .item_size = sizeof(struct hotspot)},
    {"hotspot", RESULT_OBJECT, offsetof(struct design_result, hotspot),
     .members = result_hotspot_summary_fields},
    {"warnings", RESULT_LIST, offsetof(struct design_result, warnings), .members = warning_fields,
     .count_offset = offsetof(struct design_result, warning_count),
     .item_size = sizeof(struct warning)},
    {"assumptions", RESULT_TEXTS, offsetof(struct design_result, assumptions),
     .count_offset = offsetof(struct design_result, assumption_count)},
    {0},
};

static const struct result_field scenario_fields[] = {
    {.name = "title", .kind = RESULT_TEXT, .offset = offsetof(struct result, title)},
    {.name = "hash", .kind = RESULT_TEXT, .offset = offsetof(struct result, scenario_hash)},
    {0},
};

static const struct result_field run_fields[] = {
    {.name = "operations", .kind = RESULT_COUNT, .offset = offsetof(struct result, operations)},
    {.name = "warmup_operations",
     .kind = RESULT_COUNT,
     .offset = offsetof(struct result, warmup_operations)},
    {.name = "measured_s", .kind = RESULT_NUMBER, .offset = offsetof(struct result, measured_s)},
    {.name = "rows_skipped", .kind = RESULT_COUNT, .offset = offsetof(struct result, rows_skipped)},
    {0},
};

static const struct result_field break_even_fields[] = {
    {.name = "query", .kind = RESULT_TEXT, .offset = offsetof(struct break_even, query)},
    {"share", RESULT_NUMBER, offsetof(struct break_even, share),
     .meaning = "of all operations, where the best design changes"},
    {"per_s", RESULT_NUMBER, offsetof(struct break_even, per_s),
     .meaning = "the same at the rate that is offered"},
    {"share_now", RESULT_NUMBER, offsetof(struct break_even, share_now),
     .meaning = "of all operations in this run"},
    {.name = "below", .kind = RESULT_TEXT, .offset = offsetof(struct break_even, below)},
    {.name = "above", .kind = RESULT_TEXT, .offset = offsetof(struct break_even, above)},
    {0},
};

static const struct result_field comparison_fields[] = {
    {"ranking", RESULT_DESIGNS, offsetof(struct result, ranking),
     .count_offset = offsetof(struct result, ranking_count)},
    {"break_even", RESULT_LIST, offsetof(struct result, break_evens), .members = break_even_fields,
     .count_offset = offsetof(struct result, break_even_count),
     .item_size = sizeof(struct break_even)},
    {0},
};

static const struct result_field bound_fields[] = {
    {"min", RESULT_BOUND, offsetof(struct expect_result, min),
     .count_offset = offsetof(struct expect_result, has_min)},
    {"max", RESULT_BOUND, offsetof(struct expect_result, max),
     .count_offset = offsetof(struct expect_result, has_max)},
    {0},
};

static const struct result_field expect_fields[] = {
    {.name = "design", .kind = RESULT_TEXT, .offset = offsetof(struct expect_result, design)},
    {.name = "metric", .kind = RESULT_TEXT, .offset = offsetof(struct expect_result, metric)},
    {"bound", RESULT_OBJECT, 0, .members = bound_fields},
    {.name = "value", .kind = RESULT_NUMBER, .offset = offsetof(struct expect_result, value)},
    {.name = "state", .kind = RESULT_STATE, .offset = offsetof(struct expect_result, state)},
    {0},
};

const struct result_field result_fields[] = {
    {.name = "command", .kind = RESULT_TEXT, .offset = offsetof(struct result, command)},
    {.name = "seed", .kind = RESULT_COUNT, .offset = offsetof(struct result, seed)},
    {"scenario", RESULT_OBJECT, 0, .members = scenario_fields},
    {.name = "config", .kind = RESULT_JSON, .offset = offsetof(struct result, config)},
    {"run", RESULT_OBJECT, 0, .members = run_fields},
    {"designs", RESULT_LIST, offsetof(struct result, designs), .members = result_design_fields,
     .count_offset = offsetof(struct result, design_count),
     .item_size = sizeof(struct design_result)},
    {"comparison", RESULT_OBJECT, 0, .members = comparison_fields},
    {"findings", RESULT_TEXTS, offsetof(struct result, findings),
     .count_offset = offsetof(struct result, finding_count)},
    {"warnings", RESULT_LIST, offsetof(struct result, warnings), .members = warning_fields,
     .count_offset = offsetof(struct result, warning_count), .item_size = sizeof(struct warning)},
    {"expect", RESULT_LIST, offsetof(struct result, expects), .members = expect_fields,
     .count_offset = offsetof(struct result, expect_count),
     .item_size = sizeof(struct expect_result)},
    {0},
};

size_t result_count(const void *base, const struct result_field *field)
{
    return *(const size_t *)result_at(base, field->count_offset);
}

void *result_item(const void *base, const struct result_field *field, size_t index)
{
    uint8_t *items = *(uint8_t **)result_at(base, field->offset);
    return items + index * field->item_size;
}

const char *result_item_name(const void *base, const struct result_field *field, size_t index)
{
    const struct result_field *name = &field->members[0];
    return *(char **)result_at(result_item(base, field, index), name->offset);
}
