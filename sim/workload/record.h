// record.h -- one record of delimited text: where it ends, and its fields. For
// workload/delimited.c.
#ifndef HOTSIM_WORKLOAD_RECORD_H
#define HOTSIM_WORKLOAD_RECORD_H

#include "base/types.h"

struct cutter; // workload/format.h

struct delimited_format {
    char delimiter;
    char quote;            // 0: none
    const char *comment;   // lines that begin with it are passed over; NULL: none
    struct cutter *cutter; // makes the cells of each line; NULL: delimiter and quote do
};

enum scan {
    SCAN_DONE,     // at the line end, or at the end of the file
    SCAN_MORE,     // the record goes on behind what was read so far
    SCAN_UNCLOSED, // a quote is still open at the end of the file
    SCAN_TAIL,     // text follows a closing quote
};

struct cursor {
    uint8_t *at;
    uint8_t *end;   // of what was read
    bool is_last;   // nothing follows `end`
    uint8_t *fault; // SCAN_UNCLOSED, SCAN_MORE: a quote still open, or NULL; SCAN_TAIL: the text
};

// Leaves the cursor behind the last field of the record that begins at it.
enum scan record_scan(const struct delimited_format *format, struct cursor *cursor);

// The record at the head of what was read: where its content ends, and its last line.
struct extent {
    uint8_t *content_end;
    uint8_t *line_end;
    bool has_quote;
    bool passed_over; // empty, or a comment
    const uint8_t *fault;
};
enum scan record_find(const struct delimited_format *format, uint8_t *from, uint8_t *end,
                      bool is_last, struct extent *out_extent);

struct field_list {
    struct bytes *items; // views into the record
    size_t count, capacity;
};
void field_list_done(struct field_list *fields);

// Cuts from..end, a whole record without its line end. Quotes are taken off in place.
void record_split(const struct delimited_format *format, uint8_t *from, uint8_t *end,
                  bool has_quote, struct field_list *out_fields);

#endif
