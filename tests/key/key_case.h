// key_case.h -- a record and its schema from one line of text, for tables of key programs.
//
// A field is name[:type[:unit]][@min..max][{a,b,c}]=value; fields are separated by blanks; values
// decode \xNN.
#ifndef HOTSIM_TESTS_KEY_CASE_H
#define HOTSIM_TESTS_KEY_CASE_H

#include "key/program.h"

enum { CASE_FIELDS_MAX = 8 };

struct key_case {
    struct schema schema;
    struct batch batch; // one row
    struct key_context context;
};

// `encoding`: b binary, t text, o ordered, s slices. Params: n 16, numBuckets 16, zero 0.
void key_case_init(struct key_case *it, const char *fields, char encoding);
void key_case_done(struct key_case *it);

// The key as lower-case hex in a static buffer, or "ERROR: message".
const char *key_case_run(const char *program, const char *fields, char encoding);

// The same for a compiled program and the case's own row.
const char *key_case_hex(struct key_program *program, struct key_case *it);

#endif
