#include "report/formats.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/columns.h"
#include "report/facts.h"
#include "report/page.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { WIDTH_DEFAULT = 80, NAME_WIDTH_MAX = 40, NAME_WIDTH_MIN = 8 };
enum { GAP = 2, MARK = 2 };

// ---- the line above ----

static void write_head(struct page *page, const struct result *result, const char *operand)
{
    const char *slash = operand ? strrchr(operand, '/') : NULL;
    struct buffer line = {0};
    if (operand)
        fact_label(&line, slash && slash[1] ? slash + 1 : operand, 60);
    else
        fact_label(&line, result->title ? result->title : "", 60);
    if (result->design_count > 0) {
        const struct design_result *design = &result->designs[0];
        if (isfinite(design->offered_per_s)) {
            buffer_text(&line, " \u00b7 ");
            text_si(&line, design->offered_per_s);
            buffer_text(&line, " ops/s");
        } else {
            buffer_text(&line, " \u00b7 closed loop");
        }
        buffer_format(&line, " on %" PRIu32 " server%s", design->servers,
                      design->servers == 1 ? "" : "s");
    }
    buffer_format(&line, " \u00b7 seed %" PRIu64, result->seed);
    if (result->design_count > 1)
        buffer_text(&line, " \u00b7 same arrivals for every design");
    page_wrap(page, "", (const char *)line.data);
    buffer_byte(page->out, '\n');
    buffer_done(&line);
}

// ---- the table ----

struct grid {
    size_t rows, columns; // row 0 is the head, column 0 the names
    struct buffer *cells; // [rows * columns]
    size_t *widths;       // [columns]; 0: left out
    bool *is_optional;    // [columns]
};

static struct buffer *cell_at(const struct grid *grid, size_t row, size_t column)
{
    return &grid->cells[row * grid->columns + column];
}

static void measure(struct grid *grid)
{
    for (size_t row = 0; row < grid->rows; row++) {
        for (size_t column = 0; column < grid->columns; column++) {
            const size_t width = text_width((const char *)cell_at(grid, row, column)->data);
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

static struct grid grid_new(const struct result *result)
{
    size_t column_count;
    const struct shown_column *columns = shown_columns(&column_count);
    struct grid grid = {.rows = result->design_count + 1, .columns = column_count + 1};
    grid.cells = mem_new(grid.rows * grid.columns, sizeof *grid.cells);
    grid.widths = mem_new(grid.columns, sizeof *grid.widths);
    grid.is_optional = mem_new(grid.columns, sizeof *grid.is_optional);
    buffer_text(cell_at(&grid, 0, 0), "design");
    for (size_t i = 0; i < column_count; i++) {
        grid.is_optional[i + 1] = columns[i].is_optional;
        buffer_text(cell_at(&grid, 0, i + 1), shown_column_title(&columns[i], result));
    }
    for (size_t row = 1; row < grid.rows; row++) {
        fact_label(cell_at(&grid, row, 0), result->designs[row - 1].name, NAME_WIDTH_MAX);
        for (size_t i = 0; i < column_count; i++)
            columns[i].cell(cell_at(&grid, row, i + 1), result, row - 1);
    }
    measure(&grid);
    return grid;
}

static void grid_done(struct grid *grid)
{
    for (size_t i = 0; i < grid->rows * grid->columns; i++)
        buffer_done(&grid->cells[i]);
    mem_free(grid->cells);
    mem_free(grid->widths);
    mem_free(grid->is_optional);
}

// A share's unit stands behind it, so these cells line up at the left; all others at the right.
static void write_cell(struct page *page, const struct grid *grid, size_t row, size_t column)
{
    const char *text = (const char *)cell_at(grid, row, column)->data;
    const size_t spare = grid->widths[column] - text_width(text);
    const bool is_last = column + 1 == grid->columns || grid->widths[column + 1] == 0;
    const bool is_left = strncmp((const char *)cell_at(grid, 0, column)->data, "hottest", 7) == 0;
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
    fact_label(&name, (const char *)cell_at(grid, row, 0)->data, grid->widths[0]);
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

static void write_grid(struct page *page, const struct result *result)
{
    struct grid grid = grid_new(result);
    fit(&grid, page->width);
    page_tone(page, TONE_QUIET);
    write_row(page, &grid, 0, false);
    page_tone(page, TONE_PLAIN);
    for (size_t row = 1; row < grid.rows; row++)
        write_row(page, &grid, row, result->ranking_count > 1 && result->ranking[0] == row - 1);
    grid_done(&grid);
    buffer_byte(page->out, '\n');
}

// ---- the lines below ----

static void write_expects(struct page *page, const struct result *result)
{
    for (size_t i = 0; i < result->expect_count; i++) {
        const struct expect_result *expect = &result->expects[i];
        struct buffer line = {0};
        expect_line(&line, expect);
        if (expect->state != EXPECT_MET)
            page_tone(page, TONE_BAD);
        page_wrap(page, expect->state == EXPECT_MET ? "  \u2713 " : "  \u2717 ",
                  (const char *)line.data);
        if (expect->state != EXPECT_MET)
            page_tone(page, TONE_PLAIN);
        buffer_done(&line);
    }
}

// A word of a command line as a shell would need it; the program itself never starts one.
static void write_word(struct buffer *out, const char *word)
{
    static const char safe[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/-+=:@%";
    if (word[0] != '\0' && word[strspn(word, safe)] == '\0') {
        buffer_text(out, word);
        return;
    }
    buffer_byte(out, '\'');
    for (; *word; word++)
        buffer_text(out, *word == '\'' ? "'\\''" : (const char[]){*word, '\0'});
    buffer_byte(out, '\'');
}

static void write_command(struct page *page, const char *lead, const char *operand,
                          const char *design)
{
    struct buffer line = {0}, plain = {0};
    buffer_text(&line, design ? "hotsim run " : "hotsim check ");
    write_word(&line, operand);
    if (design) {
        buffer_text(&line, " --design ");
        write_word(&line, design);
    }
    text_plain(&plain, bytes_of(line.data, line.size));
    buffer_format(page->out, "%s%s\n", lead, (const char *)plain.data);
    buffer_done(&line);
    buffer_done(&plain);
}

// A command stays on its line, so that it can be copied.
static void write_next(struct page *page, const struct result *result, const char *operand)
{
    const char *best = NULL;
    if (result->ranking_count > 1)
        best = result->designs[result->ranking[0]].name;
    write_command(page, "  next   ", operand, best);
    if (best)
        write_command(page, "         ", operand, NULL);
}

static void write_lines(struct page *page, char *const *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct buffer plain = {0};
        text_plain(&plain, bytes_of(lines[i], strlen(lines[i])));
        buffer_text(&plain, "");
        page_wrap(page, "  ", (const char *)plain.data);
        buffer_done(&plain);
    }
}

void table_write(struct buffer *out, const struct result *result, const struct report_look *look)
{
    struct page page = {out, look->width > 0 ? look->width : WIDTH_DEFAULT, look->color};
    struct text_list notes = {0};
    write_head(&page, result, look->operand);
    write_grid(&page, result);
    write_lines(&page, result->findings, result->finding_count);
    note_presplits(&notes, result);
    note_assumptions(&notes, result);
    page_tone(&page, TONE_QUIET);
    write_lines(&page, notes.items, notes.count);
    page_tone(&page, TONE_PLAIN);
    text_list_done(&notes);
    write_expects(&page, result);
    if (look->saved) {
        struct buffer line = {0};
        fact_label(&line, look->saved, SIZE_MAX);
        page_wrap(&page, "  saved  ", (const char *)line.data);
        buffer_done(&line);
    }
    if (look->operand)
        write_next(&page, result, look->operand);
}
