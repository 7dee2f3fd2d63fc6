// lexer.h -- the words of an expression.
//
// Inside <...> and backquotes a name may hold anything.
#ifndef HOTSIM_KEY_LEXER_H
#define HOTSIM_KEY_LEXER_H

#include "base/buffer.h"
#include "base/err.h"
#include "base/types.h"

enum token_kind {
    TOKEN_END,
    TOKEN_NAME,        // userid
    TOKEN_QUOTED_NAME, // `id.orig_h`
    TOKEN_ANGLE_NAME,  // <sorting key>
    TOKEN_NUMBER,      // 16, 16L, 0xff, 1.50
    TOKEN_TEXT,        // 'x', "x"
    TOKEN_SIGN,        // ( ) , . + - * / %, and = for ==, ! for !=
};

struct token {
    enum token_kind kind;
    char sign;
    size_t offset, length; // of all of it, in the text
    struct bytes inner;    // of a name or text: what stands within the quotes; else all of it
};

struct lexer {
    const char *text;
    size_t at, end;
};

bool lexer_next(struct lexer *lexer, struct token *out_token, struct err *err);

// Whether a name can begin, or go on, with the byte. Bytes beyond ASCII are letters.
bool lexer_is_name_start(char byte);
bool lexer_is_name_byte(char byte);

// The end of a quoted run that begins at `at` with `quote`; false, with an error, where it does not
// end.
bool lexer_find_close(const char *text, size_t at, size_t end, char close, size_t *out_close,
                      struct err *err);

// Appends a text with \xNN, \\ and escaped quotes undone.
void lexer_unescape(struct bytes raw, struct buffer *out);

#endif
