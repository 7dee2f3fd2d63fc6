// Expressions over params alone: "2 * numBuckets". Whole numbers stay exact; a fraction makes a
// double.
#include "base/mem.h"
#include "base/text.h"
#include "key/expression.h"
#include "key/lexer.h"
#include "key/names.h"
#include "key/parser.h"

#include <stdlib.h>
#include <string.h>

struct number {
    bool whole;
    int64_t integer;
    double value;
};

struct evaluator {
    struct lexer lexer;
    struct token token;
    struct key_scope scope;
    int depth;
    struct err *err;
};

static bool sum(struct evaluator *evaluator, struct number *out);

static bool next(struct evaluator *evaluator)
{
    return lexer_next(&evaluator->lexer, &evaluator->token, evaluator->err);
}

static bool fail_here(const struct evaluator *evaluator, const char *message)
{
    (void)err_fail(evaluator->err, ERR_INPUT, "%s", message);
    return err_place(evaluator->err, evaluator->token.offset, evaluator->token.length);
}

static bool at_sign(const struct evaluator *evaluator, char sign)
{
    return evaluator->token.kind == TOKEN_SIGN && evaluator->token.sign == sign;
}

static struct number whole(int64_t integer)
{
    return (struct number){.whole = true, .integer = integer, .value = (double)integer};
}

static struct number fraction(double value)
{
    return (struct number){.value = value};
}

static bool unknown_param(const struct evaluator *evaluator, struct bytes name)
{
    const struct key_scope *scope = &evaluator->scope;
    const int shown = (int)(name.size < 60 ? name.size : 60);
    (void)err_fail(evaluator->err, ERR_INPUT, "unknown param `%.*s`", shown,
                   (const char *)name.data);
    struct buffer hint = {0};
    buffer_text(&hint, scope->param_count > 0 ? "the params are " : "no `params` are given");
    const char **names = mem_new(scope->param_count, sizeof *names);
    for (size_t i = 0; i < scope->param_count; i++) {
        names[i] = scope->params[i].name;
        buffer_format(&hint, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    char *wanted = mem_text_of(name);
    const int nearest = text_nearest(wanted, names, scope->param_count);
    if (nearest >= 0)
        buffer_format(&hint, "; did you mean `%s`?", names[nearest]);
    (void)err_hint(evaluator->err, "%s", (const char *)hint.data);
    mem_free(wanted);
    mem_free(names);
    buffer_done(&hint);
    return false;
}

static bool param(struct evaluator *evaluator, struct number *out)
{
    const struct token token = evaluator->token;
    struct key_name name;
    if (!key_scope_find(&evaluator->scope, token.inner, &name, evaluator->err) ||
        (name.kind != NAME_PARAM && !unknown_param(evaluator, token.inner)))
        return err_place(evaluator->err, token.offset, token.length);
    *out = whole(evaluator->scope.params[name.index].value);
    return next(evaluator);
}

static bool literal(struct evaluator *evaluator, struct number *out)
{
    enum { DIGITS_MAX = 300 };
    const struct bytes digits = evaluator->token.inner;
    char text[DIGITS_MAX + 1] = "";
    if (digits.size > DIGITS_MAX)
        return fail_here(evaluator, "a number of more than 300 digits");
    memcpy(text, digits.data, digits.size);
    int64_t integer = 0;
    bool is_whole = true;
    for (size_t i = 0; is_whole && i < digits.size; i++) {
        is_whole = text[i] >= '0' && text[i] <= '9' &&
                   !__builtin_mul_overflow(integer, 10, &integer) &&
                   !__builtin_add_overflow(integer, text[i] - '0', &integer);
    }
    *out = is_whole ? whole(integer) : fraction(strtod(text, NULL));
    return next(evaluator);
}

static bool operand(struct evaluator *evaluator, struct number *out)
{
    if (++evaluator->depth > KEY_DEPTH_MAX)
        return fail_here(evaluator, "nested deeper than 64");
    bool ok = false;
    if (at_sign(evaluator, '-')) {
        ok = next(evaluator) && operand(evaluator, out);
        if (ok && out->whole && out->integer != INT64_MIN)
            *out = whole(-out->integer);
        else if (ok)
            *out = fraction(-out->value);
    } else if (at_sign(evaluator, '(')) {
        ok = next(evaluator) && sum(evaluator, out);
        if (ok && !at_sign(evaluator, ')'))
            return fail_here(evaluator, "expected `)`");
        ok = ok && next(evaluator);
    } else if (evaluator->token.kind == TOKEN_NUMBER) {
        ok = literal(evaluator, out);
    } else if (evaluator->token.kind == TOKEN_NAME || evaluator->token.kind == TOKEN_QUOTED_NAME) {
        ok = param(evaluator, out);
    } else {
        return fail_here(evaluator, "expected a number or a param");
    }
    evaluator->depth--;
    return ok;
}

static bool divide(struct evaluator *evaluator, char sign, struct number *a, struct number b)
{
    if (b.value == 0)
        return fail_here(evaluator, "division by zero");
    const bool exact = a->whole && b.whole && !(a->integer == INT64_MIN && b.integer == -1);
    if (sign == '%' && !exact)
        return fail_here(evaluator, "`%` takes whole numbers");
    if (sign == '%')
        *a = whole(a->integer % b.integer);
    else if (exact && a->integer % b.integer == 0)
        *a = whole(a->integer / b.integer);
    else
        *a = fraction(a->value / b.value);
    return true;
}

static bool product(struct evaluator *evaluator, struct number *out)
{
    if (!operand(evaluator, out))
        return false;
    while (at_sign(evaluator, '*') || at_sign(evaluator, '/') || at_sign(evaluator, '%')) {
        const char sign = evaluator->token.sign;
        struct number right;
        if (!next(evaluator) || !operand(evaluator, &right))
            return false;
        int64_t integer;
        if (sign != '*') {
            if (!divide(evaluator, sign, out, right))
                return false;
        } else if (!out->whole || !right.whole) {
            *out = fraction(out->value * right.value);
        } else if (__builtin_mul_overflow(out->integer, right.integer, &integer)) {
            return fail_here(evaluator, "the result does not fit 64 bits");
        } else {
            *out = whole(integer);
        }
    }
    return true;
}

static bool sum(struct evaluator *evaluator, struct number *out)
{
    if (!product(evaluator, out))
        return false;
    while (at_sign(evaluator, '+') || at_sign(evaluator, '-')) {
        const bool adds = evaluator->token.sign == '+';
        struct number right;
        if (!next(evaluator) || !product(evaluator, &right))
            return false;
        int64_t integer;
        if (!out->whole || !right.whole)
            *out = fraction(adds ? out->value + right.value : out->value - right.value);
        else if (adds ? __builtin_add_overflow(out->integer, right.integer, &integer)
                      : __builtin_sub_overflow(out->integer, right.integer, &integer))
            return fail_here(evaluator, "the result does not fit 64 bits");
        else
            *out = whole(integer);
    }
    return true;
}

bool key_constant(const char *text, const struct key_param *params, size_t param_count,
                  double *out_value, bool *out_whole, int64_t *out_integer, struct err *err)
{
    static const struct schema no_fields;
    struct evaluator evaluator = {
        .lexer = {.text = text, .end = strlen(text)},
        .scope = {.schema = &no_fields, .params = params, .param_count = param_count},
        .err = err,
    };
    struct number result;
    if (!next(&evaluator) || !sum(&evaluator, &result))
        return false;
    if (evaluator.token.kind != TOKEN_END)
        return fail_here(&evaluator, "expected the end of the expression");
    if (!(result.value - result.value == 0))
        return fail_here(&evaluator, "the result is not a number");
    *out_value = result.value;
    *out_whole = result.whole;
    *out_integer = result.integer;
    return true;
}
