#include "report/grid.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/facts.h"

#include <string.h>

enum { NAME_WIDTH_MIN = 8, GAP = 2, MARK = 2 };

struct grid grid_of(size_t rows, size_t columns)
{
    return (struct grid){
        .rows = rows,
        .columns = columns,
        .cells = mem_new(rows * columns, sizeof(struct buffer)),
        .widths = mem_new(columns, sizeof(size_t)),
        .is_optional = mem_new(columns, sizeof(bool)),
        .is_left = mem_new(columns, sizeof(bool)),
    };
}

struct buffer *grid_cell(const struct grid *grid, size_t row, size_t column)
{
    return &grid->cells[row * grid->columns + column];
}

static void measure(struct grid *grid)
{
    for (size_t row = 0; row < grid->rows; row++) {
        for (size_t column = 0; column < grid->columns; column++) {
            const size_t width = text_width((const char *)grid_cell(grid, row, column)->data);
            if (width > grid->widths[column])
                grid->widths[column] = width;
        }
    }
}

static size_t total_width(const struct grid *grid)
{
    size_t width = MARK + grid->widths[0];
    for (size_t column = 1; column < grid->columns; column++)
        width += grid->widths[column] > 0 ? GAP + grid->widths[column] : 0;
    return width;
}

// Optional columns go first, then names are cut.
static void fit(struct grid *grid, size_t width)
{
    for (size_t column = grid->columns; column-- > 1 && total_width(grid) > width;) {
        if (grid->is_optional[column])
            grid->widths[column] = 0;
    }
    const size_t total = total_width(grid);
    if (total <= width || grid->widths[0] <= NAME_WIDTH_MIN)
        return;
    const size_t excess = total - width;
    const size_t most = grid->widths[0] - NAME_WIDTH_MIN;
    grid->widths[0] -= excess < most ? excess : most;
}

void grid_done(struct grid *grid)
{
    for (size_t i = 0; i < grid->rows * grid->columns; i++)
        buffer_done(&grid->cells[i]);
    mem_free(grid->cells);
    mem_free(grid->widths);
    mem_free(grid->is_optional);
    mem_free(grid->is_left);
}

static void write_cell(struct page *page, const struct grid *grid, size_t row, size_t column)
{
    const char *text = (const char *)grid_cell(grid, row, column)->data;
    const size_t spare = grid->widths[column] - text_width(text);
    const bool is_last = column + 1 == grid->columns || grid->widths[column + 1] == 0;
    const bool is_left = grid->is_left[column];
    const bool is_bad = row > 0 && strcmp(text, "grows") == 0;
    page_pad(page, GAP + (is_left ? 0 : spare));
    if (is_bad)
        page_tone(page, TONE_BAD);
    buffer_text(page->out, text);
    if (is_bad)
        page_tone(page, TONE_PLAIN);
    if (is_left && !is_last)
        page_pad(page, spare);
}

static void write_row(struct page *page, const struct grid *grid, size_t row, bool is_best)
{
    buffer_text(page->out, is_best ? "\u25b8 " : "  ");
    if (is_best)
        page_tone(page, TONE_STRONG);
    struct buffer name = {0};
    fact_label(&name, (const char *)grid_cell(grid, row, 0)->data, grid->widths[0]);
    buffer_text(page->out, (const char *)name.data);
    if (is_best)
        page_tone(page, TONE_PLAIN);
    page_pad(page, grid->widths[0] - text_width((const char *)name.data));
    for (size_t column = 1; column < grid->columns; column++) {
        if (grid->widths[column] > 0)
            write_cell(page, grid, row, column);
    }
    buffer_byte(page->out, '\n');
    buffer_done(&name);
}

void grid_write(struct grid *grid, struct page *page, size_t best)
{
    measure(grid);
    fit(grid, page->width);
    page_tone(page, TONE_QUIET);
    write_row(page, grid, 0, false);
    page_tone(page, TONE_PLAIN);
    for (size_t row = 1; row < grid->rows; row++)
        write_row(page, grid, row, row == best);
}
