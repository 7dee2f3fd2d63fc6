// lane_state.h -- what a lane holds; for lane.c, which moves it, and lane_collect.c, which reads
// it.
//
// A lane is still or lives. Of a still one nothing moves: partitions stay as they were cut, where
// they were placed, and operations come when the stream says, so that batches go through in one
// piece. A living one has a topology, or clients that wait for their operations (a closed loop),
// and takes its batches in spans during which nothing changes (lane_live.c).
#ifndef HOTSIM_RUN_LANE_STATE_H
#define HOTSIM_RUN_LANE_STATE_H

#include "cluster/cluster.h"
#include "metrics/ledger.h"
#include "metrics/row_set.h"
#include "run/design_table.h"
#include "run/key_edges.h"
#include "run/lane.h"
#include "run/read_tally.h"
#include "run/reads.h"
#include "run/table_rows.h"
#include "stats/histogram.h"
#include "topology/topology.h"

// A heat map has at most this many rows; beyond it they are cut at quantiles of a sample.
enum { HEAT_ROWS_MAX = 1000, HEAT_SAMPLE_KEYS = 1 << 15 };

// Puts, then each reading of run/reads.h, then (where the stream has any) updates and deletes: what
// latencies and work are kept apart for.
enum { CLASS_PUT = 0, CLASS_READS = 1 };

// Reads draw their service times around this mean, and scale them to their own.
#define READ_UNIT_NS 1e6

// The plan's mean key and row sizes are over the first so many puts.
enum { SURVEY_SIZES_MAX = 1 << 16 };

// What a row of the batch's writes does to a table.
enum row_fate {
    ROW_STORED,
    ROW_REMOVED, // what a delete says, or an update that changes the key: a mark in its place
    ROW_KEPT     // of an update that does not: nothing, the next row overwrites it
};

// What one table counts for itself; arrays by batch are scratch.
struct lane_table {
    struct design_table table;
    struct row_set *rows;          // of the whole run
    struct row_set *measured_rows; // of the measured part; NULL without a warm-up: the same as rows
    struct row_set *sharding_keys; // slices: of the measured part; else NULL
    struct row_set *all_sharding_keys; // slices: of all; NULL where that is the same
    struct partition_map *heat_map;    // where its rows are not its partitions; else NULL
    struct key_sample *heat_sample;    // the keys that cut it
    uint32_t heat_first;               // the design's heat-map row of this table's first
    uint32_t heat_rows;
    uint64_t surveyed; // puts of the survey that were spelled, up to SURVEY_SIZES_MAX
    wide_uint surveyed_key_bytes, surveyed_row_bytes;
    double rows_before;       // rows at the start of the measured part
    struct row_set *loaded;   // what stood there before, where only every so many was loaded,
    double loaded_weight;     // and of how many rows each is one; else NULL and 0
    struct table_rows stored; // for reads and splits, where there are any
    struct key_edges *edges;  // of the measured part
    bool may_split;           // what is stored decides about its regions
    uint32_t row_places;      // places that `rows` tells apart: partitions; 1 where regions split
    uint32_t capacity;        // ids kept for its partitions: as many as there are, or may be
    uint64_t writes;          // of the whole run
    uint64_t measured_writes;
    uint64_t measured_stored; // of those, rows and not marks of removal
    uint64_t key_changes;     // of measured updates
    double measured_removed;  // rows
    wide_uint key_bytes;      // of the measured part
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
    uint8_t fate[BATCH_ROWS]; // enum row_fate
    uint64_t service_ns[BATCH_ROWS];
};

// What is kept apart for puts and each reading.
struct lane_class {
    struct histogram *latency;
    uint64_t measured;        // operations offered in the measured part
    uint64_t *busy_ns;        // [partitions] service of the measured part, drawn when offered
    uint64_t *server_busy_ns; // [server_capacity] the same by servers; of a still lane summed up
                              // when it finishes
};

// What a completion needs to know of its operation, in the tag that the cluster hands back.
static inline uint32_t lane_tag(size_t class, bool measured)
{
    return (uint32_t)(class << 1) | (measured ? 1 : 0);
}

struct lane {
    const struct scenario *scenario;
    const struct scenario_design *design;
    struct course course;
    struct lane_table *tables;
    size_t table_count;
    size_t main_table;         // the first that holds rows and not references; table_count: none
    uint32_t partitions;       // ids kept, over all tables; not all of them need exist
    uint32_t servers;          // at the start
    uint32_t server_capacity;  // that there may ever be
    uint32_t *placed;          // [partitions] servers at the start
    const uint32_t *server_of; // [partitions] servers now
    struct row_sizes sizes;
    struct ledger *ledger;
    struct cluster *cluster;
    struct cluster_sink sink;
    struct lane_class *classes; // [class_count]
    size_t class_count;
    size_t reading_count; // classes of reads
    bool has_changes;     // the stream has updates or deletes
    uint64_t measured_puts, served_in_time, rejected, timed_out;
    uint64_t waiting_at_middle, waiting_at_end;
    struct batch puts; // scratch: what a batch writes

    // When the operations of the batch at hand come, and its puts: the stream's times, or (in a
    // closed loop) those at which clients came to them.
    const sim_ns *at, *put_at;

    // Of a living lane.
    bool all_live;             // every table whose policy splits is taken to come to it
    bool is_outgrown;          // a table came to it that was not taken to
    struct topology *topology; // NULL: nothing moves
    bool feels_heat;           // it is told the key of each request
    bool is_closed;
    sim_ns *issued_at, *put_issued_at; // [BATCH_ROWS] closed loop
    sim_ns last_issued_at;
    uint64_t routed_version; // of the topology that the puts at hand were routed by

    // Reads; NULL and nothing where the scenario has none.
    struct reads *reads;
    const struct record_book *book; // of all lanes
    uint64_t first_record;          // records before the first put of the stream,
    uint64_t first_number;          // and how many of them the book was given
    struct read_tally *tallies;     // [readings] of the measured part
    struct ledger *read_ledger;
    struct row_set *read_sharding_keys; // slices: asked for by name in the measured part
    bool read_whole_slices;             // ... and whole slices were asked for
    struct service_sampler read_service;
    int64_t clock_ns; // the record clock at the last operation

    // Scratch: the branches of a batch, operation by operation.
    uint32_t first_branch[BATCH_ROWS + 1];
    uint32_t tag[BATCH_ROWS];
    uint32_t parallel[BATCH_ROWS];
    uint64_t bytes[BATCH_ROWS]; // of puts, where clients hold them back
    sim_ns offered_at[BATCH_ROWS];
    size_t branch_count, branch_capacity;
    uint32_t *branch_partition;
    uint64_t *branch_service_ns;
    uint8_t *branch_follows;
};

// The class of an operation of the stream.
static inline size_t lane_class_of(const struct lane *lane, int kind, uint16_t query)
{
    if (kind == OP_PUT)
        return CLASS_PUT;
    if (op_writes(kind))
        return CLASS_READS + lane->reading_count + (kind == OP_DELETE ? 1 : 0);
    return CLASS_READS + (kind == OP_GET ? lane->scenario->query_count : query);
}

// The stages of a batch of puts: spell the keys of a table and find their partitions; size its rows
// (the main table was spelled); hash its keys, and tell partitions within the table (0 where
// regions split).
void lane_route(struct lane_table *table);
bool lane_spell(struct lane_table *table, const struct batch *puts, struct err *err);
bool lane_size_rows(struct lane *lane, struct lane_table *table, const struct batch *puts,
                    struct err *err);
void lane_hash_keys(struct lane_table *table, size_t count, uint32_t *out_local);
void lane_add_sharding_keys(struct row_set *set, const struct key_batch *keys, size_t first,
                            size_t beyond);

// A run of operations of a batch, and of the rows that they write.
struct span {
    size_t begin, end;
    size_t put_begin, put_end;
};

// Offers a span to the cluster; its puts were spelled and routed.
bool lane_serve(struct lane *lane, const struct batch *batch, const struct batch *puts,
                const struct span *span, struct err *err);
// Counts the measured puts of a span, in windows and by the work they are.
void lane_count_puts(struct lane *lane, const struct batch *puts, const struct span *span);

static inline bool lane_lives(const struct lane *lane)
{
    return lane->topology || lane->is_closed;
}
static inline bool lane_is_measured(const struct lane *lane, uint64_t sequence)
{
    return sequence >= lane->course.warmup_operations;
}

// Makes the topology where something may move, once the partitions are placed.
void lane_animate(struct lane *lane);
// A batch through a living lane, span by span.
bool lane_live(struct lane *lane, const struct batch *batch, const struct batch *puts,
               struct err *err);
// Stored before the run: rows of a batch whose puts were spelled and sized.
void lane_live_preload(struct lane *lane, const struct batch *batch);
// Tells what becomes of each row of the writes, which were spelled; and counts them as rows.
void lane_tell_fates(struct lane_table *table, const struct batch *writes);
void lane_count_changes(struct lane_table *table, const struct batch *writes, const uint32_t *local,
                        size_t first);
// Those of begin .. end - 1 that write something, packed; how many.
size_t lane_pack_writes(const struct lane_table *table, const uint32_t *values, size_t begin,
                        size_t end, uint32_t *out);
// Keeps rows of the batch, which were spelled and sized, as stored before the run.
void lane_preload_rows(struct lane *lane, const struct batch *batch, size_t first, size_t beyond);
bool lane_live_finish(struct lane *lane, struct err *err);
// Whether a table's regions may come to be split: by what the scenario says, before the survey; by
// what is going to be written, after it.
bool lane_table_looks_split(const struct lane *lane, const struct lane_table *table);
bool lane_table_may_split(const struct lane *lane, const struct lane_table *table);
// Prices the queries that the mix does not draw, on the rows at the end.
bool lane_price_queries(struct lane *lane, struct err *err);
// Of one class, without its name; percentiles are NaN where a queue still grows.
struct latency_summary lane_latency(const struct lane *lane, size_t class, bool overloaded);
// The queries as they are planned, before anything runs.
struct check_design;
void lane_describe_reads(const struct lane *lane, struct check_design *out);
// The partitions of a table at the end, in key order, and what happened to all.
void lane_collect_partitions(const struct lane *lane, size_t t, struct partition_result *out);
void lane_collect_events(const struct lane *lane, struct design_result *out);
void lane_collect_hotspots(const struct lane *lane, struct design_result *out); // after those
char *lane_key_text(struct bytes key); // as \xNN; owned by the caller
// What reads cost, and every latency, of a finished lane.
void lane_collect_reads(const struct lane *lane, struct design_result *out);

#endif
