// How unequal the load is: share of the writes over share of the partitions, coldest first.

#include "report/graph.h"

#include "report/facts.h"

#include <math.h>

static const double legend_left = 880, legend_top = 140, legend_step = 30, curves_right = 830;

static double gini_of(const struct result *result, size_t design)
{
    return result->designs[design].writes.partitions.gini;
}

// Most even first; designs without writes last.
static void sort_by_gini(const struct result *result, size_t *order, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const double gini = gini_of(result, i);
        size_t at = i;
        for (; at > 0 &&
               (gini_of(result, order[at - 1]) > gini || isnan(gini_of(result, order[at - 1])));
             at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static void draw_legend(struct canvas *canvas, const struct result *result, const size_t *order,
                        size_t count)
{
    struct buffer *script = &canvas->script;
    (void)canvas_text(canvas, legend_left + 300, legend_top - 4, STYLE_SMALL_RIGHT, "Gini");
    for (size_t i = 0; i < count; i++) {
        const double y = legend_top + (double)(i + 1) * legend_step;
        struct buffer gini = {0};
        fact_ratio(&gini, NAN);
        if (!isnan(gini_of(result, order[i]))) {
            buffer_clear(&gini);
            buffer_format(&gini, "%.2f", gini_of(result, order[i]));
        }
        const struct rect name = {legend_left + 44, y, legend_left + 250, 0};
        (void)canvas_wrap(canvas, name, 1, STYLE_LABEL, result->designs[order[i]].name);
        (void)canvas_text(canvas, legend_left + 300, y, STYLE_LABEL_RIGHT, (const char *)gini.data);
        buffer_format(
            script,
            "set arrow %zu from screen %.5f, screen %.5f to screen %.5f, screen %.5f nohead "
            "linewidth 3 linecolor rgb '%s'\n",
            i + 1, legend_left / canvas->width, 1 - y / canvas->height,
            (legend_left + 32) / canvas->width, 1 - y / canvas->height, graph_color(order[i]));
        buffer_done(&gini);
    }
}

static void draw_curves(struct canvas *canvas, const struct result *result)
{
    struct buffer *script = &canvas->script;
    canvas_panel(canvas, (struct rect){112, 120, curves_right, canvas->height - 84.0});
    buffer_text(script, "set xrange [0:1]; set yrange [0:1]\n"
                        "set xtics nomirror (\"0 %%\" 0, \"25 %%\" 0.25, \"50 %%\" 0.5, \"75 %%\" "
                        "0.75, \"100 %%\" 1)\n"
                        "set ytics nomirror (\"0 %%\" 0, \"25 %%\" 0.25, \"50 %%\" 0.5, \"75 %%\" "
                        "0.75, \"100 %%\" 1)\n"
                        "set grid linecolor rgb '#e4e7eb' linewidth 1 linetype 1\n"
                        "set xlabel 'share of partitions, coldest first' textcolor rgb '#52606d'\n"
                        "set ylabel 'share of writes' offset 1,0 textcolor rgb '#52606d'\n"
                        "plot x with lines dashtype (4,4) linewidth 1.2 linecolor rgb '#7b8794'");
    for (size_t i = 0; i < graph_design_count(result); i++) {
        if (result->designs[i].writes.partitions.max > 0)
            buffer_format(script,
                          ", \\\n  '../data/lorenz.tsv' skip 1 using ($1 == %zu ? $3 : NaN):4 "
                          "with lines linewidth 2.6 linecolor rgb '%s'",
                          i + 1, graph_color(i));
    }
    buffer_byte(script, '\n');
}

static void write_title(struct canvas *canvas, const struct result *result, const size_t *order,
                        size_t count)
{
    struct buffer title = {0};
    size_t last = count;
    while (last > 0 && isnan(gini_of(result, order[last - 1])))
        last--;
    if (last == 0) {
        buffer_text(&title, "How unequal is the load? There is none");
    } else if (last == 1) {
        buffer_format(&title, "Gini %.2f: ", gini_of(result, order[0]));
        buffer_text(&title, gini_of(result, order[0]) < 0.1 ? "an even load" : "an unequal load");
    } else {
        fact_label(&title, result->designs[order[0]].name, 26);
        buffer_text(&title, " is the most even, ");
        fact_label(&title, result->designs[order[last - 1]].name, 26);
        buffer_text(&title, " the least");
    }
    graph_title(canvas, (const char *)title.data);
    buffer_done(&title);
}

void graph_lorenz(const struct result *result, struct canvas *canvas, struct graph_files *files)
{
    (void)files;
    size_t order[GRAPH_DESIGNS_MAX];
    const size_t count = graph_design_count(result);
    canvas->width = 1240;
    canvas->height = 860;
    sort_by_gini(result, order, count);
    write_title(canvas, result, order, count);
    struct buffer line = {0};
    buffer_text(&line, "over the whole run: a hotspot that moves does not show here");
    graph_conditions(canvas, result, &line);
    buffer_done(&line);
    draw_legend(canvas, result, order, count);
    draw_curves(canvas, result);
}
