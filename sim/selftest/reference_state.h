// reference_state.h -- what the reference holds of one design.
#ifndef HOTSIM_SELFTEST_REFERENCE_STATE_H
#define HOTSIM_SELFTEST_REFERENCE_STATE_H

#include "cluster/service.h"
#include "key/program.h"
#include "selftest/reference.h"

struct reference_write { // a put's row in one table
    struct bytes key;    // owned
    uint32_t partition;  // over all tables of the design
    uint64_t bytes, service_ns;
};

struct reference_put {
    uint64_t sequence;
    sim_ns at, done_at;
    bool is_measured, is_refused;
    uint64_t window; // of a measured one
};

struct reference_table {
    const struct scenario_table *plan;
    struct key_program *program;
    struct split_list splits; // of regions
    uint32_t first, partitions;
    struct reference_write *writes; // [put_count]
};

struct reference {
    struct scenario *scenario;
    const struct scenario_design *design;
    struct reference_table *tables;
    size_t table_count, main_table;
    struct reference_put *puts;
    size_t put_count, put_capacity;
    uint32_t partitions, servers;
    uint32_t *server_of; // [partitions]
    uint64_t *lines;     // [partitions] the longest that waited for a place of each
    uint64_t windows;
    uint64_t sent_again;  // requests of puts, ever
    size_t measured_from; // the first put that is measured
};

bool reference_load(struct reference *reference, struct err *err);
void reference_done(struct reference *reference);
void reference_serve(struct reference *reference);
void reference_collect(const struct reference *reference, struct design_result *out);
// Writes by partitions and by servers, of table `table` or (table_count) of all.
void reference_writes(const struct reference *reference, size_t table, struct load_summary *out);
// Of reads, of which there are none.
void reference_nothing_read(const struct reference *reference, struct load_summary *out);
void reference_windows(const struct reference *reference, struct design_result *out);

// Whether a put's row in table t counts for `table`, which may stand for all.
static inline bool reference_counts(const struct reference *reference, size_t t, size_t table)
{
    return table == reference->table_count || t == table;
}
static inline bool reference_same_key(struct bytes a, struct bytes b)
{
    return key_compare(a, b) == 0;
}

#endif
