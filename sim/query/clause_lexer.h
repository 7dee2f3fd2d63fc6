// clause_lexer.h -- the words of a where-clause.
//
// A name goes on over inner dashes as far as a field fits: `log-event = 3`, but `now-60s`.
//
// Inside the clause only.
#ifndef HOTSIM_QUERY_CLAUSE_LEXER_H
#define HOTSIM_QUERY_CLAUSE_LEXER_H

#include "base/err.h"
#include "base/schema.h"
#include "base/types.h"

enum clause_token_kind {
    CLAUSE_END,
    CLAUSE_NAME,   // a field, or a word of the language
    CLAUSE_QUOTED, // a field in backquotes
    CLAUSE_DRAWN,  // $field
    CLAUSE_TEXT,   // 'x' or "x"
    CLAUSE_NUMBER, // 12, 1.5, 60s
    CLAUSE_SIGN,   // = == < <= > >= ( ) , * + - ; and what means nothing
};

struct clause_token {
    enum clause_token_kind kind;
    size_t offset, length; // of all of it, in the text
    struct bytes inner;    // of a name or text: what stands within quotes or behind $
    size_t run_length;     // of a name: with the dashes and names behind it
    size_t digits;         // of a number: bytes before its unit
};

struct clause_lexer {
    const char *text;
    size_t at;
    const struct schema *schema;
};

bool clause_lexer_next(struct clause_lexer *lexer, struct clause_token *out_token, struct err *err);

// The field that a name fits, by the rules of the key language; false where none does, or (with an
// error) several do.
bool clause_find_field(const struct schema *schema, struct bytes name, size_t *out_field,
                       struct err *err);

#endif
