// What each partition takes over the whole run, in key order, a panel a design.

#include "report/graph.h"

#include "base/text.h"
#include "report/facts.h"
#include "stats/real.h"

#include <inttypes.h>
#include <math.h>

// The axis that all panels share: writes a second, or writes where no time passed.
struct axis {
    bool is_rate, is_log;
    double low, high;
    double per_write; // 1 / measured seconds, or 1
};

static double least_positive(const struct design_result *design)
{
    double least = INFINITY;
    for (size_t i = 0; i < design->partition_count; i++) {
        if (design->partitions[i].writes > 0)
            least = fmin(least, (double)design->partitions[i].writes);
    }
    return least;
}

static struct axis axis_of(const struct result *result)
{
    struct axis axis = {.is_rate = result->measured_s > 0};
    axis.per_write = axis.is_rate ? 1 / result->measured_s : 1;
    double most = 0, least_mean = INFINITY, least = INFINITY;
    for (size_t i = 0; i < graph_design_count(result); i++) {
        const struct skew *skew = &result->designs[i].writes.partitions;
        if (!(skew->max > 0))
            continue;
        most = fmax(most, skew->max * axis.per_write);
        least_mean = fmin(least_mean, skew->mean * axis.per_write);
        least = fmin(least, least_positive(&result->designs[i]) * axis.per_write);
    }
    axis.is_log = most > 40 * least_mean;
    axis.high = most > 0 ? graph_round_up(most * 1.08) : 1;
    // From below the least, so that its bar is seen, yet over six powers of ten at most.
    if (axis.is_log) {
        axis.low = fmax(graph_power_below(least * 0.9), graph_power_below(most) / 1e5);
        axis.high = 10 * graph_power_below(most * 1.3);
    }
    return axis;
}

// The panels of a row share the axis, so that only the first shows its numbers.
static void set_axis(struct buffer *script, const struct axis *axis, bool has_numbers)
{
    if (axis->is_log)
        buffer_text(script, "set logscale y\n");
    buffer_format(script, "set yrange [%.6g:%.6g]\nset ytics nomirror (", axis->low, axis->high);
    const char *comma = "";
    const double leading = axis->high / graph_power_below(axis->high * 1.0001);
    const double step = axis->is_log ? 10 : axis->high / (leading > 1.9 && leading < 2.2 ? 4 : 5);
    for (double at = axis->low; at <= axis->high * 1.001;
         at = axis->is_log ? at * step : at + step) {
        buffer_format(script, "%s\"", comma);
        if (has_numbers)
            text_si(script, at);
        buffer_format(script, "\" %.6g", at);
        comma = ", ";
    }
    buffer_text(script, ")\nset grid y linecolor rgb '#e4e7eb' linewidth 1 linetype 1\n");
}

// From the bottom of the axis, 0..1.
static double height_of(const struct axis *axis, double value)
{
    if (axis->is_log)
        return real_log(value / axis->low) / real_log(axis->high / axis->low);
    return value / axis->high;
}

static size_t hottest_of(const struct design_result *design)
{
    size_t hottest = 0;
    for (size_t i = 1; i < design->partition_count; i++) {
        if (design->partitions[i].writes > design->partitions[hottest].writes)
            hottest = i;
    }
    return hottest;
}

static void write_heading(struct canvas *canvas, struct rect place,
                          const struct design_result *design)
{
    const struct skew *skew = &design->writes.partitions;
    struct buffer line = {0};
    buffer_text(&line, "peak \u00f7 mean ");
    fact_ratio(&line, skew->peak_to_mean);
    buffer_text(&line, "\u00d7, by chance ");
    fact_ratio(&line, design->writes.chance_peak_to_mean);
    buffer_text(&line, "\u00d7 \u00b7 Gini ");
    if (isnan(skew->gini))
        buffer_text(&line, "-");
    else
        buffer_format(&line, "%.2f", skew->gini);
    const struct rect heading = {place.left, place.top - 38, place.right, 0};
    (void)canvas_wrap(canvas, heading, 1, STYLE_HEADING, design->name);
    const struct rect below = {place.left, place.top - 16, place.right, 0};
    if (skew->max > 0)
        (void)canvas_wrap(canvas, below, 1, STYLE_SMALL, (const char *)line.data);
    buffer_done(&line);
}

// The hottest bar stands out, with its share beside it, where it is more than chance.
static void mark_hottest(struct canvas *canvas, struct rect place, const struct axis *axis,
                         const struct design_result *design)
{
    const size_t hottest = hottest_of(design);
    const double writes = (double)design->partitions[hottest].writes;
    const double x = ((double)hottest + 0.5) / (double)design->partition_count;
    const double y =
        place.bottom - (place.bottom - place.top) * height_of(axis, writes * axis->per_write);
    struct buffer label = {0};
    fact_percent(&label, design->writes.partitions.top_share);
    const enum text_style style = x > 0.95   ? STYLE_SMALL_RIGHT
                                  : x < 0.05 ? STYLE_SMALL
                                             : STYLE_SMALL_CENTER;
    (void)canvas_text(canvas, place.left + x * (place.right - place.left), y - 10, style,
                      (const char *)label.data);
    buffer_done(&label);
}

static bool is_beyond_chance(const struct design_result *design)
{
    const struct load_summary *writes = &design->writes;
    return writes->partitions.count > 1 &&
           writes->partitions.peak_to_mean > 1.2 * writes->chance_peak_to_mean;
}

static void plot_bars(struct buffer *script, const struct axis *axis, size_t number,
                      const struct design_result *design)
{
    const size_t count = design->partition_count;
    const bool is_wide = count <= 128;
    const int column = axis->is_rate ? 10 : 9;
    const char *style = is_wide ? "boxes fillstyle solid 1 noborder" : "impulses";
    if (is_wide)
        buffer_format(script, "set boxwidth %s\n", count <= 40 ? "0.8" : "1");
    buffer_format(
        script,
        "plot '../data/partitions.tsv' skip 1 using ($1 == %zu ? $4 + 0.5 : NaN):%d with %s "
        "linewidth 1 linecolor rgb '#8fb8de'",
        number, column, style);
    if (is_beyond_chance(design))
        buffer_format(script,
                      ", '' skip 1 using ($1 == %zu && $4 == %zu ? $4 + 0.5 : NaN):%d with %s "
                      "linewidth 2 linecolor rgb '#d55e00'",
                      number, hottest_of(design), column, style);
    buffer_byte(script, '\n');
}

static void draw_panel(struct canvas *canvas, struct rect place, const struct axis *axis,
                       const struct design_result *design, size_t number, bool is_left)
{
    write_heading(canvas, place, design);
    if (!(design->writes.partitions.max > 0)) {
        (void)canvas_text(canvas, (place.left + place.right) / 2, (place.top + place.bottom) / 2,
                          STYLE_SMALL_CENTER, "no writes");
        return;
    }
    struct buffer *script = &canvas->script;
    const double mean = design->writes.partitions.mean * axis->per_write;
    canvas_panel(canvas, place);
    buffer_text(script, "set border 1\n");
    set_axis(script, axis, is_left);
    buffer_format(script, "set xrange [0:%zu]; set xtics nomirror (\"0\" 0",
                  design->partition_count);
    const size_t step = (design->partition_count + 3) / 4;
    for (size_t i = step; i < design->partition_count; i += step)
        buffer_format(script, ", \"%zu\" %zu", i, i);
    buffer_format(script, ", \"%zu\" %zu)\n", design->partition_count, design->partition_count);
    buffer_format(script,
                  "set arrow 1 from graph 0, first %.6g to graph 1, first %.6g nohead front "
                  "dashtype (6,4) linewidth 1 linecolor rgb '#1f2933'\n",
                  mean, mean);
    plot_bars(script, axis, number, design);
    buffer_text(script, "unset arrow 1; unset logscale y\n");
    if (is_beyond_chance(design))
        mark_hottest(canvas, place, axis, design);
}

static void write_title(struct canvas *canvas, const struct result *result)
{
    const struct design_result *worst = NULL;
    for (size_t i = 0; i < graph_design_count(result); i++) {
        const struct design_result *design = &result->designs[i];
        if (!(design->writes.partitions.max > 0))
            continue;
        if (!worst ||
            design->writes.partitions.peak_to_mean > worst->writes.partitions.peak_to_mean)
            worst = design;
    }
    struct buffer title = {0};
    if (!worst) {
        buffer_text(&title, "Load of the partitions: there are no writes");
    } else if (!is_beyond_chance(worst)) {
        buffer_text(&title, "Over the whole run the load is as even as chance allows");
    } else {
        buffer_format(&title, "The hottest %s of ", fact_partition_word(worst));
        fact_label(&title, worst->name, 36);
        buffer_text(&title, " takes ");
        fact_percent(&title, worst->writes.partitions.top_share);
        buffer_text(&title, " of the run, ");
        fact_ratio(&title, worst->writes.partitions.peak_to_mean);
        buffer_text(&title, "\u00d7 an even share");
    }
    graph_title(canvas, (const char *)title.data);
    buffer_done(&title);
}

void graph_load(const struct result *result, struct canvas *canvas, struct graph_files *files)
{
    (void)files;
    const size_t count = graph_design_count(result);
    const struct axis axis = axis_of(result);
    const struct panel_grid grid = graph_grid(canvas, count, 60);
    write_title(canvas, result);
    struct buffer line = {0};
    buffer_format(&line, "%s by partition in key order%s \u00b7 dashed: the mean",
                  axis.is_rate ? "writes a second" : "writes", axis.is_log ? ", log scale" : "");
    graph_conditions(canvas, result, &line);
    buffer_done(&line);
    for (size_t i = 0; i < count; i++)
        draw_panel(canvas, graph_place(&grid, i), &axis, &result->designs[i], i + 1,
                   i % grid.columns == 0);
}
