#include "query/clause_lexer.h"

#include "key/names.h"

#include <string.h>

bool clause_find_field(const struct schema *schema, struct bytes name, size_t *out_field,
                       struct err *err)
{
    const struct key_scope scope = {.schema = schema};
    struct key_name found;
    if (!key_scope_find(&scope, name, &found, err) || found.kind != NAME_FIELD)
        return false;
    *out_field = found.index;
    return true;
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_name_start(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
           (byte & 0x80) != 0;
}

static bool is_name_byte(char byte)
{
    return is_name_start(byte) || is_digit(byte) || byte == '.';
}

// The names from `from` on with the dashes between them: the longest run that is a field, else the
// first name.
static void read_name(const struct clause_lexer *lexer, size_t from, struct clause_token *out)
{
    const char *text = lexer->text;
    size_t end = from;
    while (is_name_byte(text[end]) ||
           (text[end] == '-' && end > from && is_name_byte(text[end + 1])))
        end++;
    out->run_length = end - from;
    size_t field;
    struct err ignored = {0};
    while (!clause_find_field(lexer->schema, bytes_of(text + from, end - from), &field, &ignored)) {
        size_t shorter = end > from ? end - 1 : from;
        while (shorter > from && text[shorter] != '-')
            shorter--;
        if (shorter == from)
            break;
        end = shorter;
    }
    out->inner = bytes_of(text + from, end - from);
    out->length = end - out->offset;
}

static bool read_quoted(const struct clause_lexer *lexer, char quote, struct clause_token *out,
                        struct err *err)
{
    const char *text = lexer->text;
    size_t end = out->offset + 1;
    while (text[end] && (text[end] != quote || (quote != '`' && text[end + 1] == quote))) {
        const bool pair =
            quote != '`' && (text[end] == quote || text[end] == '\\') && text[end + 1] != '\0';
        end += pair ? 2 : 1;
    }
    if (text[end] == '\0') {
        (void)err_fail(err, ERR_INPUT, "`%c` is not closed: no `%c` follows", quote, quote);
        return err_place(err, out->offset, 1);
    }
    out->kind = quote == '`' ? CLAUSE_QUOTED : CLAUSE_TEXT;
    out->inner = bytes_of(text + out->offset + 1, end - out->offset - 1);
    out->length = end + 1 - out->offset;
    return true;
}

static void read_number(const struct clause_lexer *lexer, struct clause_token *out)
{
    const char *text = lexer->text;
    size_t end = out->offset;
    while (is_digit(text[end]) || (text[end] == '.' && is_digit(text[end + 1])))
        end++;
    out->kind = CLAUSE_NUMBER;
    out->digits = end - out->offset;
    while (is_name_byte(text[end]))
        end++;
    out->length = end - out->offset;
    out->inner = bytes_of(text + out->offset, out->length);
}

static void read_sign(const struct clause_lexer *lexer, struct clause_token *out)
{
    const char *at = lexer->text + out->offset;
    const bool doubled = (strchr("<>=!", at[0]) && at[1] == '=') || (at[0] == '<' && at[1] == '>');
    out->kind = CLAUSE_SIGN;
    out->length = doubled ? 2 : 1;
    out->inner = bytes_of(at, out->length);
}

bool clause_lexer_next(struct clause_lexer *lexer, struct clause_token *out, struct err *err)
{
    const char *text = lexer->text;
    while (text[lexer->at] && strchr(" \t\r\n", text[lexer->at]))
        lexer->at++;
    *out = (struct clause_token){.kind = CLAUSE_END, .offset = lexer->at};
    const char first = text[lexer->at];
    if (first == '\0')
        return true;
    if (first == '\'' || first == '"' || first == '`') {
        if (!read_quoted(lexer, first, out, err))
            return false;
    } else if (is_digit(first)) {
        read_number(lexer, out);
    } else if (is_name_start(first)) {
        out->kind = CLAUSE_NAME;
        read_name(lexer, lexer->at, out);
    } else if (first == '$' && text[lexer->at + 1] == '`') {
        struct clause_token name = {.offset = lexer->at + 1};
        if (!read_quoted(lexer, '`', &name, err))
            return false;
        out->kind = CLAUSE_DRAWN;
        out->inner = name.inner;
        out->run_length = name.inner.size;
        out->length = name.length + 1;
    } else if (first == '$' && is_name_byte(text[lexer->at + 1])) {
        out->kind = CLAUSE_DRAWN;
        read_name(lexer, lexer->at + 1, out);
    } else {
        read_sign(lexer, out);
    }
    lexer->at += out->length;
    return true;
}
