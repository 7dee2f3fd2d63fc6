// parsing.h -- what the two halves of the parser share: operators call operands, and operands hold
// whole expressions.
//
// Inside the parser only.
#ifndef HOTSIM_KEY_PARSING_H
#define HOTSIM_KEY_PARSING_H

#include "key/lexer.h"
#include "key/parser.h"

#include <string.h>
#include <strings.h>

struct parser {
    struct key_graph *graph;
    const struct key_scope *scope;
    struct lexer lexer;
    struct token token; // the next one
    size_t last_end;    // where the token before it ended
    int depth;
    struct err *err;
};

struct key_node *parse_comparison(struct parser *parser);
struct key_node *parse_primary(struct parser *parser);
struct key_node *parse_number(struct parser *parser, bool negative, size_t start);

// A call of `name` with the arguments that follow, `receiver` (if any) in front of them.
struct key_node *parse_call(struct parser *parser, struct token name, struct key_node *receiver,
                            size_t start);

static inline bool parser_advance(struct parser *parser)
{
    parser->last_end = parser->token.offset + parser->token.length;
    return lexer_next(&parser->lexer, &parser->token, parser->err);
}

static inline bool parser_at(const struct parser *parser, char sign)
{
    return parser->token.kind == TOKEN_SIGN && parser->token.sign == sign;
}

static inline bool is_word(struct bytes name, const char *word)
{
    return name.size == strlen(word) && strncasecmp((const char *)name.data, word, name.size) == 0;
}

// From `start` to the end of the last token taken.
static inline struct key_place parser_place(const struct parser *parser, size_t start)
{
    return (struct key_place){start, parser->last_end - start};
}

// One level of nesting more; false, with an error, beyond the limit.
bool parser_deeper(struct parser *parser);

// "expected X, got `token`"; NULL, so that it can be returned.
struct key_node *parser_unexpected(struct parser *parser, const char *wanted);

#endif
