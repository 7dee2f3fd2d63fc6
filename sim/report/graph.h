// graph.h -- the graphs, one file each, and what they share. Their catalog is report_graphs.
#ifndef HOTSIM_REPORT_GRAPH_H
#define HOTSIM_REPORT_GRAPH_H

#include "metrics/result.h"
#include "report/canvas.h"

// More designs than these would make panels too small to read: the first are drawn, and the graph
// says so.
enum { GRAPH_DESIGNS_MAX = 8 };

struct graph_file {
    char *name; // below the folder: "data/heatmap-1.tsv"
    struct buffer content;
};
struct graph_files {
    struct graph_file *items;
    size_t count;
};
struct buffer *graph_file_new(struct graph_files *files, const char *name); // name is copied
void graph_files_done(struct graph_files *files);

// Each sets the canvas's size and draws on it, and adds the data files that only it needs.
void graph_heatmap(const struct result *result, struct canvas *canvas, struct graph_files *files);
void graph_load(const struct result *result, struct canvas *canvas, struct graph_files *files);
void graph_lorenz(const struct result *result, struct canvas *canvas, struct graph_files *files);
void graph_compare(const struct result *result, struct canvas *canvas, struct graph_files *files);
void graph_latency(const struct result *result, struct canvas *canvas, struct graph_files *files);
void graph_reads(const struct result *result, struct canvas *canvas, struct graph_files *files);
bool graph_reads_applies(const struct result *result);

// ---- shared by the graphs ----

size_t graph_design_count(const struct result *result); // at most GRAPH_DESIGNS_MAX
// The design in a row of a graph: best first; as given where there is no ranking.
size_t graph_design_at(const struct result *result, size_t row);

// Title and subtitle, and the end of the subtitle that all graphs have: seed, and designs left out.
void graph_title(struct canvas *canvas, const char *title);
void graph_conditions(struct canvas *canvas, const struct result *result, struct buffer *subtitle);

// Panels in a grid: the place of panel `index` of `count`. Sets the canvas's size by the number of
// panels.
struct panel_grid {
    unsigned columns, rows;
    double width, height, left, top, gap_x, gap_y;
};
struct panel_grid graph_grid(struct canvas *canvas, size_t count, double right);
struct rect graph_place(const struct panel_grid *grid, size_t index);

// A design's colour in every graph (Okabe and Ito's, which the colour-blind can tell apart).
const char *graph_color(size_t design);

// The power of ten at or below `value` > 0.
double graph_power_below(double value);
// A round number at or above `value`: 1, 2, 2.5 or 5 times a power of ten.
double graph_round_up(double value);

#endif
