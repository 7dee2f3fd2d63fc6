// The stream of the reference: keys, who gets them, how large rows are and how long they take.

#include "base/mem.h"
#include "hash/hash.h"
#include "selftest/reference_state.h"
#include "table/split_list.h"

#include <string.h>

// ---- keys and sizes ----

static uint64_t value_bytes(const struct reference *reference, const struct batch *batch,
                            size_t row)
{
    const struct schema *schema = source_schema(reference->scenario->source);
    for (size_t i = 0; reference->scenario->row_value_field && i < schema->count; i++) {
        if (strcmp(schema->fields[i].name, reference->scenario->row_value_field) == 0)
            return (uint64_t)batch->columns[i].numbers[row];
    }
    return reference->scenario->row_value_bytes;
}

static void add_write(struct reference *reference, size_t t, const struct batch *batch, size_t row,
                      struct bytes key)
{
    struct reference_table *table = &reference->tables[t];
    const struct service_config service = service_resolved(&table->plan->store);
    const struct service_sampler sampler =
        service_sampler_of(&service, service.put_ns, reference->scenario->seed, "put", t);
    struct reference_write *write = &table->writes[reference->put_count];
    uint8_t *copy = mem_new(key.size + 1, 1);
    memcpy(copy, key.data, key.size);
    write->key = bytes_of(copy, key.size);
    service_sample(&sampler, &batch->sequence[row], 1, &write->service_ns);
    write->bytes = value_bytes(reference, batch, row);
}

// A reference holds the main table's key, in one column.
static void size_rows(struct reference *reference)
{
    for (size_t t = 0; t < reference->table_count; t++) {
        struct reference_table *table = &reference->tables[t];
        const bool points = table->plan->holds_reference;
        for (size_t i = 0; i < reference->put_count; i++) {
            struct reference_write *write = &table->writes[i];
            if (points && reference->main_table < reference->table_count)
                write->bytes = reference->tables[reference->main_table].writes[i].key.size;
            const double columns = points ? 1 : reference->scenario->row_columns;
            write->bytes = (uint64_t)(columns * (double)(write->key.size + write->bytes +
                                                         table->plan->store.row_overhead_bytes));
        }
    }
}

static void grow(struct reference *reference)
{
    if (reference->put_count < reference->put_capacity)
        return;
    reference->put_capacity = 2 * reference->put_capacity + 64;
    const size_t capacity = reference->put_capacity;
    reference->puts = mem_resize(reference->puts, capacity, sizeof *reference->puts);
    for (size_t t = 0; t < reference->table_count; t++)
        reference->tables[t].writes =
            mem_resize(reference->tables[t].writes, capacity, sizeof *reference->tables[t].writes);
}

static bool add_batch(struct reference *reference, const struct batch *batch,
                      struct key_batch *keys, struct err *err)
{
    for (size_t t = 0; t < reference->table_count; t++) {
        if (!key_program_run(reference->tables[t].program, batch, &keys[t], err))
            return false;
    }
    for (size_t i = 0; i < batch->count; i++) {
        grow(reference);
        for (size_t t = 0; t < reference->table_count; t++)
            add_write(reference, t, batch, i, key_at(&keys[t], i));
        reference->puts[reference->put_count++] =
            (struct reference_put){.sequence = batch->sequence[i], .at = batch->at[i]};
    }
    return true;
}

static bool read_stream(struct reference *reference, struct err *err)
{
    struct source *source = reference->scenario->source;
    struct key_batch *keys = mem_new(reference->table_count, sizeof *keys);
    struct batch batch;
    batch_init(&batch, source_schema(source));
    bool ok = source_rewind(source, err);
    do {
        ok = ok && source_next(source, &batch, err) && add_batch(reference, &batch, keys, err);
    } while (ok && batch.count > 0);
    batch_done(&batch);
    for (size_t t = 0; t < reference->table_count; t++)
        buffer_done(&keys[t].bytes);
    mem_free(keys);
    return ok;
}

// ---- regions ----

static struct bytes *sorted_keys(const struct reference_table *table, size_t count)
{
    struct bytes *keys = mem_new(count, sizeof *keys);
    for (size_t i = 0; i < count; i++) {
        size_t place = i;
        for (; place > 0 && key_compare(keys[place - 1], table->writes[i].key) > 0; place--)
            keys[place] = keys[place - 1];
        keys[place] = table->writes[i].key;
    }
    return keys;
}

static void learn(const struct reference *reference, struct reference_table *table,
                  uint64_t regions)
{
    const struct presplit_config *presplit = &table->plan->store.presplit;
    const uint64_t puts = reference->put_count;
    uint64_t count = (uint64_t)(presplit->fraction * (double)puts);
    count = count < regions ? regions : count;
    count = count > presplit->learn_rows ? presplit->learn_rows : count;
    count = count > puts ? puts : count;
    struct bytes *keys = sorted_keys(table, count);
    struct bytes last = bytes_of(NULL, 0);
    for (uint64_t i = 1; i < regions; i++) {
        const struct bytes key = keys[i * count / regions];
        if (!reference_same_key(key, last))
            split_list_append(&table->splits, key);
        last = key;
    }
    split_list_settle(&table->splits);
    mem_free(keys);
}

static bool cut(const struct reference *reference, struct reference_table *table, struct err *err)
{
    const struct store_config *store = &table->plan->store;
    const struct presplit_config *presplit = &store->presplit;
    const uint64_t regions = presplit->regions > 0 ? presplit->regions : 4 * store->servers;
    table->partitions = (uint32_t)store->slices;
    if (store->layout == LAYOUT_SLICES)
        return true;
    if (presplit->algorithm == PRESPLIT_LEARNED) {
        table->splits = split_list_of(regions);
        learn(reference, table, regions);
    } else if (presplit->algorithm != PRESPLIT_NONE &&
               !presplit_fixed(presplit, regions, &table->splits, err)) {
        return false;
    }
    table->partitions = (uint32_t)table->splits.count + 1;
    return true;
}

// A key belongs to the last region that does not start behind it; an item to the slice that the
// hash of its name up to the first dot picks.
static uint32_t place_of(const struct reference_table *table, struct bytes key)
{
    if (table->plan->store.layout == LAYOUT_SLICES) {
        size_t size = 0;
        while (size < key.size && key.data[size] != '.')
            size++;
        return hash_slice(bytes_of(key.data, size), table->partitions);
    }
    uint32_t place = 0;
    for (size_t i = 0; i < table->splits.count; i++)
        place += key_compare(table->splits.items[i], key) <= 0;
    return place;
}

static uint32_t server_at(const struct reference *reference, const struct reference_table *table,
                          uint32_t place, struct rng *rng)
{
    const uint32_t servers = reference->servers;
    const uint32_t blocks = servers < table->partitions ? servers : table->partitions;
    switch ((enum placement)table->plan->store.placement) {
    case PLACEMENT_ROUND_ROBIN:
        return place % servers;
    case PLACEMENT_RANDOM:
        return (uint32_t)rng_upto(rng, servers - 1);
    case PLACEMENT_CONTIGUOUS:
        break;
    }
    uint32_t block = 0; // block b is of the places from b / blocks of all on
    while ((uint64_t)(block + 1) * table->partitions <= (uint64_t)place * blocks)
        block++;
    return block;
}

static bool cut_and_place(struct reference *reference, struct err *err)
{
    for (size_t t = 0; t < reference->table_count; t++) {
        struct reference_table *table = &reference->tables[t];
        if (!cut(reference, table, err))
            return false;
        struct rng rng = rng_stream(reference->scenario->seed, "placement", t);
        table->first = reference->partitions;
        reference->partitions += table->partitions;
        reference->server_of =
            mem_resize(reference->server_of, reference->partitions, sizeof *reference->server_of);
        for (uint32_t i = 0; i < table->partitions; i++)
            reference->server_of[table->first + i] = server_at(reference, table, i, &rng);
        for (size_t i = 0; i < reference->put_count; i++)
            table->writes[i].partition = table->first + place_of(table, table->writes[i].key);
    }
    return true;
}

// ---- what is measured ----

static void cut_windows(struct reference *reference)
{
    const struct scenario_run *run = &reference->scenario->run;
    const size_t count = reference->put_count;
    while (reference->measured_from < count &&
           reference->puts[reference->measured_from].at < run->warmup_ns)
        reference->measured_from++;
    const uint64_t measured = count - reference->measured_from;
    uint64_t together = 0;
    if (run->window_ns > 0) {
        reference->windows = (reference->puts[count - 1].at - run->warmup_ns) / run->window_ns + 1;
    } else {
        reference->windows = run->windows < measured ? run->windows : measured;
        together = measured / reference->windows;
    }
    for (size_t i = reference->measured_from; i < count; i++) {
        struct reference_put *put = &reference->puts[i];
        put->is_measured = true;
        put->window = run->window_ns > 0 ? (put->at - run->warmup_ns) / run->window_ns
                                         : (i - reference->measured_from) / together;
    }
}

bool reference_load(struct reference *reference, struct err *err)
{
    const struct scenario_design *design = reference->design;
    reference->table_count = design->table_count;
    reference->tables = mem_new(design->table_count, sizeof *reference->tables);
    reference->servers = (uint32_t)design->tables[0].store.servers;
    for (size_t t = 0; t < design->table_count; t++) {
        const struct key_context context =
            scenario_table_context(reference->scenario, &design->tables[t]);
        struct reference_table *table = &reference->tables[t];
        table->plan = &design->tables[t];
        table->program = key_program_new(table->plan->key, &context, err);
        if (!table->program)
            return false;
    }
    while (reference->main_table < design->table_count &&
           design->tables[reference->main_table].holds_reference)
        reference->main_table++;
    if (!read_stream(reference, err))
        return false;
    size_rows(reference);
    cut_windows(reference);
    return cut_and_place(reference, err);
}

void reference_done(struct reference *reference)
{
    for (size_t t = 0; reference->tables && t < reference->table_count; t++) {
        struct reference_table *table = &reference->tables[t];
        for (size_t i = 0; i < reference->put_count; i++)
            mem_free((void *)(uintptr_t)table->writes[i].key.data);
        mem_free(table->writes);
        split_list_done(&table->splits);
        key_program_free(table->program);
    }
    mem_free(reference->tables);
    mem_free(reference->puts);
    mem_free(reference->server_of);
    mem_free(reference->lines);
}
