// doc.h -- JSON in: strict, with comments, and with the place of every value.
//
// The one place that includes cJSON. Before cJSON sees the text a strict recogniser has accepted it
// (RFC 8259, plus
// // and /* */ comments where allowed): no leading zeros, no raw control bytes, valid UTF-8, no
// NUL, depth at most 64, no number beyond double's range, no duplicate member names. 64-bit
// integers are read from the raw token.
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
const char *json_text_of(const struct json_node *node); // JSON_TEXT
double json_number_of(const struct json_node *node);    // JSON_NUMBER
bool json_bool_of(const struct json_node *node);
// Exactly, from the raw token; false where it has a fraction, an exponent that leaves one, or does
// not fit.
bool json_int_of(const struct json_doc *doc, const struct json_node *node, int64_t *out_value);
bool json_uint_of(const struct json_doc *doc, const struct json_node *node, uint64_t *out_value);

size_t json_count(const struct json_node *node);                  // members or items
const struct json_node *json_first(const struct json_node *node); // NULL: empty
const struct json_node *json_next(const struct json_node *node);  // NULL: the last
const char *json_name_of(const struct json_node *node);           // of a member
const struct json_node *json_member(const struct json_node *object,
                                    const char *name); // case-sensitive; NULL: none

// Where the value (or the member's name) stands in the text.
void json_place_of(const struct json_doc *doc, const struct json_node *node, size_t *out_offset,
                   size_t *out_length);
void json_name_place_of(const struct json_doc *doc, const struct json_node *node,
                        size_t *out_offset, size_t *out_length);
// The place of byte `index` of a text value (escapes counted), for faults inside a key program.
size_t json_place_in_text(const struct json_doc *doc, const struct json_node *node, size_t index);

// --- more than one text: values from a command line, put into a tree that was read from a file ---
//
// Every node knows the text it came from: source 0 is the text parsed first; json_place_of and its
// kin speak of the node's own.

// As json_doc_parse, but duplicate members are kept (json_member finds the first) and listed, so
// that they can be reported together.
struct json_doc *json_doc_parse_all(const char *text, size_t size, bool comments, struct err *err);
size_t json_doc_duplicate_count(const struct json_doc *doc);
const struct json_node *json_doc_duplicate(const struct json_doc *doc, size_t index);

size_t json_source_of(const struct json_doc *doc, const struct json_node *node);
struct bytes json_source_text(const struct json_doc *doc, size_t source);

// Adds a text (copied) and gives its number.
size_t json_doc_add_source(struct json_doc *doc, const char *text);

// Where in a source a new node and its member's name stand.
struct json_spot {
    size_t source;
    size_t name_offset, name_length;
    size_t offset, length;
};

// A value that spot.offset.. of its source spells, as JSON, or NULL where it is not JSON.
// Like the two that follow it belongs to nobody until json_doc_put takes it.
struct json_node *json_doc_new_value(struct json_doc *doc, struct json_spot spot);
struct json_node *json_doc_new_text(struct json_doc *doc, struct json_spot spot, const char *text);
struct json_node *json_doc_new_object(struct json_doc *doc, struct json_spot spot);

// Makes `value` the member `name` of an object, or the item `name` (a number from 0) of a list, in
// place of an older one; false, and the value freed, where a list has no such item.
bool json_doc_put(struct json_doc *doc, const struct json_node *container, const char *name,
                  struct json_node *value);

// Turns a member's value v into {"name": v}; a list of texts into an object of text: text.
void json_doc_wrap(struct json_doc *doc, const struct json_node *node, const char *name);
void json_doc_name_items(struct json_doc *doc, const struct json_node *list);

// Line and column from 1; columns count characters.
void json_line_column(const char *text, size_t size, size_t offset, size_t *out_line,
                      size_t *out_column);

#endif
