// How long each operation takes under each design: from the median to the 99th percentile.

#include "report/graph_bands.h"

#include "base/text.h"
#include "report/facts.h"
#include "report/tsv.h"

#include <inttypes.h>
#include <math.h>

static struct graph_bands bands_of(const struct result *result)
{
    struct graph_bands bands = {.result = result, .panels = 1};
    for (size_t i = 0; i < graph_design_count(result); i++) {
        const struct design_result *design = &result->designs[i];
        for (size_t j = 0; j < design->latency_count; j++) {
            if (design->latencies[j].count > 0)
                bands_add(&bands, design->latencies[j].name);
        }
    }
    return bands;
}

// NULL: the design is not asked this.
static const struct latency_summary *latency_at(const struct graph_bands *bands, size_t band,
                                                size_t row)
{
    const struct design_result *design =
        &bands->result->designs[graph_design_at(bands->result, row)];
    const struct latency_summary *latency = fact_latency(design, bands->names[band]);
    return latency && latency->count > 0 ? latency : NULL;
}

static void write_data(struct buffer *out, const struct graph_bands *bands)
{
    buffer_text(out, "line\tnumber\tdesign\toperation\tcount\tp50_ms\tp90_ms\tp99_ms\tmax_ms\n");
    for (size_t band = 0; band < bands->count; band++) {
        for (size_t row = 0; row < graph_design_count(bands->result); row++) {
            const struct latency_summary *latency = latency_at(bands, band, row);
            if (!latency)
                continue;
            bands_data(bands, out, band, row);
            buffer_format(out, "\t%" PRIu64, latency->count);
            const double values[] = {latency->p50_ms, latency->p90_ms, latency->p99_ms,
                                     latency->max_ms};
            for (size_t i = 0; i < 4; i++) {
                buffer_byte(out, '\t');
                tsv_number(out, values[i]);
            }
            buffer_byte(out, '\n');
        }
    }
}

static void show_ms(struct buffer *out, double ms)
{
    text_duration(out, ms * 1e6);
}

// An overloaded design's line leaves the panel: its wait has no end.
static void draw_line(const struct graph_bands *bands, struct canvas *canvas, size_t band,
                      size_t row)
{
    const struct design_result *design =
        &bands->result->designs[graph_design_at(bands->result, row)];
    const struct latency_summary *latency = latency_at(bands, band, row);
    const double line = bands_line(bands, band, row);
    struct buffer text = {0};
    if (!latency) {
        buffer_text(&text, "not asked");
    } else if (design->overloaded) {
        buffer_text(&text, "grows");
        buffer_format(&canvas->script,
                      "set arrow from graph 0, first %.6g to graph 0.985, first %.6g nohead front "
                      "dashtype (6,4) linewidth 2 linecolor rgb '#d55e00'\n"
                      "set arrow from graph 0.985, first %.6g to graph 1, first %.6g head filled "
                      "size screen 0.01,20 front linewidth 2 linecolor rgb '#d55e00'\n",
                      line, line, line, line);
    } else {
        show_ms(&text, latency->p99_ms);
    }
    bands_value(bands, canvas, 0, line, (const char *)text.data);
    buffer_done(&text);
}

// How often, at most, of all designs.
static void write_count(const struct graph_bands *bands, struct canvas *canvas, size_t band)
{
    uint64_t most = 0;
    for (size_t row = 0; row < graph_design_count(bands->result); row++) {
        const struct latency_summary *latency = latency_at(bands, band, row);
        most = latency && latency->count > most ? latency->count : most;
    }
    struct buffer text = {0};
    text_si(&text, (double)most);
    buffer_text(&text, most == 1 ? " time" : " times");
    bands_note(bands, canvas, band, (const char *)text.data);
    buffer_done(&text);
}

static void draw_panel(const struct graph_bands *bands, struct canvas *canvas)
{
    struct log_axis axis = {.title = "latency, log scale", .number = show_ms};
    const size_t rows = graph_design_count(bands->result);
    for (size_t band = 0; band < bands->count; band++) {
        for (size_t row = 0; row < rows; row++) {
            const struct latency_summary *latency = latency_at(bands, band, row);
            log_axis_add(&axis, latency ? latency->p50_ms : NAN);
            log_axis_add(&axis, latency ? latency->p99_ms : NAN);
        }
    }
    bands_panel(bands, canvas, 0, &axis, "p99");
    for (size_t band = 0; band < bands->count; band++) {
        write_count(bands, canvas, band);
        for (size_t row = 0; row < rows; row++)
            draw_line(bands, canvas, band, row);
    }
    buffer_text(&canvas->script,
                "plot '../data/latency.tsv' skip 1 using 6:1:($8 - $6):(0) with vectors nohead "
                "linewidth 4 linecolor rgb '#a9c7e2', \\\n"
                "  '' skip 1 using 7:1 with points pointtype 2 pointsize 0.8 linewidth 1.6 "
                "linecolor rgb '#1f2933', \\\n"
                "  '' skip 1 using 6:1 with points pointtype 7 pointsize 1.1 "
                "linecolor rgb '#ffffff', \\\n"
                "  '' skip 1 using 6:1 with points pointtype 6 pointsize 1.1 linewidth 1.6 "
                "linecolor rgb '#0072b2', \\\n"
                "  '' skip 1 using 8:1 with points pointtype 7 pointsize 1.1 "
                "linecolor rgb '#0072b2'\n");
    bands_panel_end(canvas);
}

// ---- what the title says ----

struct contrast {
    size_t band, slow_row, fast_row;
    double ratio;
    double slowest_ms; // of this operation
};

// Where the designs that keep up differ most, by their p99; with one design its slowest operation.
static struct contrast contrast_of(const struct graph_bands *bands)
{
    struct contrast most = {0};
    for (size_t band = 0; band < bands->count; band++) {
        struct contrast here = {.band = band};
        double fastest = INFINITY;
        for (size_t row = 0; row < graph_design_count(bands->result); row++) {
            const struct latency_summary *latency = latency_at(bands, band, row);
            if (!latency || !(latency->p99_ms > 0))
                continue;
            if (latency->p99_ms > here.slowest_ms) {
                here.slowest_ms = latency->p99_ms;
                here.slow_row = row;
            }
            if (latency->p99_ms < fastest) {
                fastest = latency->p99_ms;
                here.fast_row = row;
            }
        }
        here.ratio = here.slowest_ms / fastest;
        if (here.ratio > most.ratio ||
            (here.ratio == most.ratio && here.slowest_ms > most.slowest_ms))
            most = here;
    }
    return most;
}

static void write_row_name(struct buffer *out, const struct graph_bands *bands, size_t row)
{
    fact_label(out, bands->result->designs[graph_design_at(bands->result, row)].name, 26);
}

static void write_finding(struct buffer *out, const struct graph_bands *bands)
{
    const struct contrast most = contrast_of(bands);
    if (!(most.slowest_ms > 0)) {
        buffer_text(out, "Latency of each operation");
    } else if (most.ratio >= 1.5) {
        fact_label(out, bands->names[most.band], 24);
        buffer_text(out, ": p99 with ");
        write_row_name(out, bands, most.slow_row);
        buffer_text(out, " is ");
        fact_ratio(out, most.ratio);
        buffer_text(out, "\u00d7 that with ");
        write_row_name(out, bands, most.fast_row);
    } else if (graph_design_count(bands->result) > 1) {
        buffer_text(out, "All designs answer about equally fast");
    } else {
        fact_label(out, bands->names[most.band], 40);
        buffer_text(out, bands->count > 1 ? " takes longest: p99 " : " takes at p99 ");
        show_ms(out, most.slowest_ms);
    }
}

static size_t count_overloaded(const struct result *result)
{
    size_t overloaded = 0;
    for (size_t i = 0; i < graph_design_count(result); i++)
        overloaded += result->designs[i].overloaded;
    return overloaded;
}

static void write_title(const struct graph_bands *bands, struct canvas *canvas)
{
    const size_t rows = graph_design_count(bands->result);
    const size_t overloaded = count_overloaded(bands->result);
    struct buffer title = {0};
    if (bands->count == 0)
        buffer_text(&title, "Latency: nothing is written or asked");
    else if (overloaded == rows)
        buffer_text(&title, rows == 1 ? "The design cannot keep up: its queues grow to the end"
                                      : "No design can keep up: queues grow to the end");
    else if (overloaded > 0)
        buffer_format(&title, "%zu of %zu designs cannot keep up: %s queues grow to the end",
                      overloaded, rows, overloaded == 1 ? "its" : "their");
    else
        write_finding(&title, bands);
    graph_title(canvas, (const char *)title.data);
    buffer_done(&title);
}

void graph_latency(const struct result *result, struct canvas *canvas, struct graph_files *files)
{
    struct graph_bands bands = bands_of(result);
    write_data(graph_file_new(files, "data/latency.tsv"), &bands);
    bands_open(&bands, canvas);
    write_title(&bands, canvas);
    struct buffer line = {0};
    buffer_text(&line, "ring: p50 \u00b7 cross: p90 \u00b7 disc: p99");
    if (count_overloaded(result) > 0)
        buffer_text(&line, " \u00b7 dashed arrow: grows without end");
    bands_left_out(&bands, &line, "operations");
    graph_conditions(canvas, result, &line);
    buffer_done(&line);
    if (bands.count > 0)
        draw_panel(&bands, canvas);
    bands_done(&bands);
}
