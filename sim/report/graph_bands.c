#include "report/graph_bands.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/facts.h"
#include "report/tsv.h"

#include <math.h>
#include <string.h>

static const double names_width = 270, top = 132, line_height = 27, value_width = 110, gap = 26;
static const double bottom = 92;      // axis and its title
static const double band_extra = 1.7; // lines of a band that are not a design's

void bands_add(struct graph_bands *bands, const char *name)
{
    for (size_t i = 0; i < bands->found; i++) {
        if (strcmp(bands->names[i], name) == 0)
            return;
    }
    bands->names = mem_resize(bands->names, bands->found + 1, sizeof *bands->names);
    bands->names[bands->found++] = name;
    bands->count = bands->found < BANDS_MAX ? bands->found : BANDS_MAX;
}

void bands_done(struct graph_bands *bands)
{
    mem_free(bands->names);
    *bands = (struct graph_bands){0};
}

void bands_left_out(const struct graph_bands *bands, struct buffer *out, const char *what)
{
    if (bands->found > bands->count)
        buffer_format(out, " \u00b7 the first %zu of %zu %s", bands->count, bands->found, what);
}

static double lines_of(const struct graph_bands *bands)
{
    return (double)bands->count * ((double)graph_design_count(bands->result) + band_extra);
}

double bands_line(const struct graph_bands *bands, size_t band, size_t row)
{
    const double lines = (double)graph_design_count(bands->result) + band_extra;
    return (double)band * lines + band_extra + (double)row;
}

static double pixel_of(double line)
{
    return top + line * line_height;
}

static struct rect place_of(const struct graph_bands *bands, const struct canvas *canvas,
                            size_t panel)
{
    const double left = 40 + names_width, panels = (double)bands->panels;
    const double width = (canvas->width - left - 20 - (panels - 1) * gap) / panels;
    const double x = left + (double)panel * (width + gap);
    return (struct rect){x, top, x + width - value_width, pixel_of(lines_of(bands))};
}

void bands_open(const struct graph_bands *bands, struct canvas *canvas)
{
    canvas->width = bands->panels == 1 ? 1120 : 1360;
    canvas->height = (unsigned)(pixel_of(lines_of(bands)) + bottom);
    for (size_t band = 0; band < bands->count; band++) {
        const double y = pixel_of(bands_line(bands, band, 0) - 0.95);
        const struct rect box = {48, y, 40 + names_width - 14, 0};
        (void)canvas_wrap(canvas, box, 1, STYLE_HEADING, bands->names[band]);
        for (size_t row = 0; row < graph_design_count(bands->result); row++) {
            const size_t design = graph_design_at(bands->result, row);
            struct buffer name = {0};
            fact_label(&name, bands->result->designs[design].name,
                       canvas_letters(STYLE_LABEL_RIGHT, names_width - 14));
            (void)canvas_text(canvas, 40 + names_width - 14, pixel_of(bands_line(bands, band, row)),
                              STYLE_LABEL_RIGHT, (const char *)name.data);
            buffer_done(&name);
        }
    }
}

void bands_data(const struct graph_bands *bands, struct buffer *out, size_t band, size_t row)
{
    text_number(out, bands_line(bands, band, row));
    buffer_byte(out, '\t');
    tsv_design(out, bands->result, graph_design_at(bands->result, row));
    buffer_byte(out, '\t');
    tsv_text(out, bands->names[band]);
}

void bands_note(const struct graph_bands *bands, struct canvas *canvas, size_t band,
                const char *text)
{
    const struct rect place = place_of(bands, canvas, 0);
    (void)canvas_text(canvas, place.left, pixel_of(bands_line(bands, band, 0) - 0.95), STYLE_SMALL,
                      text);
}

void bands_value(const struct graph_bands *bands, struct canvas *canvas, size_t panel, double line,
                 const char *text)
{
    const struct rect place = place_of(bands, canvas, panel);
    (void)canvas_text(canvas, place.right + 12, pixel_of(line), STYLE_LABEL, text);
}

// ---- the axis ----

void log_axis_add(struct log_axis *axis, double value)
{
    if (!isfinite(value) || !(value > 0))
        return;
    axis->low = axis->low > 0 ? fmin(axis->low, value) : value;
    axis->high = fmax(axis->high, value);
}

// 1, 2 and 5 times a power of ten.
static double step_up(double step)
{
    const double leading = step / graph_power_below(step * 1.0001);
    return leading > 1.9 && leading < 2.1 ? step * 2.5 : step * 2;
}

static double step_below(double value)
{
    double step = graph_power_below(value);
    while (step_up(step) <= value)
        step = step_up(step);
    return step;
}

static void set_axis(struct buffer *script, struct log_axis *axis)
{
    if (!(axis->high > 0))
        axis->low = axis->high = 1;
    axis->low = step_below(axis->low * 0.95);
    double high = step_up(axis->low);
    while (high < axis->high * 1.05)
        high = step_up(high);
    axis->high = high;
    // Ticks that would run into each other are thinned to powers of ten.
    const bool is_long = axis->high > 300 * axis->low;
    buffer_format(script, "set logscale x\nset xrange [%.6g:%.6g]\nset xtics nomirror (", axis->low,
                  axis->high);
    const char *comma = "";
    for (double at = axis->low; at < axis->high * 1.001; at = step_up(at)) {
        const double leading = at / graph_power_below(at * 1.0001);
        if (is_long && leading > 1.5)
            continue;
        buffer_format(script, "%s\"", comma);
        axis->number(script, at);
        buffer_format(script, "\" %.6g", at);
        comma = ", ";
    }
    buffer_text(script, ")\nset grid x linecolor rgb '#e4e7eb' linewidth 1 linetype 1\n");
}

void bands_panel(const struct graph_bands *bands, struct canvas *canvas, size_t panel,
                 struct log_axis *axis, const char *values_title)
{
    const struct rect place = place_of(bands, canvas, panel);
    const double middle = (place.left + place.right) / 2;
    (void)canvas_text(canvas, middle, place.bottom + 52, STYLE_SMALL_CENTER, axis->title);
    (void)canvas_text(canvas, place.right + 12, top - 8, STYLE_SMALL, values_title);
    canvas_panel(canvas, place);
    buffer_format(&canvas->script, "set border 1; unset ytics\nset yrange [%.6g:0]\n",
                  lines_of(bands));
    set_axis(&canvas->script, axis);
}

void bands_panel_end(struct canvas *canvas)
{
    buffer_text(&canvas->script, "unset arrow; unset logscale x; unset grid\n");
}
