// The operands of an expression: names, numbers, texts, calls, parentheses.
#include "key/parsing.h"

#include "key/functions.h"

#include <stdio.h>
#include <stdlib.h>

// --- names ---

static struct key_node *node_of(struct parser *parser, struct key_name name, struct key_place place)
{
    struct key_node *node = NULL;
    switch (name.kind) {
    case NAME_STATEMENT:
        node = parser->scope->bindings[name.index].value;
        if (node->is_field)
            return key_node_field(parser->graph, node->field, place, parser->err);
        return node;
    case NAME_FIELD:
        return key_node_field(parser->graph, name.index, place, parser->err);
    case NAME_PARAM:
        node = key_node_number(parser->graph, TYPE_LONG, parser->scope->params[name.index].value,
                               place, parser->err);
        if (node)
            node->adapts = true;
        return node;
    case NAME_NONE:
        break;
    }
    return NULL;
}

static struct key_node *find_name(struct parser *parser, struct bytes text, struct key_place place)
{
    struct key_name name;
    if (!key_scope_find(parser->scope, text, &name, parser->err) ||
        (name.kind == NAME_NONE && !key_scope_unknown(parser->scope, text, parser->err))) {
        (void)err_place(parser->err, place.offset, place.length);
        return NULL;
    }
    return node_of(parser, name, place);
}

struct key_node *key_parse_name(struct key_graph *graph, const struct key_scope *scope,
                                struct bytes name, struct key_place place, struct err *err)
{
    struct parser parser = {.graph = graph, .scope = scope, .err = err};
    return find_name(&parser, name, place);
}

// Long.MAX_VALUE and friends; false where it is none of them.
static bool is_java_constant(struct bytes class, struct bytes member, enum value_type *out_type,
                             int64_t *out_value)
{
    static const struct {
        const char *class;
        enum value_type type;
        int64_t min, max;
    } classes[] = {
        {"Long", TYPE_LONG, INT64_MIN, INT64_MAX},
        {"Integer", TYPE_INT, INT32_MIN, INT32_MAX},
        {"Short", TYPE_INT, INT16_MIN, INT16_MAX},
        {"Byte", TYPE_INT, INT8_MIN, INT8_MAX},
    };
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        const bool is_max = is_word(member, "MAX_VALUE");
        if (!is_word(class, classes[i].class) || (!is_max && !is_word(member, "MIN_VALUE")))
            continue;
        *out_type = classes[i].type;
        *out_value = is_max ? classes[i].max : classes[i].min;
        return true;
    }
    return false;
}

enum { NAME_BYTES_MAX = 255 }; // without backquotes

// The longest a-b-c, without blanks, that is a name; else the first word alone.
static bool take_longest_name(struct parser *parser, struct token word, struct key_name *out_name,
                              struct bytes *out_text)
{
    const char *text = parser->lexer.text;
    const size_t start = word.offset;
    size_t end = start + word.length;
    *out_text = word.inner;
    if (!key_scope_find(parser->scope, *out_text, out_name, parser->err))
        return err_place(parser->err, start, word.length);
    size_t longest = end;
    while (end + 1 < parser->lexer.end && text[end] == '-' && lexer_is_name_byte(text[end + 1]) &&
           end - start < NAME_BYTES_MAX) {
        end++;
        while (end < parser->lexer.end && lexer_is_name_byte(text[end]))
            end++;
        struct key_name name;
        if (!key_scope_find(parser->scope, bytes_of(text + start, end - start), &name, parser->err))
            return err_place(parser->err, start, end - start);
        if (name.kind != NAME_NONE) {
            *out_name = name;
            longest = end;
        }
    }
    *out_text = bytes_of(text + start, longest - start);
    if (longest > start + word.length) {
        parser->lexer.at = longest;
        parser->token = (struct token){.offset = start, .length = longest - start};
        return parser_advance(parser);
    }
    return true;
}

// --- calls ---

static bool parse_arguments(struct parser *parser, struct key_node **arguments, size_t *count)
{
    if (!parser_advance(parser) || !parser_deeper(parser)) // the parenthesis
        return false;
    while (!parser_at(parser, ')')) {
        if (*count > 0 && parser->token.offset > 0 && parser_at(parser, ',') &&
            !parser_advance(parser))
            return false;
        if (*count == KEY_ARGUMENTS_MAX) {
            (void)err_fail(parser->err, ERR_INPUT, "a function takes at most %d arguments",
                           KEY_ARGUMENTS_MAX);
            return err_place(parser->err, parser->token.offset, parser->token.length);
        }
        arguments[*count] = parse_comparison(parser);
        if (!arguments[*count])
            return false;
        (*count)++;
        if (!parser_at(parser, ',') && !parser_at(parser, ')')) {
            (void)parser_unexpected(parser, "`,` or `)`");
            return false;
        }
    }
    parser->depth--;
    return parser_advance(parser);
}

struct key_node *parse_call(struct parser *parser, struct token name, struct key_node *receiver,
                            size_t start)
{
    const struct key_function *function = key_function_named(name.inner);
    if (!function) {
        const int shown = (int)(name.inner.size < 60 ? name.inner.size : 60);
        (void)err_fail(parser->err, ERR_INPUT, "unknown function `%.*s`", shown,
                       (const char *)name.inner.data);
        (void)err_place(parser->err, name.offset, name.length);
        const char *nearest = key_function_nearest(name.inner);
        if (nearest)
            (void)err_hint(parser->err, "did you mean `%s`? `hotsim list functions` shows all",
                           nearest);
        else
            (void)err_hint(parser->err, "`hotsim list functions` shows what there is");
        return NULL;
    }
    struct key_node *arguments[KEY_ARGUMENTS_MAX] = {receiver};
    size_t count = receiver ? 1 : 0;
    if (!parse_arguments(parser, arguments, &count))
        return NULL;
    return key_node_call(parser->graph, function, arguments, count, parser_place(parser, start),
                         parser->err);
}

// --- literals ---

struct key_node *parse_number(struct parser *parser, bool negative, size_t start)
{
    enum { DIGITS_MAX = 40 };
    const struct token token = parser->token;
    char digits[DIGITS_MAX + 2] = "-";
    if (!parser_advance(parser))
        return NULL;
    const struct key_place place = parser_place(parser, start);
    if (token.inner.size > DIGITS_MAX)
        goto too_big;
    memcpy(digits + 1, token.inner.data, token.inner.size);
    if (memchr(token.inner.data, '.', token.inner.size)) {
        const char *text = negative ? digits : digits + 1;
        return key_node_decimal(parser->graph, bytes_of(text, strlen(text)), place, parser->err);
    }
    const bool hex = token.inner.size > 1 && (digits[2] | 0x20) == 'x';
    char *end;
    const bool leading = digits[1] == '0' && !hex;
    const char *first = digits + 1;
    while (leading && first[0] == '0' && first[1] != '\0')
        first++;
    if (strlen(first) > 20)
        goto too_big;
    const unsigned long long value = strtoull(first, &end, hex ? 16 : 10);
    const bool whole = *end == '\0' && (!hex || token.inner.size > 2);
    char again[DIGITS_MAX];
    (void)snprintf(again, sizeof again, "%llu", value);
    if (!whole || (!hex && strcmp(again, first) != 0) || value > (1ULL << 63) ||
        (value == 1ULL << 63 && !negative && !hex))
        goto too_big;
    const bool is_long = token.length > token.inner.size; // 16L
    struct key_node *node = key_node_number(
        parser->graph, TYPE_LONG, (int64_t)(negative ? 0 - value : value), place, parser->err);
    if (node)
        node->adapts = !is_long;
    return node;
too_big:
    (void)err_fail(parser->err, ERR_INPUT, "`%.*s` does not fit 64 bits",
                   (int)(token.length < DIGITS_MAX ? token.length : DIGITS_MAX),
                   parser->lexer.text + token.offset);
    (void)err_place(parser->err, token.offset, token.length);
    return NULL;
}

static struct key_node *parse_text(struct parser *parser)
{
    const struct token token = parser->token;
    if (!parser_advance(parser))
        return NULL;
    struct buffer text = {0};
    lexer_unescape(token.inner, &text);
    struct key_node *node =
        key_node_text(parser->graph, bytes_of(text.data, text.size),
                      (struct key_place){token.offset, token.length}, parser->err);
    buffer_done(&text);
    return node;
}

// --- primaries ---

// `Class.member`: a constant of Java, or Math.f(...); moves past the class's name and the dot.
static bool parse_java(struct parser *parser, struct token class, bool is_field,
                       struct key_node **out)
{
    struct parser saved = *parser;
    *out = NULL;
    if (!parser_advance(parser))
        return true;
    const struct token member = parser->token;
    enum value_type type;
    int64_t value;
    if (member.kind == TOKEN_NAME && is_java_constant(class.inner, member.inner, &type, &value)) {
        if (parser_advance(parser))
            *out = key_node_number(parser->graph, type, value, parser_place(parser, class.offset),
                                   parser->err);
        return true;
    }
    if (!is_field && member.kind == TOKEN_NAME && is_word(class.inner, "Math")) {
        if (parser_advance(parser)) {
            if (parser_at(parser, '('))
                *out = parse_call(parser, member, NULL, class.offset);
            else
                *out = parser_unexpected(parser, "`(`");
        }
        return true;
    }
    *parser = saved;
    return false;
}

static struct key_node *parse_plain_name(struct parser *parser)
{
    const struct token word = parser->token;
    if (!parser_advance(parser))
        return NULL;
    if (parser_at(parser, '('))
        return parse_call(parser, word, NULL, word.offset);
    struct key_name name;
    struct bytes text;
    if (!take_longest_name(parser, word, &name, &text))
        return NULL;
    const struct key_place place = {word.offset, text.size};
    struct key_node *java;
    if (parser_at(parser, '.') && parse_java(parser, word, name.kind != NAME_NONE, &java))
        return java;
    if (name.kind != NAME_NONE)
        return node_of(parser, name, place);
    (void)key_scope_unknown(parser->scope, text, parser->err);
    (void)err_place(parser->err, place.offset, place.length);
    return NULL;
}

static struct key_node *parse_parenthesis(struct parser *parser)
{
    if (!parser_deeper(parser) || !parser_advance(parser))
        return NULL;
    struct key_node *node = parse_comparison(parser);
    if (!node)
        return NULL;
    if (!parser_at(parser, ')'))
        return parser_unexpected(parser, "`)`");
    parser->depth--;
    return parser_advance(parser) ? node : NULL;
}

struct key_node *parse_primary(struct parser *parser)
{
    const struct token token = parser->token;
    switch (token.kind) {
    case TOKEN_NUMBER:
        return parse_number(parser, false, token.offset);
    case TOKEN_TEXT:
        return parse_text(parser);
    case TOKEN_NAME:
        return parse_plain_name(parser);
    case TOKEN_QUOTED_NAME:
    case TOKEN_ANGLE_NAME:
        if (!parser_advance(parser))
            return NULL;
        return find_name(parser, token.inner, (struct key_place){token.offset, token.length});
    case TOKEN_SIGN:
        if (token.sign == '(')
            return parse_parenthesis(parser);
        break;
    case TOKEN_END:
        break;
    }
    return parser_unexpected(parser, "a field, a number, a text or a function");
}
