// result_field.h -- one row for each thing that a result says: its name in result.json, where it
// is, what it means.
//
// The same rows write and read result.json, find a metric by its path, print `hotsim help metrics`
// and free a result, so that the five cannot disagree.
#ifndef HOTSIM_METRICS_RESULT_FIELD_H
#define HOTSIM_METRICS_RESULT_FIELD_H

#include "metrics/result.h"

enum result_kind {
    RESULT_NUMBER,  // double; NaN is null
    RESULT_COUNT,   // uint64_t
    RESULT_SMALL,   // uint32_t
    RESULT_FLAG,    // bool
    RESULT_TEXT,    // char *; NULL is written as an empty text
    RESULT_OPTION,  // char *; left out where NULL
    RESULT_BOUND,   // double at `offset`, given where the bool at `count_offset` says so; else left
                    // out
    RESULT_STATE,   // int: enum expect_state, by name
    RESULT_JSON,    // char *: JSON text
    RESULT_OBJECT,  // the rows of `members`, over the struct at `offset`
    RESULT_LIST,    // a pointer to structs of `item_size`, their number a size_t at `count_offset`
    RESULT_MAP,     // the same, as an object by the items' names
    RESULT_TEXTS,   // char **, their number at `count_offset`
    RESULT_TABLE,   // uint32_t: index into the design's tables, by name
    RESULT_DESIGNS, // uint32_t *: indices of designs, by name, their number at `count_offset`
    RESULT_SERVERS, // uint64_t *: one for each of the design's servers
    RESULT_GRID,    // uint32_t *: the design's heat, a list for each row
};

struct result_field {
    const char *name; // NULL ends a table
    enum result_kind kind;
    size_t offset;
    const char *meaning; // one line, no full stop; NULL: plain from its name or its members
    const struct result_field *members;
    size_t count_offset, item_size;
};

extern const struct result_field result_fields[];                 // of struct result
extern const struct result_field result_design_fields[];          // of struct design_result
extern const struct result_field result_load_fields[];            // of struct load_summary
extern const struct result_field result_hotspot_fields[];         // of struct hotspot
extern const struct result_field result_hotspot_summary_fields[]; // of struct hotspot_summary
extern const char *const result_state_names[]; // in the order of enum expect_state

// Where a row's value is; and, for lists and maps, their number and items.
static inline void *result_at(const void *base, size_t offset)
{
    return (uint8_t *)base + offset;
}
size_t result_count(const void *base, const struct result_field *field);
void *result_item(const void *base, const struct result_field *field, size_t index);
// The name of an item of a list or map whose first row is its name.
const char *result_item_name(const void *base, const struct result_field *field, size_t index);

#endif
