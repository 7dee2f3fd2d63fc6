#include "cli/listing.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

static struct listing two_rows(void)
{
    struct listing listing = {.title = "title", .columns = {"name", "meaning", NULL}};
    listing_cell(&listing, "a");
    listing_cell(&listing, "the first of them, a long text that does not fit one line");
    listing_cell(&listing, "größer");
    listing_cell(&listing, "x | y\t\"z\"");
    return listing;
}

static void expect_text(enum listing_format format, size_t width, const char *want)
{
    struct listing listing = two_rows();
    struct buffer out = {0};
    listing_print(&listing, format, width, &out);
    cr_expect(eq(str, (char *)out.data, (char *)want));
    buffer_done(&out);
    listing_done(&listing);
}

Test(listing, table_aligns_by_code_points_and_wraps_the_last_column)
{
    expect_text(LISTING_TABLE, 44,
                "title\n"
                "\n"
                "  name    meaning\n"
                "  a       the first of them, a long text\n"
                "          that does not fit one line\n"
                "  größer  x | y\t\"z\"\n");
}

Test(listing, tsv_keeps_one_line_a_row)
{
    expect_text(LISTING_TSV, 0,
                "name\tmeaning\n"
                "a\tthe first of them, a long text that does not fit one line\n"
                "größer\tx | y \"z\"\n");
}

Test(listing, md_escapes_bars)
{
    expect_text(LISTING_MD, 0,
                "| name | meaning |\n"
                "|---|---|\n"
                "| a | the first of them, a long text that does not fit one line |\n"
                "| größer | x \\| y \"z\" |\n");
}

Test(listing, json_is_a_list_of_objects)
{
    expect_text(LISTING_JSON, 0,
                "[\n"
                "  {\n"
                "    \"name\": \"a\",\n"
                "    \"meaning\": \"the first of them, a long text that does not fit one line\"\n"
                "  },\n"
                "  {\n"
                "    \"name\": \"größer\",\n"
                "    \"meaning\": \"x | y\\t\\\"z\\\"\"\n"
                "  }\n"
                "]\n");
}

Test(listing, a_listing_without_rows_is_its_head)
{
    struct listing listing = {.columns = {"name", NULL}};
    struct buffer out = {0};
    listing_print(&listing, LISTING_TABLE, 80, &out);
    cr_expect(eq(str, (char *)out.data, (char *)"  name\n"));
    buffer_done(&out);
    listing_done(&listing);
}
