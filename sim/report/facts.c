#include "report/facts.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

static double window_share(const struct load_summary *writes)
{
    return writes->window_count > 0 ? writes->window_top_share : NAN;
}

const struct table_result *fact_hottest_table(const struct design_result *design)
{
    const struct table_result *hottest = NULL;
    for (size_t i = 0; i < design->table_count; i++) {
        const struct table_result *table = &design->tables[i];
        const double share = window_share(&table->writes);
        if (isfinite(share) && (!hottest || share > window_share(&hottest->writes)))
            hottest = table;
    }
    return hottest;
}

double fact_hottest_share(const struct design_result *design)
{
    const struct table_result *table = fact_hottest_table(design);
    return table ? window_share(&table->writes) : NAN;
}

double fact_beyond_chance(const struct design_result *design)
{
    const struct table_result *table = fact_hottest_table(design);
    if (!table)
        return NAN;
    return table->writes.partition_peak_to_mean.mean / table->writes.window_chance_peak_to_mean;
}

bool fact_is_chance(const struct design_result *design)
{
    return fact_beyond_chance(design) <= 1.1;
}

double fact_acting_servers(const struct design_result *design)
{
    const struct load_summary *writes = &design->writes;
    if (writes->window_count == 0)
        return NAN;
    if (fact_is_chance(design))
        return writes->servers.effective;
    return design->servers / writes->server_peak_to_mean.mean;
}

const struct latency_summary *fact_latency(const struct design_result *design, const char *name)
{
    for (size_t i = 0; i < design->latency_count; i++) {
        if (strcmp(design->latencies[i].name, name) == 0)
            return &design->latencies[i];
    }
    return NULL;
}

const struct query_result *fact_query(const struct design_result *design, const char *name)
{
    for (size_t i = 0; i < design->query_count; i++) {
        if (strcmp(design->queries[i].name, name) == 0)
            return &design->queries[i];
    }
    return NULL;
}

bool fact_has_slices(const struct design_result *design)
{
    return !isnan(design->writes.sharding_total) && design->writes.sharding_total > 0;
}

const char *fact_partition_word(const struct design_result *design)
{
    return fact_has_slices(design) ? "slice" : "region";
}

void fact_percent(struct buffer *out, double share)
{
    const double percent = 100 * share;
    if (!isfinite(percent))
        buffer_text(out, "-");
    else if (percent >= 9.95 || percent == 0)
        buffer_format(out, "%.0f %%", percent);
    else if (percent >= 0.095)
        buffer_format(out, "%.1f %%", percent);
    else
        buffer_format(out, "%.1g %%", percent);
}

void fact_rate(struct buffer *out, double per_s)
{
    text_si(out, per_s);
    if (!isnan(per_s))
        buffer_text(out, "/s");
}

static const char *unit_of(double window_s)
{
    if (window_s > 0.95 && window_s < 1.05)
        return "second";
    if (window_s > 57 && window_s < 63)
        return "minute";
    return window_s > 3420 && window_s < 3780 ? "hour" : NULL;
}

void fact_window(struct buffer *out, double window_s)
{
    const char *unit = unit_of(window_s);
    if (unit)
        buffer_text(out, unit);
    else
        text_duration(out, window_s * 1e9);
}

void fact_window_writes(struct buffer *out, double window_s)
{
    const char *unit = unit_of(window_s);
    if (unit) {
        buffer_format(out, "each %s's writes", unit);
        return;
    }
    buffer_text(out, "the writes of every ");
    text_duration(out, window_s * 1e9);
}

void fact_ratio(struct buffer *out, double ratio)
{
    if (isnan(ratio))
        buffer_text(out, "-");
    else if (ratio < 99.95)
        buffer_format(out, "%.1f", ratio);
    else if (ratio < 99999.5)
        buffer_format(out, "%.0f", ratio);
    else
        text_si(out, ratio);
}

void fact_label(struct buffer *out, const char *text, size_t width)
{
    struct buffer plain = {0};
    buffer_text(&plain, "");
    text_plain(&plain, bytes_of(text, strlen(text)));
    const char *label = (const char *)plain.data;
    if (text_width(label) <= width) {
        buffer_text(out, label);
        buffer_done(&plain);
        return;
    }
    size_t taken = 0;
    for (size_t left = width; left > 0 && label[taken]; taken++)
        left -= ((uint8_t)label[taken + 1] & 0xc0) != 0x80;
    // The last code point gives way to the ellipsis.
    while (taken > 0 && ((uint8_t)label[--taken] & 0xc0) == 0x80)
        ;
    buffer_append(out, label, taken);
    buffer_text(out, "\xe2\x80\xa6");
    buffer_done(&plain);
}

void fact_name(struct buffer *out, const char *name)
{
    struct buffer label = {0};
    fact_label(&label, name, 48);
    for (size_t i = 0; i < label.size; i++) {
        if (label.data[i] == '`')
            label.data[i] = '\'';
    }
    buffer_byte(out, '`');
    buffer_append(out, label.data, label.size);
    buffer_byte(out, '`');
    buffer_done(&label);
}
