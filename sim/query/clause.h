// clause.h -- a where-clause: which rows a query asks for, in words about fields.
//
//   [select * from NAME] [from NAME] [where CONDITION and CONDITION ...] [from NAME]
//     [order by f [asc|desc]] [limit n]
//   CONDITION := f = v | f < v | f <= v | f > v | f >= v | v < f < w | f between v and w
//              | f in (v, w, ...) | f like 'pre%' | f like '%ing'
//   v         := literal | $field | now, and + or - numbers or durations behind it
//
// Field names are matched as in the key language: `-`, `_` and letter case count alike where one
// field fits, and `a b` in backquotes names any. A literal takes the field's type, or is an error;
// `$field` is the value of the drawn record, `now` the record clock in the field's unit, `60s`,
// `2h`, `7d` durations in that unit. In texts \xNN is a byte and '' a quote; `_` is no wildcard.
// A table named `table` stands for any: the documents write it. In backquotes it is a name.
//
// Decimals are compared by value: 1.5 is 1.50. Compiled once, bound for every occurrence.
//
// Errors: ERR_INPUT with offset and length in the text, and a hint.
#ifndef HOTSIM_QUERY_CLAUSE_H
#define HOTSIM_QUERY_CLAUSE_H

#include "base/batch.h"
#include "base/err.h"
#include "base/schema.h"
#include "base/arena.h"

enum { CLAUSE_BYTES_MAX = 1 << 20, CLAUSE_VALUES_MAX = 4096 };

struct clause;

struct clause *clause_new(const char *text, const struct schema *schema,
                          struct err *err); // NULL on error; the schema outlives the clause
void clause_free(struct clause *clause);    // NULL is fine

const struct schema *clause_schema(const struct clause *clause);

// What the clause says, whatever the occurrence. Where it speaks of a field twice, the tighter kind
// counts; what it leaves out is filtered.
enum condition_kind {
    CONDITION_NONE,   // the field is not spoken of
    CONDITION_EQUAL,  // one value, or one of several (`in`)
    CONDITION_RANGE,  // low and high, either may be absent
    CONDITION_PREFIX, // like 'pre%'
    CONDITION_SUFFIX, // like '%ing'
};
enum condition_kind clause_condition(const struct clause *clause, size_t field);
size_t clause_condition_terms(const struct clause *clause, size_t field); // comparisons of it
size_t clause_value_count(const struct clause *clause, size_t field); // CONDITION_EQUAL, at most
bool clause_is_ordered(const struct clause *clause, size_t *out_field, bool *out_descending);
uint64_t clause_limit(const struct clause *clause);    // 0: none
const char *clause_table(const struct clause *clause); // `from NAME`; NULL: any
// Where that name stands in the text; length 0 where there is none.
void clause_table_place(const struct clause *clause, size_t *out_offset, size_t *out_length);

// Whether each value that the field is compared with is $field itself, of this very field, and so
// spelled as in the records.
bool clause_is_spelled(const struct clause *clause, size_t field);
// Whether each value that the field is compared with by `=` or `in` is one of those that the schema
// lists. False where it lists none.
bool clause_is_listed(const struct clause *clause, size_t field);

// Whether a value is made of `$field` of the drawn record.
bool clause_draws(const struct clause *clause, size_t field);

// What is known of a range before any record is drawn, in the field's unit: its width, where both
// ends are literals or lie a fixed way from the same `$field` or from `now` (which counts as the
// upper end where there is no other); its lower end, where that is a literal. NaN: not known.
double clause_range_width(const struct clause *clause, size_t field);
double clause_range_low(const struct clause *clause, size_t field);

// One occurrence: values in the place of `$field` and `now`.
struct bound_value {
    int64_t number; // whole numbers, times; decimal: the scaled integer, with `scale`
    uint8_t scale;
    int8_t beyond;     // -1, 1: below, above all values of the field's type; 0 else
    struct bytes text; // strings and bytes; decimal: its text. Views into the bound clause
};
struct bound_condition {
    enum condition_kind kind;
    struct bound_value *values; // EQUAL: `count` of them, each once; PREFIX, SUFFIX: the text
    size_t count;
    // RANGE; open: the value itself is outside. Ends of whole numbers are never open.
    bool has_low, has_high, low_open, high_open;
    struct bound_value low, high;
};
struct bound_clause {
    const struct clause *clause;
    struct bound_condition *conditions; // [fields]
    size_t field_count;
    bool impossible; // no row can match
    struct bound_value *values;
    struct bound_value *kept;
    struct arena storage;
};
void bound_clause_init(struct bound_clause *bound, const struct clause *clause);
void bound_clause_done(struct bound_clause *bound);
// `row` of `batch` is the drawn record (NULL where the clause has no `$field`); `now` in
// nanoseconds since 1970 on the record clock.
bool clause_bind(const struct clause *clause, const struct batch *batch, size_t row, int64_t now_ns,
                 struct bound_clause *out_bound, struct err *err);
// Whether a value of the field fulfils its condition.
bool bound_clause_allows(const struct bound_clause *bound, size_t field,
                         const struct bound_value *value);
// Whether a row of a batch is asked for.
bool bound_clause_matches(const struct bound_clause *bound, const struct batch *batch, size_t row);

#endif
