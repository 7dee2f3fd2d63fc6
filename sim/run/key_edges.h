// key_edges.h -- whether writes come at the end of what their partition holds: the mark of a key
// that rises or falls.
//
// One write in a few is looked at; it is at the edge where its key is beyond all keys of its
// partition that were looked at before. Of keys in any other order the n-th is with chance 1 / n.
//
// Memory: two keys a partition. Ownership: owns copies of them. Errors: none.
#ifndef HOTSIM_RUN_KEY_EDGES_H
#define HOTSIM_RUN_KEY_EDGES_H

#include "base/key_batch.h"

struct key_edges;

struct key_edges *key_edges_new(uint32_t partitions);
void key_edges_free(struct key_edges *edges); // NULL is fine

// Keys from `first` on, and the partition of each, of which the first is `base`.
void key_edges_add(struct key_edges *edges, const struct key_batch *keys, size_t first,
                   const uint32_t *partition, uint32_t base);

// Shares of the writes that were looked at; NaN where none was.
double key_edges_high(const struct key_edges *edges);
double key_edges_low(const struct key_edges *edges);

#endif
