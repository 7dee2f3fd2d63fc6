#include "report/columns.h"

#include "base/text.h"
#include "metrics/hotspot.h"
#include "report/facts.h"

#include <inttypes.h>
#include <math.h>

static void show_can_take(struct buffer *out, const struct result *result, size_t design)
{
    fact_rate(out, hotspot_can_take(&result->designs[design]));
}

static void show_put_p99(struct buffer *out, const struct result *result, size_t design)
{
    const struct latency_summary *put = fact_latency(&result->designs[design], "put");
    if (result->designs[design].overloaded)
        buffer_text(out, "grows");
    else
        text_duration(out, put ? put->p99_ms * 1e6 : NAN);
}

// The first row says of what the share is; the rows below need not.
static void show_hottest(struct buffer *out, const struct result *result, size_t design)
{
    const struct table_result *table = fact_hottest_table(&result->designs[design]);
    fact_percent(out, fact_hottest_share(&result->designs[design]));
    if (design > 0 || !table)
        return;
    buffer_text(out, " of each ");
    fact_window(out, table->writes.window_s);
}

static void show_acting(struct buffer *out, const struct result *result, size_t design)
{
    const struct design_result *it = &result->designs[design];
    fact_ratio(out, fact_acting_servers(it));
    buffer_format(out, " of %" PRIu32, it->servers);
}

static void show_row_size(struct buffer *out, const struct result *result, size_t design)
{
    const struct design_result *it = &result->designs[design];
    double size_bytes = 0;
    for (size_t i = 0; i < it->table_count; i++)
        size_bytes += it->tables[i].row_bytes_mean;
    text_size(out, size_bytes);
}

static const struct shown_column shown[] = {
    {"can take", NULL, false, show_can_take},
    {"put p99", NULL, false, show_put_p99},
    {"hottest region takes", "hottest slice takes", false, show_hottest},
    {"servers act as", NULL, false, show_acting},
    {"a row takes", NULL, true, show_row_size},
};

const struct shown_column *shown_columns(size_t *out_count)
{
    *out_count = sizeof shown / sizeof shown[0];
    return shown;
}

const char *shown_column_title(const struct shown_column *column, const struct result *result)
{
    if (!column->slices_title)
        return column->title;
    for (size_t i = 0; i < result->design_count; i++) {
        if (!fact_has_slices(&result->designs[i]))
            return column->title;
    }
    return column->slices_title;
}

static const struct data_column data[] = {
    {"offered_per_s", "throughput.offered_per_s"},
    {"served_per_s", "throughput.served_per_s"},
    {"saturation_per_s", "throughput.saturation_per_s"},
    {"utilisation_max", "throughput.utilisation_max"},
    {"overloaded", "throughput.overloaded"},
    {"rejected", "throughput.rejected"},
    {"effective_servers", "throughput.effective_servers"},
    {"servers", "servers"},
    {"put_mean_ms", "latency_ms.put.mean"},
    {"put_p50_ms", "latency_ms.put.p50"},
    {"put_p99_ms", "latency_ms.put.p99"},
    {"writes", "writes.count"},
    {"distinct_keys", "writes.distinct_keys"},
    {"overwrites", "writes.overwrites"},
    {"partitions", "writes.partitions.count"},
    {"partitions_active", "writes.partitions.active"},
    {"partitions_peak_to_mean", "writes.partitions.peak_to_mean"},
    {"partitions_cv", "writes.partitions.cv"},
    {"partitions_gini", "writes.partitions.gini"},
    {"partitions_jain", "writes.partitions.jain"},
    {"partitions_entropy_ratio", "writes.partitions.entropy_ratio"},
    {"chance_peak_to_mean", "writes.chance.peak_to_mean"},
    {"chance_p_value", "writes.chance.p_value"},
    {"servers_peak_to_mean", "writes.servers.peak_to_mean"},
    {"window_s", "writes.windows.window_s"},
    {"window_partitions_peak_to_mean", "writes.windows.partition_peak_to_mean.mean"},
    {"window_servers_peak_to_mean", "writes.windows.server_peak_to_mean.mean"},
    {"window_chance_peak_to_mean", "writes.windows.chance_peak_to_mean"},
    {"rows", "storage.rows"},
    {"bytes", "storage.bytes"},
    {"key_bytes", "storage.key_bytes"},
};

const struct data_column *data_columns(size_t *out_count)
{
    *out_count = sizeof data / sizeof data[0];
    return data;
}
