#include "cli/inspect.h"

#include "base/text.h"
#include "json/writer.h"
#include "workload/times.h"

#include <math.h>
#include <string.h>

static void name_text(struct json_writer *writer, const char *name, const char *text)
{
    json_name(writer, name);
    json_text(writer, text);
}

static void name_number(struct json_writer *writer, const char *name, double number)
{
    json_name(writer, name);
    json_number(writer, number);
}

static void name_count(struct json_writer *writer, const char *name, uint64_t number)
{
    json_name(writer, name);
    json_uint(writer, number);
}

static void add_faults(struct json_writer *writer, const struct fault_log *faults)
{
    json_open_object(writer);
    name_count(writer, "count", faults->count);
    json_name(writer, "first");
    json_open_list(writer, false);
    for (size_t i = 0; i < faults->example_count; i++)
        json_text(writer, faults->examples[i]);
    json_close_list(writer);
    json_close_object(writer);
}

static void add_moment(struct json_writer *writer, const char *name, int64_t ns)
{
    struct buffer text = {0};
    time_write(&text, ns);
    name_text(writer, name, (const char *)text.data);
    buffer_done(&text);
}

static void add_time(struct json_writer *writer, const struct inspection *inspection)
{
    const struct inspect_time *time = &inspection->time;
    json_name(writer, "time");
    if (!time->is_known) {
        json_null(writer);
        return;
    }
    const struct burstiness bursts = time_windows_burstiness(&time->windows);
    json_open_object(writer);
    name_text(writer, "field", inspection->fields[time->field].name);
    name_text(writer, "unit", time->unit == UNIT_NONE ? NULL : time_unit_name(time->unit));
    name_text(writer, "format", time->is_iso ? "ISO 8601" : time->format);
    add_moment(writer, "first", time->windows.first_ns);
    add_moment(writer, "last", time->windows.last_ns);
    name_count(writer, "falls", time->falls);
    json_name(writer, "faults");
    add_faults(writer, &time->faults);
    name_number(writer, "rate_per_s", inspect_rate_per_s(inspection));
    json_name(writer, "burstiness");
    json_open_object(writer);
    name_number(writer, "window_s", (double)time->windows.width_ns / 1e9);
    name_count(writer, "windows", bursts.windows);
    name_number(writer, "mean", bursts.mean);
    name_number(writer, "peak_to_mean", bursts.peak_to_mean);
    name_number(writer, "dispersion", bursts.dispersion);
    json_close_object(writer);
    json_close_object(writer);
}

static void add_values(struct json_writer *writer, const struct profile_summary *profile)
{
    json_name(writer, "mostCommonValues");
    json_open_list(writer, false);
    for (size_t i = 0; i < profile->value_count; i++) {
        const struct profile_value *value = &profile->values[i];
        json_open_flat_object(writer);
        name_text(writer, "value", value->text);
        name_count(writer, "frequency", value->frequency);
        name_number(writer, "share", (double)value->frequency / (double)profile->rows);
        json_close_object(writer);
    }
    json_close_list(writer);
    name_count(writer, "frequencyError", profile->frequency_error);
}

static void add_order(struct json_writer *writer, const struct order_summary *order)
{
    json_name(writer, "monotonicity");
    json_open_object(writer);
    name_text(writer, "type", inspect_monotonicity(order));
    name_number(writer, "recordIdCorrelationCoefficient", order->correlation);
    name_number(writer, "rising", order->rising);
    name_number(writer, "same", order->same);
    name_number(writer, "falling", order->falling);
    json_close_object(writer);
}

static void add_field(struct json_writer *writer, const struct inspect_field *field)
{
    const struct profile_summary *profile = &field->profile;
    json_open_object(writer);
    name_text(writer, "name", field->name);
    name_count(writer, "column", field->number);
    name_text(writer, "type", value_type_name(profile->type));
    name_count(writer, "rows", profile->rows);
    name_count(writer, "nulls", profile->nulls);
    name_text(writer, "null", profile->null_text);
    name_number(writer, "numDistinctValues", (double)(uint64_t)(profile->distinct + 0.5));
    name_number(writer, "numDistinctValuesError", profile->distinct_error);
    add_values(writer, profile);
    json_name(writer, "length");
    json_open_flat_object(writer);
    name_count(writer, "min", profile->length_min);
    name_number(writer, "mean", profile->length_mean);
    name_count(writer, "max", profile->length_max);
    json_close_object(writer);
    add_order(writer, &profile->order);
    json_name(writer, "zipf");
    json_open_flat_object(writer);
    name_number(writer, "theta", profile->zipf.theta);
    name_number(writer, "distance", profile->zipf.distance);
    json_close_object(writer);
    name_number(writer, "top_share_in_1000_rows", profile->window_top_share);
    json_close_object(writer);
}

static void add_keys(struct json_writer *writer, const struct inspection *inspection)
{
    json_name(writer, "uniqueKeys");
    json_open_list(writer, false);
    for (size_t i = 0; i < inspection->key_count; i++) {
        const struct unique_key *key = &inspection->keys[i];
        json_open_object(writer);
        json_name(writer, "fields");
        json_open_list(writer, true);
        for (size_t j = 0; j < key->count; j++)
            json_text(writer, inspection->fields[key->columns[j]].name);
        json_close_list(writer);
        name_count(writer, "rows", key->rows);
        json_close_object(writer);
    }
    json_close_list(writer);
}

void inspect_as_json(const struct inspection *inspection, const struct param_texts *paths,
                     struct buffer *out)
{
    struct json_writer writer = {.out = out};
    json_open_object(&writer);
    name_text(&writer, "schema", "hotsim.inspection/1");
    json_name(&writer, "files");
    json_open_list(&writer, true);
    for (size_t i = 0; i < paths->count; i++)
        json_text(&writer, paths->items[i]);
    json_close_list(&writer);
    json_name(&writer, "guesses");
    json_open_list(&writer, false);
    for (size_t i = 0; i < inspection->guess_count; i++) {
        json_open_object(&writer);
        name_text(&writer, "what", inspection->guesses[i].what);
        name_text(&writer, "found", inspection->guesses[i].found);
        name_text(&writer, "why", inspection->guesses[i].why);
        json_close_object(&writer);
    }
    json_close_list(&writer);
    name_count(&writer, "rows", inspection->rows);
    json_name(&writer, "faults");
    add_faults(&writer, &inspection->faults);
    add_time(&writer, inspection);
    json_name(&writer, "fields");
    json_open_list(&writer, false);
    for (size_t i = 0; i < inspection->field_count; i++)
        add_field(&writer, &inspection->fields[i]);
    json_close_list(&writer);
    add_keys(&writer, inspection);
    json_close_object(&writer);
    buffer_byte(out, '\n');
}
