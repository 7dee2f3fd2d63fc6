// ingestion.h -- the same records in another order of ingestion.
//
// Arrivals keep their times; which record comes when changes. Records are held whole until all are
// known, so that their number is bounded: INGESTION_ROWS_MAX. Of equal sort keys the earlier record
// comes first.
//
// Ownership: owns copies of the records, good until it is freed; takes the order over.
// Errors:    ERR_INPUT for too many records, for operations that are no puts, for a key without the
//            dot that ends its sharding key.
#ifndef HOTSIM_WORKLOAD_INGESTION_H
#define HOTSIM_WORKLOAD_INGESTION_H

#include "base/batch.h"
#include "base/err.h"
#include "key/program.h"

enum { INGESTION_ROWS_MAX = 1 << 22 };

enum ingestion_by { BY_SHARDING, BY_SORTING, BY_FIELDS };

struct ingestion_order {
    enum ingestion_by by;
    struct key_program *program; // by sharding or sorting: whose keys are looked at
    size_t *fields;              // by fields: of the schema, the first decides
    size_t field_count;
};
void ingestion_order_done(struct ingestion_order *order);

struct ingestion;

struct ingestion *ingestion_new(const struct schema *schema, struct ingestion_order *order);
void ingestion_free(struct ingestion *ingestion); // NULL is fine

// Takes the batch's records, in the order in which they arrive.
bool ingestion_add(struct ingestion *ingestion, const struct batch *batch, struct err *err);
void ingestion_sort(struct ingestion *ingestion);

// The next batch in the order of ingestion, from the first after a rewind; empty at the end. Its
// texts are views of what is held.
void ingestion_rewind(struct ingestion *ingestion);
void ingestion_next(struct ingestion *ingestion, struct batch *out_batch);

#endif
