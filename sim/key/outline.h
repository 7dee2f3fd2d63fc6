// outline.h -- the shape of a key program: where its statements and the parts of its key begin and
// end.
//
// Nothing is resolved here, so that a program can be taken apart without knowing the workload's
// fields.
#ifndef HOTSIM_KEY_OUTLINE_H
#define HOTSIM_KEY_OUTLINE_H

#include "base/err.h"
#include "key/node.h"

struct outline_statement {
    struct key_place type; // length 0: none
    struct key_place name; // within backquotes, if any
    struct key_place value;
};

enum outline_kind { PART_LITERAL, PART_BRACKETS, PART_ANGLES, PART_BRACES };

struct outline_part {
    enum outline_kind kind;
    struct key_place whole;
    struct key_place inner; // within the brackets, without blanks around
    bool is_sign;           // [_]: a literal in brackets
};

struct outline {
    struct outline_statement *statements;
    size_t statement_count;
    struct outline_part *parts; // none: the last statement's name is the key
    size_t part_count;
};

enum { KEY_PROGRAM_BYTES_MAX = 1 << 20 };

bool outline_read(const char *text, struct outline *out_outline, struct err *err);
void outline_done(struct outline *outline);

// Appends the bytes that a literal part stands for: blanks around newlines and at the key's ends
// left out, \xNN decoded.
void outline_literal(const char *text, const struct outline *outline, size_t part,
                     struct buffer *out);

// Appends a piece of the text with each run of blanks and newlines outside quotes made one blank.
void outline_squeeze(const char *text, struct key_place place, struct buffer *out);

#endif
