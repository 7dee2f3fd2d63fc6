#include "key/lexer.h"

#include <string.h>

bool lexer_is_name_start(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
           (byte & 0x80) != 0;
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

bool lexer_is_name_byte(char byte)
{
    return lexer_is_name_start(byte) || is_digit(byte);
}

bool lexer_find_close(const char *text, size_t at, size_t end, char close, size_t *out_close,
                      struct err *err)
{
    const bool escapes = close == '\'' || close == '"';
    for (size_t i = at + 1; i < end; i++) {
        if (escapes && text[i] == '\\' && i + 1 < end) {
            i++;
        } else if (text[i] == close) {
            *out_close = i;
            return true;
        }
    }
    (void)err_fail(err, ERR_INPUT, "`%c` is not closed: no `%c` follows", text[at], close);
    return err_place(err, at, 1);
}

static int hex_value(uint8_t byte)
{
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    const uint8_t lower = byte | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

void lexer_unescape(struct bytes raw, struct buffer *out)
{
    for (size_t i = 0; i < raw.size; i++) {
        const uint8_t *at = raw.data + i;
        const size_t left = raw.size - i;
        if (left >= 4 && at[0] == '\\' && at[1] == 'x' && hex_value(at[2]) >= 0 &&
            hex_value(at[3]) >= 0) {
            buffer_byte(out, (uint8_t)(hex_value(at[2]) * 16 + hex_value(at[3])));
            i += 3;
        } else if (left >= 2 && at[0] == '\\' && strchr("\\'\"", at[1])) {
            buffer_byte(out, at[1]);
            i++;
        } else {
            buffer_byte(out, at[0]);
        }
    }
}

// A name in quotes of some kind, or a text.
static bool read_quoted(struct lexer *lexer, char close, enum token_kind kind, struct token *out,
                        struct err *err)
{
    size_t closing;
    if (!lexer_find_close(lexer->text, lexer->at, lexer->end, close, &closing, err))
        return false;
    out->kind = kind;
    out->length = closing + 1 - lexer->at;
    out->inner = bytes_of(lexer->text + lexer->at + 1, closing - lexer->at - 1);
    lexer->at = closing + 1;
    return true;
}

static size_t number_end(const struct lexer *lexer)
{
    const char *text = lexer->text;
    size_t at = lexer->at;
    if (text[at] == '0' && at + 1 < lexer->end && (text[at + 1] | 0x20) == 'x') {
        at += 2;
        while (at < lexer->end && hex_value((uint8_t)text[at]) >= 0)
            at++;
        return at;
    }
    while (at < lexer->end && is_digit(text[at]))
        at++;
    if (at + 1 < lexer->end && text[at] == '.' && is_digit(text[at + 1])) {
        at++;
        while (at < lexer->end && is_digit(text[at]))
            at++;
    }
    return at;
}

static bool read_sign(struct lexer *lexer, struct token *out, struct err *err)
{
    const char sign = lexer->text[lexer->at];
    const bool doubled = lexer->at + 1 < lexer->end && lexer->text[lexer->at + 1] == '=';
    out->kind = TOKEN_SIGN;
    out->sign = sign;
    out->length = 1;
    if ((sign == '=' || sign == '!') && doubled) {
        out->length = 2;
    } else if (!strchr("(),.+-*/%", sign)) {
        (void)err_fail(err, ERR_INPUT, "`%c` means nothing here", sign);
        if (sign == '=')
            (void)err_hint(err, "a comparison is written ==");
        return err_place(err, lexer->at, 1);
    }
    lexer->at += out->length;
    return true;
}

bool lexer_next(struct lexer *lexer, struct token *out, struct err *err)
{
    const char *text = lexer->text;
    while (lexer->at < lexer->end && strchr(" \t\r\n", text[lexer->at]))
        lexer->at++;
    *out = (struct token){.kind = TOKEN_END, .offset = lexer->at};
    if (lexer->at >= lexer->end)
        return true;
    const char first = text[lexer->at];
    if (first == '\'' || first == '"')
        return read_quoted(lexer, first, TOKEN_TEXT, out, err);
    if (first == '`')
        return read_quoted(lexer, '`', TOKEN_QUOTED_NAME, out, err);
    if (first == '<')
        return read_quoted(lexer, '>', TOKEN_ANGLE_NAME, out, err);
    size_t end = lexer->at;
    if (is_digit(first)) {
        out->kind = TOKEN_NUMBER;
        end = number_end(lexer);
    } else if (lexer_is_name_start(first)) {
        out->kind = TOKEN_NAME;
        while (end < lexer->end && lexer_is_name_byte(text[end]))
            end++;
    } else {
        return read_sign(lexer, out, err);
    }
    out->length = end - lexer->at;
    out->inner = bytes_of(text + lexer->at, out->length);
    // A long constant in Java's spelling.
    if (out->kind == TOKEN_NUMBER && end < lexer->end && (text[end] == 'L' || text[end] == 'l') &&
        (end + 1 == lexer->end || !lexer_is_name_byte(text[end + 1]))) {
        end++;
        out->length++;
    }
    lexer->at = end;
    return true;
}
