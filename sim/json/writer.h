// writer.h -- JSON out, the same bytes for the same calls.
//
// Numbers are the shortest text that reads back equal; NaN and infinity become null; integers are exact to 64 bits. Texts are
// escaped; bytes that are not UTF-8 become U+FFFD. Two spaces a level; lists of numbers stay on one line.
#ifndef HOTSIM_JSON_WRITER_H
#define HOTSIM_JSON_WRITER_H

#include "base/buffer.h"
#include "base/types.h"

enum { JSON_DEPTH_MAX = 64 };

struct json_writer {
    struct buffer *out;
    int depth;
    bool flat[JSON_DEPTH_MAX];  // this level is written on one line
    bool filled[JSON_DEPTH_MAX]; // this level has a member already
    bool after_name;
};

void json_open_object(struct json_writer *writer);
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
void json_raw(struct json_writer *writer, const char *json);  // JSON text written by this writer before: indented to fit

#endif
