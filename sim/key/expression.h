// expression.h -- one expression of the key language as a column: generated fields (`expr`),
// buckets of `order`.
#ifndef HOTSIM_KEY_EXPRESSION_H
#define HOTSIM_KEY_EXPRESSION_H

#include "key/program.h"

struct key_expression;

struct key_expression *key_expression_new(const char *text, const struct key_context *context,
                                          struct err *err); // NULL on error
void key_expression_free(struct key_expression *expression);

enum value_type key_expression_type(const struct key_expression *expression);

// What is known of its values: the bounds of whole numbers. False: nothing.
bool key_expression_bounds(const struct key_expression *expression, int64_t *out_min,
                           int64_t *out_max);

// The names of the fields that it reads, so that generated fields can be put in order; NULL after
// the last.
const char *const *key_expression_fields(const struct key_expression *expression);

// Fills `out` (of the expression's type) for every row; texts are good until the next run.
bool key_expression_run(struct key_expression *expression, const struct batch *batch,
                        struct column *out, struct err *err);

// The value of an expression over params alone: "2 * numBuckets". Exact 64-bit integers, or doubles
// where a fraction occurs.
bool key_constant(const char *text, const struct key_param *params, size_t param_count,
                  double *out_value, bool *out_whole, int64_t *out_integer, struct err *err);

#endif
