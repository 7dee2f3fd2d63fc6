#include "json/scan.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct scan {
    const char *text;
    size_t size, at;
    bool comments;
    int depth;
    struct json_places *places;
    char *clean;
    struct err *err;
};

void json_places_add(struct json_places *places, struct json_place place)
{
    if (places->count == places->capacity) {
        places->capacity = places->capacity > 0 ? 2 * places->capacity : 64;
        places->items = mem_resize(places->items, places->capacity, sizeof *places->items);
    }
    places->items[places->count++] = place;
}

#define fail_at(scan, offset, length, ...)                                                         \
    (err_fail((scan)->err, ERR_INPUT, __VA_ARGS__), err_place((scan)->err, (offset), (length)))

// Bytes of the UTF-8 sequence at `text`, or 0 where it is none (overlong, a surrogate, beyond
// U+10FFFF, cut).
static size_t utf8_length(const unsigned char *text, size_t size)
{
    const unsigned char lead = text[0];
    const size_t length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (length == 0 || lead > 0xf4 || length > size)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if ((lead == 0xe0 && text[1] < 0xa0) || (lead == 0xf0 && text[1] < 0x90))
        return 0;
    if ((lead == 0xed && text[1] > 0x9f) || (lead == 0xf4 && text[1] > 0x8f))
        return 0;
    return length;
}

static bool check_bytes(struct scan *scan)
{
    for (size_t at = 0; at < scan->size;) {
        if (scan->text[at] == '\0')
            return fail_at(scan, at, 1, "a NUL byte: this is not a text file");
        const size_t length = utf8_length((const unsigned char *)scan->text + at, scan->size - at);
        if (length == 0)
            return fail_at(scan, at, 1, "byte 0x%02x is not UTF-8", (unsigned char)scan->text[at]);
        at += length;
    }
    return true;
}

static char peek(const struct scan *scan)
{
    return scan->at < scan->size ? scan->text[scan->at] : '\0';
}

static void blank(struct scan *scan, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (scan->clean[i] != '\n')
            scan->clean[i] = ' ';
}

static bool skip_comment(struct scan *scan)
{
    const size_t start = scan->at;
    const char kind = start + 1 < scan->size ? scan->text[start + 1] : '\0';
    if (kind != '/' && kind != '*')
        return fail_at(scan, start, 1, "unexpected `/`");
    if (!scan->comments)
        return fail_at(scan, start, 2, "comments are not allowed here");
    if (kind == '/') {
        while (scan->at < scan->size && scan->text[scan->at] != '\n')
            scan->at++;
    } else {
        scan->at += 2;
        while (scan->at + 1 < scan->size &&
               !(scan->text[scan->at] == '*' && scan->text[scan->at + 1] == '/'))
            scan->at++;
        if (scan->at + 1 >= scan->size)
            return fail_at(scan, start, 2, "this comment is not closed");
        scan->at += 2;
    }
    blank(scan, start, scan->at);
    return true;
}

static bool skip_blanks(struct scan *scan)
{
    for (;;) {
        const char c = peek(scan);
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
            scan->at++;
        else if (c == '/') {
            if (!skip_comment(scan))
                return false;
        } else
            return true;
    }
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// The code unit of the \uXXXX at `at`, or -1.
static int code_unit(const struct scan *scan, size_t at)
{
    if (at + 6 > scan->size || scan->text[at] != '\\' || scan->text[at + 1] != 'u')
        return -1;
    int unit = 0;
    for (size_t i = at + 2; i < at + 6; i++) {
        const int digit = hex_digit(scan->text[i]);
        if (digit < 0)
            return -1;
        unit = 16 * unit + digit;
    }
    return unit;
}

static bool scan_escape(struct scan *scan)
{
    const size_t start = scan->at;
    const char kind = start + 1 < scan->size ? scan->text[start + 1] : '\0';
    if (kind != '\0' && strchr("\"\\/bfnrt", kind)) {
        scan->at += 2;
        return true;
    }
    if (kind != 'u')
        return fail_at(scan, start, 2, "unknown escape in a text; a backslash itself is `\\\\`");
    const int unit = code_unit(scan, start);
    if (unit < 0)
        return fail_at(scan, start, 2, "`\\u` takes four hexadecimal digits");
    if (unit == 0)
        return fail_at(scan, start, 6, "a text cannot hold a NUL (\\u0000)");
    scan->at += 6;
    if (unit < 0xd800 || unit > 0xdfff)
        return true;
    const int low = code_unit(scan, scan->at);
    if (unit > 0xdbff || low < 0xdc00 || low > 0xdfff)
        return fail_at(scan, start, 6, "half of a surrogate pair");
    scan->at += 6;
    return true;
}

static bool scan_text(struct scan *scan)
{
    const size_t start = scan->at++;
    while (scan->at < scan->size) {
        const char c = scan->text[scan->at];
        if (c == '"') {
            scan->at++;
            return true;
        }
        if (c == '\n' || c == '\r')
            break;
        if ((unsigned char)c < 0x20)
            return fail_at(scan, scan->at, 1, "a control byte in a text is written `\\u%04x`",
                           (unsigned)c);
        if (c != '\\')
            scan->at++;
        else if (!scan_escape(scan))
            return false;
    }
    return fail_at(scan, start, scan->at - start,
                   "this text is not closed before the end of its line");
}

static size_t skip_digits(struct scan *scan)
{
    const size_t start = scan->at;
    while (peek(scan) >= '0' && peek(scan) <= '9')
        scan->at++;
    return scan->at - start;
}

static bool scan_number(struct scan *scan, double *out_number)
{
    const size_t start = scan->at;
    if (peek(scan) == '-')
        scan->at++;
    const bool zero = peek(scan) == '0';
    const size_t whole = skip_digits(scan);
    if (whole == 0)
        return fail_at(scan, start, 1, "a number needs a digit after its sign");
    if (zero && whole > 1)
        return fail_at(scan, start, scan->at - start, "a number has no leading zeros");
    if (peek(scan) == '.') {
        scan->at++;
        if (skip_digits(scan) == 0)
            return fail_at(scan, start, scan->at - start, "a number needs a digit after its point");
    }
    if (peek(scan) == 'e' || peek(scan) == 'E') {
        scan->at++;
        if (peek(scan) == '+' || peek(scan) == '-')
            scan->at++;
        if (skip_digits(scan) == 0)
            return fail_at(scan, start, scan->at - start, "a number needs a digit in its exponent");
    }
    char *token = mem_text_of(bytes_of(scan->text + start, scan->at - start));
    *out_number = strtod(token, NULL);
    mem_free(token);
    if (!isfinite(*out_number))
        return fail_at(scan, start, scan->at - start, "this number is too large");
    blank(scan, start, scan->at);
    scan->clean[start] = '0';
    return true;
}

static bool scan_word(struct scan *scan)
{
    static const char *const words[] = {"true", "false", "null"};
    const size_t start = scan->at;
    size_t end = start;
    while (end < scan->size && ((scan->text[end] | 0x20) >= 'a' && (scan->text[end] | 0x20) <= 'z'))
        end++;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == end - start && !memcmp(words[i], scan->text + start, end - start)) {
            scan->at = end;
            return true;
        }
    const char c = peek(scan);
    if (end > start) {
        fail_at(scan, start, end - start, "`%.*s` is not a value",
                (int)(end - start < 40 ? end - start : 40), scan->text + start);
        return err_hint(scan->err, "texts are written in double quotes");
    }
    if (c == '\'')
        return fail_at(scan, start, 1, "texts are written in double quotes");
    if (c == '.' || c == '+')
        return fail_at(scan, start, 1, "a number begins with a digit or `-`");
    if (scan->at >= scan->size)
        return fail_at(scan, start, 0, "expected a value, found the end of the text");
    return fail_at(scan, start, 1, "expected a value");
}

static bool scan_value(struct scan *scan, struct json_place name);

static bool scan_name(struct scan *scan, struct json_place *out_place)
{
    const size_t start = scan->at;
    if (peek(scan) != '"') {
        fail_at(scan, start, 1, "expected a name in double quotes");
        return false;
    }
    if (!scan_text(scan))
        return false;
    *out_place = (struct json_place){.name_offset = start, .name_length = scan->at - start};
    if (!skip_blanks(scan))
        return false;
    if (peek(scan) != ':')
        return fail_at(scan, scan->at, 1, "expected `:` after the name");
    scan->at++;
    return skip_blanks(scan);
}

// What stands between two members, or after the last: true with *out_more telling which.
static bool scan_separator(struct scan *scan, size_t opened, char closer, bool *out_more)
{
    if (!skip_blanks(scan))
        return false;
    const char c = peek(scan);
    *out_more = c == ',';
    if (c == closer) {
        scan->at++;
        return true;
    }
    if (scan->at >= scan->size)
        return fail_at(scan, opened, 1, "this `%c` is not closed", scan->text[opened]);
    if (c != ',')
        return fail_at(scan, scan->at, 1, "expected `,` or `%c` here", closer);
    const size_t comma = scan->at++;
    if (!skip_blanks(scan))
        return false;
    if (peek(scan) == closer)
        return fail_at(scan, comma, 1, "a comma before the closing `%c`; remove it", closer);
    if (scan->at >= scan->size)
        return fail_at(scan, opened, 1, "this `%c` is not closed", scan->text[opened]);
    return true;
}

static bool scan_container(struct scan *scan)
{
    const size_t opened = scan->at++;
    const bool object = scan->text[opened] == '{';
    const char closer = object ? '}' : ']';
    if (++scan->depth > JSON_DEPTH_LIMIT)
        return fail_at(scan, opened, 1, "nested deeper than %d levels", JSON_DEPTH_LIMIT);
    if (!skip_blanks(scan))
        return false;
    bool more = peek(scan) != closer;
    if (!more)
        scan->at++;
    if (more && scan->at >= scan->size)
        return fail_at(scan, opened, 1, "this `%c` is not closed", scan->text[opened]);
    while (more) {
        struct json_place name = {0};
        if (object && !scan_name(scan, &name))
            return false;
        if (!scan_value(scan, name) || !scan_separator(scan, opened, closer, &more))
            return false;
    }
    scan->depth--;
    return true;
}

// `name` holds the place of the member's name, if it has one.
static bool scan_value(struct scan *scan, struct json_place name)
{
    const size_t index = scan->places->count;
    name.offset = scan->at;
    json_places_add(scan->places, name);
    double number = 0;
    bool ok;
    const char c = peek(scan);
    if (c == '{' || c == '[')
        ok = scan_container(scan);
    else if (c == '"')
        ok = scan_text(scan);
    else if (c == '-' || (c >= '0' && c <= '9'))
        ok = scan_number(scan, &number);
    else
        ok = scan_word(scan);
    scan->places->items[index].length = scan->at - name.offset;
    scan->places->items[index].number = number;
    return ok;
}

bool json_scan(struct bytes text, bool comments, struct json_places *places, struct buffer *clean,
               struct err *err)
{
    buffer_append(clean, text.data, text.size);
    struct scan scan = {.text = (const char *)text.data,
                        .size = text.size,
                        .comments = comments,
                        .places = places,
                        .clean = (char *)clean->data,
                        .err = err};
    if (!check_bytes(&scan))
        return false;
    if (text.size >= 3 && !memcmp(text.data, "\xef\xbb\xbf", 3)) {
        scan.at = 3;
        blank(&scan, 0, 3);
    }
    if (!skip_blanks(&scan) || !scan_value(&scan, (struct json_place){0}) || !skip_blanks(&scan))
        return false;
    if (scan.at < scan.size)
        return fail_at(&scan, scan.at, 1, "unexpected text after the end of the value");
    return true;
}
