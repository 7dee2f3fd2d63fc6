// Values of a where-clause as they are written, read for the type of the field that they are
// compared with.
#include "key/lexer.h"
#include "query/clause_parts.h"

#include <string.h>
#include <strings.h>

enum { DECIMAL_DIGITS_MAX = 18, WHOLE_DIGITS_MAX = 20, SHOWN_MAX = 60 };

static bool is_text(enum value_type type)
{
    return type == TYPE_STRING || type == TYPE_BYTES;
}

static const struct field *field_at(const struct clause_parser *parser, size_t field)
{
    return &parser->clause->schema->fields[field];
}

static int shown(size_t size)
{
    return (int)(size < SHOWN_MAX ? size : SHOWN_MAX);
}

static bool fail_at(const struct clause_parser *parser, const struct clause_token *token,
                    const char *message)
{
    (void)err_fail(parser->err, ERR_INPUT, "%s", message);
    return err_place(parser->err, token->offset, token->length);
}

static bool wrong_type(const struct clause_parser *parser, const struct clause_token *token,
                       size_t field)
{
    const struct field *compared = field_at(parser, field);
    (void)err_fail(parser->err, ERR_INPUT, "`%s` is %s %s, and %.*s is not", compared->name,
                   compared->type == TYPE_INT ? "an" : "a", value_type_name(compared->type),
                   shown(token->length), parser->lexer.text + token->offset);
    if (is_text(compared->type))
        (void)err_hint(parser->err, "a text is quoted: 'abc'; $%s is that of the drawn record",
                       compared->name);
    else if (compared->type == TYPE_DECIMAL)
        (void)err_hint(parser->err, "write a number of at most %d digits", DECIMAL_DIGITS_MAX);
    else
        (void)err_hint(parser->err,
                       "write a whole number that fits; $%s is that of the drawn record",
                       compared->name);
    return err_place(parser->err, token->offset, token->length);
}

// --- numbers ---

// Digits, with a point where `out_scale` is not NULL; false where they are too many or none.
static bool read_digits(struct bytes text, enum value_type type, wide_int *out, uint8_t *out_scale)
{
    wide_int value = 0;
    size_t digits = 0;
    bool point = false;
    uint8_t scale = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '.') {
            if (point || !out_scale)
                return false;
            point = true;
            continue;
        }
        if (text.data[i] < '0' || text.data[i] > '9' ||
            ++digits > (type == TYPE_DECIMAL ? DECIMAL_DIGITS_MAX : WHOLE_DIGITS_MAX))
            return false;
        value = value * 10 + (text.data[i] - '0');
        scale += point;
    }
    *out = value;
    if (out_scale)
        *out_scale = scale;
    return digits > 0;
}

// --- durations ---

static bool duration_ns(struct bytes unit, uint64_t *out_ns)
{
    static const struct {
        const char *name;
        uint64_t ns;
    } units[] = {
        {"ns", 1},
        {"us", NS_PER_US},
        {"ms", NS_PER_MS},
        {"s", NS_PER_S},
        {"min", 60 * NS_PER_S},
        {"m", 60 * NS_PER_S},
        {"h", 3600 * NS_PER_S},
        {"d", 86400 * NS_PER_S},
        {"w", 7 * 86400 * NS_PER_S},
    };
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (unit.size == strlen(units[i].name) &&
            strncasecmp((const char *)unit.data, units[i].name, unit.size) == 0) {
            *out_ns = units[i].ns;
            return true;
        }
    }
    return false;
}

static bool no_unit(const struct clause_parser *parser, const struct clause_token *token,
                    size_t field, const char *what)
{
    (void)err_fail(parser->err, ERR_INPUT, "`%s` has no unit of time, so %s means nothing to it",
                   field_at(parser, field)->name, what);
    (void)err_hint(parser->err, "fields of type time, clocks and arrival columns have one: "
                                "\"unit\": \"ms\"");
    return err_place(parser->err, token->offset, token->length);
}

// What a number or duration adds, in the field's unit.
static bool read_offset(const struct clause_parser *parser, size_t field, wide_int *out,
                        uint8_t *out_scale)
{
    const struct clause_token *token = &parser->token;
    const struct field *compared = field_at(parser, field);
    const struct bytes digits = bytes_of(token->inner.data, token->digits);
    const struct bytes unit = bytes_of(digits.data + digits.size, token->inner.size - digits.size);
    uint8_t scale;
    if (!read_digits(digits, compared->type, out, &scale))
        return wrong_type(parser, token, field);
    uint64_t ns = 0;
    if (unit.size > 0 && !duration_ns(unit, &ns)) {
        (void)fail_at(parser, token, "this is no number and no duration");
        return err_hint(parser->err, "durations are written 5ms, 60s, 10min, 2h, 7d");
    }
    if (unit.size > 0 && compared->unit == UNIT_NONE)
        return no_unit(parser, token, field, "a duration");
    if (unit.size > 0) {
        *out *= ns;
        scale = (uint8_t)(scale + clause_unit_scale(compared->unit));
    }
    if (compared->type == TYPE_DECIMAL) {
        *out_scale = scale;
        return true;
    }
    for (; scale > 0; scale--) {
        if (*out % 10 != 0) {
            (void)err_fail(parser->err, ERR_INPUT, "%.*s is no whole number%s%s for `%s`",
                           shown(token->length), (const char *)token->inner.data,
                           unit.size > 0 ? " of " : "",
                           unit.size > 0 ? time_unit_name(compared->unit) : "", compared->name);
            return err_place(parser->err, token->offset, token->length);
        }
        *out /= 10;
    }
    return true;
}

// False beyond what any type can hold; below that nothing here overflows.
static bool is_moderate(wide_int number, uint8_t scale)
{
    const wide_int limit = clause_scaled((wide_int)UINT64_MAX + 1, 0, scale);
    return scale <= DECIMAL_DIGITS_MAX && number <= limit && number >= -limit;
}

static bool add_offset(const struct clause_parser *parser, size_t field, wide_int offset,
                       uint8_t scale, struct clause_value *value)
{
    while (scale > 0 && offset % 10 == 0) {
        offset /= 10;
        scale--;
    }
    if (!is_moderate(offset, scale))
        return wrong_type(parser, &parser->token, field);
    const uint8_t common = scale > value->offset_scale ? scale : value->offset_scale;
    value->offset = clause_scaled(value->offset, value->offset_scale, common) +
                    clause_scaled(offset, scale, common);
    value->offset_scale = common;
    return is_moderate(value->offset, common) || wrong_type(parser, &parser->token, field);
}

// --- parsing ---

static bool read_text(struct clause_parser *parser, size_t field, struct clause_value *out)
{
    const struct field *compared = field_at(parser, field);
    const struct bytes inner = parser->token.inner;
    if (!is_text(compared->type)) {
        // A quoted number is one.
        wide_int number;
        const bool negative = inner.size > 0 && inner.data[0] == '-';
        uint8_t scale = 0;
        if (!read_digits(bytes_of(inner.data + negative, inner.size - negative), compared->type,
                         &number, compared->type == TYPE_DECIMAL ? &scale : NULL))
            return wrong_type(parser, &parser->token, field);
        return add_offset(parser, field, negative ? -number : number, scale, out);
    }
    struct buffer text = {0};
    const uint8_t quote = (uint8_t)parser->lexer.text[parser->token.offset];
    struct buffer single = {0};
    for (size_t i = 0; i < inner.size; i++) {
        const bool pair = i + 1 < inner.size && inner.data[i + 1] == quote;
        const bool escape = inner.data[i] == '\\' && i + 1 < inner.size;
        buffer_byte(&single, inner.data[i]);
        if (escape)
            buffer_byte(&single, inner.data[++i]);
        else if (inner.data[i] == quote && pair)
            i++;
    }
    lexer_unescape(bytes_of(single.data, single.size), &text);
    out->literal.text = arena_copy(&parser->clause->keep, bytes_of(text.data, text.size));
    buffer_done(&single);
    buffer_done(&text);
    return true;
}

static bool read_drawn(struct clause_parser *parser, size_t field, struct clause_value *out)
{
    const struct field *compared = field_at(parser, field);
    out->base = BASE_FIELD;
    if (!parser_field(parser, &parser->token, &out->field))
        return false;
    const struct field *drawn = field_at(parser, out->field);
    const bool fits = is_text(compared->type)
                          ? is_text(drawn->type)
                          : !is_text(drawn->type) &&
                                (drawn->type != TYPE_DECIMAL || compared->type == TYPE_DECIMAL);
    if (!fits)
        return wrong_type(parser, &parser->token, field);
    if (drawn->unit != UNIT_NONE && compared->unit != UNIT_NONE && drawn->unit != compared->unit) {
        (void)err_fail(parser->err, ERR_INPUT, "`%s` counts %s, and `%s` %s", drawn->name,
                       time_unit_name(drawn->unit), compared->name, time_unit_name(compared->unit));
        return err_place(parser->err, parser->token.offset, parser->token.length);
    }
    return true;
}

static bool is_sign(const struct clause_parser *parser, char sign)
{
    return parser->token.kind == CLAUSE_SIGN && parser->token.length == 1 &&
           parser->token.inner.data[0] == sign;
}

bool parser_at_value(const struct clause_parser *parser)
{
    const enum clause_token_kind kind = parser->token.kind;
    return kind == CLAUSE_DRAWN || kind == CLAUSE_TEXT || kind == CLAUSE_NUMBER ||
           is_sign(parser, '-') || parser_is_word(parser, "now");
}

static bool read_base(struct clause_parser *parser, size_t field, struct clause_value *out)
{
    const struct clause_token *token = &parser->token;
    const struct field *compared = field_at(parser, field);
    switch (token->kind) {
    case CLAUSE_TEXT:
        return read_text(parser, field, out);
    case CLAUSE_DRAWN:
        return read_drawn(parser, field, out);
    case CLAUSE_NAME:
        out->base = BASE_NOW;
        return compared->unit != UNIT_NONE || no_unit(parser, token, field, "`now`");
    case CLAUSE_NUMBER:
        if (is_text(compared->type)) {
            out->literal.text = arena_copy(&parser->clause->keep, token->inner);
            return true;
        }
        break;
    case CLAUSE_END:
    case CLAUSE_QUOTED:
    case CLAUSE_SIGN:
        break;
    }
    wide_int offset;
    uint8_t scale = 0;
    return read_offset(parser, field, &offset, &scale) &&
           add_offset(parser, field, offset, scale, out);
}

// Literals are complete once all is added to them: what does not fit the type is an error.
static bool settle(const struct clause_parser *parser, const struct clause_token *whole,
                   size_t field, struct clause_value *out)
{
    const struct field *compared = field_at(parser, field);
    if (out->base != BASE_LITERAL || is_text(compared->type))
        return true;
    out->literal = compared->type == TYPE_DECIMAL
                       ? clause_decimal(out->offset, out->offset_scale, &parser->clause->keep)
                       : clause_whole(compared->type, out->offset);
    return out->literal.beyond == 0 || wrong_type(parser, whole, field);
}

bool parser_value(struct clause_parser *parser, size_t field, struct clause_value *out)
{
    struct clause_token whole = parser->token;
    *out = (struct clause_value){0};
    const bool text = is_text(field_at(parser, field)->type);
    bool negative = is_sign(parser, '-');
    if (negative && !text && !parser_next(parser))
        return false;
    if (negative && (text || parser->token.kind != CLAUSE_NUMBER))
        return parser_expected(parser, "a number");
    if (!negative && !parser_at_value(parser)) {
        (void)parser_expected(parser, "a value");
        return err_hint(parser->err, "a text is quoted: 'abc'; a value of the drawn record is $%s",
                        field_at(parser, field)->name);
    }
    whole.length = parser->token.offset + parser->token.length - whole.offset;
    if (!read_base(parser, field, out))
        return false;
    if (negative)
        out->offset = -out->offset;
    if (!parser_next(parser))
        return false;
    while (!text && (is_sign(parser, '+') || is_sign(parser, '-'))) {
        negative = is_sign(parser, '-');
        wide_int offset;
        uint8_t scale = 0;
        if (!parser_next(parser))
            return false;
        if (parser->token.kind != CLAUSE_NUMBER)
            return parser_expected(parser, "a number or a duration");
        if (!read_offset(parser, field, &offset, &scale) ||
            !add_offset(parser, field, negative ? -offset : offset, scale, out))
            return false;
        whole.length = parser->token.offset + parser->token.length - whole.offset;
        if (!parser_next(parser))
            return false;
    }
    return settle(parser, &whole, field, out);
}
