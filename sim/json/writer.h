// writer.h -- JSON out, the same bytes for the same calls.
//
// Numbers are the shortest text that reads back equal; NaN and infinity become null; integers are
// exact to 64 bits. Texts are escaped; each byte that is not UTF-8 becomes U+FFFD; control and
// direction marks become \uXXXX, so that the text is harmless on a terminal. Two spaces a level; a
// flat list, with all in it, stays on one line.
//
// A writer starts as `{.out = &buffer}`. Names are given in objects only, one before each value:
// else it asserts.
#ifndef HOTSIM_JSON_WRITER_H
#define HOTSIM_JSON_WRITER_H

#include "base/buffer.h"
#include "base/types.h"

enum { JSON_DEPTH_MAX = 64 };

struct json_writer {
    struct buffer *out;
    int depth;
    bool flat[JSON_DEPTH_MAX];   // this level is written on one line
    bool filled[JSON_DEPTH_MAX]; // this level has a member already
    bool after_name;
};

void json_open_object(struct json_writer *writer);
void json_open_flat_object(struct json_writer *writer); // on one line, with all in it
void json_close_object(struct json_writer *writer);
void json_open_list(struct json_writer *writer, bool flat);
void json_close_list(struct json_writer *writer);
void json_name(struct json_writer *writer, const char *name); // of the next value, in an object

void json_number(struct json_writer *writer, double value);
void json_uint(struct json_writer *writer, uint64_t value);
void json_int(struct json_writer *writer, int64_t value);
void json_bool(struct json_writer *writer, bool value);
void json_null(struct json_writer *writer);
void json_text(struct json_writer *writer, const char *text); // NULL: null
void json_raw(struct json_writer *writer,
              const char *json); // JSON text written by this writer before: indented to fit

#endif
