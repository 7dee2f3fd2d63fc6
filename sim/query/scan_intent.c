#include "query/scan_intent.h"

#include "base/buffer.h"
#include "base/mem.h"
#include "query/clause_lexer.h"

#include <string.h>

// "field", "field + n" or "field - n", as a component writes it.
struct offset_field {
    size_t field;
    char sign;          // '+', '-' or 0
    struct bytes steps; // digits; empty without a sign
};

static struct bytes trimmed(struct bytes text)
{
    while (text.size > 0 && text.data[0] == ' ')
        text = bytes_of(text.data + 1, text.size - 1);
    while (text.size > 0 && text.data[text.size - 1] == ' ')
        text.size--;
    return text;
}

// The next component between brackets; false where there is none.
static bool next_component(const char **at, struct bytes *out)
{
    const char *open = strchr(*at, '[');
    const char *close = open ? strchr(open, ']') : NULL;
    if (!close)
        return false;
    *out = trimmed(bytes_of(open + 1, (size_t)(close - open - 1)));
    if (out->size > 5 && memcmp(out->data + out->size - 5, " DESC", 5) == 0)
        *out = trimmed(bytes_of(out->data, out->size - 5));
    *at = close + 1;
    return true;
}

static bool are_digits(struct bytes text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
    }
    return text.size > 0;
}

static bool read_offset(struct bytes text, const struct schema *schema, struct offset_field *out)
{
    struct err ignored = {0};
    *out = (struct offset_field){0};
    if (clause_find_field(schema, text, &out->field, &ignored))
        return true;
    for (size_t i = text.size; i-- > 1;) {
        if (text.data[i] != '+' && text.data[i] != '-')
            continue;
        struct err unknown = {0};
        out->sign = (char)text.data[i];
        out->steps = trimmed(bytes_of(text.data + i + 1, text.size - i - 1));
        return are_digits(out->steps) &&
               clause_find_field(schema, trimmed(bytes_of(text.data, i)), &out->field, &unknown);
    }
    return false;
}

static bool is_one(const struct offset_field *offset)
{
    return offset->steps.size == 1 && offset->steps.data[0] == '1';
}

static void put_value(struct buffer *out, const char *name, const struct offset_field *offset)
{
    buffer_format(out, "$`%s`", name);
    if (offset->sign)
        buffer_format(out, " %c %.*s", offset->sign, (int)offset->steps.size,
                      (const char *)offset->steps.data);
}

// The condition of one component; `to` is that of the other bound, NULL where it has none.
static void put_condition(struct buffer *out, const struct schema *schema,
                          const struct offset_field *from, const struct offset_field *to)
{
    const char *name = schema->fields[from->field].name;
    const bool goes_on = to && to->field == from->field;
    const bool is_range = goes_on && (from->sign || (to->sign == '+' && !is_one(to)));
    if (from->sign && !goes_on)
        return;
    buffer_text(out, out->size == 0 ? "where " : " and ");
    buffer_format(out, "`%s` %s ", name, is_range ? ">=" : "=");
    put_value(out, name, from);
    if (!is_range)
        return;
    buffer_format(out, " and `%s` < ", name);
    put_value(out, name, to);
}

char *scan_intent(const char *from, const char *to, const struct schema *schema)
{
    struct buffer out = {0};
    struct bytes text;
    const char *other = to ? to : "";
    while (next_component(&from, &text)) {
        struct offset_field low;
        struct offset_field high;
        struct bytes end;
        const bool has_end = next_component(&other, &end) && read_offset(end, schema, &high);
        if (read_offset(text, schema, &low) && !strchr(schema->fields[low.field].name, '`'))
            put_condition(&out, schema, &low, has_end ? &high : NULL);
    }
    if (out.size == 0)
        return NULL;
    return buffer_take(&out);
}
