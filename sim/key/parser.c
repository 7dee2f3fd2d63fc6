#include "key/parser.h"

#include "key/functions.h"
#include "key/parsing.h"

struct key_node *parser_unexpected(struct parser *parser, const char *wanted)
{
    const struct token *token = &parser->token;
    if (token->kind == TOKEN_END)
        (void)err_fail(parser->err, ERR_INPUT, "expected %s, and the expression ends", wanted);
    else
        (void)err_fail(parser->err, ERR_INPUT, "expected %s, got `%.*s`", wanted,
                       (int)(token->length < 60 ? token->length : 60),
                       parser->lexer.text + token->offset);
    (void)err_place(parser->err, token->offset, token->length);
    return NULL;
}

bool parser_deeper(struct parser *parser)
{
    if (++parser->depth <= KEY_DEPTH_MAX)
        return true;
    (void)err_fail(parser->err, ERR_INPUT, "nested deeper than %d", KEY_DEPTH_MAX);
    return err_place(parser->err, parser->token.offset, parser->token.length);
}

static struct key_node *parse_methods(struct parser *parser)
{
    const size_t start = parser->token.offset;
    struct key_node *node = parse_primary(parser);
    while (node && parser_at(parser, '.')) {
        if (!parser_advance(parser))
            return NULL;
        const struct token name = parser->token;
        if (name.kind != TOKEN_NAME)
            return parser_unexpected(parser, "the name of a function");
        if (!parser_advance(parser))
            return NULL;
        if (!parser_at(parser, '(')) {
            (void)parser_unexpected(parser, "`(`");
            (void)err_hint(parser->err, "a field with a dot in its name stands in backquotes: "
                                        "`id.orig_h`");
            return NULL;
        }
        node = parse_call(parser, name, node, start);
    }
    return node;
}

static struct key_node *call_operator(struct parser *parser, const struct key_function *function,
                                      struct key_node *left, struct key_node *right, size_t start)
{
    struct key_node *const operands[] = {left, right};
    return key_node_call(parser->graph, function, operands, 2, parser_place(parser, start),
                         parser->err);
}

static struct key_node *parse_signed(struct parser *parser)
{
    const size_t start = parser->token.offset;
    if (!parser_at(parser, '-'))
        return parse_methods(parser);
    if (!parser_advance(parser))
        return NULL;
    if (parser->token.kind == TOKEN_NUMBER)
        return parse_number(parser, true, start);
    if (!parser_deeper(parser))
        return NULL;
    struct key_node *operand = parse_signed(parser);
    parser->depth--;
    struct key_node *zero = NULL;
    if (operand)
        zero =
            key_node_number(parser->graph, TYPE_LONG, 0, (struct key_place){start, 1}, parser->err);
    if (!zero)
        return NULL;
    zero->adapts = true;
    return call_operator(parser, &key_subtract, zero, operand, start);
}

// {xxHash(x) % n} is the platform's own bucket number, which is another hash and another modulo.
static struct key_node *call_modulo(struct parser *parser, struct key_node *left,
                                    struct key_node *right, size_t start)
{
    struct key_graph *graph = parser->graph;
    const bool hashed = left->function == key_function_named(bytes_of("xxhash", 6));
    if (hashed && graph->in_braces) {
        graph->igz_rewritten = true;
        return call_operator(parser, &key_igz_bucket, left->arguments[0], right, start);
    }
    if (hashed && graph->context.slices)
        graph->plain_xxhash_suffix = true;
    return call_operator(parser, &key_modulo, left, right, start);
}

static struct key_node *parse_product(struct parser *parser)
{
    const size_t start = parser->token.offset;
    struct key_node *node = parse_signed(parser);
    while (node && (parser_at(parser, '*') || parser_at(parser, '/') || parser_at(parser, '%'))) {
        const char sign = parser->token.sign;
        struct key_node *right = parser_advance(parser) ? parse_signed(parser) : NULL;
        if (!right)
            return NULL;
        if (sign == '%')
            node = call_modulo(parser, node, right, start);
        else
            node = call_operator(parser, sign == '*' ? &key_multiply : &key_divide, node, right,
                                 start);
    }
    return node;
}

static struct key_node *parse_sum(struct parser *parser)
{
    const size_t start = parser->token.offset;
    struct key_node *node = parse_product(parser);
    while (node && (parser_at(parser, '+') || parser_at(parser, '-'))) {
        const bool adds = parser->token.sign == '+';
        struct key_node *right = parser_advance(parser) ? parse_product(parser) : NULL;
        if (!right)
            return NULL;
        const bool joins = adds && (type_is_text(node->type) || type_is_text(right->type));
        const struct key_function *function = joins ? &key_concat : adds ? &key_add : &key_subtract;
        node = call_operator(parser, function, node, right, start);
    }
    return node;
}

struct key_node *parse_comparison(struct parser *parser)
{
    const size_t start = parser->token.offset;
    struct key_node *node = parse_sum(parser);
    while (node && (parser_at(parser, '=') || parser_at(parser, '!'))) {
        const bool equal = parser->token.sign == '=';
        struct key_node *right = parser_advance(parser) ? parse_sum(parser) : NULL;
        if (!right)
            return NULL;
        node = call_operator(parser, equal ? &key_equal : &key_differ, node, right, start);
    }
    return node;
}

struct key_node *key_parse(struct key_graph *graph, const struct key_scope *scope,
                           struct key_place place, bool *out_descending, struct err *err)
{
    struct parser parser = {
        .graph = graph,
        .scope = scope,
        .lexer = {.text = graph->text, .at = place.offset, .end = place.offset + place.length},
        .err = err,
    };
    if (!lexer_next(&parser.lexer, &parser.token, err))
        return NULL;
    struct key_node *node = parse_comparison(&parser);
    if (!node)
        return NULL;
    if (out_descending) {
        *out_descending = parser.token.kind == TOKEN_NAME && is_word(parser.token.inner, "DESC");
        const bool ordered = *out_descending || (parser.token.kind == TOKEN_NAME &&
                                                 is_word(parser.token.inner, "ASC"));
        if (ordered && !parser_advance(&parser))
            return NULL;
    }
    if (parser.token.kind != TOKEN_END)
        return parser_unexpected(&parser, "the end of the expression");
    return node;
}
