#include "base/text.h"

#include "base/mem.h"
#include "base/rng.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static char *plain_of(const char *text)
{
    struct buffer out = {0};
    text_plain(&out, bytes_of(text, strlen(text)));
    return buffer_take(&out);
}

Test(text_key, escapes_all_but_printable_ascii)
{
    static const uint8_t key[] = {'a', ' ', '~', '\\', 0, 0x1f, 0x7f, 0x80, 0xff, 'Z'};
    struct buffer out = {0};
    text_key(&out, bytes_of(key, sizeof key));
    cr_expect(eq(str, (char *)out.data, "a ~\\x5C\\x00\\x1F\\x7F\\x80\\xFFZ"));
    buffer_done(&out);
}

Test(text_key, decodes_what_it_wrote)
{
    struct rng rng = rng_stream(2, "test", 0);
    for (int i = 0; i < 2000; i++) {
        uint8_t key[40];
        const size_t size = rng_upto(&rng, sizeof key);
        for (size_t j = 0; j < size; j++)
            key[j] = (uint8_t)rng_next(&rng);
        struct buffer text = {0}, back = {0};
        size_t fault = 0;
        text_key(&text, bytes_of(key, size));
        buffer_byte(&text, 0);
        cr_assert(text_key_decode((const char *)text.data, &back, &fault));
        cr_assert(eq(sz, back.size, size));
        cr_assert(size == 0 || memcmp(back.data, key, size) == 0);
        buffer_done(&text);
        buffer_done(&back);
    }
}

Test(text_key, takes_a_lone_backslash_and_small_hex_digits_as_hbase_does)
{
    struct buffer out = {0};
    size_t fault = 0;
    cr_assert(text_key_decode("a\\n\\xfF\\", &out, &fault));
    cr_expect(eq(sz, out.size, 5));
    cr_expect(memcmp(out.data, "a\\n\xff\\", 5) == 0);
    buffer_done(&out);
}

Test(text_key, names_the_place_of_a_broken_escape_and_leaves_the_rest)
{
    static const char *const broken[] = {"ab\\x", "ab\\x1", "ab\\xg0", "ab\\x0g", "ab\\x1\\x22"};
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct buffer out = {0};
        size_t fault = 0;
        buffer_text(&out, "kept");
        cr_expect(not(text_key_decode(broken[i], &out, &fault)), "%s", broken[i]);
        cr_expect(eq(sz, fault, 2), "%s", broken[i]);
        cr_expect(eq(sz, out.size, 4), "%s", broken[i]);
        cr_expect(eq(str, (char *)out.data, "kept"), "%s", broken[i]);
        buffer_done(&out);
    }
}

Test(text_plain, cannot_move_the_cursor_or_turn_the_line)
{
    static const struct {
        const char *text;
        const char *want;
    } rows[] = {
        {"", ""},
        {"plain", "plain"},
        {"\x1b[2Jred\r\n\t\a", "[2Jred"},
        {"del\x7f", "del"},
        {"\xc2\x9b"
         "31m",
         "31m"}, // C1: the one-byte escape sequence introducer
        {"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"},
        {"a\xe2\x80\xae"
         "b\xe2\x81\xa6"
         "c\xe2\x80\x8f\xd8\x9c",
         "abc"},
        {"\xff\xc3 \xc3", "?? ?"},
        {"\xc0\xaf\xed\xa0\x80\xf5", "??????"}, // overlong, surrogate, too high
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *got = plain_of(rows[i].text);
        cr_expect(eq(str, got, (char *)rows[i].want), "row %zu", i);
        mem_free(got);
    }
}

Test(text_width, counts_code_points)
{
    cr_expect(eq(sz, text_width(""), 0));
    cr_expect(eq(sz, text_width("abc"), 3));
    cr_expect(eq(sz, text_width("caf\xc3\xa9 \xe2\x96\xb8 \xf0\x9f\x98\x80"), 8));
}
