#include "report/formats.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/columns.h"
#include "report/facts.h"
#include "report/grid.h"
#include "report/read_columns.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { WIDTH_DEFAULT = 80 };

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

static void write_grid(struct page *page, const struct result *result)
{
    size_t column_count;
    const struct shown_column *columns = shown_columns(&column_count);
    struct grid grid = grid_of(result->design_count + 1, column_count + 1);
    buffer_text(grid_cell(&grid, 0, 0), "design");
    for (size_t i = 0; i < column_count; i++) {
        const char *title = shown_column_title(&columns[i], result);
        grid.is_optional[i + 1] = columns[i].is_optional;
        // A share's unit stands behind it, so these cells line up at the left.
        grid.is_left[i + 1] = strncmp(title, "hottest", 7) == 0;
        buffer_text(grid_cell(&grid, 0, i + 1), title);
    }
    for (size_t row = 1; row < grid.rows; row++) {
        fact_label(grid_cell(&grid, row, 0), result->designs[row - 1].name, GRID_NAME_MAX);
        for (size_t i = 0; i < column_count; i++)
            columns[i].cell(grid_cell(&grid, row, i + 1), result, row - 1);
    }
    grid_write(&grid, page, result->ranking_count > 1 ? result->ranking[0] + 1 : 0);
    grid_done(&grid);
    buffer_byte(page->out, '\n');
}

// What each query pays, design by design.
static void write_reads(struct page *page, const struct result *result)
{
    size_t column_count;
    const struct read_column *columns = read_columns(&column_count);
    const size_t queries = result->design_count > 0 ? result->designs[0].query_count : 0;
    for (size_t q = 0; q < queries; q++) {
        struct grid grid = grid_of(result->design_count + 1, column_count + 1);
        fact_label(grid_cell(&grid, 0, 0), result->designs[0].queries[q].name, GRID_NAME_MAX);
        for (size_t i = 0; i < column_count; i++) {
            grid.is_optional[i + 1] = columns[i].is_optional;
            buffer_text(grid_cell(&grid, 0, i + 1), columns[i].title);
        }
        for (size_t row = 1; row < grid.rows; row++) {
            const struct design_result *design = &result->designs[row - 1];
            const struct query_result *query =
                fact_query(design, result->designs[0].queries[q].name);
            fact_label(grid_cell(&grid, row, 0), design->name, GRID_NAME_MAX);
            for (size_t i = 0; query && i < column_count; i++)
                columns[i].cell(grid_cell(&grid, row, i + 1), design, query);
        }
        grid_write(&grid, page, 0);
        grid_done(&grid);
        buffer_byte(page->out, '\n');
    }
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
    write_reads(&page, result);
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
