// ledger.h -- who was written to, in all and in each window: counts per partition, server, table
// and heat-map row.
//
// Counting goes into the open window; closing it adds its counts to the totals and keeps the
// window's peak-to-mean. Windows with a number below `windows` are reported; what comes after them
// counts in the totals only.
//
// Partitions are added and move, servers are lost and come back. A window's peak-to-mean is over
// the partitions that there are at its end, and the servers that are alive then; what a partition
// got before it moved stays with the server that it was on.
//
// Memory:    by partitions, servers and windows, never by writes.
// Ownership: owns all its arrays; the layout given is copied.
#ifndef HOTSIM_METRICS_LEDGER_H
#define HOTSIM_METRICS_LEDGER_H

#include "base/types.h"
#include "metrics/hotspot.h"
#include "metrics/result.h"

struct ledger_layout {
    uint32_t partitions;       // ids over all tables, not all of which need exist yet
    uint32_t servers;          // at the start: those from 0 on
    uint32_t server_capacity;  // that there may ever be
    const uint32_t *server_of; // [partitions] at the start
    // [tables + 1]: ids of table t are table_first[t] .. table_first[t + 1] - 1; of these the first
    const uint32_t *table_first;
    const uint32_t *table_count; // so many exist at the start: [tables]
    uint32_t tables;
    uint32_t windows; // to be reported
    uint32_t heat_rows;
    const uint32_t *heat_row_of; // [partitions]; HEAT_ELSEWHERE: counted by ledger_heat instead
};

#define HEAT_ELSEWHERE UINT32_MAX

struct ledger;

struct ledger *ledger_new(const struct ledger_layout *layout);
void ledger_free(struct ledger *ledger); // NULL is fine

// Closes windows until `window` is the open one; `at` is the time of its first operation. Windows
// never go back.
void ledger_open_window(struct ledger *ledger, uint32_t window, sim_ns at);
void ledger_count(struct ledger *ledger, const uint32_t *partition, size_t count);
void ledger_heat(struct ledger *ledger, const uint32_t *heat_row, size_t count);
// What changes from now on. A partition that is added takes the next id of its table.
void ledger_add_partition(struct ledger *ledger, uint32_t table, uint32_t partition,
                          uint32_t server);
void ledger_move(struct ledger *ledger, uint32_t partition, uint32_t server);
void ledger_set_alive(struct ledger *ledger, uint32_t server, bool is_alive);

// After the last operation, at the time of the end.
void ledger_finish(struct ledger *ledger, sim_ns end);

// --- after ledger_finish ---

// The part of a write_summary that counts alone decide, for table `table` or (table ==
// layout.tables) for all.
void ledger_summarise(const struct ledger *ledger, uint32_t table, struct load_summary *out);
// The same of nothing at all, over the same partitions and servers.
void ledger_summarise_nothing(const struct ledger *ledger, struct load_summary *out);
const uint64_t *ledger_writes(const struct ledger *ledger); // [partitions]
// The windows of one table, for metrics/hotspot.h; there is room for all. How many there are.
size_t ledger_hot_windows(const struct ledger *ledger, uint32_t table, struct hot_window *out);
// Partitions and servers add up to the same.
bool ledger_adds_up(const struct ledger *ledger);
// Fills windows[] (and its arrays, owned by the result), window_s, heat[] of the result.
void ledger_timeline(const struct ledger *ledger, struct design_result *out);

#endif
