#include "cli/inspect.h"

#include "base/mem.h"
#include "base/text.h"
#include "cli/listing.h"
#include "workload/times.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { VALUE_SHOWN_MAX = 24, VALUES_SHOWN = 3 };

const char *inspect_monotonicity(const struct order_summary *order)
{
    if (isnan(order->correlation))
        return "unknown";
    return fabs(order->correlation) >= 0.7 ? "monotonic" : "not monotonic";
}

double inspect_rate_per_s(const struct inspection *inspection)
{
    const struct time_windows *windows = &inspection->time.windows;
    if (!inspection->time.is_known || windows->last_ns == windows->first_ns)
        return NAN;
    const double span_s = ((double)windows->last_ns - (double)windows->first_ns) / 1e9;
    return (double)windows->rows / span_s;
}

static void add_text(struct listing *listing, struct buffer *text)
{
    listing_cell(listing, text->data ? (const char *)text->data : "");
    buffer_done(text);
}

static void spell_share(struct buffer *out, double share)
{
    buffer_format(out, share > 0 && share < 0.0001 ? "%.1e %%" : "%.3g %%", share * 100);
}

// A value as it can stand on a line, cut.
static void spell_value(struct buffer *out, const char *text)
{
    struct buffer plain = {0};
    text_key(&plain, bytes_of(text, strlen(text)));
    if (plain.size == 0)
        buffer_text(out, "(empty)");
    else if (plain.size > VALUE_SHOWN_MAX)
        buffer_format(out, "%.*s...", VALUE_SHOWN_MAX - 3, (const char *)plain.data);
    else
        buffer_text(out, (const char *)plain.data);
    buffer_done(&plain);
}

static void spell_distinct(struct buffer *out, const struct profile_summary *profile)
{
    if (profile->distinct_error == 0) {
        buffer_format(out, "%.0f", profile->distinct);
        return;
    }
    text_si(out, profile->distinct);
    buffer_format(out, " \u00b1%.1f %%", 196 * profile->distinct_error);
}

static void spell_length(struct buffer *out, const struct profile_summary *profile)
{
    if (profile->length_min == profile->length_max)
        buffer_format(out, "%" PRIu64, profile->length_min);
    else
        buffer_format(out, "%" PRIu64 "-%" PRIu64, profile->length_min, profile->length_max);
}

static void spell_values(struct buffer *out, const struct inspect_field *field)
{
    const struct profile_summary *profile = &field->profile;
    const double rows = (double)profile->rows;
    if (profile->distinct_error == 0 && profile->distinct == rows && rows > 1) {
        buffer_text(out, "each once");
        return;
    }
    if (profile->value_count == 0)
        buffer_text(out, "none stands out");
    for (size_t i = 0; i < profile->value_count && i < VALUES_SHOWN; i++) {
        buffer_text(out, i > 0 ? ", " : "");
        spell_value(out, profile->values[i].text);
        buffer_byte(out, ' ');
        spell_share(out, (double)profile->values[i].frequency / rows);
    }
    const double top = profile->value_count > 0 ? (double)profile->values[0].frequency / rows : 0;
    if (profile->window_top_share > 1.5 * top && profile->window_top_share > 0.02) {
        buffer_text(out, "; the top value of 1000 rows takes ");
        spell_share(out, profile->window_top_share);
    }
}

static void add_field(struct listing *listing, const struct inspect_field *field)
{
    const struct profile_summary *profile = &field->profile;
    struct buffer text = {0};
    spell_value(&text, field->name);
    add_text(listing, &text);
    listing_cell(listing, profile->is_hex && profile->type == TYPE_STRING
                              ? "string, hex"
                              : value_type_name(profile->type));
    if (profile->nulls > 0)
        spell_share(&text, (double)profile->nulls / (double)profile->rows);
    add_text(listing, &text);
    spell_distinct(&text, profile);
    add_text(listing, &text);
    spell_length(&text, profile);
    add_text(listing, &text);
    const double correlation = profile->order.correlation;
    buffer_format(&text, isnan(correlation) ? "-" : "%.2f",
                  fabs(correlation) < 0.005 ? 0.0 : correlation);
    add_text(listing, &text);
    if (isnan(profile->zipf.theta))
        buffer_text(&text, "-");
    else
        buffer_format(&text, "%.2f (%.2f)", profile->zipf.theta, profile->zipf.distance);
    add_text(listing, &text);
    spell_values(&text, field);
    add_text(listing, &text);
}

static void add_fields(const struct inspection *inspection, struct buffer *out)
{
    struct listing listing = {.columns = {"column", "type", "nulls", "distinct", "bytes", "order",
                                          "zipf", "most common values", NULL}};
    for (size_t i = 0; i < inspection->field_count; i++)
        add_field(&listing, &inspection->fields[i]);
    listing_print(&listing, LISTING_TABLE, LISTING_WIDTH, out);
    listing_done(&listing);
    buffer_text(out,
                "\n  order  rank correlation with the rows: 1 rises, -1 falls, near 0 neither\n"
                "  zipf   theta, and how far the counts are from its law (0 fits, 1 is far)\n");
}

static void add_guesses(const struct inspection *inspection, struct buffer *out)
{
    struct listing listing = {.columns = {"taken", "as", "because", NULL}};
    for (size_t i = 0; i < inspection->guess_count; i++) {
        const struct inspect_guess *guess = &inspection->guesses[i];
        struct buffer found = {0};
        listing_cell(&listing, guess->what);
        text_plain(&found, bytes_of(guess->found, strlen(guess->found)));
        add_text(&listing, &found);
        listing_cell(&listing, guess->why);
    }
    listing_print(&listing, LISTING_TABLE, LISTING_WIDTH, out);
    listing_done(&listing);
}

static void add_moment(struct buffer *out, int64_t ns)
{
    // To the second: the rest is noise to a reader.
    time_write(out, ns - ns % (int64_t)NS_PER_S);
}

static void add_times(const struct inspection *inspection, struct buffer *out)
{
    const struct inspect_time *time = &inspection->time;
    const struct time_windows *windows = &time->windows;
    if (!time->is_known)
        return;
    buffer_text(out, "\n  times  ");
    add_moment(out, windows->first_ns);
    buffer_text(out, " to ");
    add_moment(out, windows->last_ns);
    const double rate = inspect_rate_per_s(inspection);
    if (!isnan(rate)) {
        buffer_text(out, ", ");
        text_si(out, rate);
        buffer_text(out, " rows/s");
    }
    if (time->falls > 0)
        buffer_format(out, "\n         not in order: %" PRIu64 " rows are older than the one above",
                      time->falls);
    if (time->faults.count > 0)
        buffer_format(out, "\n         %" PRIu64 " rows have no such time; the first: %s",
                      time->faults.count, time->faults.examples[0]);
    const struct burstiness bursts = time_windows_burstiness(windows);
    if (bursts.windows > 1) {
        buffer_text(out, "\n  bursts the busiest ");
        text_duration(out, (double)windows->width_ns);
        buffer_text(out, " take ");
        text_si(out, bursts.peak_to_mean);
        buffer_text(out, " times the mean; variance / mean ");
        text_si(out, bursts.dispersion);
    }
    buffer_byte(out, '\n');
}

static void add_keys(const struct inspection *inspection, struct buffer *out)
{
    buffer_text(out, "\n  no two rows agree in\n");
    for (size_t i = 0; i < inspection->key_count; i++) {
        const struct unique_key *key = &inspection->keys[i];
        buffer_text(out, "    ");
        for (size_t j = 0; j < key->count; j++) {
            buffer_text(out, j > 0 ? " + " : "");
            spell_value(out, inspection->fields[key->columns[j]].name);
        }
        if (key->rows < inspection->rows) {
            buffer_text(out, "  (of the first ");
            text_si(out, (double)key->rows);
            buffer_text(out, " rows)");
        }
        buffer_byte(out, '\n');
    }
    if (inspection->key_count == 0)
        buffer_text(out, "    no column, and no pair of columns\n");
    if (inspection->columns_searched < inspection->field_count)
        buffer_format(out, "    looked for among the first %zu columns\n",
                      inspection->columns_searched);
}

static void add_faults(const struct fault_log *faults, struct buffer *out)
{
    if (faults->count == 0)
        return;
    buffer_format(out, "\n  %" PRIu64 " rows cannot be read%s\n", faults->count,
                  faults->count > faults->example_count ? "; the first:" : ":");
    for (size_t i = 0; i < faults->example_count; i++)
        buffer_format(out, "    %s\n", faults->examples[i]);
}

void inspect_as_text(const struct inspection *inspection, const struct param_texts *paths,
                     struct buffer *out)
{
    for (size_t i = 0; i < paths->count; i++) {
        const char *slash = strrchr(paths->items[i], '/');
        const char *name = slash && slash[1] ? slash + 1 : paths->items[i];
        buffer_text(out, i > 0 ? ", " : "");
        text_plain(out, bytes_of(name, strlen(name)));
    }
    buffer_format(out, " \u00b7 %" PRIu64 " rows \u00b7 %zu columns", inspection->rows,
                  inspection->field_count);
    if (inspection->faults.count > 0)
        buffer_format(out, " \u00b7 %" PRIu64 " bad rows", inspection->faults.count);
    buffer_text(out, "\n\n");
    add_guesses(inspection, out);
    add_times(inspection, out);
    buffer_byte(out, '\n');
    add_fields(inspection, out);
    add_keys(inspection, out);
    add_faults(&inspection->faults, out);
}
