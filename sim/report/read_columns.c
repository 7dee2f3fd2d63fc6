#include "report/read_columns.h"

#include "base/text.h"
#include "report/facts.h"

#include <math.h>
#include <string.h>

void read_count(struct buffer *out, double rows)
{
    if (!isfinite(rows))
        buffer_text(out, "-");
    else if (rows < 999.5)
        buffer_format(out, "%.3g", rows);
    else
        text_si(out, rows);
}

void read_scans(struct buffer *out, const struct query_result *query)
{
    read_count(out, query->ranges.mean);
    if (query->shape && strcmp(query->shape, "scatter") == 0)
        buffer_text(out, " (all)");
}

static void show_p99(struct buffer *out, const struct design_result *design,
                     const struct query_result *query)
{
    if (query->count == 0)
        buffer_text(out, "not asked");
    else if (design->overloaded)
        buffer_text(out, "grows");
    else
        text_duration(out, query->latency.p99_ms * 1e6);
}

static void show_scans(struct buffer *out, const struct design_result *design,
                       const struct query_result *query)
{
    (void)design;
    read_scans(out, query);
}

static void show_needed(struct buffer *out, const struct design_result *design,
                        const struct query_result *query)
{
    (void)design;
    read_count(out, query->ranges_necessary.mean);
}

static void show_partitions(struct buffer *out, const struct design_result *design,
                            const struct query_result *query)
{
    (void)design;
    read_count(out, query->partitions.mean);
}

static void show_rows(struct buffer *out, const struct design_result *design,
                      const struct query_result *query)
{
    (void)design;
    read_count(out, query->rows_examined.mean);
}

static void show_amplification(struct buffer *out, const struct design_result *design,
                               const struct query_result *query)
{
    (void)design;
    if (query->returned_error > 0.1 && isfinite(query->read_amplification))
        buffer_text(out, "~");
    read_count(out, query->read_amplification);
}

static void show_work(struct buffer *out, const struct design_result *design,
                      const struct query_result *query)
{
    (void)design;
    text_duration(out, query->work_ms * 1e6);
}

static const struct read_column columns[] = {
    {"p99", false, show_p99},
    {"server time", true, show_work},
    {"scans", false, show_scans},
    {"needed", true, show_needed},
    {"partitions", true, show_partitions},
    {"rows read", false, show_rows},
    {"per row found", false, show_amplification},
};

const struct read_column *read_columns(size_t *out_count)
{
    *out_count = sizeof columns / sizeof columns[0];
    return columns;
}
