// canvas.h -- a graph in the making: a gnuplot script, and the texts on it.
//
// No text of a user enters the script. Every text on a graph (title, names, values) goes to a data
// file, which the script draws `with labels noenhanced`; the script itself is made of our own words
// and numbers.
//
// Units: pixels from the upper left corner.
#ifndef HOTSIM_REPORT_CANVAS_H
#define HOTSIM_REPORT_CANVAS_H

#include "base/buffer.h"

enum text_style {
    STYLE_TITLE,
    STYLE_SUBTITLE,
    STYLE_HEADING,     // of a panel
    STYLE_SMALL,       // below a heading, at a line
    STYLE_LABEL,       // a name
    STYLE_LABEL_RIGHT, // the same, ending at the place
    STYLE_SMALL_RIGHT,
    STYLE_SMALL_CENTER,
    STYLE_COUNT,
};

struct canvas {
    const char *name; // of the graph and its files
    unsigned width, height;
    bool dark;
    struct buffer script; // between `set multiplot` and `unset multiplot`
    struct buffer labels; // the data file of the texts
    unsigned styles_used; // a bit each
};

struct rect {
    double left, top, right, bottom;
};

void canvas_done(struct canvas *canvas);

// A text whose first line stands with its middle at `y`, broken into lines of `width` pixels, at
// most `lines`, the last cut with an ellipsis. Returns the lines it took.
unsigned canvas_text(struct canvas *canvas, double x, double y, enum text_style style,
                     const char *text);
unsigned canvas_wrap(struct canvas *canvas, struct rect box, unsigned lines, enum text_style style,
                     const char *text);
// About how many letters of a style fit.
size_t canvas_letters(enum text_style style, double width);

// Begins a panel: everything that `plot` draws from here on falls into `place`.
void canvas_panel(struct canvas *canvas, struct rect place);

// The whole script, with its texts drawn first.
void canvas_script(const struct canvas *canvas, struct buffer *out);

#endif
