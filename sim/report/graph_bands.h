// graph_bands.h -- the layout of `latency` and `reads`: a band an operation, in it a line a design,
// best first, and panels side by side, each with a log axis that all bands share.
//
// The script has y count lines from the top; texts are placed in pixels.
#ifndef HOTSIM_REPORT_GRAPH_BANDS_H
#define HOTSIM_REPORT_GRAPH_BANDS_H

#include "report/graph.h"

enum {
    BANDS_MAX = 8
}; // more would make a page too long: the first are drawn, and the graph says so

struct graph_bands {
    const struct result *result;
    const char **names; // [found]: views into the result
    size_t found;
    size_t count; // of these, drawn: the first BANDS_MAX at most
    size_t panels;
};

// A name once, in the order of the first coming.
void bands_add(struct graph_bands *bands, const char *name);
void bands_done(struct graph_bands *bands);

// Sets the canvas's size, and writes the names of bands and designs.
void bands_open(const struct graph_bands *bands, struct canvas *canvas);
// ", the first 8 of 11 operations" where some are left out.
void bands_left_out(const struct graph_bands *bands, struct buffer *out, const char *what);

// Some words on a band, above its lines.
void bands_note(const struct graph_bands *bands, struct canvas *canvas, size_t band,
                const char *text);
double bands_line(const struct graph_bands *bands, size_t band, size_t row);
// "LINE<tab>NUMBER<tab>DESIGN<tab>NAME", with which a line of a data file begins.
void bands_data(const struct graph_bands *bands, struct buffer *out, size_t band, size_t row);
// A value in words, right of the panel's line.
void bands_value(const struct graph_bands *bands, struct canvas *canvas, size_t panel, double line,
                 const char *text);

struct log_axis {
    double low, high;                                 // 0, 0: no value yet
    const char *title;                                // with the unit
    void (*number)(struct buffer *out, double value); // as ticks have it
};
void log_axis_add(struct log_axis *axis, double value); // what is not above 0 has no place on it
// Begins the panel, with its axis from a round number below the least value to one above the most,
// and what it and the values at its right are.
void bands_panel(const struct graph_bands *bands, struct canvas *canvas, size_t panel,
                 struct log_axis *axis, const char *values_title);
// After the panel's plot.
void bands_panel_end(struct canvas *canvas);

#endif
