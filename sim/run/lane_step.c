// A batch through a lane: each stage is a simple loop over arrays.

#include "hash/hash.h"
#include "run/dots.h"
#include "run/lane_state.h"

// ---- survey ----

// Rows of the heat map that are not the table's partitions are cut at quantiles of a sample.
static bool wants_heat_sample(const struct lane *lane, const struct lane_table *table)
{
    return table->table.regions_wanted > HEAT_ROWS_MAX || lane_table_looks_split(lane, table);
}

bool lane_wants_survey(const struct lane *lane)
{
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct lane_table *table = &lane->tables[t];
        if (table->table.learned || wants_heat_sample(lane, table))
            return true;
    }
    return false;
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

static bool is_write(int kind)
{
    return op_writes(kind);
}

static const struct batch *writes_of(struct lane *lane, const struct batch *batch)
{
    if (!lane->has_changes)
        return puts_of(lane, batch);
    batch_select_if(batch, is_write, &lane->puts);
    return &lane->puts;
}

// ---- step ----

void lane_route(struct lane_table *table)
{
    partition_map_route(table->table.map, &table->keys, table->partition);
    for (size_t i = 0; i < table->keys.count; i++)
        table->partition[i] += table->table.first_partition;
}

bool lane_spell(struct lane_table *table, const struct batch *puts, struct err *err)
{
    if (!key_program_run(table->table.program, puts, &table->keys, err))
        return false;
    lane_route(table);
    return true;
}

// What a row holds beside its key, once a column; a reference holds the key that it points to, in
// one column.
static double value_bytes(const struct lane *lane, const struct lane_table *table,
                          const struct batch *puts, size_t row)
{
    const struct row_sizes *sizes = &lane->sizes;
    if (table->table.plan->holds_reference && lane->main_table < lane->table_count) {
        const struct key_batch *keys = &lane->tables[lane->main_table].keys;
        return (double)(keys->start[row + 1] - keys->start[row]);
    }
    return sizes->value_column < 0 ? (double)sizes->value_bytes
                                   : (double)puts->columns[sizes->value_column].numbers[row];
}

bool lane_size_rows(struct lane *lane, struct lane_table *table, const struct batch *puts,
                    struct err *err)
{
    const double overhead = (double)table->table.plan->store.row_overhead_bytes;
    const double columns = table->table.plan->holds_reference ? 1 : lane->sizes.columns;
    for (size_t i = 0; i < puts->count; i++) {
        const double key = (double)(table->keys.start[i + 1] - table->keys.start[i]);
        const double value = value_bytes(lane, table, puts, i);
        const double size = op_removes(puts->kind[i]) ? key + overhead // a mark
                                                      : columns * (key + value + overhead);
        if (!(value >= 0 && size <= (double)UINT32_MAX))
            return err_fail(err, ERR_INPUT,
                            "record %llu has a row of %.0f bytes (value_bytes %.0f); a row takes "
                            "0..4294967295",
                            (unsigned long long)puts->record[i] + 1, size, value);
        table->size[i] = (uint32_t)size;
    }
    return true;
}

static bool survey_table(struct lane *lane, struct lane_table *table, const struct batch *puts,
                         struct err *err)
{
    struct key_sample *learned = table->table.learned;
    const bool learns = learned && !key_sample_is_full(learned);
    const bool sizes = table->surveyed < SURVEY_SIZES_MAX;
    if (!table->heat_sample && wants_heat_sample(lane, table))
        table->heat_sample = key_sample_new(SAMPLE_SPREAD, HEAT_SAMPLE_KEYS);
    if (!learns && !sizes && !table->heat_sample)
        return true;
    if (!key_program_run(table->table.program, puts, &table->keys, err) ||
        !lane_size_rows(lane, table, puts, err))
        return false;
    for (size_t i = 0; sizes && i < puts->count; i++)
        table->surveyed_row_bytes += table->size[i];
    if (sizes) {
        table->surveyed_key_bytes += table->keys.start[puts->count];
        table->surveyed += puts->count;
    }
    if (learns && !key_sample_add(learned, &table->keys, err))
        return false;
    return !table->heat_sample || key_sample_add(table->heat_sample, &table->keys, err);
}

bool lane_row_bytes(struct lane *lane, const struct batch *batch, double *out_bytes,
                    struct err *err)
{
    struct lane_table *table = &lane->tables[0];
    const struct batch *puts = puts_of(lane, batch);
    if (puts->count == 0)
        return err_fail(err, ERR_INPUT, "run.preload: the workload puts nothing to begin with");
    if (lane->main_table < lane->table_count &&
        !key_program_run(lane->tables[lane->main_table].table.program, puts,
                         &lane->tables[lane->main_table].keys, err))
        return false;
    if (!key_program_run(table->table.program, puts, &table->keys, err) ||
        !lane_size_rows(lane, table, puts, err))
        return false;
    double sum = 0;
    for (size_t i = 0; i < puts->count; i++)
        sum += table->size[i];
    *out_bytes = sum / (double)puts->count;
    return true;
}

bool lane_survey(struct lane *lane, const struct batch *batch, struct err *err)
{
    const struct batch *puts = puts_of(lane, batch);
    bool ok = lane->main_table == lane->table_count ||
              survey_table(lane, &lane->tables[lane->main_table], puts, err);
    for (size_t t = 0; ok && t < lane->table_count; t++)
        ok = t == lane->main_table || survey_table(lane, &lane->tables[t], puts, err);
    return ok || err_context(err, "design \"%s\"", lane->design->name);
}

void lane_hash_keys(struct lane_table *table, size_t count, uint32_t *out_local)
{
    for (size_t i = 0; i < count; i++) {
        table->hash[i] = hash_xxh3(key_at(&table->keys, i));
        // Where regions split, rows are told apart by their keys and not by where they were put.
        out_local[i] = table->may_split ? 0 : table->partition[i] - table->table.first_partition;
    }
}

// Counts the rows of the whole run, then (from `first` on) those of the measured part.
static void count_rows(struct lane_table *table, const uint32_t *local, size_t count, size_t first)
{
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
    table->measured_stored += measured;
}

static void count_bytes(struct lane_table *table, size_t count, size_t first)
{
    uint64_t key_bytes = 0;
    uint64_t row_bytes = 0;
    uint64_t longest = table->key_bytes_max;
    for (size_t i = first; i < count; i++) {
        const uint64_t key = table->keys.start[i + 1] - table->keys.start[i];
        key_bytes += table->fate[i] != ROW_KEPT ? key : 0;
        row_bytes += table->fate[i] == ROW_STORED ? table->size[i] : 0;
        longest = key > longest ? key : longest;
    }
    table->key_bytes += key_bytes;
    table->row_bytes += row_bytes;
    table->key_bytes_max = longest;
}

void lane_add_sharding_keys(struct row_set *set, const struct key_batch *keys, size_t first,
                            size_t beyond)
{
    uint64_t hash[BATCH_ROWS];
    static const uint32_t nowhere[BATCH_ROWS];
    for (size_t i = first; i < beyond; i++)
        hash[i] = hash_xxh3(sharding_key_of(key_at(keys, i)));
    row_set_add(set, hash + first, nowhere, nowhere, beyond - first);
}

static void count_sharding_keys(struct lane_table *table, size_t count, size_t first)
{
    if (!table->sharding_keys)
        return;
    table->early_dots += dots_early(table->table.program, &table->keys, &table->dot_suspects);
    lane_add_sharding_keys(table->sharding_keys, &table->keys, first, count);
    if (table->all_sharding_keys)
        lane_add_sharding_keys(table->all_sharding_keys, &table->keys, 0, count);
}

static void count_beyond_learned(struct lane_table *table, size_t count, size_t first)
{
    const struct bytes last = table->table.learned_last;
    if (last.size == 0)
        return;
    for (size_t i = first; i < count; i++)
        table->beyond_learned +=
            table->fate[i] != ROW_KEPT && key_compare(key_at(&table->keys, i), last) > 0;
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
    uint32_t local[BATCH_ROWS];
    if (!lane_size_rows(lane, table, puts, err))
        return false;
    lane_hash_keys(table, puts->count, local);
    if (lane->has_changes) {
        lane_tell_fates(table, puts);
        lane_count_changes(table, puts, local, first);
    } else {
        count_rows(table, local, puts->count, first);
    }
    count_bytes(table, puts->count, first);
    count_sharding_keys(table, puts->count, first);
    count_beyond_learned(table, puts->count, first);
    key_edges_add(table->edges, &table->keys, first, table->partition,
                  table->table.first_partition);
    find_heat_rows(table, puts->count);
    service_sample(&table->table.put_service, puts->sequence, puts->count, table->service_ns);
    return true;
}

static void count_span(struct lane *lane, size_t begin, size_t end)
{
    uint32_t packed[BATCH_ROWS];
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct lane_table *table = &lane->tables[t];
        const uint32_t *partition = table->partition + begin;
        const uint32_t *heat_row = table->heat_row + begin;
        size_t count = end - begin;
        if (lane->has_changes) {
            count = lane_pack_writes(table, table->partition, begin, end, packed);
            partition = packed;
        }
        ledger_count(lane->ledger, partition, count);
        if (!table->heat_map)
            continue;
        if (lane->has_changes) {
            (void)lane_pack_writes(table, table->heat_row, begin, end, packed);
            heat_row = packed;
        }
        ledger_heat(lane->ledger, heat_row, count);
    }
}

// Runs of puts that belong to the same window go into the ledger together.
static void count_windows(struct lane *lane, const struct batch *puts, const struct span *measured)
{
    const sim_ns *at = lane->put_at;
    size_t begin = measured->put_begin;
    while (begin < measured->put_end) {
        const uint32_t window = course_window(&lane->course, puts->sequence[begin], at[begin]);
        size_t end = begin + 1;
        while (end < measured->put_end &&
               course_window(&lane->course, puts->sequence[end], at[end]) == window)
            end++;
        ledger_open_window(lane->ledger, window, at[begin]);
        count_span(lane, begin, end);
        begin = end;
    }
}

static void count_busy(struct lane *lane, const struct batch *puts, const struct span *measured)
{
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct lane_table *table = &lane->tables[t];
        for (size_t i = measured->put_begin; i < measured->put_end; i++) {
            const uint64_t ns = table->fate[i] != ROW_KEPT ? table->service_ns[i] : 0;
            const uint32_t partition = table->partition[i];
            struct lane_class *class = &lane->classes[lane_class_of(lane, puts->kind[i], 0)];
            class->busy_ns[partition] += ns;
            if (lane->topology)
                class->server_busy_ns[lane->server_of[partition]] += ns;
        }
    }
}

void lane_count_puts(struct lane *lane, const struct batch *puts, const struct span *span)
{
    struct span measured = *span;
    while (measured.put_begin < measured.put_end &&
           !lane_is_measured(lane, puts->sequence[measured.put_begin]))
        measured.put_begin++;
    count_windows(lane, puts, &measured);
    count_busy(lane, puts, &measured);
}

static void count_operations(struct lane *lane, const struct batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        if (lane_is_measured(lane, batch->sequence[i]) && batch->kind[i] != OP_REPLACED)
            lane->classes[lane_class_of(lane, batch->kind[i], batch->query[i])].measured++;
    }
    lane->clock_ns = batch->clock_ns[batch->count - 1];
}

static bool serve_at_once(struct lane *lane, const struct batch *batch, const struct batch *puts,
                          struct err *err)
{
    const struct span all = {.end = batch->count, .put_end = puts->count};
    lane->at = batch->at;
    lane->put_at = puts->at;
    lane_count_puts(lane, puts, &all);
    return lane_serve(lane, batch, puts, &all, err);
}

bool lane_step(struct lane *lane, const struct batch *batch, struct err *err)
{
    const struct batch *puts = writes_of(lane, batch);
    size_t first = 0; // of the measured part
    while (first < puts->count && !lane_is_measured(lane, puts->sequence[first]))
        first++;

    count_operations(lane, batch);
    bool ok = true;
    for (size_t t = 0; ok && t < lane->table_count; t++)
        ok = lane_spell(&lane->tables[t], puts, err);
    for (size_t t = 0; ok && t < lane->table_count; t++)
        ok = step_table(lane, &lane->tables[t], puts, first, err);
    for (size_t i = first; i < puts->count; i++)
        lane->measured_puts += puts->kind[i] != OP_REPLACED;
    ok = ok && (lane_lives(lane) ? lane_live(lane, batch, puts, err)
                                 : serve_at_once(lane, batch, puts, err));
    return ok || err_context(err, "design \"%s\"", lane->design->name);
}
