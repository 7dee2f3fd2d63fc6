#include "report/canvas.h"

#include "base/text.h"
#include "base/utf8.h"
#include "report/facts.h"

#include <string.h>

struct look {
    const char *align, *font;
    double letter; // mean width of a letter, pixels
    double line;   // from line to line, pixels
    const char *ink, *dark_ink;
};

static const struct look looks[STYLE_COUNT] = {
    [STYLE_TITLE] = {"left", "DejaVu Sans:Bold,15", 11.8, 27, "#1f2933", "#f1eff7"},
    [STYLE_SUBTITLE] = {"left", "DejaVu Sans,11", 7.5, 20, "#616e7c", "#a5a3b3"},
    [STYLE_HEADING] = {"left", "DejaVu Sans:Bold,12", 9.7, 22, "#1f2933", "#f1eff7"},
    [STYLE_SMALL] = {"left", "DejaVu Sans,10", 6.35, 18, "#616e7c", "#a5a3b3"},
    [STYLE_LABEL] = {"left", "DejaVu Sans,11", 8.2, 20, "#1f2933", "#f1eff7"},
    [STYLE_LABEL_RIGHT] = {"right", "DejaVu Sans,11", 8.2, 20, "#1f2933", "#f1eff7"},
    [STYLE_SMALL_RIGHT] = {"right", "DejaVu Sans,10", 6.35, 18, "#616e7c", "#a5a3b3"},
    [STYLE_SMALL_CENTER] = {"center", "DejaVu Sans,10", 6.35, 18, "#616e7c", "#a5a3b3"},
};

void canvas_done(struct canvas *canvas)
{
    buffer_done(&canvas->script);
    buffer_done(&canvas->labels);
}

size_t canvas_letters(enum text_style style, double width)
{
    return width > 0 ? (size_t)(width / looks[style].letter) : 0;
}

// What DejaVu Sans surely has; for others a graph would show a box as large as the page.
static bool is_drawable(uint32_t code_point)
{
    static const uint32_t ranges[][2] = {{0x20, 0x7e},     {0xa0, 0x24f},    {0x391, 0x3a1},
                                         {0x3a3, 0x3ce},   {0x400, 0x4ff},   {0x1e00, 0x1efb},
                                         {0x2010, 0x2027}, {0x2030, 0x205e}, {0x2190, 0x22ff}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (code_point >= ranges[i][0] && code_point <= ranges[i][1])
            return true;
    }
    return false;
}

// A double quote would begin a quoted field, and gnuplot breaks lines at a backslash and an n,
// however it is quoted: both are shown by a sign that looks like them.
static void write_field(struct buffer *out, const char *text, size_t size)
{
    struct buffer plain = {0};
    text_plain(&plain, bytes_of(text, size));
    const struct bytes field = bytes_of(plain.data, plain.size);
    for (size_t offset = 0; offset < field.size;) {
        uint32_t code_point = 0;
        const size_t length = utf8_next(field, offset, &code_point);
        if (code_point == '\\')
            buffer_text(out, "\u2216");
        else if (code_point == '"')
            buffer_text(out, "\u2033");
        else if (is_drawable(code_point))
            buffer_append(out, field.data + offset, length);
        else
            buffer_byte(out, '?');
        offset += length;
    }
    buffer_done(&plain);
}

static void write_line(struct canvas *canvas, double x, double y, enum text_style style,
                       struct bytes text)
{
    canvas->styles_used |= 1U << style;
    buffer_format(&canvas->labels, "%.5f\t%.5f\t%d\t", x / canvas->width, 1 - y / canvas->height,
                  (int)style);
    write_field(&canvas->labels, (const char *)text.data, text.size);
    buffer_byte(&canvas->labels, '\n');
}

unsigned canvas_text(struct canvas *canvas, double x, double y, enum text_style style,
                     const char *text)
{
    const struct rect box = {x, y, x + 1e6, y};
    return canvas_wrap(canvas, box, 1, style, text);
}

// How much of `text` makes a line of `letters`: up to the last blank that fits.
static size_t line_size(const char *text, size_t letters)
{
    size_t taken = 0, blank = 0, used = 0;
    for (; text[taken]; taken++) {
        if (text[taken] == ' ')
            blank = taken;
        if (((uint8_t)text[taken] & 0xc0) != 0x80 && used++ == letters)
            return blank > 0 ? blank : taken;
    }
    return taken;
}

unsigned canvas_wrap(struct canvas *canvas, struct rect box, unsigned lines, enum text_style style,
                     const char *text)
{
    const size_t letters = canvas_letters(style, box.right - box.left);
    unsigned line = 0;
    while (*text && line < lines) {
        const size_t size = line_size(text, letters);
        const double y = box.top + line * looks[style].line;
        line++;
        if (line == lines && text[size]) {
            struct buffer cut = {0};
            fact_label(&cut, text, letters);
            write_line(canvas, box.left, y, style, bytes_of(cut.data, cut.size));
            buffer_done(&cut);
            break;
        }
        write_line(canvas, box.left, y, style, bytes_of(text, size));
        text += size;
        text += strspn(text, " ");
    }
    return line;
}

static void set_margins(struct buffer *out, const struct canvas *canvas, struct rect place)
{
    buffer_format(out, "set lmargin at screen %.5f; set rmargin at screen %.5f\n",
                  place.left / canvas->width, place.right / canvas->width);
    buffer_format(out, "set tmargin at screen %.5f; set bmargin at screen %.5f\n",
                  1 - place.top / canvas->height, 1 - place.bottom / canvas->height);
}

void canvas_panel(struct canvas *canvas, struct rect place)
{
    buffer_byte(&canvas->script, '\n');
    set_margins(&canvas->script, canvas, place);
}

// All texts at once, on a page that reaches from edge to edge.
static void draw_texts(const struct canvas *canvas, struct buffer *out)
{
    buffer_text(out, "\n# Texts come from a data file and are drawn as they are.\n");
    set_margins(out, canvas, (struct rect){0, 0, canvas->width, canvas->height});
    buffer_text(out, "unset border; unset tics; unset grid\n"
                     "set xrange [0:1]; set yrange [0:1]\nplot \\\n");
    const char *comma = "";
    for (int style = 0; style < STYLE_COUNT; style++) {
        if (!(canvas->styles_used & 1U << style))
            continue;
        const struct look *look = &looks[style];
        buffer_format(out,
                      "%s  '%s-labels.tsv' using ($3 == %d ? $1 : NaN):2:(stringcolumn(4)) "
                      "with labels %s noenhanced font \"%s\" textcolor rgb '%s' notitle",
                      comma, canvas->name, style, look->align, look->font,
                      canvas->dark ? look->dark_ink : look->ink);
        comma = ", \\\n";
    }
    buffer_byte(out, '\n');
}

void canvas_script(const struct canvas *canvas, struct buffer *out)
{
    const char *paper = canvas->dark ? "#0e0e14" : "#ffffff";
    const char *ink = canvas->dark ? "#a5a3b3" : "#52606d";
    buffer_format(out,
                  "# %s.gp -- made by hotsim; to draw it again, in this folder: gnuplot -d %s.gp\n"
                  "reset\nset encoding utf8\nset datafile separator tab\n"
                  "set datafile commentschars ''\n"
                  "do for [kind in \"png svg\"] {\n"
                  "if (kind eq \"png\") {\n"
                  "set terminal pngcairo size %u,%u font \"DejaVu Sans,11\" background rgb '%s'\n"
                  "} else {\n"
                  "set terminal svg size %u,%u font \"DejaVu Sans,11\" background rgb '%s'\n"
                  "}\n"
                  "set output '%s.'.kind\nset multiplot\nset key off\n",
                  canvas->name, canvas->name, canvas->width, canvas->height, paper, canvas->width,
                  canvas->height, paper, canvas->name);
    draw_texts(canvas, out);
    buffer_format(out,
                  "\nset tics nomirror out scale 0.4 textcolor rgb '%s'\n"
                  "set border 3 linewidth 1 linecolor rgb '%s'\n",
                  ink, ink);
    buffer_append(out, canvas->script.data, canvas->script.size);
    buffer_text(out, "\nunset multiplot\nunset output\n}\n");
}
