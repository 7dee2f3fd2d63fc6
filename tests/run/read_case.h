// read_case.h -- a design and its queries put together by chance, with every row known, for
// comparing what reads count with what is there.
//
// Everything follows from a seed: encoding, tables (the second may hold references), where regions
// are cut, costs, queries, records.
#ifndef HOTSIM_TESTS_READ_CASE_H
#define HOTSIM_TESTS_READ_CASE_H

#include "../query/brute.h"

#include "run/reads.h"

enum { CASE_TABLES = 2, CASE_QUERIES = 5, CASE_LOADS = 2, CASE_ROWS = BRUTE_ROWS * CASE_LOADS };

struct case_row {
    uint32_t slice;
    struct bytes key;
    uint32_t record; // number: of batch record / BRUTE_ROWS
    uint32_t partition;
};

// A table and its rows by slice and key: the newest of each key.
struct case_table {
    struct design_table table;
    struct table_rows rows;
    struct bytes splits[16];
    size_t split_count;
    uint32_t partitions;
    struct case_row stored[CASE_ROWS];
    size_t stored_count;
    struct arena keys;
};

struct read_case {
    uint64_t seed;
    char encoding; // as of a key_case
    struct scenario *scenario;
    const struct scenario_design *design;
    size_t table_count;
    struct case_table tables[CASE_TABLES];
    struct buffer programs[CASE_TABLES];
    struct buffer where[CASE_QUERIES];
    double rows_expected;
    uint32_t *server_of;
    uint32_t partitions, servers;
    struct batch loads[CASE_LOADS];
    size_t loaded;
    struct arena texts;
    struct record_book *book;
    struct reads *reads;
};

void read_case_init(struct read_case *it, uint64_t seed, char encoding);
void read_case_done(struct read_case *it);
void read_case_load(struct read_case *it); // the next records, into all tables

// The record that a row was written by.
const struct batch *read_case_record(const struct read_case *it, uint32_t record, size_t *out_row);

// One occurrence, executed, and planned once more for its ranges.
struct case_read {
    const struct read_case *it;
    struct clause *clause;
    struct bound_clause bound;
    struct read_plan plan;
    struct range_list ranges;
    struct read_price price;
    char what[2000]; // everything that a failure must say to be repeated
};
void case_read_init(struct case_read *read, const struct read_case *it, size_t query);
void case_read_done(struct case_read *read);
void case_read_execute(struct case_read *read, size_t query, uint32_t drawn);
bool case_read_matches(const struct case_read *read, uint32_t record);

#endif
