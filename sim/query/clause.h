// clause.h -- a where-clause: which rows a query asks for, in words about fields.
//
//   [select * from NAME] where a = 1 and b >= 2 and 3 < c < 4 and d in (5, 6) and e like 'pre%'
//     [from NAME] [order by f [asc|desc]] [limit n]
//
// Literals take the field's type, or are an error; `$field` is the value of the drawn record, `now`
// the record clock, `60s`, `2h`, `7d` durations in the compared field's unit. Compiled once, bound
// for every occurrence.
//
// Errors: ERR_INPUT with offset and length in the text, and a hint.
#ifndef HOTSIM_QUERY_CLAUSE_H
#define HOTSIM_QUERY_CLAUSE_H

#include "base/batch.h"
#include "base/err.h"
#include "base/schema.h"

struct clause;

struct clause *clause_new(const char *text, const struct schema *schema,
                          struct err *err); // NULL on error
void clause_free(struct clause *clause);    // NULL is fine

// What the clause says, whatever the occurrence.
enum condition_kind {
    CONDITION_NONE,   // the field is not spoken of
    CONDITION_EQUAL,  // one value, or one of several (`in`)
    CONDITION_RANGE,  // low and high, either may be absent
    CONDITION_PREFIX, // like 'pre%'
    CONDITION_SUFFIX, // like '%ing': cannot be bound, only filtered
};
enum condition_kind clause_condition(const struct clause *clause, size_t field);
size_t clause_value_count(const struct clause *clause, size_t field); // CONDITION_EQUAL
bool clause_is_ordered(const struct clause *clause, size_t *out_field, bool *out_descending);
uint64_t clause_limit(const struct clause *clause);    // 0: none
const char *clause_table(const struct clause *clause); // `from NAME`, or NULL

// One occurrence: values in the place of `$field` and `now`.
struct bound_value {
    int64_t number; // whole numbers, times; decimal: the scaled integer, with `scale`
    uint8_t scale;
    struct bytes text; // strings and bytes; decimal: its text. Views into the bound clause
};
struct bound_condition {
    enum condition_kind kind;
    struct bound_value *values; // EQUAL: `count` of them; PREFIX, SUFFIX: the text
    size_t count;
    bool has_low, has_high, low_open, high_open; // RANGE; open: the value itself is outside
    struct bound_value low, high;
};
struct bound_clause {
    const struct clause *clause;
    struct bound_condition *conditions; // [fields]
    size_t field_count;
    bool impossible; // a range that holds nothing
    struct buffer storage;
};
void bound_clause_init(struct bound_clause *bound, const struct clause *clause);
void bound_clause_done(struct bound_clause *bound);
// `row` of `batch` is the drawn record; `now` in nanoseconds since 1970 on the record clock.
bool clause_bind(const struct clause *clause, const struct batch *batch, size_t row, int64_t now_ns,
                 struct bound_clause *out_bound, struct err *err);
// Whether a row of a batch is asked for.
bool bound_clause_matches(const struct bound_clause *bound, const struct batch *batch, size_t row);

#endif
