// lane_state.h -- what a lane holds; for lane.c, which moves it, and lane_collect.c, which reads
// it.
#ifndef HOTSIM_RUN_LANE_STATE_H
#define HOTSIM_RUN_LANE_STATE_H

#include "cluster/cluster.h"
#include "metrics/ledger.h"
#include "metrics/row_set.h"
#include "run/design_table.h"
#include "run/lane.h"
#include "stats/histogram.h"

// Different keys are counted exactly up to here, in each table; beyond it from a sample of this
// size.
enum { ROWS_EXACT_MAX = 1 << 20 };
// A heat map has at most this many rows; beyond it they are cut at quantiles of a sample.
enum { HEAT_ROWS_MAX = 1000, HEAT_SAMPLE_KEYS = 1 << 15 };

// What a completion needs to know of its operation, in the tag that the cluster hands back.
enum { TAG_WARMUP = 0, TAG_MEASURED = 1 };

// The plan's mean key and row sizes are over the first so many puts.
enum { SURVEY_SIZES_MAX = 1 << 16 };

// What one table counts for itself; arrays by batch are scratch.
struct lane_table {
    struct design_table table;
    struct row_set *rows;          // of the whole run
    struct row_set *measured_rows; // of the measured part; NULL without a warm-up: the same as rows
    struct row_set *sharding_keys; // slices: of the measured part; else NULL
    struct partition_map *heat_map; // where its rows are not its partitions; else NULL
    struct key_sample *heat_sample; // the keys that cut it
    uint32_t heat_first;            // the design's heat-map row of this table's first
    uint32_t heat_rows;
    uint64_t surveyed; // puts of the survey that were spelled, up to SURVEY_SIZES_MAX
    wide_uint surveyed_key_bytes, surveyed_row_bytes;
    double rows_before; // rows at the end of the warm-up
    uint64_t writes;    // of the whole run
    uint64_t measured_writes;
    wide_uint key_bytes; // of the measured part
    wide_uint row_bytes;
    uint64_t key_bytes_max;
    uint64_t beyond_learned; // learned: measured writes behind the highest learned key
    uint64_t early_dots;     // slices: names with a dot from a field before the intended one,
    uint64_t dot_suspects;   // among this many that were looked at
    struct key_batch keys;
    uint32_t partition[BATCH_ROWS]; // ids over the design's tables
    uint32_t heat_row[BATCH_ROWS];
    uint64_t hash[BATCH_ROWS];
    uint32_t size[BATCH_ROWS];
    uint64_t service_ns[BATCH_ROWS];
};

struct lane {
    const struct scenario *scenario;
    const struct scenario_design *design;
    struct course course;
    struct lane_table *tables;
    size_t table_count;
    uint32_t partitions, servers;
    uint32_t *server_of; // [partitions]
    struct row_sizes sizes;
    struct ledger *ledger;
    struct cluster *cluster;
    struct cluster_sink sink;
    struct histogram *put_latency;
    // Of the measured part, drawn when offered.
    uint64_t *server_busy_ns;    // [servers]
    uint64_t *partition_busy_ns; // [partitions]
    uint64_t measured_puts, served_in_time, rejected;
    uint64_t waiting_at_middle, waiting_at_end;
    uint64_t *query_counts; // [queries] of the measured part
    struct batch puts;      // scratch: the puts of a batch
    // Scratch: the branches of a batch, operation by operation.
    uint32_t first_branch[BATCH_ROWS + 1];
    uint32_t tag[BATCH_ROWS];
    uint32_t *branch_partition; // [BATCH_ROWS * tables]
    uint64_t *branch_service_ns;
};

#endif
