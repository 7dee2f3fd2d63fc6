// listing.h -- rows and columns of text, printed for a person or for a script.
//
// Ownership: cells are copied in.
#ifndef HOTSIM_CLI_LISTING_H
#define HOTSIM_CLI_LISTING_H

#include "base/buffer.h"

enum { LISTING_COLUMNS_MAX = 8, LISTING_WIDTH = 80 };

struct listing {
    const char *title;                            // a line above a table; or NULL
    const char *columns[LISTING_COLUMNS_MAX + 1]; // names, NULL-ended
    char **cells;                                 // row by row
    size_t cell_count;
};

// Appends one cell, row by row; NULL is an empty one.
void listing_cell(struct listing *listing, const char *text);
void listing_done(struct listing *listing);

enum listing_format {
    LISTING_TABLE,
    LISTING_TSV,
    LISTING_MD,
    LISTING_JSON
}; // as format_flag_names

// In a table the last column is wrapped to `width` columns in all; columns too long to stand beside
// the first ones go below them.
void listing_print(const struct listing *listing, enum listing_format format, size_t width,
                   struct buffer *out);

#endif
