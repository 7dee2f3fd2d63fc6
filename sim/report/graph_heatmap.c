// Where the writes land over time: key ranges upwards, windows to the right, a panel a design.

#include "report/graph.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/facts.h"
#include "report/tsv.h"

#include <inttypes.h>
#include <math.h>

// A picture shows no more than its pixels: beyond these, neighbours are added up.
enum { PICTURE_ROWS_MAX = 256, PICTURE_COLUMNS_MAX = 400 };

struct picture {
    size_t rows, columns;           // of the picture
    size_t row_group, column_group; // heat map rows (windows) that make one of the picture's
    double *shares;                 // [rows * columns]: of the windows' writes
    double largest;
};

static size_t group_size(size_t count, size_t max)
{
    return count / max + (count % max > 0);
}

static void add_up(struct picture *picture, const struct design_result *design)
{
    double *sums = mem_new(picture->columns, sizeof *sums);
    for (size_t row = 0; row < design->heat_row_count; row++) {
        const uint32_t *writes = design->heat + row * design->window_count;
        double *cells = picture->shares + row / picture->row_group * picture->columns;
        for (size_t window = 0; window < design->window_count; window++) {
            cells[window / picture->column_group] += writes[window];
            sums[window / picture->column_group] += writes[window];
        }
    }
    for (size_t i = 0; i < picture->rows * picture->columns; i++) {
        const double sum = sums[i % picture->columns];
        picture->shares[i] = sum > 0 ? picture->shares[i] / sum : 0;
        picture->largest = fmax(picture->largest, picture->shares[i]);
    }
    mem_free(sums);
}

static struct picture picture_of(const struct design_result *design)
{
    struct picture picture = {0};
    if (design->heat_row_count == 0 || design->window_count == 0)
        return picture;
    picture.row_group = group_size(design->heat_row_count, PICTURE_ROWS_MAX);
    picture.column_group = group_size(design->window_count, PICTURE_COLUMNS_MAX);
    picture.rows = group_size(design->heat_row_count, picture.row_group);
    picture.columns = group_size(design->window_count, picture.column_group);
    picture.shares = mem_new(picture.rows * picture.columns, sizeof *picture.shares);
    add_up(&picture, design);
    return picture;
}

// First line: where the windows begin, in seconds; first column: where the key ranges begin.
static void write_data(struct buffer *out, const struct design_result *design,
                       const struct picture *picture)
{
    buffer_text(out, "start\\t_s");
    for (size_t column = 0; column < picture->columns; column++) {
        buffer_byte(out, '\t');
        tsv_number(out, design->windows[column * picture->column_group].t_s);
    }
    for (size_t row = 0; row < picture->rows; row++) {
        buffer_byte(out, '\n');
        tsv_text(out, design->heat_rows[row * picture->row_group].start);
        for (size_t column = 0; column < picture->columns; column++) {
            buffer_byte(out, '\t');
            text_number(out, picture->shares[row * picture->columns + column]);
        }
    }
    buffer_byte(out, '\n');
}

static void set_time_tics(struct buffer *script, const struct design_result *design,
                          const struct picture *picture, unsigned tics)
{
    buffer_text(script, "set xtics nomirror (");
    for (unsigned i = 0; i <= tics; i++) {
        const size_t column = picture->columns * i / tics;
        const size_t window = column * picture->column_group;
        double t_s = design->windows[design->window_count - 1].t_s + design->window_s;
        if (window < design->window_count)
            t_s = design->windows[window].t_s;
        buffer_format(script, "%s\"", i > 0 ? ", " : "");
        if (t_s > 0)
            text_duration(script, t_s * 1e9);
        else
            buffer_byte(script, '0');
        buffer_format(script, "\" %zu", column);
    }
    buffer_text(script, ")\n");
}

static void draw_panel(struct canvas *canvas, struct rect place, const struct design_result *design,
                       size_t index, bool is_left)
{
    struct picture picture = picture_of(design);
    struct buffer line = {0};
    const struct rect heading = {place.left, place.top - 38, place.right, 0};
    (void)canvas_wrap(canvas, heading, 1, STYLE_HEADING, design->name);
    buffer_text(&line, "hottest ");
    fact_percent(&line, fact_hottest_share(design));
    buffer_text(&line, " \u00b7 acts as ");
    fact_ratio(&line, fact_acting_servers(design));
    buffer_format(&line, " of %" PRIu32 " servers", design->servers);
    const struct rect below = {place.left, place.top - 16, place.right, 0};
    (void)canvas_wrap(canvas, below, 1, STYLE_SMALL, (const char *)line.data);
    buffer_done(&line);
    if (!(picture.largest > 0)) {
        (void)canvas_text(canvas, (place.left + place.right) / 2, (place.top + place.bottom) / 2,
                          STYLE_SMALL_CENTER, "no writes");
        mem_free(picture.shares);
        return;
    }
    canvas_panel(canvas, place);
    struct buffer *script = &canvas->script;
    buffer_format(script, "set xrange [0:%zu]; set yrange [0:%zu]\n", picture.columns,
                  picture.rows);
    set_time_tics(script, design, &picture, place.right - place.left > 500 ? 6 : 3);
    buffer_format(script, "set ytics nomirror (\"%s\" 0, \"%s\" %.2f, \"%s\" %zu)\n",
                  is_left ? "first key" : "", is_left ? "middle" : "", (double)picture.rows / 2,
                  is_left ? "last key" : "", picture.rows);
    buffer_format(script,
                  "plot '../data/heatmap-%zu.tsv' skip 1 matrix every 1:1:1:0 using "
                  "($1 - 0.5):($2 + 0.5):($3 > 0 ? $3 : NaN) with image\n",
                  index + 1);
    mem_free(picture.shares);
}

// Colours from just below an even share, or a tenth of the hottest, up to the hottest.
static void set_colors(struct canvas *canvas, const struct result *result)
{
    double largest = 0, least = 1;
    for (size_t i = 0; i < graph_design_count(result); i++) {
        struct picture picture = picture_of(&result->designs[i]);
        largest = fmax(largest, picture.largest);
        if (picture.largest > 0)
            least = fmin(least, 0.3 / (double)picture.rows);
        mem_free(picture.shares);
    }
    if (!(largest > 0))
        return;
    const double right = canvas->width - 104;
    buffer_text(&canvas->script,
                "set palette defined (0 '#16122b', 1 '#2a1152', 2 '#56106e', 3 '#88226a', "
                "4 '#b63655', 5 '#dd513a', 6 '#f3771a', 7 '#fba40a', 8 '#f6d746', 9 '#fcffa4')\n"
                "set logscale cb; unset grid; set border 0\n");
    buffer_format(&canvas->script, "set cbrange [%.6g:%.6g]\n", fmin(least, largest / 10), largest);
    buffer_format(
        &canvas->script,
        "set colorbox user origin %.5f,%.5f size %.5f,%.5f noborder\n"
        "set cbtics (\"100 %%%%\" 1, \"30 %%%%\" 0.3, \"10 %%%%\" 0.1, \"3 %%%%\" 0.03, \"1 %%%%\" "
        "0.01, "
        "\"0.3 %%%%\" 0.003, \"0.1 %%%%\" 0.001, \"0.03 %%%%\" 0.0003, \"0.01 %%%%\" 0.0001)\n",
        right / canvas->width, 76.0 / canvas->height, 14.0 / canvas->width,
        (canvas->height - 240.0) / canvas->height);
    (void)canvas_text(canvas, canvas->width - 16, 148, STYLE_SMALL_RIGHT, "share of writes");
}

static void write_title(struct canvas *canvas, const struct result *result)
{
    const size_t count = graph_design_count(result);
    size_t worst = 0, best = 0;
    for (size_t i = 1; i < count; i++) {
        if (fact_hottest_share(&result->designs[i]) > fact_hottest_share(&result->designs[worst]))
            worst = i;
        if (fact_hottest_share(&result->designs[i]) < fact_hottest_share(&result->designs[best]))
            best = i;
    }
    struct buffer title = {0};
    const double most = count > 0 ? fact_hottest_share(&result->designs[worst]) : NAN;
    if (isnan(most)) {
        buffer_text(&title, "Where the writes land: there are none");
    } else {
        const struct design_result *design = &result->designs[worst];
        fact_label(&title, design->name, 28);
        buffer_text(&title, " sends ");
        fact_percent(&title, most);
        buffer_text(&title, " of ");
        fact_window_writes(&title, fact_hottest_table(design)->writes.window_s);
        buffer_format(&title, " to one %s", fact_partition_word(design));
    }
    if (best != worst) {
        buffer_text(&title, ", ");
        fact_label(&title, result->designs[best].name, 28);
        buffer_byte(&title, ' ');
        fact_percent(&title, fact_hottest_share(&result->designs[best]));
    }
    graph_title(canvas, (const char *)title.data);
    buffer_done(&title);
}

static void write_subtitle(struct canvas *canvas, const struct result *result)
{
    struct buffer line = {0};
    buffer_text(&line, "share of each window\u2019s writes by key range, logarithmic colours");
    size_t row_group = 1, column_group = 1;
    for (size_t i = 0; i < graph_design_count(result); i++) {
        struct picture picture = picture_of(&result->designs[i]);
        row_group = picture.row_group > row_group ? picture.row_group : row_group;
        column_group = picture.column_group > column_group ? picture.column_group : column_group;
        mem_free(picture.shares);
    }
    if (row_group > 1)
        buffer_format(&line, " \u00b7 up to %zu key ranges drawn as one", row_group);
    if (column_group > 1)
        buffer_format(&line, " \u00b7 %zu windows drawn as one", column_group);
    graph_conditions(canvas, result, &line);
    buffer_done(&line);
}

void graph_heatmap(const struct result *result, struct canvas *canvas, struct graph_files *files)
{
    const size_t count = graph_design_count(result);
    canvas->dark = true;
    const struct panel_grid grid = graph_grid(canvas, count, 150);
    write_title(canvas, result);
    write_subtitle(canvas, result);
    set_colors(canvas, result);
    for (size_t i = 0; i < count; i++) {
        const struct design_result *design = &result->designs[i];
        draw_panel(canvas, graph_place(&grid, i), design, i, i % grid.columns == 0);
        buffer_text(&canvas->script, "unset colorbox\n");
        struct buffer name = {0};
        buffer_format(&name, "data/heatmap-%zu.tsv", i + 1);
        struct picture picture = picture_of(design);
        write_data(graph_file_new(files, (const char *)name.data), design, &picture);
        buffer_done(&name);
        mem_free(picture.shares);
    }
}
