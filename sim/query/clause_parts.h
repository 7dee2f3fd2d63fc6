// clause_parts.h -- a where-clause as it is compiled: comparisons of fields with values.
//
// Inside the clause only.
#ifndef HOTSIM_QUERY_CLAUSE_PARTS_H
#define HOTSIM_QUERY_CLAUSE_PARTS_H

#include "query/clause.h"
#include "query/clause_lexer.h"

enum term_kind {
    TERM_IN, // equal to one of the values
    TERM_LESS,
    TERM_AT_MOST,
    TERM_MORE,
    TERM_AT_LEAST,
    TERM_PREFIX,
    TERM_SUFFIX,
};

enum value_base { BASE_LITERAL, BASE_FIELD, BASE_NOW };

struct clause_value {
    enum value_base base;
    struct bound_value literal; // BASE_LITERAL; texts live in the clause's arena
    size_t field;               // BASE_FIELD
    wide_int offset;            // added to a number, in the compared field's unit
    uint8_t offset_scale;       // digits of the offset after the point, for decimals
};

struct clause_term {
    size_t field;
    enum term_kind kind;
    size_t first, count; // of the values
};

struct clause {
    const struct schema *schema;
    struct clause_term *terms;
    size_t term_count;
    struct clause_value *values;
    size_t value_count, value_room;
    enum condition_kind *kinds; // [fields]
    char *table;
    size_t table_offset, table_length; // of its name, in the text
    bool ordered, descending;
    size_t order_field;
    uint64_t limit;
    struct arena keep;
};

struct clause_parser {
    struct clause *clause;
    struct clause_lexer lexer;
    struct clause_token token; // the next one
    struct err *err;
};

// --- the parser's pieces ---

bool parser_next(struct clause_parser *parser);
bool parser_is_word(const struct clause_parser *parser, const char *word);
bool parser_expected(const struct clause_parser *parser,
                     const char *wanted); // false, with an error

// The field that a name token means; false, with what exists, where there is none.
bool parser_field(const struct clause_parser *parser, const struct clause_token *name,
                  size_t *out_field);

// A value that is compared with `field`, and all that is added to it.
bool parser_value(struct clause_parser *parser, size_t field, struct clause_value *out_value);
bool parser_at_value(const struct clause_parser *parser);

// All of the text.
bool clause_parse(struct clause_parser *parser);

// --- values ---

// <0, 0, >0, by the order of the field's type.
int bound_value_compare(const struct field *field, const struct bound_value *a,
                        const struct bound_value *b);

// The value of a row. Texts are views of the batch.
struct bound_value bound_value_of(const struct column *column, size_t row);

struct clause_occurrence {
    const struct batch *batch;
    size_t row;
    int64_t now_ns;
};

// The value at one occurrence, for a field; texts in `arena`.
struct bound_value clause_value_at(const struct clause_value *value, const struct field *field,
                                   const struct clause_occurrence *occurrence, struct arena *arena);

wide_int clause_scaled(wide_int number, unsigned from, unsigned to); // times 10^(to - from), if any
struct bound_value clause_whole(enum value_type type, wide_int number);
// At most 18 digits: what is finer is cut off.
struct bound_value clause_decimal(wide_int number, uint8_t scale, struct arena *arena);

// Digits after the point of a nanosecond in the unit.
uint8_t clause_unit_scale(enum time_unit unit);

#endif
