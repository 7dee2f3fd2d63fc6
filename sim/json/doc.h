// doc.h -- JSON in: strict, with comments, and with the place of every value.
//
// The one place that includes cJSON. Before cJSON sees the text a strict recogniser has accepted it (RFC 8259, plus
// // and /* */ comments where allowed): no leading zeros, no raw control bytes, valid UTF-8, no NUL, depth at
// most 64, no number beyond double's range, no duplicate member names. 64-bit integers are read from the raw token.
//
// Ownership: nodes belong to the doc. Errors: ERR_INPUT with offset and length in the text.
#ifndef HOTSIM_JSON_DOC_H
#define HOTSIM_JSON_DOC_H

#include "base/err.h"
#include "base/types.h"

struct json_doc;
struct json_node; // opaque: a value of a doc

enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT };

struct json_doc *json_doc_parse(const char *text, size_t size, bool comments, struct err *err);
void json_doc_free(struct json_doc *doc); // NULL is fine

const struct json_node *json_doc_root(const struct json_doc *doc);
enum json_kind json_kind_of(const struct json_node *node);
const char *json_text_of(const struct json_node *node);   // JSON_TEXT
double json_number_of(const struct json_node *node);      // JSON_NUMBER
bool json_bool_of(const struct json_node *node);
// Exactly, from the raw token; false where it has a fraction, an exponent that leaves one, or does not fit.
bool json_int_of(const struct json_doc *doc, const struct json_node *node, int64_t *out_value);
bool json_uint_of(const struct json_doc *doc, const struct json_node *node, uint64_t *out_value);

size_t json_count(const struct json_node *node);                          // members or items
const struct json_node *json_first(const struct json_node *node);         // NULL: empty
const struct json_node *json_next(const struct json_node *node);          // NULL: the last
const char *json_name_of(const struct json_node *node);                   // of a member
const struct json_node *json_member(const struct json_node *object, const char *name); // case-sensitive; NULL: none

// Where the value (or the member's name) stands in the text.
void json_place_of(const struct json_doc *doc, const struct json_node *node, size_t *out_offset, size_t *out_length);
void json_name_place_of(const struct json_doc *doc, const struct json_node *node, size_t *out_offset, size_t *out_length);
// The place of character `index` of a text value (escapes counted), for faults inside a key program.
size_t json_place_in_text(const struct json_doc *doc, const struct json_node *node, size_t index);

// Line and column from 1; columns count characters.
void json_line_column(const char *text, size_t size, size_t offset, size_t *out_line, size_t *out_column);

#endif
