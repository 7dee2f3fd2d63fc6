// record_book.h -- the fields of the records stored so far, for telling which rows match a query.
//
// One book serves all designs: it is written between chunks of the stream and read during them.
// Records are numbered from 0 as they are added. Up to `limit` of them all are held; beyond it
// those whose number is drawn by a thinning 1/2^level, which is a function of how many there were,
// so that every design and thread sees the same.
//
// Ownership: the book owns copies of its records; a view is good until the next record_book_add.
#ifndef HOTSIM_RUN_RECORD_BOOK_H
#define HOTSIM_RUN_RECORD_BOOK_H

#include "base/batch.h"
#include "base/schema.h"

struct record_book;

struct record_book *record_book_new(const struct schema *schema, uint64_t limit);
void record_book_free(struct record_book *book); // NULL is fine

// The batch's puts and updates, in order; they are numbered on. What it deletes, and the versions
// that it replaces, are held on as gone; their numbers are those that the book gave them.
void record_book_add(struct record_book *book, const struct batch *batch);

uint64_t record_book_count(const struct record_book *book); // records seen
// Records that one held record stands for: 1 up to the limit, then 2, 4, ...
uint64_t record_book_scale(const struct record_book *book);
// The batch and row that hold a record; false where it is not held.
bool record_book_find(const struct record_book *book, uint64_t number,
                      const struct batch **out_batch, size_t *out_row);

// Records held, and the `place`-th of them.
uint64_t record_book_held(const struct record_book *book);
void record_book_at(const struct record_book *book, uint64_t place, const struct batch **out_batch,
                    size_t *out_row);
bool record_book_is_gone(const struct record_book *book, uint64_t place);

#endif
