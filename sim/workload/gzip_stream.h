// gzip_stream.h -- gzip, with the checksum and the length behind each member held against the data.
//
// Several members end to end are one content (RFC 1952), zero bytes behind the last are padding,
// and anything else there is an error.
#ifndef HOTSIM_WORKLOAD_GZIP_STREAM_H
#define HOTSIM_WORKLOAD_GZIP_STREAM_H

#include "base/types.h"

// Where packed bytes come from: the next block, empty at the end. False where it cannot be read.
struct gzip_source {
    bool (*next)(void *context, struct bytes *out_block);
    void *context;
};

enum gzip_result { GZIP_DATA, GZIP_END, GZIP_DAMAGED, GZIP_UNREADABLE };

struct gzip_stream;

struct gzip_stream *gzip_stream_new(struct gzip_source source);
void gzip_stream_free(struct gzip_stream *stream); // NULL is fine

// Up to `capacity` bytes; GZIP_DATA gives at least one.
enum gzip_result gzip_stream_read(struct gzip_stream *stream, uint8_t *into, size_t capacity,
                                  size_t *out_size);

// After GZIP_DAMAGED: what is wrong, and how many bytes of the last block were not looked at.
const char *gzip_stream_fault(const struct gzip_stream *stream);
size_t gzip_stream_ahead(const struct gzip_stream *stream);

#endif
