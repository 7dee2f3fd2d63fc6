// grid.h -- a table of cells for a terminal: columns as wide as their widest cell, the less needed
// ones left out where the page is too narrow, names cut last.
//
// Row 0 is the head, column 0 the names. Ownership: the grid owns its cells.
#ifndef HOTSIM_REPORT_GRID_H
#define HOTSIM_REPORT_GRID_H

#include "report/page.h"

enum { GRID_NAME_MAX = 40 };

struct grid {
    size_t rows, columns;
    struct buffer *cells; // [rows * columns], filled by the caller
    size_t *widths;       // [columns]; 0: left out
    bool *is_optional;    // [columns] left out first, from the right
    bool *is_left;        // [columns] cells line up at the left
};

struct grid grid_of(size_t rows, size_t columns);
void grid_done(struct grid *grid);
struct buffer *grid_cell(const struct grid *grid, size_t row, size_t column);

// Writes it; `best` is the row to be marked, 0: none.
void grid_write(struct grid *grid, struct page *page, size_t best);

#endif
