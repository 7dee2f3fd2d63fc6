#include "report/tsv.h"

#include <inttypes.h>

static void add_number(struct buffer *out, double value)
{
    buffer_byte(out, '\t');
    tsv_number(out, value);
}

static void add_text(struct buffer *out, const char *text)
{
    buffer_byte(out, '\t');
    tsv_text(out, text);
}

static void write_query(struct buffer *out, const struct query_result *query)
{
    add_text(out, query->name);
    buffer_format(out, "\t%" PRIu64 "\t%" PRIu64, query->count, query->occurrences);
    add_text(out, query->table);
    add_text(out, query->shape);
    const double values[] = {
        query->ranges.mean,        query->ranges_necessary.mean,
        query->partitions.mean,    query->servers.mean,
        query->rows_examined.mean, query->rows_returned.mean,
        query->read_amplification, query->work_ms,
        query->latency.p50_ms,     query->latency.p99_ms,
        query->rows_missed,        query->rows_foreign,
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        add_number(out, values[i]);
    add_text(out, query->plan);
    buffer_byte(out, '\n');
}

void tsv_queries(struct buffer *out, const struct result *result)
{
    buffer_text(out, "number\tdesign\tquery\tcount\toccurrences\ttable\tshape\tranges"
                     "\tranges_necessary\tpartitions\tservers\trows_examined\trows_returned"
                     "\tread_amplification\twork_ms\tp50_ms\tp99_ms\trows_missed\trows_foreign"
                     "\tplan\n");
    for (size_t design = 0; design < result->design_count; design++) {
        for (size_t i = 0; i < result->designs[design].query_count; i++) {
            tsv_design(out, result, design);
            write_query(out, &result->designs[design].queries[i]);
        }
    }
}

void tsv_break_even(struct buffer *out, const struct result *result)
{
    buffer_text(out, "query\tshare\tper_s\tshare_now\tbelow\tabove\n");
    for (size_t i = 0; i < result->break_even_count; i++) {
        const struct break_even *at = &result->break_evens[i];
        tsv_text(out, at->query);
        add_number(out, at->share);
        add_number(out, at->per_s);
        add_number(out, at->share_now);
        add_text(out, at->below);
        add_text(out, at->above);
        buffer_byte(out, '\n');
    }
}
