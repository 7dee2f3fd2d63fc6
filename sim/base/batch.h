// batch.h -- up to 1024 operations with their records, a column a field.
//
// Work flows through the program in batches: one simple loop a stage over plain arrays.
//
// Ownership: a batch owns its arrays, and an arena for the texts of its columns. Texts are views
//            into that arena (or into memory that outlives the batch) and are good until the batch
//            is filled again.
#ifndef HOTSIM_BASE_BATCH_H
#define HOTSIM_BASE_BATCH_H

#include "base/buffer.h"
#include "base/schema.h"
#include "base/types.h"

enum { BATCH_ROWS = 1024 };

enum op_kind {
    OP_PUT,
    OP_GET,
    OP_UPDATE, // its row is the record's new version
    OP_DELETE, // its row is the record as it was
    OP_QUERY,
    OP_REPLACED, // no operation: the row before an update's, of its number, is the old version
    OP_KIND_COUNT
};

static inline bool op_stores(int kind) // leaves a row behind
{
    return kind == OP_PUT || kind == OP_UPDATE;
}
static inline bool op_removes(int kind) // of a row that may have been there
{
    return kind == OP_DELETE || kind == OP_REPLACED;
}
static inline bool op_writes(int kind)
{
    return op_stores(kind) || op_removes(kind);
}

struct column {
    enum value_type type;
    int64_t *numbers;    // [BATCH_ROWS] long, int, ulong, time; decimal: the scaled integer
    uint8_t *scales;     // [BATCH_ROWS] decimal: digits after the point; else NULL
    struct bytes *texts; // [BATCH_ROWS] string, bytes; decimal: the text as read; else NULL
};

struct batch {
    size_t count;
    uint64_t *sequence; // number of the operation in the stream, from 0
    uint64_t *record;   // number of what is stored: the k-th put or update writes k, from 0
    sim_ns *at;         // intended arrival; never decreases
    int64_t *clock_ns;  // the record clock at this point of the stream (`now`), ns since 1970
    uint8_t *kind;      // enum op_kind
    uint16_t *query;    // OP_QUERY: index into the scenario's queries
    struct column *columns;
    size_t column_count;
    struct buffer arena; // see above
};

void batch_init(struct batch *batch, const struct schema *schema);
void batch_done(struct batch *batch);

// Copies the rows of `source` whose kind is `kind` into `out` (initialised over the same schema).
// Texts stay views into the source.
void batch_select(const struct batch *source, enum op_kind kind, struct batch *out);

// The same for all kinds for which `is_wanted`.
void batch_select_if(const struct batch *source, bool (*is_wanted)(int kind), struct batch *out);

// Operations, which are as many as rows where none is replaced.
size_t batch_operations(const struct batch *batch);

// Appends one row of another batch of the same schema; there is room. Texts stay where they are.
void batch_put_row(struct batch *out, const struct batch *source, size_t row);

#endif
