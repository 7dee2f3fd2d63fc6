// Brute force: what an occurrence of a query examines, returns and touches is what walking all rows
// of its table says, over designs, queries and regions put together by chance.
//
// A failure prints its seed, of which all of it follows.
#include "read_case.h"

#include "cluster/cluster.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

enum { CASES = 600, DRAWN = 2, PARTITIONS_MAX = 64 };

// What is found by walking.
struct walked {
    uint64_t examined, returned, necessary;
    bool touched[PARTITIONS_MAX]; // of the design
    bool pointed[PARTITIONS_MAX]; // by matches, of the table of rows; and by all rows
    bool pointed_by_all[PARTITIONS_MAX];
};

static bool is_inside(const struct key_range *range, const struct case_row *row)
{
    return row->slice == range->slice && key_compare(range->start, row->key) <= 0 &&
           (range->stop.size == 0 || key_compare(row->key, range->stop) < 0);
}

// Whether some key of the range could lie in the partition.
static bool may_hold(const struct read_case *it, const struct case_table *table,
                     const struct key_range *range, uint32_t partition)
{
    if (it->encoding == 's')
        return partition == range->slice;
    const bool ends_before = partition > 0 && range->stop.size > 0 &&
                             key_compare(range->stop, table->splits[partition - 1]) <= 0;
    const bool begins_behind =
        partition < table->split_count && key_compare(table->splits[partition], range->start) <= 0;
    return !ends_before && !begins_behind;
}

// Where the row that a reference stands for lies.
static void point(const struct read_case *it, uint32_t record, bool *pointed)
{
    const struct case_table *target = &it->tables[0];
    struct key_batch keys = {0};
    struct err err = {0};
    struct batch one;
    size_t row;
    const struct batch *batch = read_case_record(it, record, &row);
    batch_init(&one, source_schema(it->scenario->source));
    batch_put_row(&one, batch, row);
    cr_assert(key_program_run(target->table.program, &one, &keys, &err));
    pointed[target->table.first_partition +
            partition_map_find(target->table.map, key_at(&keys, 0))] = true;
    buffer_done(&keys.bytes);
    batch_done(&one);
}

static void walk_range(const struct case_read *read, const struct key_range *range,
                       struct walked *walked)
{
    const struct read_case *it = read->it;
    const struct case_table *table = &it->tables[read->plan.table];
    const bool refers = it->design->tables[read->plan.table].holds_reference;
    const uint64_t limit = clause_limit(read->clause);
    const bool stops = read->ranges.in_order && limit > 0;
    uint64_t found = 0;
    for (uint32_t i = 0; i < table->partitions && !(stops && found >= limit); i++) {
        const uint32_t p = read->ranges.reverse ? table->partitions - 1 - i : i;
        if (!may_hold(it, table, range, p))
            continue;
        walked->touched[table->table.first_partition + p] = true;
        for (size_t j = 0; j < table->stored_count && !(stops && found >= limit); j++) {
            const size_t at = read->ranges.reverse ? table->stored_count - 1 - j : j;
            const struct case_row *row = &table->stored[at];
            if (row->partition != p || !is_inside(range, row))
                continue;
            const bool matches = case_read_matches(read, row->record);
            walked->examined++;
            found += matches;
            if (refers && matches)
                point(it, row->record, walked->pointed);
            if (refers)
                point(it, row->record, walked->pointed_by_all);
        }
    }
    walked->necessary += found > 0;
    walked->returned += limit > 0 && found > limit ? limit : found;
}

static uint64_t matches_in_all(const struct case_read *read)
{
    const struct case_table *table = &read->it->tables[read->plan.table];
    const uint64_t limit = clause_limit(read->clause);
    uint64_t matches = 0;
    for (size_t i = 0; i < table->stored_count; i++)
        matches += case_read_matches(read, table->stored[i].record);
    return limit > 0 && matches > limit ? limit : matches;
}

// The gets behind references: as many as rows returned, or (where the key does not tell) examined.
static void check_gets(const struct case_read *read, const struct walked *walked)
{
    const struct read_case *it = read->it;
    const struct read_request *request = reads_request(it->reads);
    const uint64_t get_ns = service_resolved(&it->design->tables[0].store).get_ns;
    bool asked[PARTITIONS_MAX] = {0};
    double gets = 0;
    for (size_t i = 0; i < request->count; i++) {
        if (request->branches[i].follows != BRANCH_SECOND)
            continue;
        gets += request->branches[i].mean_ns / (double)get_ns;
        asked[request->branches[i].partition] = true;
    }
    const bool *pointed = walked->pointed;
    if (!it->design->tables[read->plan.table].holds_reference) {
        cr_assert(gets == 0, "%s", read->what);
    } else if (gets < (double)walked->returned - 1e-6 || gets > (double)walked->returned + 1e-6) {
        cr_assert(epsilon_eq(dbl, gets, (double)walked->examined, 1e-6), "%s", read->what);
        pointed = walked->pointed_by_all;
    } else if (memcmp(asked, walked->pointed_by_all, sizeof asked) == 0) {
        pointed = walked->pointed_by_all;
    }
    cr_assert(memcmp(asked, pointed, sizeof asked) == 0, "%s", read->what);
}

// Partitions, servers, and the requests in their order.
static void check_touched(const struct case_read *read, const struct walked *walked)
{
    const struct read_case *it = read->it;
    const struct read_request *request = reads_request(it->reads);
    bool scanned[PARTITIONS_MAX] = {0};
    bool any[PARTITIONS_MAX] = {0};
    bool server[PARTITIONS_MAX] = {0};
    uint64_t partitions = 0;
    uint64_t servers = 0;
    for (size_t i = 0; i < request->count; i++) {
        const struct read_branch *branch = &request->branches[i];
        scanned[branch->partition] |= branch->follows != BRANCH_SECOND;
        partitions += !any[branch->partition];
        servers += !server[it->server_of[branch->partition]];
        any[branch->partition] = server[it->server_of[branch->partition]] = true;
    }
    cr_assert(memcmp(scanned, walked->touched, sizeof scanned) == 0, "%s", read->what);
    cr_assert(read->price.partitions == partitions, "%s", read->what);
    cr_assert(read->price.servers == servers, "%s", read->what);
}

static void check_read(const struct case_read *read)
{
    const struct read_price *price = &read->price;
    struct walked walked = {0};
    for (size_t i = 0; i < read->ranges.count; i++)
        walk_range(read, &read->ranges.items[i], &walked);
    const uint64_t limit = clause_limit(read->clause);
    if (limit > 0 && walked.returned > limit)
        walked.returned = limit;
    cr_assert(price->rows_returned == (double)matches_in_all(read), "%g returned, %lu match: %s",
              price->rows_returned, (unsigned long)matches_in_all(read), read->what);
    cr_assert(price->rows_returned == (double)walked.returned, "%s", read->what);
    cr_assert(price->rows_examined == (double)walked.examined, "%g examined, not %lu: %s",
              price->rows_examined, (unsigned long)walked.examined, read->what);
    cr_assert(price->ranges == read->ranges.count, "%s", read->what);
    cr_assert(price->ranges_necessary == walked.necessary, "%lu necessary, not %lu: %s",
              (unsigned long)price->ranges_necessary, (unsigned long)walked.necessary, read->what);
    check_touched(read, &walked);
    check_gets(read, &walked);
}

static void check_seed(uint64_t seed, char encoding)
{
    static struct read_case it;
    read_case_init(&it, seed, encoding);
    struct rng rng = rng_stream(seed, "reads", (uint64_t)encoding);
    for (size_t load = 0; load < CASE_LOADS; load++) {
        read_case_load(&it);
        for (size_t q = 0; q < CASE_QUERIES; q++) {
            struct case_read read;
            case_read_init(&read, &it, q);
            for (int i = 0; i < DRAWN; i++) {
                case_read_execute(&read, q, (uint32_t)rng_upto(&rng, it.loaded * BRUTE_ROWS - 1));
                check_read(&read);
            }
            case_read_done(&read);
        }
    }
    read_case_done(&it);
}

static void check_encoding(char encoding)
{
    for (uint64_t seed = 1; seed <= CASES * brute_rounds(); seed++)
        check_seed(seed, encoding);
}

Test(reads, cost_what_walking_all_rows_costs_where_numbers_are_binary)
{
    check_encoding('b');
}

Test(reads, cost_what_walking_all_rows_costs_where_numbers_are_text)
{
    check_encoding('t');
}

Test(reads, cost_what_walking_all_rows_costs_in_an_ordered_store)
{
    check_encoding('o');
}

Test(reads, cost_what_walking_all_rows_costs_on_slices)
{
    check_encoding('s');
}
