// How the components are written: lengths, delimiters, padding, signs, and what they cost.

#include "base/text.h"
#include "run/finding.h"

#include <string.h>

// What is known of the lengths of a component's values: without a workload only whether they are
// fixed.
struct widths {
    bool vary;
    uint64_t min, max; // 0: not known
};

static struct widths widths_of(const struct finding_view *view, size_t index)
{
    const struct key_trait *trait = &view->traits[index];
    if (trait->width > 0)
        return (struct widths){.min = trait->width, .max = trait->width};
    if (!view->keys)
        return (struct widths){.vary = trait->value->nominal_width == 0};
    const struct value_summary values = key_census_component(view->keys, index);
    return (struct widths){.vary = values.width_min != values.width_max,
                           .min = values.width_min,
                           .max = values.width_max};
}

static void say_widths(struct widths widths, struct buffer *out)
{
    if (widths.max > 0)
        buffer_format(out, " (%llu to %llu bytes)", (unsigned long long)widths.min,
                      (unsigned long long)widths.max);
}

// ---- one component runs into the next ----

// Listed values of which none begins like another can be told apart whatever follows.
static bool is_prefix_free(const struct finding_view *view, const struct key_node *value)
{
    enum { VALUES_COMPARED_MAX = 256 };
    if (!value->is_field)
        return false;
    const struct field *field = &view->schema->fields[value->field];
    if (field->value_count == 0 || field->value_count > VALUES_COMPARED_MAX)
        return false;
    for (size_t i = 0; i < field->value_count; i++) {
        for (size_t j = 0; j < field->value_count; j++) {
            if (i != j &&
                strncmp(field->values[i], field->values[j], strlen(field->values[i])) == 0)
                return false;
        }
    }
    return true;
}

static enum finding_level open_length(const struct finding_view *view, struct buffer *out)
{
    for (size_t i = view->first; i + 1 < view->trait_count; i++) {
        const struct key_trait *trait = &view->traits[i];
        if (trait->is_literal || view->traits[i + 1].is_literal || trait->ends_itself)
            continue;
        const struct widths widths = widths_of(view, i);
        if (!widths.vary || is_prefix_free(view, trait->value))
            continue;
        finding_name(out, trait);
        buffer_text(out, view->keys ? " varies in length" : " may vary in length");
        say_widths(widths, out);
        buffer_text(out, " and nothing ends it before ");
        finding_name(out, &view->traits[i + 1]);
        buffer_text(out, ": a scan of one value also reads those that begin like it (`host1` and "
                         "`host12`), and two records can get the same key");
        return FINDING_WARNING;
    }
    return FINDING_NONE;
}

static enum finding_level delimiter_inside(const struct finding_view *view, struct buffer *out)
{
    const size_t sorting = view->slices ? finding_sorting(view) : 0;
    for (size_t i = view->first; view->keys && i + 1 < view->trait_count; i++) {
        const struct key_trait *trait = &view->traits[i];
        // On slices the dot that ends the sharding key has a rule of its own.
        if (trait->is_literal || !view->traits[i + 1].is_literal || i + 2 == sorting ||
            !widths_of(view, i).vary)
            continue;
        const uint64_t count = key_census_delimited(view->keys, i);
        if (count == 0)
            continue;
        text_si(out, (double)count);
        buffer_text(out, " of ");
        text_si(out, (double)key_census_component(view->keys, i).count);
        buffer_text(out, " values of ");
        finding_name(out, trait);
        buffer_text(out, " hold the ");
        finding_value(out, NULL, view->traits[i + 1].literal);
        buffer_text(out, " that ends it: a key cannot be taken apart, two records can get the same "
                         "(a_b and c, a and b_c), and a scan of one value reads others");
        return FINDING_WARNING;
    }
    return FINDING_NONE;
}

static enum finding_level pad_above_data(const struct finding_view *view, struct buffer *out)
{
    for (size_t i = view->first; i < view->trait_count; i++) {
        const struct key_trait *trait = &view->traits[i];
        const struct key_node *call =
            trait->is_literal ? NULL : key_node_call_of(trait->value, "rpad");
        if (!call || !call->arguments[1]->constant)
            continue;
        const struct bytes pad = call->arguments[1]->column.texts[0];
        if (pad.size == 0 || pad.data[0] < '0')
            continue;
        finding_name(out, trait);
        buffer_text(out, " pads with ");
        finding_value(out, NULL, pad);
        buffer_text(out, ", which does not sort below what values are made of: a short value no "
                         "longer sorts before those that it begins, and a padded `host1` is the "
                         "same as a value that ends so; a vendor's page advises 'x', which sorts "
                         "host1 behind host12");
        return FINDING_WARNING;
    }
    return FINDING_NONE;
}

// ---- numbers ----

// A text column of a recording that holds numbers.
static bool holds_digits(const struct finding_view *view, size_t index)
{
    const struct key_node *value = view->traits[index].value;
    if (!view->keys || !value->is_field || value->type != TYPE_STRING)
        return false;
    return key_census_component(view->keys, index).digits_share >= 1;
}

static enum finding_level unpadded_number(const struct finding_view *view, struct buffer *out)
{
    // The order within a sharding key means nothing: it is hashed.
    for (size_t i = view->slices ? finding_sorting(view) : view->first; i < view->trait_count;
         i++) {
        const struct key_trait *trait = &view->traits[i];
        if (trait->is_literal || trait->is_number || trait->is_random || trait->ends_itself)
            continue;
        const struct widths widths = widths_of(view, i);
        if (!widths.vary || (!key_node_is_bare_number(trait->value) && !holds_digits(view, i)))
            continue;
        finding_name(out, trait);
        buffer_text(out, " is a number written without padding");
        say_widths(widths, out);
        buffer_text(out, ": as text 10 sorts before 9, so a range of numbers is no range of keys");
        return FINDING_WARNING;
    }
    return FINDING_NONE;
}

// Negative numbers in the component: counted, or of the one record at hand.
static bool is_negative_seen(const struct finding_view *view, const struct key_node *value)
{
    if (!view->records)
        return value->column.numbers && value->column.numbers[0] < 0;
    for (size_t i = 0; i < view->schema->count; i++) {
        if (key_node_reads(value, i) && record_census_field(view->records, i).negative > 0)
            return true;
    }
    return false;
}

static enum finding_level signed_binary(const struct finding_view *view, struct buffer *out)
{
    for (size_t i = view->first; i < view->trait_count; i++) {
        const struct key_trait *trait = &view->traits[i];
        if (!trait->is_number || trait->sign_flipped || trait->value->constant ||
            node_is_natural(trait->value) || key_node_call_of(trait->value, "%") ||
            !is_negative_seen(view, trait->value))
            continue;
        finding_name(out, trait);
        buffer_text(out, " holds negative numbers as raw bytes: they sort behind all positive ones "
                         "(-1 is ffff...), so a range across zero is empty or inverted");
        return FINDING_WARNING;
    }
    return FINDING_NONE;
}

// ---- bytes ----

static void say_saving(const struct finding_view *view, double bytes, struct buffer *out)
{
    const double columns = view->scenario ? view->scenario->row_columns : 1;
    buffer_format(out, ": %.3g byte%s less in every key", bytes, bytes == 1 ? "" : "s");
    if (columns > 1)
        buffer_format(out, ", %.3g a row, whose %.3g columns each repeat the key", bytes * columns,
                      columns);
}

static enum finding_level number_as_text(const struct finding_view *view, struct buffer *out)
{
    enum { LONG_BYTES = 8, LONG_DIGITS = 18 };
    for (size_t i = view->first; view->keys && i < view->trait_count; i++) {
        const struct key_trait *trait = &view->traits[i];
        if (view->encoding == ENCODING_TEXT || trait->is_literal || trait->is_number)
            continue;
        const struct value_summary values = key_census_component(view->keys, i);
        if (values.digits_share < 1 || values.width_mean <= LONG_BYTES ||
            values.width_max > LONG_DIGITS || key_node_family_of(trait->value, "digest"))
            continue;
        finding_name(out, trait);
        buffer_format(out, " spells a number with %.3g digits where a long takes %d bytes",
                      values.width_mean, LONG_BYTES);
        say_saving(view, values.width_mean - LONG_BYTES, out);
        return FINDING_NOTE;
    }
    return FINDING_NONE;
}

static enum finding_level hex_for_raw(const struct finding_view *view, struct buffer *out)
{
    enum { WORTH_SAYING = 4 };
    for (size_t i = view->first; i < view->trait_count; i++) {
        const struct key_trait *trait = &view->traits[i];
        if (view->encoding == ENCODING_TEXT || trait->is_literal || !trait->value->hex ||
            trait->width < WORTH_SAYING)
            continue;
        finding_name(out, trait);
        buffer_format(out, " writes a hash as %llu hex digits where %llu raw bytes would do",
                      (unsigned long long)trait->width, (unsigned long long)(trait->width + 1) / 2);
        say_saving(view, (double)(trait->width / 2), out);
        return FINDING_NOTE;
    }
    return FINDING_NONE;
}

const struct finding_rule finding_part_rules[] = {
    {"open-length", "a component of varying length runs into the next one",
     "end it with a delimiter that it never holds ([user]_[app]), or pad it to a fixed width",
     open_length},
    {"delimiter-inside", "values hold the delimiter that ends them",
     "take a delimiter that no value holds ('\\x00'), or pad the component to a fixed width",
     delimiter_inside},
    {"pad-above-data", "the padding does not sort below what values are made of",
     "pad with a byte below all data: rpad(x, '\\x00', width)", pad_above_data},
    {"unpadded-number", "numbers are written as text of different lengths",
     "write them with zeros in front, dec(x, width), or as bytes, long(x)", unpadded_number},
    {"signed-binary", "negative numbers sort behind positive ones", "flip the sign: ordered(x)",
     signed_binary},
    {"number-as-text", "a number takes more bytes as text than as a number",
     "write it as a long: long(num(x)), or give the field the type long", number_as_text},
    {"hex-for-raw", "a hash takes twice its bytes as hex digits",
     "write a hash that is a number, as bytes: short(xxhash(x)) for 4 hex digits", hex_for_raw},
    {0},
};
