// presplit_bytes.h -- the arithmetic of keys: a range cut into equal pieces, as HBase cuts it.
//
// Source: org.apache.hadoop.hbase.util.Bytes.split. Both ends are padded with zero bytes to one
// length and read as big-endian numbers; where fewer numbers than pieces lie between them, a zero
// byte is added to both until there are enough.
#ifndef HOTSIM_TABLE_PRESPLIT_BYTES_H
#define HOTSIM_TABLE_PRESPLIT_BYTES_H

#include "table/presplit.h"

struct key_range {
    struct bytes first, last; // first < last after padding
    bool inclusive;           // `last` itself belongs to the range that is divided
};

// The ends and `inner` points between them, inner >= 1: inner + 2 points, settled. The ends are
// given back as they were, unless a byte had to be added.
bool presplit_bytes(const struct key_range *range, uint64_t inner, struct split_list *out_points,
                    struct err *err);

#endif
