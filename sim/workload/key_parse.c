#include "workload/key_parse.h"

#include "base/mem.h"
#include "base/text.h"
#include "workload/format.h"

#include <string.h>

enum { WIDTH_MAX = 32767, NAME_BYTES_MAX = 200 };

static bool is_number(enum value_type type)
{
    return type == TYPE_LONG || type == TYPE_INT || type == TYPE_ULONG;
}

static bool fail(struct err *err, const char *layout, const char *at, const char *what)
{
    return err_fail(err, ERR_INPUT, "parse.as: character %zu: %s", (size_t)(at - layout) + 1, what);
}

static struct key_parse_part *add(struct key_parse *parse)
{
    parse->parts = mem_resize(parse->parts, parse->count + 1, sizeof *parse->parts);
    struct key_parse_part *part = &parse->parts[parse->count++];
    *part = (struct key_parse_part){0};
    return part;
}

// ---- the layout ----

static bool read_literal(struct key_parse *parse, const char *layout, const char **at,
                         struct err *err)
{
    const size_t size = strcspn(*at, "[");
    char *text = mem_text_of(bytes_of(*at, size));
    size_t fault;
    const bool ok = text_key_decode(text, &add(parse)->literal, &fault);
    mem_free(text);
    if (!ok)
        return fail(err, layout, *at + fault, "`\\x` takes two hexadecimal digits");
    *at += size;
    return true;
}

static bool read_width(const char *layout, struct bytes *text, size_t *out_width, struct err *err)
{
    const char *at = (const char *)text->data;
    size_t used = 0, width = 0;
    while (used < text->size && at[used] >= '0' && at[used] <= '9' && width <= WIDTH_MAX)
        width = width * 10 + (size_t)(at[used++] - '0');
    *text = bytes_of(text->data + used, text->size - used);
    *out_width = width;
    return (width >= 1 && width <= WIDTH_MAX) ||
           fail(err, layout, at, "expected a width of 1 to 32767 bytes");
}

static bool read_type(const char *layout, struct bytes text, struct key_parse_part *part,
                      struct err *err)
{
    char *name = mem_text_of(text);
    const bool known = value_type_named(name, &part->type) && part->type != TYPE_TIME;
    mem_free(name);
    if (!known)
        return fail(err, layout, (const char *)text.data,
                    "expected a type: string, long, int, ulong, decimal or bytes");
    const size_t widest = part->type == TYPE_INT ? 4 : 8;
    return !is_number(part->type) || part->width <= widest ||
           fail(err, layout, (const char *)text.data,
                "a raw number is at most so wide: int 4, else 8");
}

// "[name:width type]", width and type optional.
static bool read_part(struct key_parse *parse, const char *layout, const char **at, struct err *err)
{
    const char *open = *at;
    const char *close = strchr(open, ']');
    if (!close)
        return fail(err, layout, open, "this `[` is not closed");
    struct key_parse_part *part = add(parse);
    struct bytes rest = bytes_of(open + 1, (size_t)(close - open) - 1);
    size_t size = 0;
    while (size < rest.size && rest.data[size] != ':' && rest.data[size] != ' ')
        size++;
    if (size > NAME_BYTES_MAX)
        return fail(err, layout, open, "a name of more than 200 bytes");
    for (size_t i = 0; i + 1 < parse->count; i++)
        if (size > 0 && parse->parts[i].name &&
            bytes_are(bytes_of(rest.data, size), parse->parts[i].name))
            return fail(err, layout, open, "a name for the second time");
    if (size > 0)
        part->name = mem_text_of(bytes_of(rest.data, size));
    parse->named += size > 0;
    rest = bytes_of(rest.data + size, rest.size - size);
    if (bytes_begin(rest, ":")) {
        rest = bytes_of(rest.data + 1, rest.size - 1);
        if (!read_width(layout, &rest, &part->width, err))
            return false;
    }
    if (rest.size > 0 && rest.data[0] != ' ')
        return fail(err, layout, (const char *)rest.data, "expected a blank and a type, or `]`");
    if (rest.size > 0 && !read_type(layout, bytes_of(rest.data + 1, rest.size - 1), part, err))
        return false;
    *at = close + 1;
    return true;
}

static bool is_open(const struct key_parse_part *part)
{
    return part->literal.size == 0 && part->width == 0;
}

// In a stretch between literals only one part can vary.
static bool check_stretches(const struct key_parse *parse, struct err *err)
{
    const struct key_parse_part *open = NULL;
    for (size_t i = 0; i < parse->count; i++) {
        const struct key_parse_part *part = &parse->parts[i];
        if (part->literal.size > 0)
            open = NULL;
        if (!is_open(part))
            continue;
        if (open)
            return err_fail(err, ERR_INPUT,
                            "parse.as: nothing tells where `%s` ends and `%s` begins: one of them "
                            "needs a width",
                            open->name ? open->name : "", part->name ? part->name : "");
        open = part;
    }
    return true;
}

bool key_parse_init(struct key_parse *parse, const char *layout, struct err *err)
{
    *parse = (struct key_parse){0};
    bool ok = true;
    for (const char *at = layout; ok && *at;)
        ok =
            *at == '[' ? read_part(parse, layout, &at, err) : read_literal(parse, layout, &at, err);
    if (ok && parse->named == 0)
        ok = fail(err, layout, layout, "expected parts with names, such as [user:8 long][name]");
    ok = ok && check_stretches(parse, err);
    if (!ok)
        key_parse_done(parse);
    return ok;
}

void key_parse_done(struct key_parse *parse)
{
    for (size_t i = 0; i < parse->count; i++) {
        mem_free(parse->parts[i].name);
        buffer_done(&parse->parts[i].literal);
        buffer_done(&parse->parts[i].decoded);
    }
    mem_free(parse->parts);
    *parse = (struct key_parse){0};
}

// ---- keys ----

static int64_t read_raw(struct bytes bytes, bool is_signed)
{
    uint64_t bits = is_signed && (bytes.data[0] & 0x80) ? UINT64_MAX : 0;
    for (size_t i = 0; i < bytes.size; i++)
        bits = bits << 8 | bytes.data[i];
    return (int64_t)bits;
}

// The bytes that an open part takes of `rest`; false where the literal behind its stretch is
// absent, or too little is left.
static bool open_size(const struct key_parse *parse, size_t index, struct bytes rest,
                      size_t *out_size)
{
    size_t behind = 0, i = index + 1;
    for (; i < parse->count && parse->parts[i].literal.size == 0; i++)
        behind += parse->parts[i].width;
    size_t end = rest.size;
    if (i < parse->count) {
        const struct buffer *literal = &parse->parts[i].literal;
        const uint8_t *found = rest.size > behind ? memmem(rest.data + behind, rest.size - behind,
                                                           literal->data, literal->size)
                                                  : NULL;
        if (!found)
            return false;
        end = (size_t)(found - rest.data);
    }
    *out_size = end - behind;
    return end >= behind;
}

static bool read_value(struct key_parse_part *part, struct bytes bytes, struct value *out)
{
    if (is_number(part->type) && part->width > 0) {
        out->number = read_raw(bytes, part->type != TYPE_ULONG);
        return true;
    }
    // The key's bytes are decoded already.
    const enum value_type type = part->type == TYPE_BYTES ? TYPE_STRING : part->type;
    return value_read(type, bytes, &part->decoded, out);
}

static bool misfit(const struct key_parse_part *part, struct bytes rest, struct err *err)
{
    struct buffer found = {0}, wanted = {0};
    value_show(&found, rest);
    if (part->literal.size > 0) {
        value_show(&wanted, bytes_of(part->literal.data, part->literal.size));
        err_fail(err, ERR_INPUT, "expected `%s`, found `%s`", (char *)wanted.data,
                 found.data ? (char *)found.data : "");
    } else if (part->width > 0 && rest.size < part->width) {
        err_fail(err, ERR_INPUT, "expected %zu bytes of `%s`, found %zu", part->width,
                 part->name ? part->name : "", rest.size);
    } else {
        err_fail(err, ERR_INPUT, "expected `%s`, %s, found `%s`", part->name ? part->name : "",
                 value_expected(part->type), found.data ? (char *)found.data : "");
    }
    buffer_done(&found);
    buffer_done(&wanted);
    return false;
}

bool key_parse_read(struct key_parse *parse, struct bytes key, struct value *out_values,
                    struct err *err)
{
    struct bytes rest = key;
    size_t field = 0;
    for (size_t i = 0; i < parse->count; i++) {
        struct key_parse_part *part = &parse->parts[i];
        size_t size = part->literal.size > 0 ? part->literal.size : part->width;
        if (is_open(part) && !open_size(parse, i, rest, &size))
            return misfit(i + 1 < parse->count ? &parse->parts[i + 1] : part, rest, err);
        if (size > rest.size)
            return misfit(part, rest, err);
        const struct bytes bytes = bytes_of(rest.data, size);
        if (part->literal.size > 0 && memcmp(bytes.data, part->literal.data, size) != 0)
            return misfit(part, rest, err);
        if (part->name && !read_value(part, bytes, &out_values[field++]))
            return misfit(part, bytes, err);
        rest = bytes_of(rest.data + size, rest.size - size);
    }
    if (rest.size == 0)
        return true;
    struct buffer found = {0};
    value_show(&found, rest);
    err_fail(err, ERR_INPUT, "expected its end, found `%s`", (char *)found.data);
    buffer_done(&found);
    return false;
}
