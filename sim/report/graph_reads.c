// What each query costs with each design: rows read for each row found, and the scans issued and
// needed, which are those that held a match.

#include "report/graph_bands.h"

#include "base/text.h"
#include "report/facts.h"
#include "report/read_columns.h"
#include "report/tsv.h"

#include <math.h>

static struct graph_bands bands_of(const struct result *result)
{
    struct graph_bands bands = {.result = result, .panels = 2};
    for (size_t i = 0; i < graph_design_count(result); i++) {
        const struct design_result *design = &result->designs[i];
        for (size_t j = 0; j < design->query_count; j++) {
            if (design->queries[j].occurrences > 0)
                bands_add(&bands, design->queries[j].name);
        }
    }
    return bands;
}

bool graph_reads_applies(const struct result *result)
{
    struct graph_bands bands = bands_of(result);
    const bool applies = bands.count > 0;
    bands_done(&bands);
    return applies;
}

// NULL: the design has no price for it.
static const struct query_result *query_at(const struct graph_bands *bands, size_t band, size_t row)
{
    const struct query_result *query = fact_query(
        &bands->result->designs[graph_design_at(bands->result, row)], bands->names[band]);
    return query && query->occurrences > 0 ? query : NULL;
}

static void write_data(struct buffer *out, const struct graph_bands *bands)
{
    buffer_text(out, "line\tnumber\tdesign\tquery\tread_amplification\tranges\tranges_necessary\n");
    for (size_t band = 0; band < bands->count; band++) {
        for (size_t row = 0; row < graph_design_count(bands->result); row++) {
            const struct query_result *query = query_at(bands, band, row);
            if (!query)
                continue;
            bands_data(bands, out, band, row);
            const double values[] = {query->read_amplification, query->ranges.mean,
                                     query->ranges_necessary.mean};
            for (size_t i = 0; i < 3; i++) {
                buffer_byte(out, '\t');
                tsv_number(out, values[i]);
            }
            buffer_byte(out, '\n');
        }
    }
}

static void show_amplification(struct buffer *out, const struct query_result *query)
{
    if (query->returned_error > 0.1 && isfinite(query->read_amplification))
        buffer_text(out, "~");
    if (isfinite(query->read_amplification))
        read_count(out, query->read_amplification);
    else
        buffer_text(out, query->rows_examined.mean > 0 ? "none found" : "none read");
}

static void show_scans(struct buffer *out, const struct query_result *query)
{
    read_count(out, query->ranges.mean);
    buffer_text(out, " / ");
    read_count(out, query->ranges_necessary.mean);
}

static void write_values(const struct graph_bands *bands, struct canvas *canvas, size_t panel,
                         void (*show)(struct buffer *, const struct query_result *))
{
    for (size_t band = 0; band < bands->count; band++) {
        for (size_t row = 0; row < graph_design_count(bands->result); row++) {
            const struct query_result *query = query_at(bands, band, row);
            struct buffer text = {0};
            if (query)
                show(&text, query);
            else
                buffer_text(&text, "-");
            bands_value(bands, canvas, panel, bands_line(bands, band, row),
                        (const char *)text.data);
            buffer_done(&text);
        }
    }
}

// Where its price comes from, if not from the run's own reads.
static void write_mix(const struct graph_bands *bands, struct canvas *canvas, size_t band)
{
    bool is_drawn = false;
    for (size_t row = 0; row < graph_design_count(bands->result); row++) {
        const struct query_result *query = query_at(bands, band, row);
        is_drawn = is_drawn || (query && query->count > 0);
    }
    if (!is_drawn)
        bands_note(bands, canvas, band, "not in the mix: on the rows at the end");
}

static void draw_panels(const struct graph_bands *bands, struct canvas *canvas)
{
    // From 1, which is nothing in vain.
    struct log_axis rows = {1, 1, "rows read for each row found, log scale", text_si};
    struct log_axis scans = {1, 1, "scans of one occurrence, log scale", text_si};
    for (size_t band = 0; band < bands->count; band++) {
        write_mix(bands, canvas, band);
        for (size_t row = 0; row < graph_design_count(bands->result); row++) {
            const struct query_result *query = query_at(bands, band, row);
            log_axis_add(&rows, query ? query->read_amplification : NAN);
            log_axis_add(&scans, query ? query->ranges.mean : NAN);
            log_axis_add(&scans, query ? query->ranges_necessary.mean : NAN);
        }
    }
    bands_panel(bands, canvas, 0, &rows, "per row found");
    write_values(bands, canvas, 0, show_amplification);
    buffer_text(&canvas->script,
                "plot '../data/reads.tsv' skip 1 using (1):1:($5 - 1):(0) with vectors nohead "
                "linewidth 4 linecolor rgb '#a9c7e2', \\\n"
                "  '' skip 1 using 5:1 with points pointtype 7 pointsize 1.1 "
                "linecolor rgb '#0072b2'\n");
    bands_panel_end(canvas);
    bands_panel(bands, canvas, 1, &scans, "issued / needed");
    write_values(bands, canvas, 1, show_scans);
    buffer_text(&canvas->script,
                "plot '../data/reads.tsv' skip 1 using 7:1:($6 - $7):(0) with vectors nohead "
                "linewidth 4 linecolor rgb '#a9c7e2', \\\n"
                "  '' skip 1 using 6:1 with points pointtype 7 pointsize 1.1 "
                "linecolor rgb '#0072b2', \\\n"
                "  '' skip 1 using 7:1 with points pointtype 6 pointsize 1.7 linewidth 1.8 "
                "linecolor rgb '#1f2933'\n");
    bands_panel_end(canvas);
}

// ---- what the title says ----

static double scans_in_vain(const struct query_result *query)
{
    return query->ranges.mean / fmax(query->ranges_necessary.mean, 1);
}

static void write_title(const struct graph_bands *bands, struct canvas *canvas)
{
    const struct query_result *worst = NULL;
    const char *worst_design = NULL;
    double most = 1.05; // less is not worth a word
    for (size_t band = 0; band < bands->count; band++) {
        for (size_t row = 0; row < graph_design_count(bands->result); row++) {
            const struct query_result *query = query_at(bands, band, row);
            const double waste =
                query ? fmax(query->read_amplification, scans_in_vain(query)) : NAN;
            if (isfinite(waste) && waste > most) {
                most = waste;
                worst = query;
                worst_design = bands->result->designs[graph_design_at(bands->result, row)].name;
            }
        }
    }
    struct buffer title = {0};
    if (!worst) {
        buffer_text(&title, "Every read takes what it needs, and hardly more");
    } else {
        fact_label(&title, worst->name, 24);
        buffer_text(&title, " with ");
        fact_label(&title, worst_design, 28);
        if (worst->read_amplification == most) {
            buffer_text(&title, " reads ");
            read_count(&title, most);
            buffer_text(&title, " rows for each that it finds");
        } else {
            buffer_text(&title, " takes ");
            read_count(&title, worst->ranges.mean);
            buffer_text(&title, " scans, of which ");
            read_count(&title, worst->ranges_necessary.mean);
            buffer_text(&title, " hold a match");
        }
    }
    graph_title(canvas, (const char *)title.data);
    buffer_done(&title);
}

void graph_reads(const struct result *result, struct canvas *canvas, struct graph_files *files)
{
    struct graph_bands bands = bands_of(result);
    write_data(graph_file_new(files, "data/reads.tsv"), &bands);
    bands_open(&bands, canvas);
    write_title(&bands, canvas);
    struct buffer line = {0};
    buffer_text(&line,
                "one occurrence of each query, mean \u00b7 disc: read or issued \u00b7 ring: "
                "needed, the scans that held a match");
    bands_left_out(&bands, &line, "queries");
    graph_conditions(canvas, result, &line);
    buffer_done(&line);
    draw_panels(&bands, canvas);
    bands_done(&bands);
}
