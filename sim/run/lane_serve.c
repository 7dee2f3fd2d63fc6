// What a batch asks of the cluster: puts write every table, queries and gets read ranges of one.

#include "base/mem.h"
#include "cluster/service.h"
#include "run/lane_state.h"

#include <math.h>

// A sum of at most as many years as a service time may take.
#define READ_NS_MAX 1e18

enum { BRANCHES_TOGETHER = 1 << 16 }; // offered at once, about

static void reserve(struct lane *lane, size_t extra)
{
    const size_t wanted = lane->branch_count + extra;
    if (wanted <= lane->branch_capacity)
        return;
    lane->branch_capacity = 2 * wanted;
    lane->branch_partition =
        mem_resize(lane->branch_partition, lane->branch_capacity, sizeof *lane->branch_partition);
    lane->branch_service_ns =
        mem_resize(lane->branch_service_ns, lane->branch_capacity, sizeof *lane->branch_service_ns);
    lane->branch_follows =
        mem_resize(lane->branch_follows, lane->branch_capacity, sizeof *lane->branch_follows);
}

static void add_branch(struct lane *lane, uint32_t partition, uint64_t service_ns, uint8_t follows)
{
    lane->branch_partition[lane->branch_count] = partition;
    lane->branch_service_ns[lane->branch_count] = service_ns;
    lane->branch_follows[lane->branch_count++] = follows;
}

static void add_row_write(struct lane *lane, size_t write, size_t place)
{
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct lane_table *table = &lane->tables[t];
        if (table->fate[write] == ROW_KEPT)
            continue;
        lane->bytes[place] += table->size[write];
        add_branch(lane, table->partition[write], table->service_ns[write], BRANCH_BEGINS);
    }
}

// The branches of the operation that begins at row `write` of what is written; the row behind it.
static size_t add_write(struct lane *lane, const struct batch *writes, size_t write, size_t place)
{
    const size_t class = lane_class_of(lane, writes->kind[write], 0);
    reserve(lane, 2 * lane->table_count);
    lane->first_branch[place] = (uint32_t)lane->branch_count;
    lane->tag[place] = lane_tag(class, lane_is_measured(lane, writes->sequence[write]));
    lane->parallel[place] = 0;
    lane->bytes[place] = 0;
    lane->offered_at[place] = lane->put_at[write];
    add_row_write(lane, write, place);
    if (writes->kind[write++] == OP_REPLACED)
        add_row_write(lane, write++, place);
    return write;
}

// ---- reads ----

static void store_table_rows(struct lane_table *table, const struct stored_rows *put, size_t first,
                             size_t beyond)
{
    size_t from = first;
    for (size_t i = first; i < beyond; i++) {
        if (table->fate[i] == ROW_STORED)
            continue;
        table_rows_add(&table->stored, put, from, i);
        if (table->fate[i] == ROW_REMOVED)
            table_rows_remove(&table->stored, put, i, i + 1);
        from = i + 1;
    }
    table_rows_add(&table->stored, put, from, beyond);
}

// The rows that stand when a read comes, or a region is looked at: those of the puts before it.
static void store_rows(struct lane *lane, const struct batch *puts, size_t first, size_t beyond)
{
    uint32_t record[BATCH_ROWS];
    uint32_t slice[BATCH_ROWS];
    if (first == beyond)
        return;
    for (size_t i = first; i < beyond; i++)
        record[i] = (uint32_t)(puts->record[i] - lane->first_record + lane->first_number);
    for (size_t t = 0; t < lane->table_count; t++) {
        struct lane_table *table = &lane->tables[t];
        if (!lane->reads && !table->may_split)
            continue;
        for (size_t i = first; i < beyond; i++)
            slice[i] = table->partition[i] - table->table.first_partition;
        const struct stored_rows put = {.keys = &table->keys,
                                        .hash = table->hash,
                                        .record = record,
                                        .slice = slice,
                                        .size = table->size};
        store_table_rows(table, &put, first, beyond);
    }
}

static uint64_t draw_service_ns(const struct lane *lane, const struct batch *batch, size_t row,
                                size_t branch, double mean_ns)
{
    const uint64_t draw = rng_mix(batch->sequence[row]) + branch;
    uint64_t unit_ns;
    service_sample(&lane->read_service, &draw, 1, &unit_ns);
    const double ns = (double)unit_ns / READ_UNIT_NS * mean_ns;
    return ns >= 1 ? (uint64_t)fmin(ns + 0.5, READ_NS_MAX) : 1;
}

static void count_sharding_keys(struct lane *lane, const struct read_price *price)
{
    if (!lane->read_sharding_keys)
        return;
    size_t count;
    const uint64_t *keys = reads_sharding_keys(lane->reads, &count);
    static const uint32_t nowhere[1];
    for (size_t i = 0; i < count; i++)
        row_set_add(lane->read_sharding_keys, &keys[i], nowhere, nowhere, 1);
    lane->read_whole_slices |= count < price->ranges;
}

// Counts the requests of a measured read, which are the newest branches from `first` on.
static void count_read(struct lane *lane, const struct batch *batch, size_t row, size_t first)
{
    const size_t class = lane_class_of(lane, batch->kind[row], batch->query[row]);
    const struct read_price *price = reads_price(lane->reads);
    read_tally_add(&lane->tallies[class - CLASS_READS], price);
    count_sharding_keys(lane, price);
    for (size_t i = first; i < lane->branch_count; i++)
        lane->classes[class].busy_ns[lane->branch_partition[i]] += lane->branch_service_ns[i];
    for (size_t i = first; lane->topology && i < lane->branch_count; i++)
        lane->classes[class].server_busy_ns[lane->server_of[lane->branch_partition[i]]] +=
            lane->branch_service_ns[i];
    const sim_ns at = lane->at[row];
    const uint32_t window = course_window(&lane->course, batch->sequence[row], at);
    ledger_open_window(lane->read_ledger, window, at);
    ledger_count(lane->read_ledger, lane->branch_partition + first, lane->branch_count - first);
}

static bool add_read(struct lane *lane, const struct batch *batch, size_t row, struct err *err)
{
    const size_t class = lane_class_of(lane, batch->kind[row], batch->query[row]);
    if (!reads_execute(lane->reads, class - CLASS_READS, batch, row, lane->book, err))
        return false;
    const struct read_request *request = reads_request(lane->reads);
    reserve(lane, request->count);
    for (size_t i = 0; i < request->count; i++) {
        const struct read_branch *branch = &request->branches[i];
        add_branch(lane, branch->partition, draw_service_ns(lane, batch, row, i, branch->mean_ns),
                   branch->follows);
    }
    return true;
}

// ---- offering ----

// Offers `count` operations, whose branches were added.
static bool offer(struct lane *lane, size_t count, struct err *err)
{
    lane->first_branch[count] = (uint32_t)lane->branch_count;
    const struct cluster_batch offered = {
        .count = count,
        .at = lane->offered_at,
        .issued_at = lane->is_closed ? lane->issued_at : NULL,
        .bytes = lane->design->tables[0].store.client.buffer_bytes > 0 ? lane->bytes : NULL,
        .tag = lane->tag,
        .first_branch = lane->first_branch,
        .partition = lane->branch_partition,
        .service_ns = lane->branch_service_ns,
        .follows = lane->reads ? lane->branch_follows : NULL,
        .parallel = lane->reads ? lane->parallel : NULL,
    };
    lane->branch_count = 0;
    return cluster_offer(lane->cluster, &offered, &lane->sink, err);
}

static bool serve_puts(struct lane *lane, const struct batch *puts, const struct span *span,
                       struct err *err)
{
    size_t count = 0;
    for (size_t i = span->put_begin; i < span->put_end; count++)
        i = add_write(lane, puts, i, count);
    return offer(lane, count, err);
}

static void tell_topology(struct lane *lane, sim_ns at)
{
    const struct read_request *request = reads_request(lane->reads);
    for (size_t i = 0; lane->topology && i < request->count; i++) {
        const struct read_branch *branch = &request->branches[i];
        topology_read(lane->topology, branch->partition);
        if (lane->feels_heat)
            (void)topology_asked(lane->topology, branch->partition, branch->begins_at, at);
    }
}

// The branches of one operation; `place` is its place among those offered together.
static bool add_operation(struct lane *lane, const struct batch *batch, size_t row, size_t place,
                          struct err *err)
{
    const size_t first = lane->branch_count;
    const size_t class = lane_class_of(lane, batch->kind[row], batch->query[row]);
    const bool measured = lane_is_measured(lane, batch->sequence[row]);
    lane->first_branch[place] = (uint32_t)first;
    lane->bytes[place] = 0;
    lane->offered_at[place] = lane->at[row];
    lane->tag[place] = lane_tag(class, measured);
    lane->parallel[place] = (uint32_t)lane->design->tables[0].store.scan_parallelism;
    reads_set_progress(lane->reads, (double)batch->sequence[row] / (double)lane->course.operations);
    if (!add_read(lane, batch, row, err))
        return false;
    tell_topology(lane, lane->at[row]);
    if (measured)
        count_read(lane, batch, row, first);
    return true;
}

static bool serve_all(struct lane *lane, const struct batch *batch, const struct batch *puts,
                      const struct span *span, struct err *err)
{
    size_t put = span->put_begin;
    size_t stored = span->put_begin;
    size_t place = 0;
    for (size_t i = span->begin; i < span->end; i++) {
        if (op_writes(batch->kind[i])) {
            put = add_write(lane, puts, put, place++);
            i += batch->kind[i] == OP_REPLACED;
            continue;
        }
        store_rows(lane, puts, stored, put);
        stored = put;
        if (!add_operation(lane, batch, i, place++, err))
            return false;
        if (lane->branch_count > BRANCHES_TOGETHER) {
            if (!offer(lane, place, err))
                return false;
            place = 0;
        }
    }
    store_rows(lane, puts, stored, put);
    return offer(lane, place, err);
}

bool lane_serve(struct lane *lane, const struct batch *batch, const struct batch *puts,
                const struct span *span, struct err *err)
{
    if (lane->reads)
        return serve_all(lane, batch, puts, span, err);
    store_rows(lane, puts, span->put_begin, span->put_end);
    return serve_puts(lane, puts, span, err);
}
