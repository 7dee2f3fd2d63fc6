// One occurrence of a query: ranges, the partitions that they touch, and the rows found there.

#include "base/mem.h"
#include "cluster/cluster.h"
#include "cluster/service.h"
#include "hash/hash.h"
#include "run/reads_state.h"

#include <math.h>

struct occurrence {
    struct reads *reads;
    struct reading *reading;
    const struct read_table *table;
    struct row_counter counter;
    double first_ns, row_ns; // of a request: its first cost, and each row's
    uint64_t limit;
    double gets;     // that matches on a reference cost
    double variance; // of the rows examined
    double matched;
    uint64_t matched_before; // of the query's history
};

void reads_add_branch(struct reads *reads, struct read_branch branch)
{
    struct read_request *request = &reads->request;
    if (request->count == request->capacity) {
        request->capacity = request->capacity > 0 ? 2 * request->capacity : 64;
        request->branches =
            mem_resize(request->branches, request->capacity, sizeof *request->branches);
    }
    request->branches[request->count++] = branch;
    reads->price.work_ns += branch.mean_ns;
    uint64_t *partition = &reads->partition_seen[branch.partition];
    uint64_t *server = &reads->server_seen[reads->config.server_of[branch.partition]];
    reads->price.partitions += *partition != reads->occurrence;
    reads->price.servers += *server != reads->occurrence;
    *partition = *server = reads->occurrence;
}

// The part of a range that lies in one partition.
static struct key_range clip(const struct partition_map *map, uint32_t partition,
                             const struct key_range *range)
{
    struct key_range part = *range;
    if (partition_map_is_slices(map))
        return part;
    struct bytes first;
    struct bytes beyond;
    partition_map_range(map, partition, &first, &beyond);
    if (key_compare(first, part.start) > 0)
        part.start = first;
    if (beyond.size > 0 && (part.stop.size == 0 || key_compare(beyond, part.stop) < 0))
        part.stop = beyond;
    return part;
}

// Places in key order of the first and the last partition of a range.
static uint32_t first_place(const struct partition_map *map, const struct key_range *range)
{
    return partition_map_is_slices(map)
               ? range->slice
               : partition_map_place_of(map, partition_map_find(map, range->start));
}

static uint32_t last_place(const struct partition_map *map, const struct key_range *range)
{
    if (partition_map_is_slices(map))
        return range->slice;
    if (range->stop.size == 0)
        return partition_map_count(map) - 1;
    const uint32_t partition = partition_map_find(map, range->stop);
    const uint32_t last = partition_map_place_of(map, partition);
    struct bytes first;
    struct bytes beyond;
    partition_map_range(map, partition, &first, &beyond);
    return last > 0 && key_compare(first, range->stop) == 0 ? last - 1 : last;
}

// Partitions of one range in order, until enough rows were found.
static void read_range(struct occurrence *at, const struct key_range *range)
{
    const struct partition_map *map = at->table->table->map;
    const uint32_t low = first_place(map, range);
    const uint32_t high = last_place(map, range);
    const double limit = at->limit > 0 ? (double)at->limit : INFINITY;
    double found = 0;
    bool full = false;
    for (uint32_t i = 0; i <= high - low && !full; i++) {
        const uint32_t place = at->counter.reverse ? high - i : low + i;
        const uint32_t partition = partition_map_id_at(map, place);
        const struct key_range part = clip(map, partition, range);
        const struct row_count count = row_counter_count(&at->counter, &part, limit - found);
        reads_add_branch(at->reads, (struct read_branch){
                                        .partition = at->table->table->first_partition + partition,
                                        .follows = i > 0 ? BRANCH_FOLLOWS : BRANCH_BEGINS,
                                        .mean_ns = at->first_ns + count.examined * at->row_ns,
                                        .begins_at = part.start,
                                    });
        at->reads->price.rows_examined += count.examined;
        at->variance += count.variance;
        at->gets += at->reading->gets_all ? count.examined : 0;
        found += count.returned;
        at->matched += count.returned;
        // Rows in another order must all be seen before the best of them are known.
        full = at->counter.in_order && found >= limit;
    }
    at->reads->price.ranges_necessary += found > 0;
    at->reads->price.rows_returned += fmin(found, limit);
}

// A whole slice is asked for, or one sharding key by its name.
static void note_sharding_key(struct reads *reads, const struct key_range *range)
{
    if (range->start.size == 0)
        return;
    if (reads->sharding_count == reads->sharding_capacity) {
        reads->sharding_capacity = reads->sharding_capacity > 0 ? 2 * reads->sharding_capacity : 64;
        reads->sharding =
            mem_resize(reads->sharding, reads->sharding_capacity, sizeof *reads->sharding);
    }
    reads->sharding[reads->sharding_count++] = hash_xxh3(sharding_key_of(range->start));
}

static struct occurrence occurrence_of(struct reads *reads, size_t r,
                                       const struct record_book *book)
{
    struct reading *reading = &reads->readings[r];
    const struct read_table *table = &reads->tables[reading->raw ? 0 : reading->plan.table];
    const struct service_config service = service_resolved(&table->table->plan->store);
    const struct range_list *ranges = &reads->ranges;
    const double factor = ranges->reverse ? service.reverse_factor : 1;
    return (struct occurrence){
        .reads = reads,
        .reading = reading,
        .table = table,
        .first_ns = ranges->point ? (double)service.get_ns : (double)service.seek_ns * factor,
        .row_ns = ranges->point ? 0 : (double)service.row_ns * factor,
        .matched_before = reading->history.matched,
        .limit = reading->clause && !reading->raw ? clause_limit(reading->clause) : 0,
        .counter = {.filtered = reading->raw ? reading->clause != NULL : ranges->filtered,
                    .in_order = ranges->in_order,
                    .reverse = ranges->reverse,
                    .bound = &reading->bound,
                    .book = book,
                    .rows = table->rows,
                    .history = &reading->history,
                    .marks = reading->marks,
                    .walked = &reads->walked,
                    .looks_at_all = reads->walked < reads->walk_max,
                    .context = &reads->gets},
    };
}

static void begin(struct reads *reads)
{
    reads->request.count = 0;
    reads->price = (struct read_price){.rows_missed = NAN, .rows_foreign = NAN};
    reads->sharding_count = 0;
    reads->occurrence++;
}

static bool get_references(struct occurrence *at, struct err *err)
{
    struct reads *reads = at->reads;
    if (!reads->gets.target || !at->table->table->plan->holds_reference)
        return true;
    const double count = at->reading->gets_all ? at->gets : reads->price.rows_returned;
    return reference_gets_send(reads, count, err);
}

// Few matches in a sample tell little: then it was as many as it was of late where all rows were
// looked at.
static void settle_matches(struct occurrence *at)
{
    enum { MATCHES_TELLING = 30 };
    struct reading *reading = at->reading;
    double *usual = &reading->usual_matches;
    const bool is_exact = !at->counter.sampled && table_rows_scale(at->table->rows) <= 1 &&
                          record_book_scale(at->counter.book) == 1;
    reading->is_sampled |= !is_exact && at->counter.filtered;
    const bool is_usual = at->counter.sampled && !isnan(*usual) &&
                          reading->history.matched - at->matched_before < MATCHES_TELLING;
    if (is_exact)
        *usual = isnan(*usual) ? at->matched : *usual + (at->matched - *usual) / 8;
    else if (is_usual)
        at->reads->price.rows_returned = *usual;
    if (at->limit > 0)
        at->reads->price.rows_returned = fmin(at->reads->price.rows_returned, (double)at->limit);
    reading->returned += at->reads->price.rows_returned;
    if (!is_exact && !is_usual)
        reading->returned_by_sample += at->reads->price.rows_returned;
}

static void run_ranges(struct occurrence *at)
{
    struct reads *reads = at->reads;
    const bool slices = partition_map_is_slices(at->table->table->map);
    reads->price.ranges = reads->ranges.count;
    for (size_t i = 0; i < reads->ranges.count; i++) {
        if (slices)
            note_sharding_key(reads, &reads->ranges.items[i]);
        read_range(at, &reads->ranges.items[i]);
    }
    settle_matches(at);
    at->reading->occurrences++;
    const double examined = reads->price.rows_examined;
    at->reading->relative_variance += examined > 0 ? at->variance / (examined * examined) : 0;
}

static bool execute_planned(struct reads *reads, size_t r, const struct record_book *book,
                            struct err *err)
{
    struct reading *reading = &reads->readings[r];
    if (!query_plan_ranges(reading->plan.plan, &reading->bound, &reads->ranges, err))
        return false;
    struct occurrence at = occurrence_of(reads, r, book);
    if (at.table->table->plan->holds_reference && reads->gets.target) {
        at.counter.found = reference_gets_found;
        at.counter.found_all = reading->gets_all;
        reference_gets_begin(&reads->gets);
    }
    run_ranges(&at);
    return get_references(&at, err);
}

// Rows that the clause asks for, wherever they are: counted over the planned ranges.
static bool count_meant(struct reads *reads, struct reading *reading,
                        const struct record_book *book, double *out_rows, struct err *err)
{
    *out_rows = 0;
    if (reading->bound.impossible)
        return true;
    if (!query_plan_ranges(reading->plan.plan, &reading->bound, &reads->ranges, err))
        return false;
    struct row_counter counter = {.filtered = reads->ranges.filtered,
                                  .bound = &reading->bound,
                                  .book = book,
                                  .rows = reads->tables[reading->plan.table].rows,
                                  .history = &reading->history,
                                  .walked = &reads->walked,
                                  .looks_at_all = reads->walked < reads->walk_max};
    for (size_t i = 0; i < reads->ranges.count; i++)
        *out_rows += row_counter_count(&counter, &reads->ranges.items[i], INFINITY).returned;
    return true;
}

// All rows between the bounds go to the client, who finds among them what was meant.
static bool execute_raw(struct reads *reads, size_t r, const struct batch *batch, size_t row,
                        const struct record_book *book, struct err *err)
{
    struct reading *reading = &reads->readings[r];
    if (!raw_scan_ranges(reading->raw, batch, row, &reads->ranges, err))
        return false;
    struct occurrence at = occurrence_of(reads, r, book);
    run_ranges(&at);
    struct read_price *price = &reads->price;
    price->rows_returned = price->rows_examined;
    if (!reading->clause)
        return true;
    double meant;
    if (!count_meant(reads, reading, book, &meant, err))
        return false;
    price->rows_missed = fmax(meant - at.matched, 0);
    price->rows_foreign = fmax(price->rows_examined - at.matched, 0);
    return true;
}

bool reads_execute(struct reads *reads, size_t r, const struct batch *batch, size_t row,
                   const struct record_book *book, struct err *err)
{
    struct reading *reading = &reads->readings[r];
    begin(reads);
    if (reading->clause &&
        !clause_bind(reading->clause, batch, row, batch->clock_ns[row], &reading->bound, err))
        return false;
    if (reading->raw)
        return execute_raw(reads, r, batch, row, book, err);
    return reading->bound.impossible || execute_planned(reads, r, book, err);
}
