// domain.h -- all values that an expression can have, where they can be listed without knowing the
// records.
//
// The values come from a few sources below the expression: a remainder, a salt, digits of a digest,
// a field whose values are listed, a condition. All combinations of the sources' values are
// evaluated; what depends on constants alone besides them is enumerable with them.
#ifndef HOTSIM_KEY_DOMAIN_H
#define HOTSIM_KEY_DOMAIN_H

#include "key/node.h"

enum { KEY_SOURCES_MAX = 8 };

struct key_domain {
    struct key_node *sources[KEY_SOURCES_MAX];
    size_t source_count;
    uint64_t combinations; // UINT64_MAX: that many or more
};

// False where the values cannot be listed.
bool key_domain_of(const struct key_graph *graph, struct key_node *node,
                   struct key_domain *out_domain);

// How many values the node has by itself, whatever its arguments; 0: no way to tell.
uint64_t key_own_values(const struct key_graph *graph, const struct key_node *node);
// The `index`-th of them, into row `row` of the node's column; texts in `arena`.
void key_put_own_value(const struct key_graph *graph, const struct key_node *node, uint64_t index,
                       size_t row, struct arena *arena);

// Evaluates `node` for all combinations, BATCH_ROWS at a time, and hands each batch of rows to
// `each`. False where `each` says so. The columns of the last batch that was run are lost.
bool key_domain_run(struct key_graph *graph, const struct key_domain *domain,
                    bool (*each)(void *context, size_t count), void *context);

#endif
