// unique_search.h -- which columns, alone or in pairs, no two rows agree in.
//
// The first SEARCH_ROWS rows are held (a hash a cell) and rule most out. What is left (all single
// columns, and at most SEARCH_PAIRS pairs of columns that are not unique themselves) is followed to
// the end with a set of all hashes seen, as long as all sets fit into SEARCH_SLOTS; what does not
// fit is known to be unique in so many rows only. Equal 64-bit hashes count as equal values.
#ifndef HOTSIM_WORKLOAD_UNIQUE_SEARCH_H
#define HOTSIM_WORKLOAD_UNIQUE_SEARCH_H

#include "base/types.h"

enum { SEARCH_ROWS = 8192, SEARCH_PAIRS = 12, SEARCH_COLUMNS = 32, SEARCH_SLOTS = 1 << 23 };

struct unique_search;

// Columns beyond SEARCH_COLUMNS are not looked at.
struct unique_search *unique_search_new(size_t columns);
void unique_search_free(struct unique_search *search); // NULL is fine
// Fetches the memory that unique_search_add will need.
void unique_search_expect(const struct unique_search *search, const uint64_t *hashes);
void unique_search_add(struct unique_search *search, const uint64_t *hashes);

struct unique_key {
    size_t count; // 1 or 2
    size_t columns[2];
    uint64_t rows; // the first so many were looked at
};
// The keys without two rows that agree, single columns first, then pairs with the column
// `preferred`; at most `count`. Ends the search.
size_t unique_search_end(struct unique_search *search, size_t preferred,
                         struct unique_key *out_keys, size_t count);

#endif
