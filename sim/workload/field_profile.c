#include "workload/field_profile.h"

#include "base/mem.h"
#include "stats/distinct.h"
#include "stats/frequent.h"
#include "workload/format.h"
#include "workload/hot_windows.h"
#include "workload/times.h"
#include "workload/value.h"

#include <math.h>
#include <string.h>

enum { HEX_DIGITS_MIN = 8 };

// How recordings write that there is no value.
static const char *const null_texts[] = {"",    "-",   "NULL", "null", "\\N",    "NA",
                                         "N/A", "nan", "NaN",  "None", "(empty)"};
enum { NULL_TEXTS = sizeof null_texts / sizeof null_texts[0] };

// Of which types all values so far are.
struct seen_types {
    bool whole, positive, decimal, iso, hex;
};

struct field_profile {
    uint64_t rows, nulls, nulls_as[NULL_TEXTS];
    struct seen_types types;
    uint64_t length_sum, length_min, length_max;
    struct frequent *frequent;
    struct distinct distinct;
    struct order *order;
    struct hot_windows hot;
};

struct field_profile *field_profile_new(size_t values)
{
    struct field_profile *profile = mem_new(1, sizeof *profile);
    profile->types = (struct seen_types){true, true, true, true, true};
    profile->frequent = frequent_new(values);
    profile->order = order_new();
    profile->length_min = UINT64_MAX;
    return profile;
}

void field_profile_free(struct field_profile *profile)
{
    if (!profile)
        return;
    frequent_free(profile->frequent);
    order_free(profile->order);
    mem_free(profile);
}

// The index of the null text that the cell is; NULL_TEXTS where it is a value.
static size_t null_of(struct bytes cell)
{
    static const size_t longest = sizeof "(empty)" - 1;
    if (cell.size > longest || (cell.size > 0 && !memchr("-Nn\\(", cell.data[0], 5)))
        return NULL_TEXTS;
    size_t i = 0;
    while (i < NULL_TEXTS && !bytes_are(cell, null_texts[i]))
        i++;
    return i;
}

static bool is_hex(struct bytes text)
{
    for (size_t i = 0; i < text.size; i++) {
        const uint8_t letter = text.data[i] | 0x20;
        if ((text.data[i] < '0' || text.data[i] > '9') && (letter < 'a' || letter > 'f'))
            return false;
    }
    return text.size >= HEX_DIGITS_MIN;
}

// "007" is a name and not a number: its zeros would be lost.
static bool has_idle_zero(struct bytes text)
{
    const size_t sign = text.size > 0 && text.data[0] == '-';
    return text.size > sign + 1 && text.data[sign] == '0' && text.data[sign + 1] != '.';
}

static bool read_number(struct bytes text, double *out_number)
{
    struct value value;
    if (has_idle_zero(text) || !value_read(TYPE_DECIMAL, text, NULL, &value))
        return false;
    *out_number = (double)value.number;
    for (uint8_t i = 0; i < value.scale; i++)
        *out_number /= 10;
    return true;
}

static void see_types(struct seen_types *types, struct bytes text)
{
    struct value value;
    int64_t ns;
    const bool is_plain = !has_idle_zero(text);
    types->whole = types->whole && is_plain && value_read(TYPE_LONG, text, NULL, &value);
    types->positive = types->positive && is_plain && value_read(TYPE_ULONG, text, NULL, &value);
    types->decimal = types->decimal && is_plain && value_read(TYPE_DECIMAL, text, NULL, &value);
    types->iso = types->iso && time_read_iso(text, &ns);
    types->hex = types->hex && is_hex(text);
}

void field_profile_expect(const struct field_profile *profile, uint64_t hash)
{
    frequent_expect(profile->frequent, hash);
}

void field_profile_add(struct field_profile *profile, struct bytes cell, uint64_t hash)
{
    profile->rows++;
    frequent_add(profile->frequent, hash, cell);
    distinct_add(&profile->distinct, hash);
    hot_windows_add(&profile->hot, hash);
    const size_t null = null_of(cell);
    if (null < NULL_TEXTS) {
        profile->nulls++;
        profile->nulls_as[null]++;
        return;
    }
    see_types(&profile->types, cell);
    double number = 0;
    const bool is_number =
        (profile->types.decimal || profile->types.whole || profile->types.positive) &&
        read_number(cell, &number);
    order_add(profile->order, cell, is_number, number);
    profile->length_sum += cell.size;
    profile->length_min = cell.size < profile->length_min ? cell.size : profile->length_min;
    profile->length_max = cell.size > profile->length_max ? cell.size : profile->length_max;
}

static enum value_type type_of(const struct field_profile *profile)
{
    const struct seen_types *types = &profile->types;
    if (profile->nulls == profile->rows)
        return TYPE_STRING;
    return types->whole      ? TYPE_LONG
           : types->positive ? TYPE_ULONG
           : types->decimal  ? TYPE_DECIMAL
           : types->iso      ? TYPE_TIME
                             : TYPE_STRING;
}

static const char *commonest_null(const struct field_profile *profile)
{
    size_t best = 0;
    for (size_t i = 1; i < NULL_TEXTS; i++)
        if (profile->nulls_as[i] > profile->nulls_as[best])
            best = i;
    return profile->nulls > 0 ? null_texts[best] : NULL;
}

// Fits the law to the values whose counts are known well: all, or those far above the error.
static struct zipf_fit fit(const struct frequent_value *values, size_t count, uint64_t error)
{
    uint64_t *counts = mem_new(count, sizeof *counts);
    size_t known = 0;
    while (known < count && (error == 0 || values[known].count > 10 * error)) {
        counts[known] = values[known].count;
        known++;
    }
    const struct zipf_fit found = zipf_fit_of(counts, known);
    mem_free(counts);
    return found;
}

static void sum_values(const struct field_profile *profile, struct profile_summary *out)
{
    const size_t held = frequent_held(profile->frequent);
    struct frequent_value *values = mem_new(held, sizeof *values);
    const size_t count = frequent_top(profile->frequent, values, held);
    out->frequency_error = frequent_error(profile->frequent);
    out->distinct =
        out->frequency_error == 0 ? (double)held : distinct_estimate(&profile->distinct);
    out->distinct_error = out->frequency_error == 0 ? 0 : DISTINCT_ERROR;
    for (size_t i = 0; i < count && i < PROFILE_VALUES; i++) {
        if (out->frequency_error > 0 && values[i].count <= 4 * out->frequency_error)
            break; // what is known of the others is little more than that they are there
        out->values[out->value_count++] = (struct profile_value){
            .text = mem_text_of(values[i].text), .frequency = values[i].count};
    }
    out->zipf = fit(values, count, out->frequency_error);
    mem_free(values);
}

struct profile_summary field_profile_summary(const struct field_profile *profile)
{
    const uint64_t values = profile->rows - profile->nulls;
    struct profile_summary summary = {
        .type = type_of(profile),
        .is_hex = values > 0 && profile->types.hex && profile->length_min == profile->length_max,
        .rows = profile->rows,
        .nulls = profile->nulls,
        .null_text = commonest_null(profile),
        .length_min = values > 0 ? profile->length_min : 0,
        .length_max = profile->length_max,
        .length_mean = values > 0 ? (double)profile->length_sum / (double)values : NAN,
        .order = order_summary(profile->order),
        .window_top_share = hot_windows_mean(&profile->hot),
    };
    sum_values(profile, &summary);
    return summary;
}

void profile_summary_done(struct profile_summary *summary)
{
    for (size_t i = 0; i < summary->value_count; i++)
        mem_free(summary->values[i].text);
    *summary = (struct profile_summary){0};
}
