// explain_parts.h -- the pieces that an explanation is made of; for explain.c.
#ifndef HOTSIM_RUN_EXPLAIN_PARTS_H
#define HOTSIM_RUN_EXPLAIN_PARTS_H

#include "run/design_table.h"
#include "run/explain.h"
#include "run/key_census.h"

// What is at hand of one table of a design while it is explained.
struct explain_work {
    struct design_table table;
    struct key_census *keys;
    struct key_batch batch;
    uint32_t *server_of; // [partitions]
    double records;      // put into it until the end, of the same key only one
};

// The parts and bytes of row 0 of the batch that was run last.
void explain_example_take(const struct key_program *program, struct bytes key,
                          struct explain_example *out_example);
// Adds where it lands.
void explain_example_land(const struct partition_map *map, const uint32_t *server_of,
                          struct explain_example *example);
void explain_example_done(struct explain_example *example);

// The first record of the batch, a value a field; the caller frees names, values and list.
struct explain_value *explain_record(const struct schema *schema, const struct batch *batch);

// Plans the scenario's queries on the design's tables, which are cut.
bool explain_queries(const struct scenario *scenario, struct explain_work *work,
                     const struct record_census *records, const struct scenario_design *design,
                     struct explain_design *out, struct err *err);

#endif
