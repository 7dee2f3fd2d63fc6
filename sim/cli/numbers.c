#include "cli/numbers.h"

#include "base/mem.h"
#include "base/text.h"
#include "cli/listing.h"
#include "report/report.h"

#include <math.h>
#include <string.h>

enum { DESIGNS_BESIDE = 4, WIDTH = 120 };

// The path of a number of every design: of what has names, the puts are shown; NULL: not shown.
static char *path_of(const char *pattern)
{
    static const char puts[] = "latency_ms.NAME.";
    struct buffer path = {0};
    if (strncmp(pattern, puts, sizeof puts - 1) == 0)
        buffer_format(&path, "latency_ms.put.%s", pattern + sizeof puts - 1);
    else if (!strstr(pattern, "NAME"))
        buffer_text(&path, pattern);
    return path.size > 0 ? buffer_take(&path) : NULL;
}

static void add_row(struct listing *listing, const char *path, const struct design_result *designs,
                    size_t count)
{
    listing_cell(listing, path);
    for (size_t i = 0; i < count; i++) {
        struct buffer text = {0};
        double value;
        buffer_text(&text, "");
        if (!result_metric(&designs[i], path, &value) || !isfinite(value))
            buffer_text(&text, "null");
        else
            buffer_format(&text, "%.6g", value);
        listing_cell(listing, (const char *)text.data);
        buffer_done(&text);
    }
}

static void print_block(const struct design_result *designs, size_t count, struct buffer *out)
{
    struct listing listing = {.columns = {"metric"}};
    char *names[DESIGNS_BESIDE];
    for (size_t i = 0; i < count; i++) {
        struct buffer name = {0};
        text_plain(&name, bytes_of(designs[i].name, strlen(designs[i].name)));
        names[i] = buffer_take(&name);
        listing.columns[i + 1] = names[i];
    }
    size_t metric_count;
    struct report_metric *metrics = report_metrics(&metric_count);
    for (size_t i = 0; i < metric_count; i++) {
        char *path = path_of(metrics[i].path);
        if (path)
            add_row(&listing, path, designs, count);
        mem_free(path);
    }
    report_metrics_free(metrics, metric_count);
    listing_print(&listing, LISTING_TABLE, WIDTH, out);
    listing_done(&listing);
    for (size_t i = 0; i < count; i++)
        mem_free(names[i]);
}

void numbers_print(const struct result *result, struct buffer *out)
{
    for (size_t i = 0; i < result->design_count; i += DESIGNS_BESIDE) {
        const size_t left = result->design_count - i;
        buffer_byte(out, '\n');
        print_block(&result->designs[i], left < DESIGNS_BESIDE ? left : DESIGNS_BESIDE, out);
    }
}
