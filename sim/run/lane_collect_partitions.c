// The partitions of a finished lane, and what happened to them.

#include "base/mem.h"
#include "base/text.h"
#include "run/lane_state.h"

#include <math.h>

char *lane_key_text(struct bytes key)
{
    struct buffer text = {0};
    text_key(&text, key);
    return buffer_take(&text);
}

// What the table held before the run, of which a sample was loaded.
static void add_loaded(const struct lane_table *table, uint32_t count, double *rows, double *bytes)
{
    double *loaded_rows = mem_new(count, sizeof *loaded_rows);
    double *loaded_bytes = mem_new(count, sizeof *loaded_bytes);
    row_set_partitions(table->loaded, loaded_rows, loaded_bytes);
    for (uint32_t i = 0; i < count; i++) {
        rows[i] += table->loaded_weight * loaded_rows[i];
        bytes[i] += table->loaded_weight * loaded_bytes[i];
    }
    mem_free(loaded_rows);
    mem_free(loaded_bytes);
}

// Rows and bytes at the end, by id.
static void weigh_partitions(const struct lane_table *table, double *rows, double *bytes)
{
    const uint32_t count = partition_map_count(table->table.map);
    if (table->may_split) {
        for (uint32_t i = 0; i < count; i++) {
            struct key_range range = {0};
            partition_map_range(table->table.map, i, &range.start, &range.stop);
            rows[i] = table_rows_between(&table->stored, &range);
            bytes[i] = table_rows_bytes(&table->stored, range.start, range.stop);
        }
        return;
    }
    row_set_partitions(table->rows, rows, bytes);
    if (table->loaded)
        add_loaded(table, count, rows, bytes);
}

// In key order.
void lane_collect_partitions(const struct lane *lane, size_t t, struct partition_result *out)
{
    const struct lane_table *table = &lane->tables[t];
    const struct partition_map *map = table->table.map;
    const uint32_t first = table->table.first_partition;
    const uint32_t count = partition_map_count(map);
    const bool limited = lane->design->tables[0].store.partition_limit > 0;
    double *rows = mem_new(count, sizeof *rows);
    double *bytes = mem_new(count, sizeof *bytes);
    weigh_partitions(table, rows, bytes);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t id = partition_map_id_at(map, i);
        struct bytes start;
        struct bytes end;
        partition_map_range(map, id, &start, &end);
        out[i] = (struct partition_result){
            .table = (uint32_t)t,
            .id = id,
            .start = lane_key_text(start),
            .end = lane_key_text(end),
            .server = lane->server_of[first + id],
            .writes = ledger_writes(lane->ledger)[first + id],
            .reads = lane->read_ledger ? ledger_writes(lane->read_ledger)[first + id] : 0,
            .rows = rows[id],
            .bytes = bytes[id],
            .queue_max =
                limited ? (double)cluster_longest_queue(lane->cluster, first + id) : (double)NAN,
        };
    }
    mem_free(rows);
    mem_free(bytes);
}

static char *key_text(struct bytes key)
{
    return key.size > 0 ? lane_key_text(key) : NULL;
}

void lane_collect_events(const struct lane *lane, struct design_result *out)
{
    static const char *const kinds[] = {"split", "move", "lost", "added"};
    if (!lane->topology)
        return;
    const struct topology_event *events = topology_events(lane->topology, &out->event_count);
    out->events = mem_new(out->event_count, sizeof *out->events);
    for (size_t i = 0; i < out->event_count; i++) {
        const struct topology_event *event = &events[i];
        const uint32_t first = lane->tables[event->table].table.first_partition;
        out->events[i] = (struct event_result){
            .t_s = (double)event->at / (double)NS_PER_S,
            .kind = mem_text(kinds[event->kind]),
            .table = event->table,
            .partition = event->partition - first,
            .to_partition = event->high - first,
            .from = event->from,
            .to = event->to,
            .offline_ms = (double)event->offline_ns / (double)NS_PER_MS,
            .key = key_text(event->key),
        };
    }
}
