#include "report/tsv.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/columns.h"
#include "report/formats.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void tsv_text(struct buffer *out, const char *text)
{
    if (text)
        text_plain(out, bytes_of(text, strlen(text)));
}

void tsv_number(struct buffer *out, double value)
{
    if (isfinite(value))
        text_number(out, value);
}

void tsv_design(struct buffer *out, const struct result *result, size_t design)
{
    buffer_format(out, "%zu\t", design + 1);
    tsv_text(out, result->designs[design].name);
}

void tsv_comparison(struct buffer *out, const struct result *result)
{
    size_t count;
    const struct data_column *columns = data_columns(&count);
    buffer_text(out, "number\tdesign\tkey");
    for (size_t i = 0; i < count; i++)
        buffer_format(out, "\t%s", columns[i].name);
    buffer_byte(out, '\n');
    for (size_t design = 0; design < result->design_count; design++) {
        tsv_design(out, result, design);
        buffer_byte(out, '\t');
        tsv_text(out, result->designs[design].key);
        for (size_t i = 0; i < count; i++) {
            double value = NAN;
            (void)result_metric(&result->designs[design], columns[i].path, &value);
            buffer_byte(out, '\t');
            tsv_number(out, value);
        }
        buffer_byte(out, '\n');
    }
}

void tsv_partitions(struct buffer *out, const struct result *result)
{
    buffer_text(out, "number\tdesign\ttable\tposition\tpartition\tstart\tend\tserver\twrites"
                     "\twrites_per_s\treads\trows\tbytes\n");
    for (size_t design = 0; design < result->design_count; design++) {
        const struct design_result *it = &result->designs[design];
        for (size_t i = 0; i < it->partition_count; i++) {
            const struct partition_result *partition = &it->partitions[i];
            tsv_design(out, result, design);
            buffer_byte(out, '\t');
            tsv_text(out, it->tables[partition->table].name);
            buffer_format(out, "\t%zu\t%" PRIu32 "\t", i, partition->id);
            tsv_text(out, partition->start);
            buffer_byte(out, '\t');
            tsv_text(out, partition->end);
            buffer_format(out, "\t%" PRIu32 "\t%" PRIu64 "\t", partition->server,
                          partition->writes);
            tsv_number(out, (double)partition->writes / result->measured_s);
            buffer_format(out, "\t%" PRIu64 "\t", partition->reads);
            tsv_number(out, partition->rows);
            buffer_byte(out, '\t');
            tsv_number(out, partition->bytes);
            buffer_byte(out, '\n');
        }
    }
}

void tsv_windows(struct buffer *out, const struct result *result)
{
    buffer_text(out, "number\tdesign\tt_s\tpartitions\thottest_partition_share"
                     "\thottest_server_share\twrites\n");
    for (size_t design = 0; design < result->design_count; design++) {
        const struct design_result *it = &result->designs[design];
        for (size_t i = 0; i < it->window_count; i++) {
            const struct window_result *window = &it->windows[i];
            uint64_t sum = 0, most = 0;
            for (uint32_t server = 0; window->server_writes && server < it->servers; server++) {
                const uint64_t writes = window->server_writes[server];
                sum += writes;
                most = writes > most ? writes : most;
            }
            tsv_design(out, result, design);
            buffer_byte(out, '\t');
            tsv_number(out, window->t_s);
            buffer_format(out, "\t%" PRIu32 "\t", window->partitions);
            tsv_number(out, window->hottest_partition_share);
            buffer_byte(out, '\t');
            tsv_number(out, (double)most / (double)sum);
            buffer_format(out, "\t%" PRIu64 "\n", sum);
        }
    }
}

static int by_size(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void lorenz_point(struct buffer *out, const struct result *result, size_t design, double x,
                         double y)
{
    tsv_design(out, result, design);
    buffer_byte(out, '\t');
    text_number(out, x);
    buffer_byte(out, '\t');
    text_number(out, y);
    buffer_byte(out, '\n');
}

// At most this many points a curve: more than a graph has pixels says nothing more.
enum { LORENZ_POINTS = 1024 };

static void lorenz_curve(struct buffer *out, const struct result *result, size_t design)
{
    const struct design_result *it = &result->designs[design];
    const size_t count = it->partition_count;
    uint64_t *writes = mem_new(count, sizeof *writes);
    double sum = 0, running = 0;
    for (size_t i = 0; i < count; i++) {
        writes[i] = it->partitions[i].writes;
        sum += (double)writes[i];
    }
    qsort(writes, count, sizeof *writes, by_size);
    const size_t step = count / LORENZ_POINTS + 1;
    if (sum > 0)
        lorenz_point(out, result, design, 0, 0);
    for (size_t i = 0; i < count && sum > 0; i++) {
        running += (double)writes[i];
        if ((i + 1) % step == 0 || i + 1 == count)
            lorenz_point(out, result, design, (double)(i + 1) / (double)count, running / sum);
    }
    mem_free(writes);
}

void tsv_lorenz(struct buffer *out, const struct result *result)
{
    buffer_text(out, "number\tdesign\tpartitions_share\twrites_share\n");
    for (size_t design = 0; design < result->design_count; design++)
        lorenz_curve(out, result, design);
}

void tsv_write(struct buffer *out, const struct result *result, const struct report_look *look)
{
    (void)look;
    tsv_comparison(out, result);
}
