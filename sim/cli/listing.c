#include "cli/listing.h"

#include "base/mem.h"
#include "base/text.h"
#include "json/writer.h"

#include <assert.h>
#include <string.h>

static size_t column_count(const struct listing *listing)
{
    size_t count = 0;
    while (listing->columns[count])
        count++;
    assert(count > 0 && count <= LISTING_COLUMNS_MAX);
    return count;
}

void listing_cell(struct listing *listing, const char *text)
{
    listing->cells = mem_resize(listing->cells, listing->cell_count + 1, sizeof *listing->cells);
    listing->cells[listing->cell_count++] = mem_text(text ? text : "");
}

void listing_done(struct listing *listing)
{
    for (size_t i = 0; i < listing->cell_count; i++)
        mem_free(listing->cells[i]);
    mem_free(listing->cells);
    *listing = (struct listing){0};
}

static void spaces(struct buffer *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        buffer_byte(out, ' ');
}

// The bytes of the longest beginning of `text` that fits `width` columns and ends at a blank.
static size_t line_bytes(const char *text, size_t width)
{
    size_t columns = 0, blank = 0, i = 0;
    for (; text[i]; i++) {
        if (text[i] == '\n')
            return i;
        if (((uint8_t)text[i] & 0xc0) != 0x80 && ++columns > width)
            return blank > 0 ? blank : i;
        if (text[i] == ' ')
            blank = i;
    }
    return i;
}

static void wrapped(struct buffer *out, const char *text, size_t indent, size_t width)
{
    for (;;) {
        const size_t size = line_bytes(text, width);
        buffer_append(out, text, size);
        buffer_byte(out, '\n');
        text += size;
        if (*text == ' ' || *text == '\n')
            text++;
        if (*text == '\0')
            return;
        spaces(out, indent);
    }
}

enum { LAST_COLUMN_MIN = 24, STACK_INDENT = 6 };

// The first `beside` columns stand beside each other; the others, which are too long for that,
// below them.
struct table_shape {
    size_t widths[LISTING_COLUMNS_MAX];
    size_t count, beside, width;
    bool stacked;
};

static size_t row_start(const struct table_shape *shape, char *const *cells, struct buffer *out)
{
    size_t indent = 2;
    spaces(out, indent);
    for (size_t i = 0; i < shape->beside; i++) {
        buffer_text(out, cells[i]);
        spaces(out, shape->widths[i] + 2 - text_width(cells[i]));
        indent += shape->widths[i] + 2;
    }
    return indent;
}

static void drop_blanks(struct buffer *out)
{
    while (out->size > 0 && out->data[out->size - 1] == ' ')
        out->data[--out->size] = 0;
}

static void table_row(const struct table_shape *shape, char *const *cells, struct buffer *out)
{
    const size_t indent = row_start(shape, cells, out);
    if (!shape->stacked) {
        const size_t room =
            indent + LAST_COLUMN_MIN < shape->width ? shape->width - indent : LAST_COLUMN_MIN;
        wrapped(out, cells[shape->count - 1], indent, room);
        return;
    }
    drop_blanks(out);
    buffer_byte(out, '\n');
    for (size_t i = shape->beside; i < shape->count; i++) {
        if (!cells[i][0])
            continue;
        spaces(out, STACK_INDENT);
        wrapped(out, cells[i], STACK_INDENT, shape->width - STACK_INDENT);
    }
}

// All but the last column beside each other where that leaves the last one enough room; else as
// many as fit.
static void settle_shape(struct table_shape *shape)
{
    size_t used = 2;
    for (size_t i = 0; i + 1 < shape->count; i++)
        used += shape->widths[i] + 2;
    const size_t longest = shape->widths[shape->count - 1];
    const size_t last = longest < LAST_COLUMN_MIN ? longest : LAST_COLUMN_MIN;
    shape->beside = shape->count - 1;
    shape->stacked = used + last > shape->width;
    if (!shape->stacked)
        return;
    used = 2;
    for (shape->beside = 0; shape->beside + 1 < shape->count; shape->beside++) {
        used += shape->widths[shape->beside] + 2;
        if (used > shape->width)
            break;
    }
}

static void print_table(const struct listing *listing, size_t width, struct buffer *out)
{
    struct table_shape shape = {.count = column_count(listing), .width = width};
    char *names[LISTING_COLUMNS_MAX];
    for (size_t i = 0; i < shape.count; i++) {
        names[i] = mem_text(listing->columns[i]);
        shape.widths[i] = text_width(names[i]);
    }
    for (size_t i = 0; i < listing->cell_count; i++) {
        const size_t used = text_width(listing->cells[i]);
        if (used > shape.widths[i % shape.count])
            shape.widths[i % shape.count] = used;
    }
    settle_shape(&shape);
    if (listing->title)
        buffer_format(out, "%s\n\n", listing->title);
    table_row(&shape, names, out);
    for (size_t row = 0; row + shape.count <= listing->cell_count; row += shape.count)
        table_row(&shape, listing->cells + row, out);
    for (size_t i = 0; i < shape.count; i++)
        mem_free(names[i]);
}

// Tabs and line ends would be taken for the form's own.
static void flat_cell(struct buffer *out, const char *text, const char *bar)
{
    for (; *text; text++) {
        if (*text == '\t' || *text == '\n')
            buffer_byte(out, ' ');
        else if (*text == '|')
            buffer_text(out, bar);
        else
            buffer_byte(out, (uint8_t)*text);
    }
}

static void print_tsv(const struct listing *listing, struct buffer *out)
{
    const size_t count = column_count(listing);
    for (size_t i = 0; i < count; i++)
        buffer_format(out, "%s%s", listing->columns[i], i + 1 < count ? "\t" : "\n");
    for (size_t i = 0; i < listing->cell_count; i++) {
        flat_cell(out, listing->cells[i], "|");
        buffer_byte(out, (i + 1) % count ? '\t' : '\n');
    }
}

static void print_md(const struct listing *listing, struct buffer *out)
{
    const size_t count = column_count(listing);
    for (size_t i = 0; i < count; i++)
        buffer_format(out, "| %s %s", listing->columns[i], i + 1 < count ? "" : "|\n");
    for (size_t i = 0; i < count; i++)
        buffer_format(out, "|---%s", i + 1 < count ? "" : "|\n");
    for (size_t i = 0; i < listing->cell_count; i++) {
        buffer_text(out, "| ");
        flat_cell(out, listing->cells[i], "\\|");
        buffer_text(out, (i + 1) % count ? " " : " |\n");
    }
}

static void print_json(const struct listing *listing, struct buffer *out)
{
    const size_t count = column_count(listing);
    struct json_writer writer = {.out = out};
    json_open_list(&writer, false);
    for (size_t row = 0; row + count <= listing->cell_count; row += count) {
        json_open_object(&writer);
        for (size_t i = 0; i < count; i++) {
            json_name(&writer, listing->columns[i]);
            json_text(&writer, listing->cells[row + i]);
        }
        json_close_object(&writer);
    }
    json_close_list(&writer);
    buffer_byte(out, '\n');
}

void listing_print(const struct listing *listing, enum listing_format format, size_t width,
                   struct buffer *out)
{
    switch (format) {
    case LISTING_TABLE:
        print_table(listing, width, out);
        break;
    case LISTING_TSV:
        print_tsv(listing, out);
        break;
    case LISTING_MD:
        print_md(listing, out);
        break;
    case LISTING_JSON:
        print_json(listing, out);
        break;
    }
}
