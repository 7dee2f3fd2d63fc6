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

static void table_row(char *const *cells, const size_t *widths, size_t count, size_t width,
                      struct buffer *out)
{
    size_t indent = 2;
    spaces(out, indent);
    for (size_t i = 0; i + 1 < count; i++) {
        buffer_text(out, cells[i]);
        const size_t used = text_width(cells[i]);
        spaces(out, widths[i] + 2 - used);
        indent += widths[i] + 2;
    }
    wrapped(out, cells[count - 1], indent, indent + 24 < width ? width - indent : 24);
}

static void print_table(const struct listing *listing, size_t width, struct buffer *out)
{
    const size_t count = column_count(listing);
    size_t widths[LISTING_COLUMNS_MAX] = {0};
    char *names[LISTING_COLUMNS_MAX];
    for (size_t i = 0; i < count; i++) {
        names[i] = mem_text(listing->columns[i]);
        widths[i] = text_width(names[i]);
    }
    for (size_t i = 0; i < listing->cell_count; i++) {
        const size_t used = text_width(listing->cells[i]);
        if (used > widths[i % count])
            widths[i % count] = used;
    }
    if (listing->title)
        buffer_format(out, "%s\n\n", listing->title);
    table_row(names, widths, count, width, out);
    for (size_t row = 0; row + count <= listing->cell_count; row += count)
        table_row(listing->cells + row, widths, count, width, out);
    for (size_t i = 0; i < count; i++)
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
