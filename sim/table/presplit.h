// presplit.h -- where a table is cut before the first write, byte-exact to the tools that do it.
//
// Sources: HBase RegionSplitter (HexStringSplit, DecimalStringSplit, UniformSplit) and Bytes.split,
// createTable(first, last, n).
//
// Errors: ERR_INPUT for a count or a range that the algorithm refuses.
#ifndef HOTSIM_TABLE_PRESPLIT_H
#define HOTSIM_TABLE_PRESPLIT_H

#include "base/buffer.h"
#include "base/err.h"
#include "base/param.h"
#include "base/types.h"

// Limits: regions of a table, and bytes of all its split points (or of the file that lists them).
enum { PRESPLIT_REGIONS_MAX = 1000000, PRESPLIT_BYTES_MAX = 256 * 1024 * 1024 };

enum presplit_kind { // in the order of presplit_names
    PRESPLIT_AUTO,
    PRESPLIT_NONE,
    PRESPLIT_KEYS,
    PRESPLIT_FILE,
    PRESPLIT_HEX,
    PRESPLIT_DECIMAL,
    PRESPLIT_UNIFORM,
    PRESPLIT_BYTES,
    PRESPLIT_BUCKETS,
    PRESPLIT_LEARNED,
};
extern const char *const presplit_names[]; // NULL-ended, for PARAM_CHOICE
extern const char *const presplit_help[];  // one line each, for `hotsim list presplits`

// `store.presplit` of a scenario.
struct presplit_config {
    int algorithm;           // enum presplit_kind
    uint64_t regions;        // 0: not given (4 x servers where the algorithm needs it)
    struct param_texts keys; // PRESPLIT_KEYS, with \xNN
    char *file;              // PRESPLIT_FILE: a key a line, with \xNN; resolved path
    char *first, *last;      // PRESPLIT_BYTES, with \xNN
    double fraction;         // PRESPLIT_LEARNED: of the puts
    uint64_t learn_rows;     // PRESPLIT_LEARNED: at most
};

struct split_list {
    struct bytes *items; // sorted, distinct, not empty; views into storage
    size_t count;
    size_t merged; // equal points that were merged (a warning is due)
    struct buffer storage;
};
void split_list_done(struct split_list *splits);

// keys, file, hex, decimal, uniform, bytes; `regions` resolved (>= 1).
bool presplit_fixed(const struct presplit_config *config, uint64_t regions,
                    struct split_list *out_splits, struct err *err);

// learned: split i = sorted[floor(i * n / regions)], i = 1..regions-1, over n sampled keys (sorted
// here, in place).
void presplit_learned(struct bytes *keys, size_t count, uint64_t regions,
                      struct split_list *out_splits);

// buckets: all but the lowest of `values` (sorted, distinct).
void presplit_buckets(const struct bytes *values, size_t count, struct split_list *out_splits);

// A line a key, \xNN decoded, CRLF and a missing last newline accepted; also HBase's SPLITS_FILE.
bool presplit_read_file(const char *path, struct split_list *out_splits, struct err *err);

#endif
