// ledger_state.h -- the inside of a ledger, shared by counting (ledger.c) and summing up
// (ledger_summary.c).
#ifndef HOTSIM_METRICS_LEDGER_STATE_H
#define HOTSIM_METRICS_LEDGER_STATE_H

#include "metrics/ledger.h"

struct peak {
    double partitions, servers; // peak-to-mean; NaN: no write
    uint64_t writes;
};

struct hottest {
    uint32_t partition, server;
    uint32_t partitions; // that there were at the window's end
    uint64_t writes;
};

struct ledger {
    struct ledger_layout layout;
    uint32_t *server_of, *table_first, *heat_row_of;
    uint32_t *table_count; // [tables] partitions so far
    bool *is_alive;        // [server_capacity]
    uint32_t alive;
    uint64_t *writes;         // [partitions] closed windows and what is beyond them
    uint32_t *open_writes;    // [partitions] the open window
    uint32_t *left_behind;    // [partitions] of these, counted for a server that it was on before;
    uint64_t *moved_writes;   // [tables][server_capacity] which are here; NULL until one moves
    uint64_t *server_scratch; // [server_capacity]
    uint64_t *server_writes;  // [windows][server_capacity]
    uint64_t *server_totals;  // [tables][server_capacity] of closed windows and beyond
    struct hottest *hottest;  // [windows][tables + 1], the last of all
    uint32_t *alive_servers;  // [windows] at its end
    struct peak *peaks;       // [windows][tables + 1], the last for all
    sim_ns *started;          // [windows]
    uint32_t *heat;           // [heat_rows][windows]
    uint32_t window;          // the open one
    bool opened;
    sim_ns first, end; // of the reported windows
};

#endif
