// What the reference has to say: rows, bytes, latencies and what the cluster can take.

#include "base/mem.h"
#include "base/text.h"
#include "selftest/reference_state.h"

#include <math.h>
#include <stdlib.h>

// ---- rows ----

static bool is_first_of_key(const struct reference_table *table, size_t from, size_t i)
{
    for (size_t j = from; j < i; j++) {
        if (reference_same_key(table->writes[j].key, table->writes[i].key))
            return false;
    }
    return true;
}

static uint64_t distinct_keys(const struct reference_table *table, size_t from, size_t beyond)
{
    uint64_t distinct = 0;
    for (size_t i = from; i < beyond; i++)
        distinct += is_first_of_key(table, from, i);
    return distinct;
}

static struct bytes sharding_key(struct bytes name)
{
    size_t size = 0;
    while (size < name.size && name.data[size] != '.')
        size++;
    return bytes_of(name.data, size);
}

static uint64_t distinct_sharding_keys(const struct reference_table *table, size_t from,
                                       size_t beyond)
{
    uint64_t distinct = 0;
    for (size_t i = from; i < beyond; i++) {
        bool is_new = true;
        for (size_t j = from; j < i; j++)
            is_new = is_new && !reference_same_key(sharding_key(table->writes[j].key),
                                                   sharding_key(table->writes[i].key));
        distinct += is_new;
    }
    return distinct;
}

static uint64_t writes_of_top_key(const struct reference *reference,
                                  const struct reference_table *table)
{
    uint64_t most = 0;
    for (size_t i = reference->measured_from; i < reference->put_count; i++) {
        uint64_t writes = 0;
        for (size_t j = reference->measured_from; j < reference->put_count; j++)
            writes += reference_same_key(table->writes[i].key, table->writes[j].key);
        most = writes > most ? writes : most;
    }
    return most;
}

static void collect_keys(const struct reference *reference, const struct reference_table *table,
                         struct load_summary *out)
{
    const size_t from = reference->measured_from;
    const size_t count = reference->put_count;
    const uint64_t fresh = distinct_keys(table, 0, count) - distinct_keys(table, 0, from);
    out->distinct_keys = (double)distinct_keys(table, from, count);
    out->overwrites = (double)(count - from - fresh);
    out->top_key_share = (double)writes_of_top_key(reference, table) / (double)(count - from);
    out->sharding_accessed = NAN;
    out->sharding_total = NAN;
    if (table->plan->store.layout != LAYOUT_SLICES)
        return;
    out->sharding_accessed = (double)distinct_sharding_keys(table, from, count);
    out->sharding_total = (double)distinct_sharding_keys(table, 0, count);
}

static void collect_table(const struct reference *reference, size_t t, struct table_result *out)
{
    const struct reference_table *table = &reference->tables[t];
    uint64_t key_bytes = 0;
    uint64_t row_bytes = 0;
    for (size_t i = reference->measured_from; i < reference->put_count; i++) {
        const struct reference_write *write = &table->writes[i];
        key_bytes += write->key.size;
        row_bytes += write->bytes;
        out->key_bytes_max =
            write->key.size > out->key_bytes_max ? write->key.size : out->key_bytes_max;
    }
    const double measured = (double)(reference->put_count - reference->measured_from);
    out->name = mem_text(table->plan->name);
    out->presplit_regions = table->partitions;
    out->key_bytes_mean = (double)key_bytes / measured;
    out->row_bytes_mean = (double)row_bytes / measured;
    collect_keys(reference, table, &out->writes);
    reference_writes(reference, t, &out->writes);
}

static void collect_tables(const struct reference *reference, struct design_result *out)
{
    struct load_summary *all = &out->writes;
    out->table_count = reference->table_count;
    out->tables = mem_new(out->table_count, sizeof *out->tables);
    for (size_t t = 0; t < reference->table_count; t++) {
        const struct load_summary *writes = &out->tables[t].writes;
        collect_table(reference, t, &out->tables[t]);
        all->distinct_keys += writes->distinct_keys;
        all->overwrites += writes->overwrites;
        all->sharding_accessed += writes->sharding_accessed;
        all->sharding_total += writes->sharding_total;
        if (writes->top_key_share > all->top_key_share)
            all->top_key_share = writes->top_key_share;
    }
    reference_writes(reference, reference->table_count, all);
}

// ---- partitions ----

// A row is of its newest size, as often as the store keeps it.
static void weigh(const struct reference *reference, const struct reference_table *table,
                  struct partition_result *partitions)
{
    for (size_t i = 0; i < reference->put_count; i++) {
        const struct reference_write *write = &table->writes[i];
        struct partition_result *partition = &partitions[write->partition - table->first];
        uint64_t writes = 0;
        bool is_newest = true;
        for (size_t j = 0; j < reference->put_count; j++) {
            const bool same = reference_same_key(table->writes[j].key, write->key);
            writes += same;
            is_newest = is_newest && !(same && j > i);
        }
        const uint64_t versions = table->plan->store.versions;
        partition->writes += reference->puts[i].is_measured;
        partition->rows += is_newest;
        partition->bytes +=
            is_newest ? (double)(write->bytes * (writes < versions ? writes : versions)) : 0;
    }
}

static char *boundary(const struct reference_table *table, uint32_t i)
{
    struct buffer text = {0};
    buffer_text(&text, "");
    if (i > 0 && i <= table->splits.count)
        text_key(&text, table->splits.items[i - 1]);
    return buffer_take(&text);
}

static char *heat_start(const struct reference_table *table, uint32_t i)
{
    if (table->plan->store.layout != LAYOUT_SLICES)
        return boundary(table, i);
    struct buffer text = {0};
    buffer_format(&text, "slice %u", i);
    return buffer_take(&text);
}

static void collect_partitions(const struct reference *reference, struct design_result *out)
{
    out->partition_count = out->heat_row_count = reference->partitions;
    out->partitions = mem_new(reference->partitions, sizeof *out->partitions);
    out->heat_rows = mem_new(reference->partitions, sizeof *out->heat_rows);
    for (uint32_t t = 0; t < reference->table_count; t++) {
        const struct reference_table *table = &reference->tables[t];
        for (uint32_t i = 0; i < table->partitions; i++) {
            out->partitions[table->first + i] = (struct partition_result){
                .table = t,
                .id = i,
                .start = boundary(table, i),
                .end = boundary(table, i + 1),
                .server = reference->server_of[table->first + i],
                .queue_max = table->plan->store.partition_limit > 0
                                 ? (double)reference->lines[table->first + i]
                                 : NAN};
            out->heat_rows[table->first + i] =
                (struct heatmap_row){.table = t, .start = heat_start(table, i)};
        }
        weigh(reference, table, out->partitions + table->first);
    }
}

static void collect_storage(const struct reference *reference, struct design_result *out)
{
    for (size_t i = 0; i < out->partition_count; i++) {
        out->rows += out->partitions[i].rows;
        out->bytes += out->partitions[i].bytes;
    }
    for (size_t t = 0; t < reference->table_count; t++) {
        const struct reference_table *table = &reference->tables[t];
        const double columns = table->plan->holds_reference ? 1 : reference->scenario->row_columns;
        out->key_bytes += (double)distinct_keys(table, 0, reference->put_count) * columns *
                          out->tables[t].key_bytes_mean;
    }
    out->key_overhead_ratio = out->bytes > 0 ? out->key_bytes / out->bytes : NAN;
}

// ---- time ----

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static double rank_ms(const uint64_t *sorted, size_t count, uint64_t of_1000)
{
    size_t rank = 1;
    while (rank * 1000 < count * of_1000)
        rank++;
    return (double)sorted[rank - 1] / 1e6;
}

static void collect_latency(const struct reference *reference, struct design_result *out)
{
    uint64_t *latencies = mem_new(reference->put_count, sizeof *latencies);
    size_t count = 0;
    double sum = 0;
    for (size_t i = reference->measured_from; i < reference->put_count; i++) {
        const struct reference_put *put = &reference->puts[i];
        if (put->is_refused)
            continue;
        latencies[count++] = put->done_at - put->at;
        sum += (double)(put->done_at - put->at);
    }
    qsort(latencies, count, sizeof *latencies, compare);
    struct latency_summary latency = {mem_text("put"), count, NAN, NAN, NAN, NAN, NAN, NAN};
    if (count > 0 && !out->overloaded) {
        latency.mean_ms = sum / (double)count / 1e6;
        latency.p50_ms = rank_ms(latencies, count, 500);
        latency.p90_ms = rank_ms(latencies, count, 900);
        latency.p99_ms = rank_ms(latencies, count, 990);
        latency.p999_ms = rank_ms(latencies, count, 999);
        latency.max_ms = (double)latencies[count - 1] / 1e6;
    }
    out->latencies = mem_new(1, sizeof *out->latencies);
    out->latencies[0] = latency;
    out->latency_count = 1;
    mem_free(latencies);
}

// Service of the measured puts, of one server or (limited) one partition.
static double work_s(const struct reference *reference, bool of_server, uint32_t number)
{
    uint64_t ns = 0;
    for (size_t t = 0; t < reference->table_count; t++) {
        for (size_t i = reference->measured_from; i < reference->put_count; i++) {
            const struct reference_write *write = &reference->tables[t].writes[i];
            const uint32_t place =
                of_server ? reference->server_of[write->partition] : write->partition;
            ns += place == number ? write->service_ns : 0;
        }
    }
    return (double)ns / 1e9;
}

static void collect_throughput(const struct reference *reference, struct design_result *out)
{
    const struct store_config *store = &reference->design->tables[0].store;
    const sim_ns last_at = reference->puts[reference->put_count - 1].at;
    const double measured_s =
        (double)(last_at - reference->puts[reference->measured_from].at) / 1e9;
    const double operations = (double)(reference->put_count - reference->measured_from);
    double all_s = 0, server_s = 0, partition_s = 0, served = 0;
    for (uint32_t s = 0; s < reference->servers; s++) {
        all_s += work_s(reference, true, s);
        server_s = fmax(server_s, work_s(reference, true, s));
    }
    for (uint32_t p = 0; store->partition_limit > 0 && p < reference->partitions; p++)
        partition_s =
            fmax(partition_s, work_s(reference, false, p) / (double)store->partition_limit);
    for (size_t i = reference->measured_from; i < reference->put_count; i++) {
        out->rejected += reference->puts[i].is_refused;
        served += !reference->puts[i].is_refused && reference->puts[i].done_at <= last_at;
    }
    const double busiest_s = fmax(server_s / (double)store->handlers, partition_s);
    const double endless_s = store->queue == UINT64_MAX ? busiest_s : partition_s;
    const bool lasts = measured_s > 0;
    out->retried = reference->sent_again;
    out->offered_per_s = lasts ? operations / measured_s : NAN;
    out->served_per_s = lasts ? served / measured_s : NAN;
    out->saturation_per_s = operations / busiest_s;
    out->utilisation_max = lasts ? busiest_s / measured_s : NAN;
    out->effective_servers = all_s / server_s;
    // So few operations never fill a queue of a thousand.
    out->overloaded = lasts && endless_s / measured_s >= 1;
}

void reference_collect(const struct reference *reference, struct design_result *out)
{
    out->name = mem_text(reference->design->name);
    collect_tables(reference, out);
    reference_nothing_read(reference, &out->reads);
    collect_partitions(reference, out);
    collect_storage(reference, out);
    collect_throughput(reference, out);
    collect_latency(reference, out);
    reference_windows(reference, out);
}
