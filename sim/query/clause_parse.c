// The grammar of where-clauses: words and comparisons become terms.
#include "base/mem.h"
#include "base/text.h"
#include "query/clause_parts.h"

#include <string.h>
#include <strings.h>

enum { SHOWN_MAX = 60, NAMES_SHOWN = 16 };

bool parser_next(struct clause_parser *parser)
{
    return clause_lexer_next(&parser->lexer, &parser->token, parser->err);
}

bool parser_is_word(const struct clause_parser *parser, const char *word)
{
    return parser->token.kind == CLAUSE_NAME && parser->token.inner.size == strlen(word) &&
           strncasecmp((const char *)parser->token.inner.data, word, strlen(word)) == 0;
}

static bool is_sign(const struct clause_parser *parser, const char *sign)
{
    return parser->token.kind == CLAUSE_SIGN && parser->token.length == strlen(sign) &&
           memcmp(parser->token.inner.data, sign, parser->token.length) == 0;
}

static int shown(size_t size)
{
    return (int)(size < SHOWN_MAX ? size : SHOWN_MAX);
}

static bool place_token(const struct clause_parser *parser)
{
    return err_place(parser->err, parser->token.offset, parser->token.length);
}

bool parser_expected(const struct clause_parser *parser, const char *wanted)
{
    const struct clause_token *token = &parser->token;
    if (token->kind == CLAUSE_END)
        (void)err_fail(parser->err, ERR_INPUT, "the query ends where %s is expected", wanted);
    else
        (void)err_fail(parser->err, ERR_INPUT, "expected %s, got `%.*s`", wanted,
                       shown(token->length), parser->lexer.text + token->offset);
    return place_token(parser);
}

static void list_fields(const struct schema *schema, struct bytes name, struct buffer *hint)
{
    const char **names = mem_new(schema->count, sizeof *names);
    buffer_format(hint, "this workload has the field%s ", schema->count == 1 ? "" : "s");
    for (size_t i = 0; i < schema->count; i++) {
        names[i] = schema->fields[i].name;
        if (i < NAMES_SHOWN)
            buffer_format(hint, "%s%.*s", i > 0 ? ", " : "", SHOWN_MAX, names[i]);
    }
    if (schema->count > NAMES_SHOWN)
        buffer_format(hint, " and %zu more", schema->count - NAMES_SHOWN);
    char *wanted = mem_text_of(name);
    const int nearest = text_nearest(wanted, names, schema->count);
    if (nearest >= 0)
        buffer_format(hint, "; did you mean `%s`?", names[nearest]);
    mem_free(wanted);
    mem_free(names);
}

bool parser_field(const struct clause_parser *parser, const struct clause_token *name,
                  size_t *out_field)
{
    const struct schema *schema = parser->clause->schema;
    const size_t at = (size_t)(name->inner.data - (const uint8_t *)parser->lexer.text);
    if (clause_find_field(schema, name->inner, out_field, parser->err))
        return true;
    if (parser->err->code != ERR_NONE)
        return err_place(parser->err, at, name->inner.size);
    const struct bytes run =
        name->run_length > 0 ? bytes_of(name->inner.data, name->run_length) : name->inner;
    (void)err_fail(parser->err, ERR_INPUT, "unknown field `%.*s`", shown(run.size),
                   (const char *)run.data);
    (void)err_place(parser->err, at, run.size);
    struct buffer hint = {0};
    list_fields(schema, run, &hint);
    (void)err_hint(parser->err, "%s", (const char *)hint.data);
    buffer_done(&hint);
    return false;
}

// --- terms ---

static struct clause_value *add_value(struct clause_parser *parser)
{
    struct clause *clause = parser->clause;
    if (clause->value_count == CLAUSE_VALUES_MAX) {
        (void)err_fail(parser->err, ERR_INPUT, "a query may hold at most %d values",
                       CLAUSE_VALUES_MAX);
        (void)place_token(parser);
        return NULL;
    }
    if (clause->value_count == clause->value_room) {
        clause->value_room = clause->value_room > 0 ? 2 * clause->value_room : 8;
        clause->values = mem_resize(clause->values, clause->value_room, sizeof *clause->values);
    }
    return &clause->values[clause->value_count++];
}

static void add_term(struct clause_parser *parser, size_t field, enum term_kind kind, size_t first)
{
    struct clause *clause = parser->clause;
    clause->terms = mem_resize(clause->terms, clause->term_count + 1, sizeof *clause->terms);
    clause->terms[clause->term_count++] = (struct clause_term){
        .field = field, .kind = kind, .first = first, .count = clause->value_count - first};
}

// A comparison with one value, which follows.
static bool read_comparison(struct clause_parser *parser, size_t field, enum term_kind kind)
{
    const size_t first = parser->clause->value_count;
    struct clause_value *value = add_value(parser);
    struct clause_value read;
    if (!value || !parser_value(parser, field, &read))
        return false;
    *value = read;
    add_term(parser, field, kind, first);
    return true;
}

static bool read_operator(struct clause_parser *parser, enum term_kind *out)
{
    static const struct {
        const char *sign;
        enum term_kind kind;
    } operators[] = {{"=", TERM_IN},   {"==", TERM_IN},      {"<", TERM_LESS},
                     {">", TERM_MORE}, {"<=", TERM_AT_MOST}, {">=", TERM_AT_LEAST}};
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
        if (is_sign(parser, operators[i].sign)) {
            *out = operators[i].kind;
            return parser_next(parser);
        }
    }
    if (is_sign(parser, "!=") || is_sign(parser, "<>")) {
        (void)err_fail(parser->err, ERR_INPUT, "`%.*s` binds no range of keys",
                       (int)parser->token.length, (const char *)parser->token.inner.data);
        (void)err_hint(parser->err, "a query may use =, <, <=, >, >=, between, in and like");
        return place_token(parser);
    }
    (void)parser_expected(parser, "a comparison");
    return err_hint(parser->err, "a query may use =, <, <=, >, >=, between, in and like");
}

static enum term_kind turned(enum term_kind kind)
{
    switch (kind) {
    case TERM_LESS:
        return TERM_MORE;
    case TERM_MORE:
        return TERM_LESS;
    case TERM_AT_MOST:
        return TERM_AT_LEAST;
    case TERM_AT_LEAST:
        return TERM_AT_MOST;
    case TERM_IN:
    case TERM_PREFIX:
    case TERM_SUFFIX:
        break;
    }
    return kind;
}

static bool read_field_name(struct clause_parser *parser, size_t *out_field)
{
    if (parser->token.kind != CLAUSE_NAME && parser->token.kind != CLAUSE_QUOTED)
        return parser_expected(parser, "a field");
    return parser_field(parser, &parser->token, out_field) && parser_next(parser);
}

// 123 < orderid [< 456]. The type of the first value is that of the field behind it, so it is read
// once that is known.
static bool read_value_first(struct clause_parser *parser)
{
    const struct clause_token token = parser->token;
    const size_t at = parser->lexer.at;
    int depth = 0;
    while (parser->token.kind != CLAUSE_END && parser->token.kind != CLAUSE_QUOTED &&
           (depth == 0 || parser->token.kind != CLAUSE_NAME)) {
        depth += parser->token.kind == CLAUSE_SIGN && strchr("<>=!", parser->token.inner.data[0]);
        if (!parser_next(parser))
            return false;
    }
    size_t field;
    if (parser->token.kind == CLAUSE_END)
        return parser_expected(parser, "a field");
    if (!parser_field(parser, &parser->token, &field))
        return false;
    parser->token = token;
    parser->lexer.at = at;
    const size_t first = parser->clause->value_count;
    struct clause_value read;
    enum term_kind kind;
    if (!add_value(parser) || !parser_value(parser, field, &read) ||
        !read_operator(parser, &kind) || !read_field_name(parser, &field))
        return false;
    parser->clause->values[first] = read;
    add_term(parser, field, turned(kind), first);
    if (parser->token.kind != CLAUSE_SIGN || !strchr("<>=!", parser->token.inner.data[0]))
        return true;
    return read_operator(parser, &kind) && read_comparison(parser, field, kind);
}

static bool read_list(struct clause_parser *parser, size_t field)
{
    const size_t first = parser->clause->value_count;
    if (!is_sign(parser, "("))
        return parser_expected(parser, "( before the list of values");
    do {
        const size_t index = parser->clause->value_count;
        struct clause_value read;
        if (!parser_next(parser) || !add_value(parser) || !parser_value(parser, field, &read))
            return false;
        parser->clause->values[index] = read;
    } while (is_sign(parser, ","));
    if (!is_sign(parser, ")"))
        return parser_expected(parser, ", or )");
    add_term(parser, field, TERM_IN, first);
    return parser_next(parser);
}

static bool wrong_pattern(const struct clause_parser *parser, const struct clause_token *token)
{
    (void)err_fail(parser->err, ERR_INPUT, "`like` takes 'pre%%' or '%%ing', and not %.*s",
                   shown(token->length), parser->lexer.text + token->offset);
    return err_place(parser->err, token->offset, token->length);
}

static bool read_like(struct clause_parser *parser, size_t field)
{
    const struct clause_token token = parser->token;
    const enum value_type type = parser->clause->schema->fields[field].type;
    if (type != TYPE_STRING && type != TYPE_BYTES) {
        (void)err_fail(parser->err, ERR_INPUT, "`like` compares texts, and `%s` is a %s",
                       parser->clause->schema->fields[field].name, value_type_name(type));
        return err_place(parser->err, token.offset, token.length);
    }
    if (token.kind != CLAUSE_TEXT)
        return parser_expected(parser, "a text in quotes");
    if (!read_comparison(parser, field, TERM_IN))
        return false;
    struct clause_term *term = &parser->clause->terms[parser->clause->term_count - 1];
    struct bytes *pattern = &parser->clause->values[term->first].literal.text;
    const bool ends = pattern->size > 0 && pattern->data[pattern->size - 1] == '%';
    const bool begins = pattern->size > 1 && pattern->data[0] == '%';
    if (ends || begins)
        *pattern = bytes_of(pattern->data + (begins && !ends), pattern->size - 1);
    if (pattern->size > 0 && memchr(pattern->data, '%', pattern->size))
        return wrong_pattern(parser, &token);
    if (ends || begins)
        term->kind = ends ? TERM_PREFIX : TERM_SUFFIX;
    return true;
}

static bool read_condition(struct clause_parser *parser)
{
    size_t field;
    enum term_kind kind;
    if (parser_at_value(parser))
        return read_value_first(parser);
    if (!read_field_name(parser, &field))
        return false;
    if (parser_is_word(parser, "between")) {
        if (!parser_next(parser) || !read_comparison(parser, field, TERM_AT_LEAST))
            return false;
        if (!parser_is_word(parser, "and"))
            return parser_expected(parser, "`and` and the upper end");
        return parser_next(parser) && read_comparison(parser, field, TERM_AT_MOST);
    }
    if (parser_is_word(parser, "in"))
        return parser_next(parser) && read_list(parser, field);
    if (parser_is_word(parser, "like"))
        return parser_next(parser) && read_like(parser, field);
    return read_operator(parser, &kind) && read_comparison(parser, field, kind);
}

static bool read_conditions(struct clause_parser *parser)
{
    do {
        if (!parser_next(parser) || !read_condition(parser))
            return false;
    } while (parser_is_word(parser, "and"));
    if (!parser_is_word(parser, "or"))
        return true;
    (void)err_fail(parser->err, ERR_INPUT, "`or` is not known: all conditions must hold");
    (void)err_hint(parser->err, "several values of one field are written f in (a, b)");
    return place_token(parser);
}

// --- the rest ---

static bool read_table(struct clause_parser *parser)
{
    if (!parser_next(parser))
        return false;
    if (parser->token.kind != CLAUSE_NAME && parser->token.kind != CLAUSE_QUOTED)
        return parser_expected(parser, "a table");
    struct bytes name = parser->token.inner;
    if (parser->token.kind == CLAUSE_NAME) {
        name.size = parser->token.run_length;
        parser->lexer.at += parser->token.run_length - parser->token.length;
    }
    if (!parser_is_word(parser, "table")) {
        mem_free(parser->clause->table);
        parser->clause->table = mem_text_of(name);
        parser->clause->table_offset = (size_t)((const char *)name.data - parser->lexer.text);
        parser->clause->table_length = name.size;
    }
    return parser_next(parser);
}

static bool read_select(struct clause_parser *parser)
{
    if (!parser_next(parser))
        return false;
    if (!is_sign(parser, "*")) {
        (void)parser_expected(parser, "*");
        return err_hint(parser->err, "whole rows are read: SELECT * FROM table WHERE ...");
    }
    if (!parser_next(parser))
        return false;
    return parser_is_word(parser, "from") ? read_table(parser)
                                          : parser_expected(parser, "`from` and a table");
}

static bool read_order(struct clause_parser *parser)
{
    struct clause *clause = parser->clause;
    if (!parser_next(parser))
        return false;
    if (!parser_is_word(parser, "by"))
        return parser_expected(parser, "`by`");
    if (!parser_next(parser) || !read_field_name(parser, &clause->order_field))
        return false;
    clause->ordered = true;
    clause->descending = parser_is_word(parser, "desc");
    if ((clause->descending || parser_is_word(parser, "asc")) && !parser_next(parser))
        return false;
    if (!is_sign(parser, ","))
        return true;
    (void)err_fail(parser->err, ERR_INPUT, "rows are ordered by one field");
    return place_token(parser);
}

static bool read_limit(struct clause_parser *parser)
{
    if (!parser_next(parser))
        return false;
    const struct bytes text = parser->token.inner;
    uint64_t limit = 0;
    bool fits = parser->token.kind == CLAUSE_NUMBER;
    for (size_t i = 0; fits && i < text.size; i++) {
        fits = text.data[i] >= '0' && text.data[i] <= '9' && limit < UINT64_MAX / 20;
        limit = 10 * limit + (uint64_t)(text.data[i] - '0');
    }
    if (!fits || limit == 0)
        return parser_expected(parser, "a number of rows from 1 on");
    parser->clause->limit = limit;
    return parser_next(parser);
}

bool clause_parse(struct clause_parser *parser)
{
    if (!parser_next(parser))
        return false;
    if (parser->token.kind == CLAUSE_END)
        return err_fail(parser->err, ERR_INPUT, "this query is empty");
    bool ok = !parser_is_word(parser, "select") || read_select(parser);
    if (ok && parser_is_word(parser, "from"))
        ok = read_table(parser);
    if (ok && parser_is_word(parser, "where"))
        ok = read_conditions(parser);
    while (ok && parser->token.kind != CLAUSE_END) {
        if (parser_is_word(parser, "from") && !parser->clause->table) {
            ok = read_table(parser);
        } else if (parser_is_word(parser, "order") && !parser->clause->ordered) {
            ok = read_order(parser);
        } else if (parser_is_word(parser, "limit") && parser->clause->limit == 0) {
            ok = read_limit(parser);
        } else if (is_sign(parser, ";")) {
            ok = parser_next(parser) && (parser->token.kind == CLAUSE_END ||
                                         parser_expected(parser, "the end of the query"));
        } else {
            ok = parser_expected(parser, parser->clause->term_count > 0
                                             ? "`and`, `order by`, `limit` or the end"
                                             : "where, order by or limit");
        }
    }
    return ok;
}
