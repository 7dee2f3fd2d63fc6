// byte_stream.h -- the bytes of a file, decompressed where it is compressed.
//
// gzip, xz, zstd and bzip2 are recognised by content, whatever the file is called. `-` is standard
// input, and anything else that cannot be read twice (a pipe) is treated alike: copied once to an
// unlinked temporary file. The copy of standard input then takes its place, so that a second stream
// over `-` reads the same bytes.
//
// Limits: a zstd window of 128 MiB, 1 GiB of memory for xz; beyond, the file is refused.
// Errors: ERR_INPUT for a file that is missing, a folder, cut off or damaged, with the byte of the
// file where it
//         was noticed; ERR_MACHINE for a failing disk. A read error is never taken for the end.
#ifndef HOTSIM_WORKLOAD_BYTE_STREAM_H
#define HOTSIM_WORKLOAD_BYTE_STREAM_H

#include "base/err.h"
#include "base/types.h"

struct byte_stream;

struct byte_stream *byte_stream_open(const char *path, struct err *err); // NULL on error
void byte_stream_close(struct byte_stream *stream);                      // NULL is fine

// Up to `capacity` (at least 1) bytes; 0 at the end.
bool byte_stream_read(struct byte_stream *stream, uint8_t *into, size_t capacity, size_t *out_size,
                      struct err *err);
bool byte_stream_rewind(struct byte_stream *stream, struct err *err);

uint64_t byte_stream_offset(const struct byte_stream *stream); // bytes of the file read so far
uint64_t byte_stream_size(const struct byte_stream *stream);   // of the file

#endif
