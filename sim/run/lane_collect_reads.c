// What reads cost on a finished lane, and how long everything took.

#include "base/mem.h"
#include "run/lane_state.h"
#include "run/run.h"

#include <math.h>

static const char *const shapes[] = {"single", "multi", "scatter"};

static struct query_result query_of(const struct lane *lane, size_t reading, bool overloaded)
{
    const struct read_way way = reads_way(lane->reads, reading);
    const struct scenario *scenario = lane->scenario;
    const bool is_get = reading == scenario->query_count;
    struct query_result out = {
        .name = mem_text(is_get ? "get" : scenario->queries[reading].name),
        .count = lane->classes[CLASS_READS + reading].measured,
        .plan = mem_text(way.words),
        .shape = mem_text(shapes[way.shape]),
        .table = mem_text(lane->design->tables[way.table].name),
        .latency = lane_latency(lane, CLASS_READS + reading, overloaded),
    };
    read_tally_collect(&lane->tallies[reading], &out);
    out.returned_error = reads_match_error(lane->reads, reading);
    out.rows_error = reads_error(lane->reads, reading);
    return out;
}

static const char *name_of_class(const struct lane *lane, size_t class)
{
    const size_t queries = lane->scenario->query_count;
    if (class == CLASS_PUT)
        return "put";
    if (class >= CLASS_READS + lane->reading_count)
        return class == CLASS_READS + lane->reading_count ? "update" : "delete";
    return class == CLASS_READS + queries ? "get"
                                          : lane->scenario->queries[class - CLASS_READS].name;
}

static void collect_latencies(const struct lane *lane, struct design_result *out)
{
    out->latencies = mem_new(lane->class_count, sizeof *out->latencies);
    for (size_t i = 0; i < lane->class_count; i++) {
        if (i != CLASS_PUT && lane->classes[i].measured == 0)
            continue;
        struct latency_summary *latency = &out->latencies[out->latency_count++];
        *latency = lane_latency(lane, i, out->overloaded);
        latency->name = mem_text(name_of_class(lane, i));
    }
}

// Reads touch partitions; they write nothing, so what is said of keys is left undefined.
static void summarise_reads(const struct lane *lane, struct load_summary *out)
{
    *out = (struct load_summary){
        .distinct_keys = NAN,
        .overwrites = NAN,
        .sharding_accessed = NAN,
        .sharding_total = NAN,
        .top_key_share = NAN,
    };
    if (lane->read_ledger)
        ledger_summarise(lane->read_ledger, (uint32_t)lane->table_count, out);
    else
        ledger_summarise_nothing(lane->ledger, out);
    if (!lane->read_sharding_keys)
        return;
    out->sharding_total = 0;
    for (size_t t = 0; t < lane->table_count; t++) {
        const struct row_set *all = lane->tables[t].all_sharding_keys;
        const struct row_set *measured = lane->tables[t].sharding_keys;
        out->sharding_total += measured ? row_set_rows(all ? all : measured) : 0;
    }
    out->sharding_accessed =
        lane->read_whole_slices ? out->sharding_total : row_set_rows(lane->read_sharding_keys);
}

void lane_collect_reads(const struct lane *lane, struct design_result *out)
{
    collect_latencies(lane, out);
    summarise_reads(lane, &out->reads);
    if (!lane->reads)
        return;
    out->query_count = reads_count(lane->reads);
    out->queries = mem_new(out->query_count, sizeof *out->queries);
    for (size_t i = 0; i < out->query_count; i++)
        out->queries[i] = query_of(lane, i, out->overloaded);
}

void lane_describe_reads(const struct lane *lane, struct check_design *out)
{
    const struct scenario *scenario = lane->scenario;
    const struct store_config *store = &lane->design->tables[0].store;
    const double handlers = (double)lane->servers * (double)store->handlers;
    out->query_count = scenario->query_count;
    out->queries = mem_new(out->query_count, sizeof *out->queries);
    for (size_t i = 0; i < out->query_count; i++) {
        const struct read_way way = reads_way(lane->reads, i);
        const double per_s = scenario->queries[i].rate_per_s;
        out->queries[i] = (struct check_query){
            .name = mem_text(scenario->queries[i].name),
            .table = mem_text(lane->design->tables[way.table].name),
            .plan = mem_text(way.words),
            .ranges = way.ranges,
            .rows_examined = way.rows_examined,
            .rows_per_s = way.rows_examined * per_s,
            .work_share = way.work_ns * per_s / (handlers * (double)NS_PER_S),
        };
    }
}
