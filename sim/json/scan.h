// scan.h -- the strict recogniser behind json/doc.h: is this text JSON, and where does each value
// stand?
//
// Values are listed in the order in which they begin (an object before its members), which is the
// order of a walk through the parsed tree.
//
// Ownership: the caller owns `places` and `clean`, also after a failure.
#ifndef HOTSIM_JSON_SCAN_H
#define HOTSIM_JSON_SCAN_H

#include "base/buffer.h"
#include "base/err.h"
#include "base/types.h"

enum { JSON_DEPTH_LIMIT = 64 };

struct json_place {
    size_t source; // which text of the doc; 0 here
    size_t offset, length;
    size_t name_offset, name_length; // of a member's name with its quotes; else length 0
    double number;
};

struct json_places {
    struct json_place *items;
    size_t count, capacity;
};

void json_places_add(struct json_places *places, struct json_place place);

// `clean` gets the text with comments blanked and every number replaced by a 0 and blanks, at
// unchanged offsets, so that what reads it next meets plain JSON and no number that it could round
// or refuse.
bool json_scan(struct bytes text, bool comments, struct json_places *places, struct buffer *clean,
               struct err *err);

#endif
