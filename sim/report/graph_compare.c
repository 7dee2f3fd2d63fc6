// The designs side by side: what each can take, what its hottest partition gets, how long a put
// takes.

#include "metrics/hotspot.h"
#include "report/graph.h"

#include "base/text.h"
#include "report/facts.h"

#include <math.h>

struct measure {
    const char *title, *slices_title;
    double (*value)(const struct design_result *design);
    void (*show)(struct buffer *out, double value);
    bool is_overload_bad; // red where the design is overloaded
    bool shows_offered;   // a dashed line at the offered rate
};

static double can_take(const struct design_result *design)
{
    return hotspot_can_take(design);
}

static double put_p99(const struct design_result *design)
{
    const struct latency_summary *put = fact_latency(design, "put");
    return put && !design->overloaded ? put->p99_ms * 1e6 : NAN;
}

static const struct measure measures[] = {
    {"can take", NULL, can_take, fact_rate, true, true},
    {"hottest region takes", "hottest slice takes", fact_hottest_share, fact_percent, false, false},
    {"put p99", NULL, put_p99, text_duration, true, false},
};
enum { MEASURES = sizeof measures / sizeof measures[0] };

static const double names_width = 250, top = 148, row_height = 52, gap = 34, value_width = 78;

static struct rect panel_of(const struct canvas *canvas, size_t panel, size_t rows)
{
    const double left = 40 + names_width;
    const double width = (canvas->width - left - 40 - (MEASURES - 1) * gap) / MEASURES;
    const double x = left + (double)panel * (width + gap);
    return (struct rect){x, top, x + width - value_width, top + (double)rows * row_height};
}

static double largest_of(const struct measure *measure, const struct result *result, size_t rows)
{
    double largest = 0;
    for (size_t i = 0; i < rows; i++) {
        const double value = measure->value(&result->designs[i]);
        if (isfinite(value))
            largest = fmax(largest, value);
    }
    return largest > 0 ? largest : 1;
}

static void draw_bar(struct canvas *canvas, const struct measure *measure, struct rect place,
                     const struct design_result *design, double largest)
{
    const double value = measure->value(design);
    const bool is_bad = measure->is_overload_bad && design->overloaded;
    const double end =
        place.left + (isfinite(value) ? value / largest : 0) * (place.right - place.left);
    const double middle = (place.top + place.bottom) / 2;
    struct buffer text = {0};
    if (is_bad && !isfinite(value))
        buffer_text(&text, "grows");
    else
        measure->show(&text, value);
    // The value steps aside where the line of the offered rate would cross it.
    const double line = place.left + design->offered_per_s / largest * (place.right - place.left);
    const bool is_crossed = measure->shows_offered && line > end && line < end + 62;
    (void)canvas_text(canvas, (is_crossed ? line : end) + 8, middle, STYLE_LABEL,
                      (const char *)text.data);
    buffer_done(&text);
    buffer_format(&canvas->script,
                  "set object rectangle from screen %.5f, screen %.5f to screen %.5f, screen %.5f "
                  "fillcolor rgb '%s' fillstyle solid 1 noborder behind\n",
                  place.left / canvas->width, 1 - (middle + 13) / canvas->height,
                  fmax(end, place.left + 1) / canvas->width, 1 - (middle - 13) / canvas->height,
                  is_bad ? "#d55e00" : "#0072b2");
}

static void draw_offered(struct canvas *canvas, struct rect place, double share,
                         double offered_per_s)
{
    const double x = place.left + share * (place.right - place.left);
    buffer_format(
        &canvas->script,
        "set arrow from screen %.5f, screen %.5f to screen %.5f, screen %.5f nohead front "
        "dashtype (5,4) linewidth 1.2 linecolor rgb '#1f2933'\n",
        x / canvas->width, 1 - (place.bottom + 4) / canvas->height, x / canvas->width,
        1 - (place.top - 2) / canvas->height);
    struct buffer text = {0};
    buffer_text(&text, "offered ");
    fact_rate(&text, offered_per_s);
    (void)canvas_text(canvas, x + 2, place.bottom + 16, STYLE_SMALL, (const char *)text.data);
    buffer_done(&text);
}

static void draw_measure(struct canvas *canvas, const struct result *result, size_t index,
                         size_t rows)
{
    const struct measure *measure = &measures[index];
    const struct rect panel = panel_of(canvas, index, rows);
    const double offered_per_s = rows > 0 ? result->designs[0].offered_per_s : NAN;
    double largest = largest_of(measure, result, rows);
    if (measure->shows_offered && isfinite(offered_per_s))
        largest = fmax(largest, offered_per_s);
    bool has_slices = measure->slices_title != NULL;
    for (size_t row = 0; row < rows; row++) {
        const struct design_result *design = &result->designs[graph_design_at(result, row)];
        const double y = panel.top + (double)row * row_height;
        draw_bar(canvas, measure, (struct rect){panel.left, y, panel.right, y + row_height}, design,
                 largest);
        has_slices = has_slices && fact_has_slices(design);
    }
    (void)canvas_text(canvas, panel.left, top - 22, STYLE_HEADING,
                      has_slices ? measure->slices_title : measure->title);
    if (measure->shows_offered && isfinite(offered_per_s))
        draw_offered(canvas, panel, offered_per_s / largest, offered_per_s);
}

static void write_title(struct canvas *canvas, const struct result *result)
{
    struct buffer title = {0};
    const size_t rows = graph_design_count(result);
    const struct design_result *best =
        rows > 0 ? &result->designs[graph_design_at(result, 0)] : NULL;
    if (best && isfinite(hotspot_can_take(best))) {
        fact_label(&title, best->name, 36);
        buffer_text(&title, rows > 1 ? " can take the most: " : " can take ");
        fact_rate(&title, hotspot_can_take(best));
    } else {
        buffer_text(&title, "The designs side by side: there is no load");
    }
    graph_title(canvas, (const char *)title.data);
    buffer_done(&title);
}

void graph_compare(const struct result *result, struct canvas *canvas, struct graph_files *files)
{
    (void)files;
    const size_t rows = graph_design_count(result);
    canvas->width = 1280;
    canvas->height = (unsigned)(top + (double)rows * row_height + 60);
    write_title(canvas, result);
    struct buffer line = {0};
    const char *rests_on = rows > 0 ? result->designs[0].store_line : NULL;
    buffer_text(&line, rests_on ? "times rest on " : "writes only");
    fact_label(&line, rests_on ? rests_on : "", 100);
    graph_conditions(canvas, result, &line);
    buffer_done(&line);
    for (size_t row = 0; row < rows; row++) {
        struct buffer name = {0};
        fact_label(&name, result->designs[graph_design_at(result, row)].name,
                   canvas_letters(STYLE_LABEL_RIGHT, names_width - 14));
        (void)canvas_text(canvas, 40 + names_width - 14, top + ((double)row + 0.5) * row_height,
                          STYLE_LABEL_RIGHT, (const char *)name.data);
        buffer_done(&name);
    }
    for (size_t i = 0; i < MEASURES; i++)
        draw_measure(canvas, result, i, rows);
    // The bars are objects, which gnuplot draws with the plot that follows them.
    canvas_panel(canvas, (struct rect){0, 0, canvas->width, canvas->height});
    buffer_text(&canvas->script, "unset border; unset tics\nset xrange [0:1]; set yrange [0:1]\n"
                                 "plot NaN notitle\n");
}
