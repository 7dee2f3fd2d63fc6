// split_list.h -- how a list of split points is built: sizes first, views once the bytes lie still.
//
// Ownership: the list owns its items and their bytes.
#ifndef HOTSIM_TABLE_SPLIT_LIST_H
#define HOTSIM_TABLE_SPLIT_LIST_H

#include "table/presplit.h"

// An empty list with room for `capacity` points.
struct split_list split_list_of(size_t capacity);

// Copies a point to the end. The items' views are good after split_list_settle.
void split_list_append(struct split_list *splits, struct bytes key);
void split_list_settle(struct split_list *splits);

// Sorts settled points, as HBase does with what it is given, and refuses what HBase refuses: an
// empty point and one that is given twice. Point i came from `place` number i + 1 ("line 3").
bool split_list_sort(struct split_list *splits, const char *place, struct err *err);

#endif
