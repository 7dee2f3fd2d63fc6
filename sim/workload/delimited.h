// delimited.h -- records of delimited text: csv and tsv, one file or several in order.
//
// RFC 4180 where a quote character is set: a field that begins with it runs to the next single one,
// over delimiters and line ends; doubled, it stands for itself. A quote inside an unquoted field is
// an ordinary character. Lines end with LF or CRLF; the last may lack its end. A byte-order mark at
// the head of a file, empty lines, and lines that begin with the comment text are passed over.
//
// Limits: a record takes at most RECORD_BYTES_MAX bytes, so memory stays small whatever comes.
// Faults: a record that breaks the rules is told by ROW_FAULT, and reading can go on with the next
// line; a file that
//         cannot be read is ROW_FAILED. Messages begin with "file:line: ".
// Ownership: fields are views that are good until the next call.
#ifndef HOTSIM_WORKLOAD_DELIMITED_H
#define HOTSIM_WORKLOAD_DELIMITED_H

#include "base/err.h"
#include "base/param.h"
#include "base/types.h"
#include "workload/record.h"

enum { RECORD_BYTES_MAX = 1024 * 1024 };

struct delimited_row {
    const struct bytes *fields;
    size_t count;
    uint64_t line;    // where it begins, from 1
    const char *file; // as given
    bool is_first;    // of its file
};

enum delimited_result { ROW_READ, ROW_END, ROW_FAULT, ROW_FAILED };

struct delimited;

// Opens all files. `paths` and the texts of `format` must outlive the reader. NULL on error.
struct delimited *delimited_open(const struct param_texts *paths,
                                 const struct delimited_format *format, struct err *err);
void delimited_close(struct delimited *reader); // NULL is fine

enum delimited_result delimited_next(struct delimited *reader, struct delimited_row *out_row,
                                     struct err *err);
bool delimited_rewind(struct delimited *reader, struct err *err);

// The bytes that come next, a block or the rest of the file, without taking them.
bool delimited_peek(struct delimited *reader, struct bytes *out_head, struct err *err);
void delimited_set_format(struct delimited *reader, const struct delimited_format *format);

// Reads what is left of all files, so that the hash covers them whole.
bool delimited_drain(struct delimited *reader, struct err *err);

// SHA-256 of the decompressed bytes of all files, as 64 hex digits; "" until a pass has come to the
// end.
const char *delimited_hash(const struct delimited *reader);

void delimited_progress(const struct delimited *reader, uint64_t *out_done, uint64_t *out_total);

#endif
