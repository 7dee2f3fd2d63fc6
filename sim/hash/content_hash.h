// content_hash.h -- SHA-256 of a content that comes in pieces: a file as it is read.
#ifndef HOTSIM_HASH_CONTENT_HASH_H
#define HOTSIM_HASH_CONTENT_HASH_H

#include "base/types.h"

enum { CONTENT_HASH_DIGITS = 64 };

struct content_hash;

struct content_hash *content_hash_new(void);
void content_hash_free(struct content_hash *hash); // NULL is fine

void content_hash_begin(struct content_hash *hash); // again from nothing
void content_hash_add(struct content_hash *hash, struct bytes piece);
// The digest as 64 hex digits and a NUL; then only a new beginning is allowed.
void content_hash_end(struct content_hash *hash, char out_text[CONTENT_HASH_DIGITS + 1]);

#endif
