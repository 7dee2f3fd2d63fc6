#include "run/lane.h"

#include "base/mem.h"
#include "hash/hash.h"
#include "run/dots.h"
#include "run/lane_state.h"

#include <assert.h>
#include <string.h>

// What a completion needs to know of its operation, in the tag that the cluster hands back.
enum { TAG_WARMUP = 0, TAG_MEASURED = 1 };

static void on_done(void *context, size_t count, const uint32_t *tag, const sim_ns *done_at,
                    const uint64_t *latency_ns)
{
    struct lane *lane = context;
    const struct course *course = &lane->course;
    uint64_t measured[BATCH_ROWS];
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (tag[i] != TAG_MEASURED)
            continue;
        measured[kept++] = latency_ns[i];
        lane->served_in_time += done_at[i] <= course->last_at;
        lane->waiting_at_end += done_at[i] > course->last_at;
        lane->waiting_at_middle +=
            done_at[i] > course->middle && done_at[i] - latency_ns[i] <= course->middle;
        if (kept == BATCH_ROWS) {
            histogram_add(lane->put_latency, measured, kept);
            kept = 0;
        }
    }
    histogram_add(lane->put_latency, measured, kept);
}

static void on_rejected(void *context, uint32_t tag)
{
    struct lane *lane = context;
    lane->rejected += tag == TAG_MEASURED;
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
    lane->sink =
        (struct cluster_sink){.context = lane, .done = on_done, .rejected = on_rejected};
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
    partition_map_free(table->heat_map);
    key_sample_free(table->heat_sample);
    buffer_done(&table->keys.bytes);
}

void lane_free(struct lane *lane)
{
    if (!lane)
        return;
    for (size_t t = 0; t < lane->table_count; t++)
        table_free(&lane->tables[t]);
    mem_free(lane->tables);
    mem_free(lane->server_of);
    ledger_free(lane->ledger);
    cluster_free(lane->cluster);
    histogram_free(lane->put_latency);
    mem_free(lane->server_busy_ns);
    mem_free(lane->partition_busy_ns);
    mem_free(lane->query_counts);
    mem_free(lane->kind_counts);
    mem_free(lane->branch_partition);
    mem_free(lane->branch_service_ns);
    batch_done(&lane->puts);
    mem_free(lane);
}

// ---- survey ----

static bool table_wants_survey(const struct lane_table *table)
{
    return table->table.learned || table->table.regions_wanted > HEAT_ROWS_MAX;
}

bool lane_wants_survey(const struct lane *lane)
{
    for (size_t t = 0; t < lane->table_count; t++) {
        if (table_wants_survey(&lane->tables[t]))
            return true;
    }
    return false;
}

static bool survey_table(struct lane_table *table, const struct batch *puts, struct err *err)
{
    struct key_sample *learned = table->table.learned;
    const bool learns = learned && !key_sample_is_full(learned);
    if (table->table.regions_wanted > HEAT_ROWS_MAX && !table->heat_sample)
        table->heat_sample = key_sample_new(SAMPLE_SPREAD, HEAT_SAMPLE_KEYS);
    if (!learns && !table->heat_sample)
        return true;
    if (!key_program_run(table->table.program, puts, &table->keys, err))
        return false;
    if (learns && !key_sample_add(learned, &table->keys, err))
        return false;
    return !table->heat_sample || key_sample_add(table->heat_sample, &table->keys, err);
}

// The batch's puts, in place where it holds nothing else.
static const struct batch *puts_of(struct lane *lane, const struct batch *batch)
{
    size_t puts = 0;
    for (size_t i = 0; i < batch->count; i++)
        puts += batch->kind[i] == OP_PUT;
    if (puts == batch->count)
        return batch;
    batch_select(batch, OP_PUT, &lane->puts);
    return &lane->puts;
}

bool lane_survey(struct lane *lane, const struct batch *batch, struct err *err)
{
    const struct batch *puts = puts_of(lane, batch);
    for (size_t t = 0; t < lane->table_count; t++) {
        if (!survey_table(&lane->tables[t], puts, err))
            return err_context(err, "design \"%s\"", lane->design->name);
    }
    return true;
}

// ---- step ----

static bool spell_and_route(struct lane_table *table, const struct batch *puts, struct err *err)
{
    if (!key_program_run(table->table.program, puts, &table->keys, err))
        return false;
    partition_map_route(table->table.map, &table->keys, table->partition);
    for (size_t i = 0; i < puts->count; i++)
        table->partition[i] += table->table.first_partition;
    return true;
}

static bool size_rows(const struct row_sizes *sizes, const struct batch *puts,
                      struct lane_table *table, struct err *err)
{
    const double overhead = (double)table->table.plan->store.row_overhead_bytes;
    for (size_t i = 0; i < puts->count; i++) {
        const double key = (double)(table->keys.start[i + 1] - table->keys.start[i]);
        const double value = sizes->value_column < 0
                                 ? (double)sizes->value_bytes
                                 : (double)puts->columns[sizes->value_column].numbers[i];
        const double size = sizes->columns * (key + value + overhead);
        if (!(value >= 0 && size <= (double)UINT32_MAX))
            return err_fail(err, ERR_INPUT,
                            "record %llu has a row of %.0f bytes (value_bytes %.0f); a row takes "
                            "0..4294967295",
                            (unsigned long long)puts->record[i] + 1, size, value);
        table->size[i] = (uint32_t)size;
    }
    return true;
}

// Counts the rows of the whole run, then (from `first` on) those of the measured part.
static void count_rows(struct lane_table *table, size_t count, size_t first)
{
    uint32_t local[BATCH_ROWS];
    for (size_t i = 0; i < count; i++) {
        table->hash[i] = hash_xxh3(key_at(&table->keys, i));
        local[i] = table->partition[i] - table->table.first_partition;
    }
    if (first > 0) {
        row_set_add(table->rows, table->hash, local, table->size, first);
        table->rows_before = row_set_rows(table->rows);
    }
    const size_t measured = count - first;
    row_set_add(table->rows, table->hash + first, local + first, table->size + first, measured);
    if (table->measured_rows)
        row_set_add(table->measured_rows, table->hash + first, local + first, table->size + first,
                    measured);
    table->writes += count;
    table->measured_writes += measured;
}

static void count_bytes(struct lane_table *table, size_t count, size_t first)
{
    uint64_t key_bytes = 0;
    uint64_t row_bytes = 0;
    uint64_t longest = table->key_bytes_max;
    for (size_t i = first; i < count; i++) {
        const uint64_t key = table->keys.start[i + 1] - table->keys.start[i];
        key_bytes += key;
        row_bytes += table->size[i];
        longest = key > longest ? key : longest;
    }
    table->key_bytes += key_bytes;
    table->row_bytes += row_bytes;
    table->key_bytes_max = longest;
}

static void count_sharding_keys(struct lane_table *table, size_t count, size_t first)
{
    if (!table->sharding_keys)
        return;
    table->early_dots +=
        dots_early(table->table.program, &table->keys, &table->dot_suspects);
    uint64_t hash[BATCH_ROWS];
    static const uint32_t nowhere[BATCH_ROWS];
    for (size_t i = first; i < count; i++)
        hash[i] = hash_xxh3(sharding_key_of(key_at(&table->keys, i)));
    row_set_add(table->sharding_keys, hash + first, nowhere, nowhere, count - first);
}

static void count_beyond_learned(struct lane_table *table, size_t count, size_t first)
{
    const struct bytes last = table->table.learned_last;
    if (last.size == 0)
        return;
    for (size_t i = first; i < count; i++)
        table->beyond_learned += key_compare(key_at(&table->keys, i), last) > 0;
}

static void find_heat_rows(struct lane_table *table, size_t count)
{
    if (!table->heat_map)
        return;
    partition_map_route(table->heat_map, &table->keys, table->heat_row);
    for (size_t i = 0; i < count; i++)
        table->heat_row[i] += table->heat_first;
}

static bool step_table(struct lane *lane, struct lane_table *table, const struct batch *puts,
                       size_t first, struct err *err)
{
    if (!spell_and_route(table, puts, err) || !size_rows(&lane->sizes, puts, table, err))
        return false;
    count_rows(table, puts->count, first);
    count_bytes(table, puts->count, first);
    count_sharding_keys(table, puts->count, first);
    count_beyond_learned(table, puts->count, first);
    find_heat_rows(table, puts->count);
    service_sample(&table->table.put_service, puts->sequence, puts->count, table->service_ns);
    return true;
}

static void count_span(struct lane *lane, size_t begin, size_t end)
{
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct lane_table *table = &lane->tables[t];
        ledger_count(lane->ledger, table->partition + begin, end - begin);
        if (table->heat_map)
            ledger_heat(lane->ledger, table->heat_row + begin, end - begin);
    }
}

// Runs of puts that belong to the same window go into the ledger together.
static void count_windows(struct lane *lane, const struct batch *puts, size_t first)
{
    size_t begin = first;
    while (begin < puts->count) {
        const uint32_t window =
            course_window(&lane->course, puts->sequence[begin], puts->at[begin]);
        size_t end = begin + 1;
        while (end < puts->count &&
               course_window(&lane->course, puts->sequence[end], puts->at[end]) == window)
            end++;
        ledger_open_window(lane->ledger, window, puts->at[begin]);
        count_span(lane, begin, end);
        begin = end;
    }
}

static void count_busy(struct lane *lane, size_t count, size_t first)
{
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct lane_table *table = &lane->tables[t];
        for (size_t i = first; i < count; i++) {
            const uint32_t partition = table->partition[i];
            lane->partition_busy_ns[partition] += table->service_ns[i];
        }
    }
}

static bool serve(struct lane *lane, const struct batch *puts, size_t first, struct err *err)
{
    size_t branches = 0;
    for (size_t i = 0; i < puts->count; i++) {
        lane->first_branch[i] = (uint32_t)branches;
        lane->tag[i] = i >= first ? TAG_MEASURED : TAG_WARMUP;
        for (size_t t = 0; t < lane->table_count; t++) {
            lane->branch_partition[branches] = lane->tables[t].partition[i];
            lane->branch_service_ns[branches++] = lane->tables[t].service_ns[i];
        }
    }
    lane->first_branch[puts->count] = (uint32_t)branches;
    const struct cluster_batch offered = {
        .count = puts->count,
        .at = puts->at,
        .tag = lane->tag,
        .first_branch = lane->first_branch,
        .partition = lane->branch_partition,
        .service_ns = lane->branch_service_ns,
    };
    return cluster_offer(lane->cluster, &offered, &lane->sink, err);
}

static void count_operations(struct lane *lane, const struct batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        if (batch->sequence[i] < lane->course.warmup_operations)
            continue;
        lane->kind_counts[batch->kind[i]]++;
        if (batch->kind[i] == OP_QUERY)
            lane->query_counts[batch->query[i]]++;
    }
}

bool lane_step(struct lane *lane, const struct batch *batch, struct err *err)
{
    const struct batch *puts = puts_of(lane, batch);
    size_t first = 0; // of the measured part
    while (first < puts->count && puts->sequence[first] < lane->course.warmup_operations)
        first++;

    count_operations(lane, batch);
    for (size_t t = 0; t < lane->table_count; t++) {
        if (!step_table(lane, &lane->tables[t], puts, first, err))
            return err_context(err, "design \"%s\"", lane->design->name);
    }
    count_windows(lane, puts, first);
    count_busy(lane, puts->count, first);
    lane->measured_puts += puts->count - first;
    return serve(lane, puts, first, err) ||
           err_context(err, "design \"%s\"", lane->design->name);
}

bool lane_finish(struct lane *lane, struct err *err)
{
    ledger_finish(lane->ledger, lane->course.last_at);
    if (!cluster_drain(lane->cluster, &lane->sink, err) || !cluster_verify(lane->cluster, err))
        return err_context(err, "design \"%s\"", lane->design->name);

    uint64_t counted = 0;
    for (uint32_t p = 0; p < lane->partitions; p++) {
        counted += ledger_writes(lane->ledger)[p];
        lane->server_busy_ns[lane->server_of[p]] += lane->partition_busy_ns[p];
    }
    const uint64_t done = histogram_count(lane->put_latency);
    if (counted != lane->measured_puts * lane->table_count)
        return err_fail(err, ERR_BUG, "design \"%s\": %llu row writes went in, %llu were counted",
                        lane->design->name,
                        (unsigned long long)(lane->measured_puts * lane->table_count),
                        (unsigned long long)counted);
    if (done + lane->rejected != lane->measured_puts ||
        lane->served_in_time + lane->waiting_at_end != done)
        return err_fail(err, ERR_BUG,
                        "design \"%s\": %llu puts went in, %llu were done and %llu rejected",
                        lane->design->name, (unsigned long long)lane->measured_puts,
                        (unsigned long long)done, (unsigned long long)lane->rejected);
    return true;
}
