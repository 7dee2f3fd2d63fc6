#include "report/graph.h"

#include "base/mem.h"
#include "report/facts.h"
#include "report/report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const struct report_graph graphs[] = {
    {"heatmap", "where the writes land: key ranges by time, a panel a design", graph_heatmap, NULL,
     NULL},
    {"load", "what each partition takes over the run, in key order, a panel a design", graph_load,
     NULL, NULL},
    {"lorenz", "how unequal the load is: the Lorenz curve and Gini coefficient of each design",
     graph_lorenz, NULL, NULL},
    {"compare", "the designs side by side: what each can take, its hottest partition, put p99",
     graph_compare, NULL, NULL},
    {"latency", "how long each operation takes with each design: p50, p90 and p99", graph_latency,
     NULL, NULL},
    {"reads", "what each query costs with each design: rows read per row found, scans issued",
     graph_reads, graph_reads_applies, "the scenario asks for no reads"},
};

const struct report_graph *report_graphs(size_t *out_count)
{
    *out_count = sizeof graphs / sizeof graphs[0];
    return graphs;
}

struct buffer *graph_file_new(struct graph_files *files, const char *name)
{
    files->items = mem_resize(files->items, files->count + 1, sizeof *files->items);
    struct graph_file *file = &files->items[files->count++];
    *file = (struct graph_file){.name = mem_text(name)};
    return &file->content;
}

void graph_files_done(struct graph_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        mem_free(files->items[i].name);
        buffer_done(&files->items[i].content);
    }
    mem_free(files->items);
    *files = (struct graph_files){0};
}

size_t graph_design_count(const struct result *result)
{
    return result->design_count < GRAPH_DESIGNS_MAX ? result->design_count : GRAPH_DESIGNS_MAX;
}

size_t graph_design_at(const struct result *result, size_t row)
{
    const size_t rows = graph_design_count(result);
    size_t seen = 0;
    for (size_t i = 0; i < result->ranking_count; i++) {
        if (result->ranking[i] < rows && seen++ == row)
            return result->ranking[i];
    }
    return row;
}

static const double page_left = 48, page_right = 40;

void graph_title(struct canvas *canvas, const char *title)
{
    const struct rect box = {page_left, 36, canvas->width - page_right, 0};
    (void)canvas_wrap(canvas, box, 1, STYLE_TITLE, title);
}

void graph_conditions(struct canvas *canvas, const struct result *result, struct buffer *subtitle)
{
    const struct rect box = {page_left, 66, canvas->width - page_right, 0};
    buffer_format(subtitle, " \u00b7 seed %" PRIu64, result->seed);
    if (result->design_count > GRAPH_DESIGNS_MAX)
        buffer_format(subtitle, " \u00b7 the first %d of %zu designs", GRAPH_DESIGNS_MAX,
                      result->design_count);
    (void)canvas_wrap(canvas, box, 2, STYLE_SUBTITLE, (const char *)subtitle->data);
}

struct panel_grid graph_grid(struct canvas *canvas, size_t count, double right)
{
    static const unsigned columns[] = {1, 1, 2, 3, 2, 3, 3, 4, 4};
    struct panel_grid grid = {
        .columns = columns[count], .left = 104, .top = 164, .gap_x = 40, .gap_y = 104};
    grid.rows = count > grid.columns ? 2 : 1;
    canvas->width = grid.columns == 1 ? 1120 : grid.columns == 2 ? 1360 : 1600;
    canvas->height = grid.rows == 1 ? 720 : 1080;
    const double bottom = 76;
    grid.width =
        (canvas->width - grid.left - right - (grid.columns - 1) * grid.gap_x) / grid.columns;
    grid.height = (canvas->height - grid.top - bottom - (grid.rows - 1) * grid.gap_y) / grid.rows;
    return grid;
}

struct rect graph_place(const struct panel_grid *grid, size_t index)
{
    const double x = grid->left + (double)(index % grid->columns) * (grid->width + grid->gap_x);
    const double y = grid->top + (double)(index / grid->columns) * (grid->height + grid->gap_y);
    return (struct rect){x, y, x + grid->width, y + grid->height};
}

const char *graph_color(size_t design)
{
    static const char *const colors[GRAPH_DESIGNS_MAX] = {
        "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#8c564b", "#6f5fa8", "#7b8794"};
    return colors[design % GRAPH_DESIGNS_MAX];
}

double graph_power_below(double value)
{
    double power = 1;
    while (power > value)
        power /= 10;
    while (power * 10 <= value)
        power *= 10;
    return power;
}

double graph_round_up(double value)
{
    static const double steps[] = {1, 2, 2.5, 5, 10};
    const double power = graph_power_below(value);
    size_t step = 0;
    while (step + 1 < sizeof steps / sizeof steps[0] && steps[step] * power < value)
        step++;
    return steps[step] * power;
}
