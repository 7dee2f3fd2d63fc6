#include "key/outline.h"

#include "base/mem.h"
#include "key/lexer.h"

#include <string.h>

struct scan {
    const char *text;
    size_t size;
    size_t at;
    struct err *err;
};

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

static bool is_space(char byte)
{
    return is_blank(byte) || byte == '\n' || byte == '\r';
}

static bool is_quote(char byte)
{
    return byte == '\'' || byte == '"' || byte == '`';
}

static bool is_punctuation(char byte)
{
    return byte > ' ' && byte < 0x7f && byte != '_' ? !lexer_is_name_byte(byte) : byte == '_';
}

static size_t skip(const struct scan *scan, size_t at, bool (*is)(char))
{
    while (at < scan->size && is(scan->text[at]))
        at++;
    return at;
}

static struct key_place trimmed(const char *text, size_t from, size_t to)
{
    while (from < to && is_space(text[from]))
        from++;
    while (to > from && is_space(text[to - 1]))
        to--;
    return (struct key_place){from, to - from};
}

static bool fail_at(struct scan *scan, size_t offset, size_t length, const char *message)
{
    (void)err_fail(scan->err, ERR_INPUT, "%s", message);
    return err_place(scan->err, offset, length);
}

// --- statements ---

// log_event, log-event, or a name in backquotes; false where none begins here.
static bool read_name(const struct scan *scan, size_t *at, struct key_place *out)
{
    if (*at < scan->size && scan->text[*at] == '`') {
        const char *close = memchr(scan->text + *at + 1, '`', scan->size - *at - 1);
        if (!close)
            return false;
        const size_t end = (size_t)(close - scan->text);
        *out = (struct key_place){*at + 1, end - *at - 1};
        *at = end + 1;
        return true;
    }
    if (*at >= scan->size || !lexer_is_name_start(scan->text[*at]))
        return false;
    size_t end = *at;
    while (end < scan->size && (lexer_is_name_byte(scan->text[end]) ||
                                (scan->text[end] == '-' && end + 1 < scan->size &&
                                 lexer_is_name_byte(scan->text[end + 1]))))
        end++;
    *out = (struct key_place){*at, end - *at};
    *at = end;
    return true;
}

// Whether `[type] name = value` begins here; `at` is moved to the value.
static bool begins_statement(const struct scan *scan, size_t *at, struct outline_statement *out)
{
    size_t here = *at;
    *out = (struct outline_statement){0};
    if (!read_name(scan, &here, &out->name))
        return false;
    here = skip(scan, here, is_blank);
    struct key_place second;
    if (read_name(scan, &here, &second)) {
        out->type = out->name;
        out->name = second;
        here = skip(scan, here, is_blank);
    }
    if (here >= scan->size || scan->text[here] != '=' ||
        (here + 1 < scan->size && scan->text[here + 1] == '='))
        return false;
    here = skip(scan, here + 1, is_space);
    if (here < scan->size && strchr("[<{", scan->text[here]))
        return false;
    *at = here;
    return true;
}

// The end of an expression outside of brackets.
static bool value_end(struct scan *scan, size_t from, size_t *out_end)
{
    size_t depth = 0;
    for (size_t i = from; i < scan->size; i++) {
        const char byte = scan->text[i];
        if (is_quote(byte)) {
            if (!lexer_find_close(scan->text, i, scan->size, byte, &i, scan->err))
                return false;
        } else if (byte == '(') {
            depth++;
        } else if (byte == ')') {
            depth -= depth > 0;
        } else if (byte == '[' || byte == ';' || (byte == '\n' && depth == 0)) {
            *out_end = i;
            return true;
        }
    }
    *out_end = scan->size;
    return true;
}

static bool read_statements(struct scan *scan, struct outline *outline)
{
    for (;;) {
        while (scan->at < scan->size &&
               (is_space(scan->text[scan->at]) ||
                (scan->text[scan->at] == ';' && outline->statement_count > 0)))
            scan->at++;
        struct outline_statement statement;
        size_t value = scan->at;
        if (!begins_statement(scan, &value, &statement))
            return true;
        size_t end;
        if (!value_end(scan, value, &end))
            return false;
        statement.value = trimmed(scan->text, value, end);
        if (statement.value.length == 0)
            return fail_at(scan, statement.name.offset, statement.name.length,
                           "nothing follows the `=` of this name");
        outline->statements = mem_resize(outline->statements, outline->statement_count + 1,
                                         sizeof *outline->statements);
        outline->statements[outline->statement_count++] = statement;
        scan->at = end;
    }
}

// --- the key ---

static void add_part(struct outline *outline, struct outline_part part)
{
    // Growing by doubling keeps a long program linear.
    if ((outline->part_count & (outline->part_count - 1)) == 0)
        outline->parts =
            mem_resize(outline->parts, outline->part_count * 2 + 1, sizeof *outline->parts);
    outline->parts[outline->part_count++] = part;
}

static bool find_bracket_end(struct scan *scan, char open, char close, size_t *out_end)
{
    for (size_t i = scan->at + 1; i < scan->size; i++) {
        const char byte = scan->text[i];
        if (is_quote(byte)) {
            if (!lexer_find_close(scan->text, i, scan->size, byte, &i, scan->err))
                return false;
        } else if (byte == close) {
            *out_end = i;
            return true;
        } else if (byte == '[' || byte == '{') {
            (void)fail_at(scan, i, 1, "brackets within brackets");
            return err_hint(scan->err, "a component is one expression: [md5(user)][user]; a "
                                       "bracket as text is quoted: ['[']");
        }
    }
    (void)err_fail(scan->err, ERR_INPUT, "`%c` is not closed: no `%c` follows", open, close);
    return err_place(scan->err, scan->at, 1);
}

// [_] and the like; false where something else stands in the brackets.
static bool read_sign_part(struct scan *scan, struct outline *outline)
{
    const size_t sign = skip(scan, scan->at + 1, is_space);
    if (sign >= scan->size || !is_punctuation(scan->text[sign]) || scan->text[sign] == ']')
        return false;
    const size_t close = skip(scan, sign + 1, is_space);
    if (close >= scan->size || scan->text[close] != ']')
        return false;
    // [']'] is a bracket in quotes.
    if (is_quote(scan->text[sign]) && close + 2 < scan->size &&
        scan->text[close + 1] == scan->text[sign] && scan->text[close + 2] == ']')
        return false;
    add_part(outline, (struct outline_part){.kind = PART_LITERAL,
                                            .whole = {scan->at, close + 1 - scan->at},
                                            .inner = {sign, 1},
                                            .is_sign = true});
    scan->at = close + 1;
    return true;
}

static bool read_bracketed(struct scan *scan, struct outline *outline)
{
    const char open = scan->text[scan->at];
    const char close = open == '[' ? ']' : open == '{' ? '}' : '>';
    size_t end;
    if (open == '[' && read_sign_part(scan, outline))
        return true;
    if (open == '<') {
        if (!lexer_find_close(scan->text, scan->at, scan->size, '>', &end, scan->err))
            return err_hint(scan->err, "<name> is a field; a `<` as text is quoted: ['<']");
    } else if (!find_bracket_end(scan, open, close, &end)) {
        return false;
    }
    struct outline_part part = {
        .kind = open == '['   ? PART_BRACKETS
                : open == '{' ? PART_BRACES
                              : PART_ANGLES,
        .whole = {scan->at, end + 1 - scan->at},
        .inner = trimmed(scan->text, scan->at + 1, end),
    };
    if (part.inner.length == 3 && memcmp(scan->text + part.inner.offset, "...", 3) == 0) {
        (void)fail_at(scan, part.whole.offset, part.whole.length,
                      "`[...]` stands for the remaining columns of the key");
        return err_hint(scan->err, "write them out, for example [orderid][ts], or leave it out");
    }
    if (part.inner.length == 0)
        return fail_at(scan, part.whole.offset, part.whole.length,
                       "nothing stands in the brackets");
    add_part(outline, part);
    scan->at = end + 1;
    return true;
}

static bool read_literal(struct scan *scan, struct outline *outline)
{
    const size_t start = scan->at;
    while (scan->at < scan->size && !strchr("[<{", scan->text[scan->at])) {
        const char byte = scan->text[scan->at];
        if (byte == ']' || byte == '}') {
            (void)err_fail(scan->err, ERR_INPUT, "`%c` closes nothing", byte);
            (void)err_hint(scan->err, "as text it is quoted: ['%c']", byte);
            return err_place(scan->err, scan->at, 1);
        }
        scan->at++;
    }
    add_part(outline, (struct outline_part){.kind = PART_LITERAL,
                                            .whole = {start, scan->at - start},
                                            .inner = {start, scan->at - start}});
    return true;
}

bool outline_read(const char *text, struct outline *out, struct err *err)
{
    *out = (struct outline){0};
    struct scan scan = {.text = text, .size = strlen(text), .err = err};
    if (scan.size > KEY_PROGRAM_BYTES_MAX)
        return fail_at(&scan, KEY_PROGRAM_BYTES_MAX, 1,
                       "a key program may be at most 1048576 bytes long");
    bool ok = read_statements(&scan, out);
    while (ok && scan.at < scan.size) {
        ok = strchr("[<{", text[scan.at]) ? read_bracketed(&scan, out) : read_literal(&scan, out);
    }
    if (!ok)
        outline_done(out);
    return ok;
}

void outline_done(struct outline *outline)
{
    mem_free(outline->statements);
    mem_free(outline->parts);
    *outline = (struct outline){0};
}

void outline_literal(const char *text, const struct outline *outline, size_t part,
                     struct buffer *out)
{
    const struct outline_part *literal = &outline->parts[part];
    size_t from = literal->inner.offset;
    size_t to = from + literal->inner.length;
    struct buffer kept = {0};
    if (!literal->is_sign) {
        while (part == 0 && from < to && is_space(text[from]))
            from++;
        while (part + 1 == outline->part_count && to > from && is_space(text[to - 1]))
            to--;
    }
    while (from < to) {
        size_t end = from;
        while (end < to && is_space(text[end]))
            end++;
        const bool around_newline = memchr(text + from, '\n', end - from) != NULL;
        if (end == from)
            end++;
        if (!around_newline)
            buffer_append(&kept, text + from, end - from);
        from = end;
    }
    lexer_unescape(bytes_of(kept.data, kept.size), out);
    buffer_done(&kept);
}

void outline_squeeze(const char *text, struct key_place place, struct buffer *out)
{
    const size_t end = place.offset + place.length;
    char quote = '\0';
    for (size_t i = place.offset; i < end; i++) {
        const char byte = text[i];
        if (quote == '\0' && is_space(byte)) {
            while (i + 1 < end && is_space(text[i + 1]))
                i++;
            buffer_byte(out, ' ');
            continue;
        }
        if (quote == byte)
            quote = '\0';
        else if (quote == '\0' && is_quote(byte))
            quote = byte;
        if (byte == '\\' && quote != '\0' && quote != '`' && i + 1 < end)
            buffer_byte(out, (uint8_t)text[i++]);
        buffer_byte(out, (uint8_t)text[i]);
    }
}
