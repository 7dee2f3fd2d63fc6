// result.h -- everything a finished run says, as plain data. What result.json holds, no more.
//
// Undefined numbers are NaN here and null in JSON. Every run-level number is over the measured part
// (after the warm-up); storage and the partitions' rows and bytes describe the end and include
// everything. The definitions of the numbers are those of stats/skew.h.
#ifndef HOTSIM_METRICS_RESULT_H
#define HOTSIM_METRICS_RESULT_H

#include "base/buffer.h"
#include "base/types.h"
#include "stats/skew.h"

struct latency_summary {
    char *name; // "put", "get", or a query's name
    uint64_t count;
    double mean_ms, p50_ms, p90_ms, p99_ms, p999_ms, max_ms; // NaN where overloaded or empty
};

struct window_summary { // over the windows that saw a write
    double mean, p99, max;
};

// Row writes (2 a put on two tables), or requests of reads (one for each partition that a range
// touches); of reads, what is said of keys is NaN.
struct load_summary {
    uint64_t count;
    double distinct_keys;
    double distinct_keys_error; // relative standard error; 0: exact
    double overwrites;
    uint64_t key_changes;
    struct skew partitions;
    struct skew servers;
    double window_s;       // mean length of a window
    uint64_t window_count; // windows with writes
    struct window_summary partition_peak_to_mean, server_peak_to_mean;
    double window_chance_peak_to_mean;
    double window_top_share; // of a window's writes to its hottest partition, in the mean
    double chance_peak_to_mean, chi_square, p_value;
    uint64_t chi_degrees;
    double sharding_accessed, sharding_total; // slices; NaN elsewhere
    double top_key_share;                     // NaN where not known
};

struct table_result {
    char *name, *key, *encoding;
    char *presplit; // "learned, 32 regions": the choice and what it gave
    char *presplit_algorithm;
    uint64_t presplit_regions;
    double key_bytes_mean;
    uint64_t key_bytes_max;
    double row_bytes_mean;
    struct load_summary writes;
};

struct partition_result {
    uint32_t table; // index into tables
    uint32_t id;
    char *start, *end; // printable, \xNN; "" for none
    uint32_t server;
    uint64_t writes, reads;
    double rows, bytes; // whole numbers, unless estimated beyond the exact limit
    double queue_max;   // requests that waited for a place of it at once; NaN: it has no limit
};

struct window_result {
    double t_s;                     // start
    uint64_t *server_writes;        // [servers]
    double hottest_partition_share; // NaN: no write
    uint32_t hottest_server;        // its server at the window's end
    uint32_t partitions;
};

struct heatmap_row {
    uint32_t table;
    char *start; // printable
};

struct event_result {
    double t_s;
    char *kind; // "split", "move", "lost", "added"
    uint32_t table, partition;
    uint32_t to_partition; // split: the high half
    uint32_t from, to;     // servers; of a split, of its parent and of the high half
    double offline_ms;
    char *key; // split: where; or NULL
};

// A run of windows in which one partition was hot; metrics/hotspot.h.
struct hotspot {
    double t_s, until_s;
    uint32_t table, partition, server;
    double share; // of the table's writes in its windows
    uint64_t writes, windows;
    uint32_t moved_partitions; // from the table's hotspot before it, in key order,
    uint32_t from_server;      // and on which server that was
    bool is_first;             // there was none
};

struct hotspot_list {
    struct hotspot *items;
    size_t count;
};

struct hotspot_summary { // of the table with the hottest partitions
    char *table;         // owned; "" for a design's only table
    double share_mean;   // what the hottest partition takes of a window, in the mean
    double hot_share;    // windows in which one was hot
    uint64_t count, server_moves;
    double dwell_mean_s, dwell_max_s; // NaN: none was hot
    double relief_s; // from the start to the first window in which none was hot; NaN: there is none
    uint64_t splits;
    bool is_falling; // the edge is at the low end
    char *verdict;   // "none", "passing", "relieved", "splittable", "unsplittable"
    char *cause;     // unsplittable: "single-key", "moving-edge", "low-cardinality",
                     // "placement", "burst"; else NULL
};

struct warning {
    char *code;    // "learned-behind-rising-key"
    char *message; // one sentence, in a user's words
};

struct spread {
    double mean, p50, p99, max; // NaN: no occurrence
};

// One of the scenario's queries, or the point read where the mix holds one. Prices are of one
// occurrence; a query that the mix does not draw is priced on rows at the end.
struct query_result {
    char *name;
    uint64_t count; // drawn from the mix in the measured part
    char *table;    // the one that answers; "" for a design's only table
    char *plan;     // in words
    char *shape;    // "single", "multi", "scatter"
    uint64_t occurrences;
    struct spread ranges, ranges_necessary, partitions, servers;
    struct spread rows_examined, rows_returned;
    double work_ms;            // that one occurrence is for the servers, mean
    double read_amplification; // sum examined / sum returned
    double rows_missed;        // of a raw scan, mean: meant, and not within its bounds; else NaN
    double rows_foreign;       // ... within its bounds, and not meant
    double returned_error;     // relative standard error of all rows returned; 0: exact
    double rows_error;         // relative standard error of one occurrence's rows; 0: exact
    struct latency_summary latency;
};

struct design_result {
    char *name, *key;
    char *preset; // or NULL
    bool invertible;
    struct table_result *tables;
    size_t table_count;
    struct load_summary writes; // in all
    struct load_summary reads;
    struct latency_summary *latencies;
    size_t latency_count;
    struct query_result *queries;
    size_t query_count;
    double offered_per_s, served_per_s, saturation_per_s, effective_servers;
    double utilisation_max; // of the busiest server or limited partition; may pass 1
    uint64_t rejected;
    uint64_t timed_out; // operations that clients gave up
    uint64_t retried;   // requests that were turned away and sent again, warm-up included
    bool overloaded;    // a queue still grows at the end: percentiles are not given
    double rows, bytes, key_bytes, key_overhead_ratio;
    bool rows_estimated;
    struct partition_result *partitions;
    size_t partition_count;
    double window_s;
    struct window_result *windows;
    size_t window_count;
    uint32_t servers;
    struct heatmap_row *heat_rows;
    size_t heat_row_count;
    uint32_t *heat; // [heat_row_count * window_count], row-major: writes
    struct event_result *events;
    size_t event_count;
    struct hotspot_list hotspots;
    struct hotspot_summary hotspot;
    struct warning *warnings;
    size_t warning_count;
    char **assumptions; // "store.service.put_us = 1500: ..."
    size_t assumption_count;
    char *store_line; // "hbase: 30 handlers, put 1.5 ms, assumed"
};

// Where another design becomes the one that can take the most, as a query's share of all operations
// grows and the others keep their proportions.
struct break_even {
    char *query;
    double share, per_s; // of the query at that point; per_s at the rate that is offered
    double share_now;
    char *below, *above; // designs
};

struct ranking_entry {
    uint32_t design;
    double saturation_per_s;
};

struct expect_result {
    char *design, *metric;
    bool has_min, has_max;
    double min, max;
    double value; // NaN: not evaluated
    int state;    // enum expect_state
};
enum expect_state { EXPECT_MET, EXPECT_MISSED, EXPECT_NOT_EVALUATED };

struct result {
    char *command; // "compare", "run"
    char *version;
    uint64_t seed;
    char *title;
    char *scenario_hash; // 16 hex digits, over the resolved config with paths replaced by content
                         // hashes
    char *config;        // the resolved scenario, as JSON text
    char *scenario_name; // file name without folder and ending, for the result's folder
    double measured_s;
    uint64_t operations, warmup_operations;
    uint64_t rows_skipped;
    struct design_result *designs;
    size_t design_count;
    uint32_t *ranking; // design indices, best first
    size_t ranking_count;
    struct break_even *break_evens;
    size_t break_even_count;
    char **findings; // sentences for the line under the table and for summary.md
    size_t finding_count;
    struct warning *warnings; // of the run as a whole
    size_t warning_count;
    struct expect_result *expects;
    size_t expect_count;
};

void result_free(struct result *result); // NULL is fine

// A metric by its path in a design's result ("writes.servers.peak_to_mean", "latency_ms.put.p99",
// "tables.by_host.writes.count"); false where there is no such path. NaN where it is undefined.
bool result_metric(const struct design_result *design, const char *path, double *out_value);

#endif
