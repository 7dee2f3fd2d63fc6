// key_batch.h -- the row keys of a batch, end to end in one run of bytes.
#ifndef HOTSIM_BASE_KEY_BATCH_H
#define HOTSIM_BASE_KEY_BATCH_H

#include "base/batch.h"
#include "base/buffer.h"
#include "base/types.h"

// HBase's own limit (Short.MAX_VALUE); a longer key is refused, by its record.
enum { KEY_BYTES_MAX = 32767 };

struct key_batch {
    size_t count;
    uint32_t start[BATCH_ROWS + 1]; // key i is data[start[i]] .. data[start[i + 1]]
    struct buffer bytes;            // always at least 8 readable bytes past the last key
};

static inline struct bytes key_at(const struct key_batch *keys, size_t i)
{
    return bytes_of(keys->bytes.data + keys->start[i], keys->start[i + 1] - keys->start[i]);
}

// The order of every store here: unsigned bytes, the shorter prefix first. <0, 0, >0.
int key_compare(struct bytes a, struct bytes b);

#endif
